"""Free wordings of one thought, a thing known by name is left out: read by what is denied, not by a pattern."""

from __future__ import annotations

import re
from typing import Final

from peerlens.agents.embedded.frames.frame import Draft
from peerlens.agents.embedded.names import names_in
from peerlens.agents.embedded.numbers.quantities import quantities
from peerlens.agents.embedded.wording import Act, canon, telling
from peerlens.taxonomy import Polarity
from peerlens.text.folding import stem, words

_GONE: Final = re.compile(
    r"\b(?:not among|nowhere(?: to be (?:found|seen))?|never|no(?: (?:sign|trace|mention|hint|part|role|"
    r"place))?(?: of)?|"
    r"nothing|nobody|none|not|without|in vain|miss(?:es|ed|ing)|absen(?:t|ce)|lack(?:s|ed|ing)?|gap|"
    r"omit\w*|omission|skip(?:s|ped)?|bypass\w*|pass(?:es|ed)? (?:over|by)|ignor(?:es?|ed)|neglect(?:s|ed)?|"
    r"overlook(?:s|ed)?|forgo(?:es|ne)?|forewent|forget(?:s)?|forgot(?:ten)?|exclu(?:des?|ded|sion)|"
    r"leav(?:es?|ing) (?:out|aside)|left (?:out|aside)|(?:leaves?|left) (?=.+ (?:out|aside)$)|drop(?:s|ped)?|"
    r"dispens(?:es?|ed) with|does without|do without|did without|shun(?:s|ned)?|refrain(?:s|ed)?|"
    r"sh(?:y|ies|ied) away|stop(?:s|ped)? short|steer(?:s|ed)? clear|fail(?:s|ed)?|unreported|untested|untried|"
    r"unused|unexplored|unexamined|unevaluated|unmeasured|unseen|conspicuous\w*)\b",
    re.I,
)
_LEAVES: Final = re.compile(
    r"\s+(?:\w+ly |does |do |did |can |may |often |not |also )*(?:miss(?:es|ed)?|lack(?:s|ed)?|omit(?:s|ted)?|"
    r"skip(?:s|ped)?|"
    r"bypass(?:es|ed)?|pass(?:es|ed)? over|ignor(?:es?|ed)|neglect(?:s|ed)?|overlook(?:s|ed)?|forgo(?:es)?|forgets?|"
    r"exclud(?:es?|ed)|leaves?|drop(?:s|ped)?|dispens(?:es?|ed)|shun(?:s|ned)?|refrain(?:s|ed)?|stop(?:s|ped)?|"
    r"fail(?:s|ed)?|without|has no|have no|needs? no|requires? no|uses? no)\b(?! (?:from|in|out of) the)",
    re.I,
)
"""A named thing that itself leaves something out."""
_TWICE: Final = re.compile(
    r"\bconspicuous\w*\s+(?=\w+)|\b(?:by its|in its|through its)\s+(?=absence)|\bto (?=be (?:found|seen))", re.I
)
"""What strengthens an omission and denies nothing of its own."""
_WISHED: Final = re.compile(
    r"\b(?:should|could|ought to|might) (?:also |at least )?have (?:been )?\w+|\bwould (?:also )?have (?:liked|"
    r"been|loved|"
    r"expected|wanted)\b|\b(?:one|i|we|readers?) (?:would|had|have|had to)? ?(?:hoped|wished?|expect\w*|wanted?)\b",
    re.I,
)
_GUESSED: Final = re.compile(r"\b(?:would|could|might|may|will) (?:\w+ly )?(?:fail|break|miss|lack)\b", re.I)
"""What is foretold of a thing, not told of the paper."""
_WORDS: Final = (
    "experiment evaluation comparison result table figure baseline model method system dataset benchmark score number "
    "report line-up lineup line set list competitor rival test measure metric run trial reader paper author study work "
    "reviewer analysis look search find see learn include enter appear part place role play count consider choose "
    "chosen use compare evaluate benchmark reference same task data give show present provide also point side point "
    "measurement strongest strong important relevant popular obvious natural established recent available known closed "
    "open reported conspicuously leave left remain out over pass whoever anyone who want expect when try value result "
    "attempt row column entry candidate opponent field pool collection suite family approach technique algorithm "
    "detector retriever optimizer classifier predictor defence defense attack game corpus measured used tested run"
)
_LACKED: Final = re.compile(r"\b(?:no|without|lacks?|lack of) (?!(?:sign|trace|mention|hint)s? )(?P<what>[a-z]+)", re.I)
"""What else than the named thing is denied: "no *values* for TideNet"."""
_PROCESS: Final = frozenset({*(canon(word) for word in _WORDS.split()), *(stem(word) for word in _WORDS.split())})
"""Words for what a paper does, whatever it is about."""
_COMPARED: Final = re.compile(r"\b(?:compar\w*|baselines?|competitors?|rivals?|opponents?|line-?up)\b", re.I)
_TESTED: Final = re.compile(r"\b(?:evaluat\w*|experiments?|test\w*|benchmark\w*|tried|try|measur\w*)\b", re.I)
_OPENING: Final = re.compile(r"[A-Z][a-z]+")
"""A word that may have its capital only because it opens the sentence."""
_WIDEST: Final = 3
"""Further words of a sentence that may confine the omission."""


def _belongs(name: str, statement: str) -> bool:
    """Whether something is said of what a name has to do with: "the gain over X is not …"."""
    owner = rf"\b(?:over|of|than|from|to|by|between|in|with|for|on)\s+(?:the )?{re.escape(name)}\s+"
    return re.search(rf"{owner}(?:is|are|was|were|does|do|did|has|have|seems?|remains?)\b", statement) is not None


def omitted(statement: str) -> Draft | None:
    """A sentence that says of one name that it is left out, or not left out; ``None`` for any other."""
    names = names_in(statement) or tuple(name for name in names_in(f"x {statement}") if not _OPENING.fullmatch(name))
    if len(names) != 1 or "?" in statement or quantities(statement) or _GUESSED.search(statement):
        return None
    if _LEAVES.match(statement, statement.index(names[0]) + len(names[0])):
        return None
    if re.match(rf"(?:on|for|in|at|under|within|across|with)\b[^,]*{re.escape(names[0])}[^,]*,", statement, re.I):
        return None  # the name says where something else is left out
    plain = _TWICE.sub(" ", statement.replace(names[0], " "))
    if any(canon(lacked["what"]) not in _PROCESS for lacked in _LACKED.finditer(plain)):
        return None
    gone = _GONE.findall(plain)
    denials = len(gone) or (1 if _WISHED.search(plain) else 0)
    if not denials:
        return None
    further = [word for word in telling(_GONE.sub(" ", _WISHED.sub(" ", plain))) if word not in _PROCESS]
    if len(further) > (0 if _belongs(names[0], statement) else _WIDEST):
        return None
    act = Act.COMPARE if _COMPARED.search(plain) else Act.TEST if _TESTED.search(plain) else Act.USE
    polarity = Polarity.ABSENCE if denials % 2 else Polarity.PRESENCE
    limits = (" ".join(word for word in words(plain) if canon(word) in further),) if further else ()
    return Draft(statement, polarity, statement, names[0], act, limits, about_paper=True)
