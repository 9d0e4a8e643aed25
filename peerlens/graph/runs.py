"""What verify and audit share around their graphs: a run's beginning, its surroundings, its paper in the report."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from peerlens.agents.family import Family
from peerlens.errors import UsageError
from peerlens.graph.open import open_tools
from peerlens.graph.state import GraphContext
from peerlens.schema import ReportMissing, ReportPaper, Run
from peerlens.settings import NO_WEAKNESSES, Settings
from peerlens.store.ledger import Ledger, unit_key
from peerlens.store.library import PaperStore
from peerlens.store.runs import RunRecord, Runs
from peerlens.version import __version__


@dataclass(frozen=True, slots=True)
class Progress:
    """One unit finished: ``done`` of ``total`` in this review or audit; ``failed`` when it broke off."""

    review_id: str
    done: int
    total: int
    unit: str
    failed: bool


@dataclass(frozen=True, slots=True)
class World:
    """What a run needs from outside, so that tests can hand in their own."""

    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    seconds: Callable[[], float] = time.perf_counter
    token: Callable[[], str] = lambda: secrets.token_hex(3)


@dataclass(frozen=True, slots=True)
class Work:
    """What a run is asked to do. ``inputs``: what determines its result beside paper, engine and retrieval."""

    kind: Literal["verify", "audit"]
    inputs: Mapping[str, object]
    sources: tuple[str, ...] = ()


def begin_run(
    runs: Runs,
    store: PaperStore,
    work: Work,
    *,
    family: Family,
    settings: Settings,
    resume: str | None,
    run_token: str,
    started: datetime,
) -> Run:
    """Store that a run has begun. Raises ``UsageError`` when ``resume`` names a run over other inputs."""
    inputs = unit_key(
        work.kind,
        {
            "paper": store.manuscript.id,
            **retrieval(store, settings),
            **work.inputs,
            "family": family.fingerprint,
        },
    )
    if resume is not None and runs.get(resume).inputs != inputs:
        raise UsageError(
            f"run {resume!r} was made from another paper, review or configuration",
            hint="leave --resume out: what is finished is found again by its content",
        )
    run_id = resume or f"{started:%Y%m%d-%H%M%S}-{run_token}"
    at = started.isoformat(timespec="seconds")
    runs.begin(
        RunRecord(
            id=run_id,
            inputs=inputs,
            kind=work.kind,
            paper=store.manuscript.source,
            title=store.manuscript.title,
            reviews=work.sources,
            engine=family.name,
            started=at,
        )
    )
    return Run(
        id=run_id,
        engine=family.name,
        model=family.model,
        context=family.context,
        retriever=settings.retriever.value,
        rerank=settings.rerank,
        k=settings.k,
        prompts=dict(family.prompts),
        index=store.fingerprint,
        version=__version__,
        started=at,
    )


def graph_context(store: PaperStore, *, family: Family, settings: Settings, ledger: Ledger) -> GraphContext:
    """What the nodes of a run work with. Without the cache nothing is recalled and nothing kept."""
    return GraphContext(
        tools=open_tools(store, settings),
        family=family,
        ledger=ledger if settings.use_cache else None,
        configuration=retrieval(store, settings),
        diagnoses=settings.policy.weaknesses,
    )


def retrieval(store: PaperStore, settings: Settings) -> dict[str, object]:
    """What a result depends on beside paper and family: the index and how it is searched."""
    made: dict[str, object] = {
        "index": store.fingerprint,
        "retriever": settings.retriever.value,
        "k": settings.k,
    }
    made |= {"rerank": settings.rerank_model} if settings.rerank else {}
    return made if settings.policy.weaknesses else made | {"policy": NO_WEAKNESSES.name}


def paper_record(store: PaperStore) -> ReportPaper:
    manuscript = store.manuscript
    return ReportPaper(
        id=manuscript.id,
        title=manuscript.title,
        source=manuscript.source,
        parser=manuscript.parser,
        pages=manuscript.pages,
        sections=len(manuscript.sections),
        passages=len(store.passages),
        missing=tuple(ReportMissing(what=m.what, pointed_from=m.pointed_from) for m in manuscript.missing),
        warnings=manuscript.warnings,
    )
