"""Which verdicts moved, on the terminal: plain text objects only, so that foreign text is never markup."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, RenderableType
from rich.padding import Padding

from peerlens.report.moves import Move, Recheck
from peerlens.report.terminal import MAX_WIDTH, line, title_rule
from peerlens.text.counting import counted


def print_moves(done: Recheck, console: Console) -> None:
    """Print the points that moved with what either version has to say to them, then how many did not."""
    parts: list[RenderableType] = [
        line(f"{done.papers[0]} → {done.papers[1]}", "bold"),
        line(f"runs {done.before} → {done.after}", "dim"),
    ]
    if done.same_file:
        parts.append(line("! both are the same file", "yellow"))
    if len(set(done.engines)) > 1:
        parts.append(line(f"! judged by different engines: {done.engines[0]}, then {done.engines[1]}", "yellow"))
    parts += ["", title_rule("Moved", len(done.moved), "bold")]
    parts += _all(done.moved)
    if done.ruled:
        parts += [title_rule("As before, ruled otherwise by a person", len(done.ruled), "bold"), *_all(done.ruled)]
    parts.append(line(f"{counted(done.same, 'point')} as before"))
    if done.lost:
        parts.append(line(f"! without a verdict on one of the two: {', '.join(done.lost)}", "yellow"))
    for part in parts:
        console.print(part, width=min(console.width, MAX_WIDTH), markup=False, emoji=False, highlight=False)


def _all(moves: Sequence[Move]) -> list[RenderableType]:
    """Every point with what either version has to say to it."""
    parts: list[RenderableType] = []
    for move in moves:
        parts += [
            line(f"{move.ref} {move.text}", "bold"),
            Padding(line(f"before: {move.before.says}", "dim"), (0, 0, 0, 4)),
            Padding(line(f"now: {move.after.says}"), (0, 0, 1, 4)),
        ]
    return parts
