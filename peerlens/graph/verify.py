"""Verify reviews against an opened paper: run the review graph, keep the run, assemble the report."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from peerlens.agents.duplicates import link_duplicates
from peerlens.agents.family import Family
from peerlens.agents.findings import settle_premises
from peerlens.graph.review_graph import build_review_graph
from peerlens.graph.runs import Progress, Work, World, begin_run, graph_context, paper_record
from peerlens.graph.state import GraphContext, ResponseContext, ReviewState
from peerlens.schema import (
    Decomposition,
    Failure,
    Finding,
    Report,
    ReportResponse,
    ReportReview,
    Request,
    Response,
    Review,
)
from peerlens.settings import Settings
from peerlens.store.ledger import open_ledger
from peerlens.store.library import PaperStore
from peerlens.store.marks import stored_work, with_work
from peerlens.store.runs import Runs
from peerlens.tools import PaperTools

_CHARS_PER_QUESTION = 120
_STEPS_PER_REVIEW = 12
"""Longest way through the graph of a review; ``recursion_limit`` ends anything that goes round in circles."""


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
    response: Response | None = None,
    given: Mapping[str, Decomposition] | None = None,
    resume: str | None = None,
    on_progress: Callable[[Progress], None] = lambda _: None,
    world: World | None = None,
) -> Report:
    """Check every claim of every review against the paper in ``store``, then hold each against the authors' response.

    Finished units come from the paper's ledger and go there; ``resume`` is the id of an unfinished or finished run
    over the same inputs (``UsageError`` otherwise). ``given``: reviews, by id, that are taken apart already. Broken
    units end in ``Report.failures``. What a person has ruled on claims of this paper is in ``Finding.override``.
    """
    tools = PaperTools(store, retriever=settings.retriever)
    async with family.at_work(
        tools, questions=sum(map(_questions, reviews)), folder=store.folder if settings.use_cache else None
    ) as working:
        return await _verify(
            store,
            reviews,
            family=working,
            settings=settings,
            response=response,
            given=given or {},
            resume=resume,
            on_progress=on_progress,
            world=world or World(),
        )


def _questions(review: Review) -> int:
    """About how many questions a review means for a family."""
    return len(review.ready) if review.ready is not None else 1 + len(review.text) // _CHARS_PER_QUESTION


async def _verify(
    store: PaperStore,
    reviews: Sequence[Review],
    *,
    family: Family,
    settings: Settings,
    response: Response | None,
    given: Mapping[str, Decomposition],
    resume: str | None,
    on_progress: Callable[[Progress], None],
    world: World,
) -> Report:
    started, clock = world.now(), world.seconds()
    work = Work(
        kind="verify",
        inputs=_inputs(reviews, response)
        | ({"given": [one.model_dump_json() for one in given.values()]} if given else {}),
        sources=tuple(review.source for review in reviews),
    )
    runs = Runs(store.folder / "runs")
    run = begin_run(
        runs, store, work, family=family, settings=settings, resume=resume, run_token=world.token(), started=started
    )
    with open_ledger(store.folder / "ledger.sqlite") as ledger:
        context = replace(graph_context(store, family=family, settings=settings, ledger=ledger), given=given)
        if response is not None:
            context = _with_response(context, response, reviews)
        outcome = _Outcome()
        for review in reviews:
            await _verify_one(review, context, outcome, on_progress)
    report = Report(
        kind="verify",
        paper=paper_record(store),
        reviews=tuple(outcome.reviews),
        response=None if response is None else _response_record(response),
        findings=link_duplicates(settle_premises(outcome.findings)),
        requests=tuple(outcome.requests),
        failures=tuple(outcome.failures),
        usage=family.usage.model_copy(update={"seconds": round(world.seconds() - clock, 3)}),
        run=run,
    )
    runs.finish(run.id, report.to_json())
    return with_work(report, stored_work(store.folder))


def _inputs(reviews: Sequence[Review], response: Response | None) -> dict[str, object]:
    inputs: dict[str, object] = {"reviews": [review.model_dump(mode="json") for review in reviews]}
    return inputs if response is None else inputs | {"response": response.model_dump(mode="json")}


def _with_response(context: GraphContext, response: Response, reviews: Sequence[Review]) -> GraphContext:
    from peerlens.agents.response.answering import ReadResponse

    read = ReadResponse.of(response, context.tools, context.family)
    orders = {review.id: order for order, review in enumerate(reviews, start=1)}
    return replace(context, response=ResponseContext(read, orders))


def _given_inputs(given: Mapping[str, Decomposition]) -> dict[str, object]:
    return {"given": {name: one.model_dump(mode="json") for name, one in given.items()}} if given else {}


def _response_record(response: Response) -> ReportResponse:
    return ReportResponse(source=response.source, text=response.text, warnings=response.warnings)


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
            total = len(parts.claims) + len(parts.asks) - len(event["decompose"].get("failures", {}))
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
    points = [*(claim.id for claim in parts.claims), *(ask.id for ask in parts.asks)]
    units = [review.id, *points, *(f"{point}.response" for point in points)]
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
