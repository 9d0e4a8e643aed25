"""The board: one row a paper of a batch, opened with Enter."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Static
from textual.worker import get_current_worker

from peerlens.desk.board import Board, Standing, dossier_of_line, standing_of
from peerlens.desk.lines import one_line
from peerlens.desk.prompt import PromptLine
from peerlens.desk.views import ListRow, ListView
from peerlens.errors import PeerlensError
from peerlens.report.roles import Role
from peerlens.settings import Settings
from peerlens.text.counting import counted

if TYPE_CHECKING:
    from peerlens.desk.app import DeskApp

_KEYS = "↑↓ move · Enter opens the paper · b or Escape comes back here · ? all keys · q quit"
_EVERY = 20
"""Papers counted between two showings."""
_NO_COUNTS = " " * len("✓ 123 first 1234 left  ")


class BoardScreen(Screen[None]):
    """Papers are counted in a thread; once all are, those with most to look at stand on top."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "move(1)", "next", show=False),
        Binding("k", "move(-1)", "previous", show=False),
        Binding("enter", "open", "open", show=False),
    ]

    app: DeskApp

    def __init__(self, board: Board, settings: Settings, role: Role | None) -> None:
        super().__init__()
        self._role = role
        self._moved = False
        self._board = board
        self._settings = settings
        self._standing: dict[int, Standing | str] = {}
        self._order = list(range(len(board.lines)))

    def compose(self) -> ComposeResult:
        yield Static(Text(""), id="top", markup=False)
        yield ListView(id="list")
        yield Static(Text(""), id="keys", markup=False)
        yield PromptLine(id="prompt")

    def on_mount(self) -> None:
        self.query_one(ListView).focus()

    def on_screen_resume(self) -> None:
        """Counted anew each time: the person has worked in between."""
        self._show()
        self._count()

    def on_resize(self) -> None:
        self._show()

    def action_move(self, by: int) -> None:
        self.query_one(ListView).move(by)

    def on_list_view_chosen(self) -> None:
        self._moved = True

    def on_list_view_opened(self) -> None:
        self.action_open()

    def action_open(self) -> None:
        at = self.query_one(ListView).index
        if at >= len(self._order):
            return
        line = self._board.lines[self._order[at]]
        self._moved = True
        try:
            dossier = dossier_of_line(line, self._settings)
            if dossier is not None:
                self.app.open_paper(dossier)
                return
            said = f"{line.id}: {line.status}, nothing to open" + (f" ({line.reason})" if line.reason else "")
        except PeerlensError as exc:
            said = exc.message
        self.query_one(PromptLine).say(said)

    @work(thread=True, exclusive=True, group="count")
    def _count(self) -> None:
        worker = get_current_worker()
        for number, line in enumerate(self._board.lines):
            if worker.is_cancelled:
                return
            try:
                found = standing_of(line, self._settings, role=self._role)
                self._standing[number] = found if found is not None else line.reason or "no report"
            except PeerlensError as exc:
                self._standing[number] = exc.message
            if number % _EVERY == 0:
                self.app.call_from_thread(self._show)
        self.app.call_from_thread(self._arrange)

    def _arrange(self) -> None:
        """Put the papers with most to look at on top, the cursor staying on the paper that a person moved it to."""
        list_view = self.query_one(ListView)
        chosen = self._order[list_view.index] if list_view.index < len(self._order) else 0
        self._order.sort(key=lambda number: (-self._urgent(number), number))
        self._show(self._order.index(chosen) if self._moved and self._order else 0)

    def _urgent(self, number: int) -> int:
        standing = self._standing.get(number)
        return standing.urgent if isinstance(standing, Standing) else -1

    def _show(self, index: int | None = None) -> None:
        list_view = self.query_one(ListView)
        list_view.show(list(map(self._row, self._order)), list_view.index if index is None else index)
        counts = [one for one in self._standing.values() if isinstance(one, Standing)]
        left = f"{sum(one.left for one in counts)} of {sum(one.points for one in counts)} left"
        papers = counted(len(self._board.lines), "paper")
        width = max(20, self.size.width)
        agents = " · ".join(dict.fromkeys(one.agents for one in counts))
        head = " · ".join(filter(None, ("peerlens · board", papers, left, agents, self._board.folder.resolve().name)))
        self.query_one("#top", Static).update(one_line(head, width, "bold"))
        self.query_one("#keys", Static).update(one_line(_KEYS, width, "dim"))

    def _row(self, number: int) -> ListRow:
        line, standing = self._board.lines[number], self._standing.get(number)
        if isinstance(standing, Standing):
            done = "✓" if standing.left == 0 else " "
            waits = f"{done} {standing.urgent:>3} first {standing.left:>4} left  "
            return ListRow(f"{standing.title} · {line.id} · {standing.line}", lead=waits)
        return ListRow(
            f"{line.id} · {line.status} · {standing or '…'}",
            "dim" if line.status == "done" else "red",
            lead=_NO_COUNTS,
        )
