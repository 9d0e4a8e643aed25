"""What was read of a paper, as a document and on the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from peerlens.schema import Manuscript, Passage
from peerlens.text.counting import counted
from peerlens.text.harmless import harmless


def paper_document(manuscript: Manuscript, passages: Sequence[Passage]) -> dict[str, Any]:
    """The document ``peerlens.paper/1``."""
    return {
        "schema": "peerlens.paper/1",
        "paper": {
            "id": manuscript.id,
            "title": manuscript.title,
            "source": manuscript.source,
            "parser": manuscript.parser,
            "pages": manuscript.pages,
            "text": manuscript.text,
            "missing": [{"what": m.what, "pointed_from": m.pointed_from} for m in manuscript.missing],
            "warnings": [warning.model_dump() for warning in manuscript.warnings],
        },
        "sections": [
            section.model_dump(mode="json", include={"id", "number", "title", "level", "page", "start", "end", "kind"})
            for section in manuscript.sections
        ],
        "passages": [passage.model_dump(mode="json") for passage in passages],
        "captions": [caption.model_dump() for caption in manuscript.captions],
    }


def print_summary(manuscript: Manuscript, passages: Sequence[Passage], console: Console) -> None:
    pages = "" if manuscript.pages is None else f"{counted(manuscript.pages, 'page')} · "
    console.print(_line(manuscript.title, "bold"))
    console.print(
        _line(
            f"{manuscript.source} · {pages}{counted(len(manuscript.sections), 'section')} · "
            f"{counted(len(passages), 'passage')} · {counted(len(manuscript.captions), 'caption')} · "
            f"parser {manuscript.parser} · id {manuscript.id}",
            "dim",
        )
    )
    if manuscript.warnings or manuscript.missing:
        console.print(
            _line(
                f"{counted(len(manuscript.warnings), 'warning')}, "
                f"{counted(len(manuscript.missing), 'pointer')} to parts not supplied",
                "yellow",
            )
        )


def print_structure(manuscript: Manuscript, console: Console) -> None:
    for section in manuscript.sections:
        page = f"p. {section.page}" if section.page is not None else ""
        console.print(Text.assemble("  " * section.level, harmless(section.display), (f"  {page}", "dim")))
    for caption in manuscript.captions:
        page = f"p. {caption.page}" if caption.page is not None else ""
        console.print(Text.assemble("  ", (harmless(caption.label), "cyan"), (f"  {page}", "dim")))


def print_passages(manuscript: Manuscript, passages: Sequence[Passage], console: Console) -> None:
    names = {section.id: section.display for section in manuscript.sections}
    for passage in passages:
        place = " · ".join(
            part
            for part in (
                passage.id,
                passage.type.value,
                f"p. {passage.page}" if passage.page is not None else "",
                f"line {passage.line}" if passage.line is not None else "",
                names.get(passage.section, ""),
            )
            if part
        )
        console.print(_line(place, "cyan"))
        console.print(Padding(_line(manuscript.text[passage.start : passage.end]), (0, 0, 1, 2)))


def print_warnings(manuscript: Manuscript, console: Console) -> None:
    for warning in manuscript.warnings:
        page = f" (p. {warning.page})" if warning.page is not None else ""
        console.print(_line(f"{warning.code}: {warning.message}{page}"))
    for missing in manuscript.missing:
        console.print(_line(f"missing: {missing.what}, pointed to from {missing.pointed_from}"))
    if not (manuscript.warnings or manuscript.missing):
        console.print("nothing to warn about")


def print_results(results: Sequence[Mapping[str, Any]], console: Console) -> None:
    if not results:
        console.print("nothing found")
    for result in results:
        page = f"p. {result['page']} · " if result["page"] is not None else ""
        console.print(
            Text.assemble(
                (f"{result['rank']:>2}  ", "bold"),
                (harmless(f"{page}{result['section']}"), "cyan"),
                (f"  {result['score']:.4f}  {result['passage_id']}", "dim"),
            )
        )
        console.print(Padding(_line(result["text"]), (0, 0, 1, 4)))


def _line(text: str, style: str = "") -> Text:
    return Text(harmless(" ".join(text.split())), style=style)
