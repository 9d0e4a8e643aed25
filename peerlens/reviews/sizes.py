"""How long one review and one ready-made claim may be: what is longer is refused alone, not with its siblings."""

from __future__ import annotations

from peerlens.errors import ReviewError
from peerlens.schema import Review

MAX_REVIEW = 200_000
"""Characters of one review: ten times a long one."""
MAX_CLAIM = 5_000
"""Characters of one ready-made claim."""


def review_too_long(review: Review) -> ReviewError | None:
    if review.ready is not None or len(review.text) <= MAX_REVIEW:
        return None
    return ReviewError(
        f"review {review.source}: {review.id} has {len(review.text):,} characters, {MAX_REVIEW:,} are accepted",
        hint="split it into reviews",
    )


def rows_too_long(review: Review) -> dict[int, ReviewError]:
    """Why rows of ready-made claims are not judged, by their numbers from 1."""
    return {
        number: ReviewError(
            f"review {review.source}: row {number} has {row.end - row.start:,} characters, {MAX_CLAIM:,} are accepted",
            hint="a ready-made claim is one statement; leave atomic out to have the text taken apart",
        )
        for number, row in enumerate(review.ready or (), start=1)
        if row.end - row.start > MAX_CLAIM
    }


def refusal_of_all(reviews: tuple[Review, ...]) -> ReviewError | None:
    """Why there is nothing to judge in any of the reviews, where length is the reason."""
    refused: list[ReviewError] = []
    for review in reviews:
        rows = rows_too_long(review)
        if (whole := review_too_long(review)) is not None:
            refused.append(whole)
        elif review.ready and len(rows) == len(review.ready):
            refused += rows.values()
        elif review.ready or review.text.strip():
            return None
    return refused[0] if refused else None
