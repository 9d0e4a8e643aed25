"""The Python interface: the same work as the command line, as functions."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import platformdirs

from peerlens.schema import Report
from peerlens.settings import Settings
from peerlens.taxonomy import Weakness


def default_settings() -> Settings:
    """What the functions here use unless told otherwise: the user's data folder and the embedded family."""
    return Settings(home=Path(platformdirs.user_data_dir("peerlens")))


def verify(
    paper: str | Path, *reviews: str | Path, response: str | Path | None = None, settings: Settings | None = None
) -> Report:
    """Check each claim of the reviews against the paper.

    ``paper`` and ``reviews`` are paths. With the file of the authors' ``response``, each finding and request says
    whether it is answered there, and whether the places that the response names bear that out.
    ``settings`` defaults to the user's data folder and the embedded family. Raises ``PeerlensError``: unusable input,
    or something this run needs is not available. Claims that broke off are in ``Report.failures``. Inside a running
    event loop use ``averify``.
    """
    return asyncio.run(averify(paper, *reviews, response=response, settings=settings))


async def averify(
    paper: str | Path, *reviews: str | Path, response: str | Path | None = None, settings: Settings | None = None
) -> Report:
    """Like ``verify``, for callers with an event loop of their own."""
    from peerlens.graph.open import open_family, open_paper, read_all_reviews, read_author_response
    from peerlens.graph.verify import verify_reviews

    settings = settings or default_settings()
    texts = read_all_reviews([Path(review) for review in reviews])
    answer = read_author_response(None if response is None else Path(response))
    with open_paper(Path(paper), settings) as store:
        return await verify_reviews(store, texts, family=open_family(settings), settings=settings, response=answer)


def audit(
    paper: str | Path, *, labels: Sequence[Weakness] = tuple(Weakness), settings: Settings | None = None
) -> Report:
    """Examine the paper for each of ``labels`` (default: all 17): one row of ``Report.labels`` for each.

    Raises ``PeerlensError`` as ``verify`` does. A label that broke off is ``not_assessable`` and in
    ``Report.failures``. Inside a running event loop use ``aaudit``.
    """
    return asyncio.run(aaudit(paper, labels=labels, settings=settings))


async def aaudit(
    paper: str | Path, *, labels: Sequence[Weakness] = tuple(Weakness), settings: Settings | None = None
) -> Report:
    """Like ``audit``, for callers with an event loop of their own."""
    from peerlens.graph.audit import audit_paper
    from peerlens.graph.open import open_family, open_paper

    settings = settings or default_settings()
    with open_paper(Path(paper), settings) as store:
        return await audit_paper(store, family=open_family(settings), settings=settings, labels=labels)


__all__: Sequence[str] = ("aaudit", "audit", "averify", "verify")
