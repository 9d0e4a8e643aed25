"""What a person does on the screen of a paper: move about, decide, ask; what the agents find comes back to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, ClassVar, NoReturn

from textual.binding import Binding, BindingType

from peerlens.desk.paper_view import ALL, AUDIT, LEFT, PaperView
from peerlens.desk.prompt import PromptLine
from peerlens.desk.saving import save
from peerlens.desk.views import ListView
from peerlens.desk.worklist import Item, labels_of
from peerlens.errors import PeerlensError
from peerlens.schema import Evidence, Finding, Report, Request
from peerlens.schema.conversation import Turn
from peerlens.taxonomy import Verdict

if TYPE_CHECKING:
    from peerlens.desk.app import DeskApp

_RULES = {
    "s": Verdict.SUPPORTED,
    "p": Verdict.PARTIALLY_SUPPORTED,
    "n": Verdict.NOT_SUPPORTED,
    "d": Verdict.NOT_DETERMINED,
}
_MOST = 400
"""Characters of a label's definition and findings that are searched for."""
Show = Callable[[], None]
"""Puts on the screen what the agents found."""


class WorkScreen(PaperView):
    """Every action on a claim, a question or an audit row is stored before the screen shows it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "move(1)", "next", show=False),
        Binding("k", "move(-1)", "previous", show=False),
        Binding("right_square_bracket", "passage(1)", "next passage", show=False),
        Binding("left_square_bracket", "passage(-1)", "passage before", show=False),
        Binding("e", "more", "more evidence", show=False),
        Binding("v", "scan", "the scan", show=False),
        Binding("f", "filter(1)", "filter", show=False),
        Binding("F", "filter(-1)", "filter back", show=False),
        Binding("slash", "search", "search", show=False),
        Binding("colon", "ask", "ask", show=False),
        Binding("i", "about", "the run", show=False),
        Binding("h", "history", "what was asked", show=False),
        *(Binding(key, f"rule('{key}')", label.value, show=False) for key, label in _RULES.items()),
        Binding("t", "note", "note", show=False),
        Binding("x,space", "done", "done", show=False),
        Binding("u", "undo", "undo", show=False),
        Binding("r,ctrl+r", "redo", "redo", show=False),
        Binding("w", "write", "write", show=False),
        Binding("escape", "back", "back", show=False),
    ]

    def on_mount(self) -> None:
        if self.kind == AUDIT and self.state.dossier.audit is None:
            self.audit_now()

    # --- moving about

    def on_resize(self) -> None:
        self.call_after_refresh(self._show_item, keep=True)

    def on_list_view_chosen(self) -> None:
        self.follow()

    def action_move(self, by: int) -> None:
        self.query_one(ListView).move(by)

    def action_passage(self, by: int) -> None:
        self.follow()
        if self._passages:
            self._scanning = False
            self._at = (self._at + by) % len(self._passages)
            self._show_right()

    def action_scan(self) -> None:
        self.follow()
        self._scanning = not self._scanning
        self._show_right()

    def action_about(self) -> None:
        self.follow()
        self._about, self._turns = not self._about, ()
        self._show_left()

    def action_filter(self, by: int) -> None:
        choices = [ALL, LEFT, *labels_of(self.all_items)]
        self.filter = choices[(choices.index(self.filter) + by) % len(choices)] if self.filter in choices else ALL
        self.fill()
        self._say(f"showing {self.filter}: {len(self._items)} of {len(self.all_items)}")

    def action_search(self) -> None:
        self.query_one(PromptLine).ask("search:", self._search)

    def _search(self, words: str) -> None:
        self.searched = words
        self.fill()
        self._say(f"{len(self._items)} of {len(self.all_items)} hold “{words}” (Escape: all again)")

    def action_back(self) -> None:
        self.follow()
        self._say("")
        if self._turns or self._scanning or self._about:
            self._show_item()
        elif self.searched or self.filter != ALL:
            self.searched, self.filter = "", ALL
            self.fill()
        else:
            self.app.leave_paper()

    # --- what a person does

    def action_rule(self, key: str) -> None:
        item, label = self.item, _RULES[key]
        if item is None:
            return
        if item.finding is None:
            self._ask_note(item, "only a claim has a verdict to overrule; a note:")
            return
        self.query_one(PromptLine).ask(
            f"{label.value}, because:", lambda why: self._do(self.state.rule, item, label, why)
        )

    def action_note(self) -> None:
        item = self.item
        if item is not None:
            self._ask_note(item, "note:")

    def _ask_note(self, item: Item, question: str) -> None:
        before = self.state.work.notes.get(item.note_key, "")
        self.query_one(PromptLine).ask(
            question, lambda text: self._do(self.state.note, item, text), answer=before, may_be_empty=True
        )

    def action_done(self) -> None:
        item = self.item
        if item is not None:
            self._do(self.state.mark, item)
            if item.key in self.state.work.done and self.filter != LEFT:
                self.query_one(ListView).move(1)

    def action_undo(self) -> None:
        self._turned(self.state.undo)

    def action_redo(self) -> None:
        self._turned(self.state.redo)

    def _turned(self, turn: Callable[[], str]) -> None:
        try:
            said = turn()
        except PeerlensError as exc:
            said = exc.message
        self.fill()
        self._say(said)

    def _do(self, action: Callable[..., None], *arguments: object) -> None:
        """An action on an item: stored before the screen shows it."""
        try:
            action(*arguments)
        except PeerlensError as exc:
            self._say(exc.message)
            return
        self.fill()

    def action_write(self) -> None:
        name = Path(self.state.dossier.report.paper.source).stem if self.state.dossier.report else "paper"
        report = self.report
        if report is None:
            self._say("there is nothing to write yet")
            return
        self.query_one(PromptLine).ask(
            "write to:",
            lambda path: self._say(save(report, path, self.app.material_of(self.state))),
            answer=f"{name}.{self.kind}.md",
        )

    # --- the agents at work

    def action_ask(self) -> None:
        self.query_one(PromptLine).ask("ask:", self._ask)

    def _ask(self, question: str) -> None:
        self._say(f"looking into: {question}")
        self._work_on(self._asked, question, self.item.finding or self.item.request if self.item is not None else None)

    def _asked(self, question: str, about: Finding | Request | None) -> Show:
        turn = self.app.assistant_of(self.state).ask(question, about)
        return lambda: self._show_turn(turn)

    def _show_turn(self, turn: Turn) -> None:
        self._show_turns((turn,))
        self._say("answered: ][ go through its passages, Escape goes back")

    def action_history(self) -> None:
        self._work_on(self._recall)

    def _recall(self) -> Show:
        turns = self.app.assistant_of(self.state).asked()
        return lambda: self._show_turns(turns[::-1])

    def _show_turns(self, turns: Sequence[Turn]) -> None:
        """Answers, the newest first, and the passages of all of them."""
        if not turns:
            self._say("nothing has been asked yet: : asks")
            return
        self._turns = tuple(turns)
        self._passages = [one for turn in turns for one in (*turn.evidence, *turn.nearest)]
        self._at, self._scanning = 0, False
        self._show_left()
        self._show_right()

    def action_more(self) -> None:
        self.follow()
        item = self.item
        if item is not None:
            self._say("looking for more passages")
            wanted = item.left[:_MOST] if self.kind == AUDIT else item.text
            self._work_on(self._more, item, wanted, tuple(self._passages))

    def _more(self, item: Item, wanted: str, shown: Sequence[Evidence]) -> Show:
        found = self.app.assistant_of(self.state).more(wanted, shown)
        return lambda: self._show_more(item, found)

    def _show_more(self, item: Item, found: Sequence[Evidence]) -> None:
        if self.item is not item or not found:
            self._say("no further passage comes near" if not found else "")
            return
        self._at, self._scanning = len(self._passages), False
        self._passages += found
        self._show_right()
        self._say(f"{len(found)} more passages, nearest first; they do not decide the verdict")

    def audit_now(self) -> None:
        """Examine the paper, where that has not been done."""
        self._say("examining the paper for the 17 labels")
        self._work_on(self._audited)

    def _audited(self) -> Show:
        report = self.app.assistant_of(self.state).audit()
        return lambda: self._take_audit(report)

    def _take_audit(self, report: Report) -> None:
        self.state.take_audit(report)
        self.fill()
        self._say("examined")

    def _work_on(self, task: Callable[..., Show], *arguments: object) -> None:
        """In a thread that holds up neither keys nor leaving; what it finds is shown if the person is still here."""
        if self.busy:
            self._say("the agents are at work: one question at a time")
            return
        self.busy = True
        Thread(target=self._run, args=(self.app, task, arguments), daemon=True).start()

    def _run(self, app: DeskApp, task: Callable[..., Show], arguments: tuple[object, ...]) -> None:
        try:
            show = task(*arguments)
        except PeerlensError as exc:
            said = f"{exc.message} ({exc.hint})" if exc.hint else exc.message
            show = partial(self._could_not, said)
        except Exception as exc:  # noqa: BLE001  the border of a thread: a bug there ends the desk as one here does
            show = partial(_raise, exc)
        if app.is_running:
            app.call_from_thread(self._show, show)

    def _could_not(self, said: str) -> None:
        self._show_verdict()
        self._say(said)

    def _show(self, show: Show) -> None:
        self.busy = False
        if self in self.app.screen_stack:
            show()


def _raise(error: Exception) -> NoReturn:
    raise error
