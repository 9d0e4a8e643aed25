"""The desk: which screen is on, which paper lies open, and how one leaves."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.events import Event, Key, Paste

from peerlens.desk.assistant import Assistant
from peerlens.desk.board import Board
from peerlens.desk.board_screen import BoardScreen
from peerlens.desk.dossier import Dossier, session_of
from peerlens.desk.help_screen import HelpScreen
from peerlens.desk.paper_view import AUDIT, CLAIMS
from peerlens.desk.prompt import AnswerBox
from peerlens.desk.state import DeskState
from peerlens.desk.work_screen import WorkScreen
from peerlens.report.export import Material
from peerlens.report.roles import Role
from peerlens.settings import Settings
from peerlens.store.library import Library
from peerlens.store.stored import stored_places

INTERRUPTED = 130


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


class DeskApp(App[None]):
    """Opens with one paper, or with a board of papers. Sessions are open while their paper is."""

    CSS_PATH = "desk.tcss"
    TITLE = "peerlens"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "quit", "quit", show=False),
        Binding("ctrl+c", "interrupt", "quit at once", show=False, priority=True),
        Binding("question_mark", "help", "help", show=False),
        Binding("a", "other", "the other screen", show=False),
        Binding("b", "board", "the board", show=False),
    ]

    def __init__(
        self,
        opened: Dossier | Board,
        settings: Settings,
        *,
        role: Role | None = None,
        now: Callable[[], str] = _now,
    ) -> None:
        super().__init__(ansi_color=True)
        self._opened = opened
        self._settings = settings
        self._role = role
        self._now = now
        self._sessions = ExitStack()
        self._assistants: dict[str, Assistant] = {}

    def on_mount(self) -> None:
        if isinstance(self._opened, Board):
            self.push_screen(BoardScreen(self._opened, self._settings, self._role))
        else:
            self.open_paper(self._opened)

    def on_unmount(self) -> None:
        self._sessions.close()

    async def on_event(self, event: Event) -> None:
        """What is typed acts in its order, each key before the next is looked at, however fast they come: what follows
        the key of a prompt is words, and what follows its Enter is keys again."""
        if isinstance(event, Key) and not event.is_forwarded:
            if isinstance(self.focused, AnswerBox) and event.is_printable and event.character:
                self.focused.put(event.character)
                return
            for first in (True, False):
                if await self._check_bindings(event.key, priority=first):
                    return
        elif isinstance(event, Paste) and not event.is_forwarded and isinstance(self.focused, AnswerBox):
            self.focused.put(" ".join(event.text.splitlines()))
            return
        await super().on_event(event)

    def open_paper(self, dossier: Dossier) -> None:
        """Put a paper on the desk, on the screen where the person left it; a stored audit only where one is allowed.

        Raises ``StoreError``.
        """
        if not self._settings.policy.weaknesses:
            dossier = replace(dossier, audit=None)
        session = self._sessions.enter_context(session_of(dossier))
        state = DeskState(dossier, session, role=self._role, now=self._now)
        kind = session.place("screen")
        auditable = dossier.audit is not None or self._settings.policy.weaknesses
        if kind not in (CLAIMS, AUDIT) or (kind == CLAIMS and dossier.review is None) or not auditable:
            kind = CLAIMS if dossier.review is not None or not auditable else AUDIT
        self.push_screen(WorkScreen(state, kind))

    def leave_paper(self) -> None:
        """Back to the board; without one, nothing."""
        if isinstance(self._opened, Board) and isinstance(self.screen, WorkScreen):
            self.pop_screen()
            self._sessions.close()

    def assistant_of(self, state: DeskState) -> Assistant:
        paper_id = state.dossier.paper_id
        return self._assistants.setdefault(paper_id, Assistant(paper_id, self._settings))

    def material_of(self, state: DeskState) -> Material:
        """What a report of this paper is written with."""
        places = stored_places(state.dossier.paper_id, Library(self._settings.home))
        return Material(state.dossier.manuscript, places, self._settings.password, self._role)

    def action_help(self) -> None:
        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen())

    def action_other(self) -> None:
        screen = self.screen
        if isinstance(screen, WorkScreen):
            self.switch_screen(WorkScreen(screen.state, AUDIT if screen.kind == CLAIMS else CLAIMS))

    def action_board(self) -> None:
        self.leave_paper()

    def action_interrupt(self) -> None:
        self.exit(return_code=INTERRUPTED)
