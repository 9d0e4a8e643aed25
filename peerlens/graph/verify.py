"""Verify reviews against an opened paper: run the review graph, keep the run, assemble the report."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from peerlens.agents.duplicates import link_duplicates
from peerlens.agents.family import Family
from peerlens.agents.findings import settle_premises
from peerlens.errors import UsageError
from peerlens.graph.review_graph import build_review_graph
from peerlens.graph.state import GraphContext, ReviewState
from peerlens.schema import (
    Failure,
    Finding,
    Report,
    ReportMissing,
    ReportPaper,
    ReportReview,
    Request,
    Review,
    Run,
    Usage,
)
from peerlens.settings import Settings
from peerlens.store.ledger import open_ledger, unit_key
from peerlens.store.library import PaperStore
from peerlens.store.runs import RunRecord, Runs
from peerlens.tools import PaperTools
from peerlens.version import __version__

_STEPS_PER_REVIEW = 12
"""Longest way through the graph of a review; ``recursion_limit`` ends anything that goes round in circles."""


@dataclass(frozen=True, slots=True)
class Progress:
    """One unit finished: ``done`` of ``total`` in this review; ``failed`` when it broke off."""

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


@dataclass
class _Outcome:
    """What the reviews of a run have yielded so far."""

    reviews: list[ReportReview] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)


async def verify_reviews(
    store: PaperStore,
    reviews: Sequence[Review],
    *,
    family: Family,
    settings: Settings,
    resume: str | None = None,
    on_progress: Callable[[Progress], None] = lambda _: None,
    world: World | None = None,
) -> Report:
    """Check every claim of every review against the paper in ``store``.

    Finished units come from the paper's ledger and go there; ``resume`` is the id of an unfinished or finished run
    over the same inputs (``UsageError`` otherwise). Broken units end in ``Report.failures``.
    """
    world = world or World()
    started, clock = world.now(), world.seconds()
    runs = Runs(store.folder / "runs")
    run = _begin(runs, store, reviews, family=family, settings=settings, resume=resume, world=world, started=started)
    tools = PaperTools(store, retriever=settings.retriever)
    configuration = {"index": store.fingerprint, "retriever": settings.retriever.value, "k": settings.k}
    with open_ledger(store.folder / "ledger.sqlite") as ledger:
        context = GraphContext(
            tools=tools,
            family=family,
            ledger=ledger if settings.use_cache else None,
            configuration=configuration,
        )
        outcome = _Outcome()
        for review in reviews:
            await _verify_one(review, context, outcome, on_progress)
    report = Report(
        kind="verify",
        paper=_paper(store),
        reviews=tuple(outcome.reviews),
        findings=link_duplicates(settle_premises(outcome.findings)),
        requests=tuple(outcome.requests),
        failures=tuple(outcome.failures),
        usage=Usage(seconds=round(world.seconds() - clock, 3)),
        run=run,
    )
    runs.finish(run.id, report.to_json())
    return report


def _begin(
    runs: Runs,
    store: PaperStore,
    reviews: Sequence[Review],
    *,
    family: Family,
    settings: Settings,
    resume: str | None,
    world: World,
    started: datetime,
) -> Run:
    inputs = unit_key(
        "verify",
        {
            "paper": store.manuscript.id,
            "index": store.fingerprint,
            "reviews": [review.model_dump(mode="json") for review in reviews],
            "family": family.fingerprint,
            "retriever": settings.retriever.value,
            "k": settings.k,
        },
    )
    if resume is not None:
        if runs.get(resume).inputs != inputs:
            raise UsageError(
                f"run {resume!r} was made from another paper, review or configuration",
                hint="leave --resume out: what is finished is found again by its content",
            )
        run_id = resume
    else:
        run_id = f"{started:%Y%m%d-%H%M%S}-{world.token()}"
    runs.begin(
        RunRecord(
            id=run_id,
            inputs=inputs,
            kind="verify",
            paper=store.manuscript.source,
            title=store.manuscript.title,
            reviews=tuple(review.source for review in reviews),
            engine=family.name,
            started=started.isoformat(timespec="seconds"),
        )
    )
    return Run(
        id=run_id,
        engine=family.name,
        model=None,
        context=None,
        retriever=settings.retriever.value,
        rerank=False,
        k=settings.k,
        prompts={},
        index=store.fingerprint,
        version=__version__,
        started=started.isoformat(timespec="seconds"),
    )


async def _verify_one(
    review: Review, context: GraphContext, outcome: _Outcome, on_progress: Callable[[Progress], None]
) -> None:
    """Run the graph of one review and add what it yields, in the order of the review."""
    graph = build_review_graph()
    state: ReviewState = {}
    done = total = 0
    stream = graph.astream(
        ReviewState(review=review),
        context=context,
        config={"recursion_limit": _STEPS_PER_REVIEW, "max_concurrency": context.family.concurrency},
        stream_mode=["updates", "values"],
    )
    async for mode, payload in stream:
        event: dict[str, Any] = dict(payload)  # type: ignore[arg-type]  # two modes: pairs of mode and mapping
        if mode == "values":
            state = ReviewState(**event)  # type: ignore[typeddict-item]
        elif "decompose" in event:
            parts = event["decompose"]["decomposition"]
            total = len(parts.claims) + len(parts.asks)
        elif "claim" in event or "answer" in event:
            update = event.get("claim") or event["answer"]
            failed = bool(update.get("failures"))
            unit = next(
                iter({**update.get("findings", {}), **update.get("requests", {}), **update.get("failures", {})})
            )
            done += 1
            on_progress(Progress(review.id, done, total, unit, failed))
    _collect(review, state, outcome)


def _collect(review: Review, state: ReviewState, outcome: _Outcome) -> None:
    parts = state["decomposition"]
    findings, requests, failures = state["findings"], state["requests"], state["failures"]
    outcome.findings += [findings[claim.id] for claim in parts.claims if claim.id in findings]
    outcome.requests += [requests[ask.id] for ask in parts.asks if ask.id in requests]
    units = [review.id, *(claim.id for claim in parts.claims), *(ask.id for ask in parts.asks)]
    outcome.failures += [failures[unit] for unit in units if unit in failures]
    outcome.reviews.append(
        ReportReview(
            id=review.id,
            source=review.source,
            text=review.text,
            claims=len(parts.claims),
            unused=parts.unused,
            warnings=review.warnings,
        )
    )


def _paper(store: PaperStore) -> ReportPaper:
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
