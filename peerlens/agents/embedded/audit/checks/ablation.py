"""Whether a paper that proposes a method shows what its components contribute."""

from __future__ import annotations

from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.family import Candidate
from peerlens.taxonomy import Severity


def propose(paper: AuditPaper) -> list[Candidate]:
    """One candidate where experiments are reported; whether an ablation is there is the verifier's to say."""
    if not paper.empirical:
        return []
    return [
        Candidate(
            topic="ablation",
            observation="The paper reports no ablation study.",
            assessment="Without one, a reader cannot tell which component the reported gain comes from.",
            severity=Severity.MAJOR,
        )
    ]
