"""Who takes claims from a review: ours, the rules alone, one sentence a claim, or one prompt that also labels them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Final

from peerlens.agents.served.client import Meter
from peerlens.agents.served.drafts import AtMost, Draft, Sentence
from peerlens.agents.served.plain import LabelField, Reading
from peerlens.errors import UsageError
from peerlens.evals.datasets.extraction import ReviewItem, SaidClaim
from peerlens.evals.judges.asking import asker
from peerlens.evals.subject import Subject
from peerlens.prompts import as_data
from peerlens.schema import Usage
from peerlens.text.sentences import sentence_spans

if TYPE_CHECKING:
    from peerlens.tools import PaperTools

END_TO_END: Final = "end_to_end"
_EACH: Final = 3
"""Passages looked up for each sentence of a review."""
_FEWEST_WORDS: Final = 4


class Extractor(StrEnum):
    """``ours``: the configured engine takes the review apart, then judges each claim where labels are given and the
    paper is at hand: two tasks. ``embedded``: the rules, whatever the engine. ``sentences``: each sentence of four
    words or more is a claim. ``end-to-end``: the model reads paper and review and gives claims with labels at once.
    """

    OURS = "ours"
    EMBEDDED = "embedded"
    SENTENCES = "sentences"
    END_TO_END = "end-to-end"


@dataclass(frozen=True, slots=True)
class Extracted:
    """The claims taken from a review. ``seconds``: to take them; ``judging_seconds``: to label them afterwards."""

    claims: tuple[SaidClaim, ...]
    usage: Usage
    seconds: float = 0.0
    judging_seconds: float = 0.0


class _LabelledClaim(Draft):
    claim: Sentence
    label: LabelField


class EndToEndDraft(Draft):
    claims: Annotated[list[_LabelledClaim], AtMost(40)]


def extractor_of(name: str | None) -> Extractor:
    """The extractor of that name, ours where none is given. Raises ``UsageError`` for an unknown one."""
    try:
        return Extractor(name or Extractor.OURS)
    except ValueError as exc:
        raise UsageError(f"unknown system {name!r}", hint=f"known: {', '.join(Extractor)}") from exc


def extract(extractor: Extractor, item: ReviewItem, subject: Subject) -> Extracted:
    """Raises ``PeerlensError`` where the review, or the paper that is read with it, breaks the extractor."""
    started = perf_counter()
    match extractor:
        case Extractor.SENTENCES:
            return Extracted(_sentences(item), Usage(), perf_counter() - started)
        case Extractor.EMBEDDED:
            from peerlens.agents.embedded.decompose.review import decompose

            claims = tuple(SaidClaim(one.text) for one in decompose(item.review).claims)
            return Extracted(claims, Usage(), perf_counter() - started)
        case Extractor.END_TO_END:
            return _end_to_end(item, subject)
        case Extractor.OURS:
            before = subject.spent
            found = subject.decompose(item.review).claims
            seconds = perf_counter() - started
            claims = tuple(SaidClaim(one.text) for one in found)
            if item.path is not None and any(one.label for one in item.claims):
                with subject.open(item.path) as tools:
                    labels = [subject.judge(claim, tools).label for claim in found]
                claims = tuple(SaidClaim(one.text, label) for one, label in zip(found, labels, strict=True))
            spent = _between(before, subject.spent)
            return Extracted(claims, spent, seconds, perf_counter() - started - seconds)


def _end_to_end(item: ReviewItem, subject: Subject) -> Extracted:
    if item.path is None:
        raise UsageError("end-to-end needs the paper's file", hint="put it beside the data")
    meter, started = Meter(), perf_counter()
    with subject.open(item.path) as tools:
        reading = Reading(tools, _passages(item, tools))
        values = {"review": as_data(item.review.text)}
        draft = subject.ask(lambda model: asker(model, meter, reading)(END_TO_END, EndToEndDraft, values=values))
    claims = tuple(SaidClaim(one.claim, one.label) for one in draft.claims if one.claim.strip())
    return Extracted(claims, meter.reading(), perf_counter() - started)


def _sentences(item: ReviewItem) -> tuple[SaidClaim, ...]:
    text = item.review.text
    said = (" ".join(text[start:end].split()) for start, end in sentence_spans(text))
    return tuple(SaidClaim(one) for one in said if len(one.split()) >= _FEWEST_WORDS)


def _passages(item: ReviewItem, tools: PaperTools) -> Sequence[str]:
    """The passages nearest to the review's sentences, the best of each first."""
    ranked = [[hit.passage.id for hit in tools.search(one.text, k=_EACH)] for one in _sentences(item)]
    return tuple(dict.fromkeys(one[place] for place in range(_EACH) for one in ranked if place < len(one)))


def _between(before: Usage, after: Usage) -> Usage:
    return Usage(
        requests=after.requests - before.requests,
        prompt_tokens=after.prompt_tokens - before.prompt_tokens,
        cached_tokens=after.cached_tokens - before.cached_tokens,
        completion_tokens=after.completion_tokens - before.completion_tokens,
    )
