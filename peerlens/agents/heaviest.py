"""Which findings of an audit matter most: an order that rows and reports share, light enough for every report."""

from __future__ import annotations

from collections.abc import Sequence

from peerlens.schema import AuditFinding, LabelRow
from peerlens.taxonomy import Severity, Weakness

_HEAVIEST = list(Severity)


def leading(rows: Sequence[LabelRow], *, most: int) -> tuple[tuple[Weakness, AuditFinding], ...]:
    """The few findings that matter first, over all labels, the most severe and surest first."""
    found = [(row.label, finding) for row in rows for finding in row.findings]
    return tuple(sorted(found, key=lambda pair: weight(pair[1]))[:most])


def weight(finding: AuditFinding) -> tuple[int, float, str]:
    """Sorts the most severe and surest first."""
    return _HEAVIEST.index(finding.severity), -finding.confidence, finding.id
