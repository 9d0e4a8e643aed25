"""What a person has on the screen of a paper: a list, the verdict, and the claim in its review beside its passage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.app import ComposeResult
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from peerlens.desk.answers import worded
from peerlens.desk.facing import Facing
from peerlens.desk.lines import Shown, Span, one_line
from peerlens.desk.pages import DECIDING, page_of
from peerlens.desk.prompt import PromptLine
from peerlens.desk.state import DeskState
from peerlens.desk.views import ListRow, ListView
from peerlens.desk.wording import about, engine_of, item_row, reading_notes, scan_text, verdict_lines
from peerlens.desk.worklist import Item, is_waiting, matching, waiting
from peerlens.errors import PeerlensError
from peerlens.schema import Evidence, Report
from peerlens.schema.conversation import Turn
from peerlens.text.counting import counted

if TYPE_CHECKING:
    from peerlens.desk.app import DeskApp

CLAIMS, AUDIT = "claims", "audit"
ALL, LEFT = "all", "left"
_REMEMBER_AFTER_S = 0.2
_VERDICT = 4
"""Lines of the verdict before its place on the screen is known."""


class PaperView(Screen[None]):
    """Claims and questions, or the audit's rows. What is shown follows the cursor of the list."""

    VERTICAL_BREAKPOINTS = [(0, "-short"), (20, "-tall"), (30, "-high")]  # noqa: RUF012  Textual reads it from the class

    app: DeskApp
    busy = False
    """Whether the agents are at work."""

    def __init__(self, state: DeskState, kind: str) -> None:
        super().__init__()
        self.state = state
        self.kind = kind
        self.filter = ALL
        self.searched = ""
        self._items: tuple[Item, ...] = ()
        self._passages: list[Evidence] = []
        self._at = 0
        self._scanning = False
        self._turns: tuple[Turn, ...] = ()
        self._about = False
        self._resting: Timer | None = None
        self._seen: Item | None = None

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
        self.remember_screen()
        self._say("; ".join(self._first_words()))

    def _first_words(self) -> list[str]:
        """What to know before anything else."""
        said = []
        if self.report is not None and (notes := reading_notes(self.report)):
            said.append(f"! {notes[0]}" if len(notes) == 1 else f"! {len(notes)} notes on what was read: i shows them")
        if self.state.elsewhere:
            points = counted(self.state.elsewhere, "point")
            said.append(f"your work on {points} that this run does not have is kept")
        return said

    def on_screen_resume(self) -> None:
        self.state.refresh()
        self.fill()
        self.remember_screen()

    def remember_screen(self) -> None:
        self._keep("screen", self.kind)

    # --- what is shown

    @property
    def all_items(self) -> tuple[Item, ...]:
        return self.state.claims if self.kind == CLAIMS else self.state.audit

    @property
    def report(self) -> Report | None:
        """The report that this screen shows."""
        return self.state.dossier.review if self.kind == CLAIMS else self.state.dossier.audit

    @property
    def item(self) -> Item | None:
        at = self.query_one(ListView).index
        return self._items[at] if at < len(self._items) else None

    def fill(self, key: str | None = None) -> None:
        """Show the items that pass filter and search, the cursor on the one with this key or as near as can be."""
        list_view = self.query_one(ListView)
        at, current, seen = list_view.index, self.item, self._seen
        wanted = key if key is not None else current.key if current is not None else None
        self._items = self._chosen()
        found = next((i for i, item in enumerate(self._items) if item.key == wanted), None)
        list_view.show(self._rows(), found if found is not None else at)
        same = seen is not None and self.item is not None and seen.key == self.item.key
        self._show_item(keep=same)
        if not same:
            self._remember()

    def follow(self) -> None:
        """Show what the cursor stands on, where it has moved on since: a key may come before the list says so."""
        if self.item is not self._seen:
            self._say("")
            self._show_item()
            self._remember()

    def _chosen(self) -> tuple[Item, ...]:
        items = matching(self.all_items, self.searched) if self.searched else self.all_items
        if self.filter == LEFT:
            return tuple(item for item in items if is_waiting(item, self.state.work))
        return items if self.filter == ALL else tuple(item for item in items if item.label == self.filter)

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
        item = self._seen = self.item
        if not keep:
            self._passages = list(item.evidence) if item is not None else []
            self._at, self._scanning, self._turns, self._about = 0, False, (), False
        self._show_top()
        self._show_verdict()
        self._show_left()
        self._show_right()

    def _show_top(self) -> None:
        """Which screen, how many left and which agents stand there at any width, then what the list is narrowed to."""
        width = max(20, self.size.width)
        number = f"{waiting(self.all_items, self.state.work)} of {sum(one.open for one in self.all_items)} left"
        narrowed = [f"only: {self.filter}"] if self.filter != ALL else []
        narrowed += [f"search: {self.searched}"] if self.searched else []
        right = f"{number} · {engine_of(self.state.dossier, self.kind)}"
        end = one_line(right, width - len(self.kind) - 2, "bold")
        name = f"peerlens · {self.kind}"
        name = name if len(name) + end.cell_len + 2 <= width else self.kind
        spare = width - len(name) - end.cell_len - 7
        if narrowed and spare > 0:
            end = Text.assemble(one_line(" · ".join(narrowed), spare, "bold"), (" · ", "bold"), end)
        room = width - end.cell_len - 2
        start = one_line(f"{name} · {self.state.dossier.title}" if room > len(name) + 6 else name, room, "bold")
        start.pad_right(max(1, width - start.cell_len - end.cell_len - 1))
        self.query_one("#top", Static).update(Text.assemble(start, end), layout=False)
        self.query_one("#keys", Static).update(one_line(self._keys(), width, "dim"), layout=False)

    def _keys(self) -> str:
        rule = "s p n d overrule · " if self.kind == CLAIMS else ""
        other = "a audit" if self.kind == CLAIMS else "a claims"
        return f"? keys · ↑↓ ][ move · {rule}x done · t note · : ask · {other} · w write · q quit"

    def _show_verdict(self) -> None:
        item, verdict = self.item, self.query_one("#verdict", Static)
        if item is None:
            verdict.update(Text(self._nothing(), style="dim"), layout=False)
            return
        lines = verdict_lines(item, self.state.work, max(20, self.size.width), rows=verdict.size.height or _VERDICT)
        verdict.update(lines, layout=False)

    def _nothing(self) -> str:
        if self.all_items:
            return "nothing matches: Escape shows all again"
        if self.kind == AUDIT:
            return "the audit is under way" if self.busy else "there is no audit of this paper: : asks the paper"
        return "no review was handed in: a shows the audit, : asks the paper"

    def _show_left(self) -> None:
        item, turns, facing = self.item, self._turns, self.query_one(Facing)
        if turns:
            said = "\n\n\n".join(worded(turn) for turn in turns)
            facing.show("left", "answer (Escape: back to the review)", Shown.of(said))
        elif self._about and self.report is not None:
            facing.show("left", "the run (i or Escape: back)", Shown.of(about(self.report)))
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
