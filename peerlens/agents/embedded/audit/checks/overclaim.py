"""A sweeping statement of the paper beside the paper's own words or values that take it back: pairs of passages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from peerlens.agents.embedded.audit.grids import Grid, grids_of, value_of
from peerlens.agents.embedded.audit.judged import shown_by
from peerlens.agents.embedded.audit.kinds import FOREIGN, is_own, is_survey, system_names
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.reading import Line
from peerlens.agents.family import Candidate
from peerlens.taxonomy import Severity

_EVERYWHERE: Final = (
    r"(?:in|on|across|for|over) (?:all|every|each|any)(?: of)? (?:the )?(?:\w+ ){0,3}?(?:data ?sets?|tasks?|"
    r"benchmarks?|"
    r"settings?|metrics?|cases?|scenarios?|domains?|experiments?|environments?|baselines?|conditions?|categories|"
    r"instances|games|languages)\b"
)
_BEST: Final = re.compile(
    r"\b(?:consistently|always|uniformly) (?:improv|boost|enhanc)\w*|"
    rf"\b(?:improv|boost|enhanc)\w*\b[^.;]{{0,80}}\b{_EVERYWHERE}|"
    r"\b(?:consistently|always|uniformly|universally|invariably) (?:\w+ )?(?:outperform|surpass|exceed|achieves? the "
    r"(?:best|highest)|better|superior|beat)\w*|\b(?:outperform|surpass|exceed|beat)\w* (?:all|every|any|each)\b|"
    rf"\b(?:outperform|surpass|exceed|beat|superior|better|best|state-of-the-art)\w*\b[^.;]{{0,80}}\b{_EVERYWHERE}",
    re.I,
)
_EXCEPTED: Final = re.compile(
    r"\b(?:except|apart from|but|almost|nearly|most|many|some|several|majority|\d+ (?:out )?of|in general|on average|"
    r"average|overall|comparable|on par|not|similar|competitive|while|although|whereas)\b",
    re.I,
)
_LOSES: Final = re.compile(
    r"(?:\b(?:our|the proposed) (?:method|approach|model|framework|algorithm|system|network)|\bours|\bwe|\bOWN)\b"
    r"(?: \((?:\w+ )*\w+\))? (?:\w+ly )?(?:still |also |only )?(?:(?:performs?|performed|achieves?|achieved|obtains?|"
    r"is|are|"
    r"does|do|was|were) (?:\w+ly )?(?:worse|inferior|poorly|lower (?:performance|accuracy|scores?) than|"
    r"not (?:outperform|"
    r"surpass|as (?:well|good) as|the best))|underperforms?\b|under-performs?\b|lags? behind|falls? (?:short|behind)|"
    r"fails? to "
    r"(?:outperform|beat|surpass|match)|loses? to|fall short)|\b(?:outperforms|surpasses|beats) (?:our (?:method|"
    r"approach|"
    r"model)|OWN)(?![\w-])",
    re.I,
)
_ANYWHERE: Final = re.compile(
    r"\b(?:applied|applicable|generali[sz]es?|extends?|works?|holds?|applies) (?:\w+ ){0,2}?(?:to|in|with|for|on|"
    r"across) "
    r"(?:any|all|arbitrary|every)\b|\b(?:domain|task|architecture|modality|language)[- ]agnostic\b|"
    r"\b(?:universal|general-purpose|fully general) (?:\w+ )?(?:method|framework|approach|model|solution|algorithm|"
    r"tool)",
    re.I,
)
_ONLY: Final = re.compile(
    r"\b(?:our (?:\w+ )?(?:method|approach|framework|model|algorithm|study|work|analysis|evaluation|experiments?|"
    r"results?|"
    r"experimental results|findings)|the proposed (?:method|approach|framework|model|algorithm)|"
    r"OWN) (?:\w+ly )?(?:(?:is|are|was|"
    r"were) (?:\w+ly )?(?:only|limited to|restricted to|confined to|applicable only|not (?:directly )?applicable)|only "
    r"(?:applies|works|supports|handles)|(?:cannot|does not|do not) (?:\w+ly )?(?:be (?:\w+ly )?applied|apply|"
    r"generali[sz]e|handle|extend|support))\b|\bwe (?:have |can |could )?(?:so far )?(?:only|solely|exclusively) "
    r"(?:consider|considered|evaluat|tested|experiment)\w*",
    re.I,
)
_LESS_IS_BETTER: Final = re.compile(
    r"\b(?:error|loss|wer|cer|per|mae|mse|rmse|mape|fid|fvd|kid|ppl|perplexity|nll|lpips|eer|fpr|ece|time|latency|"
    r"params?|"
    r"parameters|flops|memory|size|cost|mr|miss|rank|distance|std|regret|violations?|shd|sid|steps|nfe|gap)\b|↓|"
    r"\\downarrow",
    re.I,
)
_MORE_IS_BETTER: Final = re.compile(
    r"\b(?:acc|accuracy|accuracies|f1|auc|auroc|map|ap|bleu\w*|rouge\w*|meteor|psnr|ssim|iou|miou|precision|recall|"
    r"ndcg|mrr|"
    r"success|score|top-?1|top-?5|em|anls|reward|returns?|clip score)\b|↑|\\uparrow|%",
    re.I,
)
_TABLE: Final = re.compile(r"\btab(?:le|\.)\s*~?([A-Z]?\d+)", re.I)
_OWN_ROW: Final = re.compile(r"\b(?:ours?|proposed|this work|this paper)\b", re.I)
_UNFAIR_ROW: Final = re.compile(
    r"\b(?:oracle|upper|bound|supervised|human|full|fully|centrali[sz]ed|w/o|without|ablat\w*|ideal|optimal|ground|gt|"
    r"pre-?trained|variant|average|avg|mean)\b|\+",
    re.I,
)
_ALL_OF_THEM: Final = re.compile(
    r"\b(?:all|every|each) (?:of )?(?:the |our |used |tested |considered |evaluated |\w+ )?(?:\w+ )?(?:data ?sets?|"
    r"benchmarks?|"
    r"metrics?|measures|baselines?|methods?|models?|competitors|settings?|tasks?)\b",
    re.I,
)
_COST: Final = re.compile(r"param|\bsize\b|flops|memory|\btime\b|cost|latency|speed", re.I)
"""Titles of columns about which a statement on quality says nothing."""
_SIDE_TABLE: Final = re.compile(
    r"\b(?:ablati\w*|sensitivity|effects? of|influence|statistics|hyper-?parameters?|run-?time|cost|different)\b", re.I
)
_MARGIN: Final = 1e-9
_ALIKE: Final = 0.3
_ASSESSED: Final = "The statement is wider than the evidence: by the paper's own account it is not ahead everywhere."


@dataclass(frozen=True, slots=True)
class Pair:
    """A sweeping sentence and the place that takes it back. ``says``: what that place says, in a clause."""

    claim: Line
    against: tuple[Line, ...]
    says: str
    assessment: str
    confidence: float


def propose(paper: AuditPaper) -> list[Candidate]:
    """One candidate a sweeping sentence that the same paper takes back."""
    if is_survey(paper):
        return []
    found: dict[int, Pair] = {}
    for pair in (*_beaten(paper), *_conceded(paper), *_confined(paper)):
        found.setdefault(pair.claim.index, pair)
    return [_candidate(pair, paper) for pair in found.values()]


def _candidate(pair: Pair, paper: AuditPaper) -> Candidate:
    observation = f"The paper makes a sweeping statement, and {pair.says}."
    return Candidate(
        topic="overstated claims",
        observation=observation,
        assessment=pair.assessment,
        severity=Severity.MODERATE,
        judgement=shown_by(
            observation,
            [pair.claim, *pair.against],
            paper.tools,
            confidence=pair.confidence,
            rationale="Both passages are the paper's own.",
        ),
    )


def _sweeping(pattern: re.Pattern[str], paper: AuditPaper) -> Iterator[Line]:
    """Sentences about the paper's own work that sweep, without an exception in the same breath."""
    for line in paper.body:
        if line.is_table or line.is_caption or line.kind in FOREIGN:
            continue
        if pattern.search(line.text) and is_own(line, paper) and not _EXCEPTED.search(line.text):
            yield line


def _beaten(paper: AuditPaper) -> Iterator[Pair]:
    """A statement about a named table, and a row of that table that is ahead of the paper's own."""
    for claim in _sweeping(_BEST, paper):
        here = claim.text if _TABLE.search(claim.text) else " ".join(one.text for one in paper.reading.near(claim))
        numbers = set(_TABLE.findall(here))
        for grid in grids_of(paper):
            meant = numbers & set(_TABLE.findall(grid.caption[:30])) if numbers else _may_mean(claim, grid)
            if meant and (lost := _lost(grid, claim, paper)) is not None:
                own, other, column = lost
                yield Pair(claim, (own, other), f"another row of the table is ahead under “{column}”", _ASSESSED, 0.7)
                break


def _may_mean(claim: Line, grid: Grid) -> bool:
    """Whether a statement that names no table says "all" of what a table of the main comparison holds."""
    if grid.lines[0].passage.section != claim.passage.section or _SIDE_TABLE.search(grid.caption):
        return False
    return bool(_ALL_OF_THEM.search(claim.text))


def _lost(grid: Grid, claim: Line, paper: AuditPaper) -> tuple[Line, Line, str] | None:
    """The best row of the paper's own, a row of another that is ahead of all own ones, and in which column."""
    match = _BEST.search(claim.text)
    subject = claim.text[: match.start()] if match else claim.text
    names = [name for name in system_names(paper) if name in subject]
    own = [i for i, row in enumerate(grid.rows) if _is_own_row(row, names)]
    others = [i for i in range(len(grid.rows)) if i not in own and not _UNFAIR_ROW.search(" ".join(grid.rows[i][:2]))]
    for column in range(1, len(grid.titles)):
        sign = _direction(grid, column)
        mine = [(value, i) for i in own if (value := value_of(grid.rows[i][column])) is not None]
        theirs = [(value, i) for i in others if (value := value_of(grid.rows[i][column])) is not None]
        if not sign or not mine or not theirs or _COST.search(grid.titles[column]):
            continue
        best, at = max(mine, key=lambda pair: sign * pair[0])
        ahead, by = max(theirs, key=lambda pair: sign * pair[0])
        if sign * (ahead - best) > _MARGIN:
            return grid.lines[at], grid.lines[by], grid.titles[column]
    return None


def _is_own_row(row: tuple[str, ...], names: list[str]) -> bool:
    """Whether the row is labelled "ours" or with a name that is the subject of the statement."""
    label = " ".join(cell for cell in row[:3] if value_of(cell) is None)
    return bool(_OWN_ROW.search(label)) or any(name in label for name in names)


def _direction(grid: Grid, column: int) -> int:
    """1 where more is better, -1 where less is, 0 where neither title nor caption says so."""
    for words in (grid.titles[column], grid.caption):
        less, more = bool(_LESS_IS_BETTER.search(words)), bool(_MORE_IS_BETTER.search(words))
        if less != more:
            return -1 if less else 1
    return 0


def _conceded(paper: AuditPaper) -> Iterator[Pair]:
    """A statement that the method is ahead everywhere, and a sentence that says where it is not."""
    losing = list(_own_words(_LOSES, paper))
    for claim in _sweeping(_BEST, paper):
        for line in losing:
            if line.index != claim.index and paper.tools.similarity(claim.text, line.text) >= _ALIKE:
                yield Pair(claim, (line,), "says elsewhere that its method is behind", _ASSESSED, 0.75)
                break


def _confined(paper: AuditPaper) -> Iterator[Pair]:
    """A statement that the method fits anything, and a sentence that confines it."""
    confining = list(_own_words(_ONLY, paper))
    for claim in _sweeping(_ANYWHERE, paper):
        for line in confining:
            if line.index != claim.index and paper.tools.similarity(claim.text, line.text) >= _ALIKE:
                yield Pair(
                    claim,
                    (line,),
                    "says elsewhere to what it is confined",
                    "The statement is wider than what the paper says it covers.",
                    0.65,
                )
                break


def _own_words(pattern: re.Pattern[str], paper: AuditPaper) -> Iterator[Line]:
    names = "|".join(re.escape(name) for name in sorted(system_names(paper), key=len, reverse=True)) or "(?!)"
    own = re.compile(pattern.pattern.replace("OWN", f"(?:{names})"), re.I)
    for line in paper.body:
        if not line.is_table and line.kind not in FOREIGN and own.search(line.text):
            yield line
