"""The steps behind each verdict, on the terminal."""

from __future__ import annotations

import io

from rich.console import Console

from peerlens.report.trace import print_trace
from peerlens.schema import Report, Step
from peerlens.taxonomy import Verdict
from tests.report.records import finding, report


def printed(made: Report) -> str:
    out = io.StringIO()
    print_trace(made, Console(file=out, width=80, force_terminal=False))
    return out.getvalue()


def with_steps(*steps: Step) -> Report:
    return report(finding(1, Verdict.SUPPORTED, steps=steps))


def test_every_step_is_a_line_with_its_tool_query_and_how_much_it_found() -> None:
    shown = printed(
        with_steps(
            Step(tool="search", query="ducks on lakes", found=("a", "b")),
            Step(tool="read", query="Section 4", found=("c",)),
        )
    )
    assert " 1. search: ducks on lakes (2 passages)" in shown
    assert " 2. read: Section 4 (1 passage)" in shown


def test_a_claim_without_a_step_says_so() -> None:
    assert "no step is recorded" in printed(with_steps())


def test_a_query_that_a_model_wrote_can_neither_style_nor_move_the_text() -> None:
    shown = printed(with_steps(Step(tool="scan", query="\x1b[31m[bold]x[/bold]\n" + "y" * 200)))
    assert "\x1b" not in shown
    assert "[bold]x[/bold]" in shown
    assert "y" * 91 not in shown
