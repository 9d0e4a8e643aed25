"""Number the claims and requests of a review, merge what it says twice, and resolve what points back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from peerlens.agents.duplicates import point_key
from peerlens.agents.embedded.decompose.layout import Stretch, Why
from peerlens.agents.embedded.decompose.plain import sentence
from peerlens.agents.embedded.decompose.pronouns import expletive
from peerlens.agents.embedded.decompose.stance import kind_of, stance_of
from peerlens.agents.embedded.decompose.verbs import BASES, THIRD
from peerlens.agents.embedded.decompose.words import tokens
from peerlens.schema import Ask, Claim, Decomposition, Review, Unused


@dataclass(frozen=True, slots=True)
class Piece:
    """A claim or request before it has an id."""

    start: int
    end: int
    text: str
    stretch: Stretch
    concession: bool = False
    asks: bool = False


_SEE = re.compile(
    r"\b(?:see|cf\.?|as in|as (?:mentioned|noted|stated|discussed|said) in|similar to|same as|refer to|related to"
    r"|like)\s+(?:also\s+)?(?:my\s+|the\s+)?(?P<kind>point|item|weakness|concern|comment|question)?s?\s*#?\s*"
    r"(?P<ref>[WQS]?\d{1,2}(?:\.\d+)?)\b",
    re.I,
)
_SAME_AS = re.compile(
    r"^(?:the )?same (?:as|concern as|comment as|issue as|holds as|problem as)\s+(?:in\s+)?(?:point|item|weakness"
    r"|concern|comment|above|number|no\.?)?\s*#?\s*(?P<ref>[WQS]?\d{1,2}(?:\.\d+)?)"
    r"(?:\s+above)?,?\s*(?:but\s+)?(?P<rest>.*?)[.\s]*$",
    re.I | re.S,
)
_BACK = re.compile(
    r"^(?:this|that|these|those|which)\s+(?:is|are|was|were|does|do|makes?|would|could|can|may|might|will|has|have"
    r"|also|seems?|raises?|limits?|leads?"
    r"|means?|suggests?|implies|weakens?|casts?|undermines?|shows?|indicates?|results?|hurts?|reduces?|issue"
    r"|limitation|lack|omission|problem|concern|weakness|gap|drawback|fact|makes)\b",
    re.I,
)
_UNRESOLVED = re.compile(
    r"^(?:it|they|its|their)(?:['’]s)?\b"
    r"|^(?:this|that|these|those|such|both|the (?:former|latter|second|first) one|the latter"
    r"|the former) (?:\w+ )?(?!(?:papers?"
    r"|works?|manuscript|submission|article|study|section|review)\b)[\w-]+\b",
    re.I,
)
_OWN = re.compile(
    r"^(?:this|these|such|that) (?:\w+ )?(?:papers?|works?|manuscript|submission|article|study|an?)\b", re.I
)


def link(review: Review, pieces: Sequence[Piece], unused: Sequence[Unused]) -> Decomposition:
    """Make the records: ids in the order of the review, duplicates merged, references to other points resolved."""
    claims: list[Claim] = []
    asks: list[Ask] = []
    dropped = list(unused)
    seen: dict[tuple[str, ...], Claim] = {}
    covered = [(piece.start, piece.end) for piece in pieces if piece.asks]
    for piece in pieces:
        if piece.asks:
            asks.append(_ask(review, piece, len(asks) + 1))
            continue
        text, depends = _resolved(piece, review.text[piece.start : piece.end], claims)
        if text is None:
            dropped.append(Unused(start=piece.start, end=piece.end, why=Why.POINTER.value))
            continue
        key = point_key(text)
        if key in seen:
            if not any(low <= piece.start and piece.end <= high for low, high in covered):
                dropped.append(Unused(start=piece.start, end=piece.end, why=f"{Why.DUPLICATE.value} ({seen[key].id})"))
            continue
        claim = _claim(review, piece, text, number=len(claims) + 1, depends=depends)
        covered.append((piece.start, piece.end))
        seen[key] = claim
        claims.append(claim)
    free = [span for span in dropped if not any(low <= span.start and span.end <= high for low, high in covered)]
    return Decomposition(
        claims=tuple(claims), asks=tuple(asks), unused=tuple(sorted(free, key=lambda span: (span.start, span.end)))
    )


def points_back(clause: str) -> bool:
    """Whether a clause only says "same as point 2"."""
    return bool(_SAME_AS.match(clause.strip()))


def _resolved(piece: Piece, quote: str, claims: Sequence[Claim]) -> tuple[str | None, str | None]:
    """Text of a claim with its reference to another point resolved, and the id of the claim it rests on."""
    quote_same = _SAME_AS.match(piece.text)
    if quote_same:
        target = _by_ref(quote_same["ref"], piece, claims)
        if target is None:
            return None, None
        rest = quote_same["rest"].strip()
        return (sentence(f"{target.text.rstrip('.')}, {rest}") if rest else target.text), target.id
    for seen in _SEE.finditer(quote):
        target = _by_ref(seen["ref"], piece, claims)
        if target is not None and target.source.ref != piece.stretch.source.ref:
            return piece.text, target.id
    back = (
        _BACK.match(piece.text)
        or _is_bare_demonstrative(piece.text)
        or (_UNRESOLVED.match(piece.text) and not expletive(piece.text) and not _OWN.match(piece.text))
    )
    if back and claims and claims[-1].source.field == piece.stretch.source.field:
        return piece.text, claims[-1].id
    return piece.text, None


def _is_bare_demonstrative(text: str) -> bool:
    first = tokens(text)[:2]
    return (
        len(first) == 2
        and first[0].text in ("this", "these", "that", "those")
        and (first[1].text in THIRD or first[1].text in BASES)
    )


def _by_ref(ref: str, piece: Piece, claims: Sequence[Claim]) -> Claim | None:
    """The claim the reviewer numbered so; a bare number also means "W2" or "Q2" of the same field, then of any."""
    wanted = ref.casefold()
    pools = ([c for c in claims if c.source.field == piece.stretch.source.field], list(claims))
    for pool in pools:
        for names in ({wanted}, {f"w{wanted}", f"q{wanted}", f"s{wanted}"}, {wanted.lstrip("wqs")}):
            for claim in pool:
                if (claim.source.ref or "").casefold() in names:
                    return claim
    return None


def _claim(review: Review, piece: Piece, text: str, *, number: int, depends: str | None) -> Claim:
    source = piece.stretch.source
    return Claim(
        id=f"{review.id}.c{number}", review_id=review.id, text=text, quote=review.text[piece.start : piece.end],
        start=piece.start, end=piece.end, source=source, kind=kind_of(text),
        stance=stance_of(text, field=source.field, concession=piece.concession), depends_on=depends,
    )  # fmt: skip


def _ask(review: Review, piece: Piece, number: int) -> Ask:
    return Ask(
        id=f"{review.id}.q{number}", review_id=review.id, text=piece.text, quote=review.text[piece.start : piece.end],
        start=piece.start, end=piece.end, source=piece.stretch.source,
    )  # fmt: skip
