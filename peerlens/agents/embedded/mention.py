"""Whether a sentence merely names a thing, told from its build: a likeness, an example, a source, a deed of others.

What a paper did with a thing it says of itself: "we compare with X", "X is trained on", "X reaches 71". All else that
is said of X, in whatever section, tells the reader what X is like.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from peerlens.agents.embedded.reading import Line
from peerlens.agents.embedded.spelling import in_one_line
from peerlens.agents.embedded.standing import OURS, SHOWN_KINDS
from peerlens.agents.embedded.wording import Act
from peerlens.taxonomy import SectionKind

_CITED: Final = re.compile(
    r"\s*\([^()]*(?:19|20)\d\d[a-z]?[^()]*\)|\s*\[[\d,;\s–-]+\]|"
    r"(?<= )[A-Z][\w'’-]+(?: (?:et al\.?|(?:and|&) [A-Z][\w'’-]+))?,? \((?:19|20)\d\d[a-z]?\)"
)
_APART: Final = re.compile(
    r"[;:.]\s|\b(?:but|while|whereas|although|though|however|because|since|so that)\b|, (?=(?:we|our|it|they|this|the|"
    r"its|their)\b)",
    re.I,
)
"""Where another clause begins."""
_NAMES: Final = (
    r"(?:(?>[\w@+.*/-]*[A-Z\d][\w@+.*/-]*)(?: (?>(?:(?![A-Z\d])[\w@+.*-])+)(?![\w@+.*/-])){0,2}+"
    r"\s*+,?\s*+(?:and |or |& )?(?:the )?)*+"
)
"""Names, each with up to two plain words behind it. What is taken is never given back: a long number may follow."""
_REST: Final = r"(?:\s+(?:[a-z][\w'’-]*\s+){0,8})?\(?"
_LIKE: Final = re.compile(
    r"\b(?i:similar(?:ly)? to|akin to|analogous(?:ly)? to|reminiscent of|in line with|in the (?:spirit|style|vein|"
    r"manner) "
    r"of|in the same (?:spirit|vein|way|manner) as|close(?:ly)? related to|related to|resembl\w+|equivalent to|"
    r"as (?:done |used |proposed |introduced |described |suggested |defined |reported |observed |shown )?(?:in|by|with|"
    r"for)|inspir(?:ed|ation) (?:by|from)|motivated by|popular(?:is|iz)ed by|known (?:as|from)|corresponds? to|"
    r"orthogonal to|"
    r"complementary to|reminds? (?:us )?of|(?:widely|commonly|often|typically|frequently|usually|first|originally) "
    r"(?:used|adopted|applied|studied|proposed|introduced|found)(?: \w+){0,2} (?:in|by|for|with))"
    rf"{_REST}{_NAMES}$"
)
_UNLIKE: Final = re.compile(
    r"\b(?i:unlike|different(?:ly)? from|differs? from|distinct from|in contrast (?:to|with)|contrary to|(?:as "
    r")?opposed "
    rf"to){_REST}{_NAMES}$"
)
_SUCH: Final = re.compile(
    rf"\b(?i:such as|e\.?g\.?,?|for (?:example|instance),?|including|like|namely)\s+(?:the )?{_NAMES}$"
)
_RESULT: Final = re.compile(
    r"\b(?:outperform\w*|surpass\w*|exceed\w*|beat(?:s|en)?|achiev\w+|attain\w*|obtain\w*|reach(?:es|ed)?|"
    r"scor(?:es|ed)|"
    r"yield\w*|perform(?:s|ed|ance)?|accurac\w+|results?|better|worse|higher|lower|faster|slower|improv\w+|gains?|"
    r"drops?|"
    r"comparable|competitive|superior|inferior|ahead|fails?|failed|tends?|converges?)\b",
    re.I,
)
_PERFORMS: Final = re.compile(
    r"\b(?:performance|performs?|accurac\w+|results?|scores|comparable|competitive|outperform\w*)\b", re.I
)
_BESIDE: Final = re.compile(r"\bcompar(?:ed|ing|ison|isons|able) (?:\w+ )?(?:to|with|against|between)\b", re.I)
_VALUE: Final = re.compile(r"(?<![\w.-])\d+(?:\.\d+)?\s*%|(?<![\w.-])\d+\.\d+(?![\w.-])")
_DEED: Final = re.compile(
    r"\b(?:compar|evaluat|test|report|us(?:e|es|ed|ing)\b|train|pre-?train|fine-?tun|measur|appl|adopt|employ|"
    r"utili[sz]|"
    r"leverag|run\b|ran\b|conduct|perform|experiment|includ|show|list|present|provid|give|benchmark|comput|implement|"
    r"reproduc|re-?run|re-?implement|evaluat|choos|chose|select|sampl|collect|extract|retriev|obtain|take\b|took\b|"
    r"build|built|construct|creat|initiali[sz]|start|prompt|query|annotat|adapt|modif|extend|replac|combin|attack|"
    r"examin|analy[sz]|investigat|consider|follow|assess|probe|verif|validat|visuali[sz]|translat|filter|pick|rely|"
    r"plug|align|set\b|averag|merg|add)\w*",
    re.I,
)
_SET_AGAINST: Final = re.compile(
    r"(?<![\w-])(?:compar|evaluat|test|benchmark|report|run\b|ran\b|experiment|examin|assess|includ|consider|list|present|show|"
    r"measur|reproduc|re-?run|re-?implement|implement|baselines?\b|competitors?\b|rivals?\b|train|fine-?tun|"
    r"appl(?:y|ied|ies)\b|"
    r"attack|average|probe|analy[sz]|prompt)\w*",
    re.I,
)
"""What is done with a thing that others are compared with: to build on it is none of that."""
_DONE_TO: Final = re.compile(
    r"\b(?:is|are|was|were|been|being) (?:\w+ly |also |then |first |further )?(?:compar|evaluat|test|us(?:ed)\b|train|"
    r"pre-?train|fine-?tun|applied|adopt|employ|run\b|benchmark|sourc|taken|drawn|collect|extract|sampl|select|implement|"
    r"initiali[sz]|obtain|built|construct|includ|report|measur|comput|perform|conduct|prompt|processed|generat|"
    r"translat|"
    r"assess|validat|done|carried|provided|chosen)\w*",
    re.I,
)
_TRIED_ON: Final = re.compile(
    r"\b(?:experiment\w*|evaluat\w*|results?|test(?:s|ed|ing)?|train(?:ed|ing)|fine-?tun\w+|runs?) "
    r"(?:\w+ ){0,3}(?:on|with|using|over|against)\b(?!.*\b(?:in|by) (?:prior|previous|earlier)\b)",
    re.I,
)
"""Experiments named by what they are on: "experiments on X show"."""
_OTHERS: Final = re.compile(
    r"\bet al\b|\b(?:prior|previous|earlier|existing|recent|past|other|related|concurrent|several|many|some|"
    r"numerous|most) "
    r"(?:works?|studies|papers|methods|approaches|research|authors|efforts|literature|models|algorithms)\b|"
    r"\b(?:researchers|others|recently|in the literature|have been (?:proposed|developed|introduced|studied))\b",
    re.I,
)
_ASIDE: Final = re.compile(
    r"^\s*(?:note|notice|recall|remark|observe|remember)(?: here)? that\b|^\s*[-*]?\s*N\.?B\.?", re.I
)
_ABLE: Final = re.compile(
    r"\b(?:can|could|may|might|would)(?: \w+ly| also| then| in principle)* (?:be )?(?:\w+ly )?(?:combin|coupl|extend|"
    r"integrat|incorporat|adapt|appl(?:y|ied)|plug|replac|generali|transfer|benefit|swap|deploy|serv)\w*|"
    r"\b(?:expect|hypothesi[sz]e|conjecture|believe|suspect)s?\b[^.;]*\b(?:would|will|could|may|might)\b",
    re.I,
)
_OWNER: Final = re.compile(r"\b[a-z]+ of (?:the )?$")
"""A name that something belongs to: "the assumption of X"."""
_OFTEN: Final = 3
"""Sentences on a thing from which a paper has it, though none by itself says what was done with it."""
_OPENING: Final = 3
"""Words before a name up to which its clause opens with it."""


_EXPERIMENTS: Final = re.compile(
    r"\b(?:experiment\w*|evaluat\w*|results?|baselines?|set-?ups?|settings?|compar\w*|ablations?|implementation|"
    r"data ?sets?|data|corp(?:us|ora)|benchmarks?|metrics?|measures?|training|performance|analys[ie]s|"
    r"competitors?)\b",
    re.I,
)


def mere_mentions(shown: Sequence[tuple[Line, int, int]], act: Act) -> frozenset[int]:
    """The starts of those places (line, start, end) that merely name a thing, for a claim that asks for ``act``.

    None where all do and they are too many for a mere mention; what a paper is compared with it must have compared.
    """
    passing = [
        (line, start) for line, start, end in shown if in_passing(line, start - line.start, end - line.start, act)
    ]
    counted = {line.text for line, _ in passing if act is not Act.COMPARE or _tells_results(line)}
    if len(passing) == len(shown) and len(counted) >= _OFTEN:
        return frozenset()
    return frozenset(start for _, start in passing)


def in_passing(line: Line, start: int, end: int, act: Act) -> bool:
    """Whether a line merely names a thing, for a claim that asks for ``act``; a heading or a table shows it."""
    if act in (Act.MENTION, Act.EXPLAIN, Act.RELEASE) or line.heading or line.is_table or line.is_caption:
        return False
    return merely_named(line.text, start, end, act=act, results=_tells_results(line))


def _tells_results(line: Line) -> bool:
    """Whether a line stands where a paper tells of its experiments, by the kind or the titles of its section."""
    if line.kind is SectionKind.OTHER or line.kind not in SHOWN_KINDS:
        return _EXPERIMENTS.search(line.under) is not None
    return True


def merely_named(text: str, start: int, end: int, *, act: Act, results: bool) -> bool:
    """Whether the sentence ``text`` merely names what stands at ``start``–``end``, for a claim that asks for ``act``.

    ``results``: the sentence stands where a paper tells of its experiments; a thing described there took part in them.
    """
    text = in_one_line(text)
    flat = _CITED.sub(lambda match: " " * len(match[0]), text)
    before, after = flat[:start], flat[end:]
    cuts = [match.end() for match in _APART.finditer(before)]
    clause = before[cuts[-1] if cuts else 0 :]
    rest = _APART.split(after, maxsplit=1)[0]
    measured = _RESULT.search(f"{clause} {rest}") is not None or (
        results and _VALUE.search(f"{clause} {rest}") is not None
    )
    ours = OURS.search(f"{clause} {rest}") is not None
    if _LIKE.search(clause):
        return not _PERFORMS.search(clause)
    if _UNLIKE.search(clause):
        return not (_RESULT.search(flat) or _VALUE.search(flat))
    owns = _OWNER.search(clause) is not None and act in (Act.COMPARE, Act.TEST)
    kind = _SET_AGAINST if act is Act.COMPARE or owns else _DEED
    deed = (
        _BESIDE.search(clause) is not None
        or _TRIED_ON.search(clause) is not None
        or (ours and kind.search(f"{clause} {rest}") is not None)
        or _DONE_TO.search(f"{clause} {rest}") is not None
    )
    if _SUCH.search(clause):
        return not deed and (not results or _ASIDE.match(flat) is not None or _OTHERS.search(clause) is not None)
    if _ABLE.search(f"{clause} {rest}"):
        return True
    if deed or measured:
        return False
    if owns:
        return True
    if _ASIDE.match(flat) or _OTHERS.search(f"{text[:start]} {rest}"):
        return True
    opens = len(clause.split()) <= _OPENING
    return not results and (opens or act in (Act.COMPARE, Act.TEST))
