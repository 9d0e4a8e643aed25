"""A bound or a rank said to hold throughout, beside the cells of the paper's own table in which it fails."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from peerlens.agents.embedded.audit.checks.sweeping import tables_meant
from peerlens.agents.embedded.audit.judged import shown_by
from peerlens.agents.embedded.audit.kinds import FOREIGN, is_survey
from peerlens.agents.embedded.audit.naming import meant, own, says_own
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.audit.scores import COST, Score, ScoreTable, score_tables, tables_named
from peerlens.agents.embedded.reading import Line
from peerlens.agents.family import Candidate
from peerlens.taxonomy import Severity

_ABOVE: Final = r"above|over|exceed\w*|(?:more|greater|higher|better) than|at least|>|≥|\\geq?|\\gt"
_BELOW: Final = r"below|under|(?:less|lower|fewer|smaller) than|at most|<|≤|\\leq?|\\lt"
_BOUND: Final = re.compile(
    rf"(?:\b|(?<=[\s$(]))(?:(?P<above>{_ABOVE})|(?P<below>{_BELOW}))\s*\$?\s*(?P<number>\d+(?:\.\d+)?)\s*\\?%", re.I
)
_ALL: Final = re.compile(
    r"\b(?:for|on|in|across|over|with|under) (?:all|every|each|both)\b|\b(?:always|consistently|in all cases)\b", re.I
)
_RANK: Final = re.compile(
    r"\b(?:consistently|always)\b[^.;]{0,30}\b(?:rank\w*|stay\w*|is|are|remain\w*)?\s*(?:within|among|in) the "
    r"top[- ](?P<rank>two|three|four|five|[2-5])\b",
    re.I,
)
_RANKS: Final = {"two": 2, "three": 3, "four": 4, "five": 5}
_HEDGED: Final = re.compile(
    r"\b(?:except|most|many|almost|nearly|some|average|averaged|on average|not|could|may|might|should|would|if|"
    r"improv\w*|gains?|reduc\w*|increas\w*|decreas\w*|drops?|faster|compared|than (?!\$?\s*\d)\w+)\b",
    re.I,
)
"""With these the number is a change or a comparison, or the statement is none about all cells."""
_MOST_CELLS: Final = 0.5
_NEAR: Final = 2


def propose(paper: AuditPaper) -> list[Candidate]:
    """One candidate a statement that fails in some cells, at most half, of the table that it is about."""
    if is_survey(paper) or not score_tables(paper):
        return []
    found = []
    for line in paper.body:
        if line.is_table or line.is_caption or line.kind in FOREIGN:
            continue
        if (bound := _BOUND.search(line.text)) and _ALL.search(line.text) and not _HEDGED.search(line.text):
            found += _bounded(line, bound, paper)
        elif rank := _RANK.search(line.text):
            found += _ranked(line, rank, paper)
    return found


def _bounded(line: Line, bound: re.Match[str], paper: AuditPaper) -> list[Candidate]:
    limit = float(bound["number"])
    for table in _tables(line, paper):
        scores = [score for score in _of(table, line, paper) if score.value > 1]
        failing = [one for one in scores if (one.value < limit if bound["above"] else one.value > limit)]
        if not failing or len(failing) > _MOST_CELLS * len(scores) or _spans(scores, limit):
            continue
        worst = max(failing, key=lambda one: abs(one.value - limit))
        said = f"{'above' if bound['above'] else 'below'} {bound['number']}%"
        observation = f"The text says {said} throughout, but {table.name} prints {worst.shown}{_under(worst)}."
        return [_candidate(observation, line, worst, paper)]
    return []


def _tables(line: Line, paper: AuditPaper) -> list[ScoreTable]:
    """The tables named in the sentence or one of the two before it."""
    for text in (line.text, " ".join(one.text for one in paper.reading.near(line, n=_NEAR) if one.index <= line.index)):
        if named := tables_named(text):
            return [table for table in score_tables(paper) if table.number in named and table.orderly]
    return []


def _of(table: ScoreTable, line: Line, paper: AuditPaper) -> list[Score]:
    """The scores of what the sentence names; none where it names nothing of the table."""
    named = [meant(axis, line.text) for axis in table.axes]
    if not any(named) and says_own(line.text, paper):
        named = [own(axis, paper) for axis in table.axes]
    if not any(named):
        return []
    return [
        score
        for score in table.scores
        if all(not names or score.at[i] in names for i, names in enumerate(named))
        and not any(COST.search(name) for name in score.at)
    ]


def _spans(scores: list[Score], limit: float) -> bool:
    """Whether the scores are of several kinds of measure, of which the bound can mean one only."""
    return max(one.value for one in scores) > 100 or min(one.value for one in scores) < limit / 4


def _ranked(line: Line, match: re.Match[str], paper: AuditPaper) -> list[Candidate]:
    rank = _RANKS.get(match["rank"].casefold()) or int(match["rank"])
    for table in tables_meant(line, paper):
        behind = list(_behind(table, rank, line, paper))
        if behind:
            score, place = max(behind, key=lambda one: one[1])
            observation = (
                f"The text says that “{_own_name(table, score, paper)}” is always among the first {rank}, but in "
                f"{table.name} it is number {place}, with {score.shown}{_under(score)}."
            )
            return [_candidate(observation, line, score, paper)]
    return []


def _behind(table: ScoreTable, rank: int, line: Line, paper: AuditPaper) -> Iterator[tuple[Score, int]]:
    """The own scores that come after ``rank``, with their place."""
    for axis, one in enumerate(table.axes):
        mine = own(one, paper)
        if not one.is_row or not mine or not says_own(line.text, paper):
            continue
        lanes: dict[tuple[str, ...], list[Score]] = {}
        for score in table.scores:
            if not any(COST.search(name) for i, name in enumerate(score.at) if i != axis):
                lanes.setdefault(table.lane(score, axis), []).append(score)
        for scores in lanes.values():
            sign = table.sign(scores[0])
            best = max((one for one in scores if one.at[axis] in mine), key=lambda one: sign * one.value, default=None)
            if best is None or not sign:
                continue
            place = 1 + sum(sign * (one.value - best.value) > 0 for one in scores if one.at[axis] not in mine)
            if place > rank:
                yield best, place


def _own_name(table: ScoreTable, score: Score, paper: AuditPaper) -> str:
    return next(name for axis, name in zip(table.axes, score.at, strict=True) if name in own(axis, paper))


def _under(score: Score) -> str:
    names = ", ".join(filter(None, score.at))
    return f" under “{names}”" if names else ""


def _candidate(observation: str, line: Line, score: Score, paper: AuditPaper) -> Candidate:
    return Candidate(
        topic="sweeping statements",
        observation=observation,
        assessment="The statement is wider than the evidence: by the paper's own table it does not hold everywhere.",
        severity=Severity.MINOR,
        judgement=shown_by(
            observation,
            [line, score.line],
            paper.tools,
            confidence=0.75,
            rationale="Both passages are the paper's own.",
        ),
    )
