"""Make a prompt of a skill's words and the paper, see that it fits, ask, and say what had to be left out."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from peerlens.agents.served.client import Meter, ModelClient, Question
from peerlens.agents.served.drafts import Draft, short_form
from peerlens.agents.served.passages import PaperText, chosen_passages, short_id, token_estimate, whole_paper
from peerlens.agents.served.probe import ServerFacts
from peerlens.errors import ContextOverflowError
from peerlens.prompts import prompt
from peerlens.schema import Step
from peerlens.settings import ContextName
from peerlens.tools import PaperTools

D = TypeVar("D", bound=Draft)

ASSUMED_WINDOW = 8192
"""Tokens of a server that does not tell its window."""
_MARGIN = 128
_RAG_MOST = 3000
"""Tokens of passages in one prompt in ``rag``: beyond, small models lose the thread and every question pays."""
_FORM = "Reply with one JSON object of this form:"


@dataclass(frozen=True, slots=True)
class Asked(Generic[D]):
    """A draft, the passages it was made from (short id to passage id), and a step for each that had to be left out."""

    draft: D
    ids: Mapping[str, str]
    steps: tuple[Step, ...] = ()


@dataclass
class Asking:
    """What the skills ask through: one server, one way of showing the paper, one count of what is spent."""

    client: ModelClient
    facts: ServerFacts
    context: ContextName = ContextName.RAG
    meter: Meter = field(default_factory=Meter)
    _whole: dict[str, PaperText] = field(default_factory=dict, init=False, repr=False)
    _first: asyncio.Lock = field(default_factory=asyncio.Lock, init=False, repr=False)
    _warm: bool = field(default=False, init=False)

    @property
    def window(self) -> int:
        return self.facts.window or ASSUMED_WINDOW

    async def plain(self, name: str, draft: type[D], *, values: Mapping[str, str], max_tokens: int) -> D:
        """Ask without the paper."""
        return await self._put("", name, draft, values, max_tokens)

    async def on_paper(
        self,
        name: str,
        draft: type[D],
        *,
        tools: PaperTools,
        passages: Sequence[str],
        values: Mapping[str, str],
        max_tokens: int,
    ) -> Asked[D]:
        """Ask with the paper first: all of it in ``full``, else ``passages`` (best first), as many as fit.

        A server that still finds the prompt too long is asked once more with half of the passages.
        """
        question = question_words(name, draft, values)
        if self.context is ContextName.FULL:
            paper = self._paper(tools)
            hint = ", ".join(short_id(tools, tools.passage(one)) for one in dict.fromkeys(passages))
            first = f"\n\nPassages to look at first: {hint}." if hint else ""
            return Asked(await self._on_whole(paper, name, draft, values, max_tokens, first), paper.ids)
        room = min(_RAG_MOST, self.window - max_tokens - _MARGIN - token_estimate(system_words() + question))
        paper = chosen_passages(tools, passages, room=room)
        try:
            filled = await self._put(paper.text, name, draft, values, max_tokens)
        except ContextOverflowError:
            fewer = chosen_passages(tools, passages, room=token_estimate(paper.text) // 2)
            if len(fewer.ids) == len(paper.ids):
                raise
            paper = fewer
            filled = await self._put(paper.text, name, draft, values, max_tokens)
        return Asked(filled, paper.ids, _left_out(paper))

    async def _on_whole(
        self, paper: PaperText, name: str, draft: type[D], values: Mapping[str, str], max_tokens: int, first: str
    ) -> D:
        """The first question on a paper goes alone, to fill the server's cache for the others."""
        async with self._first:
            if not self._warm:
                filled = await self._put(paper.text, name, draft, values, max_tokens, first)
                self._warm = True
                return filled
        return await self._put(paper.text, name, draft, values, max_tokens, first)

    def _paper(self, tools: PaperTools) -> PaperText:
        known = tools.manuscript.id
        if known not in self._whole:
            self._whole.clear()
            self._warm = False
            self._whole[known] = whole_paper(tools)
        return self._whole[known]

    async def _put(
        self, paper: str, name: str, draft: type[D], values: Mapping[str, str], max_tokens: int, first: str = ""
    ) -> D:
        words = question_words(name, draft, values)
        user = f"{paper}{first}\n\n{words}" if paper else words
        question = Question(system=system_words(), user=user, max_tokens=max_tokens)
        return await self.client.ask(question, draft, model=self.facts.model, meter=self.meter)


def paper_tokens(tools: PaperTools) -> int:
    """About how many tokens the whole paper takes in a prompt."""
    return token_estimate(whole_paper(tools).text)


def system_words() -> str:
    """What opens every prompt."""
    return prompt("system").text


def question_words(name: str, draft: type[Draft], values: Mapping[str, str]) -> str:
    """What is asked, after the paper: the skill's words, and the form of the reply."""
    return f"{prompt(name).fill(**values)}\n\n{_FORM}\n{short_form(draft)}"


def _left_out(paper: PaperText) -> tuple[Step, ...]:
    if not paper.left_out:
        return ()
    count = len(paper.left_out)
    return (Step(tool="leave out", query=f"{count} passages did not fit the prompt", found=paper.left_out),)
