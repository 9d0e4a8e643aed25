"""How verdicts are worded for people: about the paper, never about the reviewer. Codes stay in JSON."""

from __future__ import annotations

import re
from textwrap import shorten

from peerlens.schema import Evidence, Finding, KeptWork, NamedPlace, PersonMark, PointResponse
from peerlens.taxonomy import EvidenceRole, Polarity, Reason, RequestStatus, ResponseStatus, Verdict

_UNDETERMINED = {
    Reason.OPINION: "a judgement: the text cannot settle it",
    Reason.INFERENCE: "a prediction or inference: the text cannot settle it",
    Reason.EXTERNAL_KNOWLEDGE: "needs knowledge from outside the paper",
    Reason.VAGUE: "too general to check against the text",
    Reason.ABOUT_DISCUSSION: "about the discussion, not about the paper",
    Reason.IN_MISSING_PART: "may stand in a part that was not supplied",
    Reason.IN_FIGURE: "may stand in a figure, which is not read",
    Reason.NOT_READABLE: "may stand in a table or formula that could not be read",
    Reason.SCAN_INCOMPLETE: "not all of the paper could be read",
    Reason.LOW_CONFIDENCE: "not clear enough to say",
    Reason.UNGROUNDED: "no passage could be located that decides it",
    Reason.ENGINE_LIMIT: "not checked: beyond this engine",
    Reason.PREMISE_FAILS: "rests on a point that the paper answers",
    Reason.ABSENT_AFTER_FULL_SCAN: "nothing found that decides it",
}

_REQUEST_WORDS = {
    RequestStatus.ANSWERED: "the paper answers this",
    RequestStatus.PARTLY_ANSWERED: "the paper answers part of it",
    RequestStatus.POINTED_ELSEWHERE: "the paper points to a part that was not supplied",
    RequestStatus.NOT_FOUND: "nothing found in the pages supplied",
}

_PLACES_SHOWN = 6

_REASON_NOTES = {
    Reason.NUMBER: "another value is given",
    Reason.QUANTIFIER: "not for every case",
    Reason.INCONSISTENT: "the paper says both",
    Reason.EXPLAINED_NEARBY: "explained close by",
    Reason.MISREAD: "the place named says something else",
}


_SECTION_NUMBER = re.compile(r"(\d+(?:\.\d+)*|[A-Z](?:\.\d+)*)\.?\s")
_BRIEF = 20


def undetermined_words(reason: Reason | None) -> str:
    """Why a claim is Not Determined; ``None``: a person says so."""
    return "ruled so by a person" if reason is None else _UNDETERMINED.get(reason, "the text cannot settle it")


def headline(finding: Finding) -> str:
    """What the paper has to say to the claim, in a few words, with the place that decides."""
    words = _words(finding)
    note = _REASON_NOTES.get(finding.reason) if finding.reason else None
    if note and finding.label in (Verdict.NOT_SUPPORTED, Verdict.PARTIALLY_SUPPORTED):
        words = f"{words} ({note})"
    place = place_of(deciding(finding))
    return f"{words}, {place}" if place else words


def _words(finding: Finding) -> str:
    about_absence = main_polarity(finding) is Polarity.ABSENCE
    match finding.label:
        case Verdict.NOT_SUPPORTED:
            if about_absence:
                return "the paper answers this"
            if finding.reason is Reason.ABSENT_AFTER_FULL_SCAN:
                return "nothing of the kind found in the pages supplied"
            return "the paper says otherwise"
        case Verdict.PARTIALLY_SUPPORTED:
            return "the paper answers part of it" if about_absence else "the paper bears out part of it"
        case Verdict.SUPPORTED:
            return _words_when_supported(finding, about_absence=about_absence)
        case Verdict.NOT_DETERMINED:
            return _UNDETERMINED.get(finding.reason or Reason.VAGUE, "the text cannot settle it")


def _words_when_supported(finding: Finding, *, about_absence: bool) -> str:
    deciding_one = deciding(finding)
    if deciding_one is None:
        return "nothing found in the pages supplied" if about_absence else "the paper says so"
    if deciding_one.role is EvidenceRole.ASSERTS:
        return "the authors say so"
    return "the paper says so itself" if about_absence else "the paper says so"


_RULED_WORDS = {
    Verdict.SUPPORTED: "the paper bears it out",
    Verdict.PARTIALLY_SUPPORTED: "the paper bears out part of it",
    Verdict.NOT_SUPPORTED: "the paper says otherwise",
    Verdict.NOT_DETERMINED: "the text cannot settle it",
}


def ruling_words(finding: Finding) -> str:
    """What a person ruled, marked as theirs, with their reason; "" where nobody has."""
    ruling = finding.override
    if ruling is None:
        return ""
    words = _RULED_WORDS[ruling.label]
    if main_polarity(finding) is Polarity.ABSENCE:
        absent = {
            Verdict.SUPPORTED: "nothing of it in the paper",
            Verdict.PARTIALLY_SUPPORTED: "the paper answers part of it",
            Verdict.NOT_SUPPORTED: "the paper answers this",
        }
        words = absent.get(ruling.label, words)
    agreed = "as the agents found" if ruling.label is finding.label else "against what the agents found"
    return f"ruled by a person: {words} ({ruling.reason}), {agreed}"


def both_words(finding: Finding) -> str:
    """A person's ruling beside what the agents found, in a line; "" where nobody has ruled."""
    ruling = ruling_words(finding)
    return f"{ruling}; found by the agents: {headline(finding)}" if ruling else ""


def person_words(mark: PersonMark | None) -> tuple[str, ...]:
    """What a person left on a point beside a ruling, each line marked as theirs."""
    if mark is None:
        return ()
    note = (f"a person's note: {mark.note}",) if mark.note else ()
    return (*note, *(("marked done by a person",) if mark.done else ()))


KEPT_TITLE = "A person's work on points that this run words otherwise"


def kept_words(kept: KeptWork) -> str:
    """What a person left on a point that is not known again in this run, in a line."""
    ruling = kept.override
    said = [f"ruled by a person: {ruling.label.value} ({ruling.reason})"] if ruling is not None else []
    return f"“{kept.point}”: {'; '.join([*said, *person_words(kept.person)])}"


def standing(finding: Finding) -> Finding:
    """The finding as it stands: with a person's ruling in the place of the verdict, where there is one."""
    if finding.override is None or finding.override.label is finding.label:
        return finding
    return finding.model_copy(update={"label": finding.override.label, "reason": None, "abstained": False})


def request_words(status: RequestStatus) -> str:
    return _REQUEST_WORDS[status]


_RESPONSE_WORDS = {
    ResponseStatus.ANSWERED: "answered in the response",
    ResponseStatus.PARTLY_ANSWERED: "answered in part in the response",
    ResponseStatus.NOT_ANSWERED: "no answer found in the response",
}


def response_words(said: PointResponse) -> str:
    """What the authors' response has for a point, in a line: the status, then the places and what stands there."""
    words = _RESPONSE_WORDS[said.status]
    if said.status is ResponseStatus.PARTLY_ANSWERED and not said.places:
        return f"{words}: {said.rationale[:1].lower()}{said.rationale[1:]}"
    by_note: dict[str, list[str]] = {}
    for place in said.places[:_PLACES_SHOWN]:
        by_note.setdefault(place.note, []).append(_named(place))
    places = "; ".join(f"{', '.join(names)}: {note}" if note else ", ".join(names) for note, names in by_note.items())
    more = len(said.places) - _PLACES_SHOWN
    return words + (f": {places}" if places else "") + (f"; {more} more places" if more > 0 else "")


def _named(place: NamedPlace) -> str:
    """ "Section 2.1, p. 4": the page of the words that decide, else the one on which the place begins."""
    page = next((one.page for one in place.evidence if one.page is not None), place.page)
    return f"{place.named}, p. {page}" if page is not None and not place.named.startswith("Page") else place.named


def main_polarity(finding: Finding) -> Polarity | None:
    return next((part.polarity for part in finding.parts if part.main), None)


def deciding(finding: Finding) -> Evidence | None:
    """The passage that decides: the first quoted for or against, context never."""
    if finding.label is Verdict.NOT_DETERMINED:
        return None
    wanted = {
        Verdict.SUPPORTED: (EvidenceRole.SUPPORTS, EvidenceRole.ASSERTS),
        Verdict.NOT_SUPPORTED: (EvidenceRole.CONTRADICTS,),
        Verdict.PARTIALLY_SUPPORTED: (EvidenceRole.CONTRADICTS, EvidenceRole.SUPPORTS, EvidenceRole.ASSERTS),
    }[finding.label]
    for role in wanted:
        for evidence in finding.evidence:
            if evidence.role is role:
                return evidence
    return None


def place_of(evidence: Evidence | None) -> str:
    """ "p. 8", or the section where the format has no pages, with the file in front where there are several."""
    if evidence is None:
        return ""
    place = f"p. {evidence.page}" if evidence.page is not None else evidence.section
    return f"{evidence.file} {place}" if evidence.file else place


def brief_place(evidence: Evidence | None) -> str:
    """The place for where there is little room: "p. 8", "§4.3", else the section's first words."""
    if evidence is None:
        return ""
    if evidence.page is not None:
        return f"p. {evidence.page}"
    number = _SECTION_NUMBER.match(evidence.section)
    return f"§{number[1]}" if number else shorten(evidence.section, _BRIEF, placeholder=" …")


def sureness(confidence: float) -> str:
    """Confidence as words and number."""
    word = "sure" if confidence >= 0.85 else "fairly sure" if confidence >= 0.65 else "not very sure"
    return f"{word}, {confidence:.2f}"
