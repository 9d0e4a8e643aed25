"""Settle one part: from what a model found about a positive statement to the status of what the claim says of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from peerlens.agents.embedded.names import names_in
from peerlens.agents.embedded.nearest import in_paper, numbers_agree
from peerlens.agents.embedded.numbers.quantities import quantities
from peerlens.agents.embedded.reading import reading_of, unmarked
from peerlens.agents.served.drafts import QuoteDraft
from peerlens.agents.served.quoting import located, naming
from peerlens.agents.served.split import About, Act, PartDraft, Says, Thing
from peerlens.schema import Evidence, Scan
from peerlens.taxonomy import EvidenceRole, PartStatus, Polarity, Reason, SectionKind
from peerlens.tools import PaperTools

_ELSEWHERE: Final = frozenset(
    {SectionKind.RELATED_WORK, SectionKind.BACKGROUND, SectionKind.FUTURE_WORK, SectionKind.REFERENCES,
     SectionKind.CHECKLIST}
)  # fmt: skip
"""Where a thing is named without being done by this paper."""
_PARTS_MISSING: Final = 0.9
"""Factor on the confidence in an absence when the paper points to parts that were not supplied."""

_RETOLD: Final = 0.8
"""Factor on the confidence where the model retold a sentence instead of quoting it."""


class Finding(StrEnum):
    """What the passages do for a positive statement."""

    SHOWN = "shown"
    PARTLY = "partly"
    OTHERWISE = "otherwise"
    MENTIONED = "only mentioned"
    NOTHING = "nothing"
    CANNOT_TELL = "cannot tell"


_FOUND: Final = frozenset({Finding.SHOWN, Finding.PARTLY, Finding.MENTIONED})


@dataclass(frozen=True, slots=True)
class Look:
    """What a model found, and the ids its quotes may name."""

    finding: Finding
    quotes: tuple[QuoteDraft, ...]
    ids: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Entry:
    """How a part fares. ``firmness``: factor on the model's own confidence."""

    status: PartStatus
    reason: Reason | None = None
    quotes: tuple[Evidence, ...] = ()
    firmness: float = 1.0


def settled(part: PartDraft, look: Look | None, scan: Scan | None, tools: PaperTools) -> Entry:
    """The status of ``part``. ``look`` is ``None`` for what no paper can settle."""
    if look is None:
        return Entry(
            PartStatus.UNDECIDABLE,
            Reason.EXTERNAL_KNOWLEDGE if part.about is About.OUTSIDE else Reason.OPINION,
        )
    denied = part.says is not Says.IS_SO
    if look.finding in _FOUND and unknown_names(part.statement, tools):
        return _nothing(part, replace(look, quotes=()), scan, tools)
    match look.finding:
        case Finding.SHOWN | Finding.PARTLY:
            entry = _shown(part, look, scan, tools)
            located_as_quoted = bool(_quotes(look, EvidenceRole.CONTEXT, tools))
            return entry if located_as_quoted else replace(entry, firmness=entry.firmness * _RETOLD)
        case Finding.OTHERWISE:
            return _otherwise(part, look, scan, tools)
        case Finding.CANNOT_TELL:
            return Entry(PartStatus.UNDECIDABLE, Reason.INFERENCE, _quotes(look, EvidenceRole.CONTEXT, tools))
        case Finding.MENTIONED if part.act is Act.MENTIONS:
            role = EvidenceRole.CONTRADICTS if denied else EvidenceRole.SUPPORTS
            status = PartStatus.CONTRADICTED if denied else PartStatus.SUPPORTED
            return Entry(status, Reason.COUNTEREXAMPLE if denied else None, _quotes(look, role, tools))
        case Finding.MENTIONED | Finding.NOTHING:
            return _nothing(part, look, scan, tools)


def unknown_names(statement: str, tools: PaperTools) -> list[str]:
    """The names of ``statement`` that the paper has nowhere, whatever a model found about them."""
    reading = reading_of(tools)
    return [name for name in names_in(statement) if not in_paper(name, reading)]


def _shown(part: PartDraft, look: Look, scan: Scan | None, tools: PaperTools) -> Entry:
    denied = part.says is not Says.IS_SO
    role = EvidenceRole.CONTRADICTS if denied else EvidenceRole.SUPPORTS
    quotes = _quotes(look, role, tools) or naming(part.statement, look.quotes, role, ids=look.ids, tools=tools)
    own = tuple(one for one in quotes if tools.section_of(one.start).kind not in _ELSEWHERE)
    if denied and part.act is Act.DOES and quotes and not own:
        return _nothing(part, look, scan, tools)
    if part.says is Says.IS_SO and quotes and not _has_numbers(part, quotes, tools):
        return Entry(PartStatus.SILENT, Reason.UNGROUNDED, _quotes(look, EvidenceRole.CONTEXT, tools))
    if look.finding is Finding.PARTLY:
        return Entry(PartStatus.PARTIAL, Reason.SCOPE, quotes)
    if part.says is Says.IS_SO:
        return Entry(PartStatus.SUPPORTED, None, quotes)
    if part.says is Says.TOO_LITTLE:
        return Entry(PartStatus.PARTIAL, Reason.SCOPE, own or quotes)
    reason = Reason.STATED_OTHERWISE if part.about is not About.CONTENT else Reason.COUNTEREXAMPLE
    return Entry(PartStatus.CONTRADICTED, reason, own or quotes)


def _has_numbers(part: PartDraft, quotes: Sequence[Evidence], tools: PaperTools) -> bool:
    """Whether what is quoted has the statement's numbers: a small model takes any number for the one it looks for."""
    said = unmarked(" ".join(one.quote for one in quotes))
    around = unmarked(" ".join(tools.text_of(tools.passage(one.passage_id)) for one in quotes if one.passage_id))
    return numbers_agree(quantities(part.statement), said, around)


def _otherwise(part: PartDraft, look: Look, scan: Scan | None, tools: PaperTools) -> Entry:
    """The paper says what cannot be true together with the statement: against the claim, or for its denial."""
    if part.says is Says.IS_SO:
        reason = Reason.NUMBER if part.about is About.NUMBER else Reason.STATED_OTHERWISE
        return Entry(PartStatus.CONTRADICTED, reason, _quotes(look, EvidenceRole.CONTRADICTS, tools))
    quotes = _quotes(look, EvidenceRole.SUPPORTS, tools)
    return Entry(PartStatus.SUPPORTED, None, quotes) if quotes else _nothing(part, look, scan, tools)


def _nothing(part: PartDraft, look: Look, scan: Scan | None, tools: PaperTools) -> Entry:
    """Nothing was found. After a complete scan that settles an absence, and a presence of what papers show."""
    context = _quotes(look, EvidenceRole.CONTEXT, tools)
    if part.polarity not in (Polarity.PRESENCE, Polarity.ABSENCE):
        return Entry(PartStatus.SILENT, None, context)
    pointer = _pointer(part, scan, tools)
    if pointer is not None:
        return Entry(PartStatus.SILENT, Reason.IN_MISSING_PART, (*context, pointer))
    firmness = _PARTS_MISSING if scan is not None and scan.missing else 1.0
    if part.polarity is Polarity.ABSENCE:
        return Entry(PartStatus.SUPPORTED, Reason.ABSENT_AFTER_FULL_SCAN, context, firmness)
    if part.thing is not Thing.OTHER and scan is not None and scan.complete:
        return Entry(PartStatus.CONTRADICTED, Reason.ABSENT_AFTER_FULL_SCAN, context, firmness)
    return Entry(PartStatus.SILENT, None, context)


def _pointer(part: PartDraft, scan: Scan | None, tools: PaperTools) -> Evidence | None:
    """The sentence that points for this very content, by its names if it has any, to a part that was not supplied."""
    if scan is None or not scan.missing:
        return None
    matches = tools.scan(names_in(part.statement) or scan.queries).matches
    for away in tools.manuscript.missing:
        if any(away.start <= match.start < away.end for match in matches):
            return tools.evidence(away.start, away.end, EvidenceRole.CONTEXT)
    return None


def _quotes(look: Look, role: EvidenceRole, tools: PaperTools) -> tuple[Evidence, ...]:
    return located(look.quotes, role, ids=look.ids, tools=tools)
