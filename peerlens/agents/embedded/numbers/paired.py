"""Values printed for two things that can be set against each other, and who stands beside whom."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from peerlens.agents.embedded.frames.frame import Draft, Versus
from peerlens.agents.embedded.names import name_pattern, names_in
from peerlens.agents.embedded.numbers.printed import Printed, values_printed
from peerlens.agents.embedded.numbers.quantities import quantities
from peerlens.agents.embedded.reading import Line, Reading
from peerlens.agents.embedded.wording import content
from peerlens.taxonomy import Polarity

_LOWER: Final = re.compile(
    r"\b(?:errors?|loss(?:es)?|mae|mse|rmse|nmse|perplexity|ppl|fid|kid|wer|cer|latency|latencies|time|runtime|cost|"
    r"memory|flops|regret|risk|distance|divergence|"
    r"miss rate|false positives?|fpr|eer|nll|ece|brier|toxicity|seconds|ms|deviation|bias)\b",
    re.I,
)


_HIGHER: Final = re.compile(
    r"\b(?:accuracy|acc|precision|recall|f1|f-1|f-score|bleu|rouge\S*|meteor|auc|auroc|auprc|map|ndcg\S*|mrr|psnr|"
    r"ssim|iou|miou|dice|reward|returns?|success(?: rate)?|win rate|"
    r"score|throughput|hit\S*|em|exact match|pass@\d+|r2|correlation|kappa|likelihood|speed-?up|coverage|recall@\d+|"
    r"sensitivity|specificity)\b",
    re.I,
)


COST: Final = re.compile(
    r"\b(?:time|latency|runtime|memory|flops|seconds|ms|cost|params?|parameters|size|throughput)\b", re.I
)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two printed values of one metric, for the left and the right side."""

    left: Printed
    right: Printed
    rival: str


def better_is_lower(words: str) -> bool | None:
    lower, higher = _LOWER.search(words) is not None, _HIGHER.search(words) is not None
    return None if lower == higher else lower


def pairs_of(left: str, right: str, metric: str | None, draft: Draft, reading: Reading) -> list[Pair]:
    """Values of both sides that can be set against each other: same table column, or sentences side by side."""
    lefts, rights = list(_valued(left, reading)), list(_valued(right, reading))
    measured = set(content(metric or ""))
    wanted = measured | {stem for limit in draft.restrictions for stem in content(limit)}
    pairs = []
    for a in lefts:
        for b in rights:
            if (
                a.quantity.unit != b.quantity.unit
                or (a.line.index, a.quantity.start) == (b.line.index, b.quantity.start)
                or a.line.passage.section != b.line.passage.section
            ):
                continue
            tables = a.line.is_table and b.line.is_table
            if a.line.is_table != b.line.is_table or abs(a.line.index - b.line.index) > (40 if tables else 2):
                continue
            if tables and (a.column != b.column or reading.caption_of(a.line) != reading.caption_of(b.line)):
                continue
            about = a.own | a.shared | a.around | b.own | b.shared | b.around
            near = about if tables else a.own | a.shared | b.own | b.shared
            if not wanted <= about or not measured <= near or measured & (a.rival - a.own):
                continue
            if wanted and tables and a.title and wanted & a.header and not wanted & a.title:
                continue
            pairs.append(Pair(a, b, right))
    nearest = min(
        (abs(pair.left.line.index - pair.right.line.index) for pair in pairs if not pair.left.line.is_table), default=0
    )
    return [
        pair
        for pair in pairs
        if pair.left.line.is_table or abs(pair.left.line.index - pair.right.line.index) == nearest
    ]


def _valued(name: str, reading: Reading) -> Iterator[Printed]:
    pattern = name_pattern(name)
    for line in reading.lines:
        if line.is_reference or line.heading or not pattern.search(line.text):
            continue
        for printed in values_printed(line, reading):
            if pattern.search(printed.words):
                yield printed


def rivals_of(name: str, reading: Reading, own: frozenset[str]) -> list[tuple[str, Line]]:
    """What ``name`` is set against by printed values, each with a line that does so."""
    draft = Draft("", Polarity.COMPARISON, "")
    found = []
    for rival in rival_names(name, None, draft, reading, own):
        pairs = pairs_of(name, rival, None, draft, reading)
        if pairs:
            found.append((rival, pairs[0].right.line))
    return found


def _is_data(name: str, reading: Reading) -> bool:
    """Whether a name goes by "on X" or "X dataset": what is measured on, not what is measured."""
    spelled = name_pattern(name).pattern
    text = reading.tools.manuscript.text
    return (
        re.search(rf"{spelled}\s+(?:data ?set|benchmark|corpus|test set|split)|\bon (?:the )?{spelled}", text)
        is not None
    )


def directed(versus: Versus, pairs: Sequence[Pair]) -> list[tuple[Pair, bool]]:
    """The pairs that bear on the relation, each with whether a lower value counts as more of it.

    For plain better and worse only columns whose own title is a known measure count; failing those, what the
    sentence or the caption says is measured.
    """
    if versus.metric is not None:
        return [(pair, False) for pair in pairs]
    by_title = [(pair, lower) for pair in pairs if (lower := better_is_lower(pair.left.title_words)) is not None]
    if by_title:
        quality = [one for one in by_title if not COST.search(one[0].left.title_words)]
        return quality or by_title
    found = []
    for pair in pairs:
        words = f"{pair.left.line.text} {pair.right.line.text} {pair.left.heading_words}"
        lower = better_is_lower(words if not pair.left.title_words else pair.left.heading_words)
        if lower is not None:
            found.append((pair, lower))
    return found


def rival_names(left: str, metric: str | None, draft: Draft, reading: Reading, own: frozenset[str]) -> list[str]:
    """Names that have values printed beside those of ``left``."""
    found: dict[str, None] = {}
    mine = list(_valued(left, reading))
    spots = {printed.line.index for printed in mine}
    for line in reading.lines:
        near = any(abs(line.index - spot) <= (12 if line.is_table else 1) for spot in spots)
        if not near or line.is_reference or line.heading or not quantities(line.text):
            continue
        for printed in values_printed(line, reading):
            for name in names_in(f"x {printed.words}"):
                variant = name_pattern(left).search(name) is not None or any(
                    name_pattern(one).search(name) for one in own
                )
                metric_name = _LOWER.search(name) or _HIGHER.search(name)
                if (
                    not variant
                    and not metric_name
                    and not _is_data(name, reading)
                    and pairs_of(left, name, metric, draft, reading)
                ):
                    found.setdefault(name)
    return list(found)
