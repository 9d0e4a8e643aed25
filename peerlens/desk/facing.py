"""Two texts side by side, each under a title: the review and the page."""

from __future__ import annotations

from typing import Literal

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from peerlens.desk.lines import Shown, one_line
from peerlens.desk.views import TextView

Side = Literal["left", "right"]


class Facing(Horizontal):
    """``show`` puts a text on one side."""

    def compose(self) -> ComposeResult:
        for side in ("left", "right"):
            with Vertical(classes="pane"):
                yield Static(Text(""), id=f"{side}-title", markup=False)
                yield TextView(id=side)

    def show(self, side: Side, title: str, shown: Shown, at: int = 0) -> None:
        """Foreign text is welcome as ``title``; ``at``: the place in ``shown`` to be seen."""
        room = max(10, self.app.size.width // 2 - 1)
        self.query_one(f"#{side}-title", Static).update(one_line(title, room, "bold underline"), layout=False)
        self.query_one(f"#{side}", TextView).show(shown, at)
