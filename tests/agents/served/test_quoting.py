"""Quotes that a model retells are held by the names in the passage it points at, or by nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from peerlens.agents.served.drafts import QuoteDraft
from peerlens.agents.served.quoting import located, naming
from peerlens.settings import Settings
from peerlens.store.library import Library
from peerlens.taxonomy import EvidenceRole
from peerlens.tools import PaperTools

PAPER = """# Lakes

## Results

We map ice from pictures. FloeNet reaches an F1 of 77.9 on lakes. Fog is a nuisance to all who look.
"""
ROLE = EvidenceRole.SUPPORTS


@pytest.fixture
def tools(tmp_path: Path) -> Iterator[PaperTools]:
    path, settings = tmp_path / "lakes.md", Settings(home=tmp_path / "home", retriever="bm25")
    path.write_text(PAPER, encoding="utf-8")
    with Library(tmp_path / "home").open(path, settings=settings) as store:
        yield PaperTools(store)


def ids_of(tools: PaperTools) -> dict[str, str]:
    text = tools.manuscript.text
    return {"P1": next(one.id for one in tools.passages if "FloeNet" in text[one.start : one.end])}


def test_a_retelling_is_held_by_the_sentence_that_has_the_names(tools: PaperTools) -> None:
    retold = [QuoteDraft(passage="P1", quote="The paper compares its results with FloeNet in the table")]
    assert located(retold, ROLE, ids=ids_of(tools), tools=tools) == ()
    (held,) = naming("The paper compares with FloeNet.", retold, ROLE, ids=ids_of(tools), tools=tools)
    assert held.quote == "FloeNet reaches an F1 of 77.9 on lakes."
    assert tools.manuscript.text[held.start : held.end] == held.quote


@pytest.mark.parametrize(
    ("statement", "passage"),
    [
        ("The paper compares with BergCut.", "P1"),  # a name that is not there
        ("The paper reports a score on lakes.", "P1"),  # no name to hold it by
        ("The paper compares with FloeNet.", "P9"),  # a passage that was not shown
    ],
)
def test_without_the_name_in_a_passage_that_was_shown_nothing_is_held(
    statement: str, passage: str, tools: PaperTools
) -> None:
    retold = [QuoteDraft(passage=passage, quote="The paper reports this in its table of results")]
    assert naming(statement, retold, ROLE, ids=ids_of(tools), tools=tools) == ()
