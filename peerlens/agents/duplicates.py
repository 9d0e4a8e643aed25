"""Tell when two claims make the same point, within a review and across reviews of the same paper."""

from __future__ import annotations

from collections.abc import Sequence

from peerlens.schema import Finding
from peerlens.text.folding import stem, words

_SMALL = frozenset("the a an this that these paper authors author of in is are be to".split())


def point_key(claim: str) -> tuple[str, ...]:
    """Two claims with the same key say the same: all words but articles, in order, stemmed."""
    return tuple(stem(word) for word in words(claim) if word not in _SMALL) or (claim.casefold(),)


def link_duplicates(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Set ``same_as`` on findings whose point an earlier review makes already. Ready-made claims are left alone."""
    first: dict[tuple[str, ...], Finding] = {}
    linked = []
    for finding in findings:
        if finding.claim_id is None:
            earlier = first.setdefault(point_key(finding.claim), finding)
            if earlier.review_id != finding.review_id and finding.same_as is None:
                finding = finding.model_copy(update={"same_as": earlier.id})
        linked.append(finding)
    return tuple(linked)
