"""A table of reviews in CSV, ``paper,review_id,review``: one review a row, numbered by the line it begins on."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from peerlens.batch.entries import Line, broken
from peerlens.batch.lines import line_of
from peerlens.errors import InputError
from peerlens.reviews.decoding import decode
from peerlens.reviews.forms import snake
from peerlens.reviews.tabular import cells_by_column, delimiter_of

_PAPER_COLUMNS = ("paper", "paper_id", "paper_file", "submission", "submission_id")
_ID_COLUMNS = ("review_id", "id", "#")
_MAX_CELL = 32 * 1024 * 1024


def rows_of(data: bytes, folder: Path, *, name: str) -> list[Line]:
    """Every row under the header. Raises ``InputError`` where no header names the paper and the review."""
    text = _text(data, name)
    limit = csv.field_size_limit(_MAX_CELL)
    try:
        return _rows(text, folder, name)
    finally:
        csv.field_size_limit(limit)


def _text(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8-sig").replace("\0", "")
    except UnicodeDecodeError:
        return decode(data, name=name).text


def _rows(text: str, folder: Path, name: str) -> list[Line]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter_of(text.split("\n", 1)[0]), strict=True)
    try:
        header = [cell.strip() for cell in next(reader, [])]
    except csv.Error as exc:
        raise InputError(f"{name}: its header is not readable as CSV ({exc})", hint="check quotes") from exc
    column = next((cell for cell in header if snake(cell) in _PAPER_COLUMNS), None)
    if column is None:
        raise InputError(f"{name}: no column names the paper", hint="the header is paper,review_id,review")
    entries: list[Line] = []
    while True:
        number = reader.line_num + 1
        try:
            row = next(reader)
        except StopIteration:
            return entries
        except csv.Error as exc:
            last = f" to {reader.line_num}" if reader.line_num > number else ""
            entries.append(broken(number, f"line {number}{last} cannot be read as CSV: {exc}"))
            continue
        if any(cell.strip() for cell in row):
            entries.append(_row(number, row, header, column, folder, name))


def _row(number: int, row: list[str], header: list[str], column: str, folder: Path, name: str) -> Line:
    if len(row) > len(header):
        return broken(number, "the row has more cells than the header")
    cells = cells_by_column(header, row)
    paper = cells.pop(column).strip()
    identity = next((cells[key] for key in cells if snake(key) in _ID_COLUMNS), "").strip()
    fields = {key: value for key, value in cells.items() if snake(key) not in _ID_COLUMNS and value.strip()}
    review: object = {**fields, "id": identity} if fields else ""
    return line_of(number, {"paper": paper, "review_id": identity, "review": review}, folder, name=name)
