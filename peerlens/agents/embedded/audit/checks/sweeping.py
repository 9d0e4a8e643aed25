"""A statement that something is ahead everywhere, beside the cells of the paper's own table in which it is not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from peerlens.agents.embedded.audit.judged import shown_by
from peerlens.agents.embedded.audit.kinds import is_survey
from peerlens.agents.embedded.audit.naming import meant, own, says_own
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.audit.scores import COST, Score, ScoreTable, ahead, score_tables, tables_named
from peerlens.agents.embedded.audit.sweeps import AHEAD, EVERYWHERE, RIVALS, sweeping_claims
from peerlens.agents.embedded.reading import Line
from peerlens.agents.family import Candidate
from peerlens.taxonomy import Severity

_BEST: Final = re.compile(r"\b(?:best|highest|state-of-the-art)\b", re.I)
_IMPROVES: Final = re.compile(r"\b(?:improv|boost)\w*", re.I)
_CONCEDED: Final = re.compile(
    r"\b(?:except|exception|all but|other than|apart from|aside from|on most|in most|most of|majority|out of|"
    r"slightly (?:worse|lower|behind|inferior|higher|better)|marginal\w*|second[- ]best|comparable|competitive|on par|"
    r"underperform\w*|fails? to|(?:does|do|did) not (?:outperform|improve|surpass|help)|not always|worse|lags?|"
    r"inferior|degrad\w+|drops?|lower than|however|outlier|limited (?:gain|improvement))\b",
    re.I,
)
"""What a sentence nearby says where the paper knows of an exception."""
_OF_COST: Final = re.compile(
    r"\b(?:comparable|competitive|lower than|marginal\w*|worse|on par)(?: (?:in|with|to))? (?:[\w-]+ ){0,2}?(?:"
    r"efficiency|time|run-?times?|cost|speed|memory|complexity|overhead)\b",
    re.I,
)
"""What is conceded there is cost, not quality."""
_CLAUSE: Final = re.compile(r"[;:]\s|\bthat\s|,\s(?:and|which|where|as|indicating|showing|demonstrating)\s|—")
_SIDE_TABLE: Final = re.compile(
    r"\b(?:ablati\w*|sensitivity|effects? of|influence|statistics|hyper-?parameters?|run-?time|cost)\b", re.I
)
_UNFAIR: Final = re.compile(
    r"\b(?:oracle|upper|bound|supervised|human|full|fully|centrali[sz]ed|w/o|without|ablat\w*|ideal|optimal|ground|gt|"
    r"pre-?trained|variant|average|avg|mean|gold|reference|real|original data|whole)\b",
    re.I,
)
_BASE: Final = re.compile(r"^(?:baseline|vanilla|base|original|plain|none|no \w+|backbone)$", re.I)
_FIGURE: Final = re.compile(r"\bfig(?:ure|s?\.)\s*\d", re.I)
_ALL_RIVALS: Final = re.compile(
    r"\b(?:all|every|each)(?: of)?(?: the| other| these)* (?:[\w-]+ ){0,3}?(?:baselines?|methods?|models?|approaches|"
    r"competitors?|systems?|algorithms?|alternatives?|others|counterparts?|counters)\b",
    re.I,
)
_AVERAGES: Final = re.compile(r"\b(?:average|avg\.?|mean|overall|total)\b", re.I)
_HAIR: Final = 0.01
"""Share of a score up to which a statement about all rivals may pass over a difference."""
_ASIDE: Final = re.compile(r",\s(?:with|at|while|and)\s", re.I)
"""What a sentence adds behind these is not what it says to be ahead."""
_WE: Final = re.compile(r"\bwe (?:have |also |then |thus |can )*$", re.I)
_BOTH: Final = re.compile(r"\bboth\b")
_FEW: Final = 0.05
"""Share of the places in which a statement fails up to which it is only worded too widely."""
_NEAR: Final = 3
_PARAGRAPH: Final = 5
_MOST_CELLS: Final = 0.5


@dataclass(frozen=True, slots=True)
class _Loss:
    """A lane of a table in which what is said to be ahead is behind."""

    table: ScoreTable
    mine: Score
    other: Score
    axis: int


def propose(paper: AuditPaper) -> list[Candidate]:
    """One candidate a sweeping sentence against which cells of a table of the same paper stand."""
    if is_survey(paper):
        return []
    found = []
    for claim in sweeping_claims(paper):
        losses, lanes = _losses(claim, paper)
        if losses and not _conceded(claim, losses, paper):
            found.append(_candidate(claim, losses, lanes, paper))
    return found


def _losses(claim: Line, paper: AuditPaper) -> tuple[list[_Loss], int]:
    """The lanes of the table it is about in which the statement fails, and how many lanes there are."""
    for table in tables_meant(claim, paper):
        losses, lanes = _against(table, claim, paper)
        if losses:
            return losses, lanes
    return [], 0


def tables_meant(claim: Line, paper: AuditPaper) -> Sequence[ScoreTable]:
    """The tables named in or next to the sentence; where none is named, the only one that it can mean."""
    tables = [table for table in score_tables(paper) if table.orderly]
    before = [line.text for line in paper.reading.near(claim, n=_PARAGRAPH) if line.passage.id == claim.passage.id]
    for text in (
        claim.text,
        " ".join(line.text for line in paper.reading.near(claim) if not line.is_table),
        " ".join(before),
    ):
        if named := tables_named(text):
            return [table for table in tables if table.number in named]
        if _FIGURE.search(text):
            return []
    about = [table for table in tables if not _SIDE_TABLE.search(table.caption) and _sides(table, claim, paper)]
    return about if len(about) == 1 or (len(about) == 2 and _BOTH.search(claim.text)) else []


def _parts(claim: Line) -> tuple[str, str]:
    """What is said to be ahead, and what is said of it, from the verb on."""
    verb = AHEAD.search(claim.text)
    if verb is None:
        return "", ""
    before = claim.text[: verb.start()]
    cuts = [cut.end() for cut in _CLAUSE.finditer(before)]
    return before[cuts[-1] if cuts else 0 :], claim.text[verb.start() :]


def _sides(table: ScoreTable, claim: Line, paper: AuditPaper) -> tuple[int, frozenset[str], frozenset[str]] | None:
    """The axis on which the statement sets things against each other, what is ahead there, and what is behind."""
    subject, behind = _parts(claim)
    for axis, one in enumerate(table.axes):
        mine = meant(one, subject)
        if not mine and (says_own(subject, paper) or _WE.search(subject)):
            mine = own(one, paper)
        if not mine or (len(mine) > 1 and not mine <= own(one, paper)):
            continue
        named = meant(one, behind) - mine
        others = frozenset(one.names) - mine - own(one, paper)
        if named:
            return axis, mine, named
        if RIVALS.search(EVERYWHERE.sub(" ", behind)) or _BEST.search(claim.text):
            return axis, mine, frozenset(name for name in others if name and _is_fair(name, mine))
        if _IMPROVES.search(claim.text):
            return axis, mine, frozenset(name for name in one.names if _BASE.match(name)) - mine
        return None
    return None


def _is_fair(name: str, mine: frozenset[str]) -> bool:
    """Whether a rival counts: no bound, no variant, and with an addition ("+ crop") only where the own has one."""
    if _UNFAIR.search(name) or COST.search(name):
        return False
    return "+" not in name or any("+" in one for one in mine)


def _against(table: ScoreTable, claim: Line, paper: AuditPaper) -> tuple[list[_Loss], int]:
    sides = _sides(table, claim, paper)
    if sides is None or not sides[2]:
        return [], 0
    axis, mine, others = sides
    best: dict[tuple[str, ...], list[Score]] = {}
    rivals: dict[tuple[str, ...], list[Score]] = {}
    for score in _in_scope(table, axis, claim):
        if score.at[axis] in mine:
            best.setdefault(table.lane(score, axis), []).append(score)
        elif score.at[axis] in others:
            rivals.setdefault(table.lane(score, axis), []).append(score)
    lanes = [lane for lane in best if lane in rivals]
    signs = _signs(table, [best[lane][0] for lane in lanes], lanes, best, rivals)
    losses = []
    for lane in lanes:
        sign = signs.get(lane, 0)
        top = max(best[lane], key=lambda score: sign * score.value)
        rival = max(rivals[lane], key=lambda score: sign * score.value)
        if sign and ahead(rival, top, sign=sign):
            losses.append(_Loss(table, top, rival, axis))
    mostly = len(losses) > _MOST_CELLS * len(lanes)
    if len(lanes) > 1 and (mostly if EVERYWHERE.search(claim.text) else not mostly and not _counts(losses, claim)):
        return [], len(lanes)  # what fails nearly everywhere was read wrongly; what fails here and there is an average
    return losses, len(lanes)


def _counts(losses: Sequence[_Loss], claim: Line) -> bool:
    """Whether a statement about all rivals fails in several places of the very table it names, and by no hair."""
    wide = [loss for loss in losses if abs(loss.mine.value - loss.other.value) > _HAIR * abs(loss.other.value)]
    table = losses[0].table
    if any(_AVERAGES.search(name) for axis in table.axes for name in axis.names):
        return False
    return len(wide) > 1 and bool(_ALL_RIVALS.search(claim.text)) and table.number in tables_named(claim.text)


def _in_scope(table: ScoreTable, axis: int, claim: Line) -> Iterator[Score]:
    """The scores on the names that the sentence confines itself to; costs only where it speaks of cost."""
    wanted = [
        meant(one, claim.text) if i != axis and len(one.names) > 1 else frozenset() for i, one in enumerate(table.axes)
    ]
    costs = COST.search(_ASIDE.split(claim.text, maxsplit=1)[0])
    for score in table.scores:
        if any(names and score.at[i] not in names for i, names in enumerate(wanted)):
            continue
        if not costs and any(COST.search(name) for i, name in enumerate(score.at) if i != axis):
            continue
        yield score


def _signs(
    table: ScoreTable,
    firsts: Sequence[Score],
    lanes: Sequence[tuple[str, ...]],
    best: dict[tuple[str, ...], list[Score]],
    rivals: dict[tuple[str, ...], list[Score]],
) -> dict[tuple[str, ...], int]:
    """Which way is better in each lane, by what is printed on the table.

    Where nothing printed tells, and all lanes are of one measure, the way in which the statement holds for most of
    them: were it the other way, the statement would fail in most.
    """
    signs = {lane: table.sign(score) for lane, score in zip(lanes, firsts, strict=True)}
    if any(signs.values()):
        return signs
    changes = [_change(best[lane], rivals[lane]) for lane in lanes]
    up, down = sum(change > 0 for change in changes), sum(change < 0 for change in changes)
    if min(up, down) * 3 > max(up, down) or up + down < 4:
        return {}
    return dict.fromkeys(lanes, 1 if up > down else -1)


def _change(mine: Sequence[Score], others: Sequence[Score]) -> int:
    """1 where all of mine are above all others, -1 where below, else 0."""
    low, high = min(score.value for score in mine), max(score.value for score in mine)
    if low > max(score.value for score in others):
        return 1
    return -1 if high < min(score.value for score in others) else 0


def _conceded(claim: Line, losses: Sequence[_Loss], paper: AuditPaper) -> bool:
    """Whether the paper says near the statement, or where it speaks of the same table, that there are exceptions."""
    here = paper.reading.near(claim, n=_NEAR)
    table = losses[0].table
    for line in paper.body:
        if line.is_table or line.index == claim.index or not _CONCEDED.search(_OF_COST.sub(" ", line.text)):
            continue
        if line in here or (table.number and table.number in tables_named(line.text)):
            return True
    return False


def _candidate(claim: Line, losses: Sequence[_Loss], lanes: int, paper: AuditPaper) -> Candidate:
    worst = max(losses, key=lambda loss: abs(loss.mine.value - loss.other.value))
    table, axis = worst.table, worst.axis
    mine, other = (_called(score.at[axis], table, axis) for score in (worst.mine, worst.other))
    under = ", ".join(filter(None, table.lane(worst.mine, axis)))
    observation = (
        f"The paper says of {mine} that it is ahead throughout, but {table.name} prints {worst.mine.shown} for it and "
        f"{worst.other.shown} for {other}"
        + (f" under “{under}”" if under else "")
        + (f"; it is behind in {len(losses)} of {lanes} such places" if len(losses) > 1 else "")
        + "."
    )
    rows = list(dict.fromkeys((worst.mine.line, worst.other.line)))
    return Candidate(
        topic="sweeping statements",
        observation=observation,
        assessment="The statement is wider than the evidence: by the paper's own table it does not hold everywhere.",
        severity=Severity.MODERATE if len(losses) > _FEW * lanes else Severity.MINOR,
        judgement=shown_by(
            observation, [claim, *rows], paper.tools, confidence=0.75, rationale="Both passages are the paper's own."
        ),
    )


def _called(name: str, table: ScoreTable, axis: int) -> str:
    """A name in quotes; a bare number with what it is a number of."""
    return f"“{name}”" if not name.replace(".", "").isdigit() else f"“{table.axes[axis].title} {name}”"
