"""The same record for an author, an area chair and a reviewer: worded about the paper, nothing promised or counted."""

from __future__ import annotations

import io
import re

import pytest
from markdown_it import MarkdownIt
from rich.console import Console

from peerlens.report.html import to_html
from peerlens.report.markdown import to_markdown
from peerlens.report.roles import DEFAULT_BUDGET, Role, View, views_of
from peerlens.report.terminal import print_views
from peerlens.report.view import ref_of
from peerlens.schema import (
    ClaimSource,
    Failure,
    Mark,
    Override,
    PaperWarning,
    PointResponse,
    Report,
    ReportResponse,
    ReportReview,
)
from peerlens.taxonomy import EvidenceRole, Polarity, Reason, RequestStatus, ResponseStatus, Stance, Verdict
from tests.report.papers import ducks
from tests.report.records import evidence, finding, report, request
from tests.report.test_printing import HOSTILE

AGAINST = EvidenceRole.CONTRADICTS


def two_reviews() -> Report:
    """Every outcome, a point that two reviews share, and praise that nobody has to answer."""
    second = {"review_id": "r2", "source": ClaimSource(field="weaknesses", ref="W1")}
    made = report(
        finding(10, Verdict.SUPPORTED, reason=Reason.ABSENT_AFTER_FULL_SCAN, polarity=Polarity.ABSENCE, start=30,
                end=38),
        finding(2, Verdict.NOT_SUPPORTED, reason=Reason.COUNTEREXAMPLE, polarity=Polarity.ABSENCE,
                claim="There is no ablation.", found=(evidence(AGAINST, quote="We ablate the mask."),)),
        finding(3, Verdict.PARTIALLY_SUPPORTED, reason=Reason.SCOPE, found=(evidence(AGAINST),), start=10, end=18),
        finding(4, Verdict.NOT_DETERMINED, reason=Reason.VAGUE, start=20, end=28),
        finding(5, Verdict.SUPPORTED, stance=Stance.PRAISE, found=(evidence(),), claim="It reads well."),
        finding(9, Verdict.NOT_SUPPORTED, same_as="r1.c2", claim="No ablation.", found=(evidence(AGAINST),), **second),
        finding(8, Verdict.NOT_SUPPORTED, reason=Reason.NUMBER, claim="Two lakes.", found=(evidence(AGAINST),), start=9,
                end=17, **{**second, "source": ClaimSource(ref="W2")}),
        requests=(request(1, RequestStatus.NOT_FOUND),),
    )  # fmt: skip
    reviews = (made.reviews[0], ReportReview(id="r2", source="two.md", text="…", claims=2, unused=()))
    return made.model_copy(update={"reviews": reviews})


def views(made: Report, role: Role, **options: int) -> tuple[View, ...]:
    return views_of(made, role, None, budget=options.get("budget", DEFAULT_BUDGET))


def words(made: Report, role: Role) -> str:
    return "\n".join(line for view in views(made, role) for line in (view.title, *view.lines, view.text))


def test_an_author_sees_the_points_of_each_review_by_their_numbers_and_shared_ones_once() -> None:
    shown = [view for view in views(two_reviews(), Role.AUTHOR) if view.title.startswith("Review ")]
    assert [view.title for view in shown] == [
        "Review r1: 5 points (1 answered, 1 half answered, 2 no answer, 1 open question)",
        "Review r2: 1 point (1 answered)",
    ]
    assert [line.split(" · ")[:2] for line in shown[0].lines] == [
        ["r1 W2 (also r2 W1)", "answered"], ["r1.q1", "no answer"], ["r1 W3", "half answered"],
        ["r1 W4", "open question"], ["r1 W10", "no answer"],
    ]  # fmt: skip
    assert (
        shown[1]
        .lines[0]
        .startswith("r2 W2 · answered · Two lakes. · the paper says otherwise (another value is given)")
    )


def test_with_a_response_the_rows_say_what_it_answers() -> None:
    said = PointResponse(
        status=ResponseStatus.PARTLY_ANSWERED, quote="We will.", start=0, end=8, rationale="A promise."
    )
    made = report(finding(1, Verdict.SUPPORTED, found=(evidence(),), response=said))
    made = made.model_copy(update={"response": ReportResponse(source="r.md", text="We will.")})
    assert views(made, Role.AUTHOR)[0].lines == (
        "W1 · half answered · A claim. · answered in part in the response: a promise.",
    )


def test_a_row_of_a_table_is_not_placed_in_the_section_it_stands_near() -> None:
    row = evidence(EvidenceRole.CONTRADICTS, quote="PondNet | 63.1 | 90.4")
    made = report(finding(1, Verdict.NOT_SUPPORTED, found=(row,)))
    assert "A table near Section 4 (p. 3) reads: “PondNet" in views(made, Role.AUTHOR)[1].text


def test_the_reply_quotes_each_point_and_the_place_with_page_and_printed_line() -> None:
    made, paper = ducks()
    numbered = paper.model_copy(update={"line_marks": (Mark(start=0, value=1), Mark(start=60, value=212))})
    reply = views_of(made, Role.AUTHOR, numbered)[1].text
    assert "**W1** “There is no ablation study.”\nSection 2.1 (p. 4, line 212) reads: “We remove the mask" in reply
    assert "[your answer]" in reply
    assert len(reply) <= DEFAULT_BUDGET


def test_the_reply_names_points_by_the_numbers_of_the_review_alone() -> None:
    replies = [view.text for view in views(two_reviews(), Role.AUTHOR) if view.text]
    assert "**W2** (also r2 W1) “There is no ablation.”" in replies[0]
    assert "\n“Why?”" in replies[0]
    assert "r1" not in replies[0]


def test_words_of_a_review_are_answered_once_by_the_point_for_which_the_paper_has_most() -> None:
    asked = request(1, RequestStatus.ANSWERED, found=(evidence(),)).model_copy(update={"start": 20, "end": 28})
    premise = finding(1, Verdict.NOT_DETERMINED, reason=Reason.VAGUE, start=20, end=28)
    (points, reply) = views(report(premise, requests=(asked,)), Role.AUTHOR)
    assert len(points.lines) == 2
    assert reply.text.count("“") == 2
    assert "[your answer" not in reply.text


@pytest.mark.parametrize("quote", ["Remark 1.", "Proposition 3.1.", "$$ x = 3 $$"])
def test_a_bare_heading_or_formula_is_quoted_in_no_reply(quote: str) -> None:
    open_point = finding(
        1, Verdict.NOT_DETERMINED, reason=Reason.VAGUE, found=(evidence(EvidenceRole.CONTEXT, quote=quote),)
    )
    asked = request(1, RequestStatus.PARTLY_ANSWERED, found=(evidence(EvidenceRole.CONTEXT, quote=quote),))
    reply = views(report(open_point, requests=(asked,)), Role.AUTHOR)[1].text
    assert quote not in reply
    assert reply.count("\n[your answer]") == 2


def test_what_only_comes_near_stands_where_the_answer_is_to_be_put_in_and_goes_with_it() -> None:
    open_point = finding(1, Verdict.NOT_DETERMINED, reason=Reason.VAGUE, found=(evidence(EvidenceRole.CONTEXT),))
    reply = views(report(open_point), Role.AUTHOR)[1].text
    assert re.fullmatch(r"\[your answer; nearest in the paper: [^\[\]]+\]", reply.splitlines()[-1])


def test_the_reply_says_nothing_about_the_reviewer_and_promises_nothing() -> None:
    for role in Role:
        shown = words(two_reviews(), role)
        assert not re.search(r"\b(?:reviewer|overlook|miss(?:ed)?|wrong|mistak|we will|will add|should)", shown, re.I)


@pytest.mark.parametrize("budget", [200, 300, 500, 900, 6000])
def test_a_reply_keeps_its_budget_and_says_what_is_left_out(budget: int) -> None:
    claims = [
        finding(
            n,
            Verdict.NOT_SUPPORTED,
            claim=f"Claim {n} " + "word " * 30,
            found=(evidence(AGAINST, quote="Long " * 80),),
            start=9 * n,
            end=9 * n + 8,
        )
        for n in range(1, 9)
    ]
    view = views(report(*claims), Role.AUTHOR, budget=budget)[1]
    assert len(view.text) <= budget
    assert view.title == f"Reply to review r1: {len(view.text)} of {budget} characters"
    left = re.findall(r"\[(\d+) more points?: beyond", view.text)
    assert view.text.count("**W") + sum(map(int, left)) == 8
    assert bool(left) == (budget < 900)


def test_a_chair_sees_at_most_five_kinds_of_things_the_alarming_first() -> None:
    made = two_reviews()
    paper = made.paper.model_copy(
        update={"warnings": (PaperWarning(code="hidden_text", message="2 stretches of hidden text", page=4),)}
    )
    failed = Failure(id="r1.c9", claim_id=None, stage="verify", error="E", message="m")
    (view,) = views(made.model_copy(update={"paper": paper, "failures": (failed,)}), Role.CHAIR)
    assert len(view.lines) == 4
    assert view.lines[0] == "Look at the file: 2 stretches of hidden text (p. 4)"
    assert "“There is no ablation.”: the paper answers this, p. 3 (sure, 0.90); likewise r2 W2" in view.lines[1]
    assert view.lines[2].startswith("A criticism that holds in part")
    assert view.lines[3] == "1 point broke off and has no verdict: run it again."


def test_what_a_person_has_ruled_needs_no_person_any_more() -> None:
    ruling = Override(label=Verdict.SUPPORTED, reason="x", at="2026-11-30T10:00:00+00:00")
    made = report(finding(1, Verdict.NOT_SUPPORTED, found=(evidence(AGAINST),), override=ruling))
    assert views(made, Role.CHAIR)[0].lines == ("Nothing stands out: read the reviews as usual.",)
    assert "no answer" in views(made, Role.AUTHOR)[0].title


def test_a_reviewer_is_asked_whether_a_place_answers_the_point() -> None:
    shown = {view.title: view.lines for view in views(two_reviews(), Role.REVIEWER)}
    assert list(shown) == [
        "Worth a second look before you submit (4)", "Could be said more closely (1)",
        "Borne out by the paper, or nothing found against it (2)",
    ]  # fmt: skip
    first = shown["Worth a second look before you submit (4)"]
    assert first[0] == "r1 W2 “There is no ablation.”: does Section 4 (p. 3) answer this? “We ablate the mask.”"
    assert "does Section 4 (p. 3) answer part of this?" in first[1]


def test_an_audit_and_no_role_have_no_view() -> None:
    assert views_of(two_reviews(), None, None) == ()
    audit = two_reviews().model_copy(update={"kind": "audit"})
    assert views_of(audit, Role.AUTHOR, None) == ()


def hostile(text: str) -> Report:
    quoted = evidence(AGAINST, quote=text).model_copy(update={"section": text})
    return report(
        finding(1, Verdict.NOT_SUPPORTED, claim=text, found=(quoted,)),
        finding(2, Verdict.NOT_DETERMINED, reason=Reason.VAGUE, claim=text),
        requests=(request(1, RequestStatus.ANSWERED, found=(quoted,)),),
    )


@pytest.mark.parametrize("text", [*HOSTILE, "~~~~~", "x" * 10_000, "[a](http://example.invalid)", "\ud800"])
@pytest.mark.parametrize("role", list(Role))
def test_hostile_text_acts_in_no_view(role: Role, text: str) -> None:
    made = hostile(text)
    shown = views(made, role)
    tokens = MarkdownIt("commonmark").parse(to_markdown(made, shown))
    assert sum(token.type == "fence" for token in tokens) == (role is Role.AUTHOR)
    kinds = {child.type for token in tokens for child in token.children or []}
    assert not kinds & {"image", "link_open", "html_inline", "code_inline"}
    console = Console(file=io.StringIO(), width=80)
    print_views(made, shown, console)
    assert isinstance(console.file, io.StringIO)
    acting = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
    assert not acting.search(console.file.getvalue())
    assert "<script>alert" not in to_html(made, None, shown)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_reply_pasted_into_a_form_that_takes_markdown_reads_as_plain_words(text: str) -> None:
    reply = views(hostile(text), Role.AUTHOR)[1].text
    tokens = MarkdownIt("commonmark", {"html": True}).enable("table").parse(reply)
    kinds = {child.type for token in tokens for child in token.children or []} | {token.type for token in tokens}
    assert kinds <= {
        "paragraph_open",
        "paragraph_close",
        "inline",
        "text",
        "softbreak",
        "strong_open",
        "strong_close",
        "text_special",
    }


@pytest.mark.parametrize("role", [Role.AUTHOR, Role.REVIEWER])
@pytest.mark.parametrize("label", [Verdict.SUPPORTED, Verdict.NOT_SUPPORTED, Verdict.NOT_DETERMINED])
def test_a_ruling_stands_beside_what_the_agents_found_whatever_it_rules(role: Role, label: Verdict) -> None:
    ruling = Override(label=label, reason="Table 2 has it", at="2026-11-30T12:00:00+00:00")
    text = words(report(finding(1, Verdict.PARTIALLY_SUPPORTED, found=(evidence(AGAINST),), override=ruling)), role)
    assert text.count("against what the agents found") == 1
    assert (
        "(Table 2 has it), against what the agents found; found by the agents: the paper bears out part of it" in text
    )


def test_bare_numbers_of_a_review_carry_the_letter_of_their_part_and_own_ones_stay() -> None:
    places = [("strengths", "1"), ("weaknesses", "1"), ("questions", "1.2"), ("weaknesses", "W3"), ("summary", "1"),
              (None, "2"), ("weaknesses", None)]  # fmt: skip
    found = [
        finding(number, Verdict.NOT_DETERMINED, reason=Reason.VAGUE, source=ClaimSource(field=field, ref=ref))
        for number, (field, ref) in enumerate(places, start=1)
    ]
    refs = ["S1", "W1", "Q1.2", "W3", "1", "2", "r1.c7"]
    assert [ref_of(one, several_reviews=False) for one in found] == refs
    assert [ref_of(one, several_reviews=True) for one in found] == [*(f"r1 {ref}" for ref in refs[:-1]), "r1.c7"]
