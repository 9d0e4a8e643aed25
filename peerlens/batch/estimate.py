"""What a batch would take, before anything runs: papers, claims, requests, tokens, hours, disk."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from peerlens.batch.entries import Task
from peerlens.batch.plan import Plan
from peerlens.batch.rates import CLAIMS, REQUESTS_PER_CLAIM, TOKENS_PER_REQUEST, Rates, rates_for
from peerlens.graph.open import chosen_engine
from peerlens.report.overview_figures import duration
from peerlens.settings import EngineName, RetrieverName
from peerlens.text.counting import counted

_QUESTIONS_PER_AUDIT = 17 * 4
_STORE_FACTOR = 6
"""Bytes stored of a paper for each of its text's, without vectors: manuscript, passages, ledger, runs."""
_VECTORS = 900_000
"""Bytes of one paper's index."""
_REPORT_PER_CLAIM = 3_100
"""Bytes that a claim takes in the folder of the batch: its share of report, ledger and table."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """``hours`` is ``None`` where nothing has been measured with this model. ``disk``: bytes, home and folder."""

    lines: int
    usable: int
    papers: int
    reviews: int
    claims: int
    audits: int
    requests: int
    tokens: int
    hours: float | None
    workers: int
    disk: int
    measured: str

    def document(self) -> dict[str, object]:
        return {"schema": "peerlens.batch-estimate/1", **asdict(self)}

    def rows(self) -> list[tuple[str, str]]:
        """Names and values for a person."""
        audits = f", {counted(self.audits, 'audit')}" if self.audits else ""
        asked = f"about {self.requests:,}, {self.tokens:,} tokens" if self.requests else "none"
        time = "not known: nothing measured with this model" if self.hours is None else duration(self.hours * 3600)
        return [
            ("Lines", f"{self.lines:,} ({self.lines - self.usable:,} of them with nothing to do)"),
            ("Papers", f"{self.papers:,} with {counted(self.reviews, 'review')}{audits}"),
            ("Claims", f"about {self.claims:,}"),
            ("Requests", asked),
            ("Time", f"{time} with {counted(self.workers, 'worker')}"),
            ("Disk", f"about {self.disk / 2**20:,.0f} MiB"),
            ("Measured", self.measured),
        ]


def estimate(plan: Plan, *, workers: int) -> Estimate:
    """Count what the plan holds, what several lines ask for once, and price it at the measured rates."""
    settings, rates = plan.settings, rates_for(plan.settings)
    lines = [line for line in plan.planned() if line.trouble is None]
    papers = plan.by_paper()
    units = {one.unit.key: (one.unit.task, line) for line in reversed(lines) for one in line.wanted}
    verified = [line for task, line in units.values() if task is Task.VERIFY]
    per_thousand = rates.claims if rates is not None else CLAIMS
    claims = sum(line.claims for line in verified)
    claims += round(sum(line.characters for line in verified) / 1000 * per_thousand)
    audits = sum(task is Task.AUDIT for task, _ in units.values())
    requests = tokens = 0.0
    if chosen_engine(settings).name is EngineName.OPENAI:
        per_claim = rates.requests if rates is not None and rates.requests else REQUESTS_PER_CLAIM
        requests = claims * per_claim + audits * _QUESTIONS_PER_AUDIT
        tokens = requests * (rates.tokens if rates is not None and rates.tokens else TOKENS_PER_REQUEST)
    text = sum(plan.sizes.values())
    vectors = 0 if settings.retriever is RetrieverName.BM25 else _VECTORS * len(papers)
    return Estimate(
        lines=len(plan.lines),
        usable=len(lines),
        papers=len(papers),
        reviews=sum(line.reviews for line in verified),
        claims=claims,
        audits=audits,
        requests=round(requests),
        tokens=round(tokens),
        hours=None if rates is None else _hours(rates, len(papers), claims, audits, workers),
        workers=workers,
        disk=text * _STORE_FACTOR + vectors + claims * _REPORT_PER_CLAIM,
        measured=rates.measured if rates is not None else "nothing yet with this model: tokens are a guess",
    )


def _hours(rates: Rates, papers: int, claims: int, audits: int, workers: int) -> float | None:
    if (claims and not rates.claim_s) or (audits and not rates.audit_s):
        return None
    seconds = papers * rates.paper_s + claims * rates.claim_s + audits * rates.audit_s
    return round(seconds / workers / 3600, 4)
