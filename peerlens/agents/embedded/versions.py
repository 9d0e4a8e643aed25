"""Claims about the version of a program: whether the paper prints one behind its name."""

from __future__ import annotations

import re
from typing import Final

from peerlens.agents.embedded.frames.frame import Draft
from peerlens.agents.embedded.ledger_entry import Entry, Quote
from peerlens.agents.embedded.reading import Reading
from peerlens.taxonomy import EvidenceRole, PartStatus, Polarity, Reason

_ASKED: Final = re.compile(
    r"\b(?:(?:which|what|the) )?(?:versions?|releases?) (?:number )?of (?:the )?(?P<name>[A-Z][\w+#-]*(?:[.][a-z]+)?)"
)


def judge_version(draft: Draft, reading: Reading) -> Entry | None:
    """The entry for "which version of NAME" is (not) told; ``None`` for every other claim."""
    asked = _ASKED.search(draft.target)
    if asked is None or draft.polarity not in (Polarity.ABSENCE, Polarity.PRESENCE):
        return None
    name, denied = asked["name"], draft.polarity is Polarity.ABSENCE
    printed = re.compile(rf"(?<![\w-]){re.escape(name)}[\s,(~-]*(?:version\s*|v\.?\s*)?\d+(?:\.[\dx]+)*", re.I)
    line = next((one for one in reading.lines if not one.is_reference and printed.search(one.text)), None)
    if line is not None:
        role = EvidenceRole.CONTRADICTS if denied else EvidenceRole.SUPPORTS
        status = PartStatus.CONTRADICTED if denied else PartStatus.SUPPORTED
        reason = Reason.COUNTEREXAMPLE if denied else None
        return Entry(
            status, reason, 0.85, f"The paper gives the version of {name}", (Quote(line.start, line.end, role),)
        )
    says = f"No version stands behind {name} in the pages supplied"
    status = PartStatus.SUPPORTED if denied else PartStatus.SILENT
    return Entry(status, Reason.ABSENT_AFTER_FULL_SCAN, 0.7, says, probes=(name, f"{name} version"), scanned=True)
