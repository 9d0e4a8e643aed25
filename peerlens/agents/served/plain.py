"""Ask a model plainly, one prompt at a time, nothing derived by rule: the baseline with four labels, and the judges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, TypeVar

from peerlens.agents.served.asking import Asking
from peerlens.agents.served.client import Meter, ModelClient
from peerlens.agents.served.drafts import Draft, Percent, Sentence, coming_close
from peerlens.agents.served.probe import probe
from peerlens.prompts import as_data, prompt
from peerlens.settings import ContextName
from peerlens.taxonomy import Verdict
from peerlens.tools import PaperTools

D = TypeVar("D", bound=Draft)

_LABELS = {
    "contradicted": Verdict.NOT_SUPPORTED,
    "refuted": Verdict.NOT_SUPPORTED,
    "unsupported": Verdict.NOT_SUPPORTED,
    "partial": Verdict.PARTIALLY_SUPPORTED,
    "undetermined": Verdict.NOT_DETERMINED,
}


LabelField = Annotated[Verdict, coming_close(Verdict, _LABELS)]


class PlainDraft(Draft):
    """A label as the model gives it."""

    rationale: Sentence
    label: LabelField
    confidence: Percent


@dataclass(frozen=True, slots=True)
class Reading:
    """What of a paper a prompt shows: passages by id, best first; all of it under ``ContextName.FULL``."""

    tools: PaperTools
    passages: Sequence[str]


@dataclass
class PlainModel:
    """One model. ``context``: ``FULL`` sends the whole paper with every question on it."""

    client: ModelClient
    context: ContextName = ContextName.RAG
    _asking: Asking | None = field(default=None, init=False, repr=False)

    async def identity(self, *prompts: str) -> str:
        """What its answers to these prompts depend on. Raises ``EngineError`` and its kin without a server."""
        async with self.client.connected():
            asking = await self._opened()
        words = ", ".join(prompt(name).identity for name in prompts)
        return f"plain {asking.facts.model} {self.context} {words}"

    async def ask(
        self,
        name: str,
        draft: type[D],
        *,
        values: Mapping[str, str],
        reading: Reading | None = None,
        meter: Meter | None = None,
    ) -> D:
        """The model's reply to a prompt, with ``reading`` before it where given. ``meter`` counts what it takes.

        Raises ``OutputInvalidError`` for an unusable reply, ``EngineError`` and its kin where the server fails.
        """
        async with self.client.connected():
            asking = await self._opened()
            if meter is not None:
                asking = asking.counted_by(meter)
            if reading is None:
                return await asking.plain(name, draft, values=values)
            asked = await asking.on_paper(name, draft, tools=reading.tools, passages=reading.passages, values=values)
            return asked.draft

    async def label(self, claim: str, reading: Reading | None) -> PlainDraft:
        """The model's label on what it reads, with ``None`` without the paper. Raises as ``ask`` does."""
        return await self.ask("plain", PlainDraft, values={"claim": as_data(claim)}, reading=reading)

    async def _opened(self) -> Asking:
        if self._asking is None:
            meter = Meter()
            self._asking = Asking(self.client, await probe(self.client, meter), self.context, meter)
        return self._asking
