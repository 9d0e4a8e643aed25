"""The example's reviews get the verdicts that were written down before the program first read them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from peerlens import verify
from peerlens.schema import Finding, Report
from peerlens.settings import Settings
from peerlens.taxonomy import Reason, Verdict

EXAMPLES = Path(__file__).parents[2] / "examples"
UNDECIDED = {Reason.ENGINE_LIMIT, Reason.LOW_CONFIDENCE, Reason.SCAN_INCOMPLETE, Reason.UNGROUNDED}
FLIP = {Verdict.SUPPORTED, Verdict.NOT_SUPPORTED}


class Outcome(NamedTuple):
    """One expected verdict and the one it got; ``None`` where no finding covers the quote."""

    quote: str
    expected: Verdict
    finding: Finding | None

    @property
    def decided(self) -> bool:
        one = self.finding
        return one is not None and (one.label is not Verdict.NOT_DETERMINED or one.reason not in UNDECIDED)

    @property
    def right(self) -> bool:
        return self.decided and self.finding is not None and self.finding.label is self.expected

    @property
    def flipped(self) -> bool:
        return self.finding is not None and {self.finding.label, self.expected} == FLIP


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    settings = Settings(home=tmp_path_factory.mktemp("home"))
    return verify(EXAMPLES / "paper.pdf", EXAMPLES / "review-1.md", EXAMPLES / "review-2.md", settings=settings)


@pytest.fixture(scope="module")
def outcomes(report: Report) -> list[Outcome]:
    return [
        Outcome(claim["quote"], Verdict(claim["expect"]), finding_for(claim["quote"], review["review"], report))
        for review in json.loads((EXAMPLES / "expected.json").read_text("utf-8"))["reviews"]
        for claim in review["claims"]
    ]


def finding_for(quote: str, source: str, report: Report) -> Finding | None:
    """The finding whose span shares the most with the quote: at least half of either."""
    review = next(one for one in report.reviews if one.source == source)
    start = review.text.index(quote)
    best: tuple[int, Finding | None] = (0, None)
    for finding in report.findings:
        if finding.review_id == review.id:
            shared = min(finding.end, start + len(quote)) - max(finding.start, start)
            if 2 * shared >= min(len(quote), finding.end - finding.start) and shared > best[0]:
                best = (shared, finding)
    return best[1]


def listed(outcomes: list[Outcome]) -> str:
    return "\n".join(
        f"{o.expected.value} expected, {o.finding.label.value if o.finding else 'no finding'}"
        f" ({o.finding.reason if o.finding else ''}): {o.quote}"
        for o in outcomes
        if not o.right
    )


def test_every_expected_claim_becomes_a_finding(outcomes: list[Outcome]) -> None:
    assert [o.quote for o in outcomes if o.finding is None] == []


def test_at_least_85_percent_of_the_decided_are_right_and_half_are_decided(outcomes: list[Outcome]) -> None:
    decided = [o for o in outcomes if o.decided]
    right = sum(o.right for o in decided)
    assert len(decided) >= 0.5 * len(outcomes), listed(outcomes)
    assert right >= 0.85 * len(decided), listed(outcomes)


def test_at_most_one_in_forty_is_turned_round(outcomes: list[Outcome]) -> None:
    flipped = [o for o in outcomes if o.flipped]
    assert len(flipped) <= len(outcomes) / 40, listed(flipped)


def test_every_quote_stands_where_the_report_says(report: Report) -> None:
    from peerlens.store.parsers import parse

    text = parse(EXAMPLES / "paper.pdf").text
    quoted = [evidence for finding in report.findings for evidence in finding.evidence]
    assert len(quoted) > 20
    assert all(text[e.start : e.end] == e.quote and e.page for e in quoted)
    assert report.failures == ()
