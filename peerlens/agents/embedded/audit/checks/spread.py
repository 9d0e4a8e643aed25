"""Whether results that depend on chance come with spread, repetition or a test, and "significantly" with one."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from peerlens.agents.embedded.audit.elsewhere import pointed_for
from peerlens.agents.embedded.audit.judged import IN_DOUBT, claimed_without
from peerlens.agents.embedded.audit.kinds import FOREIGN, is_own, is_survey, is_theory, prompts, trains
from peerlens.agents.embedded.audit.margins import CloseCall, closest_call
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.audit.prose import listed, shown_at
from peerlens.agents.embedded.audit.result_tables import (
    LABEL,
    SIDE,
    ResultTable,
    far_ahead,
    main_table,
    result_tables,
)
from peerlens.agents.embedded.audit.variation import (
    AVERAGED,
    REPEATED,
    first_own,
    repeated_runs,
    reports_spread,
    tested,
)
from peerlens.agents.embedded.reading import Line
from peerlens.agents.family import Candidate
from peerlens.taxonomy import EvidenceRole, SectionKind, Severity

SIGNIFICANT: Final = re.compile(
    r"\bsignificantly (?:outperform\w*|better|improv\w+|higher|superior|exceed\w*|surpass\w*|boost\w*)|"
    r"\bsignificant (?:\w+ )?(?:improvements?|gains?|performance (?:gains?|improvements?))|"
    r"\b(?:outperform|improv|exceed|surpass)\w* (?:\w+ ){0,6}?significantly\b",
    re.I,
)
_OTHERS: Final = re.compile(r"\bet al\b|\[\d|\(\w[\w\s.&,]+,? (?:19|20)\d\d", re.I)
_SEEN: Final = re.compile(r"\b(?:visual\w*|qualitativ\w*|most significant|memory|speed\w*|faster|time|cost)\b", re.I)
"""Beside these, "significant" is no word of statistics."""
_HEDGED: Final = re.compile(
    r"\b(?:should|likely|future|not|no|without|can|could|may|might|would|if|whether|aim\w*|potential\w*)\b", re.I
)
_REPORTS: Final = re.compile(r"\b(?:report\w*|show\w*|present\w*|include[ds]?|provide[ds]?|give[ns]?|list\w*)\b", re.I)
_SPREAD_PROBES: Final = (
    "standard deviation",
    "standard error",
    "error bars",
    "confidence interval",
    "variance across runs",
    "random seeds",
    "repeated runs",
)
_TEST: Final = "significance test"
_TEST_PROBES: Final = ("significance test", "p-value", "t-test", "Wilcoxon", "bootstrap")


def propose(paper: AuditPaper) -> list[Candidate]:
    """At most one candidate, the most telling: "significantly" without a test, averages without spread, or neither.

    A spread covers the table it stands in. Where only some tables have one, or only a sentence or a figure tells of
    one, the others are named; minor where the paper says in words how far its results vary. Held in doubt where the
    paper points for spread or tests to a part not supplied, or its checklist says that they are given.
    """
    if is_survey(paper) or is_theory(paper) or not trains(paper) or prompts(paper):
        return []
    tables = result_tables(paper)
    bare = [table for table in tables if not table.has_spread]
    if not tables:
        return _only_said(paper)
    if not bare or tested(paper) or any(table.in_part for table in tables):
        return []
    found = _most_telling(paper, tables, bare)
    if found is None or (found.topic != _TEST and not paper.empirical):
        return []
    if found.topic == _TEST and paper.tools.captions_unsure:
        found = _claimed(_told_first(paper)[0], None, paper)
    elif found.topic != _TEST and (paper.tools.captions_unsure or _far_ahead(main_table(bare), paper)):
        return [_in_doubt(found)]
    return [_in_doubt(found) if _may_be_given(paper) else found]


def _in_doubt(found: Candidate) -> Candidate:
    assert found.judgement is not None
    return replace(found, judgement=found.judgement.model_copy(update={"confidence": IN_DOUBT}))


def _only_said(paper: AuditPaper) -> list[Candidate]:
    """Where results stand in figures and sentences alone, and these call differences significant again and again
    without a word on runs, spread or tests in text or captions."""
    claims = _told_first(paper)
    if len(claims) < _AGAIN or tested(paper) or reports_spread(paper) or repeated_runs(paper):
        return []
    if first_own(REPEATED, paper) or _may_be_given(paper):
        return []
    return [_claimed(claims[0], None, paper, also=_figure_of(claims[0], paper))]


def _told_first(paper: AuditPaper) -> list[Line]:
    """The claims of significance, those of the sections of results first."""
    return sorted(significant(paper), key=lambda line: line.kind not in _TOLD)


def _figure_of(claim: Line, paper: AuditPaper) -> Line | None:
    """The caption of the figure that the claim or a sentence next to it names."""
    named = [number for near in paper.reading.near(claim) for number in _FIGURE_NAMED.findall(near.text)]
    captions = {match[1]: one for one in paper.body if one.is_caption and (match := _FIGURE_NAMED.search(one.text))}
    return next((captions[number] for number in named if number in captions), None)


_FIGURE_NAMED: Final = re.compile(r"\bfig(?:ure|s?\.)\s*~?(\d+)", re.I)
_AGAIN: Final = 2


def _most_telling(paper: AuditPaper, tables: tuple[ResultTable, ...], bare: list[ResultTable]) -> Candidate | None:
    covered = [table.caption for table in tables if table.has_spread]
    told = covered or list(filter(None, [reports_spread(paper)]))
    if told and not covered and not told[0].is_caption and _REPORTS.search(told[0].text):
        return None  # it says that spread is given with the results: the signs may have been lost in reading the file
    if told:
        return _partly(bare, told, in_tables=bool(covered), paper=paper)
    if (averaged := first_own(AVERAGED, paper) or repeated_runs(paper)) is not None:
        return _averaged(averaged, paper)
    if first_own(REPEATED, paper):
        return None
    claims = [(claim, table) for claim in _told_first(paper) if (table := _table_of(claim, bare, paper)) is not None]
    if claims:
        return _claimed(*claims[0], paper)
    return _unspread(main_table(bare).caption, paper)


_SPREAD_MATTER: Final = re.compile(
    r"\b(?:error bars?|standard (?:deviations?|errors?)|variance|confidence intervals?|significan\w+|statistical\w*|"
    r"seeds?|runs|p-values?)\b",
    re.I,
)
_DECLARED: Final = re.compile(
    r"\berror bars?\b[^\[]{0,400}\[\s*\\?\w*\{?\s*Yes|\bstatistical significance\b[^\[]{0,400}\[\s*Yes", re.I
)
"""A submission checklist that says that spread or tests are reported: where, the pages supplied need not show."""


def _may_be_given(paper: AuditPaper) -> bool:
    return pointed_for(paper, _SPREAD_MATTER) is not None or _DECLARED.search(paper.tools.manuscript.text) is not None


_TABLE_NAMED: Final = re.compile(r"\b(?:tab(?:le|\.)|tb\.)\s*~?([A-Z]?\d+)", re.I)


def _table_of(claim: Line, bare: list[ResultTable], paper: AuditPaper) -> ResultTable | None:
    """The table whose results the sentence speaks of: named there or next to it; for a sentence that frames the paper,
    or stands in the section of the table, the main one. ``None`` where there is none, or the own row is far ahead.
    """
    named = _TABLE_NAMED.findall(claim.text) or [
        number for near in paper.reading.near(claim) for number in _TABLE_NAMED.findall(near.text)
    ]
    for table in bare:
        label = _TABLE_NAMED.search(table.caption.text)
        if label is not None and label[1] in named:
            return None if _far_ahead(table, paper) else table
    main = main_table(bare)
    near = claim.kind in _FRAMES or claim.passage.section == main.caption.passage.section
    return main if near and not named and not _far_ahead(main, paper) else None


def _far_ahead(table: ResultTable, paper: AuditPaper) -> bool:
    """Whether the own row is ahead by far, with no close call under any title."""
    return far_ahead(table, paper) and closest_call(table.caption.text, paper) is None


_FRAMES: Final = frozenset({SectionKind.ABSTRACT, SectionKind.INTRODUCTION, SectionKind.CONCLUSION})


def significant(paper: AuditPaper) -> list[Line]:
    """Sentences in which the paper calls its own results significantly better."""
    found = []
    for line in paper.body:
        match = SIGNIFICANT.search(line.text)
        if match is None or line.kind in FOREIGN or _OTHERS.search(line.text) or _SEEN.search(line.text):
            continue
        own = is_own(line, paper) or line.kind in _TOLD or (line.kind is SectionKind.OTHER and _SHOWN.search(line.text))
        if own and not _HEDGED.search(line.text[: match.start()]):
            found.append(line)
    return found


_TOLD: Final = frozenset({SectionKind.EXPERIMENTS, SectionKind.RESULTS, SectionKind.ABLATION})
"""Where what is said to be better was run for this paper, unless another work is named."""
_SHOWN: Final = re.compile(
    r"\b(?:fig(?:ure|s?\.)|tab(?:le|\.))|\bin (?:all|both|most|these) (?:cases|experiments|settings|data ?sets)\b", re.I
)


def _claimed(claim: Line, table: ResultTable | None, paper: AuditPaper, *, also: Line | None = None) -> Candidate:
    call = closest_call(table.caption.text, paper) if table else None
    observation = (
        f'The paper calls differences "significant" in {shown_at(claim, SIGNIFICANT)}, and reports neither a test nor '
        "a spread or repeated runs" + (f"; {call.words}." if call else ".")
    )
    beside = _rows(call) or ([table.caption] if table else list(filter(None, [also])))
    return Candidate(
        topic=_TEST,
        observation=observation,
        assessment="Whether the differences exceed the chance variation of training cannot be told from the paper.",
        severity=Severity.MODERATE,
        judgement=claimed_without(
            observation, [claim, *beside], (*_TEST_PROBES, *_SPREAD_PROBES), paper.tools, confidence=0.75
        ),
    )


def _averaged(averaged: Line, paper: AuditPaper) -> Candidate:
    observation = "The paper repeats its runs, and reports no spread of the results and no test."
    return Candidate(
        topic="spread of results",
        observation=observation,
        assessment="The runs are there, but a reader cannot weigh the differences against how far the runs vary.",
        severity=Severity.MODERATE,
        judgement=claimed_without(
            observation, [averaged], (*_SPREAD_PROBES, *_TEST_PROBES), paper.tools, confidence=0.8
        ),
    )


def _rows(call: CloseCall | None) -> list[Line]:
    return list(dict.fromkeys((call.mine.line, call.other.line))) if call else []


def _unspread(table: Line, paper: AuditPaper) -> Candidate:
    call = closest_call(table.text, paper)
    observation = "The result tables come without any spread, repeated runs or test" + (
        f"; {call.words}." if call else "."
    )
    return Candidate(
        topic="spread of results",
        observation=observation,
        assessment="Trained models vary from run to run; how much of the differences is chance cannot be told.",
        severity=Severity.MODERATE,
        judgement=claimed_without(
            observation, _rows(call) or [table], (*_SPREAD_PROBES, *_TEST_PROBES), paper.tools, confidence=0.75
        ),
    )


def _partly(bare: list[ResultTable], told: list[Line], *, in_tables: bool, paper: AuditPaper) -> Candidate:
    """Some tables, or only a sentence or a figure, have a spread, and these tables have none."""
    names = [found[0] for table in bare if (found := LABEL.match(table.caption.text.lstrip("*_ ")))]
    which = listed(names) if len(names) == len(bare) else f"{len(bare)} result tables"
    verb = "gives" if len(bare) == 1 else "give"
    where = "other tables of the paper do" if in_tables else "the paper gives one elsewhere"
    observation = f"{which} {verb} scores of trained models without a spread, where {where}."
    main = [table for table in bare if not SIDE.search(table.caption.text)]
    heavy = bool(main) and (len(bare) > len(told) if in_tables else told[0].is_caption)
    return Candidate(
        topic="spread of results",
        observation=observation,
        assessment="For the comparisons in " + ("it" if len(bare) == 1 else "them") + " a reader cannot weigh the "
        "differences against how far runs vary.",
        severity=Severity.MODERATE if heavy else Severity.MINOR,
        judgement=claimed_without(
            observation,
            [table.caption for table in bare[:3]],
            _SPREAD_PROBES,
            paper.tools,
            confidence=0.7 if heavy else IN_DOUBT,
        ),
        against=tuple(paper.tools.evidence(line.start, line.end, EvidenceRole.CONTEXT) for line in told[:2]),
    )
