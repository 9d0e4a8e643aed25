"""The inputs people sent in, where they lie beside the project, and what the program makes of one."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from peerlens import verify
from peerlens.reviews import read_reviews
from peerlens.schema import Finding, Manuscript, Report, Review
from peerlens.settings import RetrieverName, Settings
from peerlens.store.paper import IndexedPaper
from peerlens.store.passages import make_passages
from peerlens.tools import PaperTools

CASES = Path(os.environ.get("PEERLENS_SHARED") or Path(__file__).parents[3] / "shared") / "cases"


def given(name: str) -> Path:
    """The path of an input; the test is skipped, and says so, where it is not here."""
    path = CASES / name
    if not path.exists():
        pytest.skip(f"NOT TESTED: {path} is not here (set PEERLENS_SHARED)")
    return path


def given_reviews(name: str) -> tuple[Review, ...]:
    return read_reviews(given(name), name=name)


def judged(folder: Path, paper: Path, claims: Sequence[str], **settings: str) -> tuple[Report, dict[str, Finding]]:
    """The report on ready-made claims about the paper, by the embedded family as shipped, and its findings by claim."""
    rows = folder / "claims.jsonl"
    rows.write_text("\n".join(json.dumps({"id": str(n), "text": one, "atomic": True}) for n, one in enumerate(claims)))
    report = verify(paper, rows, settings=Settings(home=folder / "home", **settings))  # type: ignore[arg-type]
    assert report.failures == ()
    return report, {finding.claim: finding for finding in report.findings}


def lexical(manuscript: Manuscript) -> PaperTools:
    """The tools on a manuscript, search by words."""
    return PaperTools(IndexedPaper(manuscript, make_passages(manuscript)), retriever=RetrieverName.BM25)
