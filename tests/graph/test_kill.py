"""A run killed outright goes on where it was: nothing committed is done again, nothing is lost."""

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from peerlens.graph.verify import verify_reviews
from peerlens.settings import Settings
from peerlens.store.library import Library
from tests.graph.scripts import family_for, judgement, located, review_of

CLAIMS = [f"Claim number {i}." for i in range(12)]

CHILD = """
import asyncio, os, signal, sys
from pathlib import Path
from peerlens.graph.verify import verify_reviews
from peerlens.settings import RetrieverName, Settings
from peerlens.store.library import Library
from tests.graph.scripts import family_for, judgement, located, review_of

paper, home, deaths = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
settings = Settings(home=home, retriever=RetrieverName.BM25)
with Library(home).open(paper, settings=settings) as store:
    review, parts = review_of([f"Claim number {i}." for i in range(12)])
    family = family_for(parts, judgement((located(store),)))
    verify = family.verify
    async def mortal(claim, retrieved, tools):
        if sum(skill == "verify" for skill, _ in family.calls) == deaths:
            os.kill(os.getpid(), signal.SIGKILL)
        return await verify(claim, retrieved, tools)
    family.verify = mortal
    asyncio.run(verify_reviews(store, [review], family=family, settings=settings))
"""


@pytest.mark.parametrize("deaths", [0, 1, 5, 11])
def test_after_a_kill_only_uncommitted_claims_are_judged_again(paper: Path, settings: Settings, deaths: int) -> None:
    command = [sys.executable, "-c", CHILD, str(paper), str(settings.home), str(deaths)]
    killed = subprocess.run(command, capture_output=True, check=False, cwd=Path(__file__).parents[2])
    assert killed.returncode == -signal.SIGKILL, killed.stderr.decode()
    with Library(settings.home).open(paper, settings=settings) as store:
        review, parts = review_of(CLAIMS)
        family = family_for(parts, judgement((located(store),)))
        report = asyncio.run(verify_reviews(store, [review], family=family, settings=settings))
        undisturbed = Settings(home=settings.home.with_name("other"), retriever=settings.retriever)
    with Library(undisturbed.home).open(paper, settings=undisturbed) as store:
        fresh = family_for(parts, judgement((located(store),)))
        whole = asyncio.run(verify_reviews(store, [review], family=fresh, settings=undisturbed))
    judged_again = [unit for skill, unit in family.calls if skill == "verify"]
    assert judged_again == [f"r1.c{i + 1}" for i in range(deaths, len(CLAIMS))]
    assert report.findings == whole.findings
