"""Judge the points of an earlier report again, on another version of the paper: the same claims, word for word."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from peerlens.agents.family import Family
from peerlens.errors import UsageError
from peerlens.graph.runs import Progress
from peerlens.graph.verify import verify_reviews
from peerlens.schema import Ask, Claim, Decomposition, Report, Review
from peerlens.settings import Settings
from peerlens.store.library import PaperStore


async def recheck(
    store: PaperStore,
    earlier: Report,
    *,
    family: Family,
    settings: Settings,
    on_progress: Callable[[Progress], None] = lambda _: None,
) -> Report:
    """Verify what ``earlier`` found in its reviews against the paper in ``store``; nothing is taken apart anew.

    Points that broke off in the earlier run are not in it and stay out. Raises ``UsageError`` for an audit.
    """
    check_earlier(earlier)
    reviews = tuple(
        Review(id=one.id, source=one.source, text=one.text, warnings=one.warnings) for one in earlier.reviews
    )
    return await verify_reviews(
        store, reviews, family=family, settings=settings, given=_taken_apart(earlier), on_progress=on_progress
    )


def check_earlier(earlier: Report) -> None:
    """Raises ``UsageError`` for a report without claims to check again."""
    if earlier.kind != "verify":
        raise UsageError("an audit has no claims to check again", hint="run `peerlens audit` on the new version")


def _taken_apart(report: Report) -> Mapping[str, Decomposition]:
    return {
        review.id: Decomposition(
            claims=tuple(
                Claim(text=one.claim, **{name: getattr(one, name) for name in Claim.model_fields if name != "text"})
                for one in report.findings
                if one.review_id == review.id
            ),
            asks=tuple(
                Ask(**{name: getattr(one, name) for name in Ask.model_fields})
                for one in report.requests
                if one.review_id == review.id
            ),
            unused=review.unused,
        )
        for review in report.reviews
    }
