"""Whether a sentence says what a statement says, but of another name: who stands in the claim's place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from peerlens.agents.embedded.names import expansions, name_pattern, nameless, names_in, spelled_out
from peerlens.agents.embedded.nearest import Statement, named_in
from peerlens.agents.embedded.numbers.metrics import METRIC
from peerlens.agents.embedded.own import own_names
from peerlens.agents.embedded.reading import Line, Reading, unmarked
from peerlens.agents.embedded.wording import telling

_OURS: Final = re.compile(r"\b(?:we|our|ours|this (?:work|paper|method|approach|model)|(?:the )?proposed)\b", re.I)
"""What stands for a name in a sentence that does not repeat it."""
_LINKED: Final = re.compile(
    r"\b(?:it|its|they|their|them|this|these|those|such|both|same|latter|former|all|other)\b", re.I
)
"""What leads back to names in the sentences before."""
_OPENING: Final = 40
"""Characters within which a sentence says that it goes on from the one before."""
_BEFORE: Final = 3
_CONDITION: Final = re.compile(r"^(?:when|if|in|on|for|under|with|as|while|although|among|by)\b[^,]*,\s*", re.I)
_LEAD: Final = re.compile(r"^(?:\w+ly|Moreover|However|Also|Thus|Hence|Here|Overall|In particular|In addition),\s*")
_PLACED: Final = re.compile(r"^(?:In|On|For|Under|With|At|Across|Within)(?: [\w-]+){1,4} (?=$|the $)")
"""A place or condition that a name follows without a comma."""
_LISTED: Final = re.compile(r"[\w@+-]+(?:, (?:and )?[\w@+-]+)+(?:,? and [\w@+-]+)?|[\w@+-]+ and [\w@+-]+")
_PARTS: Final = re.compile(r"[\s_-]+")
_FORMULA: Final = re.compile(r"\\\(.*?\\\)|\\\[.*?\\\]|\$[^$]+\$", re.S)
_LEFT: Final = 3
_RIGHT: Final = 4
_SAME_WORDS: Final = 2
"""Telling words beside two names from which the one stands in the other's place."""
_CITATION: Final = re.compile(r"\([^()]*\d{4}[^()]*\)|\[[\d,\s]+\]|\b[A-Z][\w-]+ et al\.?")
_CITED: Final = re.compile(r"\bet al\b")


@dataclass(frozen=True, slots=True)
class Substitute:
    """A name of the statement that a sentence lacks, and the name that the sentence has instead.

    ``same_slot``: the build of both says that the one stands where the other does.
    """

    asked: str
    given: str
    same_slot: bool


def substitute(statement: Statement, line: Line, reading: Reading) -> Substitute | None:
    """The name that a sentence has where the statement has another; ``None`` where it may speak of the same."""
    text = unmarked(line.text)
    prose = unmarked(_FORMULA.sub(" ", line.text))
    others = [
        name for name in names_in(prose) if not _has(statement.text, name, reading.text) and not _is_cited(name, prose)
    ]
    if not others:
        return None
    own = own_names(reading)
    near = unmarked(f"{reading.context(line)} {reading.said_in(line.passage)} {line.under}")
    linked = line.is_table or _LINKED.search(text, 0, _OPENING) is not None
    for asked in statement.names if _OURS.search(text) else (*statement.names, *statement.own):
        if named_in(asked, text, reading):
            continue
        around = named_in(asked, near, reading)
        for given in others:
            if same_family(asked, given):
                continue
            if not around or not linked:
                slot = _same_slot(asked, statement.text, given, text)
                ours = any(name_pattern(one).search(given) for one in own)
                if slot or (not around and not ours and _measured(given, text) == _measured(asked, statement.text)):
                    return Substitute(asked, given, slot)
    return None


def same_family(one: str, other: str) -> bool:
    """Whether two names share a word, or the one is a beginning of the other: they may name the same thing."""
    first, second = one.lower(), other.lower()
    if set(_PARTS.split(first)) & set(_PARTS.split(second)):
        return True
    return (
        first.startswith(second) or second.startswith(first) or _contracts(first, second) or _contracts(second, first)
    )


def _contracts(short: str, long: str) -> bool:
    """Whether a name is the beginnings of another's words, in order: "gflownets", "generative flow networks"."""
    words = _PARTS.split(long)
    if len(words) < 2 or not short.isalpha():
        return False
    pattern = "".join(_beginning(word) for word in words if word)
    return re.fullmatch(rf"{pattern}s?", short) is not None


def _beginning(word: str) -> str:
    """A pattern for the first letters of a word, one at least."""
    rest = "|".join(re.escape(word[1:end]) for end in range(len(word), 1, -1))
    return f"{re.escape(word[0])}(?:{rest})?" if rest else re.escape(word)


def _has(statement: str, name: str, paper: str) -> bool:
    """Whether a statement has a name of the paper, its long form or its initials."""
    also = (name, *expansions(name, paper))
    return (
        any(name_pattern(one).search(statement) for one in also)
        or spelled_out(name, statement)
        or any(spelled_out(one, name) for one in names_in(statement))
    )


def _same_slot(asked: str, statement: str, given: str, line: str) -> bool:
    """Whether two names fill one slot: both open their clause, or stand in one list with a third name."""
    if _opens(asked, statement) and _opens(given, line):
        return True
    if len(_beside(asked, statement) & _beside(given, line)) >= _SAME_WORDS:
        return True
    here, there = _listed_with(asked, statement), _listed_with(given, line)
    return any(name_pattern(one).search(other) for one in here for other in there)


def _beside(name: str, text: str) -> frozenset[str]:
    """The stems of the words next to a name, other names left out."""
    found = name_pattern(name).search(text)
    if found is None:
        return frozenset()
    before = nameless(text[: found.start()]).split()[-_LEFT:]
    after = nameless(_CITATION.sub(" ", text[found.end() :])).split()[:_RIGHT]
    return frozenset(telling(" ".join((*before, *after))))


def _listed_with(name: str, text: str) -> list[str]:
    """The names that stand in one list with ``name``."""
    lists = [names_in(found[0]) for found in _LISTED.finditer(text)]
    return [other for listed in lists if name in listed for other in listed if other != name]


def _opens(name: str, text: str) -> bool:
    """Whether a sentence begins with a name, an article, an adverb or a condition before it: it is said of that."""
    found = name_pattern(name).search(text)
    if found is None:
        return False
    before = _PLACED.sub("", _CONDITION.sub("", _LEAD.sub("", text[: found.start()])))
    return len(before.split()) <= _BEFORE and "," not in before


def _measured(name: str, text: str) -> bool:
    """Whether a name is a measure, or stands in a list with one."""
    return any(METRIC.fullmatch(one) for one in (name, *_listed_with(name, text)))


def _is_cited(name: str, line: str) -> bool:
    at = line.find(name)
    return at >= 0 and _CITED.match(line, at + len(name) + 1) is not None
