"""The JSON lines of a manifest, of a table of reviews, or of a benchmark's claims; each line is one or the other."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

from peerlens.batch.entries import (
    TOO_DEEP,
    Entry,
    LeftOut,
    Line,
    ReviewFile,
    ReviewText,
    Status,
    Task,
    broken,
    given_text,
    unnamed,
)
from peerlens.batch.places import can_be_named, paper_at
from peerlens.reviews.forms import snake
from peerlens.reviews.rows import loads

_LIKE_REVIEWS = re.compile(r"(?!meta)(?:\w+_)?reviews?(?:_(?:texts?|files?|paths?|list))?")
_PAPER_KEYS = ("paper", "paper_id", "submission", "submission_id")


class _BrokenLineError(Exception):
    """Why a line cannot be used. It stays within this file: every line has an answer of its own."""


def lines_of(data: bytes, folder: Path, *, name: str) -> list[Line]:
    """Every line of the file, in order. Paths are relative to ``folder``; reports call the file ``name``."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        data = data.decode("utf-16", "replace").encode("utf-8")
    rows = data.removeprefix(b"\xef\xbb\xbf").replace(b"\0", b"").split(b"\n")
    if rows and not rows[-1].strip():
        rows.pop()
    return [_line(number, row, folder, name) for number, row in enumerate(rows, start=1)]


def _line(number: int, row: bytes, folder: Path, name: str) -> Line:
    if not row.strip():
        return LeftOut(number, unnamed(number), Status.SKIPPED, "the line is empty")
    try:
        value = loads(row.decode("utf-8"))
    except UnicodeDecodeError:
        return broken(number, "the line is not UTF-8")
    except RecursionError:
        return broken(number, TOO_DEEP)
    except json.JSONDecodeError as exc:
        return broken(number, f"not JSON: {exc.msg}, at character {exc.colno}")
    except ValueError as exc:
        return broken(number, f"not JSON: {exc}")
    if not isinstance(value, Mapping):
        return broken(number, f"not a JSON object but {_kind(value)}")
    return line_of(number, value, folder, name=name)


def line_of(number: int, row: Mapping[str, object], folder: Path, *, name: str) -> Line:
    """The entry of one object, or why there is none."""
    try:
        return _entry(number, row, folder, name)
    except (_BrokenLineError, RecursionError) as exc:
        reason = str(exc) if isinstance(exc, _BrokenLineError) else TOO_DEEP
        return broken(number, reason, given_text(row, "id", "review_id", "claim_id") or "")


def _entry(number: int, row: Mapping[str, object], folder: Path, name: str) -> Entry:
    named = given_text(row, *_PAPER_KEYS)
    if named is None:
        raise _BrokenLineError('names no paper: expected "paper": "path"')
    if "claim" in row and "reviews" not in row:
        reviews: tuple[ReviewFile | ReviewText, ...] = (_claim(row, name),)
        identity = given_text(row, "id", "claim_id", "row")
    elif "review" in row and "reviews" not in row:
        reviews = (_review_row(row, name),)
        identity = given_text(row, "id", "review_id")
    else:
        reviews = _reviews(row, folder, name)
        identity = given_text(row, "id")
    tasks = _tasks(row)
    if not reviews and not tasks and (other := _other_reviews(row)) is not None:
        raise _BrokenLineError(f'has {other!r} but no "reviews": rename it, or say "tasks": ["audit"]')
    if not reviews and Task.VERIFY in tasks:
        raise _BrokenLineError("verify is asked for without a review")
    path = paper_at(named, folder)
    if isinstance(path, str):
        raise _BrokenLineError(path)
    gold = row.get("gold", row.get("label")) if "claim" in row else None
    return Entry(
        line=number,
        id=identity or unnamed(number),
        paper=path,
        reviews=reviews,
        tasks=tasks,
        gold=gold if isinstance(gold, str) else None,
    )


def _claim(row: Mapping[str, object], name: str) -> ReviewText:
    claim = row["claim"]
    if not isinstance(claim, str) or not claim.strip():
        raise _BrokenLineError("its claim is not text" if claim else "its claim is empty")
    identity = row.get("claim_id", row.get("id"))
    ready = {"claim_id": identity, "claim": claim} if isinstance(identity, str | int) else {"claim": claim}
    return ReviewText(name, json.dumps(ready))


def _review_row(row: Mapping[str, object], name: str) -> ReviewText:
    review = row["review"]
    if isinstance(review, Mapping):
        return ReviewText(name, json.dumps(review))
    if not isinstance(review, str):
        raise _BrokenLineError(f"its review is not text but {_kind(review)}")
    if not review.strip():
        raise _BrokenLineError("its review is empty")
    return ReviewText(name, json.dumps({key: row[key] for key in row if key not in _PAPER_KEYS}))


def _reviews(row: Mapping[str, object], folder: Path, name: str) -> tuple[ReviewFile | ReviewText, ...]:
    listed = row.get("reviews")
    if listed is None:
        return ()
    if not isinstance(listed, list):
        raise _BrokenLineError(f"its reviews are not a list but {_kind(listed)}")
    found: list[ReviewFile | ReviewText] = []
    missing: list[str] = []
    for place, one in enumerate(listed, start=1):
        if isinstance(one, Mapping):
            found.append(ReviewText(name, json.dumps(one)))
            continue
        if not isinstance(one, str) or not one.strip():
            raise _BrokenLineError(f"review {place} is neither a path nor an object with a text")
        path = paper_at(one, folder)
        if isinstance(path, str) and not can_be_named(one):
            raise _BrokenLineError(f"review {place}: {path}")
        if isinstance(path, str) or not path.is_file():
            missing.append(f"review {place}: {path if isinstance(path, str) else f'{one}: not a file'}")
        found.append(ReviewFile(path if isinstance(path, Path) else folder / one))
    if len(missing) == len(found) and missing:
        raise _BrokenLineError("; ".join(missing))
    return tuple(found)


def _other_reviews(row: Mapping[str, object]) -> str | None:
    """A key under which this line seems to have reviews that nothing reads; an audit is not what it was written for."""
    return next((key for key in row if key != "reviews" and row[key] and _LIKE_REVIEWS.fullmatch(snake(key))), None)


def _tasks(row: Mapping[str, object]) -> tuple[Task, ...]:
    listed = row.get("tasks")
    if listed is None:
        return ()
    names = [listed] if isinstance(listed, str) else listed
    if not isinstance(names, list) or not names:
        raise _BrokenLineError("its tasks are not a list of names")
    unknown = [name for name in names if name not in tuple(Task)]
    if unknown:
        known = ", ".join(Task)
        raise _BrokenLineError(f"unknown task {unknown[0]!r}: known are {known}")
    return tuple(task for task in Task if task in names)


def _kind(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "text"
        case list():
            return "a list"
        case _:
            return "an object"
