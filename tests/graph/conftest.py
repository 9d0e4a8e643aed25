"""A small paper, opened for real, with lexical retrieval only."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from peerlens.settings import RetrieverName, Settings
from peerlens.store.library import Library, PaperStore

PAPER = """# Ducks on Lakes

## Abstract

We count ducks on forty lakes with one camera a lake.

## 1 Method

The camera takes one picture a minute. The counter has two million parameters.

## 2 Results

The counter misses three ducks in a hundred. Without the mask it misses nine.

## 3 Limits

We did not test geese. Night pictures are future work.
"""


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    path = tmp_path / "ducks.md"
    path.write_text(PAPER, encoding="utf-8")
    return path


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home", retriever=RetrieverName.BM25)


@pytest.fixture
def store(paper: Path, settings: Settings) -> Iterator[PaperStore]:
    with Library(settings.home).open(paper, settings=settings) as opened:
        yield opened
