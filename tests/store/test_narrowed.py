"""A paper narrowed to some of its passages."""

from __future__ import annotations

from pathlib import Path

import pytest

from peerlens.settings import RetrieverName, Settings
from peerlens.store.library import Library
from peerlens.tools import PaperTools

PAPER = """# Ducks on Lakes

## 1 Method

The camera takes one picture a minute. The counter has two million parameters.

## 2 Results

The counter misses three ducks in a hundred.

### 2.1 Ablation

We remove the mask and the lens in turn, as Appendix B shows.
"""


@pytest.fixture(params=[RetrieverName.BM25, RetrieverName.HYBRID])
def tools(request: pytest.FixtureRequest, tmp_path: Path) -> PaperTools:
    path = tmp_path / "ducks.md"
    path.write_text(PAPER, encoding="utf-8")
    settings = Settings(home=tmp_path / "home", retriever=request.param)
    store = request.getfixturevalue("opened").enter_context(Library(settings.home).open(path, settings=settings))
    return PaperTools(store, retriever=request.param)


@pytest.fixture
def opened() -> object:
    from contextlib import ExitStack

    with ExitStack() as stack:
        yield stack


def test_nothing_outside_the_passages_is_read_found_or_ranked(tools: PaperTools) -> None:
    here = tools.within(tools.place("Section 2.1"))
    assert [here.text_of(one) for one in here.passages] == [
        "We remove the mask and the lens in turn, as Appendix B shows."
    ]
    assert here.locate("The camera takes one picture a minute.") is None
    assert here.scan(["parameters"]).matches == ()
    assert here.scan(["mask"]).record.passages_total == 1
    assert {hit.passage.id for hit in here.search("two million parameters of the counter and the mask")} <= {
        here.passages[0].id
    }
    assert {hit.passage_id for hit in here.best_sentences("parameters")} == {here.passages[0].id}


def test_offsets_sections_and_quotes_stay_the_papers_own(tools: PaperTools) -> None:
    here = tools.within(tools.place("Section 2.1"))
    span = here.locate("We remove the mask and the lens in turn")
    assert span is not None
    assert span == tools.locate("We remove the mask and the lens in turn")
    assert len(here.manuscript.text) == len(tools.manuscript.text)
    assert here.manuscript.text.split() == [
        "###",
        *"2.1 Ablation We remove the mask and the lens in turn, as Appendix B shows.".split(),
    ]
    assert here.section_of(span[0]).number == "2.1"


def test_only_pointers_that_stand_inside_are_missing_parts(tools: PaperTools) -> None:
    assert [one.what for one in tools.manuscript.missing] == ["Appendix B"]
    assert [one.what for one in tools.within(tools.place("Section 2.1")).manuscript.missing] == ["Appendix B"]
    assert tools.within(tools.place("Section 1")).manuscript.missing == ()
