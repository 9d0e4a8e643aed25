"""Noun phrases of claims: the thing itself, its restrictions, lists of things, and what only trails behind."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from peerlens.agents.embedded.concepts import concepts_in
from peerlens.agents.embedded.names import names_in
from peerlens.agents.embedded.wording import Act, telling

_F: Final = re.IGNORECASE
_PREPOSITION: Final = re.compile(
    r"\s+(?=(?:on|of|for|in|with|at|under|between|across|about|regarding|concerning|over|from|to|by|against|within|"
    r"during|using|via|when|that|which|"
    r"where|besides|beyond|than|as|into|through|among|towards?|after|before|without|used|reported|described|"
    r"performed|obtained|based|involving)\b)",
    _F,
)
_AMOUNT: Final = re.compile(
    r"^(?:an? )?(?:whole |large |great |wide |small |vast )?(?:lots?|plenty|number|variety|range|body|bunch|couple|set|"
    r"majority|handful|few|several|many|most|some) of (?:the |these |those )?(?=\w)",
    _F,
)
"""How many of a thing: of "a lot of methods", it is methods."""
_ROLE: Final = re.compile(
    r"^as\s+(?:an?\s+|the\s+|its\s+|their\s+)?(?:\w+\s+){0,2}?(?P<role>measures?|metrics?|baselines?|comparisons?|"
    r"datasets?|benchmarks?|test ?beds?|optimi[sz]ers?|backbones?|"
    r"features?|inputs?|limitations?|related work|tasks?|reference)\s*$",
    _F,
)
_HEADS: Final = {
    Act.COMPARE: "comparison comparisons contrast",
    Act.MENTION: "mention mentions reference references citation citations discussion discussions acknowledgement "
    "comment",
    Act.TEST: "experiment experiments evaluation evaluations test tests testing analysis analyses study investigation "
    "examination result results validation",
    Act.EXPLAIN: "explanation explanations justification justifications rationale motivation reason reasons intuition "
    "clarification",
}
_HEAD_ACT: Final = {word: act for act, words in _HEADS.items() for word in words.split()}
_LIST: Final = re.compile(
    r"\s*[,(]?\s*(?:such as|including|like|e\.g\.,?|namely|for example|for instance|in particular|specifically)\s+", _F
)
_SHORT: Final = 4
_TAIL: Final = re.compile(
    r"(?:,\s+(?:so|thus|hence|which|making|raising|leading|leaving|limiting|suggesting|indicating|thereby|therefore|"
    r"and therefore|and thus|although|even though|"
    r"whereas|because|despite|causing|weakening|undermining|calling|casting|implying|preventing|potentially|as this|"
    r"since|and so|thereby|reducing|creating|questioning)\b"
    r"|\s+(?:even though|although|despite|because|which (?:is|are|would|makes|raises|may|could|limits)|making it|"
    r"raising (?:doubts?|concerns?|questions?))\b"
    r"|;\s)(?P<tail>.*)$",
    _F,
)


@dataclass(frozen=True, slots=True)
class Target:
    """The thing a claim is about and what it must meet besides. ``named``: it goes by a name."""

    target: str
    restrictions: tuple[str, ...]
    act: Act | None
    named: bool


def tail_of(statement: str) -> tuple[str, str]:
    """A statement and the comment trailing behind it ("…, which limits the conclusions")."""
    found = _TAIL.search(statement)
    if found is None or found.start() < 18:
        return statement, ""
    return statement[: found.start()].strip(" ,"), found[0].strip(" ,;")


def items_of(phrase: str, *, force: bool = False) -> tuple[str, ...]:
    """The members of a list of things; the phrase itself when it is no list. ``force``: whatever they are."""
    if found := _LIST.search(phrase):
        items = _split(phrase[found.end() :].strip(" ()."), force=True)
        if items and all(names_in(f"x {item}") or concepts_in(item) for item in items):
            return items
        if _is_example(given := phrase[found.end() :].strip(" ()."), found[0]):
            return (given,)
        return (phrase[: found.start()].strip(" ,("),) if phrase[: found.start()].strip() else (phrase,)
    return _split(phrase, force=force) or (phrase,)


def _is_example(given: str, opening: str) -> bool:
    """Whether what an opening gives is one short thing: of "baselines such as random sampling", that is missing."""
    by_name = bool(names_in(f"x {given}") or concepts_in(given))
    short = len(given.split()) <= _SHORT and not re.search(r"[,;]|\b(?:and|or|etc)\b", given)
    return short and (by_name or ("like" not in opening.lower() and bool(telling(given))))


def _split(phrase: str, *, force: bool) -> tuple[str, ...]:
    alternatives = re.search(r"\b(?:or|nor)\b", phrase, _F) is not None
    pieces = re.split(
        r"\s*,\s*(?:and/or|and|or|nor)\s+|\s*,\s*|\s+(?:and/or|and|or|nor|as well as)\s+", phrase.strip(" ,."), flags=_F
    )
    pieces = [
        re.sub(r"^(?:either|both|any|a|an|the|no|nor|neither)\s+", "", piece.strip(), flags=_F) for piece in pieces
    ]
    pieces = [piece for piece in pieces if piece and piece.lower() not in ("etc", "etc.", "others", "so on", "more")]
    if len(pieces) < 2 or len(pieces) > 6 or any(len(piece.split()) > 7 for piece in pieces):
        return ()
    if _shared_head(pieces):
        return ()
    resolved = [bool(concepts_in(piece)) or bool(names_in(f"x {piece}")) for piece in pieces]
    if (
        force
        or all(resolved)
        or (alternatives and all(telling(piece) for piece in pieces) and not _PREPOSITION.search(pieces[0]))
    ):
        return tuple(pieces)
    if any(resolved) and all(
        resolved[i] or re.search(r"\d|\b(?:mean|average|two|three|four|five|six|ten)\b", p)
        for i, p in enumerate(pieces)
    ):
        return tuple(pieces)
    return ()


def _shared_head(pieces: list[str]) -> bool:
    """Whether the first piece ends in a word that lacks its noun: "X on benchmark | real datasets" is no list."""
    cuts = [match.end() for match in _PREPOSITION.finditer(pieces[0])]
    if not cuts or _PREPOSITION.search(pieces[-1]):
        return False
    last = re.sub(r"^\w+\s+(?:the |a |an |its |their |both )?", "", pieces[0][cuts[-1] :], flags=_F)
    return len(last.split()) == 1 and len(pieces[-1].split()) == 2 and not names_in(f"x {last}")


def split_target(phrase: str) -> Target:
    """Tell the thing from its restrictions. A general head ("experiment on X") hands over to what it is on."""
    phrase = _AMOUNT.sub("", phrase.strip(" .,;:"))
    chunks = _chunks(phrase)
    head, tails = chunks[0], chunks[1:]
    act: Act | None = None
    kept: list[str] = []
    for tail in tails:
        if role := _ROLE.match(tail):
            act = Act.COMPARE if role["role"].lower().startswith(("baseline", "comparison")) else act or Act.REPORT
        else:
            kept.append(tail)
    last = re.findall(r"[\w-]+", head.lower())[-1:] or [""]
    act = act or _HEAD_ACT.get(last[0])
    general = not telling(head) and not concepts_in(head) and not names_in(f"x {head}")
    if (general or last[0] in ("detail", "details", "information")) and kept:
        inner = re.sub(r"^\w+\s+(?:the |a |an |any |its |their )?", "", kept[0])
        deeper = split_target(" ".join([inner, *kept[1:]]))
        own = tuple(telling(head)) if not general else ()
        return Target(deeper.target, (*own, *deeper.restrictions), act or deeper.act, deeper.named)
    return Target(head, tuple(kept), act, bool(names_in(f"x {head}")))


def _chunks(phrase: str) -> list[str]:
    """The phrase cut before its prepositions, never inside a name or a term of the lexicon."""
    shields = [(mention.start, mention.end) for mention in concepts_in(phrase)]
    for name in names_in(f"x {phrase}"):
        at = phrase.find(name)
        if at >= 0:
            shields.append((at, at + len(name)))
    cuts = [
        match.start()
        for match in _PREPOSITION.finditer(phrase)
        if match.start() > 0 and not any(start < match.start() < end for start, end in shields)
    ]
    edges = [0, *cuts, len(phrase)]
    return [phrase[start:end].strip() for start, end in pairwise(edges) if phrase[start:end].strip()]
