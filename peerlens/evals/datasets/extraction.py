"""Read reviews with their claims (JSONL ``id, paper, review, claims``, or probes), and what others took from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from peerlens.errors import InputError
from peerlens.evals.datasets.files import Line, files_below, fingerprint, read_json, read_lines
from peerlens.evals.datasets.labelled import paper_file
from peerlens.evals.datasets.labels import verdict_of
from peerlens.reviews import read_reviews
from peerlens.schema import Review
from peerlens.taxonomy import Verdict

_HINT: Final = 'rows are {"id", "paper", "review": text or file, "claims": [text or {"claim", "label"?}]}'


@dataclass(frozen=True, slots=True)
class SaidClaim:
    """A claim of a review, with its label where one is given."""

    text: str
    label: Verdict | None = None


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """A review and its claims. ``path``: the file of the paper, ``None`` where it is not at hand."""

    item: str
    paper: str
    path: Path | None
    review: Review
    claims: tuple[SaidClaim, ...]


@dataclass(frozen=True, slots=True)
class ReviewItems:
    items: tuple[ReviewItem, ...]
    version: str


class _Row(Line):
    id: str
    paper: str = ""
    review: str
    claims: list[Any]


class _Given(Line):
    id: str
    claims: list[Any]


class _Head(Line):
    id: Any = None
    review: Any = None
    claims: Any = None


class _Quoted(Line):
    quote: str
    expect: Verdict


class _Probed(Line):
    review: str
    claims: tuple[_Quoted, ...]


class _Probes(Line):
    paper: str
    reviews: tuple[_Probed, ...]


def load(data: Path, *, split: str | None = None) -> ReviewItems:
    """The reviews of a JSONL file, or of all files below a folder; ``split`` keeps the file with that stem.

    Raises ``InputError`` where there is none, a claim or label cannot be read, or two reviews have one id.
    """
    below = files_below(data) if data.is_dir() else ()
    files = [data] if data.is_file() else list(below)
    items: list[ReviewItem] = []
    sources = []
    for path in files:
        found = list(_items(path, below)) if split in (None, path.stem) else []
        items += found
        sources += [path] if found else []
    if not items:
        raise InputError(f"no reviews with their claims in {data}", hint=_HINT)
    for item in items:
        if sum(other.item == item.item for other in items) > 1:
            raise InputError(f"two reviews have the id {item.item!r}", hint="give each review an id of its own")
    return ReviewItems(tuple(items), fingerprint(sources))


def read_extracted(path: Path) -> dict[str, tuple[SaidClaim, ...]]:
    """What another system took from reviews (JSONL ``id, claims``), by id. Raises ``InputError`` for no claim."""
    return {row.id: _claims(row.claims, f"{path.name}, {row.id}") for row in read_lines(path, _Given)}


def _items(path: Path, below: tuple[Path, ...]) -> Iterator[ReviewItem]:
    if path.suffix == ".jsonl" and _is_extraction(path):
        for row in read_lines(path, _Row):
            claims = _claims(row.claims, f"{path.name}, {row.id}")
            paper = paper_file(row.paper, beside=path, below=below)
            yield ReviewItem(row.id, row.paper or row.id, paper, _review(row.review, path), claims)
    elif path.suffix == ".json":
        try:
            probes = _Probes.model_validate(read_json(path))
        except ValidationError:
            return
        for one in probes.reviews:
            quoted = tuple(SaidClaim(claim.quote, claim.expect) for claim in one.claims)
            paper = paper_file(probes.paper, beside=path, below=below)
            yield ReviewItem(one.review, probes.paper, paper, _review(one.review, path), quoted)


def _review(said: str, beside: Path) -> Review:
    """The review of that file name beside the data, else the text itself."""
    named = beside.parent / said if len(said) < 200 and "\n" not in said else None
    if named is not None and named.is_file():
        return read_reviews(named, name=named.name)[0]
    return read_reviews(said.encode("utf-8", "replace"), name="review")[0]


def _claims(values: list[Any], where: str) -> tuple[SaidClaim, ...]:
    return tuple(_claim(value, where) for value in values)


def _claim(value: Any, where: str) -> SaidClaim:
    given = value if isinstance(value, dict) else {"claim": value}
    text, said = given.get("claim"), given.get("label") or given.get("gold")
    label = verdict_of(str(said)) if said else None
    if not isinstance(text, str) or not text.strip() or (said and label is None):
        raise InputError(f"{where}: {str(value)[:60]!r} is no claim", hint=_HINT)
    return SaidClaim(" ".join(text.split()), label)


def _is_extraction(path: Path) -> bool:
    first = next(iter(read_lines(path, _Head)), None)
    return first is not None and None not in (first.id, first.review, first.claims)
