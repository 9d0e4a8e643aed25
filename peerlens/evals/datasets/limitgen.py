"""Read LimitGen-Syn: papers, and the same papers with one limitation put in, each with the kind of limitation.

The blocks of a paper are written out as Markdown here. ``label_map.json``, beside or above the folder, says which
weakness label each kind is meant for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from peerlens.errors import InputError
from peerlens.evals.datasets.files import Line, files_below, fingerprint, read_json, read_lines
from peerlens.taxonomy import Weakness

_PAPERS: Final = "papers_clean.jsonl"
_ITEMS: Final = "items.jsonl"
_MAP: Final = "label_map.json"
_SECTION: Final = re.compile(r"^(?:sec|app) (?P<number>[^|]*?) \| (?P<title>.*)$", re.S)


@dataclass(frozen=True, slots=True)
class Twin:
    """A paper with one limitation put in. ``kind``: the source's own type; ``label``: the one it is meant for."""

    item: str
    paper: str
    kind: str
    label: Weakness
    perturbed: str


@dataclass(frozen=True, slots=True)
class LimitGen:
    """``clean``: Markdown of each paper by id."""

    clean: dict[str, str]
    twins: tuple[Twin, ...]
    version: str


class _PaperLine(Line):
    paper_id: str
    blocks: tuple[tuple[str, str | None], ...]


class _Patch(Line):
    block: str
    perturbed: str | None = None


class _ItemLine(Line):
    item_id: str
    paper_id: str
    type: str
    patch: tuple[_Patch, ...]


class _Map(Line):
    labels: dict[str, str]
    limitgen_type: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Texts:
    """Markdown of the clean papers by paper id and of the perturbed ones by item id. ``sources``: the files read."""

    clean: dict[str, str]
    perturbed: dict[str, str]
    sources: tuple[Path, ...]


def load(data: Path, *, split: str | None = None) -> LimitGen:
    """The papers and twins below ``data``; ``split`` names the folder to take. Raises ``InputError`` without them."""
    files = [path for path in files_below(data) if split is None or path.parent.name == split]
    texts = read_texts(files)
    if not texts.sources:
        raise InputError(f"no {_ITEMS} with {_PAPERS} below {data}", hint="give the folder of LimitGen-Syn")
    mapped = _labels(data)
    twins = [
        Twin(row.item_id, row.paper_id, row.type, mapped[row.type], texts.perturbed[row.item_id])
        for path in texts.sources
        if path.name == _ITEMS
        for row in read_lines(path, _ItemLine)
        if row.type in mapped and row.item_id in texts.perturbed
    ]
    return LimitGen(texts.clean, tuple(twins), fingerprint(texts.sources))


def read_texts(files: Sequence[Path]) -> Texts:
    """The texts of every pair of ``items.jsonl`` and ``papers_clean.jsonl`` among ``files``, empty without any."""
    items = [path for path in files if path.name == _ITEMS and path.parent / _PAPERS in files]
    clean: dict[str, str] = {}
    perturbed: dict[str, str] = {}
    for path in items:
        papers = {row.paper_id: row for row in read_lines(path.parent / _PAPERS, _PaperLine)}
        clean |= {paper.paper_id: markdown(paper.blocks) for paper in papers.values()}
        for row in read_lines(path, _ItemLine):
            if row.paper_id in papers:
                patch = {one.block: one.perturbed for one in row.patch}
                blocks = [(name, patch.get(name, words)) for name, words in papers[row.paper_id].blocks]
                perturbed[row.item_id] = markdown(blocks)
    return Texts(clean, perturbed, (*items, *(path.parent / _PAPERS for path in items)))


def markdown(blocks: Sequence[tuple[str, str | None]]) -> str:
    """A paper's blocks, by name and text, as Markdown; blocks without text are left out."""
    return "\n\n".join(_block(name, words) for name, words in blocks if words is not None) + "\n"


def _block(name: str, words: str) -> str:
    section = _SECTION.match(name)
    if section is not None:
        number, title = section["number"].strip(), section["title"].strip()
        return f"## {title if title.startswith(number) else f'{number} {title}'}\n\n{words}"
    match name:
        case "title":
            return f"# {words}"
        case "abstract":
            return f"## Abstract\n\n{words}"
        case "references":
            return f"## References\n\n{words}"
        case _:
            return f"**{name.title()}** {words}"


def _labels(data: Path) -> dict[str, Weakness]:
    """The weakness label each kind of limitation is chiefly meant for."""
    found = next((folder / _MAP for folder in (data, *data.resolve().parents[:2]) if (folder / _MAP).is_file()), None)
    if found is None:
        raise InputError(f"no {_MAP} in {data} or above it", hint="it says which label each kind of limitation means")
    try:
        table = _Map.model_validate(read_json(found))
    except ValidationError as exc:
        raise InputError(f"{found.name} is not a map of labels") from exc
    return {kind: Weakness(f"L2.{targets[0]}") for kind, targets in table.limitgen_type.items() if targets}
