"""Look a reviewer's question or wish up in the paper: what answers it, what comes near, or that nothing was found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from peerlens.agents.embedded.answer_content import ANSWERED_SHARE, NEAR_SHARE, Candidate, answers, is_near
from peerlens.agents.embedded.answer_focus import is_editorial, names_asked, stems_of, symbols_in
from peerlens.agents.embedded.answer_kind import PLACE, Kind, asked_for, kind_of, only_refers_back, unquoted
from peerlens.agents.embedded.concepts import concepts_in
from peerlens.agents.embedded.spelling import spelled_out
from peerlens.agents.embedded.wording import content
from peerlens.schema import Ask, Evidence, Request
from peerlens.taxonomy import EvidenceRole, PassageType, RequestStatus
from peerlens.tools import PaperTools

_MAX_EVIDENCE: Final = 3


def answer(ask: Ask, tools: PaperTools) -> Request:
    """Look up a question or wish. "Answered" only where a sentence holds the kind of content that was asked for."""
    question = unquoted(ask.text)
    asked = asked_for(question)
    if (
        not asked
        or only_refers_back(question, asked)
        or (is_editorial(ask.text) and not ask.text.rstrip().endswith("?"))
    ):
        return _request(ask, RequestStatus.NOT_FOUND, ())
    kind = kind_of(question)
    sentences = _candidates(question, asked, tools)
    full = [one for one in sentences if answers(one, question, asked, kind)]
    if kind is Kind.WHERE:  # "in Appendix B" is no place of what was supplied
        full = [one for one in full if not _only_points(one, tools)]
    if full:
        return _request(ask, RequestStatus.ANSWERED, _quote(full, EvidenceRole.SUPPORTS, tools))
    pointer = _pointer(asked, tools)
    if pointer is not None:
        return _request(ask, RequestStatus.POINTED_ELSEWHERE, (pointer,))
    near = [one for one in sentences if is_near(one, question, asked, kind)]
    if near:
        return _request(ask, RequestStatus.PARTLY_ANSWERED, _quote(near[:2], EvidenceRole.CONTEXT, tools))
    return _request(ask, RequestStatus.NOT_FOUND, ())


def _request(ask: Ask, status: RequestStatus, evidence: tuple[Evidence, ...]) -> Request:
    return Request(
        id=ask.id, review_id=ask.review_id, text=ask.text, quote=ask.quote, start=ask.start, end=ask.end,
        source=ask.source, status=status, evidence=evidence,
    )  # fmt: skip


def _quote(sentences: Sequence[Candidate], role: EvidenceRole, tools: PaperTools) -> tuple[Evidence, ...]:
    return tuple(tools.evidence(one.start, one.end, role) for one in sentences[:_MAX_EVIDENCE])


def _candidates(question: str, asked: Sequence[str], tools: PaperTools) -> list[Candidate]:
    """Sentences near the question, best first: of places it names, of the best passages, the nearest of all."""
    spans: dict[tuple[int, int], float] = {}
    named = [passage for match in PLACE.finditer(question) for passage in tools.place(match.group())]
    ranked = [hit.passage for hit in tools.search(question, k=10)]
    mentions = _mentioning(question, tools)
    ids = list(dict.fromkeys([one.id for one in (*named, *ranked)] + mentions))
    for hit in tools.best_sentences(question, k=12):
        spans[hit.start, hit.end] = hit.similarity
    for hit in tools.best_sentences(question, k=60, within=ids) if ids else ():
        spans.setdefault((hit.start, hit.end), hit.similarity)
    found = [_sentence(start, end, cosine, asked, tools, question) for (start, end), cosine in spans.items()]
    kept = [one for one in found if one is not None and one.type not in (PassageType.CHECKLIST, PassageType.REFERENCE)]
    return sorted(kept, key=lambda one: (-one.share, -one.cosine, one.start))


def _mentioning(text: str, tools: PaperTools) -> list[str]:
    """Passages that name or show a thing the question is about ("runtime", "12 ms"), or a name or symbol in it."""
    known = [mention.concept for mention in concepts_in(text)]
    probes = [probe for concept in known for probe in concept.probes]
    probes += [*symbols_in(text), *names_asked(text)]
    found = [match.passage_id for match in tools.scan(probes).matches[:20] if match.passage_id] if probes else []
    shown = [one.id for one in tools.passages if any(concept.shown.search(tools.text_of(one)) for concept in known)]
    return found + shown[:20]


def _sentence(
    start: int, end: int, cosine: float, asked: Sequence[str], tools: PaperTools, question: str
) -> Candidate | None:
    text = tools.manuscript.text[start:end]
    passage = next((one for one in tools.passages if one.start <= start < one.end), None)
    if passage is None:
        return None
    section = tools.section_of(start)
    own = stems_of(text, question)
    share = sum(word in own for word in asked) / len(asked)
    return Candidate(start, end, text, share, cosine, passage.type, section.kind, section.title)


def _only_points(one: Candidate, tools: PaperTools) -> bool:
    """Whether a sentence points to a part that was not supplied."""
    return any(part.start < one.end and one.start < part.end for part in tools.manuscript.missing)


def _pointer(asked: Sequence[str], tools: PaperTools) -> Evidence | None:
    """The sentence that points to a part not supplied for just the thing asked about."""
    best: tuple[float, int, int] | None = None
    head = asked[-1]
    for part in tools.manuscript.missing:
        own = set(content(spelled_out(tools.manuscript.text[part.start : part.end]))) - set(content(part.what))
        share = sum(word in own for word in asked) / len(asked)
        named = share >= ANSWERED_SHARE or (share >= NEAR_SHARE and head in own)
        if named and (best is None or share > best[0]):
            best = (share, part.start, part.end)
    return tools.evidence(best[1], best[2], EvidenceRole.CONTEXT) if best else None
