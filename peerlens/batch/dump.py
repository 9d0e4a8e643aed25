"""An OpenReview dump: notes of many forums in one JSON file, each forum a paper with its reviews."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from peerlens.batch.entries import TOO_DEEP, Entry, LeftOut, Line, ReviewText, Status, broken, given_text
from peerlens.batch.places import paper_called
from peerlens.errors import InputError
from peerlens.reviews.forms import value_of
from peerlens.reviews.openreview import from_notes, is_note
from peerlens.reviews.rows import loads

Json = Mapping[str, object]


def forums_in(data: bytes, folder: Path, *, name: str) -> list[Line]:
    """A line for each forum, in the order of the dump. A forum's file lies beside the dump under its id or number.

    Raises ``InputError`` for what is no JSON or holds no notes.
    """
    try:
        notes = list(_notes(loads(data.decode("utf-8-sig"))))
    except (ValueError, RecursionError) as exc:
        raise InputError(
            f"{name}: not valid JSON ({exc})", hint="a manifest has one object a line: name it .jsonl"
        ) from exc
    if not notes:
        raise InputError(f"{name}: holds no OpenReview notes", hint="a manifest has one object a line: name it .jsonl")
    forums: dict[str, list[Json]] = {}
    for place, note in enumerate(notes):
        forum = given_text(note, "forum", "id") or f"note {place + 1}"
        forums.setdefault(forum, []).append(note)
    return [_forum(number, forum, found, folder) for number, (forum, found) in enumerate(forums.items(), start=1)]


def _notes(value: object) -> Iterator[Json]:
    """Every note, those in lists, threads and submissions with replies included."""
    if isinstance(value, list):
        for one in value:
            yield from _notes(one)
    elif isinstance(value, Mapping):
        if is_note(value) or isinstance(value.get("details"), Mapping):
            yield value
        elif isinstance(value.get("notes"), list):
            yield from _notes(value["notes"])
        else:
            for one in value.values():
                if isinstance(one, list | Mapping):
                    yield from _notes(one)


def _forum(number: int, forum: str, notes: list[Json], folder: Path) -> Line:
    try:
        text = json.dumps({"notes": notes}) if from_notes(notes).drafts else None
    except RecursionError:
        return broken(number, TOO_DEEP, forum)
    if text is None:
        return LeftOut(number, forum, Status.SKIPPED, "no review among its notes")
    names = [name for note in notes for name in _names(note, forum)]
    path = next((found for name in names if (found := paper_called(name, folder)) is not None), None)
    if path is None:
        return broken(number, f"no file of this paper beside the dump ({forum}.pdf)", forum)
    return Entry(number, forum, path, (ReviewText(f"forum {forum}", text),))


def _names(note: Json, forum: str) -> Iterator[str]:
    """What the paper's file may be called, without its ending."""
    yield forum
    if note.get("id") == forum or note.get("replyto") is None:
        number = given_text(note, "number")
        if number is not None:
            yield from (number, f"paper{number}", f"Paper{number}", f"submission{number}", f"Submission{number}")
        content = note.get("content")
        file = value_of(content.get("pdf")) if isinstance(content, Mapping) else None
        if isinstance(file, str):
            yield PurePosixPath(file).stem
