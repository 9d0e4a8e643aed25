"""docling: what is said when it or its models are missing, and how its document becomes a manuscript."""

from __future__ import annotations

from pathlib import Path

import pytest

from peerlens.errors import ModelMissingError, PaperError
from peerlens.settings import ParserName, Settings
from peerlens.store import checks
from peerlens.store.parsers import docling_pdf, is_current, parse
from peerlens.store.parsers.docling_pdf import find_models
from peerlens.store.parsers.versions import DOCLING, HTML, LATEX
from peerlens.taxonomy import PassageType

PDF = b"%PDF-1.5\n%%EOF"


def test_without_docling_the_way_to_install_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ModelMissingError) as refused:
        find_models("/models")
    assert refused.value.hint == "pip install 'peerlens[docling]'"
    assert refused.value.exit_status == 3


@pytest.mark.parametrize("folder", [None, "absent", "empty"])
def test_without_models_the_way_to_fetch_them_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, folder: str | None
) -> None:
    monkeypatch.setattr(docling_pdf, "check_installed", lambda: None)
    (tmp_path / "empty").mkdir()
    with pytest.raises(ModelMissingError) as refused:
        find_models(None if folder is None else str(tmp_path / folder))
    assert refused.value.hint is not None
    assert "docling-tools models download -o DIR" in refused.value.hint
    assert "PEERLENS_DOCLING_MODELS" in refused.value.hint


def test_a_folder_with_the_models_is_taken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(docling_pdf, "check_installed", lambda: None)
    for name in ("docling-project--docling-layout-heron", "docling-project--docling-models"):
        (tmp_path / name).mkdir()
    assert find_models(str(tmp_path)) == tmp_path


def test_docling_reads_only_pdf_here(tmp_path: Path) -> None:
    paper = tmp_path / "p.md"
    paper.write_text("# A\n\nWords.\n")
    with pytest.raises(PaperError, match="reads only PDF"):
        parse(paper, parser=ParserName.DOCLING)


@pytest.mark.parametrize(("parser", "status"), [(ParserName.AUTO, "ok"), (ParserName.DOCLING, "fail")])
def test_doctor_says_how_to_get_docling(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, parser: ParserName, status: str
) -> None:
    monkeypatch.setattr(docling_pdf, "check_installed", lambda: None)
    found, message = checks._docling(Settings(home=tmp_path, parser=parser))
    assert found.value == status
    assert "docling-tools models download" in message


def test_a_reading_of_one_parser_does_not_stand_for_another() -> None:
    assert is_current(DOCLING, parser=ParserName.DOCLING)
    assert not is_current(DOCLING, parser=ParserName.AUTO)
    assert not is_current("latex/0", parser=ParserName.AUTO)
    assert not is_current(LATEX, parser=ParserName.DOCLING)
    assert is_current(f"{LATEX}+{HTML}", parser=ParserName.AUTO)


def test_broken_models_are_exit_three(tmp_path: Path) -> None:
    pytest.importorskip("docling", reason="the extra 'docling' is not installed")
    for name in ("docling-project--docling-layout-heron", "docling-project--docling-models"):
        (tmp_path / name).mkdir()
    paper = Path(__file__).parents[3] / "examples" / "paper.pdf"
    with pytest.raises(ModelMissingError, match=r"cannot be used|not complete"):
        docling_pdf.read(paper.read_bytes(), source="p.pdf", paper_id="x" * 16, password=None, models=str(tmp_path))


def test_a_docling_document_becomes_a_manuscript() -> None:
    types = pytest.importorskip("docling_core.types.doc.document", reason="the extra 'docling' is not installed")
    labels = pytest.importorskip("docling_core.types.doc.labels")
    base = pytest.importorskip("docling_core.types.doc.base")
    from peerlens.store.parsers.docling_document import manuscript_of

    def on(page: int) -> object:
        return types.ProvenanceItem(page_no=page, bbox=base.BoundingBox(l=0, t=1, r=1, b=0), charspan=(0, 1))

    document = types.DoclingDocument(name="p")
    for number in (1, 2):
        document.add_page(page_no=number, size=base.Size(width=612, height=792))
    document.add_text(labels.DocItemLabel.PAGE_HEADER, "Under review", prov=on(1))
    document.add_title("Counting Coots", prov=on(1))
    document.add_heading("Abstract", level=1, prov=on(1))
    document.add_text(labels.DocItemLabel.TEXT, "We count coots.", prov=on(1))
    document.add_heading("1 Data", level=1, prov=on(1))
    document.add_heading("1.1 Cameras", level=1, prov=on(2))
    document.add_text(labels.DocItemLabel.TEXT, "Six cameras were used.", prov=on(2))
    document.add_text(labels.DocItemLabel.FOOTNOTE, "1 On poles.", prov=on(2))
    caption = document.add_text(labels.DocItemLabel.CAPTION, "Table 1: Cameras.", prov=on(2))
    cells = [
        types.TableCell(
            text=text, start_row_offset_idx=row, end_row_offset_idx=row + 1, start_col_offset_idx=column,
            end_col_offset_idx=column + 1,
        )
        for row, words in enumerate((("Name", "Number"), ("A", "6")))
        for column, text in enumerate(words)
    ]  # fmt: skip
    document.add_table(types.TableData(table_cells=cells, num_rows=2, num_cols=2), caption=caption, prov=on(2))
    read = manuscript_of(document, source="p.pdf", paper_id="x" * 16)
    assert (read.title, read.pages, read.parser) == ("Counting Coots", 2, DOCLING)
    assert [(one.number, one.title, one.level, one.page) for one in read.sections[1:]] == [
        (None, "Abstract", 1, 1), ("1", "Data", 1, 1), ("1.1", "Cameras", 2, 2),
    ]  # fmt: skip
    assert [(one.label, one.page) for one in read.captions] == [("Table 1", 2)]
    rows = [read.text[one.start : one.end] for one in read.blocks if one.type is PassageType.TABLE]
    assert rows == ["Name | Number", "A | 6"]
    assert "Under review" not in read.text
    assert [one.type for one in read.blocks].count(PassageType.FOOTNOTE) == 1
