"""Every key of the desk, and how to ask."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from peerlens.desk.lines import Shown
from peerlens.desk.views import TextView

HELP = """\
Moving
  ↑ ↓  j k       claim before, next claim (PgUp, PgDn, Home, End)
  [ ]  ← →       passage before, next passage
  Tab            to the review or the page, to scroll it, and back
  f F            show only: all, what is left, one label after the other
  /              search claims, answers and passages
  Escape         back: from an answer, scan or search; to the board
  a              the other screen: the 17 labels of the audit, the claims
  b              the board of papers

Looking
  e              more passages: the nearest ones that are not shown yet
  v              the scan: what was looked for, what was not supplied
  i              the run: agents, numbers, what was read, what became no point
  :              ask about the paper or the claim:
                   where do they report the seeds?
                   check: the method needs labels at test time
                   what if the reviewer means the appendix?
                   why?
                   audit L2.1.2 again, look at section 5
  h              what was asked before

Deciding (each is stored as you do it)
  s p n d        your verdict with a reason: Supported, Partially Supported,
                 Not Supported, Not Determined
  x  Space       done, or not done
  t              note
  u  r           undo, redo
  w              write a file: .md, .html, .pdf, .csv, .json

Marks: ✓ done · P ruled by a person · n with a note

?  this help · q  quit · Ctrl-C  quit at once; nothing is lost
"""


class HelpScreen(Screen[None]):
    """Any of the leaving keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q,enter", "app.pop_screen", "close", show=False)
    ]

    def compose(self) -> ComposeResult:
        yield TextView(id="help")

    def on_mount(self) -> None:
        view = self.query_one(TextView)
        view.show(Shown.of(HELP))
        view.focus()
