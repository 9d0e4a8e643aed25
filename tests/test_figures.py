"""The page of figures shows what is stored, and its blocks are written by the tool that runs the suites."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from peerlens.evals import EvalResult, Figure

BENCH = Path(__file__).parent.parent / "bench"


@pytest.fixture
def figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The tool, with results of its own: one measure of a run that has been stored."""
    monkeypatch.syspath_prepend(str(BENCH))
    spec = importlib.util.spec_from_file_location("figures", BENCH / "figures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "figures", module)
    spec.loader.exec_module(module)
    return module


def one(value: float) -> EvalResult:
    metrics = {"accuracy": Figure(value=value, n=4), "LLMJudged accuracy": Figure(value=value, n=4)}
    return EvalResult(suite="own", n=4, metrics=metrics, versions={"data": "own 1"})


def test_the_page_shows_the_stored_results(figures: ModuleType) -> None:
    text = figures.PAGE.read_text(encoding="utf-8")
    assert figures.page(text) == text, "run: python bench/figures.py example"


def test_a_block_is_filled_from_the_store_and_what_is_around_it_stays(
    figures: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figures, "STORED", tmp_path)
    figures.keep("peerify", one(0.5))
    text = (
        "Before.\n<!-- figures peerify: accuracy -->\nold\n<!-- end -->\nBetween.\n"
        "<!-- figures systems LLMJudged: accuracy -->\n<!-- end -->\n<!-- figures stance -->\n<!-- end -->\nAfter.\n"
    )
    shown = figures.page(text)
    assert "| accuracy | 0.500 |  | 4 |" in shown
    assert "| ours, retrieval | 0.500 | 4 |" in shown
    assert "Not run: `python bench/figures.py --data DIR stance`." in shown
    assert all(words in shown for words in ("Before.", "Between.", "After."))
    assert "old" not in shown
    assert figures.page(shown) == shown


def test_the_check_names_what_has_drifted(
    figures: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    page.write_text("<!-- figures example: accuracy -->\n<!-- end -->\n", encoding="utf-8")
    monkeypatch.setattr(figures, "STORED", tmp_path / "stored")
    monkeypatch.setattr(figures, "PAGE", page)
    monkeypatch.setattr(figures, "example", lambda name: one(0.5))
    assert figures.main(["example"]) == 0
    assert figures.main(["--check"]) == 0
    monkeypatch.setattr(figures, "example", lambda name: one(0.25))
    assert figures.main(["--check"]) == 1
    assert "accuracy is 0.25, stored 0.5" in capsys.readouterr().err
