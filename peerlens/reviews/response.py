"""Read the authors' response, whatever form it comes in, into one text with the review that each stretch is for."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from peerlens.errors import ResponseError, ReviewError
from peerlens.reviews.cleaning import clean
from peerlens.reviews.decoding import decode
from peerlens.reviews.forms import is_left_out, snake, value_of
from peerlens.reviews.openreview import fields_of, is_note
from peerlens.reviews.read import bytes_of
from peerlens.reviews.rows import loads
from peerlens.schema import Response, ResponseStretch

MAX_CHARACTERS = 200_000
_HINT = "give the authors' response as text, Markdown or JSON"
_BY_AUTHORS = re.compile(r"(?:^|/)authors?\Z", re.I)
_NO_RESPONSE = re.compile(
    r"submission|revision|withdraw|decision|meta_?review|desk|edit\Z|camera|(?:^|_)review\Z|review_?\d*\Z", re.I
)
_RESPONSE = re.compile(r"rebuttal|response|reply", re.I)
_FOR_REVIEW = ("review_id", "reviewid", "review", "reviewer", "replyto", "reply_to", "to", "referee")
_TEXT_FIRST = ("title", "subject")
_FORMAL = frozenset(
    {"id", "forum", "number", "paper", "paper_id", "date", "venue", "venueid", "pdf", "author", "authors"}
)
_LONG_NAME = 60


class _Piece(NamedTuple):
    review: str | None
    text: str


def read_response(source: Path | bytes, *, name: str) -> Response:
    """The response in a file, or in bytes: text, Markdown, JSON (own or OpenReview's) or JSONL.

    Of an OpenReview thread the authors' comments are taken, each for the note that it replies to. Raises
    ``ResponseError`` for what holds no response, is too long, or is of another kind.
    """
    try:
        decoded = decode(bytes_of(source, name=name), name=name)
    except ReviewError as exc:
        message = exc.message.replace("review", "response")
        raise ResponseError(message, hint=_HINT) from exc
    suffix = source.suffix.casefold() if isinstance(source, Path) else ""
    pieces = [piece for piece in _pieces(decoded.text, suffix=suffix, name=name) if piece.text.strip()]
    if not pieces:
        raise ResponseError(f"response {name}: holds no text of the authors", hint=_HINT)
    text, stretches = _joined(pieces)
    if len(text) > MAX_CHARACTERS:
        message = f"response {name}: has {len(text):,} characters, {MAX_CHARACTERS:,} are accepted"
        raise ResponseError(message, hint="hand in the response to these reviews alone")
    return Response(source=name, text=text, stretches=stretches, warnings=decoded.warnings)


def _joined(pieces: Sequence[_Piece]) -> tuple[str, tuple[ResponseStretch, ...]]:
    parts: list[str] = []
    stretches: list[ResponseStretch] = []
    length = 0
    for piece in pieces:
        words = clean(piece.text)
        if not words:
            continue
        parts.append(words)
        stretches.append(ResponseStretch(review=piece.review, start=length, end=length + len(words)))
        length += len(words) + 2
    return "\n\n".join(parts), tuple(stretches)


def _pieces(text: str, *, suffix: str, name: str) -> list[_Piece]:
    if suffix in {".jsonl", ".ndjson"}:
        return _of_values(list(_lines(text, name=name)), name=name)
    if suffix == ".json":
        return _of_values([_json(text, name=name)], name=name)
    if suffix in {"", ".txt"} and text.lstrip()[:1] in ("{", "["):
        try:
            return _of_values([loads(text)], name=name)
        except (ValueError, RecursionError):
            pass  # prose that opens with a bracket
    return [_Piece(None, text)]


def _json(text: str, *, name: str) -> object:
    try:
        return loads(text)
    except json.JSONDecodeError as exc:
        where = f"line {exc.lineno}, column {exc.colno}: {exc.msg}"
        raise ResponseError(f"response {name}: not valid JSON ({where})", hint="check the file, or use .txt") from exc
    except (ValueError, RecursionError) as exc:
        raise ResponseError(f"response {name}: not valid JSON", hint="check the file, or use .txt") from exc


def _lines(text: str, *, name: str) -> Iterator[object]:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            yield loads(line)
        except (ValueError, RecursionError) as exc:
            raise ResponseError(f"response {name}: line {number} is not valid JSON", hint="one object a line") from exc


def _of_values(values: Sequence[object], *, name: str) -> list[_Piece]:
    """The pieces of parsed JSON, in its order. Notes that are not the authors' are left out, if some are theirs."""
    flat = list(_flat(values))
    notes = [entry for entry in flat if isinstance(entry, Mapping) and is_note(entry)]
    if notes:
        chosen = [note for note in notes if _is_response(note, alone=len(notes) == 1)]
        if not chosen:
            message = f"response {name}: no comment of the authors among {len(notes)} notes"
            raise ResponseError(message, hint="give the authors' comment, or the thread with it")
        return [_Piece(_name(note.get("replyto")), _content(fields_of(note))) for note in chosen]
    return [_plain(entry) for entry in flat]


def _flat(values: Sequence[object]) -> Iterator[object]:
    """The entries of lists, threads (``notes``, ``responses``) and submissions with replies, one after the other."""
    stack = list(reversed(values))
    while stack:
        value = stack.pop()
        if isinstance(value, list):
            stack += reversed(value)
            continue
        inner: list[object] = []
        if isinstance(value, Mapping):
            for key in ("notes", "responses", "rebuttals", "replies"):
                inner += value[key] if isinstance(value.get(key), list) else []
            details = value.get("details")
            if isinstance(details, Mapping):
                for key in ("replies", "directReplies"):
                    inner += details[key] if isinstance(details.get(key), list) else []
        stack += reversed(inner)
        if not inner or (isinstance(value, Mapping) and "content" in value):
            yield value


def _is_response(note: Mapping[object, object], *, alone: bool) -> bool:
    if note.get("ddate"):
        return False
    kinds = [kind.rsplit("/-/", 1)[-1] for kind in _texts(note.get("invitation")) + _texts(note.get("invitations"))]
    by_authors = any(_BY_AUTHORS.search(one) for one in _texts(note.get("signatures")))
    if any(_RESPONSE.search(kind) for kind in kinds):
        return True
    if any(_NO_RESPONSE.search(kind) for kind in kinds):
        return False
    return by_authors or (alone and not note.get("signatures"))


def _texts(value: object) -> list[str]:
    if isinstance(value, list):
        return [one for one in value if isinstance(one, str)]
    return [value] if isinstance(value, str) else []


def _content(content: Mapping[str, object]) -> str:
    """A note's text: its title first, then its other fields, confidential and formal ones left out."""
    fields = {key: value_of(value) for key, value in content.items()}
    kept = {key: v for key, v in fields.items() if isinstance(v, str) and not is_left_out(key, v)}
    first = sorted(kept, key=lambda key: snake(key) not in _TEXT_FIRST)
    return "\n\n".join(kept[key].strip() for key in first if snake(key) not in _FORMAL)


def _plain(entry: object) -> _Piece:
    """A string, or an object of the user's own: who it is for, and all its text."""
    if isinstance(entry, str):
        return _Piece(None, entry)
    if not isinstance(entry, Mapping):
        return _Piece(None, "")
    by_name = {snake(str(key)): value for key, value in entry.items()}
    target = next((key for key in _FOR_REVIEW if _name(by_name.get(key)) is not None), None)
    rest = {key: value for key, value in by_name.items() if key != target and key not in _FORMAL}
    return _Piece(_name(by_name.get(target)) if target else None, _content(rest))


def _name(value: object) -> str | None:
    """An id or number of a review, as given; anything longer is text."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return None
    name = str(value).strip()
    return name if 0 < len(name) <= _LONG_NAME and "\n" not in name else None
