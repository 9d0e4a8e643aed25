"""Read Peerify claims with the full text of their papers (``claims_*.jsonl``, ``quality*.jsonl``, ``ID/paper.*``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from peerlens.errors import InputError, UsageError
from peerlens.evals.datasets.files import Line, files_below, fingerprint, read_lines
from peerlens.taxonomy import Verdict

MIN_PARAGRAPH_SCORE = 0.5
"""Share of a quote's word trigrams that must stand in the span for it to count as located (the data's README)."""

_TEXTS = ("paper.mmd", "paper.md", "paper.txt", "paper.pdf")
"""What a paper is read from, best first: the spans count characters of the text file, so a PDF comes last."""


class Bench(StrEnum):
    """The four sets. B1: paraphrases of paragraphs. B3: review claims labelled by a model from the paper's beginning.

    B4: claims two labellers saw. B6: review claims judged against the authors' answer, which is their document.
    """

    B1 = "B1"
    B3 = "B3"
    B4 = "B4"
    B6 = "B6"


@dataclass(frozen=True, slots=True)
class PeerifyClaim:
    """One row. ``spans``: located gold spans, as offsets in the paper's text file. ``gold`` is ``None`` in B4."""

    item: str
    bench: Bench
    paper_id: str
    claim: str
    claim_type: str | None
    gold: Verdict | None
    spans: tuple[tuple[int, int], ...]
    answer: str | None


@dataclass(frozen=True, slots=True)
class Peerify:
    """The claims in file order, the papers by id, and why each of the other papers cannot be used."""

    claims: tuple[PeerifyClaim, ...]
    papers: Mapping[str, Path]
    unusable: Mapping[str, str]
    version: str


def load(data: Path, *, split: str | None = None) -> Peerify:
    """Read what lies below ``data``; ``split`` keeps ``claims_<split>.jsonl``. Raises ``InputError`` without claims."""
    files = files_below(data)
    claim_files = _claim_files(files, split=split, data=data)
    claims: dict[str, PeerifyClaim] = {}
    for path in claim_files:
        for row in read_lines(path, _ClaimLine):
            claims.setdefault(f"{row.bench}:{row.row}", _claim(row))
    quality = [path for path in files if path.name.startswith("quality") and path.suffix == ".jsonl"]
    papers = _papers(files)
    marked = {line.paper_id for path in quality for line in read_lines(path, _Quality) if not line.usable}
    named = {claim.paper_id for claim in claims.values()}
    unusable = dict.fromkeys(named - papers.keys(), "no paper file") | dict.fromkeys(marked, "marked unusable")
    return Peerify(
        claims=tuple(claims.values()),
        papers={name: path for name, path in papers.items() if name not in unusable and name in named},
        unusable=unusable,
        version=fingerprint([*claim_files, *quality]),
    )


class _SpanLine(Line):
    start: int
    end: int
    para_score: float


class _ClaimLine(Line):
    bench: Bench
    row: int
    paper_id: str
    claim: str
    claim_type: str | None = None
    label: str | None = None
    spans: tuple[_SpanLine, ...] = ()
    author_response: str | None = None


class _Quality(Line):
    paper_id: str
    usable: bool


def _claim_files(files: Sequence[Path], *, split: str | None, data: Path) -> list[Path]:
    found = [path for path in files if path.name.startswith("claims_") and path.suffix == ".jsonl"]
    if not found:
        raise InputError(f"no claims_*.jsonl below {data}", hint="give the folder of peerify_fulltext with --data DIR")
    kept = [path for path in found if split is None or path.stem == f"claims_{split}"]
    if not kept:
        known = ", ".join(sorted({path.stem.removeprefix("claims_") for path in found}))
        raise UsageError(f"no split {split!r} below {data}", hint=f"known: {known}")
    return kept


def _papers(files: Sequence[Path]) -> dict[str, Path]:
    papers: dict[str, Path] = {}
    for path in sorted((path for path in files if path.name in _TEXTS), key=lambda path: _TEXTS.index(path.name)):
        papers.setdefault(path.parent.name, path)
    return papers


def _claim(row: _ClaimLine) -> PeerifyClaim:
    return PeerifyClaim(
        item=f"{row.bench}:{row.row}",
        bench=row.bench,
        paper_id=row.paper_id,
        claim=row.claim,
        claim_type=row.claim_type,
        gold=_verdict(row.label),
        spans=tuple(
            dict.fromkeys((span.start, span.end) for span in row.spans if span.para_score >= MIN_PARAGRAPH_SCORE)
        ),
        answer=row.author_response or None,
    )


def _verdict(label: str | None) -> Verdict | None:
    """The label in this project's spelling: published data say ``Contradicted`` for ``Not Supported``."""
    if label is None:
        return None
    if label == "Contradicted":
        return Verdict.NOT_SUPPORTED
    try:
        return Verdict(label)
    except ValueError as exc:
        raise InputError(f"unknown gold label {label!r}", hint=f"known: {', '.join(Verdict)}, Contradicted") from exc
