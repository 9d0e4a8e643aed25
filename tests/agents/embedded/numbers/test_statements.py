"""Numbers under a doubt, beside a denial, behind a list's own number, in a column with a short heading."""

from __future__ import annotations

import pytest

from peerlens.agents.embedded.retrieve import retrieve
from peerlens.agents.embedded.verify import verify
from peerlens.agents.rules import derive
from peerlens.schema import Claim
from peerlens.taxonomy import Verdict
from tests.tools.papers import tools

PAPER = """# Counting Geese

## 1 Method

GooseNet is trained for 30 epochs and averaged over four seeds.

## 2 Results

The gap is not significant at the level of 0.01.

On the lake split GooseNet reaches an error of 5.2.

Table 1: Size and error.

| Model | Error | Params (M) |
|---|---|---|
| GooseNet | 5.2 | 3.4 |
| DuckNet | 6.8 | 8.1 |
"""


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("The gap is significant at 0.01.", Verdict.NOT_SUPPORTED),
        ("The gap is not significant at 0.01.", Verdict.SUPPORTED),
        ("I doubt that GooseNet is trained for 30 epochs.", Verdict.NOT_SUPPORTED),
        ("I doubt that GooseNet is trained for 90 epochs.", Verdict.SUPPORTED),
        ("It is not the case that GooseNet is trained for 30 epochs.", Verdict.NOT_SUPPORTED),
        ("Statement 7: the error of GooseNet is 5.2.", Verdict.SUPPORTED),
        ("Point 2) The error of GooseNet is 6.2.", Verdict.NOT_SUPPORTED),
        ("DuckNet has 8.1 M parameters.", Verdict.SUPPORTED),
        ("DuckNet has 9.4 M parameters.", Verdict.NOT_SUPPORTED),
    ],
)
def test_a_number_is_judged_with_all_that_is_said_of_it(claim: str, expected: Verdict) -> None:
    paper = tools(PAPER)
    one = Claim(id="c1", review_id="r1", text=claim, quote=claim, start=0, end=len(claim))
    assert derive(verify(one, retrieve(one, paper), paper).parts)[0] is expected
