"""Make the record of a review from what a reader found in a file: ids, joined text, named stretches."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from peerlens.reviews.cleaning import clean, has_hidden_comment
from peerlens.reviews.decoding import newlines, storable
from peerlens.reviews.forms import Stretch
from peerlens.reviews.headings import split_fields
from peerlens.schema import PaperWarning, ReadyClaim, Review, ReviewField

_HARMLESS_ID = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_-]|\.(?=[A-Za-z0-9])){0,63}\Z")


@dataclass(frozen=True, slots=True)
class Row:
    """One row of ready-made claims."""

    claim_id: str | None
    text: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A review as found: the id given with it, its fields as they came, or its rows of ready-made claims."""

    given_id: str | None
    stretches: tuple[Stretch, ...] = ()
    rows: tuple[Row, ...] | None = None
    warnings: tuple[PaperWarning, ...] = field(default=())


def assemble(
    drafts: Sequence[Draft], *, source: str, first: int = 1, taken: Collection[str] = (), kept: Collection[str] = ()
) -> tuple[Review, ...]:
    """Number and join the reviews of one file, the first of them at place ``first`` among all of a run.

    ``taken``: ids that other reviews of the run have; ``kept``: ids given with reviews of the run, which no other gets.
    """
    used = {name.casefold() for name in taken}
    others = {name.casefold() for name in kept} | {name.casefold() for name in given_ids(drafts)}
    reviews = []
    for position, draft in enumerate(drafts, start=first):
        identity = _identity(draft.given_id, position=position, used=used, kept=others)
        used.add(identity.casefold())
        reviews.append(_ready(draft, identity, source) if draft.rows is not None else _free(draft, identity, source))
    return tuple(reviews)


def given_ids(drafts: Sequence[Draft]) -> tuple[str, ...]:
    """The ids given with these reviews that a report can call them by."""
    return tuple(one.given_id for one in drafts if one.given_id is not None and _HARMLESS_ID.match(one.given_id))


def _identity(given: str | None, *, position: int, used: Collection[str], kept: Collection[str]) -> str:
    if given is not None and _HARMLESS_ID.match(given) and given.casefold() not in used:
        return given
    number = position
    while f"r{number}" in used or f"r{number}" in kept:
        number += 1
    return f"r{number}"


def _free(draft: Draft, identity: str, source: str) -> Review:
    parts: list[str] = []
    fields: list[ReviewField] = []
    warnings = list(draft.warnings)
    length = 0
    for stretch in draft.stretches:
        text = clean(newlines(storable(stretch.text)))
        if has_hidden_comment(stretch.text):
            message = "an HTML comment, which the form does not show, was left out"
            warnings.append(PaperWarning(code="hidden_text", message=message))
        if not text:
            continue
        if parts:
            length += 2
        fields += split_fields(text, length, name=stretch.name)
        parts.append(text)
        length += len(text)
    return Review(id=identity, source=source, text="\n\n".join(parts), fields=tuple(fields), warnings=tuple(warnings))


def _ready(draft: Draft, identity: str, source: str) -> Review:
    rows = draft.rows or ()
    parts: list[str] = []
    ready: list[ReadyClaim] = []
    length = 0
    for row in rows:
        text = storable(row.text)
        claim_id = None if row.claim_id is None else storable(row.claim_id)
        ready.append(ReadyClaim(claim_id=claim_id, start=length, end=length + len(text)))
        parts.append(text)
        length += len(text) + 1
    return Review(id=identity, source=source, text="\n".join(parts), ready=tuple(ready), warnings=tuple(draft.warnings))
