"""The bottom line: a message, or a question put to the person with room for the answer."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input, Static

from peerlens.desk.lines import one_line
from peerlens.text.harmless import harmless

_MOST = 5000
"""Characters of an answer."""


class PromptLine(Horizontal):
    """One line. ``ask`` puts a question; Enter hands the answer on, Escape drops it."""

    BINDINGS = [("escape", "drop", "Drop")]  # noqa: RUF012  Textual reads it from the class

    def compose(self) -> ComposeResult:
        yield Static(Text(""), id="message", markup=False)
        yield Input(id="answer", compact=True, max_length=_MOST, select_on_focus=False)

    def on_mount(self) -> None:
        self._then: Callable[[str], None] | None = None
        self._may_be_empty = False
        self._message = ""
        self.query_one(Input).display = False

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
        box = self.query_one(Input)
        box.value = answer
        box.cursor_position = len(answer)
        box.display = True
        box.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Text pasted from a paper or a review may hold what acts on a terminal."""
        event.stop()
        shown = harmless(event.value.replace("\t", " "))
        if shown != event.value:
            event.input.value = shown
            event.input.cursor_position = len(shown)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        then, words = self._then, event.value.strip()
        self._end()
        if then is not None and (words or self._may_be_empty):
            then(words)

    def action_drop(self) -> None:
        if self.asking:
            self._end()

    def _end(self) -> None:
        self._then = None
        self.query_one(Input).display = False
        self._put(self._message)
        self.screen.query_one("#list").focus()
