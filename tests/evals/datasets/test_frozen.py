"""The frozen sets of this checkout: their size, their halves, and no two rows that are one item."""

from __future__ import annotations

from pathlib import Path

import pytest

from peerlens.evals.datasets.frozen import (
    AbstentionLine,
    ChangedLine,
    ControlLine,
    FrozenLine,
    WordingLine,
    half_of_paper,
    read_set,
)

FOLDER = Path(__file__).parents[3] / "evals" / "frozen"


@pytest.mark.parametrize(
    ("model", "name", "tune", "report", "key"),
    [
        (WordingLine, "wordings", 130, 130, ("item_id", "name", "wording")),
        (ControlLine, "controls", 40, 40, ("kind", "paper_id", "name")),
        (ChangedLine, "changed", 75, 101, ("row", "kind", "find", "replace")),
        (AbstentionLine, "abstention", 18, 27, ("paper_id", "label")),
    ],
)
def test_a_frozen_set_has_its_rows_in_the_half_of_their_paper_and_each_once(
    model: type[WordingLine], name: str, tune: int, report: int, key: tuple[str, ...]
) -> None:
    path = FOLDER / f"{name}.jsonl"
    rows: tuple[FrozenLine, ...] = read_set(path, model)
    assert [len(read_set(path, model, half=half)) for half in ("tune", "report")] == [tune, report]
    assert all(row.half == half_of_paper(row.paper_id) for row in rows)
    assert len({tuple(getattr(row, field) for field in key) for row in rows}) == len(rows)
