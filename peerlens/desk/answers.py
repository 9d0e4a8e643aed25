"""How an answer at the prompt is worded: only what its records hold, each passage with its place."""

from __future__ import annotations

from collections.abc import Sequence

from peerlens.report.audit_view import coverage_row
from peerlens.report.view import PART_WORDS, quote_of
from peerlens.report.wording import headline, request_words
from peerlens.schema import Evidence, Finding, LabelRow
from peerlens.schema.conversation import Turn, TurnKind
from peerlens.taxonomy import EvidenceRole, Reason, Verdict

_QUOTED = 300


def worded(turn: Turn) -> str:
    """Question, answer, the passages that it cites, and apart from them those that only come near."""
    decides = [one for one in turn.evidence if turn.request or one.role is not EvidenceRole.CONTEXT]
    near = [*(one for one in turn.evidence if one not in decides), *turn.nearest]
    parts = [f"? {turn.question}", "\n".join(_answer(turn)), _passages(decides)]
    if not decides:
        parts.append(_ungrounded(turn))
    if near:
        points = turn.place is not None and not turn.place_found and turn.row is None
        parts += ["The paper points to it:" if points else "Nearest passages, which do not answer it:", _passages(near)]
    return "\n\n".join(part for part in parts if part)


def _answer(turn: Turn) -> list[str]:
    if turn.place is not None and not turn.place_found:
        lead = f"{turn.place}: {'not supplied' if turn.nearest else 'the paper supplied has no such place'}."
        return [lead, *(_audited(turn.row) if turn.row is not None else [])]
    if turn.kind is TurnKind.SHOW and turn.place is not None:
        return [f"{turn.place[:1].upper()}{turn.place[1:]}, as it stands:"]
    where = f"In {turn.place} alone: " if turn.place is not None else ""
    if turn.request is not None:
        return [where + request_words(turn.request.status)]
    if turn.row is not None:
        return _audited(turn.row)
    if turn.finding is None:
        return []
    if turn.kind is TurnKind.EXPLAIN:
        return _grounds(turn.finding)
    lines = [f"“{turn.finding.claim}”", where + headline(turn.finding)]
    if turn.before is not None:
        lines.append(f"In the whole paper: {headline(turn.before)}")
    return lines


def _audited(row: LabelRow) -> list[str]:
    lines = [f"{row.label.value} {row.name}: {coverage_row(row).words}"]
    for finding in row.findings:
        lines += [f"{finding.severity.value}: {finding.claim}", f"A judgement: {finding.assessment}"]
    return lines


def _grounds(finding: Finding) -> list[str]:
    """Why a verdict is what it is: its own record."""
    lines = [f"“{finding.claim}”", headline(finding)]
    if finding.rationale:
        lines.append(finding.rationale)
    lines += [f"- {part.text}: {PART_WORDS[part.status]}" for part in finding.parts]
    if finding.scan is not None:
        lines.append(scan_line(finding))
    return lines


def scan_line(finding: Finding) -> str:
    scan = finding.scan
    if scan is None:
        return "no scan of the whole paper was needed"
    read = f"{scan.passages_read} of {scan.passages_total} passages read"
    return f"looked for {', '.join(scan.queries) or 'nothing in words'}; {read}"


def _ungrounded(turn: Turn) -> str:
    """What to say where the answer cites nothing."""
    finding = turn.finding
    if finding is not None and finding.scan is not None and finding.label is not Verdict.NOT_DETERMINED:
        return f"No passage to cite: {scan_line(finding)}."
    if finding is not None and finding.reason is Reason.ENGINE_LIMIT:
        return "No passage decides it, and these agents cannot judge such a statement."
    return "No passage in the pages supplied grounds an answer."


def _passages(evidence: Sequence[Evidence]) -> str:
    lines = []
    for one in evidence:
        quote = quote_of(one)
        words = " ".join(quote.text.split())
        lines.append(f"{quote.place}: “{words if len(words) <= _QUOTED else words[:_QUOTED].rsplit(' ', 1)[0] + ' …'}”")
    return "\n".join(lines)
