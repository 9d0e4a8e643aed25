"""What is stored about a paper is what its file says now, and nothing piles up."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from peerlens.settings import RetrieverName, Settings
from peerlens.store.library import Library
from peerlens.tools import PaperTools
from tests.cases.given import given, judged

REPEATED = "".join(f"## {n} Lake log\nAll nests were counted at dawn.\n\n" for n in range(1, 30))
OWN = f"# Counting Herons\n\n{REPEATED}## 30 Results\nThe error is 2.7.\n"


@pytest.mark.parametrize("source", ["given", "own"])
def test_after_an_edit_among_repeated_paragraphs_the_new_value_is_found_and_the_old_is_gone(
    tmp_path: Path, source: str
) -> None:
    text = given("b52_repeated_boilerplate.md").read_text("utf-8") if source == "given" else OWN
    paper = tmp_path / "paper.md"
    paper.write_text(text)
    _, before = judged(tmp_path, paper, ["The error is 2.7."])
    paper.write_text(text.replace("2.7", "2.9"))
    _, after = judged(tmp_path, paper, ["The error is 2.9.", "The error is 2.7."])
    assert before["The error is 2.7."].label.value == "Supported"
    assert [one.label.value for one in after.values()] == ["Supported", "Not Supported"]
    assert not any("2.7" in evidence.quote for one in after.values() for evidence in one.evidence)


@pytest.mark.parametrize("source", ["given", "own"])
def test_equal_paragraphs_are_passages_of_their_own(tmp_path: Path, source: str) -> None:
    text = given("b52_repeated_boilerplate.md").read_text("utf-8") if source == "given" else OWN
    (tmp_path / "paper.md").write_text(text)
    settings = Settings(home=tmp_path / "home")
    with Library(settings.home).open(tmp_path / "paper.md", settings=settings) as store:
        tools = PaperTools(store)
        repeated = text.count("All images were taken by day") + text.count("All nests were counted at dawn")
        assert len(store.passages) == repeated + 1
        assert len({passage.id for passage in store.passages}) == repeated + 1
        assert tools.text_of(tools.search("What is the error?")[0].passage) == "The error is 2.7."


def test_words_of_a_heading_find_the_passages_below_it_and_are_no_part_of_them(tmp_path: Path) -> None:
    own = "# Herons\n\n## 2 Calibration\n\nThe error is 2.7.\n\n## 3 Map\n\nNests are few.\n"
    (tmp_path / "own.md").write_text(own)
    settings = Settings(home=tmp_path / "home", retriever=RetrieverName.BM25)
    for path, query, text in (
        (tmp_path / "own.md", "calibration", "The error is 2.7."),
        (given("b00_manuscript_plain.md"), "ablation", "Without tile shuffling the error of CootCount rises"),
    ):
        with Library(settings.home).open(path, settings=settings) as store:
            tools = PaperTools(store, retriever=RetrieverName.BM25)
            (hit,) = tools.search(query)
            assert tools.text_of(hit.passage).startswith(text)
            assert query not in tools.text_of(hit.passage).lower()


def test_parsing_one_file_after_another_leaves_nothing_in_memory() -> None:
    path = given("b02_margin_line_numbers.pdf")
    script = (
        "import resource, sys; from pathlib import Path; from peerlens.store.parsers import parse\n"
        "peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "for _ in range(3): parse(Path(sys.argv[1]))\n"
        "before = peak()\n"
        "for _ in range(12): parse(Path(sys.argv[1]))\n"
        "print(peak() - before, 'pypdfium2' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True)
    grown, loaded = done.stdout.split()
    assert int(grown) < 4096  # KiB
    assert loaded == "False"
