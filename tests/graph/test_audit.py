"""The audit graph from labels to rows, on a real small paper with a scripted family."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from peerlens.agents.family import Applicability, Candidate, Reply
from peerlens.agents.scripted import ScriptedFamily
from peerlens.errors import OutputInvalidError, UsageError
from peerlens.graph.audit import audit_paper
from peerlens.graph.runs import Progress
from peerlens.schema import LabelRow, Report, Suggestion
from peerlens.settings import Settings
from peerlens.store.library import PaperStore
from peerlens.taxonomy import (
    Effort,
    Ground,
    Outcome,
    PartStatus,
    Priority,
    Reason,
    Severity,
    Weakness,
    Withheld,
)
from tests.graph.scripts import judgement, located

ABLATION = Weakness.L2_1_2
WORDS = "The counter is tested on lakes alone."


def candidate(words: str = WORDS, *, severity: Severity = Severity.MAJOR) -> Candidate:
    return Candidate(topic="lakes", observation=words, assessment="Ponds may differ.", severity=severity)


def advice(where: str = "Section 2") -> Suggestion:
    return Suggestion(
        what="Test ponds",
        where=where,
        how="Add a column",
        expected_outcome="It shows",
        priority=Priority.HIGH,
        effort=Effort.NEW_EXPERIMENT,
    )


def family(store: PaperStore, *candidates: Candidate, **script: object) -> ScriptedFamily:
    values: dict[str, object] = {
        "candidates": {ABLATION: candidates},
        "judgements": {one.observation: judgement((located(store),)) for one in candidates},
        "revisions": {one.observation: (advice(),) for one in candidates},
    }
    return ScriptedFamily(decompositions={}, **{**values, **script})  # type: ignore[arg-type]


def audit(
    store: PaperStore,
    settings: Settings,
    agents: ScriptedFamily,
    *,
    labels: tuple[Weakness, ...] = tuple(Weakness),
    resume: str | None = None,
    progress: list[Progress] | None = None,
) -> Report:
    seen: list[Progress] = [] if progress is None else progress
    return asyncio.run(
        audit_paper(store, family=agents, settings=settings, labels=labels, resume=resume, on_progress=seen.append)
    )


def row(report: Report, label: Weakness = ABLATION) -> LabelRow:
    return next(one for one in report.labels if one.label is label)


def test_an_audit_ends_with_one_row_a_label_in_the_order_of_the_taxonomy(store: PaperStore, settings: Settings) -> None:
    seen: list[Progress] = []
    report = audit(store, settings, family(store, candidate()), progress=seen)
    assert [one.label for one in report.labels] == list(Weakness)
    assert (report.reviews, report.findings, report.requests, report.kind) == ((), (), (), "audit")
    assert {progress.unit for progress in seen} == {label.value for label in Weakness}
    assert seen[-1].done == seen[-1].total == 17


def test_an_observation_that_holds_and_no_reply_settles_is_a_finding(store: PaperStore, settings: Settings) -> None:
    found = row(audit(store, settings, family(store, candidate())))
    assert (found.outcome, found.reason, found.withheld) == (Outcome.FINDING, None, 0)
    finding = found.findings[0]
    assert (finding.claim, finding.assessment, finding.severity) == (WORDS, "Ponds may differ.", Severity.MAJOR)
    assert store.manuscript.text[finding.evidence[0].start : finding.evidence[0].end] == finding.evidence[0].quote
    assert finding.suggestions == (advice(),)


@pytest.mark.parametrize(
    ("script", "ground", "withheld"),
    [
        ({"candidates": {}}, Ground.NOTHING_LOCATED, ()),
        ({"replies": {WORDS: Reply(holds=True)}}, Ground.REPLY_HOLDS, (Withheld.REPLY_HOLDS,)),
        ({"revisions": {}}, Ground.NOTHING_LOCATED, (Withheld.NO_SUGGESTION,)),
        ({"revisions": {WORDS: (advice("Section 99"),)}}, Ground.NOTHING_LOCATED, (Withheld.NO_SUGGESTION,)),
        ({"candidates": {ABLATION: (candidate(severity=Severity.MINOR),)}}, Ground.MINOR_ONLY, (Withheld.MINOR,)),
    ],
)
def test_what_is_not_earned_is_withheld_with_its_reason(
    store: PaperStore, settings: Settings, script: dict[str, object], ground: Ground, withheld: tuple[Withheld, ...]
) -> None:
    found = row(audit(store, settings, family(store, candidate(), **script)))
    assert (found.outcome, found.reason, found.findings) == (Outcome.NONE, ground, ())
    assert (found.withheld, found.withheld_because) == (len(withheld), withheld)


@pytest.mark.parametrize(
    ("status", "evidence", "confidence", "withheld"),
    [
        (PartStatus.CONTRADICTED, True, 0.9, Withheld.OBSERVATION_FAILS),
        (PartStatus.PARTIAL, True, 0.9, Withheld.HOLDS_IN_PART),
        (PartStatus.SILENT, True, 0.9, Withheld.NOT_DETERMINED),
        (PartStatus.SUPPORTED, False, 0.9, Withheld.UNGROUNDED),
        (PartStatus.SUPPORTED, True, 0.2, Withheld.LOW_CONFIDENCE),
    ],
)
def test_only_an_observation_that_verifies_as_supported_may_stand(
    store: PaperStore, settings: Settings, status: PartStatus, evidence: bool, confidence: float, withheld: Withheld
) -> None:
    judged = judgement((located(store),) if evidence else (), status=status, confidence=confidence)
    found = row(audit(store, settings, family(store, candidate(), judgements={WORDS: judged})))
    assert (found.outcome, found.withheld_because) == (Outcome.NONE, (withheld,))


def test_an_absence_without_a_complete_scan_is_withheld(store: PaperStore, settings: Settings) -> None:
    judged = judgement((), reason=Reason.ABSENT_AFTER_FULL_SCAN)
    found = row(audit(store, settings, family(store, candidate(), judgements={WORDS: judged})))
    assert (found.outcome, found.reason) == (Outcome.NOT_ASSESSABLE, Ground.SCAN_INCOMPLETE)


def test_an_observation_that_holds_in_part_is_said_narrower_once(store: PaperStore, settings: Settings) -> None:
    narrower = candidate("The counter is tested on forty lakes.")
    agents = family(
        store,
        candidate(),
        judgements={
            WORDS: judgement((located(store),), status=PartStatus.PARTIAL),
            narrower.observation: judgement((located(store),)),
        },
        narrower={WORDS: narrower},
        revisions={narrower.observation: (advice(),)},
    )
    assert [one.claim for one in row(audit(store, settings, agents)).findings] == [narrower.observation]


def test_a_label_that_does_not_apply_or_cannot_be_judged_costs_nothing_further(
    store: PaperStore, settings: Settings
) -> None:
    agents = family(
        store,
        candidate(),
        applicability={ABLATION: Applicability(Ground.CONDITION_NOT_MET, "no experiments")},
    )
    found = row(audit(store, settings, agents))
    assert (found.outcome, found.reason) == (Outcome.NONE, Ground.CONDITION_NOT_MET)
    assert [note.text for note in found.notes] == ["no experiments"]
    assert ("propose", ABLATION.value) not in agents.calls


def test_a_label_that_breaks_has_a_row_and_a_failure_and_the_others_finish(
    store: PaperStore, settings: Settings
) -> None:
    agents = family(store, candidates={ABLATION: OutputInvalidError("no reply"), Weakness.L2_2_2: KeyError("a bug")})
    report = audit(store, settings, agents)
    assert [(one.id, one.stage, one.error) for one in report.failures] == [
        ("L2.1.2", "propose", "OutputInvalidError"),
        ("L2.2.2", "propose", "KeyError"),
    ]
    assert row(report).reason is Ground.BROKE_OFF
    assert sum(one.outcome is Outcome.NONE for one in report.labels) == 15


def test_a_finished_label_is_not_examined_again_and_a_broken_one_is(store: PaperStore, settings: Settings) -> None:
    broken = family(store, candidates={ABLATION: OutputInvalidError("no reply")})
    audit(store, settings, broken)
    agents = family(store, candidate())
    report = audit(store, settings, agents)
    assert row(report).outcome is Outcome.FINDING
    assert {unit for _, unit in agents.calls} == {ABLATION.value, "L2.1.2.f1"}


def test_without_the_cache_everything_is_examined_again(store: PaperStore, settings: Settings) -> None:
    audit(store, settings, family(store, candidate()))
    agents = family(store, candidate())
    audit(store, replace(settings, use_cache=False), agents)
    assert {unit for skill, unit in agents.calls if skill == "propose"} == {label.value for label in Weakness}


def test_only_the_labels_asked_for_have_rows_whatever_their_order(store: PaperStore, settings: Settings) -> None:
    asked = (Weakness.L2_7_1, ABLATION, ABLATION)
    report = audit(store, settings, family(store, candidate()), labels=asked)
    assert [one.label for one in report.labels] == [ABLATION, Weakness.L2_7_1]


def test_the_same_point_stands_under_one_label_only(store: PaperStore, settings: Settings) -> None:
    agents = family(
        store,
        candidate(),
        candidates={ABLATION: (candidate(severity=Severity.MODERATE),), Weakness.L2_2_2: (candidate(),)},
    )
    report = audit(store, settings, agents)
    assert [one.label for one in report.labels if one.findings] == [Weakness.L2_2_2]
    assert row(report).withheld_because == (Withheld.STATED_ELSEWHERE,)
    assert "L2.2.2.f1" in row(report).notes[0].text


def test_a_label_shows_its_three_most_severe_findings(store: PaperStore, settings: Settings) -> None:
    severities = (Severity.MODERATE, Severity.CRITICAL, Severity.MODERATE, Severity.MAJOR)
    many = [candidate(f"Observation {i}.", severity=severity) for i, severity in enumerate(severities)]
    found = row(audit(store, settings, family(store, *many)))
    assert [one.severity for one in found.findings] == [Severity.CRITICAL, Severity.MAJOR, Severity.MODERATE]
    assert found.withheld_because == (Withheld.BEYOND_THE_CAP,)


def test_a_family_that_warms_up_sends_one_label_ahead(store: PaperStore, settings: Settings) -> None:
    agents = replace(family(store, candidate()), warms_up=True, concurrency=8)
    report = audit(store, settings, agents)
    assert [one.label for one in report.labels] == list(Weakness)
    assert {unit for _, unit in agents.calls[:3]} == {"L2.1.1"}


def test_a_run_over_other_labels_cannot_be_resumed(store: PaperStore, settings: Settings) -> None:
    report = audit(store, settings, family(store, candidate()))
    with pytest.raises(UsageError, match="another paper"):
        audit(store, settings, family(store, candidate()), labels=(ABLATION,), resume=report.run.id)
    again = audit(store, settings, family(store, candidate()), resume=report.run.id)
    assert again.run.id == report.run.id
