"""How a report is arranged for reading."""

import io

import pytest
from rich.console import Console

from peerlens.report.markdown import to_markdown
from peerlens.report.tally import tally
from peerlens.report.terminal import print_report
from peerlens.report.view import groups, quote_of, request_rows, review_notes
from peerlens.schema import Failure, Unused
from peerlens.taxonomy import EvidenceRole, PartStatus, Polarity, Reason, RequestStatus, Stance, Verdict
from tests.report.records import SCAN, evidence, finding, part, report, request

S, P, N, U = Verdict.SUPPORTED, Verdict.PARTIALLY_SUPPORTED, Verdict.NOT_SUPPORTED, Verdict.NOT_DETERMINED
FOR, AGAINST = evidence(EvidenceRole.SUPPORTS), evidence(EvidenceRole.CONTRADICTS)


def test_what_needs_a_look_first_is_on_top_and_every_finding_is_shown_once() -> None:
    shown = groups(
        report(
            finding(1, S, found=(FOR,)),
            finding(2, U, reason=Reason.ENGINE_LIMIT),
            finding(3, S, reason=Reason.ABSENT_AFTER_FULL_SCAN, polarity=Polarity.ABSENCE, scan=SCAN),
            finding(4, N, reason=Reason.COUNTEREXAMPLE, polarity=Polarity.ABSENCE, found=(AGAINST,)),
            finding(5, U, reason=Reason.OPINION),
            finding(6, P, reason=Reason.SCOPE, found=(FOR,)),
            finding(7, N, reason=Reason.NUMBER, stance=Stance.DESCRIPTION, found=(AGAINST,)),
        )
    )
    assert [(group.key, [row.ref for row in group.rows]) for group in shown] == [
        ("answered", ["W4"]),
        ("otherwise", ["W7"]),
        ("part", ["W6"]),
        ("nothing_found", ["W3"]),
        ("holds", ["W1"]),
        ("open", ["W5"]),
        ("engine", ["W2"]),
    ]


def test_within_a_group_the_surest_comes_first() -> None:
    rows = groups(report(finding(1, S, found=(FOR,), confidence=0.6), finding(2, S, found=(FOR,), confidence=0.8)))[
        0
    ].rows
    assert [row.ref for row in rows] == ["W2", "W1"]


def test_parts_are_listed_where_they_differ_and_the_scan_where_nothing_was_found() -> None:
    parts = (
        part(PartStatus.SUPPORTED, Polarity.PRESENCE, text="code is released"),
        part(PartStatus.CONTRADICTED, Polarity.PRESENCE, main=False, text="labels are released"),
    )
    mixed = finding(1, P, reason=Reason.PART_MISSING, found=(FOR,), parts=parts)
    absent = finding(2, S, reason=Reason.ABSENT_AFTER_FULL_SCAN, polarity=Polarity.ABSENCE, scan=SCAN)
    first, second = (group.rows[0] for group in groups(report(mixed, absent)))
    assert first.notes == ("code is released: holds", "labels are released: does not hold")
    assert second.notes == ("looked for ablation, ablate in 20 of 20 passages", "not supplied: Appendix C")


def test_counts_keep_engine_limits_apart_and_count_failed_claims() -> None:
    failed = Failure(id="r1.c9", claim_id=None, stage="verify", error="E", message="m")
    not_a_claim = Failure(id="r1.q9", claim_id=None, stage="answer", error="E", message="m")
    number = tally(
        report(
            finding(1, S, found=(FOR,)),
            finding(2, U, reason=Reason.ENGINE_LIMIT),
            finding(3, U, reason=Reason.OPINION),
            requests=(request(1, RequestStatus.NOT_FOUND),),
            failures=(failed, not_a_claim),
        )
    )
    assert number.verdicts == {S: 1, P: 0, N: 0, U: 2}
    assert number.undetermined == {Reason.ENGINE_LIMIT: 1, Reason.OPINION: 1}
    assert (number.claims, number.decided, number.engine_limit) == (4, 1, 1)
    assert (number.asked, number.requests[RequestStatus.NOT_FOUND], number.failures) == (1, 1, 2)


def test_answered_questions_come_first_and_say_where() -> None:
    rows = request_rows(
        report(requests=(request(1, RequestStatus.NOT_FOUND), request(2, RequestStatus.ANSWERED, found=(FOR,))))
    )
    assert [(row.ref, row.headline) for row in rows] == [
        ("r1.q2", "the paper answers this, p. 3"),
        ("r1.q1", "nothing found in the pages supplied"),
    ]


@pytest.mark.parametrize(("orders", "words"), [(1, "1 stretch that gives"), (2, "2 stretches that give")])
def test_orders_to_a_machine_in_a_review_are_named_in_both_forms(orders: int, words: str) -> None:
    one = report()
    unused = (*(Unused(start=0, end=1, why="injected"),) * orders, Unused(start=0, end=1, why="heading"))
    given = one.model_copy(update={"reviews": (one.reviews[0].model_copy(update={"unused": unused}),)})
    note = f"r1 holds {words} orders to automated readers: left out"
    console = Console(file=io.StringIO(), width=100)
    print_report(given, console)
    assert isinstance(console.file, io.StringIO)
    assert f"! {note}\n" in console.file.getvalue()
    assert f"- Note: {note}\n" in to_markdown(given)
    assert review_notes(one) == []


@pytest.mark.parametrize(
    ("quote", "row"),
    [("Longest body (words) | 861", True), ("| BM25 | none | 0.544 [0.515, 0.574] |", True),
     ("We use p(x | y) here.", False), ("The error is 2.7.", False), ("a |", False),
     ("This sentence goes on and on before it comes to | and goes on and on after it.", False)],
)  # fmt: skip
@pytest.mark.parametrize("page", [3, None])
def test_a_row_of_a_table_is_called_one_and_only_near_its_section(quote: str, row: bool, page: int | None) -> None:
    near = "table near " if row else ""
    place = "p. 3 · " if page is not None else ""
    assert quote_of(evidence(quote=quote, page=page)).place == f"{place}{near}4 Results"
