"""Loading Peerify: invented rows in every place and shape the reader must bear, and the real file's counts."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from peerlens.errors import InputError, UsageError
from peerlens.evals.datasets.peerify import Bench, load
from peerlens.taxonomy import Verdict

SHARED = Path(os.environ.get("PEERLENS_SHARED") or Path(__file__).parents[4] / "shared")


def row(number: int, **values: object) -> dict[str, object]:
    return {
        "bench": "B3",
        "row": number,
        "paper_id": "coots",
        "claim": f"Claim {number}.",
        "label": "Supported",
        "spans": [],
    } | values


def write(folder: Path, name: str, rows: list[dict[str, object]]) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(r) + "\n" for r in rows), encoding="utf-8")


def paper(folder: Path, name: str, file: str = "paper.mmd") -> Path:
    path = folder / name / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("# Ducks\n", encoding="utf-8")
    return path


def test_files_are_found_wherever_they_lie_below_the_folder(tmp_path: Path) -> None:
    write(tmp_path, "deep/er/claims_anything.jsonl", [row(1)])
    expected = paper(tmp_path, "elsewhere/papers/coots")
    loaded = load(tmp_path)
    assert [claim.item for claim in loaded.claims] == ["B3:1"]
    assert loaded.papers == {"coots": expected}


def test_contradicted_is_read_as_not_supported(tmp_path: Path) -> None:
    write(tmp_path, "claims_dev.jsonl", [row(1, label="Contradicted"), row(2, label=None, bench="B4")])
    assert [claim.gold for claim in load(tmp_path).claims] == [Verdict.NOT_SUPPORTED, None]


def test_an_unknown_label_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    write(tmp_path, "claims_dev.jsonl", [row(1, label="Maybe")])
    with pytest.raises(InputError, match="unknown gold label 'Maybe'") as caught:
        load(tmp_path)
    assert "Partially Supported" in (caught.value.hint or "")


def test_only_spans_located_as_one_paragraph_are_gold(tmp_path: Path) -> None:
    spans = [
        {"start": 1, "end": 9, "para_score": 0.5, "doc_score": 1.0},
        {"start": 1, "end": 9, "para_score": 0.9, "doc_score": 1.0},
        {"start": 20, "end": 30, "para_score": 0.49, "doc_score": 1.0},
    ]
    write(tmp_path, "claims_dev.jsonl", [row(1, spans=spans)])
    assert load(tmp_path).claims[0].spans == ((1, 9),)


def test_papers_marked_unusable_or_absent_are_named_with_the_reason(tmp_path: Path) -> None:
    write(tmp_path, "claims_dev.jsonl", [row(1), row(2, paper_id="gone"), row(3, paper_id="bad")])
    write(tmp_path, "quality_dev.jsonl", [{"paper_id": "bad", "usable": False}, {"paper_id": "coots", "usable": True}])
    paper(tmp_path, "coots")
    paper(tmp_path, "bad")
    loaded = load(tmp_path)
    assert set(loaded.papers) == {"coots"}
    assert loaded.unusable == {"bad": "marked unusable", "gone": "no paper file"}


def test_the_text_that_the_spans_count_is_taken_before_a_pdf(tmp_path: Path) -> None:
    write(tmp_path, "claims_dev.jsonl", [row(1)])
    paper(tmp_path, "coots", "paper.pdf")
    expected = paper(tmp_path, "coots", "paper.txt")
    assert load(tmp_path).papers["coots"] == expected


def test_a_split_keeps_its_own_file_and_an_unknown_one_names_the_known(tmp_path: Path) -> None:
    write(tmp_path, "claims_dev.jsonl", [row(1)])
    write(tmp_path, "claims_other.jsonl", [row(2)])
    assert [claim.item for claim in load(tmp_path, split="other").claims] == ["B3:2"]
    assert len(load(tmp_path).claims) == 2
    with pytest.raises(UsageError, match="no split 'test'") as caught:
        load(tmp_path, split="test")
    assert caught.value.hint == "known: dev, other"


def test_the_same_row_lying_twice_below_the_folder_is_one_claim(tmp_path: Path) -> None:
    write(tmp_path, "a/claims_dev.jsonl", [row(1)])
    write(tmp_path, "b/claims_dev.jsonl", [row(1)])
    assert len(load(tmp_path).claims) == 1


def test_a_row_that_does_not_fit_is_named_by_file_and_line(tmp_path: Path) -> None:
    write(tmp_path, "claims_dev.jsonl", [row(1), {"bench": "B3"}])
    with pytest.raises(InputError, match=r"claims_dev\.jsonl, line 2"):
        load(tmp_path)


def test_no_claims_and_no_folder_are_input_errors(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no claims_\*\.jsonl"):
        load(tmp_path)
    with pytest.raises(InputError, match="no such folder"):
        load(tmp_path / "absent")


def test_the_version_changes_with_the_claims(tmp_path: Path) -> None:
    write(tmp_path, "claims_dev.jsonl", [row(1)])
    before = load(tmp_path).version
    write(tmp_path, "claims_dev.jsonl", [row(1, claim="Another claim.")])
    assert load(tmp_path).version != before


@pytest.mark.skipif(
    not (SHARED / "data" / "peerify_fulltext").is_dir(), reason="../shared/data/peerify_fulltext is absent"
)
def test_the_real_rows_are_counted_as_their_readme_says() -> None:
    loaded = load(SHARED / "data" / "peerify_fulltext")
    assert Counter(claim.bench for claim in loaded.claims) == {Bench.B1: 115, Bench.B3: 170, Bench.B4: 44, Bench.B6: 46}
    located = [c for c in loaded.claims if c.bench is Bench.B1 and c.spans and c.paper_id in loaded.papers]
    assert (len(loaded.papers), len(located)) == (22, 79)
    assert all(claim.answer for claim in loaded.claims if claim.bench is Bench.B6)
