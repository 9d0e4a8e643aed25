"""One function counts: terminal, Markdown, HTML, CSV and the document say the same numbers."""

import csv
import io
import re
from collections import Counter

import pytest
from lxml import html as lxml_html
from rich.console import Console

from peerlens.report.audit_markdown import audit_to_markdown
from peerlens.report.audit_terminal import print_audit
from peerlens.report.csv_table import to_csv
from peerlens.report.export import Form, Material, render
from peerlens.report.html import to_html
from peerlens.report.markdown import to_markdown
from peerlens.report.tally import Tally, audit_line, decided_line, tally, verdict_line
from peerlens.report.terminal import print_report
from peerlens.schema import Failure, Override, PersonMark, Report
from peerlens.taxonomy import Ground, Reason, RequestStatus, Verdict, Weakness
from tests.report.papers import ducks
from tests.report.records import audit_finding, audit_report, finding, label_row, report, request


def ruled() -> Report:
    made, _ = ducks()
    ruling = Override(label=Verdict.NOT_DETERMINED, reason="read it", at="2026-11-30T10:00:00+00:00")
    note = PersonMark(note="ask [them]", done=True)
    first = made.findings[0].model_copy(update={"override": ruling, "person": note})
    failures = (
        Failure(id="r1.c9", claim_id=None, stage="verify", error="E", message="m"),
        Failure(id="r1.q9", claim_id=None, stage="answer", error="E", message="m"),
    )
    asked = tuple(one.model_copy(update={"person": PersonMark(done=True)}) for one in made.requests)
    return made.model_copy(update={"findings": (first, *made.findings[1:]), "requests": asked, "failures": failures})


CASES = {
    "every verdict": ducks()[0],
    "ruled, broken off": ruled(),
    "nothing": report(),
    "many": report(
        *(finding(n, verdict, reason=Reason.VAGUE) for n, verdict in enumerate([*Verdict] * 7, start=1)),
        requests=tuple(request(n, status) for n, status in enumerate([*RequestStatus] * 3, start=1)),
    ),
}


def squeezed(text: str) -> str:
    return " ".join(text.replace("\\", "").split())


def printed(made: Report) -> str:
    stream = io.StringIO()
    console = Console(file=stream, width=110)
    print_audit(made, console) if made.kind == "audit" else print_report(made, console)
    return squeezed(stream.getvalue())


def from_csv(made: Report) -> Tally:
    """Counted from the table alone, as somebody with a spreadsheet would."""
    rows = list(csv.DictReader(io.StringIO(to_csv(made))))
    claims = [row for row in rows if row["row"] == "claim"]
    asked = Counter(row["label"] for row in rows if row["row"] == "request")
    failed = [row for row in rows if row["row"] == "failure"]
    verdicts = Counter(row["person_label"] or row["label"] for row in claims)
    undetermined = Counter(
        Reason(row["reason"]) if row["reason"] and not overruled(row) else None
        for row in claims
        if (row["person_label"] or row["label"]) == Verdict.NOT_DETERMINED
    )
    kinds = Counter(row["kind"] for row in claims)
    counted = tally(made)
    return Tally(
        claims=len(claims) + sum(not row["failure"].startswith("answer") for row in failed),
        verdicts={verdict: verdicts[verdict] for verdict in Verdict},
        kinds={kind: kinds[kind] for kind in counted.kinds},
        undetermined=dict(undetermined),
        overruled=sum(bool(row["person_label"]) for row in claims),
        noted=sum(bool(row["person_note"]) for row in rows),
        done=sum(row["person_done"] == "yes" for row in rows),
        requests={status: asked[status] for status in RequestStatus},
        responses=None, places=0, places_borne_out=0,
        outcomes=counted.outcomes, findings=0, withheld=0, failures=len(failed),
    )  # fmt: skip


def overruled(row: dict[str, str]) -> bool:
    return bool(row["person_label"]) and row["person_label"] != row["label"]


@pytest.mark.parametrize("made", CASES.values(), ids=CASES)
def test_every_form_of_a_verify_report_says_the_same_numbers(made: Report) -> None:
    number = tally(made)
    page = lxml_html.document_fromstring(to_html(made, None))
    texts = (printed(made), squeezed(to_markdown(made)), squeezed(page.text_content()))
    assert all(decided_line(number) in text for text in texts)
    assert all(verdict_line(number) in text for text in texts[1:])
    assert from_csv(made) == number
    assert tally(Report.model_validate_json(render(made, Form.JSON, Material()).data)) == number
    shown = [int(re.findall(r"\((\d+)\)", one.text)[-1]) for one in page.cssselect("section.group h2")]
    items = [len(one.cssselect(".item")) for one in page.cssselect("section.group")]
    assert shown == items
    assert sum(items) == len(made.findings) + len(made.requests) + len(made.failures)
    titles = [re.findall(r"^## (.+) \((\d+)\)$", line) for line in to_markdown(made).splitlines()]
    assert [int(found[0][1]) for found in titles if found] == items


def test_every_form_of_an_audit_says_the_same_numbers() -> None:
    made = audit_report(
        label_row(Weakness.L2_1_2, audit_finding(Weakness.L2_1_2), audit_finding(Weakness.L2_1_2, 2)),
        label_row(Weakness.L2_3_1, reason=Ground.NOTHING_LOCATED, withheld=2),
        label_row(Weakness.L2_4_2, reason=Ground.EXTERNAL_KNOWLEDGE),
    )
    line = audit_line(tally(made))
    assert (
        line
        == "3 labels examined: 2 findings under 1 label · 1 without a finding · 1 not assessed · 2 candidates withheld"
    )
    page = lxml_html.document_fromstring(to_html(made, None)).text_content()
    assert all(line in squeezed(text) for text in (printed(made), audit_to_markdown(made), page))
    assert tally(Report.model_validate_json(render(made, Form.JSON, Material()).data)) == tally(made)
    rows = list(csv.DictReader(io.StringIO(to_csv(made))))
    assert Counter(row["outcome"] for row in rows if row["row"] == "label") == tally(made).outcomes
    assert sum(row["row"] == "finding" for row in rows) == tally(made).findings == 2
    assert sum(int(row["withheld"]) for row in rows if row["withheld"]) == tally(made).withheld == 2
