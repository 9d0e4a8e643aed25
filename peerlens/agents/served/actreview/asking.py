"""Ask an ActReview-style model for the weaknesses of a label, and for what to do about one of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, TypeVar

from peerlens.agents.family import Candidate, LabelEvidence
from peerlens.agents.served.actreview.reading import Advice, AnalysisRead, ClaimsRead, State, read_analysis, read_claims
from peerlens.agents.served.asking import Asking, rag_room
from peerlens.agents.served.measuring import token_estimate
from peerlens.agents.served.suggest import existing_place, fallback_place
from peerlens.errors import OutputInvalidError
from peerlens.prompts import as_data
from peerlens.schema import Step, Suggestion
from peerlens.taxonomy import Effort, Severity, Weakness
from peerlens.tools import PaperTools

_MOST_CLAIMS: Final = 3
_MOST_SUGGESTIONS: Final = 2
_LONGEST: Final = 400
_CLAIM_TOKENS: Final = 384
_ANALYSIS_TOKENS: Final = 1536
_STOP: Final = ("<|im_end|>", "<|endoftext|>")
_KEYWORDS: Final = re.compile(r"^\W*(?:index terms|keywords?|key words)\W+(.{3,200})$", re.I | re.M)
_EXPERIMENT: Final = re.compile(r"\b(?:experiments?|ablat\w+|baselines?|runs?|train\w*|evaluat\w+|collect\w*)\b", re.I)

R = TypeVar("R", ClaimsRead, AnalysisRead)


async def propose(label: Weakness, gathered: LabelEvidence, tools: PaperTools, asking: Asking) -> tuple[Candidate, ...]:
    """Candidates for ``label``: "None" is none. Raises ``OutputInvalidError`` for an empty or unreadable reply."""
    words, steps = _values(label, gathered.concern, tools, asking)
    text = await asking.words("actreview_claims", values=words, max_tokens=_CLAIM_TOKENS, stop=_STOP)
    made = []
    for claim in _usable(read_claims(text)).claims[:_MOST_CLAIMS]:
        if len(claim) <= _LONGEST:
            analysis = await _analysis(label, claim, gathered.concern, tools, asking)
            made.append(
                Candidate(
                    topic=label.display_name[:60],
                    observation=claim,
                    assessment=analysis.evidence[:_LONGEST] or claim,
                    severity=analysis.severity or Severity.MODERATE,
                    steps=(*gathered.steps, *steps),
                )
            )
    return tuple(made)


async def revisions(
    label: Weakness, claim: str, passages: Sequence[str], tools: PaperTools, asking: Asking
) -> tuple[Suggestion, ...]:
    """At most two, each at a place of this paper. The analysis is the one that the candidate came from, if kept."""
    analysis = await _analysis(label, claim, passages, tools, asking)
    made = [_suggestion(advice, passages, tools) for advice in analysis.suggestions]
    return tuple(one for one in made if one is not None)[:_MOST_SUGGESTIONS]


async def _analysis(
    label: Weakness, claim: str, passages: Sequence[str], tools: PaperTools, asking: Asking
) -> AnalysisRead:
    words, _ = _values(label, passages, tools, asking)
    values = words | {"claim": as_data(claim)}
    text = await asking.words("actreview_analysis", values=values, max_tokens=_ANALYSIS_TOKENS, stop=_STOP)
    return _usable(read_analysis(text))


def _usable(read: R) -> R:
    """Content or an abstention. What is no answer raises ``OutputInvalidError``: a failure is never "none"."""
    match read.state:
        case State.EMPTY:
            raise OutputInvalidError("the model sent an empty reply")
        case State.UNREADABLE:
            raise OutputInvalidError(
                "the model's reply is not in the ActReview format", hint="use --profile json with other models"
            )
        case _:
            return read


def _values(
    label: Weakness, passages: Sequence[str], tools: PaperTools, asking: Asking
) -> tuple[dict[str, str], tuple[Step, ...]]:
    """The blocks of a prompt, and a step for the snippets that did not fit."""
    abstract = next((tools.text_of(one) for one in tools.place("abstract")), "")
    keywords = _KEYWORDS.search(tools.manuscript.text)
    room = min(rag_room(asking.window), asking.window - _ANALYSIS_TOKENS - 1024)
    snippets: list[str] = []
    out: list[str] = []
    for rank, passage_id in enumerate(dict.fromkeys(passages), start=1):
        passage = tools.passage(passage_id)
        head = f"[Snippet {len(snippets) + 1}] (p.{passage.page or 0}, score={1 / (60 + rank):.4f})"
        text = f"{head}\n{as_data(tools.text_of(passage))}"
        room -= token_estimate(text)
        if room < 0 and snippets:
            out.append(passage_id)
        else:
            snippets.append(text)
    values = {
        "title": as_data(tools.manuscript.title),
        "keywords": as_data(keywords[1].strip()) if keywords else "",
        "abstract": as_data(abstract),
        "label": f"{label.value} — {label.display_name}",
        "snippets": "\n".join(snippets),
    }
    left = (Step(tool="leave out", query=f"{len(out)} passages did not fit the prompt", found=tuple(out)),)
    return values, left if out else ()


def _suggestion(advice: Advice, passages: Sequence[str], tools: PaperTools) -> Suggestion | None:
    where = existing_place(advice.where, tools) or fallback_place(passages, tools)
    if where is None or not advice.what or not advice.how:
        return None
    effort = Effort.NEW_EXPERIMENT if _EXPERIMENT.search(f"{advice.what} {advice.how}") else Effort.WORDING
    return Suggestion(
        what=advice.what,
        where=where,
        how=advice.how,
        expected_outcome=advice.expected_outcome,
        priority=advice.priority,
        effort=effort,
    )
