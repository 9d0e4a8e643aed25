"""Read OpenAIReview's perturbation benchmark: papers in LaTeX, and the same papers with wrong statements put in.

Which errors explicit checks could see at all is decided here, from the words that were changed alone.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Final

from peerlens.errors import InputError
from peerlens.evals.datasets.files import Line, files_below, fingerprint, read_lines

_ERRORS: Final = "perturbations.jsonl"
_CLEAN: Final = "clean"
_NUMBER: Final = re.compile(r"(?<![\w.\\])\d[\d,]*(?:\.\d+)?(?![\w.]*\d)")
_DIGITS: Final = 3
"""A number of fewer digits stands in a paper for many things."""
_SHORT: Final = 8
"""More words than these are a passage rewritten, not a number or a word exchanged."""
_COMPARED: Final = re.compile(
    r"\b(?:higher|lower|better|worse|outperform\w*|underperform\w*|increas\w*|decreas\w*|improv\w*|reduc\w*|consistently|"
    r"always|exceed\w*|surpass\w*|smaller|larger|greater|best|worst)\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Seeded:
    """An error put into a paper. ``changed``: the words that it has instead of the original's.

    ``kind``: ``number`` where a number was changed that the paper still gives elsewhere, ``comparison`` where a word of
    comparison was changed in a sentence with numbers or about a table, ``other`` for everything else.
    """

    item: str
    error: str
    kind: str
    perturbed: str
    changed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """A corrupted paper and its errors. ``clean``: the same paper without them."""

    paper: str
    category: str
    clean: str
    corrupted: str
    errors: tuple[Seeded, ...]


@dataclass(frozen=True, slots=True)
class Perturbed:
    """All pairs of a data set."""

    pairs: tuple[Pair, ...]
    version: str


class _Row(Line):
    paper_id: str
    category: str
    perturbation_id: str
    error: str
    original: str
    perturbed: str


def load(data: Path, *, split: str | None = None) -> Perturbed:
    """The pairs below ``data`` whose corrupted text is stored. Raises ``InputError`` where there are none."""
    files = [path for path in files_below(data) if split is None or split in path.parts]
    pairs: list[Pair] = []
    used: list[Path] = []
    for path in files:
        if path.name == _ERRORS:
            used.append(path)
            pairs += _pairs(path, set(files))
    if not pairs:
        raise InputError(f"no {_ERRORS} with papers below {data}", hint="give the folder of the perturbation benchmark")
    return Perturbed(tuple(pairs), fingerprint(used))


def _pairs(path: Path, files: set[Path]) -> list[Pair]:
    rows: dict[tuple[str, str], list[_Row]] = defaultdict(list)
    for row in read_lines(path, _Row):
        rows[row.paper_id, row.category].append(row)
    pairs = []
    for (paper, category), errors in rows.items():
        clean, corrupted = (path.parent / "papers" / f"{paper}_{name}.md" for name in (_CLEAN, category))
        if clean in files and corrupted in files:
            text = corrupted.read_text(encoding="utf-8")
            pairs.append(
                Pair(
                    paper=paper,
                    category=category,
                    clean=clean.read_text(encoding="utf-8"),
                    corrupted=text,
                    errors=tuple(_seeded(row, text) for row in errors),
                )
            )
    return pairs


def _seeded(row: _Row, corrupted: str) -> Seeded:
    changes = _changes(row.original, row.perturbed)
    return Seeded(
        item=f"{row.paper_id}:{row.category}:{row.perturbation_id}",
        error=row.error,
        kind=_kind(row, changes, corrupted),
        perturbed=row.perturbed,
        changed=tuple(new for _, new in changes if new),
    )


def _changes(original: str, perturbed: str) -> list[tuple[str, str]]:
    """The stretches of words that differ, old and new."""
    old, new = original.split(), perturbed.split()
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return [
        (" ".join(old[a:b]), " ".join(new[c:d])) for tag, a, b, c, d in matcher.get_opcodes() if tag != "equal"
    ]  # fmt: skip


def _kind(row: _Row, changes: list[tuple[str, str]], corrupted: str) -> str:
    elsewhere = set(_exact(corrupted.replace(row.perturbed, " ", 1)))
    here = set(_exact(row.perturbed))
    exchanged = [(old, new) for old, new in changes if max(len(old.split()), len(new.split())) <= _SHORT]
    for old, new in exchanged:
        if _NUMBER.search(new) and any(number in elsewhere and number not in here for number in _exact(old)):
            return "number"
    turned = any(_COMPARED.search(old) and _COMPARED.search(new) for old, new in exchanged)
    if turned and (here or re.search(r"\\ref\{tab|\bTable\b", row.perturbed)):
        return "comparison"
    return "other"


def _exact(text: str) -> list[str]:
    """The numbers of a text with three digits or more."""
    return [match[0] for match in _NUMBER.finditer(text) if sum(sign.isdigit() for sign in match[0]) >= _DIGITS]
