"""Judge comparisons: by the authors' own words, or by the values printed for both sides."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from peerlens.agents.embedded.frames import Draft, Versus
from peerlens.agents.embedded.frames_versus import find_versus
from peerlens.agents.embedded.ledger_entry import Entry, Quote
from peerlens.agents.embedded.names import name_pattern, names_in
from peerlens.agents.embedded.numbers import quantities
from peerlens.agents.embedded.numeric import Printed, values_printed
from peerlens.agents.embedded.reading import Line, Reading
from peerlens.agents.embedded.wording import content
from peerlens.taxonomy import EvidenceRole, PartStatus, Polarity, Reason

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
_COST: Final = re.compile(
    r"\b(?:time|latency|runtime|memory|flops|seconds|ms|cost|params?|parameters|size|throughput)\b", re.I
)
_CLAUSE: Final = re.compile(r"[,;:]\s+|\s+(?:and|but|while|whereas|so|although|though|since|because)\s+", re.I)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two printed values of one metric, for the left and the right side."""

    left: Printed
    right: Printed
    rival: str


def judge_comparison(draft: Draft, reading: Reading, *, own: frozenset[str]) -> Entry:
    """Judge one comparison. A universal gives one entry per instance (``instances``)."""
    versus = draft.versus
    assert versus is not None
    left = _resolve(versus.left, own, reading)
    if versus.on is not None:
        draft = replace(draft, restrictions=(*draft.restrictions, _measure(versus.on)))
    plural = versus.every or not names_in(f"x {versus.right}")
    if not plural:
        right = _resolve(versus.right, own, reading)
        said = _stated(versus, left, right, reading)
        shown = _weighed(replace(versus, left=left, right=right), _pairs(left, right, versus.metric, draft, reading))
        return _turned(shown or said or _silent(left, right), versus)
    rivals = _rivals(left, versus.metric, draft, reading, own)
    entries = []
    for rival in rivals:
        one = _weighed(replace(versus, left=left, right=rival), _pairs(left, rival, versus.metric, draft, reading))
        one = one or _stated(versus, left, rival, reading)
        if one is not None:
            entries.append(replace(_turned(one, versus), label=f"{left} against {rival}"))
    if not entries:
        said = _stated(versus, left, versus.right, reading)
        return _turned(said or _silent(left, "the others"), versus)
    if versus.every and not versus.denied:
        return replace(entries[0], instances=tuple(entries))
    return _aggregate(entries, versus)


def _measure(on: str) -> str:
    """What a comparison is said of, without words that no table prints ("both languages")."""
    return (
        "" if re.match(r"(?:both|all|every|each|most|many|several|general|practice|average|total)\b", on, re.I) else on
    )


def _aggregate(entries: Sequence[Entry], versus: Versus) -> Entry:
    """An unquantified plural, or a denied universal: all, some or none of the instances."""
    holding = [entry for entry in entries if entry.status is PartStatus.SUPPORTED]
    quotes = tuple(dict.fromkeys(quote for entry in entries for quote in entry.quotes))
    if versus.every and versus.denied:
        if holding:
            return replace(holding[0], reason=None, quotes=quotes)
        return replace(entries[0], quotes=quotes)
    if len(holding) == len(entries):
        return replace(holding[0], quotes=quotes)
    if not holding:
        return replace(entries[0], quotes=quotes)
    return Entry(
        PartStatus.PARTIAL,
        Reason.QUANTIFIER,
        0.7,
        "The values printed bear this out for some and not for others",
        quotes,
    )


def _turned(entry: Entry, versus: Versus) -> Entry:
    """For a denied relation, support and contradiction change places."""
    if not versus.denied or entry.status not in (PartStatus.SUPPORTED, PartStatus.CONTRADICTED):
        return entry
    if entry.status is PartStatus.SUPPORTED:
        quotes = tuple(replace(quote, role=EvidenceRole.CONTRADICTS) for quote in entry.quotes)
        return replace(entry, status=PartStatus.CONTRADICTED, reason=Reason.COUNTEREXAMPLE, quotes=quotes)
    quotes = tuple(replace(quote, role=EvidenceRole.SUPPORTS) for quote in entry.quotes)
    return replace(entry, status=PartStatus.SUPPORTED, reason=None, quotes=quotes)


def _silent(left: str, right: str) -> Entry:
    return Entry(
        PartStatus.SILENT,
        Reason.ABSENT_AFTER_FULL_SCAN,
        0.4,
        f"The paper gives no values that set {left} against {right}",
    )


def _resolve(side: str, own: frozenset[str], reading: Reading) -> str:
    """The name a side goes by: its own, or for "the method" that of the paper's system."""
    named = names_in(f"x {side}")
    if named:
        return named[0]
    if own and re.search(
        r"\b(?:method|model|approach|system|it|paper|authors?|proposed|network|framework|algorithm)\b", side, re.I
    ):
        counts = {name: sum(1 for line in reading.lines if name_pattern(name).search(line.text)) for name in own}
        return max(counts, key=lambda name: counts[name])
    return side


def _stated(versus: Versus, left: str, right: str, reading: Reading) -> Entry | None:
    """What the authors say of the two in so many words."""
    pattern_left, pattern_right = name_pattern(left), name_pattern(right)
    for line in reading.lines:
        if line.is_reference or line.heading or not pattern_left.search(line.text):
            continue
        near = f"{line.text} {reading.context(line)}"
        if not pattern_right.search(near):
            continue
        for clause in [line.text, *_CLAUSE.split(line.text)]:
            said = find_versus(clause)
            if said is None or ((said.metric or None) != (versus.metric or None) and (said.metric and versus.metric)):
                continue
            agrees = _agreement(versus, said, pattern_left, pattern_right)
            if agrees is None:
                continue
            role = EvidenceRole.ASSERTS if agrees else EvidenceRole.CONTRADICTS
            status = PartStatus.SUPPORTED if agrees else PartStatus.CONTRADICTED
            reason = None if agrees else Reason.STATED_OTHERWISE
            return Entry(
                status,
                reason,
                0.75,
                f"The paper sets {left} against {right} in words",
                (Quote(line.start, line.end, role),),
            )
    return None


def _agreement(versus: Versus, said: Versus, left: re.Pattern[str], right: re.Pattern[str]) -> bool | None:
    """Whether a printed comparison says the same (``True``), the reverse (``False``) or something else (``None``)."""
    same_way = left.search(said.left) and right.search(said.right)
    other_way = right.search(said.left) and left.search(said.right)
    if not same_way and not other_way:
        return None
    sign = said.sign if same_way else -said.sign
    if (said.metric is None) != (versus.metric is None):
        lower = _better_is_lower(said.metric or versus.metric or "")
        if lower is None:
            return None
        sign = -sign if lower else sign
    if said.denied:
        return None if sign == versus.sign and versus.sign == 0 else sign != versus.sign
    return sign == versus.sign


def _better_is_lower(words: str) -> bool | None:
    lower, higher = _LOWER.search(words) is not None, _HIGHER.search(words) is not None
    return None if lower == higher else lower


def _pairs(left: str, right: str, metric: str | None, draft: Draft, reading: Reading) -> list[Pair]:
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


def _weighed(versus: Versus, pairs: Sequence[Pair]) -> Entry | None:
    """What the pairs of values say: the relation holds in all, none or some of them."""
    judged: list[tuple[Pair, bool]] = []
    for pair, lower in _directed(versus, pairs):
        a, b = pair.left.quantity.value, pair.right.quantity.value
        if versus.sign == 0:
            judged.append((pair, abs(a - b) <= 0.02 * max(abs(a), abs(b), 1e-12)))
            continue
        better = b - a if lower else a - b
        judged.append((pair, better * versus.sign > 0))
    if not judged:
        return None
    holding = [pair for pair, holds in judged if holds]
    first = judged[0][0]
    says = (
        f"The paper prints {first.left.quantity.text.strip()} for {versus.left} and "
        f"{first.right.quantity.text.strip()} for {versus.right}"
    )
    status, reason, role = PartStatus.SUPPORTED, None, EvidenceRole.SUPPORTS
    if not holding:
        status, reason, role = PartStatus.CONTRADICTED, Reason.STATED_OTHERWISE, EvidenceRole.CONTRADICTS
    elif len(holding) < len(judged):
        share = len(holding) / len(judged)
        if 0.2 < share < 0.8:
            status, reason, role = PartStatus.PARTIAL, Reason.SCOPE, EvidenceRole.CONTEXT
        elif share <= 0.2:
            status, reason, role = PartStatus.CONTRADICTED, Reason.STATED_OTHERWISE, EvidenceRole.CONTRADICTS
    lines: list[Line] = [line for pair, _ in judged[:2] for line in (pair.left.line, pair.right.line)]
    quotes = tuple(dict.fromkeys(Quote(line.start, line.end, role) for line in lines))
    return Entry(status, reason, 0.85 if len(judged) == len(holding) or not holding else 0.6, says, quotes)


def rivals_of(name: str, reading: Reading, own: frozenset[str]) -> list[tuple[str, Line]]:
    """What ``name`` is set against by printed values, each with a line that does so."""
    draft = Draft("", Polarity.COMPARISON, "")
    found = []
    for rival in _rivals(name, None, draft, reading, own):
        pairs = _pairs(name, rival, None, draft, reading)
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


def _directed(versus: Versus, pairs: Sequence[Pair]) -> list[tuple[Pair, bool]]:
    """The pairs that bear on the relation, each with whether a lower value counts as more of it.

    For plain better and worse only columns whose own title is a known measure count; failing those, what the
    sentence or the caption says is measured.
    """
    if versus.metric is not None:
        return [(pair, False) for pair in pairs]
    by_title = [(pair, lower) for pair in pairs if (lower := _better_is_lower(pair.left.title_words)) is not None]
    if by_title:
        quality = [one for one in by_title if not _COST.search(one[0].left.title_words)]
        return quality or by_title
    found = []
    for pair in pairs:
        words = f"{pair.left.line.text} {pair.right.line.text} {pair.left.heading_words}"
        lower = _better_is_lower(words if not pair.left.title_words else pair.left.heading_words)
        if lower is not None:
            found.append((pair, lower))
    return found


def _rivals(left: str, metric: str | None, draft: Draft, reading: Reading, own: frozenset[str]) -> list[str]:
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
                    and _pairs(left, name, metric, draft, reading)
                ):
                    found.setdefault(name)
    return list(found)
