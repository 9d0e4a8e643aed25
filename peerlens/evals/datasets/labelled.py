"""Read one's own labelled claims (CSV ``paper,claim,gold,evidence?,id?``) and the verdicts another system gave them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from peerlens.errors import InputError
from peerlens.evals.datasets.files import files_below, fingerprint, read_text
from peerlens.evals.datasets.labels import verdict_of
from peerlens.taxonomy import Verdict

_NEEDED: Final = ("paper", "claim", "gold")
_LABEL_KEYS: Final = ("label", "predicted", "prediction", "verdict")
_HINT: Final = "the head is paper,claim,gold and, if you have them, evidence and id"


@dataclass(frozen=True, slots=True)
class LabelledClaim:
    """One row. ``paper``: the name given; ``path``: the file it names, beside the CSV or below the folder."""

    item: str
    paper: str
    path: Path | None
    claim: str
    gold: Verdict
    evidence: str


@dataclass(frozen=True, slots=True)
class Labelled:
    """The claims of every file, in order."""

    claims: tuple[LabelledClaim, ...]
    version: str


@dataclass(frozen=True, slots=True)
class Given:
    """A verdict of another system, with its confidence from 0 to 1 where it gave one."""

    label: Verdict
    confidence: float | None


def load(data: Path, *, split: str | None = None, mapping: Mapping[str, Verdict] | None = None) -> Labelled:
    """The claims of a CSV file, or of every one below a folder; ``split`` keeps the file with that stem.

    Raises ``InputError`` where there is none, a label is unknown, or two rows have one id.
    """
    if not data.exists():
        raise InputError(f"{data}: no such file or folder", hint=f"name your CSV with --data; {_HINT}")
    files = (data,) if data.is_file() else tuple(path for path in files_below(data) if path.suffix == ".csv")
    sources = [path for path in files if (split is None or path.stem == split) and _is_labelled(path)]
    if not sources:
        raise InputError(f"no CSV of labelled claims in {data}", hint=_HINT)
    below = files_below(data) if data.is_dir() else ()
    claims = [claim for path in sources for claim in _claims(path, below, mapping, several=len(sources) > 1)]
    seen: set[str] = set()
    for claim in claims:
        if claim.item in seen:
            raise InputError(f"two rows have the id {claim.item!r}", hint="give each claim an id of its own")
        seen.add(claim.item)
    return Labelled(tuple(claims), fingerprint(sources))


def read_given(path: Path, mapping: Mapping[str, Verdict] | None = None) -> dict[str, Given]:
    """The verdicts of another system, JSONL or CSV, by id and by paper and claim (see ``key_of``).

    Rows are ``{"id" or "paper" and "claim", "label", "confidence"?}``. Raises ``InputError`` naming a row that is not.
    """
    given: dict[str, Given] = {}
    for number, row in _rows(path):
        label = next((row[key] for key in _LABEL_KEYS if row.get(key)), None)
        if label is None:
            raise InputError(f"{path.name}, row {number}: no label", hint='rows are {"id", "label", "confidence"?}')
        verdict = _known(label, mapping, path, number)
        key = row.get("id") or (key_of(row["paper"], row["claim"]) if row.get("paper") and row.get("claim") else None)
        if key is None:
            raise InputError(f"{path.name}, row {number}: neither id nor paper and claim", hint="name what was judged")
        given[key] = Given(verdict, _confidence(row.get("confidence"), path, number))
    return given


def key_of(paper: str, claim: str) -> str:
    """What stands for a claim that has no id: the words of both, spaces aside."""
    return f"{paper.strip()}\n{' '.join(claim.split())}"


def _claims(
    path: Path, below: tuple[Path, ...], mapping: Mapping[str, Verdict] | None, *, several: bool
) -> Iterator[LabelledClaim]:
    for number, row in _rows(path):
        paper, claim = row.get("paper", "").strip(), row.get("claim", "").strip()
        if not paper or not claim:
            raise InputError(f"{path.name}, row {number}: no {'claim' if paper else 'paper'}", hint=_HINT)
        named = row.get("id") or str(number)
        yield LabelledClaim(
            item=f"{path.stem}:{named}" if several else named,
            paper=paper,
            path=paper_file(paper, beside=path, below=below),
            claim=claim,
            gold=_known(row.get("gold", ""), mapping, path, number),
            evidence=row.get("evidence", "").strip(),
        )


def _known(label: str, mapping: Mapping[str, Verdict] | None, path: Path, number: int) -> Verdict:
    verdict = verdict_of(label, mapping)
    if verdict is None:
        known = ", ".join(Verdict)
        raise InputError(
            f"{path.name}, row {number}: unknown label {label!r}", hint=f"known: {known}; others go into a --label-map"
        )
    return verdict


def paper_file(named: str, *, beside: Path, below: tuple[Path, ...]) -> Path | None:
    """The file of a paper: the one named, beside the data or by its name below the folder; ``None`` for none."""
    direct = beside.parent / named
    if named and direct.exists():
        return direct
    return next((path for path in below if path.name == named or path.stem == named), None)


def _is_labelled(path: Path) -> bool:
    head = next(iter(csv.reader(io.StringIO(_csv_text(path)), delimiter=_delimiter(_csv_text(path)))), [])
    return set(_NEEDED) <= {name.strip().casefold() for name in head}


def _rows(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a CSV or JSONL file, counted from 1, names folded, values as text."""
    if path.suffix in (".jsonl", ".ndjson"):
        lines = [line for line in read_text(path).split("\n") if line.strip()]
        for number, line in enumerate(lines, start=1):
            yield number, _object(line, path, number)
        return
    text = _csv_text(path)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=_delimiter(text))
    for number, row in enumerate(reader, start=1):
        yield number, {name.strip().casefold(): value or "" for name, value in row.items() if isinstance(name, str)}


def _object(line: str, path: Path, number: int) -> dict[str, str]:
    try:
        loaded = json.loads(line)
    except ValueError:
        loaded = None
    if not isinstance(loaded, dict):
        raise InputError(f"{path.name}, row {number}: no JSON object", hint='rows are {"id", "label", "confidence"?}')
    return {str(name).casefold(): "" if value is None else str(value) for name, value in loaded.items()}


def _confidence(text: str | None, path: Path, number: int) -> float | None:
    if not text:
        return None
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.0 <= value <= 1.0:
        raise InputError(f"{path.name}, row {number}: confidence {text!r}", hint="a number from 0 to 1")
    return value


def _csv_text(path: Path) -> str:
    return read_text(path).removeprefix("\ufeff")


def _delimiter(text: str) -> str:
    head = text.split("\n", 1)[0]
    return max((",", ";", "\t"), key=head.count)
