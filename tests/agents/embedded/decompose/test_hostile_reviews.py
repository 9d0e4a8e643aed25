"""Tens of thousands of one thing inside a review: it is taken apart, and the points around it are found."""

from __future__ import annotations

import pytest

from peerlens.agents.embedded.decompose.review import decompose
from peerlens.agents.embedded.frames.reader import read_claim
from peerlens.reviews import read_reviews

UNITS = {
    "digits": "1", "spaces": " ", "tabs": "\t", "wide spaces": "\u00a0", "initials": "A. ", "capitals": "A",
    "negations": "not ", "open parentheses": "( ", "hyphens": "a-a-", "lists of numbers": "1,1,1,", "pointers": "see ",
    "versus": "vs ", "quotation marks": "\"", "dashes": " - ", "one word": "a", "back ticks": "`", "stars": "*a ",
    "words before an arrow": "a b ", "both and": "both a and ", "references": "\\ref{", "than": "better than ",
}  # fmt: skip


@pytest.mark.parametrize("unit", UNITS.values(), ids=UNITS)
def test_any_number_of_one_thing_in_a_point_leaves_the_points_around_it(unit: str) -> None:
    crowd = unit * (40_000 // len(unit))
    text = (
        f"## Weaknesses\n\n- The code is not given.\n\n- Here x{crowd}y it is.\n\n- The paper has no ablation study.\n"
    )
    (review,) = read_reviews(text.encode(), name="r.md")
    parts = decompose(review)
    claims = [claim.text for claim in parts.claims]
    assert claims[0] == "The code is not given."
    assert claims[-1] == "The paper has no ablation study."


@pytest.mark.parametrize("unit", UNITS.values(), ids=UNITS)
def test_a_claim_of_the_greatest_length_is_read_whatever_it_repeats(unit: str) -> None:
    text = f"The paper does not report {unit * (4_900 // len(unit))} here."
    assert read_claim(text).drafts
