"""Read the reviews of one file, whatever form they come in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from peerlens.errors import ReviewError
from peerlens.reviews.assembly import Draft, assemble, given_ids
from peerlens.reviews.decoding import MAX_BYTES, Decoded, decode, too_big
from peerlens.reviews.forms import Stretch
from peerlens.reviews.rows import from_json, from_jsonl
from peerlens.reviews.sizes import refusal_of_all
from peerlens.reviews.tabular import from_csv, looks_tabular
from peerlens.schema import Review

_PROSE = frozenset({".txt", ".md", ".markdown", ".mmd", ".text", ".rst", ".tex", ".html", ".htm"})


@dataclass(frozen=True, slots=True)
class ReviewInput:
    """A file that holds reviews, or its bytes. ``name`` is how messages and ``Review.source`` call it."""

    source: Path | bytes
    name: str


@dataclass(frozen=True, slots=True)
class UnreadInput:
    """An input, by its place from 1, of which no review could be read, and why."""

    place: int
    error: ReviewError


def read_reviews(source: Path | bytes, *, name: str) -> tuple[Review, ...]:
    """The reviews of a file, or of bytes read from standard input, in their order.

    ``name`` is how messages and ``Review.source`` call the input. Raises ``ReviewError`` for what holds no review.
    """
    return read_all([ReviewInput(source, name)])


def read_all(inputs: Sequence[ReviewInput]) -> tuple[Review, ...]:
    """The reviews of several inputs, numbered through all of them; an id given with one is no other's.

    Raises ``ReviewError`` for the first that holds no review.
    """
    reviews, unread = read_what_can_be(inputs)
    if unread:
        raise unread[0].error
    return reviews


def read_what_can_be(inputs: Sequence[ReviewInput]) -> tuple[tuple[Review, ...], tuple[UnreadInput, ...]]:
    """As ``read_all``, but what cannot be read costs the others nothing, their numbers least of all."""
    read: list[tuple[ReviewInput, tuple[Draft, ...] | ReviewError]] = []
    for one in inputs:
        try:
            read.append((one, _drafts_of(one)))
        except ReviewError as exc:
            read.append((one, exc))
    kept = [name for _, drafts in read if isinstance(drafts, tuple) for name in given_ids(drafts)]
    reviews: list[Review] = []
    unread: list[UnreadInput] = []
    taken: list[str] = []
    number = 1
    for place, (one, drafts) in enumerate(read, start=1):
        try:
            if isinstance(drafts, ReviewError):
                raise drafts
            found = assemble(drafts, source=one.name, first=number, taken=taken, kept=kept)
            number += len(found)
            taken += [review.id for review in found]
            _check_sizes(found, name=one.name)
            reviews += found
        except ReviewError as exc:
            number += exc is drafts
            unread.append(UnreadInput(place, exc))
    return tuple(reviews), tuple(unread)


def _drafts_of(one: ReviewInput) -> tuple[Draft, ...]:
    decoded = decode(bytes_of(one.source, name=one.name), name=one.name)
    suffix = one.source.suffix.casefold() if isinstance(one.source, Path) else ""
    drafts = _drafts(decoded, suffix=suffix, name=one.name)
    if not decoded.warnings:
        return drafts
    return tuple(Draft(d.given_id, d.stretches, d.rows, (*decoded.warnings, *d.warnings)) for d in drafts)


def _check_sizes(reviews: tuple[Review, ...], *, name: str) -> None:
    """Refuse input in which there is nothing to judge. Of several, those too long are refused when they are judged."""
    if not any(review.text.strip() or review.ready for review in reviews):
        raise ReviewError(
            f"review {name}: holds no review text", hint='expected text, {"review": "…"}, a list, or OpenReview notes'
        )
    if (refused := refusal_of_all(reviews)) is not None:
        raise refused


def bytes_of(source: Path | bytes, *, name: str) -> bytes:
    """The bytes of a regular file of a size that can be accepted. Raises ``ReviewError``."""
    if isinstance(source, bytes):
        return source
    if source.is_dir():
        raise ReviewError(f"review {name}: this is a folder", hint="name the review's file")
    if source.exists() and not source.is_file():
        raise ReviewError(f"review {name}: not a regular file", hint="save it to a file, or pass - for standard input")
    try:
        if source.stat().st_size > MAX_BYTES:
            raise too_big(name)
        return source.read_bytes()
    except FileNotFoundError as exc:
        raise ReviewError(f"review {name}: no such file", hint="check the path") from exc
    except OSError as exc:
        raise ReviewError(f"review {name}: cannot be read ({exc.strerror})", hint="check its permissions") from exc


def _drafts(decoded: Decoded, *, suffix: str, name: str) -> tuple[Draft, ...]:
    text = decoded.text
    if suffix in {".csv", ".tsv"}:
        return from_csv(text, name=name)
    if suffix in {".jsonl", ".ndjson"}:
        return from_jsonl(text, name=name)
    if suffix == ".json" or (suffix not in _PROSE and text.lstrip()[:1] in ("{", "[") and _is_json(text)):
        return _json_or_lines(text, name=name)
    if suffix not in _PROSE and looks_tabular(text):
        return from_csv(text, name=name)
    return (Draft(None, (Stretch(None, text),)),)


def _json_or_lines(text: str, *, name: str) -> tuple[Draft, ...]:
    """A ``.json`` file may hold JSON lines: read it as such when its first line alone is a whole object."""
    first, _, rest = text.strip().partition("\n")
    if rest.strip() and first.startswith("{") and first.rstrip().endswith("}"):
        return from_jsonl(text, name=name)
    return from_json(text, name=name)


def _is_json(text: str) -> bool:
    try:
        _json_or_lines(text, name="")
    except ReviewError:
        return False
    return True
