"""What a question is about and what would answer it: symbols, names, titles, and the words a reason or a choice "
"shows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from peerlens.agents.embedded.decompose.words import may_have_verb
from peerlens.agents.embedded.names import names_in
from peerlens.agents.embedded.spelling import spelled_out
from peerlens.agents.embedded.wording import content

_EDITORIAL: Final = re.compile(
    r"\b(?:typos?|misspel\w+|spelling|grammar|grammatical|punctuation|proofread\w*|rephras\w+|reword\w*|capitali[sz]ed?"
    r"|capital letters?|italics?|fonts?|legib\w+|readability|page limit|commas?)\b"
    r"|\b(?:unify|unified|consistent|inconsistent|define) (?:\w+ ){0,3}(?:notations?|symbols?|naming|terminology)\b"
    r"|\b(?:notations?|symbols?|naming|terminology) (?:\w+ ){0,3}(?:unified|consistent|simplified)\b"
    r"|\bshould (?:be|read) (?:revised|changed|corrected|replaced|renamed|written|spelled)\b"
    r"|\b(?:be (?:more )?(?:straightforward|concise|clearer|shorter|rewritten|restructured|reorgani[sz]ed))\b"
    r"|\b(?:rewrite|restructure|reorgani[sz]e|shorten|polish)\b"
    r"|\b(?:define|introduce|expand|spell out|explain) (?:\w+ ){1,4}(?:before (?:using|it is used|use|its first)"
    r"|at first use|on first use|when first used)\b"
    r"|\b(?:writing|wording|language|presentation|prose|english) (?:\w+ ){0,4}(?:improved?|polished|confusing|work"
    r"|clearer)\b",
    re.I,
)
_CHOSEN_ASKED: Final = re.compile(
    r"\bhow\b[^?]*\b(?:chosen|choose|chose|selected|select|tuned|tune|picked|pick|determined|determine|decided"
    r"|set)\b",
    re.I,
)
_CHOSEN: Final = re.compile(
    r"\b(?:cho(?:o?se|sen|osing)|select(?:ed|s)?|set (?:to|at|as|by)|we set|tun(?:e|ed|ing)|pick(?:ed)?|determined?"
    r"|grid search|cross-?validat\w+|validation)\b",
    re.I,
)
_EFFECT_ASKED: Final = re.compile(
    r"\bhow\b[^?]*\b(?:matters?|affects?|impacts?|influences?|depends?|changes?|var(?:y|ies)|sensitive|robust|behaves?"
    r"|performs?|scales?)\b|\b(?:effect|impact|influence|role|sensitivity) of\b|\bsensitive to\b",
    re.I,
)
_EFFECT: Final = re.compile(
    r"\b(?:effects?|impact|influence|sensitiv\w+|ablat\w+|var(?:y|ied|ying)|different values|dependent on|depends on"
    r"|across|increas\w+|decreas\w+)\b",
    re.I,
)
_NUMBERING: Final = re.compile(
    r"(?:\b(?:sections?|tables?|tab\.|figures?|fig\.|eqs?\.?|equations?|appendix|algorithms?|theorem|lemma|steps?"
    r"|lines?"
    r"|pages?)|\[[\d, ]*|\bet al\.,?)\s*\(?$",
    re.I,
)
_RUNS: Final = frozenset(content("seeds runs trials repetitions repeats"))
_REPEATED: Final = re.compile(
    r"\b(?P<times>\d+|two|three|four|five|six|seven|eight|nine|ten|twenty) (?:\w+ ){0,2}?(?:times|seeds|runs|trials"
    r"|repetitions|repeats|initiali[sz]ations)\b",
    re.I,
)
_GREEK_NAME: Final = re.compile(
    r"\b(?:alpha|beta|gamma|delta|epsilon|zeta|eta|theta|kappa|lambda|mu|nu|xi|rho|sigma|tau|phi|chi|psi|omega)\b", re.I
)
_NOUNS: Final = (("comparison", "compar"), ("analysi", "analyz"))
_SAME: Final = (*_NOUNS, *((verb, noun) for noun, verb in _NOUNS))
"""Stems of verbs and of their nouns that stemming leaves apart."""
_PARTS: Final = re.compile(r"[A-Za-z]+")


def is_editorial(text: str) -> bool:
    """Whether a wish is about spelling, notation or wording alone: nothing in the paper answers it."""
    return bool(_EDITORIAL.search(text))


def asks_how_chosen(text: str) -> bool:
    return bool(_CHOSEN_ASKED.search(text))


def shows_choice(text: str) -> bool:
    return bool(_CHOSEN.search(text))


def asks_for_effect(text: str) -> bool:
    return bool(_EFFECT_ASKED.search(text))


def shows_effect(text: str) -> bool:
    return bool(_EFFECT.search(text))


def only_numbers_a_place(text: str, start: int, end: int) -> bool:
    """Whether a number is the number of a section, a citation or an item of a list, not a value."""
    return bool(_NUMBERING.search(text[:start])) or bool(
        re.match(r"\)(?!\w)", text[end:]) and "(" not in text[:start][-2:]
    )


def says_how_often(text: str, counted: str) -> bool:
    """Whether the sentence says how many runs or seeds there were, where a question counts those."""
    return bool(_RUNS & set(content(counted))) and bool(_REPEATED.search(text))


def symbols_in(text: str) -> list[str]:
    """The Greek letters a question names, by name and as they are printed."""
    found = {match.group().casefold() for match in _GREEK_NAME.finditer(spelled_out(text))}
    letters = (chr(code) for code in (*range(0x391, 0x3CA), 0x3D1, 0x3D5, 0x3F5))
    return sorted(found) + [one for one in letters if found and spelled_out(one).strip() in found]


def stems_of(text: str, question: str) -> set[str]:
    """The stems of a sentence, with those of the question's words that an acronym in it abbreviates ("OOD")."""
    own = set(content(spelled_out(text)))
    own |= {other for one, other in _SAME if one in own}
    parts = _PARTS.findall(question)
    for acronym in set(re.findall(r"\b[A-Z]{2,6}\b", text)):
        size = len(acronym)
        for at in range(len(parts) - size + 1):
            run = parts[at : at + size]
            if "".join(part[0] for part in run).upper() == acronym:
                own |= set(content(" ".join(run))) | set(content("-".join(run)))
    return own


def is_title(text: str) -> bool:
    """Whether a sentence is a heading set into the text: short, with a capital, without a verb."""
    bare = text.strip().rstrip(".:")
    return len(bare.split()) <= 9 and bare[:1].isupper() and not may_have_verb(bare) and not re.search(r"\d", bare)


def lacks_names(text: str, question: str, names: Sequence[str]) -> bool:
    """Whether a sentence holds none of the names a question asks about."""
    folded = text.casefold()
    return (
        bool(names)
        and not any(name.casefold() in folded for name in names)
        and not stems_of(text, question) & set(content(" ".join(names)))
    )


def names_asked(question: str) -> tuple[str, ...]:
    """Names of things in a question (LoRA, SemanticKITTI), not its first word."""
    return tuple(name for name in names_in(question) if len(name) > 2 and not name.isdigit())
