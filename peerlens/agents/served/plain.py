"""The baseline for a model: one plain prompt with four labels, on passages, on the whole paper, or on nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated

from peerlens.agents.served.asking import Asking
from peerlens.agents.served.client import Meter, ModelClient
from peerlens.agents.served.drafts import Draft, Percent, Sentence, coming_close
from peerlens.agents.served.probe import probe
from peerlens.prompts import as_data, prompt
from peerlens.settings import ContextName
from peerlens.taxonomy import Verdict
from peerlens.tools import PaperTools

_LABELS = {
    "contradicted": Verdict.NOT_SUPPORTED,
    "refuted": Verdict.NOT_SUPPORTED,
    "unsupported": Verdict.NOT_SUPPORTED,
    "partial": Verdict.PARTIALLY_SUPPORTED,
    "undetermined": Verdict.NOT_DETERMINED,
}


class PlainDraft(Draft):
    """A label as the model gives it."""

    rationale: Sentence
    label: Annotated[Verdict, coming_close(Verdict, _LABELS)]
    confidence: Percent


@dataclass
class PlainJudge:
    """One model asked plainly. ``context``: ``FULL`` sends the whole paper with every claim."""

    client: ModelClient
    context: ContextName = ContextName.RAG
    _asking: Asking | None = field(default=None, init=False, repr=False)

    async def identity(self) -> str:
        """What its labels depend on: model, context, prompt. Raises ``EngineError`` and its kin without a server."""
        async with self.client.connected():
            asking = await self._opened()
        return f"plain {asking.facts.model} {self.context} {prompt('plain').identity}"

    async def label(self, claim: str, tools: PaperTools, *, passages: Sequence[str] | None) -> PlainDraft:
        """The model's label on ``passages`` by id, best first; with ``None`` it is asked without the paper.

        Raises ``OutputInvalidError`` for an unusable reply, ``EngineError`` and its kin where the server fails.
        """
        values = {"claim": as_data(claim)}
        async with self.client.connected():
            asking = await self._opened()
            if passages is None:
                return await asking.plain("plain", PlainDraft, values=values)
            asked = await asking.on_paper("plain", PlainDraft, tools=tools, passages=passages, values=values)
            return asked.draft

    async def _opened(self) -> Asking:
        if self._asking is None:
            meter = Meter()
            self._asking = Asking(self.client, await probe(self.client, meter), self.context, meter)
        return self._asking
