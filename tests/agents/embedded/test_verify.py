"""Claims in many wordings on invented papers end in the label that the design gives them."""

from __future__ import annotations

import pytest

from peerlens.agents.embedded.verify import verify
from peerlens.agents.family import Retrieved
from peerlens.schema import Claim
from peerlens.taxonomy import PartStatus, Polarity, Reason
from peerlens.tools import PaperTools
from tests.agents.embedded.conftest import Judge
from tests.agents.embedded.wordings import WORDINGS


@pytest.mark.parametrize(
    ("paper", "claim", "expected"),
    [(paper, claim, expected) for paper, rows in WORDINGS.items() for claim, expected in rows],
)
def test_each_wording_gets_its_label(judge: Judge, paper: str, claim: str, expected: str) -> None:
    verdict, _, _ = judge(paper, claim)
    assert verdict == expected


def test_every_quote_is_cut_from_the_paper_and_every_part_points_at_evidence(
    judge: Judge, papers: dict[str, PaperTools]
) -> None:
    for paper, rows in WORDINGS.items():
        text = papers[paper].manuscript.text
        for claim, _ in rows:
            _, _, judgement = judge(paper, claim)
            assert all(text[one.start : one.end] == one.quote for one in judgement.evidence)
            assert all(0 <= index < len(judgement.evidence) for part in judgement.parts for index in part.evidence)
            assert sum(part.main for part in judgement.parts) == 1


def test_an_absence_carries_the_record_of_a_complete_scan(judge: Judge) -> None:
    _, reason, judgement = judge("tideqa", "The paper provides no ablation study.")
    assert reason is Reason.ABSENT_AFTER_FULL_SCAN
    assert judgement.scan is not None
    assert judgement.scan.complete
    assert "ablation stud" in " ".join(judgement.scan.queries)


def test_silence_on_a_number_without_a_scan_is_doubt_and_not_absence(judge: Judge) -> None:
    verdict, reason, judgement = judge("tideqa", "The crew rested for 17 days.")
    assert (verdict, reason) == ("Not Determined", Reason.LOW_CONFIDENCE)
    assert judgement.scan is None


def test_silence_on_a_statement_that_nothing_comes_near_carries_the_scan_for_its_words(judge: Judge) -> None:
    verdict, reason, judgement = judge("tideqa", "Larger vocabularies slow the parser down.")
    assert (verdict, reason) == ("Not Determined", Reason.ABSENT_AFTER_FULL_SCAN)
    assert judgement.scan is not None
    assert judgement.scan.complete
    assert {"vocabularies", "parser"} <= set(judgement.scan.queries)


def test_every_part_said_to_be_absent_after_a_full_scan_has_a_complete_scan_on_record(judge: Judge) -> None:
    seen = 0
    for paper, rows in WORDINGS.items():
        for claim, _ in rows:
            _, _, judgement = judge(paper, claim)
            absent = [part for part in judgement.parts if part.reason is Reason.ABSENT_AFTER_FULL_SCAN]
            seen += len(absent)
            assert not absent or (judgement.scan is not None and judgement.scan.complete), claim
    assert seen > 0


def test_a_paper_that_says_it_lacks_a_thing_supports_its_absence_without_a_reason(judge: Judge) -> None:
    _, reason, judgement = judge("leafscan", "The paper does not report a significance test.")
    assert reason is None
    assert [one.quote for one in judgement.evidence] == ["No statistical test was run."]


def test_a_number_contradicted_quotes_the_value_of_the_paper(judge: Judge) -> None:
    _, reason, judgement = judge("tideqa", "The test set has 300 questions.")
    assert reason is Reason.NUMBER
    assert "500 test questions" in judgement.evidence[0].quote


def test_a_universal_has_one_part_for_each_instance(judge: Judge) -> None:
    _, reason, judgement = judge("leafscan", "Every baseline has a lower precision than LeafScan.")
    assert reason is Reason.QUANTIFIER
    assert {part.status for part in judgement.parts} == {PartStatus.SUPPORTED, PartStatus.CONTRADICTED}
    assert all(part.polarity is Polarity.COMPARISON for part in judgement.parts)


def test_content_that_the_pointer_names_stays_open(judge: Judge) -> None:
    _, reason, _ = judge("leafscan", "No learning curves are shown.")
    assert reason in (Reason.ABSENT_AFTER_FULL_SCAN, Reason.IN_MISSING_PART)


def test_generic_absence_is_beyond_this_family(judge: Judge) -> None:
    verdict, reason, _ = judge("leafscan", "The paper does not explain why patch swapping helps.")
    assert verdict == "Not Determined"
    assert reason is Reason.ENGINE_LIMIT


def test_passages_retrieved_by_hand_are_accepted(papers: dict[str, PaperTools]) -> None:
    claim = Claim(id="c", review_id="r", text="The sailors were paid.", quote="", start=0, end=0)
    judgement = verify(claim, Retrieved(()), papers["tideqa"])
    assert judgement.parts[0].status is PartStatus.SUPPORTED
