"""Reviews in the notes of OpenReview, first and second API: single notes, threads, lists, submissions with replies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from peerlens.reviews.assembly import Draft
from peerlens.reviews.forms import given_id, stretches

Json = Mapping[str, object]

_REVIEW = re.compile(r"(?:^|[_/])review\Z|(?:^|[_/])(?:official|ethics|reproducibility)?_?review_?\d*\Z", re.I)
_NO_REVIEW = re.compile(
    r"meta_?review|ethics_?review|review_?(?:rating|comment|revision|edit|acknowledg)|withdraw|desk_?reject", re.I
)
_AUTHORS = re.compile(r"(?:^|/)authors?\Z", re.I)
_NOTE_KEYS = ("forum", "invitation", "invitations", "replyto", "signatures")


class Selection(NamedTuple):
    """The reviews among the notes of a thread, and how many notes were looked at."""

    drafts: tuple[Draft, ...]
    notes: int


def is_note(value: object) -> bool:
    """Whether a JSON object is an OpenReview note: it has ``content``, as an object or beside keys that notes have."""
    if not isinstance(value, Mapping) or "content" not in value:
        return False
    return isinstance(value["content"], Mapping) or any(key in value for key in _NOTE_KEYS)


def from_notes(values: Iterable[object]) -> Selection:
    """Take the reviews out of notes. The newest version of a note wins; deleted and withdrawn notes are no reviews."""
    notes = [note for value in values if isinstance(value, Mapping) for note in _with_replies(value)]
    newest: dict[str, Json] = {}
    for index, note in enumerate(notes):
        key = str(note.get("referent") or note.get("id") or f"#{index}")
        if key not in newest or _age(note) >= _age(newest[key]):
            newest[key] = note
    drafts = tuple(_draft(note) for note in newest.values() if _is_review(note))
    return Selection(drafts, len(notes))


def _with_replies(note: Json) -> list[Json]:
    found = [note] if is_note(note) else []
    details = note.get("details")
    if isinstance(details, Mapping):
        for key in ("replies", "directReplies"):
            replies = details.get(key)
            if isinstance(replies, list):
                found += [reply for reply in replies if isinstance(reply, Mapping) and is_note(reply)]
    return found


def _age(note: Json) -> float:
    for key in ("tmdate", "mdate", "tcdate", "cdate", "version"):
        value = note.get(key)
        if isinstance(value, int | float):
            return float(value)
    return 0.0


def _is_review(note: Json) -> bool:
    if note.get("ddate") or _signed_by_authors(note):
        return False
    kinds = _invitations(note)
    if any(_NO_REVIEW.search(kind) for kind in kinds):
        return False
    return not kinds or any(_REVIEW.search(kind) for kind in kinds)


def _invitations(note: Json) -> list[str]:
    """The last part of each invitation ("Official_Review"), edits and the like aside."""
    single, several = note.get("invitation"), note.get("invitations")
    full = [single] if isinstance(single, str) else []
    full += [entry for entry in several if isinstance(entry, str)] if isinstance(several, list) else []
    return [entry.rsplit("/-/", 1)[-1] for entry in full]


def _signed_by_authors(note: Json) -> bool:
    signatures = note.get("signatures")
    return isinstance(signatures, list) and any(isinstance(s, str) and _AUTHORS.search(s) for s in signatures)


def _draft(note: Json) -> Draft:
    return Draft(given_id(note), stretches(fields_of(note)))


def fields_of(note: Json) -> dict[str, object]:
    """The fields of a note by name; content that is no object is one field of that name."""
    content = note.get("content")
    if isinstance(content, Mapping) and "value" not in content:
        return {str(key): value for key, value in content.items()}
    return {"content": content}
