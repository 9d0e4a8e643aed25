"""Headings, captions, tables, figures, references and checklists of PDFs."""

from __future__ import annotations

from peerlens.schema import Manuscript
from peerlens.store.parsers.pdf import read
from peerlens.taxonomy import PassageType, SectionKind
from tests.store.parsers.pdf_writer import Page, pdf

FILLER = "coots were counted from the air on calm mornings and every count was checked by hand"


def parse(*pages: Page) -> Manuscript:
    return read(pdf(*pages), source="paper.pdf", paper_id="0" * 16, password=None)


def outline(paper: Manuscript) -> list[tuple[str | None, str, int]]:
    return [(section.number, section.title, section.level) for section in paper.sections[1:]]


def blocks(paper: Manuscript, kind: PassageType) -> list[str]:
    return [paper.text[block.start : block.end] for block in paper.blocks if block.type is kind]


def head(page: Page, y: float, words: str, *, size: float = 12.0, font: str = "bold", x: float = 72) -> float:
    page.text(x, y, words, size=size, font=font)
    return page.lines(72, y - 20, [FILLER] * 3) - 14


def test_numbered_headings_get_their_levels_and_well_known_ones_need_no_number() -> None:
    page, more = Page(), Page()
    page.text(120, 750, "A Study of Coots", size=17, font="bold")
    y = head(page, 720, "Abstract", x=280)
    y = head(page, y, "1 Introduction")
    y = head(page, y, "2 Method")
    y = head(page, y, "2.1 Counting", size=10)
    y = head(page, y, "2.1.1 Tiles", size=10)
    y = head(page, y, "3 Results")
    y = head(page, y, "Acknowledgments")
    more.text(72, 740, "References", size=12, font="bold")
    y = more.lines(72, 720, ["[1] A. Heron. Wading. In Birds, 2020.", "[2] B. Grebe. Diving. In Birds, 2021."]) - 14
    y = head(more, y, "A Proofs")
    y = head(more, y, "A.1 Lemmas", size=10)
    y = head(more, y, "B Further Results")
    paper = parse(page, more)
    assert paper.title == "A Study of Coots"
    assert outline(paper) == [
        (None, "Abstract", 1),
        ("1", "Introduction", 1),
        ("2", "Method", 1),
        ("2.1", "Counting", 2),
        ("2.1.1", "Tiles", 3),
        ("3", "Results", 1),
        (None, "Acknowledgments", 1),
        (None, "References", 1),
        ("A", "Proofs", 1),
        ("A.1", "Lemmas", 2),
        ("B", "Further Results", 1),
    ]
    assert [section.in_appendix for section in paper.sections[-3:]] == [True, True, True]
    assert paper.sections[5].path == ("2 Method", "2.1 Counting", "2.1.1 Tiles")
    assert [section.page for section in paper.sections[-4:]] == [2, 2, 2, 2]
    for section in paper.sections[1:]:
        assert paper.text[section.start :].startswith(section.display + "\n\n")


def test_small_capitals_set_in_two_sizes_are_whole_words() -> None:
    page = Page()
    page.text(72, 740, "1 I", size=12)
    page.text(85.0, 740, "NTRODUCTION TO ", size=9.6)
    page.text(178.0, 740, "C", size=12)
    page.text(186.1, 740, "OOTS", size=9.6)
    page.lines(72, 716, [FILLER] * 6)
    assert outline(parse(page)) == [("1", "INTRODUCTION TO COOTS", 1)]


def test_a_heading_over_two_lines_is_one_heading() -> None:
    page = Page()
    y = head(page, 740, "1 Introduction")
    page.text(72, y, "2 A Heading that Says so Much about Coots, Ponds and Drones that it", size=12, font="bold")
    y = head(page, y - 14, "Runs Over", x=84)
    assert outline(parse(page)) == [
        ("1", "Introduction", 1),
        ("2", "A Heading that Says so Much about Coots, Ponds and Drones that it Runs Over", 1),
    ]


def test_bold_words_that_open_a_paragraph_are_no_heading() -> None:
    page = Page()
    y = head(page, 740, "1 Introduction")
    page.text(72, y, "Weak labels.", font="bold")
    page.text(135, y, "They are cheap and they are few, and that is what matters here.")
    y = page.lines(72, y - 12, [FILLER, FILLER]) - 6
    page.text(72, y, "2. Fast.", font="bold")
    page.text(112, y, "The second item of a list in bold.")
    y = page.lines(72, y - 12, [FILLER]) - 6
    page.text(72, y, "Theorem 2.", font="bold")
    head(page, y - 40, "2 Method")
    assert outline(parse(page)) == [("1", "Introduction", 1), ("2", "Method", 1)]


def test_a_table_of_contents_holds_no_headings() -> None:
    page, more = Page(), Page()
    page.text(72, 740, "1 Introduction", size=12, font="bold")
    page.lines(72, 720, [FILLER] * 4)
    page.text(72, 640, "Contents", size=12, font="bold")
    for place, words in enumerate(["A Proofs", "B Data", "C Prompts"]):
        page.text(72, 610 - 15 * place, words, font="bold")
        page.text(500, 610 - 15 * place, str(2 + place), font="bold")
    head(more, 740, "2 Method")
    assert [title for _, title, _ in outline(parse(page, more))] == ["Introduction", "Contents", "Method"]


def test_words_inside_a_drawing_are_no_headings_and_no_text() -> None:
    page = Page()
    y = head(page, 740, "1 Introduction")
    page.box(100, y - 150, 160, 140, colour="0.8 0.9 1")
    page.box(280, y - 150, 160, 140, colour="0.9 0.8 1")
    page.text(120, y - 60, "2 Encoder", size=12, font="bold")
    page.text(300, y - 60, "3 Decoder", size=12, font="bold")
    page.stroke(260, y - 80, 280, y - 90)
    page.text(72, y - 175, "Figure 1: The parts of the counter.", size=9)
    page.lines(72, y - 205, [FILLER] * 2)
    paper = parse(page)
    assert outline(paper) == [("1", "Introduction", 1)]
    assert not any("Encoder" in words for words in blocks(paper, PassageType.TEXT))
    assert blocks(paper, PassageType.CAPTION) == ["Figure 1: The parts of the counter."]


def test_a_frame_round_running_text_is_not_a_drawing() -> None:
    page = Page()
    y = head(page, 740, "1 Introduction")
    page.box(70, y - 60, 420, 70, colour="0.95 0.95 0.8")
    page.lines(76, y - 5, [FILLER] * 4)
    assert sum(words.count("calm mornings") for words in blocks(parse(page), PassageType.TEXT)) == 7


def test_two_tables_with_captions_above_keep_their_own_rows() -> None:
    page = Page()
    y = head(page, 740, "1 Results")
    for number, value in ((1, "2.7"), (2, "3.3")):
        page.text(72, y, f"Table {number}: The errors of run {number}.", size=9)
        page.stroke(72, y - 12, 400, y - 12)
        page.text(80, y - 24, "CootCount", size=9)
        page.text(240, y - 24, value, size=9)
        page.text(80, y - 36, "PointReg", size=9)
        page.text(240, y - 36, "2.6", size=9)
        page.stroke(72, y - 42, 400, y - 42)
        y -= 60
    paper = parse(page)
    order = [paper.text[block.start : block.end] for block in paper.blocks][1:]
    assert order == [
        "Table 1: The errors of run 1.",
        "CootCount | 2.7",
        "PointReg | 2.6",
        "Table 2: The errors of run 2.",
        "CootCount | 3.3",
        "PointReg | 2.6",
    ]
    assert [(caption.label, caption.page) for caption in paper.captions] == [("Table 1", 1), ("Table 2", 1)]


def test_a_sentence_that_begins_with_a_table_is_no_caption() -> None:
    page = Page()
    y = head(page, 740, "1 Results")
    page.lines(72, y, ["All errors of all systems are to be found in the table, which is", "Table 2. We discuss them."])
    paper = parse(page)
    assert paper.captions == ()
    assert "which is Table 2. We discuss them." in paper.text


def test_references_are_one_block_each_with_hanging_indents_or_labels() -> None:
    hanging = Page()
    y = head(hanging, 740, "1 Introduction")
    hanging.text(72, y, "References", size=12, font="bold")
    y -= 20
    for name in ("Heron", "Grebe", "Swan"):
        hanging.text(72, y, f"Ada {name} and Bob Duck. How the birds of the ponds were counted in the year")
        hanging.text(82, y - 12, "of the flood. Journal of Ponds, 2020.")
        y -= 24
    entries = blocks(parse(hanging), PassageType.REFERENCE)
    assert [entry.split()[1] for entry in entries] == ["Heron", "Grebe", "Swan"]
    assert all(entry.endswith("2020.") for entry in entries)


def test_the_items_of_a_checklist_are_neither_headings_nor_text() -> None:
    page = Page()
    y = head(page, 740, "1 Introduction")
    page.text(72, y, "NeurIPS Paper Checklist", size=12, font="bold")
    page.text(84, y - 20, "1. Claims", font="bold")
    page.text(96, y - 34, "Question: Do the main claims made in the abstract reflect the paper's contributions?")
    page.text(96, y - 48, "Answer: [Yes]")
    page.text(84, y - 62, "2. Limitations", font="bold")
    paper = parse(page)
    assert [section.kind for section in paper.sections[1:]] == [SectionKind.INTRODUCTION, SectionKind.CHECKLIST]
    assert blocks(paper, PassageType.CHECKLIST)[0] == "1. Claims"
    assert not any("Answer" in words for words in blocks(paper, PassageType.TEXT))


def test_the_number_of_a_heading_that_opens_a_page_is_no_page_number() -> None:
    page, more = Page(), Page()
    head(page, 740, "1 Introduction")
    more.text(72, 740, "2", size=12, font="bold")
    more.text(96, 740, "Method of Counting", size=12, font="bold")
    more.lines(72, 720, [FILLER] * 5)
    page.text(304, 30, "1")
    more.text(304, 30, "2")
    paper = parse(page, more)
    assert outline(paper) == [("1", "Introduction", 1), ("2", "Method of Counting", 1)]
    assert paper.text.endswith("by hand")


def test_a_caption_in_the_type_of_the_text_is_found_below_a_finished_sentence() -> None:
    page = Page()
    y = head(page, 740, "1 Results")
    y = page.lines(72, y, [FILLER, "and this sentence is finished."])
    page.text(150, y, "Table 3: The errors of all systems.")
    page.text(150, y - 24, "CootCount")
    page.text(300, y - 24, "2.7")
    page.text(150, y - 36, "PointReg")
    page.text(300, y - 36, "2.6")
    paper = parse(page)
    assert [caption.label for caption in paper.captions] == ["Table 3"]
    assert blocks(paper, PassageType.TABLE) == ["CootCount | 2.7", "PointReg | 2.6"]


def test_after_the_references_the_count_of_headings_may_begin_anew() -> None:
    page, more = Page(), Page()
    y = head(page, 740, "1 Introduction")
    y = head(page, y, "2 Method")
    head(page, y, "References")
    y = head(more, 740, "A.1 Prompts", size=12)
    y = head(more, y, "A.2 Data", size=12)
    assert [number for number, _, _ in outline(parse(page, more))] == ["1", "2", None, "A.1", "A.2"]
