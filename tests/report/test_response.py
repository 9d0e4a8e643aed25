"""How the authors' response is shown beside the points."""

from __future__ import annotations

import io

from rich.console import Console

from peerlens.report.markdown import to_markdown
from peerlens.report.tally import response_line, tally
from peerlens.report.terminal import print_report
from peerlens.report.wording import response_words
from peerlens.schema import Failure, NamedPlace, PointResponse, Report, ReportResponse
from peerlens.taxonomy import RequestStatus, ResponseStatus, Stance, Verdict
from tests.report.records import evidence, finding, report, request

YES, PARTLY, NO = ResponseStatus.ANSWERED, ResponseStatus.PARTLY_ANSWERED, ResponseStatus.NOT_ANSWERED
THERE = NamedPlace(
    named="Section 4", found=True, bears_out=True, page=2, note="it says so there", evidence=(evidence(page=3),)
)
NOWHERE = NamedPlace(named="Section 99", found=False, bears_out=False, note="the paper supplied has no such place")
SAID = PointResponse(status=YES, quote="See [/b] Section 4.", start=0, end=19, places=(THERE, NOWHERE))
PROMISE = PointResponse(status=PARTLY, quote="We will.", start=20, end=28, rationale="The response announces a change.")
SILENCE = PointResponse(status=NO, rationale="Nothing.")


def answered() -> Report:
    made = report(
        finding(1, Verdict.SUPPORTED, found=(evidence(),)),
        finding(2, Verdict.NOT_DETERMINED),
        finding(3, Verdict.NOT_DETERMINED, stance=Stance.PRAISE),
        requests=(request(1, RequestStatus.NOT_FOUND),),
    )
    findings = tuple(
        one.model_copy(update={"response": said})
        for one, said in zip(made.findings, (SAID, PROMISE, SILENCE), strict=True)
    )
    requests = tuple(one.model_copy(update={"response": SILENCE}) for one in made.requests)
    response = ReportResponse(source="response.md", text="See [/b] Section 4. We will.")
    return made.model_copy(update={"findings": findings, "requests": requests, "response": response})


def printed(made: Report) -> str:
    console = Console(file=io.StringIO(), width=110, force_terminal=False)
    print_report(made, console)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_a_line_says_status_places_with_their_page_and_what_stands_there() -> None:
    assert response_words(SAID) == (
        "answered in the response: Section 4, p. 3: it says so there; Section 99: the paper supplied has no such place"
    )
    assert response_words(PROMISE) == "answered in part in the response: the response announces a change."
    assert response_words(SILENCE) == "no answer found in the response"


def test_places_with_the_same_outcome_are_named_together() -> None:
    more = THERE.model_copy(update={"named": "Table 2", "evidence": (), "page": None})
    said = SAID.model_copy(update={"places": (THERE, more)})
    assert response_words(said) == "answered in the response: Section 4, p. 3, Table 2: it says so there"


def test_the_summary_counts_criticisms_and_requests_and_each_place_once() -> None:
    assert tally(answered()).responses == {YES: 1, PARTLY: 1, NO: 1}
    assert response_line(answered(), tally(answered())) == (
        "response response.md: 1 of 3 criticisms and questions answered, 1 in part, 1 not; "
        "2 places named, 1 borne out by the paper"
    )


def test_the_terminal_shows_the_line_and_the_authors_words_as_text() -> None:
    shown = printed(answered())
    assert "1 of 3 criticisms and questions answered, 1 in part, 1 not" in shown
    assert "> answered in the response: Section 4, p. 3: it says so there" in shown
    assert "the authors  “See [/b] Section 4.”" in shown
    assert shown.count("no answer found in the response") == 1  # the request's; praise needs none


def test_markdown_shows_the_same_escaped() -> None:
    shown = to_markdown(answered())
    assert "- Response response.md: 1 of 3 criticisms and questions answered, 1 in part, 1 not; " in shown
    assert "  - *Response:* answered in the response: Section 4, p. 3: it says so there; " in shown
    assert "“See \\[/b\\] Section 4.”" in shown


def test_without_a_response_nothing_is_said_of_one() -> None:
    made = report(finding(1, Verdict.SUPPORTED, found=(evidence(),)))
    assert response_line(made, tally(made)) is None
    assert "response" not in printed(made) + to_markdown(made)


def test_a_point_whose_answer_broke_off_is_still_one_claim() -> None:
    broken = Failure(id="r1.c1.response", claim_id=None, stage="respond", error="BugError", message="broke")
    made = answered().model_copy(update={"failures": (broken,)})
    assert tally(made).claims == 3
    assert tally(made).failures == 1
