"""A person's ruling in every form of a report: marked as theirs, beside what the agents found."""

import io

from rich.console import Console

from peerlens.report.markdown import to_markdown
from peerlens.report.tally import tally
from peerlens.report.terminal import print_report
from peerlens.report.view import groups
from peerlens.schema import Override, Report
from peerlens.taxonomy import EvidenceRole, Polarity, Reason, Verdict
from tests.report.records import evidence, finding, report

RULING = Override(label=Verdict.NOT_SUPPORTED, reason="Table 2 has it", at="2026-11-30T12:00:00+00:00")


def ruled() -> Report:
    return report(
        finding(1, Verdict.SUPPORTED, polarity=Polarity.ABSENCE, override=RULING),
        finding(2, Verdict.NOT_DETERMINED, reason=Reason.ENGINE_LIMIT, override=RULING),
        finding(3, Verdict.NOT_SUPPORTED, found=(evidence(EvidenceRole.CONTRADICTS),), override=RULING),
    )


def printed(one: Report) -> str:
    stream = io.StringIO()
    print_report(one, Console(file=stream, width=100))
    return " ".join(stream.getvalue().split())


def test_a_ruling_decides_the_group_and_the_count() -> None:
    assert [(group.key, len(group.rows)) for group in groups(ruled())] == [("answered", 3)]
    assert tally(ruled()).verdicts[Verdict.NOT_SUPPORTED] == 3
    assert tally(ruled()).engine_limit == 0


def test_terminal_and_markdown_show_the_ruling_and_what_the_agents_found() -> None:
    for text in (printed(ruled()), to_markdown(ruled())):
        assert "ruled by a person: the paper answers this (Table 2 has it), against what the agents found" in text
        assert "nothing found in the pages supplied" in text
        assert "ruled by a person: the paper says otherwise (Table 2 has it), as the agents found" in text
        assert "3 ruled by a person" in text


def test_a_report_without_rulings_speaks_of_none() -> None:
    assert "ruled by a person" not in printed(report(finding(1, Verdict.SUPPORTED)))
