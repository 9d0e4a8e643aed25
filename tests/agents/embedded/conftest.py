"""The invented papers of this folder, indexed once a session with the built-in model."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from peerlens.agents.embedded.retrieve import retrieve
from peerlens.agents.embedded.verify import verify
from peerlens.agents.rules import derive
from peerlens.schema import Claim, Judgement
from peerlens.settings import Settings
from peerlens.store.library import Library
from peerlens.taxonomy import Reason, Verdict
from peerlens.tools import PaperTools

PAPERS = Path(__file__).parent / "papers"

Judge = Callable[[str, str], tuple[Verdict, Reason | None, Judgement]]


@pytest.fixture(scope="session")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, PaperTools]]:
    home = tmp_path_factory.mktemp("home")
    with ExitStack() as stack:
        yield {
            path.stem: PaperTools(stack.enter_context(Library(home).open(path, settings=Settings(home=home))))
            for path in sorted(PAPERS.glob("*.md"))
        }


@pytest.fixture(scope="session")
def judge(papers: dict[str, PaperTools]) -> Judge:
    """Judge one claim on one of the papers: its label, reason and record."""

    def judged(paper: str, text: str) -> tuple[Verdict, Reason | None, Judgement]:
        claim = Claim(id="c1", review_id="r1", text=text, quote=text, start=0, end=len(text))
        tools = papers[paper]
        judgement = verify(claim, retrieve(claim, tools), tools)
        return *derive(judgement.parts), judgement

    return judged
