"""The conversation about one paper: each question is read, worked on by the agents, and remembered."""

from __future__ import annotations

import operator
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypedDict

from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime

from peerlens.agents.family import Family, LabelEvidence
from peerlens.graph.judge import audit_labels, judge_claim
from peerlens.graph.questions import read_question
from peerlens.schema import Ask, Claim, Evidence, Finding, Passage, Request
from peerlens.schema.conversation import Turn, TurnKind
from peerlens.store.disk import store_errors
from peerlens.taxonomy import EvidenceRole, RequestStatus, Weakness
from peerlens.tools import PaperTools
from peerlens.tools.nearest import nearest_sentence

FILE = "conversation.sqlite"
_THREAD = "desk"
_NEAREST = 3
_SHOWN = 6
"""Passages of a place that are shown."""
_STEPS = 32
"""Longest way through a node and the graphs of a claim or of a label inside it."""


class _State(TypedDict, total=False):
    """Plain JSON, so that a checkpoint can be read by any later version. ``about``: the finding on the screen;
    ``wanted``: the reviewer's question there."""

    question: str
    about: dict[str, Any] | None
    wanted: str | None
    turns: Annotated[list[dict[str, Any]], operator.add]


@dataclass(frozen=True, slots=True)
class ConversationContext:
    """What the nodes work with."""

    tools: PaperTools
    family: Family


async def ask(
    question: str, about: Finding | Request | None, *, tools: PaperTools, family: Family, folder: Path
) -> Turn:
    """Work on a question and remember it in ``folder``. ``about``: the point that "it" and "the reviewer" refer to.

    Raises ``PeerlensError`` where the family cannot work; then nothing is remembered.
    """
    async with _saved(folder) as saver:
        state = (
            await _build()
            .compile(checkpointer=saver)
            .ainvoke(
                _State(
                    question=question,
                    about=about.model_dump(mode="json") if isinstance(about, Finding) else None,
                    wanted=about.text if isinstance(about, Request) else None,
                ),
                config=_config(),
                context=ConversationContext(tools, family),
                durability="exit",
            )
        )
    return Turn.model_validate(state["turns"][-1])


async def remembered(folder: Path) -> tuple[Turn, ...]:
    """The conversation so far, the first question first."""
    if not (folder / FILE).exists():
        return ()
    async with _saved(folder) as saver:
        found = await saver.aget(_config())
    turns = found["channel_values"].get("turns", []) if found else []
    return tuple(Turn.model_validate(turn) for turn in turns)


def _config() -> Any:
    return {"configurable": {"thread_id": _THREAD}, "recursion_limit": _STEPS}


def _saved(folder: Path) -> Any:
    with store_errors(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return AsyncSqliteSaver.from_conn_string(str(folder / FILE))


def _build() -> StateGraph[Any, ConversationContext, Any, Any]:
    graph = StateGraph(_State, context_schema=ConversationContext)
    graph.add_node(TurnKind.LOOK_UP.value, look_up)
    graph.add_node(TurnKind.CHECK.value, check)
    graph.add_node(TurnKind.RECONSIDER.value, reconsider)
    graph.add_node(TurnKind.AUDIT.value, audit)
    graph.add_node(TurnKind.EXPLAIN.value, explain)
    graph.add_node(TurnKind.SHOW.value, show)
    for kind in TurnKind:
        graph.add_edge(kind.value, END)
    graph.add_conditional_edges(START, _kind, [kind.value for kind in TurnKind])
    return graph


def _kind(state: _State) -> str:
    """Which node a question goes to. What needs a claim or an earlier question and has neither is looked up."""
    kind = read_question(state["question"]).kind
    if kind is TurnKind.RECONSIDER and _about(state) is None and _earlier(state) is None:
        return TurnKind.LOOK_UP.value
    if kind is TurnKind.EXPLAIN and _about(state) is None and not state.get("wanted"):
        return TurnKind.LOOK_UP.value
    return kind.value


async def look_up(state: _State, runtime: Runtime[ConversationContext]) -> _State:
    """A question becomes a search: what answers it, or what comes nearest."""
    return _said(await _look_up(state["question"], state["question"], runtime.context))


async def check(state: _State, runtime: Runtime[ConversationContext]) -> _State:
    """A statement is verified as a reviewer's claim is."""
    tools, family = runtime.context.tools, runtime.context.family
    finding = await judge_claim(_claim(read_question(state["question"]).subject), tools, family)
    nearest = () if finding.evidence else _near(finding.claim, tools)
    return _said(Turn(question=state["question"], kind=TurnKind.CHECK, finding=finding, nearest=nearest))


async def reconsider(state: _State, runtime: Runtime[ConversationContext]) -> _State:
    """The claim or question on the screen, or else the last one asked, on one place alone."""
    wish, about, context = read_question(state["question"]), _about(state), runtime.context
    passages = _place(wish.place or "", context.tools)
    if not passages:
        pointers = _pointers(wish.place or "", context.tools)
        return _said(
            Turn(
                question=state["question"],
                kind=TurnKind.RECONSIDER,
                place=wish.place,
                place_found=False,
                nearest=pointers,
            )
        )
    there = ConversationContext(context.tools.within(passages), context.family)
    if about is None:
        earlier = _earlier(state) or ""
        turn = await _look_up(state["question"], earlier, there)
        return _said(turn.model_copy(update={"place": wish.place}))
    finding = await judge_claim(_claim(about.claim, like=about), there.tools, context.family)
    turn = Turn(
        question=state["question"],
        kind=TurnKind.RECONSIDER,
        place=wish.place,
        finding=finding,
        before=about,
        nearest=() if finding.evidence else _near(about.claim, there.tools),
    )
    return _said(turn)


async def audit(state: _State, runtime: Runtime[ConversationContext]) -> _State:
    """A label once more, the place named looked at first; what stands there is shown also where it decides nothing."""
    wish, tools, family = read_question(state["question"]), runtime.context.tools, runtime.context.family
    assert wish.label is not None
    passages = _place(wish.place, tools) if wish.place else ()
    (row,) = await audit_labels((wish.label,), tools, _looking_at(passages, family) if passages else family)
    nearest = _near(wish.label.definition, tools.within(passages)) if passages else _pointers(wish.place or "", tools)
    found = bool(passages) or wish.place is None
    turn = Turn(question=state["question"], kind=TurnKind.AUDIT, place=wish.place, place_found=found, row=row)
    return _said(turn.model_copy(update={"nearest": nearest}))


async def explain(state: _State, runtime: Runtime[ConversationContext]) -> _State:
    """Why the verdict on the screen is what it is: its own record, nothing added; or what answers the reviewer."""
    if wanted := state.get("wanted"):
        return _said(await _look_up(state["question"], wanted, runtime.context))
    return _said(Turn(question=state["question"], kind=TurnKind.EXPLAIN, finding=_about(state)))


async def show(state: _State, runtime: Runtime[ConversationContext]) -> _State:
    """What stands at a place, as far as it fits on a screen; a place that the paper does not have is looked up."""
    question, tools = state["question"], runtime.context.tools
    wish = read_question(question)
    passages = _place(wish.place or "", tools)
    if not passages:
        return _said(await _look_up(question, question, runtime.context))
    there = tuple(tools.evidence(one.start, one.end, EvidenceRole.CONTEXT) for one in passages[:_SHOWN])
    request = Request(**_asked(question).model_dump(), status=RequestStatus.ANSWERED, evidence=there)
    return _said(Turn(question=question, kind=TurnKind.SHOW, place=wish.place, request=request))


async def _look_up(question: str, subject: str, context: ConversationContext) -> Turn:
    request = await context.family.answer(_asked(subject), context.tools)
    shown = {(one.start, one.end) for one in request.evidence}
    nearest = tuple(one for one in _near(subject, context.tools) if (one.start, one.end) not in shown)
    return Turn(question=question, kind=TurnKind.LOOK_UP, request=request, nearest=nearest)


def _asked(text: str) -> Ask:
    return Ask(id="ask", review_id="", text=text, quote=text, start=0, end=len(text))


def _near(text: str, tools: PaperTools) -> tuple[Evidence, ...]:
    """The nearest sentence of each of the best passages."""
    found = (nearest_sentence(text, hit.passage, tools) for hit in tools.search(text, k=_NEAREST))
    return tuple(one for one in found if one is not None)


def _place(named: str, tools: PaperTools) -> tuple[Passage, ...]:
    """The passages of a place; "the appendix" is all of it."""
    if named.casefold() == "appendix":
        inside = {section.id for section in tools.manuscript.sections if section.in_appendix}
        return tuple(passage for passage in tools.passages if passage.section in inside)
    return tools.place(named)


def _pointers(named: str, tools: PaperTools) -> tuple[Evidence, ...]:
    """The sentences that point to a place which was not supplied. "The appendix" may be any part of one, and people
    call a supplement so."""
    wanted = named.casefold()
    appended = re.compile(r"append|supplement")
    found = [
        part
        for part in tools.manuscript.missing
        if part.what.casefold() == wanted
        or (wanted and appended.match(part.what.casefold()) and wanted in ("appendix", "appendices", "supplement"))
    ]
    spans = dict.fromkeys((part.start, part.end) for part in found)
    return tuple(tools.evidence(start, end, EvidenceRole.CONTEXT) for start, end in list(spans)[:_NEAREST])


def _claim(text: str, *, like: Finding | None = None) -> Claim:
    claim = Claim(id="ask", review_id="", text=text, quote=text, start=0, end=len(text))
    return claim if like is None else claim.model_copy(update={"kind": like.kind})


def _about(state: _State) -> Finding | None:
    about = state.get("about")
    return None if about is None else Finding.model_validate(about)


def _earlier(state: _State) -> str | None:
    """The question on the screen, or the last that was looked up, for "and in Section 4?"."""
    if wanted := state.get("wanted"):
        return wanted
    turns = [Turn.model_validate(turn) for turn in state.get("turns", [])]
    asked: list[Request] = [one.request for one in turns if one.request is not None and one.kind is not TurnKind.SHOW]
    return asked[-1].text if asked else None


def _said(turn: Turn) -> _State:
    return {"turns": [turn.model_dump(mode="json")]}


def _looking_at(passages: Sequence[Passage], family: Family) -> Family:
    return _Looking(family, tuple(passage.id for passage in passages))


class _Looking:
    """A family that has these passages in hand, before those it gathers itself, when it proposes."""

    def __init__(self, family: Family, first: tuple[str, ...]) -> None:
        self._family = family
        self._first = first

    def __getattr__(self, name: str) -> Any:
        return getattr(self._family, name)

    async def gather(self, label: Weakness, tools: PaperTools) -> LabelEvidence:
        gathered = await self._family.gather(label, tools)
        concern = tuple(dict.fromkeys((*self._first, *gathered.concern)))
        return LabelEvidence(concern, gathered.places, gathered.steps)
