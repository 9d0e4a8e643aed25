"""A person's notes and done marks in every form of a report: marked as theirs, beside what the agents found."""

import csv
import io

import pytest
from lxml import html as lxml_html
from rich.console import Console

from peerlens.report.audit_terminal import print_audit
from peerlens.report.chair_view import chair_view
from peerlens.report.export import Form, Material, render
from peerlens.report.highlights import highlights_of
from peerlens.report.tally import audit_line, decided_line, tally
from peerlens.report.terminal import print_report
from peerlens.schema import PersonMark, Report
from peerlens.store.marks import point_key, with_work
from peerlens.store.rulings import Ruling
from peerlens.store.session import Work
from peerlens.store.wordings import Wording
from peerlens.taxonomy import EvidenceRole, Ground, Reason, RequestStatus, Verdict, Weakness
from tests.report.records import audit_finding, audit_report, evidence, finding, label_row, report, request

NOTE = "ask *them* about [Table 2]"


def verified() -> Report:
    return report(
        finding(1, Verdict.NOT_SUPPORTED, found=(evidence(EvidenceRole.CONTRADICTS),)),
        finding(2, Verdict.NOT_DETERMINED, claim="Another.", reason=Reason.ENGINE_LIMIT),
        requests=(request(1, RequestStatus.NOT_FOUND),),
    )


def audited() -> Report:
    return audit_report(
        label_row(Weakness.L2_1_2, audit_finding(Weakness.L2_1_2)),
        label_row(Weakness.L2_4_2, reason=Ground.EXTERNAL_KNOWLEDGE),
    )


def worked_on(made: Report, note: str = NOTE) -> Report:
    """Every point of it has the note; the last one is marked done as well."""
    keys = [point_key(one) for one in (*made.findings, *made.requests, *made.labels)]
    return with_work(made, Work(notes=dict.fromkeys(keys, note), done=frozenset(keys[-1:]), touched=frozenset(keys)))


def printed(made: Report) -> str:
    stream = io.StringIO()
    (print_audit if made.kind == "audit" else print_report)(made, Console(file=stream, width=110))
    return " ".join(stream.getvalue().split())


@pytest.mark.parametrize("made", [verified(), audited()], ids=["verify", "audit"])
def test_every_form_has_the_notes_and_marks_and_says_whose_they_are(made: Report) -> None:
    points = len(made.findings) + len(made.requests) + len(made.labels)
    worked = worked_on(made)
    texts = {form: render(worked, form, Material()).data.decode() for form in Form if form is not Form.PDF}
    page = " ".join(lxml_html.document_fromstring(texts[Form.HTML]).text_content().split())
    markdown = texts[Form.MD].replace("\\", "")
    for text in (page, markdown, printed(worked)):
        assert text.count(f"a person's note: {NOTE}") == points
        assert text.count("marked done by a person") >= 2, "on the point, and where points are counted"
    rows = list(csv.DictReader(io.StringIO(texts[Form.CSV])))
    assert [row["person_note"] for row in rows].count(NOTE) == points
    assert [row["person_done"] for row in rows].count("yes") == 1
    read = Report.model_validate_json(texts[Form.JSON])
    marks = [one.person for one in (*read.findings, *read.requests, *read.labels)]
    assert marks == [PersonMark(note=NOTE)] * (points - 1) + [PersonMark(note=NOTE, done=True)]
    assert all(NOTE in one.note for one in highlights_of(worked))


@pytest.mark.parametrize("made", [verified(), audited()], ids=["verify", "audit"])
def test_what_a_person_did_is_counted_and_nothing_is_said_where_nobody_did_anything(made: Report) -> None:
    points = len(made.findings) + len(made.requests) + len(made.labels)
    worked = worked_on(made)
    counted = (decided_line if made.kind == "verify" else audit_line)(tally(worked))
    assert counted.endswith(f"; {points} noted, 1 marked done by a person")
    assert "person" not in printed(made).replace("for people", "")


def test_what_was_taken_back_here_is_taken_out_and_what_came_with_the_report_stays() -> None:
    worked = worked_on(verified())
    assert with_work(worked, Work()) == worked
    key = point_key(worked.findings[0])
    again = with_work(worked, Work(touched=frozenset({key})))
    assert [one.person is None for one in again.findings] == [True, False]


def test_what_a_person_marked_done_needs_no_person_any_more() -> None:
    made = verified()
    assert "seems to answer" in chair_view(made).lines[0]
    keys = frozenset({point_key(made.findings[0])})
    done = with_work(made, Work(done=keys, touched=keys))
    assert not any("seems to answer" in line for line in chair_view(done).lines)


def test_work_on_a_point_that_this_run_words_otherwise_is_in_every_form_that_lists_points() -> None:
    """Where the point could not be told among the new ones: the ruling, the note and the mark are still there."""
    quote = "Two things are missing [a]."
    reads = [finding(n, Verdict.NOT_DETERMINED, reason=Reason.VAGUE, claim=f"New {n}.", quote=quote) for n in (1, 2)]
    made = report(*reads)
    made = made.model_copy(update={"reviews": (made.reviews[0].model_copy(update={"text": f"It reads.  {quote}"}),)})
    ruling = Ruling(label=Verdict.SUPPORTED, reason="p. 3", at="now", claim="Old one.", quote=quote)
    work = Work(
        rulings={"k": ruling, "other": ruling, "back": None}, notes={"k": NOTE}, done=frozenset({"k"}),
        touched=frozenset({"k", "gone"}),
        wordings={"k": (Wording(text="Old [one].", quote=quote),), "back": (Wording(text="Back.", quote=quote),),
                  "other": (Wording(text="Of another review.", quote="Not in this one."),)},
    )  # fmt: skip
    told = with_work(made, work)
    assert [one.override for one in told.findings] == [None, None]
    (kept,) = told.kept
    assert (kept.point, kept.quote, kept.person) == ("Old [one].", quote, PersonMark(note=NOTE, done=True))
    line = f"“Old [one].”: ruled by a person: Supported (p. 3); a person's note: {NOTE}; marked done by a person"
    texts = {form: render(told, form, Material()).data.decode() for form in Form if form is not Form.PDF}
    page = " ".join(lxml_html.document_fromstring(texts[Form.HTML]).text_content().split())
    for text in (page, texts[Form.MD].replace("\\", ""), printed(told)):
        assert line in text
    (row,) = (row for row in csv.DictReader(io.StringIO(texts[Form.CSV])) if row["row"] == "kept")
    columns = ("text", "label", "person_label", "person_reason", "person_note", "person_done")
    assert tuple(row[name] for name in columns) == ("Old [one].", "", "Supported", "p. 3", NOTE, "yes")
    assert Report.model_validate_json(texts[Form.JSON]) == told
