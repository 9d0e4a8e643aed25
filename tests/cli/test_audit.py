"""``peerlens audit`` as a whole process."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from peerlens.taxonomy import Weakness
from tests.cli.conftest import Cli


def test_an_audit_prints_one_document_with_a_row_for_every_label(peerlens: Cli, folder: Path) -> None:
    done = peerlens("audit", "ducks.md", "--json", "-o", folder / "a.md", "-o", folder / "a.json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["schema"] == "peerlens.report/1"
    assert document["kind"] == "audit"
    assert [row["label"] for row in document["labels"]] == [label.value for label in Weakness]
    assert (document["reviews"], document["findings"], document["requests"]) == ([], [], [])
    for row in document["labels"]:
        assert (row["reason"] is None) == (row["outcome"] == "finding") == bool(row["findings"])
        assert row["withheld"] == len(row["withheld_because"])
    assert json.loads((folder / "a.json").read_text())["run"]["id"] == document["run"]["id"]
    assert (folder / "a.md").read_text().startswith("# Audit: ")


@pytest.mark.parametrize("named", ["L2.1.2", "l2.1.2", "Missing or Inadequate Comparative and Component Analysis"])
def test_a_label_is_named_by_id_or_name(peerlens: Cli, named: str) -> None:
    done = peerlens("audit", "ducks.md", "--json", "--label", named, "--label", "Theory-Practice Misalignment")
    assert [row["label"] for row in json.loads(done.stdout)["labels"]] == ["L2.1.2", "L2.3.3"]


def test_an_unknown_label_is_one_line_and_exit_2_before_anything_is_read(peerlens: Cli, folder: Path) -> None:
    done = peerlens("audit", folder / "none.pdf", "--label", "L9.9.9")
    assert done.returncode == 2
    assert "unknown weakness label 'L9.9.9'" in done.stderr
    assert "peerlens labels" in done.stderr
