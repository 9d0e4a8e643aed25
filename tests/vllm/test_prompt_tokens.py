"""The paper is read once: prompt tokens that a real server computes (sent less cached) in an audit and for claims."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.vllm.conftest import KEY, MODEL
from tests.vllm.paper import claims, manuscript
from tests.vllm.relay import Relay
from tests.vllm.server import VllmServer

Report = Callable[..., dict[str, object]]


@pytest.fixture(scope="session")
def paper(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Path]:
    """The manuscript, another one for each number: no run finds what an earlier one left in the cache."""
    folder = tmp_path_factory.mktemp("papers")

    def numbered(number: int) -> Path:
        path = folder / f"paper-{number}.md"
        path.write_text(manuscript(seed=number), encoding="utf-8")
        return path

    return numbered


def reading_of(relay: Relay) -> int:
    """Tokens of one reading of the paper: what every question of the run has in common, at least."""
    return min(prompt for name, prompt, _ in relay.usage if name == "Proposal")


@pytest.mark.parametrize(("candidates", "most"), [(0, 1.5), (1, None)])
def test_an_audit_in_full_context_reads_the_paper_once(
    candidates: int,
    most: float | None,
    server: VllmServer,
    paper: Callable[[int], Path],
    report_of: Report,
    table: Callable[[str], None],
) -> None:
    with Relay(server.base_url, key=KEY, candidates=candidates).running() as relay:
        report = report_of(
            "audit", paper(100 + candidates), "--base-url", relay.url, "--model", MODEL, "--context", "full"
        )
    assert report["failures"] == []
    assert len(report["labels"]) == 17  # type: ignore[arg-type]
    assert report["run"]["context"] == "full"  # type: ignore[index]
    reading = reading_of(relay)
    ratio = relay.computed / reading
    calls = ", ".join(f"{count} {name}" for name, count in Counter(name for name, _, _ in relay.usage).items())
    table(
        f"audit, {candidates} candidates a label: {relay.computed} prompt tokens computed, one reading {reading}, "
        f"ratio {ratio:.2f}; {calls}"
    )
    assert 10_000 <= reading <= 16_000
    assert most is None or ratio <= most


def test_claims_of_one_paper_cost_less_in_full_context_once_they_are_many(
    server: VllmServer, paper: Callable[[int], Path], report_of: Report, table: Callable[[str], None], tmp_path: Path
) -> None:
    cost: dict[tuple[int, str], float] = {}
    taken: dict[int, object] = {}
    for at, count in enumerate((1, 4, 12, 48)):
        rows = [json.dumps({"id": f"c{n}", "text": text, "atomic": True}) for n, text in enumerate(claims(count))]
        review = tmp_path / f"claims-{count}.jsonl"
        review.write_text("\n".join(rows), encoding="utf-8")
        for context in ("full", "rag", "auto"):
            with Relay(server.base_url, key=KEY).running() as relay:
                report = report_of(
                    "verify", paper(200 + 10 * at + len(context)), review,
                    "--base-url", relay.url, "--model", MODEL, "--context", context,
                )  # fmt: skip
            assert len(report["findings"]) == count, report["failures"]  # type: ignore[arg-type]
            cost[count, context] = relay.computed / count
            taken[count] = report["run"]["context"]  # type: ignore[index]
        table(
            f"{count:>2} claims: prompt tokens computed a claim: full {cost[count, 'full']:.0f}, "
            f"rag {cost[count, 'rag']:.0f}; auto took {taken[count]}"
        )
    for count, context in taken.items():
        cheaper = min(("full", "rag"), key=lambda one: cost[count, one])
        assert context == cheaper, f"{count} claims: auto took {context}"
