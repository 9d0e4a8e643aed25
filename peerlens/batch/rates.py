"""What work has cost: measured by the batches of this home, else on the machine that the program was made on."""

from __future__ import annotations

import json
from dataclasses import dataclass

from pydantic import ValidationError

from peerlens.graph.open import chosen_engine
from peerlens.schema import Report
from peerlens.schema.record import Record
from peerlens.settings import EngineName, RetrieverName, Settings
from peerlens.store.disk import write_whole
from peerlens.text.counting import counted

_FILE = "batch-rates.json"
_ENOUGH = 5
"""Papers from which a batch says something about the next one."""


class Rates(Record):
    """Seconds of one worker, and what a model is asked. ``papers``: how many were measured.

    ``paper_s``: reading and indexing a paper; ``claim_s``: judging a claim, its share of the review's decomposition in
    it; ``audit_s``: a full audit. ``claims``: in a thousand characters of review. Tokens are prompt and reply together.
    0 stands for what was not measured.
    """

    papers: int
    paper_s: float
    claim_s: float
    audit_s: float
    claims: float
    requests: float = 0.0
    tokens: float = 0.0
    measured: str


CLAIMS = 6.7
"""In a thousand characters of review, where nothing was measured yet."""
_EMBEDDED = Rates(
    papers=6,
    paper_s=9.9,
    claim_s=0.08,
    audit_s=5.0,
    claims=CLAIMS,
    measured="elsewhere: 6 papers of 50,000 characters, 550 claims, one core",
)
_LEXICAL = _EMBEDDED.model_copy(update={"paper_s": 1.0})
REQUESTS_PER_CLAIM = 3.0
TOKENS_PER_REQUEST = 2500.0
"""What a question in ``rag`` takes, prompt and reply."""


def rates_for(settings: Settings) -> Rates | None:
    """The newest measured rates of this configuration; ``None`` for a model that nothing was measured with."""
    try:
        stored = json.loads((settings.home / _FILE).read_bytes())
        return Rates.model_validate(stored[_name(settings)])
    except (OSError, ValueError, KeyError, TypeError, ValidationError):
        pass
    if chosen_engine(settings).name is EngineName.OPENAI:
        return None
    return _LEXICAL if settings.retriever is RetrieverName.BM25 else _EMBEDDED


@dataclass
class Measuring:
    """Adds up what units cost whose paper was read for them: one that is stored already costs next to nothing."""

    papers: int = 0
    opening: float = 0.0
    verifying: float = 0.0
    auditing: float = 0.0
    claims: int = 0
    audits: int = 0
    requests: int = 0
    tokens: int = 0
    characters: int = 0

    def add(self, report: Report, *, seconds: float, opening: float, characters: int) -> None:
        """One unit. ``characters``: of its reviews, ready-made claims left out."""
        self.papers += opening > 0
        self.opening += opening
        if report.kind == "audit":
            self.audits += 1
            self.auditing += seconds - opening
        else:
            self.verifying += seconds - opening
            self.claims += len(report.findings)
            self.characters += characters
        self.requests += report.usage.requests
        self.tokens += report.usage.prompt_tokens + report.usage.completion_tokens

    def rates(self, *, today: str) -> Rates | None:
        """``None`` where no paper was read."""
        if not self.papers:
            return None
        return Rates(
            papers=self.papers,
            paper_s=round(self.opening / self.papers, 3),
            claim_s=round(self.verifying / self.claims, 4) if self.claims else 0.0,
            audit_s=round(self.auditing / self.audits, 3) if self.audits else 0.0,
            claims=round(1000 * self.claims / self.characters, 2) if self.characters else 0.0,
            requests=round(self.requests / self.claims, 2) if self.claims else 0.0,
            tokens=round(self.tokens / self.requests, 1) if self.requests else 0.0,
            measured=f"by a batch of {counted(self.papers, 'paper')} on this machine, {today}",
        )


def keep_rates(settings: Settings, rates: Rates) -> None:
    """Remember what a batch measured, where it measured enough; what it did not measure stays as it was known.

    Raises ``StoreError``.
    """
    if rates.papers < _ENOUGH:
        return
    known = rates_for(settings)
    earlier = {"claims": CLAIMS} if known is None else known.model_dump(exclude={"papers", "measured"})
    measured = {name: value for name, value in rates.model_dump().items() if value}
    rates = Rates.model_validate({**rates.model_dump(), **earlier, **measured})
    path = settings.home / _FILE
    try:
        stored = json.loads(path.read_bytes())
    except (OSError, ValueError):
        stored = {}
    kept = stored if isinstance(stored, dict) else {}
    kept[_name(settings)] = rates.model_dump(mode="json")
    write_whole(path, json.dumps(kept, indent=2).encode())


def _name(settings: Settings) -> str:
    """Configurations that cost the same."""
    engine = chosen_engine(settings).name
    served = f"{settings.model or settings.base_url}/{settings.context}" if engine is EngineName.OPENAI else "embedded"
    return f"{served}/{settings.retriever}/{settings.parser}{'/rerank' if settings.rerank else ''}"
