"""A manuscript inside other people's chains."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from langchain_core.runnables import RunnableLambda

from peerlens.errors import PaperError
from peerlens.langchain import ManuscriptRetriever
from peerlens.settings import RetrieverName, Settings

PAPER = """# Ducks on Lakes

## 1 Method

The camera takes one picture a minute.

## 2 Results

The counter misses three ducks in a hundred.

| lake | missed |
| --- | --- |
| Ammer | 4 |
"""


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home", retriever=RetrieverName.BM25, k=2)


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    path = tmp_path / "ducks.md"
    path.write_text(PAPER, encoding="utf-8")
    return path


def test_documents_carry_the_words_and_where_they_stand(paper: Path, settings: Settings) -> None:
    with ManuscriptRetriever(paper, settings=settings) as retriever:
        found = retriever.invoke("how many ducks does the counter miss")
    assert found[0].page_content == "The counter misses three ducks in a hundred."
    metadata = found[0].metadata
    assert PAPER[metadata["start"] : metadata["end"]] == found[0].page_content
    assert (metadata["section"], metadata["page"], metadata["type"], metadata["source"]) == (
        "2 Results",
        None,
        "text",
        "ducks.md",
    )
    assert found[0].id == metadata["passage_id"]


def test_it_is_a_step_of_a_chain_and_answers_in_an_event_loop_too(paper: Path, settings: Settings) -> None:
    with ManuscriptRetriever(paper, settings=settings) as retriever:
        chain = retriever | RunnableLambda(lambda documents: [one.metadata["section"] for one in documents])
        assert chain.invoke("camera picture") == ["1 Method"]
        assert asyncio.run(chain.ainvoke("camera picture")) == ["1 Method"]


def test_no_more_documents_than_asked_for(paper: Path, settings: Settings) -> None:
    with ManuscriptRetriever(paper, settings=settings) as retriever:
        assert len(retriever.invoke("camera counter ducks Ammer minute")) == 2


def test_a_closed_one_gives_the_paper_free(paper: Path, settings: Settings) -> None:
    first = ManuscriptRetriever(paper, settings=settings)
    first.close()
    with ManuscriptRetriever(paper, settings=settings) as second:
        assert second.invoke("camera")


def test_an_unreadable_paper_is_our_error_not_langchains(tmp_path: Path, settings: Settings) -> None:
    with pytest.raises(PaperError):
        ManuscriptRetriever(tmp_path / "none.pdf", settings=settings)
