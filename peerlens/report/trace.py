"""How each verdict was come to: the steps its agents took over the paper, in order, one line a step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

from peerlens.schema import Report, Step
from peerlens.text.counting import counted
from peerlens.text.harmless import harmless

_MOST_QUERY = 90
_MOST_CLAIM = 100


def print_trace(report: Report, console: Console) -> None:
    """Print the steps of every finding; claims without a recorded step are named as such."""
    for text in trace_lines(report):
        console.print(Text(text), markup=False, emoji=False, highlight=False, soft_wrap=True)


def trace_lines(report: Report) -> Iterator[str]:
    yield ""
    yield "Steps"
    for finding in report.findings:
        yield from _unit(finding.id, finding.claim, finding.steps)
    for row in report.labels:
        for shown in row.findings:
            yield from _unit(shown.id, shown.claim, shown.steps)
        if not row.findings:
            yield from _unit(row.label.value, row.name, ())


def _unit(name: str, said: str, steps: Sequence[Step]) -> Iterator[str]:
    yield f"  {name}  {_short(said, _MOST_CLAIM)}"
    if not steps:
        yield "      no step is recorded"
    for number, step in enumerate(steps, start=1):
        yield f"    {number:2}. {step.tool}: {_short(step.query, _MOST_QUERY)} ({counted(len(step.found), 'passage')})"


def _short(text: str, most: int) -> str:
    flat = " ".join(harmless(text).split())
    return flat if len(flat) <= most else f"{flat[:most]}…"
