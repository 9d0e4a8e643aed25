"""The tables of scores of a paper: which come with a spread, which is the main one, how far the own row is ahead."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from peerlens.agents.embedded.audit.kinds import FOREIGN, system_names
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.reading import Line

SPREAD: Final = re.compile(
    r"\d\W{0,3}(?:±|\+/-|\+-|\\pm(?![a-z]))|\\pm(?![a-z])\W{0,3}\d|±|\bstandard (?:deviations?|errors?)\b|\bstd\.?\b|"
    r"\bstds\b|\bs\.d\.|\bs\.e\.m|\berror[- ]?bars?\b|\berror margins?\b|\bconfidence (?:intervals?|bands?|regions?)\b|"
    r"\bcredible interval|\d\s?%\s*CI\b|\bshaded (?:area|region)s?|\bshading\b|\binter-?quartile|\bbox-?\s?plots?|"
    r"\bviolin\b|\bvariances? (?:of|in|across|over|between|among) (?:the |our |all |these )?(?:\w+ )?(?:results?|runs?|"
    r"scores?|performance|seeds?|accurac\w+|returns?|folds?|trials?)|\bmean and (?:variance|std|standard)|"
    r"\bwith (?:a )?variance (?:smaller|less|below|lower)|\bworst and best|\bbest and worst",
    re.I,
)
_SCORE: Final = re.compile(r"\d+\.\d+|\b\d{2}(?:\.\d)?\s?%")
_SETTINGS: Final = re.compile(
    r"\b(?:hyper-?\s?parameters?|statistics|notation|settings?|architecture|configuration|details|overheads?|"
    r"run-?times?|costs?|latency|descriptions?|parameters|symbols|summary of)\b",
    re.I,
)
_SET_UP: Final = re.compile(
    r"\b(?:hyper-?\s?parameters?|notation|settings?|configuration|details|descriptions?|symbols)\b", re.I
)
"""Of these words, those that keep a table of settings out whatever else its caption says."""
_MEASURED: Final = re.compile(
    r"\b(?:accurac(?:y|ies)|error rates?|scores?|psnr|ssim|auc|auroc|bleu|rouge|f1)\b|\bresults of\b", re.I
)
"""Words of a caption whose table holds what was measured, beside sizes or costs."""
_ENOUGH_SCORES: Final = 6
_PART: Final = 8
"""One spread to so many numbers is one in part; a spread is a number, too."""
_BESIDE: Final = re.compile(
    r"\d\.\d+\s*(?:\(\s*\d{0,2}\.\d+\s*\)|\$?_\{?\(?\d{0,2}\.\d+)|"
    r"\d\s?%?\s*\$?[\[(](?=[^\])]{0,24}[.%])\s*[-−+]?\d*\.?\d+\s?%?\s*(?:,|;|–|—|-|−|to)\s*[-−+]?\d*\.?\d+\s?%?\s*[\])]"
)
"""A spread set beside its score without a sign: "81.2 (0.4)", below the line, or an interval: "81.2 [80.1, 82.3]"."""
_WIDE: Final = 0.25
"""Relative distance beyond which the spread of training hardly matters to who is ahead."""
SIDE: Final = re.compile(r"\b(?:ablati\w*|sensitivity|effects? of|influence|different choices|design)\b", re.I)
"""Tables beside the main comparison."""
LABEL: Final = re.compile(r"Tab(?:le|\.)\s*[A-Z]?\d+", re.I)


@dataclass(frozen=True, slots=True)
class ResultTable:
    """A table of scores. ``caption``: the line that its caption begins with. ``in_part``: few scores have a spread, as
    where one measure comes with one by definition."""

    caption: Line
    has_spread: bool
    in_part: bool
    scores: int


@lru_cache(maxsize=1)
def result_tables(paper: AuditPaper) -> tuple[ResultTable, ...]:
    """The tables of scores that have a caption, in order, appendix left out: not of settings, sizes or costs."""
    rows: dict[str, list[Line]] = {}
    for line in paper.body:
        if line.is_table and line.kind not in FOREIGN and not paper.tools.section_of(line.start).in_appendix:
            rows.setdefault(paper.reading.caption_of(line), []).append(line)
    captions = [line for line in paper.body if line.is_caption]
    found = []
    for caption, lines in rows.items():
        titled = next((one for one in captions if caption.startswith(one.text)), None)
        scores = sum(len(_SCORE.findall(line.text)) for line in lines)
        if titled is None or _sets_up(caption) or scores < _ENOUGH_SCORES:
            continue
        signs = sum(max(len(SPREAD.findall(line.text)), len(_BESIDE.findall(line.text))) for line in lines)
        named = SPREAD.search(caption) is not None
        in_part = not named and 0 < signs * _PART < scores
        found.append(
            ResultTable(titled, has_spread=named or (signs > 0 and not in_part), in_part=in_part, scores=scores)
        )
    return tuple(found)


def _sets_up(caption: str) -> bool:
    """Whether the caption is one of settings, sizes or costs alone: "runtimes", not "scores and runtimes"."""
    return _SETTINGS.search(caption) is not None and (
        _SET_UP.search(caption) is not None or _MEASURED.search(caption) is None
    )


def main_table(bare: list[ResultTable]) -> ResultTable:
    """The table with most scores, one of ablations only where there is no other."""
    return max([one for one in bare if not SIDE.search(one.caption.text)] or bare, key=lambda one: one.scores)


def far_ahead(table: ResultTable, paper: AuditPaper) -> bool:
    """Whether the paper's own row is ahead of the best other by a wide margin in most columns."""
    rows = [
        line for line in paper.body if line.is_table and paper.reading.caption_of(line).startswith(table.caption.text)
    ]
    own: list[list[float]] = []
    others: list[list[float]] = []
    for line in rows:
        named = _OWN_ROW.search(line.text) or any(name in line.text for name in system_names(paper))
        (own if named else others).append([float(one) for one in _NUMBER.findall(line.text)])
    columns = min((len(row) for row in (*own, *others) if row), default=0)
    if not any(own) or not any(others):
        return False
    wide = 0
    for column in range(1, columns + 1):
        best = max(row[-column] for row in own if row)
        other = max(row[-column] for row in others if row)
        wide += abs(best - other) > _WIDE * max(abs(other), _LEAST)
    return 2 * wide > columns


_OWN_ROW: Final = re.compile(r"\b(?:ours?|proposed)\b", re.I)
_NUMBER: Final = re.compile(r"(?<![\w.])-?\d+\.\d+")
_LEAST: Final = 1e-6
