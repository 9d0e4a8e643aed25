"""Read DISAPERE with full texts: review sentences, what the authors did about each, and the words they answered with.

The response to a review is put together from the answers to its sentences. Their order is that of their hashes, so that
nothing can be gained from the order of the review.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from peerlens.errors import InputError
from peerlens.evals.datasets.files import Line, files_below, fingerprint, read_lines

_SENTENCES: Final = "sentences.jsonl"
_CONCEDED: Final = frozenset({"concede-criticism"})
_DISPUTED: Final = frozenset({"reject-criticism", "contradict-assertion", "refute-question"})
_ARGUES: Final = "arg"
_ORDERS: Final = "arg-structuring_"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a review. ``answer``: the authors' words aligned to it, "" where there are none.

    ``action``, ``polarity``: what it does by the annotators ("arg_fact") and how ("pol_negative"), "none" for neither.

    ``stance``: "conceded", "disputed", or ``None`` where the authors did neither, or both. ``argues``: it asks for or
    finds fault with something, going by its own labels.
    """

    item: str
    text: str
    answer: str
    stance: str | None
    argues: bool
    action: str = "none"
    polarity: str = "none"


@dataclass(frozen=True, slots=True)
class Exchange:
    """A review of a paper, sentence by sentence, and the response to it."""

    paper: str
    review: str
    sentences: tuple[Sentence, ...]
    response: str


@dataclass(frozen=True, slots=True)
class Disapere:
    """``papers``: the file of each review-time manuscript by id."""

    papers: dict[str, Path]
    exchanges: tuple[Exchange, ...]
    version: str


class _Row(Line):
    paper_id: str
    review_id: str
    sent: int
    text: str
    review_action: str | None = None
    fine_action: str | None = None
    polarity: str | None = None
    author_actions: tuple[str, ...] | None = ()
    author_text: str | None = None


def load(data: Path, *, split: str | None = None) -> Disapere:
    """The exchanges below ``data``; ``split`` names the folder to take. Raises ``InputError`` where there are none."""
    files = [path for path in files_below(data) if split is None or split in path.parts]
    sources = [path for path in files if path.name == _SENTENCES]
    papers = {path.stem: path for path in files if path.suffix == ".md" and path.parent.name == "papers"}
    exchanges: list[Exchange] = []
    for source in sources:
        rows: dict[tuple[str, str], list[_Row]] = defaultdict(list)
        for row in read_lines(source, _Row):
            rows[row.paper_id, row.review_id].append(row)
        exchanges += [_exchange(*key, of_review) for key, of_review in rows.items() if key[0] in papers]
    if not exchanges:
        raise InputError(
            f"no {_SENTENCES} with papers below {data}", hint="give the folder of DISAPERE with full texts"
        )
    return Disapere(papers, tuple(exchanges), fingerprint([*sources, *papers.values()]))


def _exchange(paper: str, review: str, rows: Sequence[_Row]) -> Exchange:
    sentences = tuple(_sentence(row) for row in sorted(rows, key=lambda row: row.sent))
    answers = {one.answer for one in sentences if one.answer}
    whole = [one for one in answers if not any(one != other and one in other for other in answers)]
    shuffled = sorted(whole, key=lambda one: hashlib.sha256(one.encode()).hexdigest())
    return Exchange(paper, review, sentences, "\n\n".join(shuffled))


def _action(row: _Row) -> str:
    """What a sentence does; of what orders a review the finer label: a summary says something, a heading does not."""
    fine = row.fine_action or ""
    return fine if fine.startswith(_ORDERS) else row.review_action or "none"


def _sentence(row: _Row) -> Sentence:
    actions = set(row.author_actions or ())
    conceded, disputed = bool(actions & _CONCEDED), bool(actions & _DISPUTED)
    stance = None if conceded == disputed else "conceded" if conceded else "disputed"
    return Sentence(
        item=f"{row.paper_id} {row.review_id} {row.sent}",
        text=" ".join(row.text.split()),
        answer=" ".join((row.author_text or "").split()),
        stance=stance,
        argues=(row.review_action or "").startswith(_ARGUES),
        action=_action(row),
        polarity=row.polarity or "none",
    )
