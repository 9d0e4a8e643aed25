"""Reading PDFs: order, paragraphs, margins, hyphens, notes, and input that cannot be read."""

from __future__ import annotations

import os
import random
from itertools import pairwise
from pathlib import Path

import pytest

from peerlens.errors import DamagedFileError, NoTextError, PaperError, PasswordError
from peerlens.schema import Manuscript
from peerlens.store.parsers.pdf import read
from peerlens.taxonomy import PassageType, SectionKind
from tests.store.parsers.pdf_writer import Page, pdf

SHARED = Path(os.environ.get("PEERLENS_SHARED", Path(__file__).parents[4] / "shared"))
FILLER = "coots were counted from the air on calm mornings and every count was checked by hand"


def parse(*pages: Page) -> Manuscript:
    return read(pdf(*pages), source="paper.pdf", paper_id="0" * 16, password=None)


def blocks(paper: Manuscript, kind: PassageType) -> list[str]:
    return [paper.text[block.start : block.end] for block in paper.blocks if block.type is kind]


def case(name: str) -> bytes:
    path = SHARED / "cases" / name
    if not path.exists():
        pytest.skip(f"NOT TESTED: {path} is not here")
    return path.read_bytes()


def assert_sound(paper: Manuscript) -> None:
    """What holds for every manuscript: blocks in order, apart, inside the text, all of it but headings and title."""
    for before, after in pairwise(paper.blocks):
        assert before.end <= after.start
    covered = [False] * len(paper.text)
    for block in paper.blocks:
        assert paper.text[block.start : block.end].strip()
        covered[block.start : block.end] = [True] * (block.end - block.start)
    headings = {section.start for section in paper.sections}
    loose, offset = [], 0
    for part in paper.text.split("\n\n"):
        if not covered[offset] and offset not in headings and part != paper.title:
            loose.append(part)
        offset += len(part) + 2
    assert loose == []
    for marks in (paper.page_marks, paper.line_marks):
        assert [mark.start for mark in marks] == sorted(mark.start for mark in marks)
    assert paper.page_at(0) is not None
    assert "\x00" not in paper.text
    paper.text.encode("utf-8")


def two_columns() -> Page:
    page = Page()
    page.text(150, 740, "Counting Coots from the Air", size=16, font="bold")
    page.lines(60, 700, [f"left {n} {FILLER[:32]}" for n in range(30)])
    page.lines(320, 700, [f"right {n} {FILLER[:32]}" for n in range(30)])
    return page


def test_two_columns_are_read_one_after_the_other() -> None:
    paper = parse(two_columns())
    text = paper.text
    assert text.startswith("Counting Coots from the Air")
    assert max(text.index(f"left {n} ") for n in range(30)) < min(text.index(f"right {n} ") for n in range(30))
    assert paper.title == "Counting Coots from the Air"
    assert_sound(paper)


def test_a_sentence_that_runs_over_a_column_break_is_one_sentence() -> None:
    assert f"left 29 {FILLER[:32].strip()} right 0 " in parse(two_columns()).text


def test_a_full_width_float_over_two_columns_does_not_mix_them() -> None:
    page = Page()
    page.text(60, 740, "Table 1: Results that run over both columns of the page, given in points.", size=9)
    page.stroke(60, 728, 550, 728)
    for row, cells in enumerate(
        [("Model", "Pond", "Error"), ("CootCount", "Alder", "2.7"), ("PointReg", "Alder", "2.6")]
    ):
        for x, cell in zip((70, 270, 480), cells, strict=True):
            page.text(x, 716 - 12 * row, cell, size=9)
    page.stroke(60, 684, 550, 684)
    page.lines(60, 660, [f"left {n} {FILLER[:32]}" for n in range(25)])
    page.lines(320, 660, [f"right {n} {FILLER[:32]}" for n in range(25)])
    paper = parse(page)
    assert blocks(paper, PassageType.TABLE) == [
        "Model | Pond | Error",
        "CootCount | Alder | 2.7",
        "PointReg | Alder | 2.6",
    ]
    assert [caption.label for caption in paper.captions] == ["Table 1"]
    assert paper.text.index("left 24") < paper.text.index("right 0 ")


def numbered_page(*, step: int, start: int, right_too: bool = False, form: str = "{:03d}") -> Page:
    page = Page()
    for n in range(40):
        y = 720 - 12 * n
        page.text(108, y, f"{412 + n} images and 056 of {n} tiles, {FILLER[:60]}")
        if (start + n) % step == 0:
            page.text(70, y, form.format(start + n), size=7)
            if right_too:
                page.text(540, y, form.format(start + n), size=7)
    return page


@pytest.mark.parametrize("right_too", [False, True])
def test_margin_line_numbers_leave_the_text_and_stay_as_marks(right_too: bool) -> None:
    paper = parse(numbered_page(step=1, start=0, right_too=right_too), numbered_page(step=1, start=40))
    assert paper.text.count("056") == 80
    for n in range(40):
        offset = paper.text.index(f"{412 + n} images")
        assert paper.line_at(offset) == n
        assert f"{n:03d} {412 + n} images" not in paper.text
    assert paper.line_at(len(paper.text) - 1) == 79


def test_line_numbers_printed_at_every_fifth_line_are_margin_numbers_too() -> None:
    paper = parse(numbered_page(step=5, start=1, form="{}"))
    assert [mark.value for mark in paper.line_marks] == [5, 10, 15, 20, 25, 30, 35, 40]
    assert paper.text.startswith("412 images")


def test_a_column_of_numbers_inside_a_table_is_not_taken_for_margin_numbers() -> None:
    page = Page()
    page.lines(72, 740, [FILLER] * 6)
    page.text(72, 640, "Table 2: Ranks.", size=9)
    page.stroke(72, 630, 400, 630)
    for n in range(8):
        page.text(80, 618 - 12 * n, str(n + 1), size=9)
        page.text(200, 618 - 12 * n, f"system {n}", size=9)
    page.stroke(72, 528, 400, 528)
    paper = parse(page)
    assert blocks(paper, PassageType.TABLE)[:2] == ["1 | system 0", "2 | system 1"]
    assert paper.line_marks == ()


def test_soft_hyphens_go_and_hard_hyphens_stay() -> None:
    page = Page()
    page.lines(
        72,
        740,
        [
            "CootCount gives a useful estima-",
            "tion at low cost, a cost-",
            "effective choice, and the long-",
            "term plan uses state-of-the-",
            "art n-",
            "gram tiles, both mid- and long-range,",
            "with pre- as well as post-",
            "processing. We segmen-",
            "ted the tiles; segmented tiles and post-processing of GPT-",
            "4 output need no wrap-up.",
        ],
    )
    text = parse(page).text
    for kept in ("estimation at", "cost-effective", "long-term plan", "state-of-the-art n-gram", "mid- and long-range"):
        assert kept in text
    for kept in ("pre- as well as post-processing.", "We segmented the", "GPT-4 output"):
        assert kept in text


def note_page() -> list[Page]:
    first, second = Page(), Page()
    first.lines(72, 740, [FILLER] * 10)
    first.text(72, 608, "On the test split CootCount reaches a mean absolute error of 2.7")
    first.text(352, 611.5, "1", size=6.5)
    first.text(356, 608, " and 10")
    first.text(385.5, 611.5, "2", size=6.5)
    first.text(389, 608, " in")
    first.stroke(72, 140, 200, 140)
    first.text(72, 131, "1", size=5.5)
    first.text(76, 128, "Flights took place on nine mornings.", size=8)
    first.text(304, 40, "4", size=8)
    second.text(72, 760, "Counting Coots", size=8, font="italic")
    second.text(72, 700, "Figure 2: Error by pond, with Alder first,", size=9)
    second.lines(72, 660, ["the worst case, while DensityNet reaches 3.9 and PointReg reaches 2.6.", FILLER])
    second.text(72, 632, "Cedar last (carried on below the text).", size=9)
    return [first, second]


def test_a_sentence_cut_by_note_page_number_running_head_and_caption_is_joined() -> None:
    paper = parse(*note_page())
    assert "error of 2.7 and 10^2 in the worst case, while DensityNet reaches 3.9" in paper.text
    assert blocks(paper, PassageType.FOOTNOTE) == ["Flights took place on nine mornings."]
    assert blocks(paper, PassageType.CAPTION) == [
        "Figure 2: Error by pond, with Alder first, Cedar last (carried on below the text)."
    ]
    assert "Counting Coots" not in paper.text
    assert_sound(paper)


def test_pages_are_known_for_every_stretch_of_a_joined_sentence() -> None:
    paper = parse(*note_page())
    assert paper.page_at(paper.text.index("On the test split")) == 1
    assert paper.page_at(paper.text.index("the worst case")) == 2
    assert paper.page_at(paper.text.index("Flights took")) == 1


def test_indents_and_gaps_part_paragraphs_but_a_formula_does_not() -> None:
    page = Page()
    y = page.lines(72, 740, [FILLER, FILLER + " end."])
    page.text(86, y, "An indented line opens a paragraph and goes on to fill the whole line here.")
    page.text(72, y - 12, "It minimises")
    page.text(250, y - 36, "a + b = c")
    page.text(72, y - 60, "where a is the first of them.")
    page.text(72, y - 90, "A gap opens another.")
    texts = blocks(parse(page), PassageType.TEXT)
    assert len(texts) == 3
    assert texts[1].endswith("It minimises a + b = c where a is the first of them.")


def test_list_items_are_blocks_of_their_own() -> None:
    page = Page()
    page.text(72, 760, "1 Introduction", size=13, font="bold")
    page.lines(72, 740, [FILLER + ".", "(i) the first thing to be said", "(ii) the second thing", "1. and a third"])
    assert blocks(parse(page), PassageType.TEXT)[1:] == [
        "(i) the first thing to be said",
        "(ii) the second thing",
        "1. and a third",
    ]


def test_html_saved_as_pdf_is_named_as_what_it_is() -> None:
    with pytest.raises(PaperError, match="not a PDF, it is HTML"):
        read(b"<!DOCTYPE html><html><body>Sign in</body></html>", source="p.pdf", paper_id="0", password=None)


def test_a_truncated_file_is_damaged_and_not_half_a_paper() -> None:
    data = pdf(*[two_columns() for _ in range(3)])
    for share in (0.3, 0.6, 0.9, 0.99):
        with pytest.raises(DamagedFileError, match="cut short after"):
            read(data[: int(len(data) * share)], source="p.pdf", paper_id="0", password=None)


def test_pages_without_any_text_are_refused_with_their_count() -> None:
    page = Page()
    page.box(100, 100, 300, 300, colour="0.5 0.5 0.5")
    with pytest.raises(NoTextError, match="no text on 2 of 2 pages") as caught:
        parse(page, page)
    assert caught.value.hint is not None
    assert "ocr" in caught.value.hint.lower()


def test_a_page_without_text_among_others_is_named() -> None:
    scan = Page()
    scan.box(100, 100, 300, 300, colour="0.5 0.5 0.5")
    paper = parse(two_columns(), scan, two_columns())
    warning = next(each for each in paper.warnings if each.code == "pages_without_text")
    assert (warning.page, "1 of 3 pages (2)" in warning.message) == (2, True)


def test_a_user_password_is_asked_for_taken_and_checked() -> None:
    data = case("b12_user_password.pdf")
    with pytest.raises(PasswordError, match="needs a password") as caught:
        read(data, source="p.pdf", paper_id="0", password=None)
    assert "--password-file" in (caught.value.hint or "")
    with pytest.raises(PasswordError, match="is wrong") as caught:
        read(data, source="p.pdf", paper_id="0", password="reader-8")
    assert "reader-8" not in str(caught.value)
    assert "412 images" in read(data, source="p.pdf", paper_id="0", password="reader-7").text


def test_an_owner_password_only_adds_a_note() -> None:
    paper = read(case("b11_owner_password_only.pdf"), source="p.pdf", paper_id="0", password=None)
    assert [warning.code for warning in paper.warnings] == ["copy_limits"]


def test_only_paper_errors_escape_from_mutated_files() -> None:
    data = pdf(two_columns(), *note_page())
    chance = random.Random(7)
    read_anyway = 0
    for _ in range(150):
        broken = bytearray(data)
        for _ in range(chance.randint(1, 30)):
            broken[chance.randrange(len(broken))] = chance.randrange(256)
        try:
            assert_sound(read(bytes(broken), source="p.pdf", paper_id="0", password=None))
            read_anyway += 1
        except PaperError:
            continue
    assert read_anyway > 0


@pytest.mark.parametrize(
    "name", ["b01_two_column.pdf", "b02_margin_line_numbers.pdf", "b07_hidden_white_and_invisible.pdf"]
)
def test_the_invented_paper_has_its_sections_and_sentences(name: str) -> None:
    paper = read(case(name), source=name, paper_id="0", password=None)
    kinds = {section.number: section.kind for section in paper.sections if section.number}
    assert kinds["4.2"] is SectionKind.ABLATION
    assert "from 412 images taken at three ponds named Alder, Birch and Cedar." in paper.text
    assert "DensityNet reaches 3.9 and PointReg reaches 2.6, so PointReg remains slightly better." in paper.text
    assert paper.line_at(paper.text.index("CootCount has 4.1")) == (10 if "b02" in name else None)
    assert_sound(paper)


def test_ligatures_signs_and_lone_surrogates_become_plain_text() -> None:
    text = read(case("b03_ligatures.pdf"), source="p", paper_id="0", password=None).text
    assert "fine-tune the classifier with a fixed float32 configuration" in text
    assert "β ≤ 0.05" in read(case("b23_math_glyphs.pdf"), source="p", paper_id="0", password=None).text
    lost = read(case("b13_lone_surrogate.pdf"), source="p", paper_id="0", password=None)
    assert "Let \ufffd be the pond distribution" in lost.text
    lost.text.encode("utf-8")


def test_a_table_set_sideways_keeps_its_rows_and_columns() -> None:
    paper = read(case("b21_rotated_table.pdf"), source="p", paper_id="0", password=None)
    assert "PointReg | 2.6 | 9.8 | 77" in blocks(paper, PassageType.TABLE)
    assert [(caption.label, caption.page) for caption in paper.captions] == [("Table 1", 2)]


def test_a_long_appendix_keeps_the_page_of_its_one_fact() -> None:
    paper = read(case("b20_huge_appendix.pdf"), source="p", paper_id="0", password=None)
    assert paper.page_at(paper.text.index("rises to 6.1")) == 59


def test_a_paper_in_another_script_says_so() -> None:
    paper = read(case("b24_chinese_manuscript.pdf"), source="p", paper_id="0", password=None)
    assert "language" in [warning.code for warning in paper.warnings]


@pytest.mark.parametrize("path", sorted((SHARED / "data").rglob("*.pdf")) or [None], ids=str)
def test_real_papers_are_sound_and_have_abstract_and_references(path: Path | None) -> None:
    if path is None:
        pytest.skip(f"NOT TESTED: no PDF below {SHARED / 'data'}")
    paper = read(path.read_bytes(), source=path.name, paper_id="0", password=None)
    kinds = [section.kind for section in paper.sections]
    assert SectionKind.ABSTRACT in kinds
    assert SectionKind.REFERENCES in kinds
    assert len(blocks(paper, PassageType.REFERENCE)) > 10
    assert_sound(paper)
