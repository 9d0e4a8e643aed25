"""Controls to put beside any verdict figure: rules that never open the paper, and which wrong paper to judge on."""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence

from peerlens.evals.metrics import LABELS, Judged
from peerlens.taxonomy import Verdict

TUNE, TEST = "tune", "test"

_WORDINGS = (
    (
        "negated",
        r"\b(no|not|never|none|nor|neither|without|cannot|lacks?|lacking|missing|absent|omits?|omitted|fails?)\b",
    ),
    ("negated", r"n[’']t\b"),
    ("graded", r"\b(unclear|insufficient\w*|limited|only|little|few|weak|minor|incremental|should|could|would|may)\b"),
    ("numeric", r"\d"),
    ("comparison", r"\b(than|outperform\w*|compared?|better|worse|higher|lower|faster|superior|inferior)\b"),
    ("judgement", r"\b(novel\w*|interesting|clear\w*|well|strong\w*|significant\w*|important|good|convincing|sound)\b"),
)
"""Classes of wording, the first that fits counts. Written before any figure was looked at."""


def half_of(paper_id: str) -> str:
    """``tune`` or ``test``: thresholds come from the one half of the papers, figures from the other."""
    return (TUNE, TEST)[hashlib.sha256(paper_id.encode()).digest()[0] % 2]


def wrong_papers(paper_ids: Iterable[str], half: Callable[[str], str] = half_of) -> dict[str, str]:
    """For each paper the next of its half in the order of ids: fixed, and never the paper itself.

    ``half`` says which half a paper is in. A paper that is alone in its half takes the next of all; a single paper has
    none.
    """
    everyone = sorted(set(paper_ids))
    others: dict[str, str] = {}
    for name in sorted({half(paper_id) for paper_id in everyone}):
        members = [paper_id for paper_id in everyone if half(paper_id) == name]
        ring = members if len(members) > 1 else everyone
        others |= {paper_id: ring[(ring.index(paper_id) + 1) % len(ring)] for paper_id in members if len(ring) > 1}
    return others


def wording_of(claim: str) -> str:
    """The class of a claim's wording."""
    return next((name for name, pattern in _WORDINGS if re.search(pattern, claim, re.IGNORECASE)), "plain")


def wording_rule(claims: Sequence[tuple[str, str, Verdict]]) -> list[Judged]:
    """Judge ``(paper, claim, gold)`` by wording alone: the commonest label of that wording in the other half.

    Macro-F1 is not served by the commonest label when one dominates; that is the control's weakness, and is kept.
    """
    return _judged(claims, labels_by_wording(claims))


def majority_rule(claims: Sequence[tuple[str, str, Verdict]]) -> list[Judged]:
    """Judge every claim as the commonest label of the other half."""
    return _judged(claims, commonest_labels(claims))


def labels_by_wording(claims: Sequence[tuple[str, str, Verdict]]) -> list[Verdict | None]:
    """The label of each claim by ``wording_rule``; ``None`` where the other half is empty."""
    return _by_other_half(claims, wording_of)


def commonest_labels(claims: Sequence[tuple[str, str, Verdict]]) -> list[Verdict | None]:
    """The label of each claim by ``majority_rule``; ``None`` where the other half is empty."""
    return _by_other_half(claims, lambda claim: "any")


def _judged(claims: Sequence[tuple[str, str, Verdict]], labels: Sequence[Verdict | None]) -> list[Judged]:
    pairs = zip(claims, labels, strict=True)
    return [Judged(paper=paper, gold=gold, predicted=label) for (paper, _, gold), label in pairs if label is not None]


def _by_other_half(claims: Sequence[tuple[str, str, Verdict]], class_of: Callable[[str], str]) -> list[Verdict | None]:
    seen: dict[str, dict[str, Counter[Verdict]]] = {TUNE: defaultdict(Counter), TEST: defaultdict(Counter)}
    overall: dict[str, Counter[Verdict]] = {TUNE: Counter(), TEST: Counter()}
    for paper, claim, gold in claims:
        seen[half_of(paper)][class_of(claim)][gold] += 1
        overall[half_of(paper)][gold] += 1
    labels: list[Verdict | None] = []
    for paper, claim, _ in claims:
        other = TEST if half_of(paper) == TUNE else TUNE
        counts = seen[other][class_of(claim)] or overall[other]
        labels.append(_commonest(counts) if counts else None)
    return labels


def _commonest(counts: Counter[Verdict]) -> Verdict:
    return max(LABELS, key=lambda label: (counts[label], -LABELS.index(label)))
