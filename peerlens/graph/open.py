"""Open what a run needs: the paper with its index, the reviews, the family of agents."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from peerlens.agents.family import Family
from peerlens.reviews import read_reviews
from peerlens.schema import Review
from peerlens.settings import EngineName, Settings
from peerlens.store.library import Library, PaperStore
from peerlens.text.harmless import printable_name


def open_paper(path: Path, settings: Settings) -> PaperStore:
    """Parse and index the paper, or find it done. Close the result (it is a context manager)."""
    return Library(settings.home).open(path, settings=settings)


def open_family(settings: Settings) -> Family:
    """The family that ``settings.engine`` names; ``auto`` is the embedded one while no server is configured."""
    match settings.engine:
        case EngineName.AUTO | EngineName.EMBEDDED:
            from peerlens.agents.embedded.family import EmbeddedFamily

            return EmbeddedFamily()


def read_all_reviews(paths: Sequence[Path]) -> tuple[Review, ...]:
    """Read every review file (``-`` is standard input), numbering reviews through all of them."""
    reviews: list[Review] = []
    for path in paths:
        source: Path | bytes = sys.stdin.buffer.read() if str(path) == "-" else path
        name = "standard input" if str(path) == "-" else printable_name(path)
        reviews += read_reviews(source, name=name, taken=[review.id for review in reviews])
    return tuple(reviews)
