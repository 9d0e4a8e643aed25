"""Audit an opened paper: run the audit graph, keep the run, assemble the report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from peerlens.agents.audit_rows import merge_rows
from peerlens.agents.family import Family
from peerlens.errors import UsageError
from peerlens.graph.audit_graph import build_audit_graph
from peerlens.graph.runs import Progress, Work, World, begin_run, graph_context, paper_record
from peerlens.graph.state import AuditState, GraphContext
from peerlens.schema import Report
from peerlens.settings import Settings
from peerlens.store.ledger import open_ledger
from peerlens.store.library import PaperStore
from peerlens.store.marks import stored_work, with_work
from peerlens.store.runs import Runs
from peerlens.taxonomy import Weakness
from peerlens.tools import PaperTools

_QUESTIONS_PER_LABEL = 4
"""Propose, and for about one candidate verify, reply and revise."""
_STEPS = 16
"""Longest way through the graph of an audit; ``recursion_limit`` ends anything that goes round in circles."""


async def audit_paper(
    store: PaperStore,
    *,
    family: Family,
    settings: Settings,
    labels: Sequence[Weakness] = tuple(Weakness),
    resume: str | None = None,
    on_progress: Callable[[Progress], None] = lambda _: None,
    world: World | None = None,
) -> Report:
    """Examine the paper in ``store`` for ``labels``: one row for each, in the order of the taxonomy.

    Finished labels come from the paper's ledger and go there; ``resume`` is the id of a run over the same inputs
    (``UsageError`` otherwise). A label that breaks ends ``not_assessable`` and in ``Report.failures``. Raises
    ``UsageError`` under a policy that forbids asking for weaknesses.
    """
    check_audit_allowed(settings)
    asked = tuple(label for label in Weakness if label in set(labels))
    tools = PaperTools(store, retriever=settings.retriever)
    async with family.at_work(
        tools, questions=len(asked) * _QUESTIONS_PER_LABEL, folder=store.folder if settings.use_cache else None
    ) as working:
        return await _audit(
            store,
            asked,
            family=working,
            settings=settings,
            resume=resume,
            on_progress=on_progress,
            world=world or World(),
        )


def check_audit_allowed(settings: Settings) -> None:
    """Raises ``UsageError`` under a policy that forbids asking for weaknesses."""
    if not settings.policy.weaknesses:
        raise UsageError(
            f"--policy {settings.policy.name} forbids an audit: it asks for weaknesses",
            hint="check the claims of a review with `peerlens verify`, or take --policy open where the venue allows it",
        )


async def _audit(
    store: PaperStore,
    asked: tuple[Weakness, ...],
    *,
    family: Family,
    settings: Settings,
    resume: str | None,
    on_progress: Callable[[Progress], None],
    world: World,
) -> Report:
    started, clock = world.now(), world.seconds()
    work = Work(kind="audit", inputs={"labels": [label.value for label in asked]})
    runs = Runs(store.folder / "runs")
    run = begin_run(
        runs, store, work, family=family, settings=settings, resume=resume, run_token=world.token(), started=started
    )
    with open_ledger(store.folder / "ledger.sqlite") as ledger:
        context = graph_context(store, family=family, settings=settings, ledger=ledger)
        state = await _run(asked, context, on_progress)
    failures = state.get("failures", {})
    report = Report(
        kind="audit",
        paper=paper_record(store),
        reviews=(),
        findings=(),
        requests=(),
        labels=merge_rows([state["rows"][label] for label in asked]),
        failures=tuple(failures[label.value] for label in asked if label.value in failures),
        usage=family.usage.model_copy(update={"seconds": round(world.seconds() - clock, 3)}),
        run=run,
    )
    runs.finish(run.id, report.to_json())
    return with_work(report, stored_work(store.folder))


async def _run(
    labels: Sequence[Weakness], context: GraphContext, on_progress: Callable[[Progress], None]
) -> AuditState:
    state: AuditState = {}
    done = 0
    stream = build_audit_graph().astream(
        AuditState(labels=tuple(labels)),
        context=context,
        config={"recursion_limit": _STEPS, "max_concurrency": context.family.concurrency},
        stream_mode=["updates", "values"],
    )
    async for mode, payload in stream:
        event: dict[str, Any] = dict(payload)  # type: ignore[arg-type]  # two modes: pairs of mode and mapping
        if mode == "values":
            state = AuditState(**event)  # type: ignore[typeddict-item]
            continue
        for update in event.values():
            for label in (update or {}).get("rows", {}):
                done += 1
                failed = label.value in update.get("failures", {})
                on_progress(Progress("audit", done, len(labels), label.value, failed))
    return state
