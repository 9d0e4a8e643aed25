"""Two widgets that draw only the lines on the screen: a list with a cursor, and a text with a marked place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from peerlens.desk.lines import Shown, one_line, row_of

_CURSOR = "reverse"
_WHEEL = 3
"""Rows a turn of the mouse wheel scrolls."""


class _Lines(Widget, can_focus=True):
    """Draws ``line(row)`` for each row on the screen, from ``top`` on, and in the last column where that is.

    It scrolls by itself: to Textual's own scrolling every change of the text is a change of the layout.
    """

    rows = 0
    top = 0

    def line(self, row: int) -> Text:
        raise NotImplementedError

    @property
    def width(self) -> int:
        """Cells of a line."""
        return max(1, self.size.width - 1)

    def render_line(self, y: int) -> Strip:
        row = y + self.top
        text = self.line(row) if row < self.rows else Text("", end="")
        strip = Strip(text.render(self.app.console, end="")).adjust_cell_length(self.width)
        return Strip([*strip, Segment(self._thumb(y))])

    def scroll(self, by: int) -> None:
        self.bring_to_top(self.top + by)

    def bring_to_top(self, row: int) -> None:
        """Scroll so that a row is the first one, as far as there is text below."""
        self.top = max(0, min(row, self.rows - self.size.height))
        self.refresh()

    def on_mouse_scroll_down(self) -> None:
        self.scroll(_WHEEL)

    def on_mouse_scroll_up(self) -> None:
        self.scroll(-_WHEEL)

    def _thumb(self, y: int) -> str:
        height = max(1, self.size.height)
        if self.rows <= height:
            return " "
        length = max(1, height * height // self.rows)
        start = round((height - length) * self.top / (self.rows - height))
        return "┃" if start <= y < start + length else "│"


@dataclass(frozen=True, slots=True)
class ListRow:
    """One row of a list: a heading that cannot be chosen, or an entry. ``lead`` keeps its spaces."""

    text: str
    style: str = ""
    heading: bool = False
    lead: str = ""


class ListView(_Lines):
    """Rows with a cursor on one of the entries. Headings are passed over."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "by(1)", "next", show=False),
        Binding("up", "by(-1)", "previous", show=False),
        Binding("pagedown", "page(1)", "page down", show=False),
        Binding("pageup", "page(-1)", "page up", show=False),
        Binding("home", "by(-1000000)", "first", show=False),
        Binding("end", "by(1000000)", "last", show=False),
        Binding("right", "screen.passage(1)", "next passage", show=False),
        Binding("left", "screen.passage(-1)", "passage before", show=False),
    ]

    class Chosen(Message):
        """The cursor has come to another entry. ``index`` counts entries, not headings."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    class Opened(Message):
        """An entry was double-clicked."""

    def __init__(self, *, id: str) -> None:  # noqa: A002  Textual's own name
        super().__init__(id=id)
        self._rows: list[ListRow] = []
        self._entries: list[int] = []
        self.index = 0

    def show(self, rows: Sequence[ListRow], index: int) -> None:
        """Show other rows with the cursor on an entry, without telling anybody."""
        self._rows = list(rows)
        self._entries = [at for at, row in enumerate(rows) if not row.heading]
        self.index = max(0, min(index, len(self._entries) - 1))
        self.rows = len(rows)
        self._keep_in_sight()

    def action_by(self, by: int) -> None:
        self.move(by)

    def action_page(self, by: int) -> None:
        self.move(by * max(1, self.size.height - 1))

    def move(self, by: int) -> None:
        """Move the cursor by so many entries, as far as there are any."""
        self.choose(self.index + by)

    def choose(self, index: int) -> None:
        wanted = max(0, min(index, len(self._entries) - 1))
        if self._entries and wanted != self.index:
            self.index = wanted
            self._keep_in_sight()
            self.post_message(self.Chosen(wanted))

    def line(self, row: int) -> Text:
        one = self._rows[row]
        width = self.width
        text = Text(one.lead, style=one.style, no_wrap=True, end="")
        text.append_text(one_line(one.text, max(1, width - len(one.lead)), one.style))
        if self._entries and row == self._entries[self.index]:
            text.pad_right(max(0, width - text.cell_len))
            text.stylize(_CURSOR)
        return text

    def on_resize(self) -> None:
        self._keep_in_sight()

    def on_click(self, event: events.Click) -> None:
        row = event.y + self.top
        if row in self._entries:
            self.choose(self._entries.index(row))
            if event.chain == 2:
                self.post_message(self.Opened())

    def _keep_in_sight(self) -> None:
        """Scroll so that the cursor and the heading right above it can be seen."""
        first, height = self.top, max(1, self.size.height)
        if self._entries:
            row = self._entries[self.index]
            above = row - 1 if row > 0 and self._rows[row - 1].heading else row
            if above < first:
                first = above
            elif row >= first + height:
                first = row - height + 1
        self.bring_to_top(first)


class TextView(_Lines):
    """A text, scrolled to a place in it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "by(1)", "down", show=False),
        Binding("up", "by(-1)", "up", show=False),
        Binding("pagedown", "page(1)", "page down", show=False),
        Binding("pageup", "page(-1)", "page up", show=False),
        Binding("home", "by(-1000000)", "top", show=False),
        Binding("end", "by(1000000)", "end", show=False),
    ]

    def __init__(self, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self._shown = Shown("")
        self._lines: tuple[tuple[int, int], ...] = ()
        self._at = 0

    def show(self, shown: Shown, at: int = 0) -> None:
        """Show a text with the line of offset ``at`` in its upper third."""
        self._shown, self._at = shown, at
        self._wrap()

    def on_resize(self) -> None:
        self._wrap()

    def line(self, row: int) -> Text:
        return self._shown.line(*self._lines[row])

    def action_by(self, by: int) -> None:
        self.scroll(by)

    def action_page(self, by: int) -> None:
        self.scroll(by * max(1, self.size.height - 1))

    def _wrap(self) -> None:
        self._lines = self._shown.wrapped(self.width)
        self.rows = len(self._lines)
        self.bring_to_top(row_of(self._lines, self._at) - self.size.height // 3)
