"""Loading claims with the verdicts expected."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from peerlens.errors import InputError
from peerlens.evals.datasets.probes import load
from peerlens.taxonomy import Verdict

CLAIM = {"id": "P1", "claim": "Coots dive.", "expect": "Not Supported"}


def write(path: Path, value: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def manuscript(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("# Coots\n", encoding="utf-8")
    return path


def test_claims_are_read_with_their_labels_and_the_manuscript_beside(tmp_path: Path) -> None:
    write(tmp_path / "x" / "mine.json", {"paper": "coots.md", "claims": [CLAIM], "note": "kept out"})
    expected = manuscript(tmp_path / "x" / "coots.md")
    (probes,) = load(tmp_path)
    assert (probes.name, probes.paper) == ("mine", expected)
    assert [(p.item, p.gold) for p in probes.probes] == [("P1", Verdict.NOT_SUPPORTED)]


def test_the_manuscript_may_lie_anywhere_below_the_folder(tmp_path: Path) -> None:
    write(tmp_path / "a" / "mine.json", {"paper": "coots.md", "claims": [CLAIM]})
    expected = manuscript(tmp_path / "b" / "coots.md")
    assert load(tmp_path)[0].paper == expected


def test_a_manifest_beside_names_the_manuscript_when_the_file_does_not(tmp_path: Path) -> None:
    write(tmp_path / "mine.json", {"paper": "Counting Coots (invented)", "claims": [CLAIM]})
    items = [{"file": "other.md"}, {"file": "coots.md", "uses_probes": True}]
    write(tmp_path / "manifest.json", {"items": items})
    expected = manuscript(tmp_path / "coots.md")
    assert load(tmp_path)[0].paper == expected


def test_the_claims_are_for_every_manuscript_that_the_manifest_marks(tmp_path: Path) -> None:
    write(tmp_path / "mine.json", {"paper": "Counting Coots (invented)", "claims": [CLAIM]})
    marked = [{"file": name, "uses_probes": name != "plain.md"} for name in ("coots.md", "plain.md", "dives.md")]
    write(tmp_path / "manifest.json", {"items": marked})
    expected = [manuscript(tmp_path / name) for name in ("coots.md", "dives.md")]
    sets = load(tmp_path)
    assert [(one.name, one.paper) for one in sets] == [(f"mine on {path.name}", path) for path in expected]
    assert all(len(one.probes) == 1 for one in sets)


def test_the_quotes_of_expected_reviews_are_read_as_claims(tmp_path: Path) -> None:
    claims = [{"quote": "Coots dive", "expect": "Supported"}, {"quote": "They sing", "expect": "Not Determined"}]
    write(tmp_path / "expected.json", {"paper": "coots.md", "reviews": [{"review": "r.md", "claims": claims}]})
    (probes,) = load(tmp_path)
    assert [(p.item, p.claim, p.gold) for p in probes.probes] == [
        ("r.md:1", "Coots dive", Verdict.SUPPORTED),
        ("r.md:2", "They sing", Verdict.NOT_DETERMINED),
    ]


def test_a_manuscript_outside_the_folder_is_not_read(tmp_path: Path) -> None:
    write(tmp_path / "in" / "mine.json", {"paper": "../out.md", "claims": [CLAIM]})
    manuscript(tmp_path / "out.md")
    assert load(tmp_path / "in")[0].paper is None


def test_other_json_files_are_passed_over_and_none_at_all_is_an_error(tmp_path: Path) -> None:
    write(tmp_path / "other.json", [1, 2])
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    with pytest.raises(InputError, match="verdicts expected"):
        load(tmp_path)
