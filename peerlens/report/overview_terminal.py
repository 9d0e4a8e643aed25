"""A batch on the terminal: what it came to, then the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from peerlens.report.overview import POINTS_SHOWN, BoardPaper, BoardPoint, Need, Overview, counts_of, group_title
from peerlens.report.overview_figures import figure_lines
from peerlens.text.harmless import harmless

_PAPERS_SHOWN = 10
_STYLES = {Need.CONTRADICTED: "bold yellow", Need.CONFLICT: "bold yellow", Need.BROKEN: "bold red"}


def print_overview(overview: Overview, console: Console, *, where: Mapping[str, str]) -> None:
    """Print what the batch came to. ``where``: names of things and the files that hold them, named at the end."""
    for group, papers in overview.groups():
        console.print(Text(group_title(group, papers), style=_STYLES.get(group, "bold")))
        for paper in papers[:_PAPERS_SHOWN]:
            _print_paper(paper, console)
        if len(papers) > _PAPERS_SHOWN:
            console.print(Text(f"  {len(papers) - _PAPERS_SHOWN} more: see the overview", style="dim"))
        console.print()
    print_rows(figure_lines(overview.figures), console)
    if overview.ended:
        console.print(Text(harmless(f"Ended early: {overview.ended}"), style="bold yellow"))
    print_rows(list(where.items()), console)


def print_rows(rows: Sequence[tuple[str, str]], console: Console) -> None:
    """Print names and values, a line each."""
    for name, value in rows:
        console.print(Text.assemble((f"{name}: ", "bold"), harmless(value)))


def _print_paper(paper: BoardPaper, console: Console) -> None:
    said = [*([paper.source] if paper.need is Need.BROKEN else []), *counts_of(paper), *filter(None, [paper.note])]
    words = Text.assemble(_line(paper.title), (_line(f"  {'; '.join(said)}" if said else ""), "dim"))
    console.print(Padding(words, (0, 0, 0, 2)))
    if paper.need.brief:
        return
    for point in paper.points[:POINTS_SHOWN]:
        console.print(Padding(_point(point), (0, 0, 0, 4)))
    if len(paper.points) > POINTS_SHOWN:
        console.print(Padding(Text(f"{len(paper.points) - POINTS_SHOWN} more points", style="dim"), (0, 0, 0, 4)))


def _point(point: BoardPoint) -> Text:
    quote = f" “{_cut(point.quote)}”" if point.quote else ""
    return Text.assemble(
        (f"{_line(point.name)} ", "bold"), _line(point.claim), "\n  ", (_line(point.headline), "cyan"), _line(quote)
    )


def _line(text: str) -> str:
    return harmless(" ".join(text.split()) if text.strip() == text else text.replace("\n", " "))


def _cut(text: str, longest: int = 160) -> str:
    words = " ".join(text.split())
    return words if len(words) <= longest else words[:longest].rsplit(" ", 1)[0] + " …"
