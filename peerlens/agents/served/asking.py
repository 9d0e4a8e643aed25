"""Make a prompt of a skill's words and the paper, see that it fits, ask, and say what had to be left out."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, Final, Generic, TypeVar

from peerlens.agents.served.client import Answered, Meter, ModelClient, Question
from peerlens.agents.served.drafts import Draft, form_of, most_tokens, short_form
from peerlens.agents.served.kept import KeptReplies, reply_key
from peerlens.agents.served.measuring import TokenCounter, token_estimate
from peerlens.agents.served.passages import PaperText, chosen_passages, short_id, whole_paper
from peerlens.agents.served.probe import ServerFacts
from peerlens.errors import ContextOverflowError
from peerlens.prompts import prompt
from peerlens.schema import Step
from peerlens.settings import ContextName
from peerlens.tools import PaperTools

D = TypeVar("D", bound=Draft)

ASSUMED_WINDOW: Final = 8192
"""Tokens of a server that does not tell its window."""
_MARGIN: Final = 128
RAG_MOST: Final = 3000
"""Tokens of passages in one prompt in ``rag``: beyond, small models lose the thread and every question pays."""
_RAG_SHARE: Final = 8
_RAG_LEAST: Final = 1200
"""Servers with small windows are slow ones, as a rule: passages take an eighth of the window, but not fewer tokens."""
_TRIMS: Final = 4
_FORM: Final = "Reply with one JSON object of this form:"


@dataclass(frozen=True, slots=True)
class Asked(Generic[D]):
    """A draft, the passages it was made from (short id to passage id), and a step for each that had to be left out.

    ``tokens``: the reply's tokens with their probabilities, where they were asked for and given.
    """

    draft: D
    ids: Mapping[str, str]
    steps: tuple[Step, ...] = ()
    tokens: tuple[Mapping[str, Any], ...] = ()


@dataclass
class Asking:
    """What the skills ask through: one server, one way of showing the paper, one count of what is spent."""

    client: ModelClient
    facts: ServerFacts
    context: ContextName = ContextName.RAG
    meter: Meter = field(default_factory=Meter)
    kept: KeptReplies = field(default_factory=KeptReplies)
    _whole: dict[str, PaperText] = field(default_factory=dict, init=False, repr=False)
    _ahead: dict[str, asyncio.Lock] = field(default_factory=dict, init=False, repr=False)
    _warm: set[str] = field(default_factory=set, init=False, repr=False)
    _counter: TokenCounter = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._counter = TokenCounter(self.client.line, self.facts.model, self.meter, self.facts.tokenizes)

    def counted_by(self, meter: Meter) -> Asking:
        """The same, sharing all it knows, with what it spends counted in ``meter``."""
        other = copy(self)
        other.meter = meter
        return other

    @property
    def window(self) -> int:
        return self.facts.window or ASSUMED_WINDOW

    async def plain(self, name: str, draft: type[D], *, values: Mapping[str, str], max_tokens: int | None = None) -> D:
        """Ask without the paper."""
        question = self._question(question_words(name, draft, values), draft, max_tokens)
        return (await self._put(question, draft)).draft

    async def words(self, name: str, *, values: Mapping[str, str], max_tokens: int, stop: tuple[str, ...] = ()) -> str:
        """The reply in plain text to a prompt that is one user turn; "" where the model says nothing.

        Raises ``OutputTruncatedError`` where it is cut off, also with twice the tokens.
        """
        question = Question(system="", user=prompt(name).fill(**values), max_tokens=max_tokens)
        model = self.facts.model
        key = reply_key(question, {"stop": stop}, model=model, identity=self.facts.identity)
        return await self.kept.words(key, lambda: self.client.words(question, model=model, meter=self.meter, stop=stop))

    async def on_paper(
        self,
        name: str,
        draft: type[D],
        *,
        tools: PaperTools,
        passages: Sequence[str],
        values: Mapping[str, str],
        weighed: bool = False,
    ) -> Asked[D]:
        """Ask with the paper first: all of it in ``full``, else ``passages`` (best first), as many as fit.

        ``weighed``: with the probabilities of the reply's tokens, where the server gives them. A server that still
        finds the prompt too long is asked once more with half of the passages.
        """
        words = question_words(name, draft, values)
        if self.context is ContextName.FULL:
            paper = self._paper(tools)
            hint = ", ".join(short_id(tools, tools.passage(one)) for one in dict.fromkeys(passages))
            # Last, as all that differs between questions: what stands before it is in the server's prefix cache.
            first = f"\n\nPassages to look at first: {hint}." if hint else ""
            question = self._question(f"{paper.text}\n\n{words}{first}", draft, weighed=weighed)
            answered = await self._on_whole(tools.manuscript.id, question, draft)
            return Asked(answered.draft, paper.ids, (), answered.said.tokens)
        paper = await self._fitting(tools, passages, words, draft)
        try:
            answered = await self._put(self._question(f"{paper.text}\n\n{words}", draft, weighed=weighed), draft)
        except ContextOverflowError:
            fewer = chosen_passages(tools, passages, room=token_estimate(paper.text) // 2)
            if len(fewer.ids) == len(paper.ids):
                raise
            paper = fewer
            answered = await self._put(self._question(f"{paper.text}\n\n{words}", draft, weighed=weighed), draft)
        return Asked(answered.draft, paper.ids, _left_out(paper), answered.said.tokens)

    async def paper_tokens(self, tools: PaperTools) -> int:
        """How many tokens the whole paper takes in a prompt."""
        return await self._counter.count(self._paper(tools).text)

    async def _fitting(self, tools: PaperTools, passages: Sequence[str], words: str, draft: type[Draft]) -> PaperText:
        """The best passages that fit beside the question and its reply, counted before anything is sent."""
        system = system_words()
        left = self.window - most_tokens(draft) - _MARGIN
        room = min(rag_room(self.window), left - token_estimate(system + words))
        for _ in range(_TRIMS):
            paper = chosen_passages(tools, passages, room=room)
            taken = await self._counter.count(f"{system}\n{paper.text}\n\n{words}")
            if taken <= left or len(paper.ids) <= 1:
                break
            room -= max(taken - left, room // 8)
        return paper

    async def _on_whole(self, paper_id: str, question: Question, draft: type[D]) -> Answered[D]:
        """The first question on a paper goes alone, to fill the server's cache for the others."""
        if paper_id not in self._warm:
            async with self._ahead.setdefault(paper_id, asyncio.Lock()):
                if paper_id not in self._warm:
                    answered = await self._put(question, draft)
                    self._warm.add(paper_id)
                    return answered
        return await self._put(question, draft)

    def _paper(self, tools: PaperTools) -> PaperText:
        known = tools.manuscript.id
        if known not in self._whole:
            self._whole[known] = whole_paper(tools)
        return self._whole[known]

    def _question(
        self, user: str, draft: type[Draft], max_tokens: int | None = None, *, weighed: bool = False
    ) -> Question:
        return Question(
            system=system_words(),
            user=user,
            max_tokens=max_tokens or most_tokens(draft),
            weighed=weighed and self.facts.weighs,
        )

    async def _put(self, question: Question, draft: type[D]) -> Answered[D]:
        """The reply from the kept ones or from the server. No reply may be longer than the window leaves room for."""
        room = self.window - token_estimate(question.system + question.user) - _MARGIN
        question = replace(question, max_tokens=max(min(question.max_tokens, room), min(question.max_tokens, 256)))
        model = self.facts.model
        key = reply_key(question, form_of(draft), model=model, identity=self.facts.identity)
        return await self.kept.answered(
            key, draft, lambda: self.client.answered(question, draft, model=model, meter=self.meter)
        )


def rag_room(window: int) -> int:
    """How many tokens of passages a prompt in ``rag`` has room for."""
    return min(RAG_MOST, max(_RAG_LEAST, window // _RAG_SHARE))


def system_words() -> str:
    """What opens every prompt."""
    return prompt("system").text


def question_words(name: str, draft: type[Draft], values: Mapping[str, str]) -> str:
    """What is asked, after the paper: a skill's words, and the form of the reply where they want it, or at the end."""
    form = f"{_FORM}\n{short_form(draft)}"
    words = prompt(name)
    if "form" in words.slots:
        return words.fill(form=form, **values)
    return f"{words.fill(**values)}\n\n{form}"


def _left_out(paper: PaperText) -> tuple[Step, ...]:
    if not paper.left_out:
        return ()
    count = len(paper.left_out)
    return (Step(tool="leave out", query=f"{count} passages did not fit the prompt", found=paper.left_out),)
