"""A person's work on a paper follows each point into other runs: overrides, notes and done marks alike."""

from collections.abc import Sequence

import pytest

from peerlens.schema import Finding, PersonMark, Report, Request
from peerlens.store.marks import keys_in, label_key, point_key, with_work
from peerlens.store.rulings import Ruling
from peerlens.store.session import Work
from peerlens.store.wordings import Wording, content_key, wording_of
from peerlens.taxonomy import RequestStatus, Verdict, Weakness
from tests.report.records import audit_finding, audit_report, finding, label_row, report, request

AT = "2026-11-30T12:00:00+00:00"
QUOTE = "It lacks ablations, baselines and seeds."


def claim(number: int, text: str, quote: str = QUOTE, label: Verdict = Verdict.NOT_SUPPORTED) -> Finding:
    return finding(number, label, claim=text, quote=quote)


def asked(number: int, text: str, quote: str = QUOTE) -> Request:
    return request(number, RequestStatus.NOT_FOUND).model_copy(update={"text": text, "quote": quote})


def work_on(made: Report, *numbers: int) -> Work:
    """A ruling (of claims), a note that says which, and a done mark on the points with these numbers."""
    points = (*made.findings, *made.requests)
    chosen = [points[number] for number in numbers]
    keys = [point_key(one) for one in chosen]
    rulings = {
        key: Ruling(label=Verdict.SUPPORTED, reason=f"why {number}", at=AT, claim=one.claim, quote=one.quote)
        for number, key, one in zip(numbers, keys, chosen, strict=True)
        if isinstance(one, Finding)
    }
    return Work(
        rulings=dict(rulings),
        notes={key: f"note {number}" for number, key in zip(numbers, keys, strict=True)},
        done=frozenset(keys),
        touched=frozenset(keys),
        wordings={key: (wording_of(one, points),) for key, one in zip(keys, chosen, strict=True)},
    )


def followed(made: Report) -> list[str | None]:
    """The notes on the points of a report; each must have come with its mark, and on a claim with its ruling."""
    notes = []
    for one in (*made.findings, *made.requests):
        note = one.person.note if one.person else None
        assert one.person is None or one.person.done
        if isinstance(one, Finding):
            assert (one.override.reason if one.override else None) == (note.replace("note", "why") if note else None)
        notes.append(note)
    return notes


@pytest.mark.parametrize(
    ("then", "worked_on", "now", "expected"),
    [
        (["A claim."], [0], ["a  CLAIM.", "Another."], ["note 0", None]),
        (["Old words."], [0], ["New words."], ["note 0"]),
        (["Old words."], [0], ["New words.", "Newer words."], [None, None]),
        (["Old words.", "Other words."], [0], ["One claim of both."], [None]),
        (
            ["There is no ablation.", "There are no baselines."], [0, 1],
            ["Baselines are lacking.", "Ablations are lacking."], ["note 1", "note 0"],
        ),
        (
            ["There is no ablation.", "There are no baselines."], [1],
            ["Baselines are lacking.", "Ablations are lacking."], ["note 1", None],
        ),
        (
            ["There is no ablation.", "There are no baselines.", "No seeds."], [0],
            ["Baselines are lacking.", "The design was never tested in part.", "Seeds are lacking."],
            [None, "note 0", None],
        ),
        (
            ["There is no ablation.", "There are no baselines."], [0],
            ["There are no baselines.", "The design was never tested in part."], [None, "note 0"],
        ),
        (
            ["There is no ablation.", "There are no baselines."], [0, 1],
            ["The design was never tested.", "Rivals are lacking."], [None, None],
        ),
    ],
    ids=["spacing and case", "one for one", "split in two", "two made one", "two for two", "only one worked on",
         "by what the others are", "the other is unchanged", "no telling which"],
)  # fmt: skip
@pytest.mark.parametrize("kind", ["claims", "questions"])
def test_work_follows_a_point_worded_anew_where_its_quote_leaves_no_choice(
    kind: str, then: Sequence[str], worked_on: Sequence[int], now: Sequence[str], expected: Sequence[str | None]
) -> None:
    def of(texts: Sequence[str]) -> Report:
        if kind == "claims":
            return report(*(claim(number, text) for number, text in enumerate(texts, start=1)))
        return report(requests=tuple(asked(number, text) for number, text in enumerate(texts, start=1)))

    assert followed(with_work(of(now), work_on(of(then), *worked_on))) == expected


@pytest.mark.parametrize(
    ("quote", "follows"),
    [("ablations, baselines and seeds", True), (f"In short: {QUOTE}", True), ("seeds.", False), ("It is slow.", False)],
)
def test_a_quote_that_is_part_of_the_other_is_the_same_words_of_the_review(quote: str, follows: bool) -> None:
    work = work_on(report(claim(1, "Old words.")), 0)
    assert followed(with_work(report(claim(1, "New words.", quote)), work)) == (["note 0"] if follows else [None])


def test_a_claim_is_no_question_even_where_both_stand_on_the_same_words() -> None:
    work = work_on(report(claim(1, "Old words.")), 0)
    again = report(claim(1, "New words."), requests=(asked(1, "Newer words?"),))
    assert followed(with_work(again, work)) == ["note 0", None]


def test_work_under_a_new_wording_is_work_on_the_same_point_and_the_latest_stands_under_both() -> None:
    old, new = report(claim(1, "Old words.")), report(claim(1, "New words."))
    first = work_on(old, 0)
    (key,) = first.wordings
    assert keys_in(new, first) == {"r1.c1": key}
    later = Ruling(label=Verdict.NOT_DETERMINED, reason="on second thoughts", at=AT, claim="New words.", quote=QUOTE)
    second = Work(
        rulings={key: later},
        wordings={key: (*first.wordings[key], wording_of(new.findings[0], new.findings))},
    )
    for made in (old, new, report(claim(1, "NEW words.", "quoted elsewhere"))):
        override = with_work(made, second).findings[0].override
        assert override is not None
        assert (override.label, override.reason) == (Verdict.NOT_DETERMINED, "on second thoughts")


def test_a_verdict_that_moved_stands_beside_the_ruling() -> None:
    work = work_on(report(claim(1, "Old words.", label=Verdict.NOT_DETERMINED)), 0)
    (told,) = with_work(report(claim(1, "New words.", label=Verdict.NOT_SUPPORTED)), work).findings
    assert told.override is not None
    assert (told.label, told.override.label) == (Verdict.NOT_SUPPORTED, Verdict.SUPPORTED)


def test_a_ruling_taken_back_is_taken_out_and_one_from_elsewhere_stays() -> None:
    made = report(claim(1, "A claim."))
    worked = with_work(made, work_on(made, 0))
    assert with_work(worked, Work()) == worked
    key = content_key("A claim.")
    back = Work(rulings={key: None}, touched=frozenset({key}), wordings={key: (Wording(text="A claim.", quote="q"),)})
    assert with_work(worked, back) == made


def test_a_note_on_an_audits_row_is_about_its_label_and_a_done_mark_about_its_findings() -> None:
    row = label_row(Weakness.L2_1_2, audit_finding(Weakness.L2_1_2))
    other = label_row(Weakness.L2_1_2, audit_finding(Weakness.L2_1_2).model_copy(update={"claim": "Another one."}))
    keys = label_key(row.label), point_key(row)
    work = Work(notes={keys[0]: "look again"}, done=frozenset({keys[1]}), touched=frozenset(keys))
    marks = [with_work(audit_report(one), work).labels[0].person for one in (row, other)]
    assert marks == [PersonMark(note="look again", done=True), PersonMark(note="look again")]


def test_a_point_with_signs_that_no_encoding_has_is_stored_and_known_again() -> None:
    made = report(claim(1, "No \ud800 seeds.", "no \ud800 seeds"))
    wording = wording_of(made.findings[0], made.findings)
    assert Wording.model_validate_json(wording.model_dump_json()) == Wording(text="No ? seeds.", quote="no ? seeds")
    key = point_key(made.findings[0])
    work = Work(notes={key: "look"}, touched=frozenset({key}), wordings={key: (wording,)})
    assert with_work(made, work).findings[0].person == PersonMark(note="look")
