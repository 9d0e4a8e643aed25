"""Look a reviewer's question or wish up in the paper: what answers it, what comes near, or that nothing was found."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Final

from peerlens.agents.embedded.answer_focus import (
    asks_for_effect,
    asks_how_chosen,
    is_editorial,
    is_title,
    lacks_names,
    names_asked,
    only_numbers_a_place,
    says_how_often,
    shows_choice,
    shows_effect,
    stems_of,
    symbols_in,
)
from peerlens.agents.embedded.concepts import Concept, concepts_in
from peerlens.agents.embedded.decompose.asks import is_question
from peerlens.agents.embedded.hunt import spelled_out
from peerlens.agents.embedded.numbers.quantities import equal, quantities
from peerlens.agents.embedded.wording import canon, content
from peerlens.schema import Ask, Evidence, Request
from peerlens.taxonomy import EvidenceRole, PassageType, RequestStatus, SectionKind
from peerlens.text.folding import words
from peerlens.tools import PaperTools

_ANSWERED_SHARE: Final = 0.6
_NEAR_SHARE: Final = 0.5
_NEAR_COSINE: Final = 0.5
_MAX_EVIDENCE: Final = 3


class _Kind(StrEnum):
    QUANTITY = auto()
    CHOICE = auto()
    CHOSEN = auto()
    EFFECT = auto()
    REASON = auto()
    WHETHER = auto()
    OPEN = auto()
    WISH = auto()


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence of the paper and how near it comes: ``share`` of the asked-for words, ``cosine`` to the question."""

    start: int
    end: int
    text: str
    share: float
    cosine: float
    type: PassageType
    kind: SectionKind
    title: str


_FILLER: Final = frozenset(
    canon(word)
    for word in (
        "please could can would will should may might author authors paper you your manuscript we they provide add "
        "report explain "
        "clarify discuss discussion elaborate include give show describe comment detail details more further "
        "additional also "
        "how what which why where when who does do did is are was were has have been many much number value values "
        "exact exactly "
        "specific specifically question wonder curious understand know like suggest recommend consider better good "
        "nice helpful "
        "interesting useful there any some reason reasons rationale behind choice motivation use used using chosen "
        "choose setting "
        "set mention state stated sec section figure table line page case work approach possible make sure need "
        "needed clear clearly "
        "current proposed method model models results result think believe whether if so e.g etc see point appendix "
        "version final text main "
        "explore exploring investigate examine justify chosen selected select tuned tune picked determined interested "
        "performance perform matter affect impact influence effect sensitive sensitivity try tried other different"
    ).split()
)
_PLACE: Final = re.compile(
    r"\b(?:sections?|secs?\.?|tables?|tabs?\.?|figures?|figs?\.?|algorithms?|appendix|equations?|eqs?\.?|theorem"
    r"|lemma|lines?|l\.|pages?)"
    r"[\s~]*\(?(?:[A-Z]\.?)?\d+(?:\.\d+)*\)?|\bappendix [A-Z]\b|\bthe abstract\b",
    re.I,
)
_QUANTITY: Final = re.compile(
    r"\bhow (?:many|much|long|large|big|often|deep|wide|small|high|fast)\b|\bwh(?:at|ich) (?:is|are|was"
    r"|were) (?:the |your )?(?:\w+ ){0,3}"
    r"(?:number|size|value|rate|ratio|percentage|length|dimension\w*|range|amount|proportion|cost|runtime|time"
    r"|accuracy|score|budget"
    r"|threshold|temperature|depth|width|batch|epochs?|count|order of magnitude|p-values?)\b"
    r"|\bwhat (?:\w+ ){0,2}(?:size|value|rate|number|ratio|length)\b"
    r"|\bwhich (?:value|number|size)\b",
    re.I,
)
_COUNTED: Final = re.compile(r"\bhow many (?:\w+ )?(?P<noun>[a-z]+s|data|people)\b", re.I)
_REASON: Final = re.compile(
    r"\bwhy\b|\breasons?\b|\brationale\b|\bmotivat\w+|\bjustif\w+|\bintuition\b|\bhow come\b", re.I
)
_WHETHER: Final = re.compile(
    r"^\W*(?:and |but |also,? |so |or )?(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)\b"
    r"|\bwhether\b|\bif (?:the|this|you)\b",
    re.I,
)
_CHOICE: Final = re.compile(r"\b(?:is|are|was|were|do|does|did)\b.*\bor\b", re.I)
_GIVES_REASON: Final = re.compile(
    r"\b(?:because|since|due to|owing to|in order to|to (?:avoid|ensure|reduce|keep|prevent|allow|make|obtain|limit"
    r"|control|match|save|improve|enable)"
    r"|so that|so as to|as (?:it|they|this|these|we|the)|for (?:fairness|simplicity|efficiency|consistency"
    r"|comparability|a fair)|therefore|thus|hence"
    r"|motivated by|reason|the idea is|which (?:allows|ensures|avoids|makes))\b",
    re.I,
)
_NOT_YET: Final = re.compile(
    r"\b(?:future work|we (?:plan|intend|hope) to|will be (?:released|published|made)|upon acceptance|is left"
    r"|leave (?:it|this|that|the)|not (?:reported|given|provided|included"
    r"|considered|studied|evaluated|measured|released|used|tested)|we do not|we did not|no \w+ (?:is|are|was|were))\b",
    re.I,
)
_MEASURED: Final = re.compile(
    r"\b(?:runtime|run time|time|cost|memory|latency|speed|throughput|flops|seeds?|epochs?|batch|learning rate|size"
    r"|parameters|hardware|error bars?|deviations?)\b",
    re.I,
)


def answer(ask: Ask, tools: PaperTools) -> Request:
    """Look up a question or wish. "Answered" only where a sentence holds the kind of content that was asked for."""
    asked = _asked_for(ask.text)
    if not asked or (is_editorial(ask.text) and not ask.text.rstrip().endswith("?")):
        return _request(ask, RequestStatus.NOT_FOUND, ())
    kind = _kind_of(ask.text)
    sentences = _candidates(ask, asked, tools)
    full = [one for one in sentences if _answers(one, ask.text, asked, kind)]
    if full:
        return _request(ask, RequestStatus.ANSWERED, _quote(full, EvidenceRole.SUPPORTS, tools))
    pointer = _pointer(asked, tools)
    if pointer is not None:
        return _request(ask, RequestStatus.POINTED_ELSEWHERE, (pointer,))
    near = [one for one in sentences if _is_near(one, ask.text, asked)]
    if near:
        return _request(ask, RequestStatus.PARTLY_ANSWERED, _quote(near[:2], EvidenceRole.CONTEXT, tools))
    return _request(ask, RequestStatus.NOT_FOUND, ())


def _request(ask: Ask, status: RequestStatus, evidence: tuple[Evidence, ...]) -> Request:
    return Request(
        id=ask.id, review_id=ask.review_id, text=ask.text, quote=ask.quote, start=ask.start, end=ask.end,
        source=ask.source, status=status, evidence=evidence,
    )  # fmt: skip


def _quote(sentences: Sequence[_Sentence], role: EvidenceRole, tools: PaperTools) -> tuple[Evidence, ...]:
    return tuple(tools.evidence(one.start, one.end, role) for one in sentences[:_MAX_EVIDENCE])


def _asked_for(text: str) -> tuple[str, ...]:
    """The stems of the words that name what is asked for, places and courtesies left out."""
    return tuple(word for word in content(spelled_out(_PLACE.sub(" ", text))) if word not in _FILLER)


def _kind_of(text: str) -> _Kind:
    if asks_how_chosen(text):
        return _Kind.CHOSEN
    if re.search(r"\b(?:explore|investigate|study|interesting)\b", text, re.I) and not text.rstrip().endswith("?"):
        return _Kind.WISH
    if not is_question(text) and not _REASON.search(text):
        return _Kind.QUANTITY if _QUANTITY.search(text) else _Kind.WISH
    if _REASON.search(text):
        return _Kind.REASON
    if _QUANTITY.search(text):
        return _Kind.QUANTITY
    if asks_for_effect(text):
        return _Kind.EFFECT
    if re.match(r"\W*(?:could|can|would|will) (?:you|the authors?|they)\b", text, re.I):
        return _Kind.WISH
    if _CHOICE.search(text) and len(quantities(text)) >= 2:
        return _Kind.CHOICE
    return _Kind.WHETHER if _WHETHER.search(text) else _Kind.OPEN


def _candidates(ask: Ask, asked: Sequence[str], tools: PaperTools) -> list[_Sentence]:
    """Sentences near the question, best first: of places it names, of the best passages, the nearest of all."""
    spans: dict[tuple[int, int], float] = {}
    named = [passage for match in _PLACE.finditer(ask.text) for passage in tools.place(match.group())]
    ranked = [hit.passage for hit in tools.search(ask.text, k=10)]
    mentions = _mentioning(ask.text, tools)
    ids = list(dict.fromkeys([one.id for one in (*named, *ranked)] + mentions))
    for hit in tools.best_sentences(ask.text, k=12):
        spans[hit.start, hit.end] = hit.similarity
    for hit in tools.best_sentences(ask.text, k=60, within=ids) if ids else ():
        spans.setdefault((hit.start, hit.end), hit.similarity)
    found = [_sentence(start, end, cosine, asked, tools, ask.text) for (start, end), cosine in spans.items()]
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
) -> _Sentence | None:
    text = tools.manuscript.text[start:end]
    passage = next((one for one in tools.passages if one.start <= start < one.end), None)
    if passage is None:
        return None
    section = tools.section_of(start)
    own = stems_of(text, question)
    share = sum(word in own for word in asked) / len(asked)
    return _Sentence(start, end, text, share, cosine, passage.type, section.kind, section.title)


def _answers(one: _Sentence, question: str, asked: Sequence[str], kind: _Kind) -> bool:
    """Whether the sentence holds the kind of content asked for, about the thing asked about."""
    if one.kind in (SectionKind.RELATED_WORK, SectionKind.FUTURE_WORK, SectionKind.REFERENCES):
        return False
    about = one.share >= _ANSWERED_SHARE and (len(asked) > 1 or one.share == 1.0)
    if lacks_names(one.text, question, names_asked(question)):
        return False
    by_title = kind in (_Kind.OPEN, _Kind.WHETHER, _Kind.EFFECT, _Kind.WISH) and is_title(one.text)
    if by_title and one.share == 1.0 and len(asked) >= 2:
        return True
    if kind is _Kind.CHOSEN:
        return about and shows_choice(one.text)
    if kind is _Kind.EFFECT:
        return one.share == 1.0 and shows_effect(one.text) and not _NOT_YET.search(one.text)
    if kind is _Kind.QUANTITY:
        return (about and _has_value(one.text, question)) or _counts(one.text, question, one.share)
    if kind is _Kind.CHOICE:
        return _settles(one.text, question) and one.share > 0
    if kind is _Kind.REASON:
        return about and one.cosine >= _NEAR_COSINE and _gives_reason(one.text, asked)
    if kind is _Kind.WISH:
        return _shows_wished(one, question, asked)
    if kind is _Kind.WHETHER:
        return one.share == 1.0 and len(asked) >= 2 and one.cosine >= _NEAR_COSINE
    return one.share >= 0.8 and len(asked) >= 3 and one.cosine >= 0.65


def _has_value(text: str, question: str) -> bool:
    """Whether the sentence gives a number that the question does not hold already."""
    known = quantities(question)
    return any(
        not only_numbers_a_place(text, value.start, value.end) and not any(equal(old, value) for old in known)
        for value in quantities(text)
    )


def _counts(text: str, question: str, share: float) -> bool:
    """Whether the sentence puts a number right before the thing a "how many" question counts."""
    counted = _COUNTED.search(question)
    if counted is None:
        return False
    if says_how_often(text, counted["noun"]):
        return True
    if share < _NEAR_SHARE:
        return False
    noun = canon(counted["noun"].casefold())
    return any(
        any(canon(word) == noun for word in words(text[value.end : value.end + 40])[:3]) for value in quantities(text)
    )


def _settles(text: str, question: str) -> bool:
    """Whether the sentence gives exactly one of the values a question offers."""
    offered, given = quantities(question), quantities(text)
    hits = [one for one in offered if any(equal(one, value) for value in given)]
    return len(hits) == 1


def _gives_reason(text: str, asked: Sequence[str]) -> bool:
    """Whether a reason is marked within twelve words of something asked about."""
    marked = _GIVES_REASON.search(text)
    if not marked:
        return False
    before = words(text[: marked.start()])[-12:]
    after = words(text[marked.end() :])[:12]
    return any(canon(word) in asked for word in (*before, *after))


def _shows_wished(one: _Sentence, question: str, asked: Sequence[str]) -> bool:
    """Whether the sentence shows what a wish asks to see: the thing, with a value where it is a measured one."""
    if _NOT_YET.search(one.text):
        return False
    wished = [mention.concept for mention in concepts_in(question)]
    if wished:
        shown = all(_shows(concept, one) for concept in wished)
        rest = [word for word in asked if not any(word in content(" ".join(c.probes)) for c in wished)]
        own = set(content(one.text))
        if not shown or (rest and sum(word in own for word in rest) < len(rest) * _ANSWERED_SHARE):
            return False
        return bool(quantities(one.text)) or not _MEASURED.search(question)
    shows = one.type in (PassageType.CAPTION, PassageType.TABLE) or bool(quantities(one.text))
    return one.share == 1.0 and len(asked) >= 2 and one.cosine >= _NEAR_COSINE and shows


def _shows(concept: Concept, one: _Sentence) -> bool:
    return any(pattern.search(text) for pattern in (concept.shown, concept.named) for text in (one.text, one.title))


def _pointer(asked: Sequence[str], tools: PaperTools) -> Evidence | None:
    """The sentence that points to a part not supplied for just the thing asked about."""
    best: tuple[float, int, int] | None = None
    head = asked[-1]
    for part in tools.manuscript.missing:
        own = set(content(spelled_out(tools.manuscript.text[part.start : part.end])))
        share = sum(word in own for word in asked) / len(asked)
        named = share >= _ANSWERED_SHARE or (share >= _NEAR_SHARE and head in own)
        if named and (best is None or share > best[0]):
            best = (share, part.start, part.end)
    return tools.evidence(best[1], best[2], EvidenceRole.CONTEXT) if best else None


def _is_near(one: _Sentence, question: str, asked: Sequence[str]) -> bool:
    if lacks_names(one.text, question, names_asked(question)):
        return False
    wished = [mention.concept for mention in concepts_in(question)]
    if wished and any(_shows(concept, one) for concept in wished):
        return True
    if len(asked) == 1:
        return one.share == 1.0 and one.cosine >= 0.4
    return one.share == 1.0 or (one.share >= _ANSWERED_SHARE and len(asked) >= 3 and one.cosine >= _NEAR_COSINE)
