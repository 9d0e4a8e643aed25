"""The screen a person works on: a list, the verdict, and the claim in its review beside the passage in its page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from peerlens.desk.answers import worded
from peerlens.desk.facing import Facing
from peerlens.desk.lines import Shown, Span, one_line
from peerlens.desk.pages import DECIDING, page_of
from peerlens.desk.prompt import PromptLine
from peerlens.desk.saving import save
from peerlens.desk.state import DeskState
from peerlens.desk.views import ListRow, ListView
from peerlens.desk.wording import engine_of, item_row, scan_text, verdict_lines
from peerlens.desk.worklist import Item, is_waiting, labels_of, matching, waiting
from peerlens.errors import PeerlensError
from peerlens.schema import Evidence, Finding, Report
from peerlens.schema.conversation import Turn
from peerlens.taxonomy import Verdict

if TYPE_CHECKING:
    from peerlens.desk.app import DeskApp

CLAIMS, AUDIT = "claims", "audit"
_ALL, _LEFT = "all", "left"
_RULES = {
    "s": Verdict.SUPPORTED,
    "p": Verdict.PARTIALLY_SUPPORTED,
    "n": Verdict.NOT_SUPPORTED,
    "d": Verdict.NOT_DETERMINED,
}
_REMEMBER_AFTER_S = 0.2


class WorkScreen(Screen[None]):
    """Claims and questions, or the audit's rows. What is on the screen follows the cursor of the list."""

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
        *(Binding(key, f"rule('{key}')", label.value, show=False) for key, label in _RULES.items()),
        Binding("t", "note", "note", show=False),
        Binding("x,space", "done", "done", show=False),
        Binding("u", "undo", "undo", show=False),
        Binding("r,ctrl+r", "redo", "redo", show=False),
        Binding("w", "write", "write", show=False),
        Binding("escape", "back", "back", show=False),
    ]

    VERTICAL_BREAKPOINTS = [(0, "-short"), (20, "-tall")]  # noqa: RUF012  Textual reads it from the class

    app: DeskApp

    def __init__(self, state: DeskState, kind: str) -> None:
        super().__init__()
        self.state = state
        self.kind = kind
        self.filter = _ALL
        self.searched = ""
        self._items: tuple[Item, ...] = ()
        self._passages: list[Evidence] = []
        self._at = 0
        self._scanning = False
        self._turn: Turn | None = None
        self._resting: Timer | None = None

    def compose(self) -> ComposeResult:
        yield Static(Text(""), id="top", markup=False)
        yield ListView(id="list")
        yield Static(Text(""), id="verdict", markup=False)
        yield Facing(id="panes")
        yield Static(Text(""), id="keys", markup=False)
        yield PromptLine(id="prompt")

    def on_mount(self) -> None:
        self.query_one(ListView).focus()
        self.fill(str(self.state.session.place(self.kind) or ""))
        self.session_screen()
        if self.kind == AUDIT and self.state.dossier.audit is None:
            self.audit_now()

    def on_screen_resume(self) -> None:
        self.state.refresh()
        self.fill()
        self.session_screen()

    def session_screen(self) -> None:
        self._keep("screen", self.kind)

    # --- what is shown

    @property
    def all_items(self) -> tuple[Item, ...]:
        return self.state.claims if self.kind == CLAIMS else self.state.audit

    @property
    def item(self) -> Item | None:
        at = self.query_one(ListView).index
        return self._items[at] if at < len(self._items) else None

    def fill(self, key: str | None = None) -> None:
        """Show the items that pass filter and search, the cursor on the one with this key or as near as can be."""
        list_view = self.query_one(ListView)
        at, current = list_view.index, self.item
        wanted = key if key is not None else current.key if current is not None else None
        self._items = self._chosen()
        found = next((i for i, item in enumerate(self._items) if item.key == wanted), None)
        list_view.show(self._rows(), found if found is not None else at)
        same = current is not None and self.item is not None and current.key == self.item.key
        self._show_item(keep=same)

    def _chosen(self) -> tuple[Item, ...]:
        items = matching(self.all_items, self.searched) if self.searched else self.all_items
        if self.filter == _LEFT:
            return tuple(item for item in items if is_waiting(item, self.state.work))
        return items if self.filter == _ALL else tuple(item for item in items if item.label == self.filter)

    def _rows(self) -> list[ListRow]:
        rows: list[ListRow] = []
        group = None
        for item in self._items:
            if item.group != group:
                group = item.group
                number = sum(one.group == group for one in self._items)
                rows.append(ListRow(f"── {group} ({number})", "dim", heading=True))
            rows.append(item_row(item, self.state.work))
        return rows

    def _show_item(self, *, keep: bool = False) -> None:
        item = self.item
        if not keep:
            self._passages = list(item.evidence) if item is not None else []
            self._at, self._scanning, self._turn = 0, False, None
        self._show_top()
        self._show_verdict()
        self._show_left()
        self._show_right()

    def _show_top(self) -> None:
        width = max(20, self.size.width)
        number = f"{waiting(self.all_items, self.state.work)} of {sum(one.open for one in self.all_items)} left"
        narrowed = [f"only: {self.filter}"] if self.filter != _ALL else []
        narrowed += [f"search: {self.searched}"] if self.searched else []
        right = " · ".join([*narrowed, number, engine_of(self.state.dossier, self.kind)])
        end = one_line(right, width - 12, "bold")
        room = width - end.cell_len - 2
        start = one_line(f"peerlens · {self.kind} · {self.state.dossier.title}", room, "bold")
        start.pad_right(max(1, width - start.cell_len - end.cell_len - 1))
        self.query_one("#top", Static).update(Text.assemble(start, end))
        self.query_one("#keys", Static).update(one_line(self._keys(), width, "dim"))

    def _keys(self) -> str:
        rule = "s p n d overrule · " if self.kind == CLAIMS else ""
        other = "a audit" if self.kind == CLAIMS else "a claims"
        return f"? keys · ↑↓ ][ move · {rule}x done · t note · : ask · {other} · w write · q quit"

    def _show_verdict(self) -> None:
        item, verdict = self.item, self.query_one("#verdict", Static)
        if item is None:
            verdict.update(Text(self._nothing(), style="dim"))
            return
        verdict.update(verdict_lines(item, self.state.work, max(20, self.size.width)))

    def _nothing(self) -> str:
        if self.all_items:
            return "nothing matches: Escape shows all again"
        if self.kind == AUDIT:
            return "the audit is under way"
        return "no review was handed in: a shows the audit, : asks the paper"

    def _show_left(self) -> None:
        item, turn, facing = self.item, self._turn, self.query_one(Facing)
        if turn is not None:
            facing.show("left", "answer (Escape: back to the review)", Shown.of(worded(turn)))
        elif item is not None:
            shown = Shown.of(item.left, [Span(*item.mark, DECIDING)] if item.mark else [])
            facing.show("left", item.left_title, shown, shown.spans[0].start if shown.spans else 0)
        else:
            facing.show("left", "", Shown(""))

    def _show_right(self) -> None:
        item, facing = self.item, self.query_one(Facing)
        if self._scanning and item is not None:
            facing.show("right", "the scan (v: back to the passage)", Shown.of(scan_text(item)))
        elif self._passages:
            page = page_of(self._passages[self._at], self.state.dossier.manuscript)
            facing.show("right", f"{self._at + 1}/{len(self._passages)} {page.place}", page.shown, page.at)
        else:
            facing.show("right", "no passage", Shown.of(scan_text(item) if item is not None else ""))

    def _say(self, message: str) -> None:
        self.query_one(PromptLine).say(message)

    # --- moving about

    def on_resize(self) -> None:
        self.call_after_refresh(self._show_item, keep=True)

    def on_list_view_chosen(self) -> None:
        self._show_item()
        self._remember()

    def action_move(self, by: int) -> None:
        self.query_one(ListView).move(by)

    def action_passage(self, by: int) -> None:
        if self._passages:
            self._scanning = False
            self._at = (self._at + by) % len(self._passages)
            self._show_right()

    def action_scan(self) -> None:
        self._scanning = not self._scanning
        self._show_right()

    def action_filter(self, by: int) -> None:
        choices = [_ALL, _LEFT, *labels_of(self.all_items)]
        self.filter = choices[(choices.index(self.filter) + by) % len(choices)] if self.filter in choices else _ALL
        self.fill()
        self._say(f"showing {self.filter}: {len(self._items)} of {len(self.all_items)}")

    def action_search(self) -> None:
        self.query_one(PromptLine).ask("search:", self._search)

    def _search(self, words: str) -> None:
        self.searched = words
        self.fill()
        self._say(f"{len(self._items)} of {len(self.all_items)} hold “{words}” (Escape: all again)")

    def action_back(self) -> None:
        if self._turn is not None or self._scanning:
            self._show_item()
        elif self.searched or self.filter != _ALL:
            self.searched, self.filter = "", _ALL
            self.fill()
        else:
            self.app.leave_paper()

    # --- what a person does

    def action_rule(self, key: str) -> None:
        item, label = self.item, _RULES[key]
        if item is None or item.finding is None:
            self._say("only a claim has a verdict to overrule: x marks this done, t writes a note")
            return
        self.query_one(PromptLine).ask(
            f"{label.value}, because:", lambda why: self._do(self.state.rule, item, label, why)
        )

    def action_note(self) -> None:
        item = self.item
        if item is not None:
            before = self.state.work.notes.get(item.key, "")
            self.query_one(PromptLine).ask(
                "note:", lambda text: self._do(self.state.note, item, text), answer=before, may_be_empty=True
            )

    def action_done(self) -> None:
        item = self.item
        if item is not None:
            self._do(self.state.mark, item)
            if item.key in self.state.work.done and self.filter != _LEFT:
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
        report = self.state.dossier.review if self.kind == CLAIMS else self.state.dossier.audit
        if report is None:
            self._say("there is nothing to write yet")
            return
        self.query_one(PromptLine).ask(
            "write to:",
            lambda path: self._say(save(report, path, self.state.dossier.manuscript)),
            answer=f"{name}.{self.kind}.md",
        )

    # --- the agents at work

    def action_ask(self) -> None:
        self.query_one(PromptLine).ask("ask:", self._ask)

    def _ask(self, question: str) -> None:
        self._say(f"looking into: {question}")
        self._work_on(self._asked, question, self.item.finding if self.item is not None else None)

    def _asked(self, question: str, about: Finding | None) -> None:
        turn = self.app.assistant_of(self.state).ask(question, about)
        self.app.call_from_thread(self._show_turn, turn)

    def _show_turn(self, turn: Turn) -> None:
        self._turn = turn
        self._passages, self._at, self._scanning = [*turn.evidence, *turn.nearest], 0, False
        self._show_left()
        self._show_right()
        self._say("answered: ][ go through its passages, Escape goes back")

    def action_more(self) -> None:
        item = self.item
        if item is not None:
            self._say("looking for more passages")
            self._work_on(self._more, item, tuple(self._passages))

    def _more(self, item: Item, shown: Sequence[Evidence]) -> None:
        found = self.app.assistant_of(self.state).more(item.text, shown)
        self.app.call_from_thread(self._show_more, item, found)

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

    def _audited(self) -> None:
        report = self.app.assistant_of(self.state).audit()
        self.app.call_from_thread(self._take_audit, report)

    def _take_audit(self, report: Report) -> None:
        self.state.take_audit(report)
        self.fill()
        self._say("examined")

    @work(thread=True, exclusive=True, group="agents")
    def _work_on(self, task: Callable[..., None], *arguments: object) -> None:
        """In a thread: what the agents cannot do is said, and the screen stays."""
        try:
            task(*arguments)
        except PeerlensError as exc:
            hint = f" ({exc.hint})" if exc.hint else ""
            self.app.call_from_thread(self._say, f"{exc.message}{hint}")

    # --- where the person is

    def _remember(self) -> None:
        """The place is kept when the cursor rests, so that moving fast waits for no disk."""
        if self._resting is not None:
            self._resting.stop()
        item = self.item
        if item is not None:
            self._resting = self.set_timer(_REMEMBER_AFTER_S, lambda: self._keep(self.kind, item.key))

    def _keep(self, name: str, value: str) -> None:
        try:
            self.state.session.keep_place(name, value)
        except PeerlensError as exc:
            self._say(exc.message)
