"""Papers as they come: each given file reads and is judged as it must be, and so does a paper of the same kind."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from peerlens.errors import DamagedFileError, PasswordError
from peerlens.schema import Manuscript
from peerlens.store.parsers import parse
from peerlens.store.parsers.pdf import read
from peerlens.taxonomy import PassageType
from tests.cases.given import given, judged, lexical
from tests.store.parsers.pdf_encryption import encrypted
from tests.store.parsers.pdf_writer import Page, pdf

FILLER = "Herons were counted from a tower on calm mornings and every count was checked by hand."


def read_pdf(data: bytes, *, password: str | None = None) -> Manuscript:
    return read(data, source="herons.pdf", paper_id="0" * 16, password=password)


def blocks(paper: Manuscript, kind: PassageType) -> list[str]:
    return [paper.text[block.start : block.end] for block in paper.blocks if block.type is kind]


# --- the six probes


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("b00_manuscript_plain.md", None),
        ("b01_two_column.pdf", None),
        ("b02_margin_line_numbers.pdf", None),
        ("b07_hidden_white_and_invisible.pdf", None),
        ("b11_owner_password_only.pdf", None),
        ("b12_user_password.pdf", "reader-7"),
        ("b20_huge_appendix.pdf", None),
        ("b25_supplement.zip", None),
    ],
)
def test_the_probes_get_their_labels_whatever_the_form_of_the_paper(
    tmp_path: Path, name: str, password: str | None
) -> None:
    probes = json.loads(given("probes.json").read_text("utf-8"))["claims"]
    settings = {} if password is None else {"password": password}
    _, found = judged(tmp_path, given(name), [probe["claim"] for probe in probes], **settings)
    assert {claim: one.label.value for claim, one in found.items()} == {
        probe["claim"]: probe["expect"] for probe in probes
    }


def heron_review_copy() -> bytes:
    """Two columns, margin numbers at both sides, a running head, page numbers and a note that cuts a sentence."""
    first, second = Page(), Page()
    left = ["We count herons with one camera for each of", "the 230 nests. HeronNet has 3.5 million para-", "meters."]
    right = ["On the test lakes HeronNet reaches an error", "of 4.2 and ReedNet reaches 5.1. Without the"]
    filler = ["Herons nest in colonies of many sizes and are", "hard to count from the ground at any time."] * 4
    first.text(72, 760, "1 Method", size=12, font="bold")
    bottom = first.lines(72, 740, left + filler)
    first.lines(320, 740, filler + right + ["mask the error"])
    for number in range(11):
        first.text(40, 740 - 12 * number, f"{number:03d}", size=7)
        first.text(585, 740 - 12 * number, f"{number + 11:03d}", size=7)
    first.stroke(72, bottom - 400, 150, bottom - 400)
    first.text(72, bottom - 410, "1", size=5.5)
    first.text(76, bottom - 413, "Permits were given for 9 mornings.", size=8)
    first.text(304, 40, "7", size=8)
    second.text(72, 775, "Counting Herons", size=8, font="italic")
    second.lines(72, 740, ["rises to 6.0 on the same lakes.", *filler])
    second.lines(320, 740, filler)
    second.text(304, 40, "8", size=8)
    return pdf(first, second)


def test_an_own_review_copy_is_read_in_order_and_judged_by_what_it_says(tmp_path: Path) -> None:
    (tmp_path / "herons.pdf").write_bytes(heron_review_copy())
    paper = read_pdf(heron_review_copy())
    assert "one camera for each of the 230 nests. HeronNet has 3.5 million parameters." in paper.text
    assert "Without the mask the error rises to 6.0 on the same lakes." in paper.text
    assert blocks(paper, PassageType.FOOTNOTE) == ["Permits were given for 9 mornings."]
    claims = ["HeronNet has 3.5 million parameters.", "HeronNet has 4.5 million parameters."]
    _, found = judged(tmp_path, tmp_path / "herons.pdf", claims)
    assert [one.label.value for one in found.values()] == ["Supported", "Not Supported"]


# --- letters, hyphens, signs


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("b02_margin_line_numbers.pdf", "uses tile shuffling to learn from 412 images taken at three ponds"),
        ("b02_margin_line_numbers.pdf", "DensityNet reaches 3.9 and PointReg reaches 2.6, so PointReg remains"),
        ("b03_ligatures.pdf", "We fine-tune the classifier with a fixed float32 configuration"),
        ("b05_hyphenation.pdf", "a useful estimation of the count at low cost"),
        ("b05_hyphenation.pdf", "cost-effective choice, and the long-term plan is a state-of-the-art census"),
        ("b05_hyphenation.pdf", "costeffective choice, and the longterm plan"),
        ("b13_lone_surrogate.pdf", "be the pond distribution"),
        ("b23_math_glyphs.pdf", "The drop is not significant"),
    ],
)
def test_a_quote_typed_as_people_type_it_is_found_in_the_given_file(name: str, typed: str) -> None:
    tools = lexical(parse(given(name)))
    span = tools.locate(typed)
    assert span is not None
    assert tools.locate(typed.replace(typed.split()[-1], "penguins")) is None
    assert "\ufb01" not in tools.manuscript.text
    assert any(hit.passage.start <= span[0] < hit.passage.end for hit in tools.search(typed))


def test_suspended_and_hard_hyphens_of_the_given_file_are_not_welded() -> None:
    text = parse(given("b05_hyphenation.pdf")).text
    for kept in ("estimation", "cost-effective", "long-term", "state-of-the-art"):
        assert kept in text
    for welded in ("costeffective", "longterm", "estima-", "midand"):
        assert welded not in text


def test_signs_of_the_given_formulas_are_kept() -> None:
    text = parse(given("b23_math_glyphs.pdf")).text
    for sign in ("≤ 0.05", "≥ 0.05", "≠ 0", "±"):
        assert sign in text
    assert not set("£‡") & set(text)


def test_signs_set_in_another_font_are_kept_and_decide(tmp_path: Path) -> None:
    page = Page()
    page.text(72, 760, "2 Results", size=13, font="bold")
    page.text(72, 740, "The gain over ReedNet is not significant (p")
    page.text(262, 740, "\u00b3", font="symbol")
    page.text(270, 740, "0.05), and the error is 4.2")
    page.text(385, 740, "\u00b1", font="symbol")
    page.text(393, 740, "0.3 on the test lakes.")
    page.lines(72, 728, [FILLER] * 6)
    (tmp_path / "signs.pdf").write_bytes(pdf(page))
    text = read_pdf(pdf(page)).text
    assert "≥ 0.05" in text
    assert "4.2 ± 0.3" in text
    claims = ["The gain over ReedNet is significant at 0.05.", "The gain over ReedNet is not significant."]
    _, found = judged(tmp_path, tmp_path / "signs.pdf", claims)
    assert [one.label.value for one in found.values()] == ["Not Supported", "Supported"]


def test_the_given_claim_of_significance_is_not_supported(tmp_path: Path) -> None:
    _, found = judged(tmp_path, given("b23_math_glyphs.pdf"), ["The drop is significant at 0.05."])
    assert next(iter(found.values())).label.value == "Not Supported"


def test_characters_without_a_meaning_are_replaced_and_the_paper_can_be_judged(tmp_path: Path) -> None:
    report, found = judged(tmp_path, given("b13_lone_surrogate.pdf"), ["The pond distribution is given."])
    assert "glyph_loss" in [warning.code for warning in report.paper.warnings]
    assert all("\ufffd" in e.quote or e.quote.isprintable() for one in found.values() for e in one.evidence)
    report.model_dump_json().encode("utf-8")


@pytest.mark.parametrize("name", ["a.html", "a.xml", "a.md", "a.txt"])
def test_lone_surrogates_of_other_formats_never_reach_the_text(tmp_path: Path, name: str) -> None:
    words = b"Let \xed\xa0\xb5 be the herons and &#xD835; their nests, as counted from the tower on nine calm mornings."
    openings = {
        "a.html": b"<!DOCTYPE html><html><body><h1>Nests</h1><p>%s</p></body></html>",
        "a.xml": b"<article><body><sec><title>Nests</title><p>%s</p></sec></body></article>",
    }
    (tmp_path / name).write_bytes(openings.get(name, b"# Nests\n\n%s\n") % words)
    if name == "a.xml":  # such a file is no XML
        with pytest.raises(DamagedFileError):
            parse(tmp_path / name)
        return
    paper = parse(tmp_path / name)
    paper.model_dump_json().encode("utf-8")
    assert "their nests" in paper.text


# --- pages


def test_the_fact_on_the_last_pages_of_the_given_appendix_is_found_with_its_page(tmp_path: Path) -> None:
    claims = ["At dusk the error is 6.1.", "At dusk the error is 5.1."]
    _, found = judged(tmp_path, given("b20_huge_appendix.pdf"), claims)
    right, wrong = found.values()
    assert (right.label.value, right.evidence[0].page) == ("Supported", 59)
    assert (wrong.label.value, wrong.evidence[0].page) == ("Not Supported", 59)


def test_a_fact_deep_in_an_own_appendix_is_found_with_its_page(tmp_path: Path) -> None:
    pages = []
    for number in range(24):
        page = Page()
        page.text(72, 760, f"A.{number + 1} Log of morning {number + 1}", size=12, font="bold")
        page.lines(72, 735, [f"Tower {number + 3} was staffed by {number + 2} people.", *[FILLER] * 20])
        pages.append(page)
    pages[16].text(72, 300, "In fog HeronNet misses 17 of 20 nests.")
    (tmp_path / "log.pdf").write_bytes(pdf(*pages))
    _, found = judged(tmp_path, tmp_path / "log.pdf", ["In fog HeronNet misses 17 of 20 nests."])
    (one,) = found.values()
    assert (one.label.value, one.evidence[0].page) == ("Supported", 17)


def test_the_given_sideways_table_decides_with_row_and_column(tmp_path: Path) -> None:
    claims = ["PointReg has 9.8 M parameters.", "PointReg has 7.7 M parameters."]
    _, found = judged(tmp_path, given("b21_rotated_table.pdf"), claims)
    assert [(one.label.value, one.evidence[0].page) for one in found.values()] == [
        ("Supported", 2),
        ("Not Supported", 2),
    ]


@pytest.mark.parametrize("turn", ["0 1 -1 0", "0 -1 1 0"])
def test_an_own_table_turned_either_way_keeps_rows_and_columns(turn: str) -> None:
    page, last = Page(), Page()
    rows = [("Model", "Error", "Size"), ("HeronNet", "4.2", "3.5"), ("ReedNet", "5.1", "8.8")]
    sign = 1 if turn.startswith("0 1") else -1
    page.text(0, 0, "Table 1: Error and size (million parameters) by model.", matrix=f"{turn} {300 - sign * 30} 400")
    for place, row in enumerate(rows):
        for column, cell in enumerate(row):
            x, y = 300 + sign * 16 * place, 400 + sign * 90 * column
            page.text(0, 0, cell, matrix=f"{turn} {x} {y}")
    last.lines(72, 740, [FILLER] * 20)
    paper = read_pdf(pdf(last, page))
    assert [row for row in blocks(paper, PassageType.TABLE) if "ReedNet" in row] == ["ReedNet | 5.1 | 8.8"]


def test_the_given_sentence_is_whole_and_its_note_has_no_number() -> None:
    paper = parse(given("b22_caption_footnote_split.pdf"))
    (note,) = blocks(paper, PassageType.FOOTNOTE)
    assert note.startswith("A footnote about permits")
    assert any("error of 2.7, while DensityNet reaches 3.9" in text for text in blocks(paper, PassageType.TEXT))


# --- files that are shut, or none


def own_paper() -> bytes:
    page = Page()
    page.text(72, 760, "1 Data", size=13, font="bold")
    page.lines(72, 740, ["The 230 nests lie on three lakes.", *[FILLER] * 10])
    return pdf(page)


def test_an_own_file_with_copy_limits_reads_like_the_open_one() -> None:
    paper = read_pdf(encrypted(own_paper()))
    assert paper.text == read_pdf(own_paper()).text
    assert [warning.code for warning in paper.warnings] == ["copy_limits"]


@pytest.mark.parametrize("password", ["lake 9", "p\u00e4ss", "(\\)"])
def test_an_own_file_with_a_password_opens_with_it_and_no_other(password: str) -> None:
    data = encrypted(own_paper(), user=password)
    assert "230 nests" in read_pdf(data, password=password).text
    for other in (None, "", "lake 8", "owne"):
        with pytest.raises(PasswordError) as caught:
            read_pdf(data, password=other)
        assert password not in str(caught.value) + str(caught.value.hint)


def test_the_given_chinese_paper_leaves_absence_open_and_says_why(tmp_path: Path) -> None:
    claims = ["No ablation is reported.", "The paper reports a significance test.", "No code is released."]
    report, found = judged(tmp_path, given("b24_chinese_manuscript.pdf"), claims)
    assert {one.label.value for one in found.values()} == {"Not Determined"}
    assert "language" in [warning.code for warning in report.paper.warnings]


def test_the_given_archive_names_what_it_took_and_what_it_left(tmp_path: Path) -> None:
    paper = parse(given("b25_supplement.zip"))
    assert [part.name for part in paper.files] == ["submission/main.pdf", "submission/supplementary.pdf"]
    (warning,) = [warning for warning in paper.warnings if warning.code == "files"]
    assert "not read: submission/code/train.py" in warning.message
    assert not any(junk in warning.message + paper.text for junk in ("DS_Store", "__MACOSX", "Thumbs"))
    assert [part.what for part in paper.missing] == ["code files of the archive"]
    _, found = judged(tmp_path, given("b25_supplement.zip"), ["No code is released."])
    assert next(iter(found.values())).label.value == "Not Determined"


def test_an_own_archive_labels_evidence_by_file(tmp_path: Path) -> None:
    page = Page()
    page.text(72, 760, "A Further results", size=13, font="bold")
    page.lines(72, 740, ["In fog HeronNet misses 17 of 20 nests.", *[FILLER] * 10])
    with zipfile.ZipFile(tmp_path / "herons.zip", "w") as archive:
        archive.writestr("herons/main.pdf", own_paper())
        archive.writestr("herons/supplement.pdf", pdf(page))
        archive.writestr("__MACOSX/herons/._main.pdf", b"junk")
    _, found = judged(tmp_path, tmp_path / "herons.zip", ["In fog HeronNet misses 17 of 20 nests."])
    (one,) = found.values()
    assert (one.label.value, one.evidence[0].file, one.evidence[0].page) == ("Supported", "herons/supplement.pdf", 1)
