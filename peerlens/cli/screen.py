"""What goes to standard output and standard error, and how it survives pipes and narrow encodings."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from peerlens.errors import PeerlensError
from peerlens.text.harmless import harmless

if TYPE_CHECKING:
    from rich.console import Console


def print_json(document: Any) -> None:
    """One document, ASCII only: valid in every encoding, and no character of foreign text can act on a screen."""
    sys.stdout.write(json.dumps(document, ensure_ascii=True, indent=2) + "\n")


def print_error(error: PeerlensError) -> None:
    _survive_encoding(sys.stderr)
    sys.stderr.write(f"peerlens: {harmless(_one_line(error.message))}\n")
    if error.hint:
        sys.stderr.write(f"  {harmless(_one_line(error.hint))}\n")


def note(message: str) -> None:
    """A line of progress or advice on standard error."""
    _survive_encoding(sys.stderr)
    sys.stderr.write(harmless(_one_line(message)) + "\n")


def output() -> Console:
    """The console for results. Honours ``NO_COLOR``, ``COLUMNS``, dumb terminals and pipes (rich does)."""
    from rich.console import Console

    _survive_encoding(sys.stdout)
    console = Console(markup=False, emoji=False, highlight=False)
    if (not console.is_terminal and "COLUMNS" not in console._environ) or console.width < 1:
        console = Console(markup=False, emoji=False, highlight=False, width=100)
    return console


def _survive_encoding(stream: Any) -> None:
    """Characters that the stream's encoding lacks become "?" instead of an error."""
    if (stream.encoding or "ascii").lower().replace("-", "") != "utf8" and hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="replace")


def _one_line(text: str) -> str:
    return " ".join(text.split())
