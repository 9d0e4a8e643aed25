"""The review graph from review to report, on a real small paper with a scripted family."""

import asyncio
import json
from dataclasses import replace

import pytest

from peerlens.agents.embedded.decompose.review import decompose
from peerlens.agents.scripted import ScriptedFamily
from peerlens.errors import OutputInvalidError, UsageError
from peerlens.graph.runs import Progress
from peerlens.graph.verify import verify_reviews
from peerlens.reviews import read_reviews
from peerlens.schema import Decomposition, Override, Report, Review, Unused
from peerlens.settings import Settings
from peerlens.store.library import PaperStore
from peerlens.store.rulings import Ruling
from peerlens.store.runs import Runs
from peerlens.store.session import ActionKind, open_session
from peerlens.store.wordings import content_key
from peerlens.taxonomy import PartStatus, Reason, RequestStatus, Verdict
from tests.graph.scripts import family_for, judgement, located, review_of


def run(
    store: PaperStore, settings: Settings, family: ScriptedFamily, *reviews: Review, resume: str | None = None
) -> Report:
    return asyncio.run(verify_reviews(store, reviews, family=family, settings=settings, resume=resume))


@pytest.mark.parametrize("number", [1, 2, 120])
def test_every_claim_becomes_a_finding_in_the_order_of_the_review(
    store: PaperStore, settings: Settings, number: int
) -> None:
    review, parts = review_of([f"Claim number {i}." for i in range(number)], asks=["Why?"])
    report = run(store, settings, family_for(parts, judgement((located(store),))), review)
    assert [finding.claim for finding in report.findings] == [f"Claim number {i}." for i in range(number)]
    assert {finding.label for finding in report.findings} == {Verdict.SUPPORTED}
    assert [(request.text, request.status) for request in report.requests] == [("Why?", RequestStatus.NOT_FOUND)]
    assert report.failures == ()
    assert all(review.text[f.start : f.end] == f.quote for f in report.findings)


def test_a_review_without_claims_reaches_the_report_and_says_what_was_unused(
    store: PaperStore, settings: Settings
) -> None:
    review = Review(id="r1", source="x", text="Hello.")
    nothing = Decomposition(claims=(), asks=(), unused=(Unused(start=0, end=6, why="greeting"),))
    report = run(store, settings, ScriptedFamily({"r1": nothing}, {}), review)
    assert report.findings == ()
    assert report.reviews[0].claims == 0
    assert report.reviews[0].unused == nothing.unused


def test_a_claim_that_breaks_is_a_failure_with_its_stage_and_its_siblings_finish(
    store: PaperStore, settings: Settings
) -> None:
    review, parts = review_of(["Good.", "Broken.", "A bug.", "Good too."])
    good = judgement((located(store),))
    script = {"Good.": good, "Broken.": OutputInvalidError("no verdict"), "A bug.": KeyError("x"), "Good too.": good}
    report = run(store, settings, ScriptedFamily({"r1": parts}, script), review)
    assert [finding.claim for finding in report.findings] == ["Good.", "Good too."]
    assert [(f.id, f.stage, f.error) for f in report.failures] == [
        ("r1.c2", "verify", "OutputInvalidError"),
        ("r1.c3", "verify", "KeyError"),
    ]
    ids = {f.id for f in report.findings} | {f.id for f in report.failures}
    assert ids == {claim.id for claim in parts.claims}


def test_a_review_that_cannot_be_taken_apart_is_a_failure_and_the_next_review_is_judged(
    store: PaperStore, settings: Settings
) -> None:
    first, _ = review_of(["One."], review_id="r1")
    second, parts = review_of(["Two."], review_id="r2")
    report = run(store, settings, family_for(parts, judgement((located(store),)), review_id="r2"), first, second)
    assert [(failure.id, failure.stage) for failure in report.failures] == [("r1", "decompose")]
    assert [finding.id for finding in report.findings] == ["r2.c1"]
    assert [review.id for review in report.reviews] == ["r1", "r2"]


def test_finished_work_is_not_done_again(store: PaperStore, settings: Settings) -> None:
    review, parts = review_of(["One.", "Two."], asks=["Why?"])
    first = family_for(parts, judgement((located(store),)))
    report = run(store, settings, first, review)
    again = family_for(parts, judgement((located(store),)))
    repeated = run(store, settings, again, review)
    assert [skill for skill, _ in first.calls if skill == "verify"] == ["verify"] * 2
    assert again.calls == []
    assert repeated.findings == report.findings
    assert repeated.requests == report.requests


def test_only_what_failed_is_asked_again(store: PaperStore, settings: Settings) -> None:
    review, parts = review_of(["One.", "Two."])
    good = judgement((located(store),))
    run(store, settings, ScriptedFamily({"r1": parts}, {"One.": good}), review)
    second = ScriptedFamily({"r1": parts}, {"One.": good, "Two.": good})
    report = run(store, settings, second, review)
    assert [unit for skill, unit in second.calls if skill == "verify"] == ["r1.c2"]
    assert len(report.findings) == 2


def test_no_cache_does_everything_anew(store: PaperStore, settings: Settings) -> None:
    review, parts = review_of(["One."])
    family = family_for(parts, judgement((located(store),)))
    run(store, settings, family, review)
    run(store, replace(settings, use_cache=False), family, review)
    assert [skill for skill, _ in family.calls].count("verify") == 2


def test_other_rules_do_not_get_the_old_verdicts(store: PaperStore, settings: Settings) -> None:
    review, parts = review_of(["One."])
    run(store, settings, family_for(parts, judgement((located(store),))), review)
    newer = family_for(parts, judgement((located(store),)))
    newer.fingerprint = "scripted-2"
    run(store, settings, newer, review)
    assert ("verify", "r1.c1") in newer.calls


def test_a_run_id_belongs_to_its_inputs(store: PaperStore, settings: Settings) -> None:
    review_a, parts_a = review_of(["A."])
    review_b, parts_b = review_of(["B."])
    good = judgement((located(store),))
    first = run(store, settings, family_for(parts_a, good), review_a)
    assert run(store, settings, family_for(parts_a, good), review_a, resume=first.run.id).run.id == first.run.id
    with pytest.raises(UsageError, match="another paper, review or configuration"):
        run(store, settings, family_for(parts_b, good), review_b, resume=first.run.id)


def test_a_quote_that_does_not_stand_in_the_paper_is_dropped_and_the_verdict_withheld(
    store: PaperStore, settings: Settings
) -> None:
    review, parts = review_of(["One."])
    invented = located(store).model_copy(update={"quote": "The counter misses nothing, ever and ever."})
    report = run(store, settings, family_for(parts, judgement((invented,))), review)
    (finding,) = report.findings
    assert (finding.label, finding.reason, finding.abstained) == (Verdict.NOT_DETERMINED, Reason.UNGROUNDED, True)
    assert finding.evidence == ()


def test_a_verdict_below_the_threshold_is_withheld(store: PaperStore, settings: Settings) -> None:
    review, parts = review_of(["One."])
    report = run(store, settings, family_for(parts, judgement((located(store),), confidence=0.1)), review)
    assert (report.findings[0].label, report.findings[0].reason) == (Verdict.NOT_DETERMINED, Reason.LOW_CONFIDENCE)


def test_the_same_words_in_two_reviews_are_marked_as_one_point(store: PaperStore, settings: Settings) -> None:
    first, parts_1 = review_of(["One thing.", "Another."], review_id="r1")
    second, parts_2 = review_of(["one  thing."], review_id="r2")
    good = judgement((located(store),))
    family = ScriptedFamily(
        {"r1": parts_1, "r2": parts_2}, dict.fromkeys(("One thing.", "Another.", "one  thing."), good)
    )
    report = run(store, settings, family, first, second)
    assert [finding.same_as for finding in report.findings] == [None, None, "r1.c1"]


def test_an_undetermined_claim_resting_on_a_fallen_one_says_so(store: PaperStore, settings: Settings) -> None:
    review, parts = review_of(["Base.", "Rests."])
    claims = (parts.claims[0], parts.claims[1].model_copy(update={"depends_on": "r1.c1"}))
    parts = parts.model_copy(update={"claims": claims})
    script = {
        "Base.": judgement((located(store),), status=PartStatus.CONTRADICTED, reason=Reason.COUNTEREXAMPLE),
        "Rests.": judgement(status=PartStatus.UNDECIDABLE, reason=Reason.VAGUE),
    }
    report = run(store, settings, ScriptedFamily({"r1": parts}, script), review)
    assert [(f.label, f.reason) for f in report.findings] == [
        (Verdict.NOT_SUPPORTED, Reason.COUNTEREXAMPLE),
        (Verdict.NOT_DETERMINED, Reason.PREMISE_FAILS),
    ]


def test_progress_counts_up_to_every_unit_and_names_the_broken(store: PaperStore, settings: Settings) -> None:
    review, parts = review_of(["One.", "Two."], asks=["Why?"])
    seen: list[Progress] = []
    family = ScriptedFamily({"r1": parts}, {"One.": judgement((located(store),))})
    asyncio.run(verify_reviews(store, [review], family=family, settings=settings, on_progress=seen.append))
    assert [progress.done for progress in seen] == [1, 2, 3]
    assert {progress.total for progress in seen} == {3}
    assert {progress.unit for progress in seen if progress.failed} == {"r1.c2"}


def test_the_stored_run_holds_the_report_that_was_returned(store: PaperStore, settings: Settings) -> None:
    from peerlens.store.runs import Runs

    review, parts = review_of(["One."])
    report = run(store, settings, family_for(parts, judgement((located(store),))), review)
    runs = Runs(store.folder / "runs")
    assert Report.model_validate_json(runs.report(report.run.id)) == report
    assert [record.id for record in runs] == [report.run.id]


def test_a_ruling_survives_a_run_with_another_model_and_the_stored_run_stays_the_agents(
    store: PaperStore, settings: Settings
) -> None:
    review, parts = review_of(["It counts ducks."])
    with open_session(store.folder) as session:
        ruling = Ruling(label=Verdict.SUPPORTED, reason="p. 1", at="now", claim="It counts  ducks.", quote="")
        session.act(ActionKind.RULE, content_key("It counts ducks."), ruling.model_dump_json(), at="now")
    silent = judgement(status=PartStatus.SILENT, reason=Reason.VAGUE)
    for name in ("one", "other"):
        family = replace(family_for(parts, silent), fingerprint=name)
        report = run(store, settings, family, review)
        assert report.findings[0].label is Verdict.NOT_DETERMINED
        assert report.findings[0].override == Override(label=Verdict.SUPPORTED, reason="p. 1", at="now")
        assert (
            Report.model_validate_json(Runs(store.folder / "runs").report(report.run.id)).findings[0].override is None
        )


def test_a_row_too_long_to_be_judged_is_a_failure_of_its_own_and_the_other_rows_are_judged(
    store: PaperStore, settings: Settings
) -> None:
    rows = [{"id": f"row-{i}", "text": "x" * 5_001 if i == 2 else f"Claim {i}.", "atomic": True} for i in (1, 2, 3)]
    (review,) = read_reviews("\n".join(map(json.dumps, rows)).encode(), name="rows.jsonl")
    family = ScriptedFamily(
        {"r1": decompose(review)}, dict.fromkeys(("Claim 1.", "Claim 3."), judgement((located(store),)))
    )
    for _ in ("judged", "recalled"):
        report = run(store, settings, family, review)
        assert [finding.claim_id for finding in report.findings] == ["row-1", "row-3"]
        assert [(f.id, f.claim_id, f.stage, f.error, f.message) for f in report.failures] == [
            (
                "r1.c2",
                "row-2",
                "decompose",
                "ReviewError",
                "review rows.jsonl: row 2 has 5,001 characters, 5,000 are accepted",
            )
        ]


def test_a_review_too_long_to_be_judged_is_a_failure_and_the_next_review_is_judged(
    store: PaperStore, settings: Settings
) -> None:
    long = Review(id="r1", source="a.md", text="x" * 200_001)
    second, parts = review_of(["Two."], review_id="r2")
    report = run(store, settings, family_for(parts, judgement((located(store),)), review_id="r2"), long, second)
    assert [(failure.id, failure.stage, failure.message) for failure in report.failures] == [
        ("r1", "decompose", "review a.md: r1 has 200,001 characters, 200,000 are accepted")
    ]
    assert [finding.id for finding in report.findings] == ["r2.c1"]
