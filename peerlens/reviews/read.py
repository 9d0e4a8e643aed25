"""Read the reviews of one file, whatever form they come in."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from peerlens.errors import ReviewError
from peerlens.reviews.assembly import Draft, assemble
from peerlens.reviews.decoding import MAX_BYTES, Decoded, decode, too_big
from peerlens.reviews.forms import Stretch
from peerlens.reviews.rows import from_json, from_jsonl
from peerlens.reviews.sizes import refusal_of_all
from peerlens.reviews.tabular import from_csv, looks_tabular
from peerlens.schema import Review

_PROSE = frozenset({".txt", ".md", ".markdown", ".mmd", ".text", ".rst", ".tex", ".html", ".htm"})


def read_reviews(source: Path | bytes, *, name: str, taken: Collection[str] = ()) -> tuple[Review, ...]:
    """The reviews of a file, or of bytes read from standard input, in their order.

    ``name`` is how messages and ``Review.source`` call the input. ``taken``: review ids already used in this run;
    numbering goes on behind them. Raises ``ReviewError`` for what holds no review.
    """
    decoded = decode(bytes_of(source, name=name), name=name)
    suffix = source.suffix.casefold() if isinstance(source, Path) else ""
    drafts = _drafts(decoded, suffix=suffix, name=name)
    if decoded.warnings:
        drafts = tuple(Draft(d.given_id, d.stretches, d.rows, (*decoded.warnings, *d.warnings)) for d in drafts)
    reviews = assemble(drafts, source=name, taken=taken)
    _check_sizes(reviews, name=name)
    return reviews


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
