"""Find finite verbs and subjects in a reviewer's clause with a word list: no tagger, and no guess beyond the list."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from peerlens.agents.embedded.decompose.verbs import BASES, PASTS, THIRD, third

AUXILIARIES = frozenset(
    "is are was were am has have had do does did can could may might must shall should will would cannot isn't aren't "
    "wasn't weren't hasn't haven't hadn't don't doesn't didn't can't couldn't won't wouldn't shouldn't mightn't "
    "mustn't "
    "it's that's there's they're what's".split()
)
NOUNLIKE = frozenset(
    "results experiments claims uses works models tests reports studies notes limits needs questions figures aims "
    "changes "
    "concerns estimates samples means points states benefits measures matches drops features focuses designs increases "
    "details sets runs scales trains reviews supports finds causes answers details presents drawbacks fits checks "
    "calls "
    "displays experiments helps influences keeps lies likes looks opens promises reads sounds speeds starts stands "
    "transfers treats trusts tries tunes values writes yields".split()
)
_NOUN_BASES = frozenset(
    "access address advance aim answer balance base benefit bias break build call capture cast cause center change "
    "check "
    "claim cluster command compromise concern condition conflict contract control cost count couple cover deal delay "
    "design "
    "detail display draw drive drop end exhibit experiment exploit extract face fall favor favour feature fill "
    "filter fit fix "
    "flow focus force form function gain guarantee guide harm help highlight hold hope host impact increase "
    "influence keep "
    "label lack land last lead lie like limit link list load look lower map mask match matter mean measure mention "
    "mix model "
    "move name need note object offset open order outline pass pay perform pick place plan play plot point pose "
    "present "
    "process progress project promise prompt question quote raise range rank reach read reason release repeat report "
    "result "
    "review rule run sample save scale score segment separate set share shift show signal sort sound span speed "
    "split stack "
    "stand start state stay stem step stick stop store stress structure study suit supply support surprise switch "
    "tackle take "
    "target term test think tie touch trace track trade train transfer transform treat trigger trust try tune turn "
    "update use "
    "view visit wait want win work yield complete correct equal mitigate fail appear consist base approximate".split()
)
_NOUN_BASES = _NOUN_BASES - {"fail", "appear", "consist", "mitigate"}
_SUBJECT_HEADS = frozenset(
    "paper work authors author method approach it which that this model section table figure algorithm study "
    "manuscript "
    "framework submission article he she they we i you also not only still even often clearly further reviewer proof "
    "theorem "
    "analysis experiment dataset system there who appendix abstract introduction procedure step network loss term "
    "strategy "
    "technique architecture idea concept formulation benchmark theory solution pipeline module metric evaluation "
    "implementation setup setting presentation writing contribution assumption problem task then thus therefore "
    "hence".split()
)
_NO_THINGS = frozenset(
    "he she they we i you it which that this who there also not only still even often further then thus".split()
)
_ADVERBS = frozenset("also not only still even often clearly further then thus therefore hence".split())
_PLURAL_PRONOUNS = frozenset("i we they you these those".split())
_NOT_AFTER = frozenset(
    "the a an of in on for with to by from at as and or no any their its this these those such some many several few "
    "all "
    "both more most less new main key first second empirical experimental theoretical numerical".split()
)
NOUNLIKE = NOUNLIKE | {third(base) for base in _NOUN_BASES} - {"lacks", "fails", "performs", "works"}
_SELDOM_NOUNS = frozenset(("uses", "needs"))
"""Words that are verbs after a thing ("BM25 uses stemmed words") though they can be nouns ("common uses of it")."""
_BEFORE_TO = frozenset(("aims", "helps", "needs", "works"))
"""Verbs before "to" ("the objective aims to minimise"), nouns elsewhere."""
_SEEMING = frozenset(("sounds", "looks", "reads"))
"""Verbs before what says how ("the idea sounds plausible"), nouns elsewhere."""
_ENDS_A_NOUN = frozenset(("of", "for", "in", "and", "or", ",", ".", ":", ";", ")", ""))
_DETERMINERS = frozenset("the a an all any no its their this that only not".split())
_AFTER_VERB = frozenset("the a an all any no not only its their to on in that this these with from well".split())
_RELATIVE = frozenset(("that", "which", "who", "whose", "whom", "where"))

_OPINING = re.compile(
    r"^(?:(?:i|we) (?:also )?(?:think|feel|believe|suspect|guess|find|found|understand|agree)(?: that)?"
    r"|(?:in my (?:\w+ )?(?:opinion|view|understanding)"
    r"|to (?:me|my knowledge|the best of my knowledge)),?) (?=\w+ )", re.I,
)  # fmt: skip
_ADVERBIAL = re.compile(
    r"^(?:in|for|on|with|based on|from|under|at|during|after|through|via)\b[^,]{1,60},\s+(?=\w)", re.I
)
TOKEN = re.compile(r"\$[^$\n]+\$|\d[\d.,]*%?|[^\W\d_][\w'’]*(?:[-/.][\w'’]+)*|\S")


class Word(NamedTuple):
    """A token of a clause, lower-cased, with its span in the clause."""

    text: str
    start: int
    end: int


def tokens(clause: str) -> list[Word]:
    return [Word(m.group().lower().replace("’", "'"), m.start(), m.end()) for m in TOKEN.finditer(clause)]


def finite_verb(words: Sequence[Word], *, begin: int = 0) -> int | None:
    """Index of the first finite verb from ``begin`` on, relative clauses skipped; ``None`` where none is certain."""
    fallback: int | None = None
    for index in range(begin, len(words)):
        if not _is_finite(words, index, begin):
            continue
        if index > begin and any(word.text in _RELATIVE for word in words[max(begin, index - 2) : index]):
            before = words[begin].text
            if before not in _RELATIVE and before not in ("this", "it"):
                fallback = index if fallback is None else fallback
                continue
        return index
    return fallback


def _is_manner(word: str) -> bool:
    return word.endswith(("ly", "ble", "ful", "ing", "ive", "ant", "ent")) or word in ("good", "nice", "well", "like")


def _is_finite(words: Sequence[Word], index: int, begin: int) -> bool:
    word = words[index].text
    before = words[index - 1].text if index > begin else ""
    if word in AUXILIARIES:
        return before != "to" and not (word == "can" and before == "the")
    if not before:
        return False
    if word in THIRD:
        if word in NOUNLIKE:
            after = words[index + 1].text if index + 1 < len(words) else ""
            if after in _DETERMINERS and before not in _NOT_AFTER:
                return True
            if (word in _BEFORE_TO and after == "to") or (word in _SEEMING and _is_manner(after)):
                return before not in _NOT_AFTER
            if word in _SELDOM_NOUNS and before not in _NOT_AFTER and not _is_plural(before):
                return after not in _ENDS_A_NOUN and after not in AUXILIARIES and after not in BASES
            return before in _SUBJECT_HEADS and after not in AUXILIARIES and after not in (",", ".", ")", "")
        return before not in _NOT_AFTER
    if word in BASES:
        if (
            word not in _NOUN_BASES
            and before not in _NOT_AFTER
            and before not in ("not", "-", "/")
            and before not in AUXILIARIES
        ):
            return index - begin >= 1
        plural = before in _PLURAL_PRONOUNS or (
            len(before) > 3 and before.endswith("s") and not before.endswith(("ss", "us", "is")) and before not in THIRD
        )
        return plural or (before.endswith("ly") and index - 1 > begin and _is_plural(words[index - 2].text))
    if word.endswith("s") and len(word) > 4 and before in _SUBJECT_HEADS and index + 1 < len(words):
        return words[index + 1].text in _AFTER_VERB and before not in ("also", "not", "only", "this", "that", "further")
    if word in PASTS:
        if before in _ADVERBS and index - 1 == begin:
            return False
        return before in _SUBJECT_HEADS and before not in ("which", "that") and before != "not"
    return False


def _is_plural(word: str) -> bool:
    return word in _PLURAL_PRONOUNS or (len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")))


def has_finite_verb(clause: str) -> bool:
    return finite_verb(tokens(clause)) is not None


_AMOUNTS = frozenset(
    "several many few more less no too only about some two three four five ten long longer much".split()
)


def may_have_verb(clause: str) -> bool:
    """Whether some word of the clause could be its finite verb, be it only by its form."""
    words = tokens(clause)
    if finite_verb(words) is not None:
        return True
    for index in range(1, len(words)):
        word, before = words[index].text, words[index - 1].text
        after = words[index + 1].text if index + 1 < len(words) else ""
        if before in _NOT_AFTER or before in ("not", "-", "/"):
            continue
        if word in THIRD and (word not in NOUNLIKE or after in _AMOUNTS or after[:1].isdigit()):
            return True
        if (word in BASES or word in PASTS) and (after in _DETERMINERS or _is_plural(before)):
            return True
        if before.endswith("ly") and len(before) > 4 and word.endswith(("s", "ed")) and after:
            return True
        if (
            _is_plural(word)
            and after in _DETERMINERS | {"out", "up", "down", "away", "off", "some"}
            and not _is_plural(before)
        ):
            return True
    return False


def subject_of(clause: str) -> str | None:
    """The words before the first finite verb, where they can be a subject of at most fourteen words."""
    clause = _ADVERBIAL.sub("", _OPINING.sub("", clause))
    words = tokens(clause)
    verb = finite_verb(words)
    if not verb or verb > 14:
        return None
    found = clause[words[0].start : words[verb - 1].end]
    found = re.sub(
        r"^(?:however|moreover|furthermore|also|additionally|in addition|in particular|overall|finally|but"
        r"|and),?\s+", "",
        found, flags=re.I,
    )  # fmt: skip
    found = re.sub(r"\s+(?:also|only|still|even|often|clearly|further|simply|just|then)$", "", found)
    if (
        not found
        or "," in found
        or found.lower() in ("i", "we", "one", "you", "there", "what")
        or re.match(r"(?:in|on|for|from|with|at|by|as|to|if|when)\b", found, re.I)
    ):
        return None
    return found


def names_a_thing(subject: str) -> bool:
    """Whether a noun phrase is about the paper, its method, data or parts: what an "it" may safely stand for."""
    head = (
        re.split(r"\s(?:of|for|in|on|with|to|from|that|which|about|between|by)\s", subject)[0]
        .split()[-1]
        .lower()
        .strip("*")
    )
    return head in _SUBJECT_HEADS - _NO_THINGS and not head.endswith("ly")


def is_plural_subject(subject: str) -> bool:
    """Whether a noun phrase takes "are": by "and", by pronoun, by the ending of its head."""
    if re.search(r"\band\b", subject) or subject.lower() in ("they", "we", "these", "those"):
        return True
    head = re.split(r"\s(?:of|for|in|on|with|to|from|that|which|about|between)\s", subject)[0].split()[-1].lower()
    return head in ("data", "people", "criteria") or (
        head.endswith("s") and not head.endswith(("ss", "us", "is", "'s")) and head not in ("analysis", "basis", "bias")
    )
