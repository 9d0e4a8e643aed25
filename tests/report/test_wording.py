"""How verdicts are worded for people."""

import pytest

from peerlens.report.wording import headline, request_words, sureness
from peerlens.schema import Evidence
from peerlens.taxonomy import EvidenceRole, Polarity, Reason, RequestStatus, Verdict
from tests.report.records import evidence, finding

S, P, N, U = Verdict.SUPPORTED, Verdict.PARTIALLY_SUPPORTED, Verdict.NOT_SUPPORTED, Verdict.NOT_DETERMINED
FOR, AGAINST = evidence(EvidenceRole.SUPPORTS), evidence(EvidenceRole.CONTRADICTS, page=8)


@pytest.mark.parametrize(
    ("label", "reason", "polarity", "found", "words"),
    [
        (N, Reason.COUNTEREXAMPLE, Polarity.ABSENCE, (AGAINST,), "the paper answers this, p. 8"),
        (N, Reason.NUMBER, Polarity.NUMERIC, (AGAINST,), "the paper says otherwise (another value is given), p. 8"),
        (
            N,
            Reason.ABSENT_AFTER_FULL_SCAN,
            Polarity.PRESENCE,
            (),
            "nothing of the kind found in the pages supplied",
        ),
        (P, Reason.SCOPE, Polarity.ABSENCE, (FOR, AGAINST), "the paper answers part of it, p. 8"),
        (
            P,
            Reason.QUANTIFIER,
            Polarity.COMPARISON,
            (FOR,),
            "the paper bears out part of it (not for every case), p. 3",
        ),
        (S, Reason.ABSENT_AFTER_FULL_SCAN, Polarity.ABSENCE, (), "nothing found in the pages supplied"),
        (S, None, Polarity.ABSENCE, (FOR,), "the paper says so itself, p. 3"),
        (S, None, Polarity.PRESENCE, (FOR,), "the paper says so, p. 3"),
        (S, None, Polarity.PRESENCE, (evidence(EvidenceRole.ASSERTS),), "the authors say so, p. 3"),
        (U, Reason.OPINION, Polarity.OPINION, (), "a judgement: the text cannot settle it"),
        (
            U,
            Reason.ENGINE_LIMIT,
            Polarity.ABSENCE,
            (evidence(EvidenceRole.CONTEXT),),
            "not checked: beyond this engine",
        ),
    ],
)
def test_a_verdict_is_worded_about_the_paper_with_the_deciding_page(
    label: Verdict, reason: Reason | None, polarity: Polarity, found: tuple[Evidence, ...], words: str
) -> None:
    assert headline(finding(1, label, reason=reason, polarity=polarity, found=found)) == words


def test_without_pages_the_section_is_named() -> None:
    found = evidence(EvidenceRole.SUPPORTS, page=None)
    assert headline(finding(1, S, found=(found,))) == "the paper says so, 4 Results"


@pytest.mark.parametrize("label", list(Verdict))
@pytest.mark.parametrize("reason", list(Reason))
@pytest.mark.parametrize("polarity", list(Polarity))
def test_no_wording_speaks_of_the_reviewer(label: Verdict, reason: Reason, polarity: Polarity) -> None:
    words = headline(finding(1, label, reason=reason, polarity=polarity, found=(FOR, AGAINST)))
    assert words
    assert "review" not in words.lower()


def test_every_request_status_has_words() -> None:
    assert len({request_words(status) for status in RequestStatus}) == len(RequestStatus)


@pytest.mark.parametrize(
    ("value", "words"), [(0.9, "sure, 0.90"), (0.7, "fairly sure, 0.70"), (0.4, "not very sure, 0.40")]
)
def test_confidence_is_given_in_words_and_number(value: float, words: str) -> None:
    assert sureness(value) == words
