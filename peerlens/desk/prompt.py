"""The bottom line: a message, or a question put to the person with room for the answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Input, Static

from peerlens.desk.lines import one_line
from peerlens.text.harmless import harmless

_MOST = 5000
"""Characters of an answer."""


class AnswerBox(Input):
    """Where an answer is typed. Text pasted from a paper or a review may hold what acts on a terminal."""

    def put(self, text: str) -> None:
        """Insert text at the cursor, or in place of what is selected, harmless."""
        shown = harmless(text.replace("\t", " "))
        if self.selection.is_empty:
            self.insert_text_at_cursor(shown)
        else:
            self.replace(shown, *self.selection)

    async def action_submit(self) -> None:
        self.query_ancestor(PromptLine).answered(self.value.strip())


class PromptLine(Horizontal):
    """One line. ``ask`` puts a question; Enter hands the answer on, Escape drops it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "drop", "Drop"),
        Binding("tab,shift+tab", "stay", "Stay", show=False),
    ]

    def compose(self) -> ComposeResult:
        yield Static(Text(""), id="message", markup=False)
        yield AnswerBox(id="answer", compact=True, max_length=_MOST, select_on_focus=False)

    def on_mount(self) -> None:
        self._then: Callable[[str], None] | None = None
        self._may_be_empty = False
        self._message = ""
        self.query_one(AnswerBox).display = False

    @property
    def asking(self) -> bool:
        return self._then is not None

    def say(self, message: str) -> None:
        """Show a message; while a question stands there, after it."""
        self._message = message
        if not self.asking:
            self._put(message)

    def _put(self, message: str, style: str = "") -> None:
        self.query_one("#message", Static).update(one_line(message, max(20, self.app.size.width - 1), style))

    def ask(self, question: str, then: Callable[[str], None], *, answer: str = "", may_be_empty: bool = False) -> None:
        """``answer``: what stands there to begin with. An empty one is dropped unless it may be empty."""
        self._then, self._may_be_empty = then, may_be_empty
        self._message = ""
        self._put(question, "bold")
        box = self.query_one(AnswerBox)
        box.value = answer
        box.cursor_position = len(answer)
        box.display = True
        self.screen.set_focus(box)

    def answered(self, words: str) -> None:
        then, empty = self._then, self._may_be_empty
        self._end()
        if then is not None and (words or empty):
            then(words)

    def action_stay(self) -> None:
        """What was begun is ended by Enter or Escape alone."""

    def action_drop(self) -> None:
        if self.asking:
            self._end()

    def _end(self) -> None:
        self._then = None
        self.query_one(AnswerBox).display = False
        self._put(self._message)
        self.screen.set_focus(self.screen.query_one("#list"))
