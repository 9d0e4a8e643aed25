"""Does a review taken apart keep what each sentence does? DISAPERE sentences: criticism, praise, description.

The annotators judged sentences, the program makes claims: a sentence has the stance of the claim that shares most with
it. Wishes that carry a polarity count as criticism or praise; what became no claim is wrong here, and is said apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from peerlens.errors import PeerlensError
from peerlens.evals.datasets.disapere import Exchange, Sentence, load
from peerlens.evals.label_figures import label_figures
from peerlens.evals.results import Figure
from peerlens.evals.rows import SentenceRow
from peerlens.evals.shares import dropped_counts, shares
from peerlens.evals.subject import Subject
from peerlens.schema import Ask, Claim, Decomposition, Review
from peerlens.taxonomy import ClaimKind, Stance

SUMMARY = "DISAPERE review sentences: criticism, praise or description, after the review is taken apart"
ROW = SentenceRow

CLAIM, REQUEST, UNUSED = "claim", "request", "unused"
_STANCES: Final[Mapping[str, Stance]] = {"pol_negative": Stance.CRITICISM, "pol_positive": Stance.PRAISE}
_KINDS: Final[Mapping[str, str]] = {
    "arg_fact": ClaimKind.FACTUAL.value,
    "arg_evaluative": ClaimKind.SUBJECTIVE.value,
    "arg_request": REQUEST,
    "arg-structuring_heading": UNUSED,
    "arg-structuring_quote": UNUSED,
    "arg_social": UNUSED,
}


def predict(data: Path, *, subject: Subject, split: str | None = None) -> Iterator[SentenceRow]:
    """Every sentence of every review, one review at a time."""
    yield from sentence_rows("stance", data, subject=subject, split=split)


def figures(rows: Sequence[SentenceRow]) -> dict[str, Figure]:
    """Three stances over the sentences that became claims, and what became of those of each stance."""
    run = [row for row in rows if row.dropped is None and row.gold_stance is not None]
    claims = [(row.paper, row.gold_stance or "", row.stance or "") for row in run if row.stance]
    result = label_figures(claims, [stance.value for stance in Stance])
    for stance in Stance:
        group = [row for row in run if row.gold_stance == stance]
        became = {f"{stance} became a {name}": _became(name) for name in (CLAIM, REQUEST)}
        result |= shares(group, {**became, f"{stance} is {UNUSED}": _became(UNUSED)})
    return result | dropped_counts(rows)


def sentence_rows(suite: str, data: Path, *, subject: Subject, split: str | None) -> Iterator[SentenceRow]:
    """What each sentence of each review became; a review that cannot be taken apart is dropped with the error."""
    disapere = load(data, split=split)
    versions = {"engine": subject.engine, "data": f"disapere {disapere.version}"}
    for exchange in disapere.exchanges:
        rows = [_row(sentence, exchange, suite=suite, versions=versions) for sentence in exchange.sentences]
        text = "\n".join(sentence.text for sentence in exchange.sentences)
        try:
            parts = subject.decompose(Review(id="r1", source="review", text=text))
        except PeerlensError as exc:
            yield from (row.model_copy(update={"dropped": type(exc).__name__}) for row in rows)
            continue
        start = 0
        for row in rows:
            yield row.model_copy(update=_outcome(parts, start, start + len(row.text)))
            start += len(row.text) + 1


def _outcome(parts: Decomposition, start: int, end: int) -> dict[str, str | None]:
    """What shares most with the sentence: a claim goes before a request of which it is the premise."""

    def shared(one: Claim | Ask) -> int:
        return min(end, one.end) - max(start, one.start)

    claim = max(parts.claims, key=shared, default=None)
    if claim is not None and shared(claim) > 0:
        return {"became": CLAIM, "stance": claim.stance.value, "kind": claim.kind.value}
    ask = max(parts.asks, key=shared, default=None)
    asked = ask is not None and shared(ask) > 0
    return {"became": REQUEST if asked else UNUSED, "stance": None, "kind": REQUEST if asked else UNUSED}


def _row(sentence: Sentence, exchange: Exchange, *, suite: str, versions: dict[str, str]) -> SentenceRow:
    stance = _STANCES.get(sentence.polarity)
    if stance is None and sentence.action == "arg_fact":
        stance = Stance.DESCRIPTION
    return SentenceRow(
        suite=suite, item=sentence.item, paper=exchange.paper, versions=versions, text=sentence.text,
        gold_stance=stance.value if stance else None, gold_kind=_KINDS.get(sentence.action),
    )  # fmt: skip


def _became(name: str) -> Callable[[SentenceRow], bool]:
    return lambda row: row.became == name
