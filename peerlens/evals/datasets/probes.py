"""Read hand-written claims about one manuscript with the label each should get: ``{"paper", "claims": […]}``.

Expected verdicts of whole reviews (``{"paper", "reviews": [{"review", "claims": [{"quote", "expect"}]}]}``) are read
too, each quote as a ready-made claim: that measures the verifier without the decomposition.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from peerlens.errors import InputError
from peerlens.evals.datasets.files import Line, files_below, fingerprint, read_json
from peerlens.taxonomy import Verdict


@dataclass(frozen=True, slots=True)
class Probe:
    """One claim and the label expected. ``family``: the kind of wording or mistake it stands for."""

    item: str
    claim: str
    gold: Verdict
    family: str | None


@dataclass(frozen=True, slots=True)
class ProbeSet:
    """The probes of one file on one manuscript. ``paper`` is ``None`` when that is not below the folder."""

    name: str
    paper: Path | None
    probes: tuple[Probe, ...]
    version: str


def load(data: Path, *, split: str | None = None) -> tuple[ProbeSet, ...]:
    """Every probe file below ``data``, once for each manuscript it is for; ``split`` keeps the one with that stem.

    Raises ``InputError`` without any.
    """
    files = files_below(data)
    sets = []
    for path in files:
        parsed = _parse(path) if path.suffix == ".json" else None
        if parsed is None or (split is not None and path.stem != split):
            continue
        probes = tuple(_probes(parsed))
        papers = _papers(parsed.paper, beside=path, files=files)
        for paper in papers or (None,):
            name = f"{path.stem} on {paper.name}" if paper and len(papers) > 1 else path.stem
            sets.append(ProbeSet(name=name, paper=paper, probes=probes, version=fingerprint([path])))
    if not sets:
        wanted = f"{split}.json" if split else "file with claims and the verdicts expected"
        raise InputError(
            f"no {wanted} below {data}", hint='such a file holds {"paper", "claims": [{"id", "claim", "expect"}]}'
        )
    return tuple(sets)


class _ProbeLine(Line):
    id: str
    claim: str
    expect: Verdict
    family: str | None = None


class _QuoteLine(Line):
    quote: str
    expect: Verdict


class _ReviewLine(Line):
    review: str
    claims: tuple[_QuoteLine, ...]


class _ProbeFile(Line):
    paper: str
    claims: tuple[_ProbeLine, ...] = ()
    reviews: tuple[_ReviewLine, ...] = ()


class _ManifestItem(Line):
    file: str
    uses_probes: bool = False


class _Manifest(Line):
    items: tuple[_ManifestItem, ...]


def _probes(parsed: _ProbeFile) -> Iterator[Probe]:
    for row in parsed.claims:
        yield Probe(row.id, row.claim, row.expect, row.family)
    for review in parsed.reviews:
        for number, quoted in enumerate(review.claims, start=1):
            yield Probe(f"{review.review}:{number}", quoted.quote, quoted.expect, None)


def _parse(path: Path) -> _ProbeFile | None:
    try:
        parsed = _ProbeFile.model_validate(read_json(path))
    except ValidationError:
        return None
    return parsed if parsed.claims or parsed.reviews else None


def _papers(named: str, *, beside: Path, files: Sequence[Path]) -> tuple[Path, ...]:
    """The manuscript: a file beside, one of that name below the folder, or all that a manifest beside lists."""
    direct = beside.parent / named
    if direct in files:
        return (direct,)
    elsewhere = next((path for path in files if path.name == named), None)
    if elsewhere is not None:
        return (elsewhere,)
    try:
        manifest = _Manifest.model_validate(read_json(beside.parent / "manifest.json"))
    except (ValidationError, InputError):
        return ()
    listed = (beside.parent / item.file for item in manifest.items if item.uses_probes)
    return tuple(path for path in listed if path in files)
