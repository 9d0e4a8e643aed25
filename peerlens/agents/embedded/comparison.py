"""Judge comparisons: by the authors' own words, or by the values printed for both sides."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from peerlens.agents.embedded.frames.frame import Draft, Versus
from peerlens.agents.embedded.frames.versus import find_versus
from peerlens.agents.embedded.ledger_entry import Entry, Quote
from peerlens.agents.embedded.names import name_pattern, names_in
from peerlens.agents.embedded.numbers.paired import Pair, better_is_lower, directed, pairs_of, rival_names
from peerlens.agents.embedded.reading import Line, Reading
from peerlens.taxonomy import EvidenceRole, PartStatus, Reason

_CLAUSE: Final = re.compile(r"[,;:]\s+|\s+(?:and|but|while|whereas|so|although|though|since|because)\s+", re.I)


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
        shown = _weighed(replace(versus, left=left, right=right), pairs_of(left, right, versus.metric, draft, reading))
        return _turned(shown or said or _silent(left, right), versus)
    rivals = rival_names(left, versus.metric, draft, reading, own)
    entries = []
    for rival in rivals:
        one = _weighed(replace(versus, left=left, right=rival), pairs_of(left, rival, versus.metric, draft, reading))
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
        lower = better_is_lower(said.metric or versus.metric or "")
        if lower is None:
            return None
        sign = -sign if lower else sign
    if said.denied:
        return None if sign == versus.sign and versus.sign == 0 else sign != versus.sign
    return sign == versus.sign


def _weighed(versus: Versus, pairs: Sequence[Pair]) -> Entry | None:
    """What the pairs of values say: the relation holds in all, none or some of them."""
    judged: list[tuple[Pair, bool]] = []
    for pair, lower in directed(versus, pairs):
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
