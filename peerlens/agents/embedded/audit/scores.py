"""Tables of scores read cell by cell: of what, under which title, in which group, and whether more is better."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from peerlens.agents.embedded.audit.grids import Grid, grids_of
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.reading import Line, unmarked

_SCORE: Final = re.compile(
    r"[\s*_$\\{(~≈]{0,8}(?:(?:mathbf|textbf|bf|underline)\{)?\s*(?P<number>[-−–]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?)"
    r"[\s}$*_]*%?[\s}$*_)]*"
    r"(?P<rest>(?:(?:±|\+/-|\\pm)[^/|]*|\([^/|]*\)|\[[^/|]*\]|[_^]\{?[^/|]*|[*†‡§¶↑↓])?)[\s}$*_]*"
)
"""A cell that holds one score, with its spread or change behind it; not "30.2/10.1", "12k" or "3 of 5"."""
_CHANGE: Final = re.compile(r"[↑↓]|\\(?:up|down)arrow")
_CITED: Final = re.compile(
    r"\[[\d,;\s–-]+\]|\((?:[^()]*\b(?:19|20)\d\d[a-z]?[^()]*)\)|(?:et al\.?,? ?\(?(?:19|20)\d\d\)?)"
)
_MARKS: Final = re.compile(r"[*†‡§¶✓✗]|\(\s*\)|\((?:ours?|proposed|this work|baseline)\)|<[^>]{1,40}>", re.I)
LESS_IS_BETTER: Final = re.compile(
    r"\b(?:errors?|loss|perplexity|time|latency|params?|parameters|flops|memory|cost|miss rate|distance|regret|"
    r"violations?|chamfer|hausdorff|brier|runtime)\b|↓|(?:lower|smaller|less) (?:\w+ ){0,2}(?:is|are|means?|"
    r"indicates?) better|(?-i:\b(?:WER|CER|PER|MAE|MSE|RMSE|nRMSE|NRMSE|MAPE|SMAPE|FID|sFID|FVD|KID|PPL|ppl|NLL|LPIPS|"
    r"EER|FPR|FPR95|ECE|SHD|SID|NFE|ATE|RPE|CRPS)\b)",
    re.I,
)
MORE_IS_BETTER: Final = re.compile(
    r"\b(?:accuracy|accuracies|bleu\S*|rouge\S*|meteor|precision|recall|success(?: rate)?|rewards?|correlation|"
    r"clip ?score|win rate|f1(?:[ -]score)?|f-score|dice|top-?[15])\b|↑|(?:higher|larger|more) (?:\w+ ){0,2}(?:is|are|"
    r"means?|indicates?) better|\b[Aa]cc\b|"
    r"(?-i:\b(?:F1|AUC|AUROC|AUPRC|ROC|mAP|MAP|AP|AP50|CIDEr|SPICE|PSNR|SSIM|IoU|mIoU|MIoU|nDCG|NDCG|MRR|EM|ANLS|MCC|NMI|"
    r"ARI)(?:@\d+)?\b|\bhits?@\d+)",
    re.I,
)
COST: Final = re.compile(
    r"param|\bsize\b|flops|macs\b|memory|\btimes?\b|cost|latency|speed|throughput|\bfps\b|#|epochs?|steps|length|year|rank",
    re.I,
)
"""Titles under which a statement on quality says nothing."""
_NO_MEASURE: Final = re.compile(
    r"\b(?:standard errors?|error bars?|std\.? errors?|margin of error|error analysis|run-?times?|times?|latency|"
    r"memory|cost|param\w*|flops|regret analysis|loss(?:es)? functions?|training loss(?:es)?|size)\b",
    re.I,
)
"""Words of a caption that say nothing of the measure under its titles."""
_MARGIN: Final = 1e-9
_LABELS: Final = 0.5
_TABLE: Final = re.compile(r"\btab(?:le|\.)\s*~?([A-Z]?\.?\d+)", re.I)
_TABLES: Final = re.compile(
    r"\btab(?:les?|s?\.)\s*~?[\[(]?(?:[A-Z]?\.?\d+[a-z]?)(?:\s*(?:,|and|&|-|–)\s*(?:tab(?:le|\.)\s*)?[A-Z]?\.?\d+(?!\.\d|%))*",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Score:
    """One score. ``at``: its name on every axis of its table."""

    value: float
    decimals: int
    shown: str
    at: tuple[str, ...]
    line: Line


@dataclass(frozen=True, slots=True)
class Axis:
    """One way in which the scores of a table differ. ``title``: what its names are of; "" where nothing says so."""

    title: str
    names: tuple[str, ...]
    is_row: bool


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """A grid as scores on axes: one a column of labels, one a row of titles, and one for headings between rows."""

    caption: str
    axes: tuple[Axis, ...]
    scores: tuple[Score, ...]

    @property
    def number(self) -> str:
        """What the caption calls it: "2"; "" without one."""
        found = _TABLE.match(self.caption.strip(" *_#"))
        return found[1] if found else ""

    @property
    def name(self) -> str:
        """ "Table 2", or "the table"."""
        return f"Table {self.number}" if self.number else "the table"

    @property
    def orderly(self) -> bool:
        """Whether every score has names of its own, so that titles stand over the right columns."""
        return len({score.at for score in self.scores}) == len(self.scores)

    def lane(self, score: Score, axis: int) -> tuple[str, ...]:
        """The names of a score on all axes but one: scores of one lane can be set against each other."""
        return (*score.at[:axis], *score.at[axis + 1 :])

    def sign(self, score: Score) -> int:
        """1 where more is better, -1 where less is, 0 where neither its titles, its labels nor the caption tell."""
        columns = [name for name, axis in zip(score.at, self.axes, strict=True) if not axis.is_row]
        rows = [name for name, axis in zip(score.at, self.axes, strict=True) if axis.is_row]
        return direction(*reversed(columns), *reversed(rows), _NO_MEASURE.sub(" ", self.caption))


def tables_named(text: str) -> frozenset[str]:
    """The numbers of the tables that ``text`` names."""
    return frozenset(number for match in _TABLES.finditer(text) for number in re.findall(r"[A-Z]?\.?\d+", match[0]))


@lru_cache(maxsize=1)
def score_tables(paper: AuditPaper) -> tuple[ScoreTable, ...]:
    """The tables of a paper with at least one column of labels and one of scores."""
    return tuple(table for grid in grids_of(paper) if (table := _read(grid)) is not None)


def _read(grid: Grid) -> ScoreTable | None:
    heads = _distinct(grid.heads)
    wide = len(grid.heads[0])
    columns = list(zip(*grid.heads, strict=True))
    least = next((i for i in range(1, wide) if columns[i] != columns[0]), wide)
    width = next((i for i in range(least, wide) if _mostly_scores([row[i] for row in grid.rows])), 0)
    if not width:
        return None
    group = ""
    above = [""] * width
    scores = []
    for row, line in zip(grid.rows, grid.lines, strict=True):
        if len(set(filter(None, row))) == 1 and score_of(row[-1]) is None:
            group = plain(next(filter(None, row)))
            continue
        labels = [plain(cell) for cell in row[:width]]
        above = [
            label or (name if i < width - 1 else "") for i, (label, name) in enumerate(zip(labels, above, strict=True))
        ]
        for column in range(width, wide):
            if (read := score_of(row[column])) is not None:
                at = (group, *above, *(plain(head[column]) for head in heads))
                scores.append(Score(read[0], read[1], " ".join(row[column].split()), at, line))
    titles = ["", *(plain(head) for head in heads[-1][:width]), *(plain(head[0]) for head in heads)]
    if not scores:
        return None
    axes = tuple(
        Axis(title, tuple(dict.fromkeys(score.at[i] for score in scores)), is_row=i <= width)
        for i, title in enumerate(titles)
    )
    return ScoreTable(grid.caption, axes, tuple(scores))


def _distinct(heads: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    """Title rows, without those that say the same as the one above."""
    return tuple(head for i, head in enumerate(heads) if i == 0 or head != heads[i - 1])


def _mostly_scores(column: Sequence[str]) -> bool:
    filled = [cell for cell in column if cell.strip(" -–—")]
    return bool(filled) and sum(score_of(cell) is not None for cell in filled) > _LABELS * len(filled)


def score_of(cell: str) -> tuple[float, int] | None:
    """The one score in a cell, a mean where a spread follows, and its printed decimals; ``None`` for anything else."""
    match = _SCORE.fullmatch(cell.strip())
    if match is None or not re.search(r"\d", match["number"]) or _CHANGE.match(cell.strip()):
        return None
    digits = match["number"].replace(",", "").replace("−", "-").replace("–", "-")
    return float(digits), len(digits.partition(".")[2])


def plain(label: str) -> str:
    """A label without citations, marks and emphasis, and without a leading plus; arrows stay."""
    arrows = re.sub(r"\\uparrow", "↑", re.sub(r"\\downarrow", "↓", html.unescape(label)))
    text = _MARKS.sub(" ", _CITED.sub(" ", unmarked(arrows)))
    return " ".join(text.split()).strip(" +·:,;")


def ahead(one: Score, other: Score, *, sign: int) -> bool:
    """Whether ``one`` is better by more than the coarser of both prints; ``sign``: 1 where more is better, else -1."""
    decimals = min(one.decimals, other.decimals)
    return sign * (round(one.value, decimals) - round(other.value, decimals)) > _MARGIN


def direction(*words: str) -> int:
    """1 where more is better, -1 where less is, 0 where none of ``words``, nearest first, tells."""
    for text in words:
        less, more = LESS_IS_BETTER.search(text) is not None, MORE_IS_BETTER.search(text) is not None
        if less != more:
            return -1 if less else 1
        if less:
            return 0
    return 0
