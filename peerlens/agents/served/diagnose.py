"""Map a criticism that holds to its weakness label, by a model that knows the definitions."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import BeforeValidator, Field

from peerlens.agents.family import Diagnosis
from peerlens.agents.served.asking import Asking
from peerlens.agents.served.audit.conditions import claims_efficiency
from peerlens.agents.served.drafts import Draft, Sentence
from peerlens.prompts import as_data
from peerlens.schema import Finding
from peerlens.taxonomy import Weakness, weakness_from_name
from peerlens.tools import PaperTools

_NONE: Final = "none"
_CHOICES: Final[list[str]] = [*(label.value for label in Weakness), _NONE]


def _label(value: object) -> object:
    """A label by its id or its name, with or without the other behind it."""
    if not isinstance(value, str) or value in _CHOICES:
        return value
    head = value.strip().split()[0].rstrip(":.,") if value.strip() else ""
    if head in _CHOICES:
        return head
    return weakness_from_name(value).value


class LabelDraft(Draft):
    rationale: Sentence
    label: Annotated[str, BeforeValidator(_label), Field(json_schema_extra={"enum": list(_CHOICES)})]


async def diagnose(finding: Finding, tools: PaperTools, asking: Asking) -> Diagnosis | None:
    """The weakness, or ``None``. Run times missed where no efficiency is claimed are a detail (L2.2.2)."""
    labels = "\n".join(f"{label.value} {label.display_name}: {label.definition}" for label in Weakness)
    reply = await asking.plain("diagnose", LabelDraft, values={"labels": labels, "claim": as_data(finding.claim)})
    if reply.label == _NONE:
        return None
    weakness = Weakness(reply.label)
    if weakness is Weakness.L2_7_1 and not claims_efficiency(tools):
        weakness = Weakness.L2_2_2
    return Diagnosis(weakness=weakness)
