"""Judge one claim: read its frame, judge each part by its polarity, and set down the record."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from peerlens.agents.embedded.charged import weighed
from peerlens.agents.embedded.comparison import judge_comparison
from peerlens.agents.embedded.concepts import concepts_in
from peerlens.agents.embedded.exclusive import judge_exclusive
from peerlens.agents.embedded.existence import judge_existence
from peerlens.agents.embedded.frames.frame import Draft, Frame, Quantifier
from peerlens.agents.embedded.frames.openings import peel
from peerlens.agents.embedded.frames.reader import read_claim
from peerlens.agents.embedded.frames.scope import criticises
from peerlens.agents.embedded.ledger_entry import Entry, Quote, undecided
from peerlens.agents.embedded.names import names_in
from peerlens.agents.embedded.nearest import in_paper
from peerlens.agents.embedded.numbers.quantities import quantities
from peerlens.agents.embedded.own import is_own_system, own_names
from peerlens.agents.embedded.presence import judge_statement
from peerlens.agents.embedded.quotations import judge_quotation, lines_quoted, said_verbatim
from peerlens.agents.embedded.reading import Reading, reading_of
from peerlens.agents.embedded.said import judge_left_out, judge_said
from peerlens.agents.embedded.shown import judge_shown
from peerlens.agents.embedded.statement import judge_sentence
from peerlens.agents.embedded.universals import guarded
from peerlens.agents.embedded.unnamed import of_some_works
from peerlens.agents.embedded.wording import content, plain, telling
from peerlens.agents.family import Retrieved
from peerlens.schema import Claim, Evidence, Judgement, Part, Scan, Step
from peerlens.taxonomy import EvidenceRole, PartStatus, Polarity, Reason, Stance
from peerlens.tools import PaperTools

LONGEST: Final = 3_000
"""Characters of a claim up to which it is judged; the time of the rules grows faster than the text."""
_EXAMPLE: Final = re.compile(
    r"^(?:for (?:example|instance)|e\.g\.|namely|specifically|in particular),?\s+"
    r"(?:we|they|the authors?|it|the paper)\b",
    re.I,
)
_LONG: Final = 10
"""Content words from which a comparison says more than who is better."""


def verify(claim: Claim, retrieved: Retrieved, tools: PaperTools) -> Judgement:
    """Judge ``claim`` on the paper. Labels follow from the parts (``agents.rules.derive``), never from here."""
    if len(claim.text) > LONGEST:
        return _too_long(claim, tools)
    frame = read_claim(claim.text)
    reading = reading_of(tools)
    if (verbatim := said_verbatim(claim.text, reading)) is not None:
        draft = Draft(claim.text, Polarity.PRESENCE, claim.text)
        return _record(claim, Frame((draft,)), [(draft, verbatim)], tools)
    demanding = claim.stance is Stance.CRITICISM or (criticises(claim.text) and not peel(plain(claim.text)).said)
    own = own_names(reading)
    judged: list[tuple[Draft, Entry]] = []
    weighing = demanding or claim.stance is Stance.PRAISE
    for one in frame.drafts:
        draft = replace(one, demanding=demanding, weighing=weighing or one.limit is Reason.OPINION)
        for entry in _judge(draft, reading, own, retrieved.passages):
            settled = weighed(draft, guarded(draft.statement, entry, reading), reading)
            judged.extend(_spread(draft, _beside_quotation(draft, settled, reading)))
    if (whole := _as_a_whole(claim.text, judged, reading, own, retrieved.passages)) is not None:
        judged = [whole]
    return _record(claim, frame, judged, tools)


def _as_a_whole(
    text: str, judged: Sequence[tuple[Draft, Entry]], reading: Reading, own: frozenset[str], passages: Sequence[str]
) -> tuple[Draft, Entry] | None:
    """A long claim that no search could settle ("only", "not …") may still be what the paper says in one place."""
    unsettled = all(entry.reason is Reason.ENGINE_LIMIT for _, entry in judged)
    if not unsettled or len(content(text)) < _LONG or any(draft.demanding for draft, _ in judged):
        return None
    draft = Draft(text, Polarity.PRESENCE, text)
    entry = judge_statement(draft, reading, own=own, passages=passages)
    return (draft, entry) if entry.status is PartStatus.SUPPORTED else None


def _beside_quotation(draft: Draft, entry: Entry, reading: Reading) -> Entry:
    """What cannot be settled shows the sentence that the claim quotes, rather than one that lies near."""
    if entry.status not in (PartStatus.SILENT, PartStatus.UNDECIDABLE):
        return entry
    quotes = tuple(Quote(line.start, line.end, EvidenceRole.CONTEXT) for line in lines_quoted(draft.text, reading))
    return replace(entry, quotes=quotes) if quotes else entry


def _too_long(claim: Claim, tools: PaperTools) -> Judgement:
    draft = Draft(claim.text, Polarity.PRESENCE, claim.text, limit=Reason.ENGINE_LIMIT)
    entry = undecided(Reason.ENGINE_LIMIT, f"The claim is longer than {LONGEST:,} characters")
    return _record(claim, Frame((draft,), Reason.ENGINE_LIMIT), [(draft, entry)], tools)


def _judge(draft: Draft, reading: Reading, own: frozenset[str], passages: Sequence[str]) -> list[Entry]:
    if not draft.core and draft.limit is not None:
        return [_exampled(draft, draft.limit, reading)]
    if (said := judge_quotation(draft.statement, reading)) is not None:
        return [said]
    if (shown := judge_shown(draft, reading, own=own)) is not None:
        return [shown]
    if draft.quantifier is Quantifier.ONLY:
        return [judge_exclusive(draft, reading, own=own, passages=list(passages))]
    if draft.versus is not None:
        return _compared(draft, reading, own, passages)
    if draft.polarity is Polarity.PRESENCE and (out := judge_left_out(draft.statement, reading)) is not None:
        return [out]
    if draft.polarity is Polarity.PRESENCE and is_own_system(
        draft.target, own
    ):  # what is said of it matters, not that it is
        return judge_sentence(draft, reading, own=own, passages=passages)
    if draft.target and draft.polarity in (Polarity.ABSENCE, Polarity.PRESENCE):
        entry = judge_existence(draft, reading, own=own)
        return [entry] if draft.polarity is Polarity.ABSENCE else _present(draft, entry, reading, own, passages)
    return judge_sentence(draft, reading, own=own, passages=passages)


def _exampled(draft: Draft, limit: Reason, reading: Reading) -> Entry:
    """A comment at the end is not judged; an example of what was done is wrong where a name in it stands nowhere."""
    named = names_in(draft.statement) if _EXAMPLE.match(draft.statement) else ()
    foreign = tuple(name for name in named if not in_paper(name, reading))
    if not foreign:
        return undecided(limit, "")
    says = f"The paper does not speak of {foreign[0]}"
    return Entry(PartStatus.CONTRADICTED, Reason.ABSENT_AFTER_FULL_SCAN, 0.6, says, probes=foreign, scanned=True)


def _compared(draft: Draft, reading: Reading, own: frozenset[str], passages: Sequence[str]) -> list[Entry]:
    """A comparison by its values; where the paper gives none, by a sentence that says who is ahead."""
    entry = judge_comparison(draft, reading, own=own)
    if entry.status is not PartStatus.SILENT or draft.versus is None or draft.versus.denied:
        return [entry]
    if (ahead := judge_said(draft.versus, reading, own=own)) is not None:
        return [ahead]
    if len(content(draft.statement)) < _LONG:
        return [entry]
    said = judge_sentence(replace(draft, polarity=Polarity.PRESENCE), reading, own=own, passages=passages)
    return said if said[0].status is PartStatus.SUPPORTED else [entry]


def _present(draft: Draft, entry: Entry, reading: Reading, own: frozenset[str], passages: Sequence[str]) -> list[Entry]:
    """Something not found by its name may still stand in a sentence; what is neither named nor counted is a detail.

    A detail of which the places that have the thing say not a word leaves the claim open.
    """
    unfound = entry.status is PartStatus.CONTRADICTED and entry.reason is Reason.ABSENT_AFTER_FULL_SCAN
    if entry.status not in (PartStatus.PARTIAL, PartStatus.SILENT) and not unfound:
        return [entry]
    better = judge_sentence(draft, reading, own=own, passages=passages)
    if better[0].status is PartStatus.SUPPORTED and _shows(better[0], draft.target, reading):
        return better
    if unfound and of_some_works(draft.target):
        return [replace(entry, status=PartStatus.SILENT)]
    limits = " ".join(draft.restrictions)
    if entry.status is PartStatus.PARTIAL and not names_in(f"x {limits}") and not quantities(limits):
        told = [quote for quote in entry.quotes if _tells(quote, limits, reading)]
        if not told:
            return [replace(entry, status=PartStatus.SILENT, reason=Reason.LOW_CONFIDENCE)]
        quotes = tuple(replace(quote, role=EvidenceRole.SUPPORTS) for quote in told)
        return [replace(entry, status=PartStatus.SUPPORTED, reason=None, quotes=quotes)]
    return [entry]


def _shows(entry: Entry, target: str, reading: Reading) -> bool:
    """Whether what is quoted shows the thing of the lexicon that the claim is about, if it is about one."""
    wanted = [mention.concept for mention in concepts_in(target)]
    lines = [line for quote in entry.quotes if (line := reading.at(quote.start)) is not None]
    around = " ".join(f"{line.under} {line.text} {reading.context(line)}" for line in lines)
    return not wanted or any(concept.shown.search(around) or concept.named.search(around) for concept in wanted)


def _tells(quote: Quote, limits: str, reading: Reading) -> bool:
    """Whether the quoted line or those around it hold a word of the restrictions, if these have any that tell."""
    line = reading.at(quote.start)
    wanted = set(telling(limits))
    return line is not None and (not wanted or bool(wanted & {*line.stems, *content(reading.context(line))}))


def _spread(draft: Draft, entry: Entry) -> list[tuple[Draft, Entry]]:
    """One part a comparison instance; otherwise the part itself."""
    if not entry.instances:
        return [(draft, entry)]
    return [
        (
            replace(draft, text=instance.label or draft.text),
            replace(instance, reason=_quantified(instance), instances=()),
        )
        for instance in entry.instances
    ]


def _quantified(entry: Entry) -> Reason | None:
    return Reason.QUANTIFIER if entry.status is PartStatus.CONTRADICTED else entry.reason


def _record(claim: Claim, frame: Frame, judged: Sequence[tuple[Draft, Entry]], tools: PaperTools) -> Judgement:
    evidence: list[Evidence] = []
    parts: list[Part] = []
    entries = [entry for _, entry in judged]
    scan = _scan(entries, tools)
    for index, (draft, entry) in enumerate(judged):
        numbers = []
        for quote in entry.quotes:
            located = tools.evidence(quote.start, quote.end, quote.role)
            if located not in evidence:
                evidence.append(located)
            numbers.append(evidence.index(located))
        parts.append(
            Part(
                text=entry.label or draft.text or claim.text,
                polarity=draft.polarity,
                status=entry.status,
                core=draft.core,
                main=index == 0,
                reason=_grounded(entry, scan),
                evidence=tuple(dict.fromkeys(numbers)),
            )
        )
    main = entries[0]
    return Judgement(
        parts=tuple(parts),
        evidence=tuple(evidence),
        scan=scan,
        steps=_steps(claim, entries, evidence),
        confidence=round(min(entry.confidence for entry in entries if entry.says), 2),
        rationale=_rationale(main, parts[0], evidence),
    )


def _grounded(entry: Entry, scan: Scan | None) -> Reason | None:
    """The reason of an entry. Silence that no complete scan for its own probes stands behind is mere doubt."""
    if entry.status is not PartStatus.SILENT or entry.reason is not Reason.ABSENT_AFTER_FULL_SCAN:
        return entry.reason
    searched = entry.scanned and bool(entry.probes) and scan is not None and scan.complete
    return entry.reason if searched else Reason.LOW_CONFIDENCE


def _scan(entries: Sequence[Entry], tools: PaperTools) -> Scan | None:
    probes = [probe for entry in entries if entry.scanned for probe in entry.probes]
    return tools.scan(list(dict.fromkeys(probes))).record if probes else None


def _steps(claim: Claim, entries: Sequence[Entry], evidence: Sequence[Evidence]) -> tuple[Step, ...]:
    looks = [
        Step(
            tool="best_sentences",
            query=claim.text,
            found=tuple(dict.fromkeys(one.passage_id for one in evidence if one.passage_id)),
        )
    ]
    return (*looks, *(Step(tool="calculate", query=entry.operation) for entry in entries if entry.operation))


def _rationale(entry: Entry, part: Part, evidence: Sequence[Evidence]) -> str:
    """One plain sentence about the paper, with the place where there is one."""
    if not part.evidence or part.status in (PartStatus.SILENT, PartStatus.UNDECIDABLE):
        return f"{entry.says}."
    first = evidence[part.evidence[0]]
    number = first.section.split(" ")[0]
    where = f"in {number if number[:1].isdigit() else first.section}"
    page = f" (p. {first.page})" if first.page is not None else ""
    return f"{entry.says} {where}{page}."
