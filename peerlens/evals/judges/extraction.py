"""Whether a claim taken from a review is atomic, faithful to it, understood without it, and well said."""

from __future__ import annotations

from typing import Final

from peerlens.agents.served.drafts import Draft, Sentence
from peerlens.evals.judges.judge import Ask
from peerlens.prompts import as_data

PROMPT: Final = "judge_extraction"
QUALITIES: Final = ("atomic", "faithful", "decontextualised", "fluent")


class QualityDraft(Draft):
    rationale: Sentence
    atomic: bool
    faithful: bool
    decontextualised: bool
    fluent: bool


async def ask_quality(claim: str, review: str, *, ask: Ask) -> tuple[bool, ...]:
    """The model's word on each of ``QUALITIES``. Raises ``PeerlensError`` where it gives none."""
    draft = await ask(PROMPT, QualityDraft, values={"review": as_data(review), "claim": as_data(claim)})
    return tuple(getattr(draft, name) for name in QUALITIES)
