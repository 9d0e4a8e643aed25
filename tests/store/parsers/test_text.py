"""Reading manuscripts in plain text."""

from __future__ import annotations

import pytest

from peerlens.errors import NoTextError
from peerlens.schema import Manuscript
from peerlens.store.parsers.text import read
from peerlens.taxonomy import PassageType, SectionKind


def _read(text: str) -> Manuscript:
    return read(text.encode("utf-8"), source="paper.txt", paper_id="0" * 16, password=None)


def test_numbered_capital_and_well_known_lines_are_headings() -> None:
    paper = _read(
        "Counting Coots\n\nAda Lovelace\n\nAbstract\n\nWe count.\n\n1 Introduction\n\nCounting is hard, as we show.\n\n"
        "2 RELATED WORK\nOthers counted before.\n\n2.1 Data\n\nThere are 412 images.\n\n"
        "REFERENCES\n\nA. Author. Title. In X, 2020.\n"
    )
    assert paper.title == "Counting Coots"
    assert [(s.display, s.level, s.kind) for s in paper.sections] == [
        ("Counting Coots", 1, SectionKind.OTHER),
        ("Abstract", 1, SectionKind.ABSTRACT),
        ("1 Introduction", 1, SectionKind.INTRODUCTION),
        ("2 RELATED WORK", 1, SectionKind.RELATED_WORK),
        ("2.1 Data", 2, SectionKind.EXPERIMENTS),
        ("REFERENCES", 1, SectionKind.REFERENCES),
    ]


def test_sentences_and_list_items_are_not_headings() -> None:
    paper = _read(
        "A Paper\n\n1 Introduction\n\n3 models were trained here.\n\n12 The one\n\nIt works well\nin all cases\n"
    )
    assert [s.display for s in paper.sections] == ["A Paper", "1 Introduction", "12 The one"]


def test_captions_are_known_by_their_label() -> None:
    paper = _read("A Paper\n\n1 Results\n\nTable 1: Errors by pond.\n\nTable 1 shows them.\n")
    assert [(caption.label, paper.text[caption.start : caption.end]) for caption in paper.captions] == [
        ("Table 1", "Table 1: Errors by pond.")
    ]


def test_small_capitals_torn_apart_still_name_the_section() -> None:
    paper = _read("T ITLE\n\nA BSTRACT\n\nWe count.\n\n1 I NTRODUCTION\n\nMore words.\n")
    assert [s.kind for s in paper.sections[1:]] == [SectionKind.ABSTRACT, SectionKind.INTRODUCTION]


def test_text_without_any_heading_is_searched() -> None:
    paper = _read(
        "We trained one model on three datasets. It reached 0.95, which is more than the 0.93 of the others.\n"
    )
    assert [block.type for block in paper.blocks] == [PassageType.TEXT]


def test_text_of_white_space_is_refused() -> None:
    with pytest.raises(NoTextError):
        _read("\n \n")


def test_a_nul_in_a_word_leaves_the_word_whole() -> None:
    assert "an ablation of the gate" in _read("Ducks\n\nWe give an abla\0tion of the gate.\n").text
