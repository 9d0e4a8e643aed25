"""Read what is to be judged (JSONL ``id, paper``; by kind ``candidates``, ``claim``, ``label``, or ``a`` and ``b``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import Field

from peerlens.errors import InputError
from peerlens.evals.datasets.files import Line, files_below, fingerprint, read_lines
from peerlens.evals.datasets.labelled import paper_file
from peerlens.schema import Record
from peerlens.taxonomy import Weakness

_HINT: Final = (
    'rows are {"id", "paper", "context"?, "label"?} with "candidates": {"system": text}, "a" and "b", or "claim"'
)


class Criterion(Record):
    """A line of a rubric. A ``hard`` one is met or the text scores nought; ``weight`` counts for the others only."""

    text: str
    hard: bool = False
    weight: Annotated[float, Field(gt=0)] = 1.0


@dataclass(frozen=True, slots=True)
class JudgedItem:
    """One thing to be judged. ``candidates``: texts by the system that wrote them, lists joined to lines.

    ``context``: what the judge reads of the paper; where it is empty, passages of the file at ``path`` are.
    """

    item: str
    paper: str
    path: Path | None = None
    context: str = ""
    label: Weakness | None = None
    task: str | None = None
    candidates: Mapping[str, str] = field(default_factory=dict)
    claim: str = ""
    pair: tuple[str, str] | None = None
    rubric: tuple[Criterion, ...] = ()

    @property
    def about(self) -> str:
        """What is read beside the texts: what the label stands for, and the context."""
        named = self.label and f"{self.label} {self.label.display_name}: {self.label.definition}"
        return "\n\n".join(part for part in (named, self.context) if part)


@dataclass(frozen=True, slots=True)
class JudgedItems:
    items: tuple[JudgedItem, ...]
    version: str


class _Row(Line):
    id: str
    paper: str
    context: Any = ""
    label: str | None = None
    task: str | None = None
    candidates: dict[str, Any] = Field(default_factory=dict)
    claim: Any = ""
    a: str | None = None
    b: str | None = None
    rubric: tuple[Criterion, ...] = ()


class _Head(Line):
    id: Any = None
    paper: Any = None


def load(data: Path, *, split: str | None = None) -> JudgedItems:
    """The items of a JSONL file, or of those below a folder; ``split`` keeps the one with that stem.

    Raises ``InputError`` where there is none, a label is unknown, or two rows have one id.
    """
    below = files_below(data) if data.is_dir() else ()
    files = [data] if data.is_file() else [path for path in below if path.suffix == ".jsonl"]
    sources = [path for path in files if (split is None or path.stem == split) and _is_to_judge(path)]
    items = tuple(_item(row, path, below) for path in sources for row in read_lines(path, _Row))
    if not items:
        raise InputError(f"no JSONL of texts to judge in {data}", hint=_HINT)
    seen: set[str] = set()
    for one in items:
        if one.item in seen:
            raise InputError(f"two rows have the id {one.item!r}", hint="give each row an id of its own")
        seen.add(one.item)
    return JudgedItems(items, fingerprint(sources))


def text_of(value: Any) -> str:
    """A text, a list of texts as lines with a dash, or fields (what, where, how …) as named lines."""
    match value:
        case str():
            return value.strip()
        case list():
            lines = [text for one in value if (text := text_of(one))]
            return lines[0] if len(lines) == 1 else "\n".join(f"- {line}" for line in lines)
        case dict():
            return "\n".join(f"{name}: {text}" for name, one in value.items() if (text := text_of(one)))
        case _:
            return ""


def _item(row: _Row, path: Path, below: tuple[Path, ...]) -> JudgedItem:
    label = row.label.partition(" ")[0] if row.label else None
    if label is not None and label not in set(Weakness):
        raise InputError(f"{path.name}, {row.id}: unknown label {row.label!r}", hint="`peerlens labels` lists them")
    return JudgedItem(
        item=row.id,
        paper=row.paper,
        path=paper_file(row.paper, beside=path, below=below),
        context=text_of(row.context),
        label=Weakness(label) if label else None,
        task=row.task,
        candidates={name: text_of(value) for name, value in row.candidates.items()},
        claim=text_of(row.claim),
        pair=(row.a.strip(), row.b.strip()) if row.a is not None and row.b is not None else None,
        rubric=row.rubric,
    )


def _is_to_judge(path: Path) -> bool:
    first = next(iter(read_lines(path, _Head)), None)
    return first is not None and None not in (first.id, first.paper)
