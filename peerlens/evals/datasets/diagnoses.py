"""Read reference diagnoses of papers (JSONL ``id, paper, label, claims, evidence?, suggestions?``) and generated ones.

Replies in the ActReview text format are read too: ``Claim k: …`` lines or ``None``. Abstention, an empty reply and one
that cannot be read are three different things.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from peerlens.errors import InputError
from peerlens.evals.datasets.files import Line, files_below, fingerprint, read_lines
from peerlens.evals.datasets.labelled import paper_file
from peerlens.taxonomy import Weakness

EMPTY: Final = "empty reply"
UNREADABLE: Final = "unreadable reply"

_CLAIM: Final = re.compile(r"^[\s>*_#\-•]*claim\s*\d*\s*[:.)]?[*_\s]*[:.)]?\s*(?P<text>\S.*)$", re.IGNORECASE)
_NONE: Final = re.compile(r"^[\s*_\"'`\-•]*none[\s*_\"'`.]*$", re.IGNORECASE)
_HINT: Final = 'rows are {"id", "paper", "label", "claims": […], "evidence": […], "suggestions": […]}'


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What is said of one label on one paper. No claims: the paper does not show the weakness.

    ``evidence_of``: the claim that each piece of evidence belongs to, empty where that is not said.
    """

    claims: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()
    evidence_of: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DiagnosisItem:
    """A reference. ``path``: the file of the paper, beside the JSONL or below the folder."""

    item: str
    paper: str
    path: Path | None
    label: Weakness
    reference: Diagnosis


@dataclass(frozen=True, slots=True)
class Diagnoses:
    items: tuple[DiagnosisItem, ...]
    version: str


@dataclass(frozen=True, slots=True)
class Reply:
    """A generated diagnosis, or in ``fault`` why there is none."""

    diagnosis: Diagnosis | None
    fault: str | None = None


class _Reference(Line):
    id: str
    paper: str
    label: str
    claims: Any
    evidence: Any = None
    suggestions: Any = None


class _Generated(Line):
    id: str
    claims: Any
    evidence: Any = None
    suggestions: Any = None


class _Head(Line):
    id: Any = None
    paper: Any = None
    claims: Any = None
    label: Any = None


def load(data: Path, *, split: str | None = None) -> Diagnoses:
    """The references of a JSONL file, or of those below a folder; ``split`` keeps the one with that stem.

    Raises ``InputError`` where there is none, a label is unknown, or claims cannot be read.
    """
    below = files_below(data) if data.is_dir() else ()
    files = [data] if data.is_file() else [path for path in below if path.suffix == ".jsonl"]
    sources = [path for path in files if (split is None or path.stem == split) and _is_reference(path)]
    items = tuple(item for path in sources for item in _items(path, below))
    if not items:
        raise InputError(f"no JSONL of reference diagnoses in {data}", hint=_HINT)
    return Diagnoses(items, fingerprint(sources))


def read_replies(path: Path) -> dict[str, Reply]:
    """The generated diagnoses of a JSONL file by id."""
    return {row.id: _reply(row) for row in read_lines(path, _Generated)}


def read_claims(value: Any) -> tuple[str, ...] | None:
    """Claims from a list, or from a reply in the text format; ``None`` where it has no claims and does not say so."""
    if isinstance(value, list):
        texts = [" ".join(one.split()) for one in value if isinstance(one, str) and one.strip()]
        return tuple(text for text in texts if not _NONE.match(text))
    if value is None:
        return ()
    if not isinstance(value, str):
        return None
    if _NONE.match(value):
        return ()
    claims: list[str] = []
    for line in value.split("\n"):
        match = _CLAIM.match(line)
        if match is not None:
            claims.append(match["text"].strip())
        elif line.strip() and claims:
            claims[-1] = f"{claims[-1]} {line.strip()}"
    kept = tuple(claim for claim in claims if not _NONE.match(claim))
    return kept or (() if claims else None)


def _reply(row: _Generated) -> Reply:
    if isinstance(row.claims, str) and not row.claims.strip():
        return Reply(None, EMPTY)
    claims = read_claims(row.claims)
    if claims is None:
        return Reply(None, UNREADABLE)
    evidence, owners = _evidence(row.evidence, claims=len(claims))
    return Reply(Diagnosis(claims, evidence, _texts(row.suggestions), owners))


def _evidence(value: Any, *, claims: int) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Evidence, and whose it is: a list with an entry for each claim (a text, or a list of them) says so."""
    if claims and isinstance(value, list) and len(value) == claims:
        owned = [(text, claim) for claim, one in enumerate(value) for text in _texts(one)]
        return tuple(text for text, _ in owned), tuple(claim for _, claim in owned)
    return _texts(value), ()


def _items(path: Path, below: tuple[Path, ...]) -> Iterator[DiagnosisItem]:
    for number, row in enumerate(read_lines(path, _Reference), start=1):
        claims = read_claims(row.claims)
        label = row.label.partition(" ")[0]
        if claims is None or label not in set(Weakness):
            what = "claims" if claims is None else f"label {row.label!r}"
            raise InputError(f"{path.name}, row {number}: {what} cannot be read", hint=_HINT)
        reference = Diagnosis(claims, _texts(row.evidence), _texts(row.suggestions))
        yield DiagnosisItem(
            row.id, row.paper, paper_file(row.paper, beside=path, below=below), Weakness(label), reference
        )


def _texts(value: Any) -> tuple[str, ...]:
    """Texts of a list, of a string, or of suggestions in fields, joined."""
    match value:
        case str():
            return (value.strip(),) if value.strip() else ()
        case list():
            return tuple(text for one in value for text in _texts(one))
        case dict():
            joined = " ".join(str(one) for one in value.values() if isinstance(one, str) and one.strip())
            return (joined,) if joined else ()
        case _:
            return ()


def _is_reference(path: Path) -> bool:
    first = next(iter(read_lines(path, _Head)), None)
    return first is not None and None not in (first.id, first.paper, first.label)
