"""Reviews in CSV: any delimiter, line breaks in cells, doubled quotes; columns found by their names."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import replace

from peerlens.errors import ReviewError
from peerlens.reviews.assembly import Draft
from peerlens.reviews.rows import from_value
from peerlens.schema import PaperWarning

_DELIMITERS = ",;\t|"
_MAX_CELL = 32 * 1024 * 1024


def from_csv(text: str, *, name: str) -> tuple[Draft, ...]:
    """Reviews of a CSV file, one a row. Raises ``ReviewError`` where no header or no row can be made out."""
    rows = _rows(text, name=name)
    header = [cell.strip() for cell in rows[0]] if rows else []
    if len(header) < 1 or not any(header):
        raise ReviewError(f"review {name}: the CSV has no header", hint="name the columns: review_id, review, …")
    body = [row for row in rows[1:] if any(cell.strip() for cell in row)]
    if not body:
        raise ReviewError(f"review {name}: the CSV has a header and no rows", hint="add one row a review")
    wide = next((number for number, row in enumerate(body, start=1) if len(row) > len(header)), None)
    if wide is not None:
        raise ReviewError(
            f"review {name}: row {wide} of the CSV has more cells than the header",
            hint="put cells that hold the delimiter into quotes",
        )
    twice = sorted({column for column in header if column and header.count(column) > 1})
    drafts = from_value([cells_by_column(header, row) for row in body], name=name)
    if not twice:
        return drafts
    message = f"columns of the same name were joined: {', '.join(twice)}"
    warning = PaperWarning(code="columns_joined", message=message)
    return (replace(drafts[0], warnings=(*drafts[0].warnings, warning)), *drafts[1:])


def cells_by_column(header: Sequence[str], row: Sequence[str]) -> dict[str, str]:
    """The cells of a row by column; where columns share a name, their different cells as paragraphs of one text."""
    cells: dict[str, list[str]] = {}
    for column, cell in zip(header, row, strict=False):
        seen = cells.setdefault(column, [])
        if cell.strip() and cell not in seen:
            seen.append(cell)
    return {column: "\n\n".join(seen) for column, seen in cells.items()}


def looks_tabular(text: str) -> bool:
    """Whether unnamed input is CSV: a first line of several short cells, one of them named as a review's text."""
    first = text.lstrip("\ufeff").split("\n", 1)[0]
    try:
        cells = next(csv.reader([first], delimiter=delimiter_of(first)), [])
    except csv.Error:  # a carriage return within the line, or a line longer than a cell may be
        return False
    names = {cell.strip().casefold() for cell in cells}
    return len(cells) > 1 and bool(names & {"review", "review text", "review_text", "text", "claim", "comments"})


def _rows(text: str, *, name: str) -> list[list[str]]:
    text = text.lstrip("\ufeff")
    limit = csv.field_size_limit(_MAX_CELL)
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter_of(text.split("\n", 1)[0])))
    except csv.Error as exc:
        raise ReviewError(f"review {name}: not readable as CSV ({exc})", hint="check quotes and delimiters") from exc
    finally:
        csv.field_size_limit(limit)


def delimiter_of(header: str) -> str:
    """The mark between cells: the one that stands most often in the header."""
    return max(_DELIMITERS, key=header.count) if any(mark in header for mark in _DELIMITERS) else ","
