"""Plain rows as a table on the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from peerlens.text.harmless import harmless


def print_table(rows: Sequence[Sequence[str]], console: Console) -> None:
    """Print rows, the first being the head. The first column is left-aligned, the others right."""
    if not rows:
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for i, name in enumerate(rows[0]):
        table.add_column(Text(harmless(name)), justify="left" if i == 0 else "right", overflow="fold")
    for row in rows[1:]:
        table.add_row(*(Text(harmless(cell)) for cell in row))
    console.print(table)
