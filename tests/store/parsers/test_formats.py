"""The same paper in LaTeX, HTML, DOCX and JATS against one list written from its source."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from peerlens.schema import Manuscript
from peerlens.store.parsers import parse
from peerlens.store.passages import make_passages
from peerlens.taxonomy import PassageType, SectionKind

ROOT = Path(__file__).parents[3]
FORMS = ROOT / "tests" / "data" / "formats"
GOLD: dict[str, Any] = json.loads((FORMS / "study.json").read_text(encoding="utf-8"))
PAPERS = {
    "latex": ROOT / "examples" / "study" / "main.tex",
    "latex folder": ROOT / "examples" / "study",
    "html": FORMS / "study.html",
    "docx": FORMS / "study.docx",
    "jats": FORMS / "study.xml",
}
UNNUMBERED = ("jats",)  # this JATS file carries no section labels
LIST_LAST = ("docx", "jats")  # pandoc puts the reference list at the end of these


@pytest.fixture(params=PAPERS, scope="module")
def read(request: pytest.FixtureRequest) -> tuple[str, Manuscript]:
    return request.param, parse(PAPERS[request.param])


def blocks(manuscript: Manuscript, kind: PassageType) -> list[str]:
    return [manuscript.text[one.start : one.end] for one in manuscript.blocks if one.type is kind]


def test_title_and_abstract_are_the_papers_own(read: tuple[str, Manuscript]) -> None:
    _, manuscript = read
    assert manuscript.title == GOLD["title"]
    abstract = next(one for one in manuscript.sections if one.kind is SectionKind.ABSTRACT)
    assert GOLD["abstract"] in manuscript.text[abstract.start : abstract.end]
    assert manuscript.pages is None


def test_sections_have_their_numbers_levels_and_place(read: tuple[str, Manuscript]) -> None:
    form, manuscript = read
    expected = [tuple(heading) for heading in GOLD["headings"]]
    if form in UNNUMBERED:
        expected = [
            (number if in_appendix else None, level, title, in_appendix)
            for number, level, title, in_appendix in expected
        ]
    if form in LIST_LAST:
        expected.append(expected.pop(12))
    found = [(one.number, one.level, one.title, one.in_appendix) for one in manuscript.sections[1:]]
    assert found == expected


def test_captions_carry_their_labels_in_order(read: tuple[str, Manuscript]) -> None:
    _, manuscript = read
    found = [(one.label, manuscript.text[one.start : one.end]) for one in manuscript.captions]
    assert [label for label, _ in found] == [label for label, _ in GOLD["captions"]]
    for (label, words), (_, beginning) in zip(found, GOLD["captions"], strict=True):
        assert words.startswith(f"{label}: {beginning}")


def test_rows_of_tables_are_text_with_their_cells_apart(read: tuple[str, Manuscript]) -> None:
    _, manuscript = read
    rows = blocks(manuscript, PassageType.TABLE)
    assert len(rows) == GOLD["row_count"]
    assert not set(GOLD["rows"]) - set(rows)


def test_references_are_entries_and_sentences_are_whole(read: tuple[str, Manuscript]) -> None:
    form, manuscript = read
    assert len(blocks(manuscript, PassageType.REFERENCE)) == GOLD["reference_count"]
    assert all(sentence in manuscript.text for sentence in GOLD["sentences"])
    assert not any(sign in manuscript.text for sign in ("\\", "{", "}", "<", "&amp;"))
    if not form.startswith("latex"):
        assert blocks(manuscript, PassageType.FOOTNOTE) == [
            "The files are read as text with the tokenizer of the same library."
        ]


def test_every_passage_is_cut_from_the_reading_text(read: tuple[str, Manuscript]) -> None:
    _, manuscript = read
    passages = make_passages(manuscript)
    assert all(manuscript.text[one.start : one.end].strip() for one in passages)
    assert {one.page for one in passages} == {one.file for one in passages} == {None}
    assert [part.what for part in manuscript.missing] == ["Table S1"]
