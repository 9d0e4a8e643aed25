"""Reviews in JSON and JSONL: one review an object, or rows of ready-made claims that make one review together."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from peerlens.errors import ReviewError
from peerlens.reviews.assembly import Draft, Row
from peerlens.reviews.forms import Stretch, given_id, id_keys, snake, stretches
from peerlens.reviews.openreview import from_notes, is_note
from peerlens.schema import PaperWarning

_MAX_DIGITS = 1000
_TRUE = frozenset({"true", "1", "yes"})
_PAPER_KEYS = frozenset({"paper", "paper_id", "submission", "submission_id"})
_PAPERS_SHOWN = 5
_TEXT_KEYS = ("review", "text", "review_text", "comments", "comment", "body")


def loads(text: str) -> Any:
    """Parse JSON. Whole numbers too long for Python's own limit become floats: no field that is read holds one."""
    return json.loads(text, parse_int=lambda digits: int(digits) if len(digits) < _MAX_DIGITS else float(digits))


def from_json(text: str, *, name: str) -> tuple[Draft, ...]:
    """Reviews of a JSON document. Raises ``ReviewError`` where it is not JSON or holds no review."""
    try:
        value = loads(text)
    except (ValueError, RecursionError) as exc:
        raise ReviewError(f"review {name}: not valid JSON ({_where(exc)})", hint="check the file, or use .txt") from exc
    return from_value(value, name=name)


def from_value(value: object, *, name: str) -> tuple[Draft, ...]:
    """Reviews of a parsed JSON value: an object, a list, a thread ``{"notes": …}`` or ``{"reviews": …}``."""
    if isinstance(value, Mapping):
        for key in ("notes", "reviews"):
            inner = value.get(key)
            if isinstance(inner, list):
                return _some(_from_list(inner, name=name), inner, name)
        return _some(_from_list([value], name=name), [value], name)
    if isinstance(value, str):
        return (Draft(None, (Stretch(None, value),)),)
    if isinstance(value, list):
        return _some(_from_list(value, name=name), value, name)
    raise ReviewError(
        f"review {name}: holds no review text", hint='expected {"review": "…"}, a list, or OpenReview notes'
    )


def from_jsonl(text: str, *, name: str) -> tuple[Draft, ...]:
    """Reviews of JSON lines. A line that is no JSON object is left out with a warning that names it."""
    values: list[object] = []
    broken: list[int] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            value = loads(line)
        except (ValueError, RecursionError):
            broken.append(number)
            continue
        if isinstance(value, Mapping | str):
            values.append(value)
        else:
            broken.append(number)
    if not values:
        raise ReviewError(
            f"review {name}: no line is a JSON object", hint='each line must be an object such as {"review": "…"}'
        )
    if broken and any(_is_ready(value) for value in values):
        raise ReviewError(
            f"review {name}: line {broken[0]} is not a JSON object",
            hint="every row of ready-made claims must be readable",
        )
    drafts = list(_some(_from_list(values, name=name), values, name))
    if broken:
        lines = ", ".join(map(str, broken))
        message = f"left out because it is not a JSON object: line {lines} of {name}"
        first = drafts[0]
        warning = PaperWarning(code="line_left_out", message=message)
        drafts[0] = Draft(first.given_id, first.stretches, first.rows, (*first.warnings, warning))
    return tuple(drafts)


def _some(drafts: tuple[Draft, ...], values: Sequence[object], name: str) -> tuple[Draft, ...]:
    if not drafts:
        raise ReviewError(
            f"review {name}: no review among {len(values)} entries",
            hint="author replies, decisions and meta reviews are not reviews",
        )
    return drafts


def _from_list(values: Sequence[object], *, name: str) -> tuple[Draft, ...]:
    if values and any(_is_ready(value) for value in values):
        return _with_ready(values, name=name)
    if any(is_note(value) or _has_replies(value) for value in values):
        return from_notes(values).drafts
    drafts: list[Draft] = []
    for value in values:
        if isinstance(value, str):
            drafts.append(Draft(None, (Stretch(None, value),)))
        elif isinstance(value, Mapping) and isinstance(value.get("reviews"), list):
            drafts += _from_list(value["reviews"], name=name)
        elif isinstance(value, Mapping) and not value.get("is_meta_review"):
            drafts.append(_plain({str(key): entry for key, entry in value.items()}))
    return _with_papers_said(drafts, values)


def _with_papers_said(drafts: Sequence[Draft], values: Sequence[object]) -> tuple[Draft, ...]:
    """The drafts, the first with a warning where the rows are reviews of different papers."""
    named = [
        str(entry)
        for value in values
        if isinstance(value, Mapping)
        for key, entry in value.items()
        if snake(str(key)) in _PAPER_KEYS and isinstance(entry, str | int) and str(entry).strip()
    ]
    papers = list(dict.fromkeys(named))
    if len(papers) < 2 or not drafts:
        return tuple(drafts)
    shown = ", ".join(papers[:_PAPERS_SHOWN]) + (" …" if len(papers) > _PAPERS_SHOWN else "")
    message = f"its rows name {len(papers)} papers ({shown}); every review is checked against the one given"
    warning = PaperWarning(code="several_papers", message=message)
    return (replace(drafts[0], warnings=(*drafts[0].warnings, warning)), *drafts[1:])


def _has_replies(value: object) -> bool:
    return isinstance(value, Mapping) and isinstance(value.get("details"), Mapping)


def _is_ready(value: object) -> bool:
    return isinstance(value, Mapping) and ("claim" in value or str(value.get("atomic")).casefold() in _TRUE)


def _with_ready(values: Sequence[object], *, name: str) -> tuple[Draft, ...]:
    """All rows of ready-made claims as one review, standing where the first one stands; other rows as they are."""
    drafts: list[Draft] = []
    rows: list[Row] = []
    place = 0
    for number, value in enumerate(values, start=1):
        if not isinstance(value, Mapping) or not _is_ready(value):
            drafts += _from_list([value], name=name)
            continue
        if not rows:
            place = len(drafts)
        rows.append(_row(value, number=number, name=name))
    drafts.insert(place, Draft(None, rows=tuple(rows)))
    return tuple(drafts)


def _row(value: Mapping[object, object], *, number: int, name: str) -> Row:
    identity = value.get("claim_id", value.get("id"))
    text = value.get("claim", value.get("text"))
    if text is not None and not isinstance(text, str):
        raise ReviewError(f"review {name}: the claim of row {number} is not text", hint='write "claim": "…"')
    return Row(_identity(identity), text or "")


def _identity(value: object) -> str | None:
    """An id as text; what is neither text nor a number stands as the file has it."""
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)


def _plain(row: dict[str, object]) -> Draft:
    """A review from an object of the user's own: its text field, its form fields, or all its long texts."""
    fields = stretches(row, skip=(*id_keys(), "paper", "paper_id", "reviewer"))
    if fields:
        return Draft(given_id(row), fields)
    present = [key for key in row if snake(key) in _TEXT_KEYS]
    if present and all(row[key] is not None and not isinstance(row[key], str) for key in present):
        message = f"the field {present[0]!r} is not text and was left out"
        return Draft(given_id(row), warnings=(PaperWarning(code="not_text", message=message),))
    message = "this row holds no review text"
    return Draft(given_id(row), warnings=(PaperWarning(code="empty_review", message=message),))


def _where(exc: ValueError | RecursionError) -> str:
    if isinstance(exc, json.JSONDecodeError):
        return f"line {exc.lineno}, column {exc.colno}: {exc.msg}"
    return "nested too deeply" if isinstance(exc, RecursionError) else str(exc)
