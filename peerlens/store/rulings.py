"""A person's rulings on claims: known by the claim's content, and put into every report that holds the claim."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping

from peerlens.schema import Finding, Override, Record, Report
from peerlens.taxonomy import Verdict


class Ruling(Record):
    """What a person says of a claim. ``claim`` and ``quote``: the claim as it was when they ruled, and its words."""

    label: Verdict
    reason: str
    at: str
    claim: str
    quote: str


def content_key(text: str) -> str:
    """Names a claim or question of a paper by its words alone, so that it is known again in another run."""
    words = " ".join(text.split()).casefold()
    return hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()[:24]


def with_rulings(report: Report, rulings: Mapping[str, Ruling | None]) -> Report:
    """The report with ``override`` filled in for each claim that a person has ruled on; verdicts stay as they are.

    ``rulings`` by ``content_key``, ``None`` for one taken back. An override that came with the report stays unless
    there is an entry for its claim.
    """
    if not rulings:
        return report
    placed = placed_rulings(report.findings, rulings)
    findings = tuple(_ruled(one, placed.get(one.id), rulings) for one in report.findings)
    return report.model_copy(update={"findings": findings})


def placed_rulings(findings: tuple[Finding, ...], rulings: Mapping[str, Ruling | None]) -> dict[str, str]:
    """Finding id to the key of its ruling: by the claim's words, else by its quote where that leaves no choice.

    Another model words a claim otherwise but points at the same words of the review.
    """
    placed = {one.id: key for one in findings if (key := content_key(one.claim)) in rulings}
    left = {key: one for key, one in rulings.items() if one is not None and key not in placed.values()}
    by_quote = Counter(content_key(one.quote) for one in left.values())
    quoted = Counter(content_key(one.quote) for one in findings)
    for key, ruling in left.items():
        quote = content_key(ruling.quote)
        if by_quote[quote] == quoted[quote] == 1:
            finding = next(one for one in findings if content_key(one.quote) == quote)
            placed.setdefault(finding.id, key)
    return placed


def _ruled(finding: Finding, key: str | None, rulings: Mapping[str, Ruling | None]) -> Finding:
    if key is None:
        return finding
    ruling = rulings[key]
    override = None if ruling is None else Override(label=ruling.label, reason=ruling.reason, at=ruling.at)
    return finding.model_copy(update={"override": override})
