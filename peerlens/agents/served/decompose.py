"""Take a review apart with a model: sentences and spans are code's, what each of them says is the model's."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final

from pydantic import Field

from peerlens.agents.embedded.decompose.asks import is_question, is_wish
from peerlens.agents.embedded.decompose.layout import Stretch, lay_out, quiet
from peerlens.agents.embedded.decompose.links import Piece, link
from peerlens.agents.embedded.decompose.plain import plain, sentence
from peerlens.agents.embedded.decompose.review import decompose as by_rule
from peerlens.agents.embedded.decompose.tails import rejoined
from peerlens.agents.served.asking import Asking
from peerlens.agents.served.drafts import AtMost, Draft, Sentence, coming_close, sized
from peerlens.prompts import as_data
from peerlens.schema import Claim, Decomposition, Review, Unused
from peerlens.taxonomy import ClaimKind, Stance
from peerlens.text.folding import locate, stem, words

_AT_ONCE: Final = 8
"""Sentences a question; short lists keep small models from losing count."""
_BEFORE: Final = 2
_LONGEST: Final = 400
_SHARED: Final = 0.4
"""Share of a claim's words that must come from its sentence or the ones before it."""
_LONG_WORD: Final = 4
_NEGATION: Final = re.compile(
    r"\b(?:no|not|never|without|none|neither|nor|cannot|lacks?|lacking|missing|absent|fails?|failed|unclear|un\w{4,}|"
    r"insufficient\w*|limited|omits?|omitted|ignores?|ignored|only)\b|n['’]t\b",
    re.I,
)
_NUMBER: Final = re.compile(r"\d+(?:[.,]\d+)*")
_NOT_LOCATED: Final = "not located"
_LEFT_OUT: Final = "left out by the model"
_NOTHING: Final = "neither a claim nor a request"


class Use(StrEnum):
    """What a stretch of a review is."""

    CLAIM = "claim"
    REQUEST = "request"
    NOTHING = "nothing"


class ItemDraft(Draft):
    """One claim or request of one sentence."""

    sentence: Annotated[int, Field(json_schema_extra={"minimum": 1, "maximum": _AT_ONCE})]
    quote: Annotated[str, AtMost(_LONGEST)]
    use: Annotated[
        Use,
        coming_close(Use, {"question": Use.REQUEST, "wish": Use.REQUEST, "statement": Use.CLAIM, "none": Use.NOTHING}),
    ]
    text: Sentence
    stance: Annotated[
        Stance,
        coming_close(
            Stance,
            {"negative": Stance.CRITICISM, "positive": Stance.PRAISE, "neutral": Stance.DESCRIPTION,
             "critique": Stance.CRITICISM, "none": Stance.DESCRIPTION},
        ),
    ]  # fmt: skip
    kind: Annotated[
        ClaimKind, coming_close(ClaimKind, {"opinion": ClaimKind.SUBJECTIVE, "objective": ClaimKind.FACTUAL})
    ]


class ReviewItems(Draft):
    items: Annotated[list[ItemDraft], AtMost(2 * _AT_ONCE)]


@dataclass(frozen=True, slots=True)
class _Made:
    piece: Piece
    stance: Stance
    kind: ClaimKind


async def decompose(review: Review, asking: Asking) -> Decomposition:
    """Claims, requests and unused stretches; every sentence ends in one of the three.

    Headings, tables, reference lists and injected orders are set aside by code and never sent. A quote that cannot be
    located in its sentence drops its item, unless it is the sentence's only one and true to it: that takes the whole.
    Sentences the model leaves out are sent once more, then listed as unused. Ready-made claims are not sent at all.
    """
    if review.ready is not None:
        return by_rule(review)
    text = quiet(review.text)
    stretches = list(rejoined(lay_out(review), review.text))
    prose = [one for one in stretches if one.why is None]
    items = await _items(prose, text, asking)
    unused = [Unused(start=one.start, end=one.end, why=one.why.value) for one in stretches if one.why is not None]
    made: list[_Made] = []
    for at, stretch in enumerate(prose):
        own, why = _made(stretch, items.get(at, []), text, context=_context(prose, at, text))
        made += own
        if not own:
            unused.append(Unused(start=stretch.start, end=stretch.end, why=why))
    parts = link(review, [one.piece for one in made], unused)
    known = {(one.piece.start, one.piece.end, one.piece.text): one for one in made}
    return parts.model_copy(update={"claims": tuple(_as_read(claim, known) for claim in parts.claims)})


async def _items(prose: Sequence[Stretch], text: str, asking: Asking) -> dict[int, list[ItemDraft]]:
    """Items by the position of their sentence in ``prose``. A sentence without any is asked for once more."""
    found: dict[int, list[ItemDraft]] = {}
    for first in range(0, len(prose), _AT_ONCE):
        await _ask(range(first, min(first + _AT_ONCE, len(prose))), prose, text, found, asking)
    silent = [at for at in range(len(prose)) if at not in found]
    for first in range(0, len(silent), _AT_ONCE):
        await _ask(silent[first : first + _AT_ONCE], prose, text, found, asking)
    return found


async def _ask(
    asked: Sequence[int], prose: Sequence[Stretch], text: str, found: dict[int, list[ItemDraft]], asking: Asking
) -> None:
    lines = []
    before = [prose[at] for at in range(max(0, asked[0] - _BEFORE), asked[0])]
    if before:
        lines.append(f"(Before: {as_data(' '.join(_flat(one, text) for one in before))})")
    for number, at in enumerate(asked, start=1):
        source = prose[at].source
        place = ", ".join(one for one in (source.field, source.ref) if one)
        lines.append(f"[S{number}]{f' ({place})' if place else ''} {as_data(_flat(prose[at], text))}")
    reply = await asking.plain(
        "decompose",
        sized(ReviewItems, "items", most=2 * len(asked)),
        values={"sentences": "\n".join(lines)},
    )
    for item in reply.items:
        if 1 <= item.sentence <= len(asked):
            found.setdefault(asked[item.sentence - 1], []).append(item)


def _made(stretch: Stretch, items: Sequence[ItemDraft], text: str, *, context: str) -> tuple[list[_Made], str]:
    """The pieces of a sentence, or why it has none."""
    told = [item for item in items if item.use is not Use.NOTHING]
    if not items:
        return [], _LEFT_OUT
    if not told:
        return [], _NOTHING
    made = []
    for item in told:
        span = locate(item.quote.strip(), text[stretch.start : stretch.end]) if item.quote.strip() else None
        start, end = (stretch.start + span[0], stretch.start + span[1]) if span else (stretch.start, stretch.end)
        said = text[start:end]
        faithful = _faithful(item.text, said, f"{context} {said}")
        if span is None and (len(told) > 1 or not faithful):
            continue
        wording = item.text.strip() if faithful else sentence(plain(said))
        asks = item.use is Use.REQUEST and _may_ask(said, stretch)
        made.append(_Made(Piece(start, end, wording, stretch, asks=asks), item.stance, item.kind))
    return made, _NOT_LOCATED


def _may_ask(said: str, stretch: Stretch) -> bool:
    """Whether the words can be a question or wish at all; a plain statement is a claim, whatever a model calls it."""
    field = stretch.source.field
    return field == "questions" or is_question(said) or is_wish(said, field=field)


def _faithful(wording: str, said: str, context: str) -> bool:
    """Whether a rewording keeps what it must: numbers and negations of the words, and most of its own words from there.

    Where it does not, the reviewer's own words are the claim.
    """
    wording = wording.strip()
    if not wording or len(wording) > _LONGEST:
        return False
    if not set(_NUMBER.findall(wording)) <= set(_NUMBER.findall(context)):
        return False
    if bool(_NEGATION.search(wording)) != bool(_NEGATION.search(said)):
        return False
    own = {stem(word) for word in words(wording)}
    known = {stem(word) for word in words(context)}
    from_here = {stem(word) for word in words(said) if len(word) >= _LONG_WORD}
    return len(own & known) >= _SHARED * len(own) and (not from_here or bool(own & from_here))


def _context(prose: Sequence[Stretch], at: int, text: str) -> str:
    return " ".join(_flat(one, text) for one in prose[max(0, at - _BEFORE) : at + 1])


def _flat(stretch: Stretch, text: str) -> str:
    return " ".join(text[stretch.start : stretch.end].split())


def _as_read(claim: Claim, known: Mapping[tuple[int, int, str], _Made]) -> Claim:
    """Stance and kind as the model read them, where the claim is still the model's own."""
    made = known.get((claim.start, claim.end, claim.text))
    return claim if made is None else claim.model_copy(update={"stance": made.stance, "kind": made.kind})
