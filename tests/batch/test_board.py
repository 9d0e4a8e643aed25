"""Where a paper stands on the board, and why."""

from __future__ import annotations

import pytest

from peerlens.batch.board import place_paper
from peerlens.batch.jobs import Trouble
from peerlens.batch.results import LineResult
from peerlens.report.overview import BoardPaper, Need, Overview, group_title
from peerlens.schema import LabelRow, Override
from peerlens.taxonomy import EvidenceRole, Ground, Outcome, Reason, Stance, Verdict, Weakness
from tests.batch.records import line_of
from tests.report.records import evidence, finding, report

FOR, AGAINST = evidence(EvidenceRole.SUPPORTS), evidence(EvidenceRole.CONTRADICTS)


def _placed(*lines: LineResult) -> BoardPaper:
    placed = place_paper(lines)
    assert placed is not None
    return placed


def test_a_criticism_that_the_paper_contradicts_comes_first_with_its_words() -> None:
    placed = _placed(
        line_of(
            1,
            report(
                finding(1, Verdict.SUPPORTED, found=(FOR,)),
                finding(2, Verdict.NOT_SUPPORTED, found=(AGAINST,), claim="No error is given.", confidence=0.7),
                finding(3, Verdict.NOT_SUPPORTED, found=(AGAINST,), claim="The error is 9.", confidence=0.9),
            ),
        )
    )
    assert placed.need is Need.CONTRADICTED
    assert [(point.ref, point.quote) for point in placed.points] == [
        ("W3", "The error is 2.7."),
        ("W2", "The error is 2.7."),
    ]
    assert (placed.claims, placed.decided) == (3, 3)


@pytest.mark.parametrize(
    "changes",
    [
        {"confidence": 0.6},
        {"stance": Stance.PRAISE},
        {"found": ()},
        {"override": Override(label=Verdict.SUPPORTED, reason="read it", at="2026-01-01")},
    ],
)
def test_what_is_unsure_praise_unlocated_or_overruled_is_not_decisive(changes: dict[str, object]) -> None:
    given = {"found": (AGAINST,), **changes}
    placed = _placed(line_of(1, report(finding(1, Verdict.NOT_SUPPORTED, **given))))  # type: ignore[arg-type]
    assert placed.need is Need.HOLDS


def test_reviews_that_say_opposite_things_about_the_same_words_are_a_conflict() -> None:
    yes = finding(1, Verdict.SUPPORTED, found=(FOR,), stance=Stance.PRAISE, claim="It gives the error.")
    no = finding(1, Verdict.NOT_SUPPORTED, found=(AGAINST,), stance=Stance.DESCRIPTION, claim="It gives no error.")
    placed = _placed(line_of(1, report(yes), review="One."), line_of(2, report(no), review="Two."))
    assert placed.need is Need.CONFLICT
    assert [point.claim for point in placed.points] == ["It gives the error.", "It gives no error."]
    same = _placed(line_of(1, report(yes), review="One."), line_of(2, report(no), review="One."))
    assert same.need is Need.HOLDS
    elsewhere = AGAINST.model_copy(update={"start": 500, "end": 517})
    apart = no.model_copy(update={"evidence": (elsewhere,)})
    assert _placed(line_of(1, report(yes), review="One."), line_of(2, report(apart), review="Two.")).need is Need.HOLDS


def test_a_criticism_that_two_reviews_share_and_the_paper_bears_out_is_shown_once() -> None:
    one = finding(1, Verdict.SUPPORTED, found=(FOR,), claim="The error is large.")
    two = finding(4, Verdict.SUPPORTED, found=(FOR,), claim="The errors are large.")
    placed = _placed(line_of(1, report(one), review="One."), line_of(2, report(two), review="Two."))
    assert (placed.need, [point.claim for point in placed.points]) == (Need.SHARED, ["The error is large."])
    twice = _placed(line_of(1, report(one), review="One."), line_of(2, report(one), review="One."))
    assert (twice.need, twice.claims) == (Need.HOLDS, 1)


def test_a_paper_about_which_nothing_can_be_settled_says_so_with_the_engines_limit_apart() -> None:
    placed = _placed(
        line_of(
            1,
            report(
                finding(1, Verdict.NOT_DETERMINED, reason=Reason.ENGINE_LIMIT),
                finding(2, Verdict.NOT_DETERMINED, reason=Reason.OPINION),
            ),
        )
    )
    assert (placed.need, placed.decided, placed.engine_limit) == (Need.NOTHING, 0, 1)


def test_a_paper_that_could_not_be_judged_says_why_and_on_which_lines() -> None:
    trouble = Trouble(stage="parse", error="DamagedFileError", message="paper.pdf: cut short")
    placed = _placed(line_of(3, None, trouble=trouble))
    assert (placed.need, placed.source, placed.note) == (Need.BROKEN, "line 3", "paper.pdf: cut short")
    both = _placed(*(line_of(number, None, trouble=trouble) for number in range(4, 12)))
    assert both.source == "lines 4, 5, 6, 7, 8 and 3 more"
    (group,) = Overview("set", "", (both, placed), {}).groups()
    assert [paper.line for paper in group[1]] == [3, 4]
    assert group_title(*group) == "Not judged (9 lines)"


def test_a_review_handed_in_twice_counts_once_wherever_it_stands() -> None:
    first, second = finding(1, Verdict.SUPPORTED, found=(FOR,)), finding(2, Verdict.NOT_SUPPORTED, found=(AGAINST,))
    alone = line_of(1, report(second), review="The same.")
    moved = second.model_copy(update={"id": "r2.c2", "review_id": "r2"})
    beside = line_of(2, report(first, moved), review={"r1": "Another.", "r2": "The same."})
    placed = _placed(alone, beside)
    assert (placed.claims, placed.decided) == (2, 2)
    assert [(point.name, point.also) for point in placed.points] == [("line 1 · W2", 0)]


def test_of_several_reviews_a_point_names_its_own_and_the_same_words_stand_once() -> None:
    found = [
        finding(number, Verdict.NOT_SUPPORTED, found=(AGAINST,), claim="No error is given.").model_copy(
            update={"id": f"{name}.c1", "review_id": name}
        )
        for number, name in enumerate(("r1", "Rev7", "r3"), start=1)
    ]
    placed = _placed(line_of(4, report(*found), review={one.review_id: one.review_id for one in found}))
    assert placed.claims == 3
    assert [point.name for point in placed.points] == ["line 4 · r1 W1, and 2 others"]


def test_what_a_line_lacks_is_said_beside_its_paper() -> None:
    assert _placed(line_of(1, report())).note == "no claim in its reviews"
    rows = tuple(
        LabelRow(label=label, name="x", outcome=outcome, reason=reason)
        for label, outcome, reason in (
            (Weakness.L2_1_1, Outcome.NONE, Ground.NOTHING_LOCATED),
            (Weakness.L2_1_2, Outcome.NOT_ASSESSABLE, Ground.ENGINE_LIMIT),
        )
    )
    audited = report().model_copy(update={"kind": "audit", "labels": rows})
    placed = _placed(line_of(1, audited))
    assert (placed.need, placed.note) == (Need.NOTHING, "audit of 2 labels: no finding, 1 not assessed")


def test_groups_come_in_the_order_of_need_and_papers_with_more_points_first() -> None:
    contradicted = [finding(n, Verdict.NOT_SUPPORTED, found=(AGAINST,), claim=f"{n}") for n in range(3)]
    few = _placed(line_of(1, report(contradicted[0], title="Few")))
    many = _placed(line_of(2, report(*contradicted, title="Many")))
    nothing = _placed(line_of(3, report(title="Nothing")))
    groups = Overview("set", "embedded", (nothing, few, many), {}).groups()
    assert [(need, [paper.title for paper in papers]) for need, papers in groups] == [
        (Need.CONTRADICTED, ["Many", "Few"]),
        (Need.NOTHING, ["Nothing"]),
    ]
