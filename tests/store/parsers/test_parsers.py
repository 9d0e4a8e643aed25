"""Choosing the parser by what a file is, and refusing what is no manuscript."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from peerlens.errors import DamagedFileError, NoTextError, PaperError
from peerlens.settings import ParserName
from peerlens.store.parsers import Format, paper_id, parse, sniff


@pytest.mark.parametrize(
    ("data", "name", "form"),
    [
        (b"%PDF-1.7\n", "x.txt", Format.PDF),
        (b"# T\n\nwords", "x.md", Format.MARKDOWN),
        (b"words only", "x.mmd", Format.MARKDOWN),
        (b"# T\n\n## S\n\nwords", "x.txt", Format.MARKDOWN),
        (b"words only", "x.txt", Format.TEXT),
        (b"words only", "x", Format.TEXT),
    ],
)
def test_a_file_is_known_by_its_content_first(data: bytes, name: str, form: Format) -> None:
    assert sniff(data, source=name) is form


@pytest.mark.parametrize(
    ("data", "name", "error", "said"),
    [
        (b"<!DOCTYPE html><html>403 Please sign in", "x.pdf", PaperError, "not a PDF, it is HTML"),
        (b"PK\x03\x04junk", "x.pdf", PaperError, "zip archive"),
        (b"\x1f\x8bjunk", "x.tar.gz", PaperError, "gzip archive"),
        (b"<?xml version='1.0'?><rss><channel/></rss>", "x.xml", PaperError, "XML of another kind"),
        (b"just words", "x.pdf", DamagedFileError, "no %PDF mark"),
        (b"", "x.md", NoTextError, "the file is empty"),
    ],
)
def test_what_is_no_manuscript_is_refused_by_name(data: bytes, name: str, error: type[PaperError], said: str) -> None:
    with pytest.raises(error, match=said):
        sniff(data, source=name)


def test_binary_junk_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.md"
    path.write_bytes(bytes(range(256)) * 20)
    with pytest.raises(DamagedFileError, match="not a text file"):
        parse(path)


@pytest.mark.parametrize(("share", "warned"), [(0.0, []), (0.001, []), (0.05, ["lost_characters"])])
def test_symbols_lost_from_a_text_are_said_and_the_rest_is_read(
    tmp_path: Path, share: float, warned: list[str]
) -> None:
    words = "We count ducks on forty lakes with one camera a lake. " * 400
    lost = "".join("\x00\x13\x03"[n % 3] for n in range(int(share * len(words))))
    (tmp_path / "x.md").write_text(f"# Ducks\n\n## Method\n\n{words}{lost}\n\nThe mask has two million parameters.\n")
    manuscript = parse(tmp_path / "x.md")
    assert [warning.code for warning in manuscript.warnings] == warned
    assert "The mask has two million parameters." in manuscript.text
    assert not any(char < " " and char != "\n" for char in manuscript.text)


@pytest.mark.parametrize(("name", "said"), [("missing.md", "no such file"), (".", "no LaTeX root")])
def test_a_path_that_is_no_file_is_refused(tmp_path: Path, name: str, said: str) -> None:
    with pytest.raises(PaperError, match=said):
        parse(tmp_path / name)


def test_a_pdf_parser_asked_for_refuses_other_files(tmp_path: Path) -> None:
    path = tmp_path / "x.md"
    path.write_text("# T\n\nwords")
    with pytest.raises(PaperError, match="not a PDF"):
        parse(path, parser=ParserName.PDFIUM)


def test_the_identity_of_a_paper_is_that_of_its_bytes(tmp_path: Path) -> None:
    path = tmp_path / "x.md"
    path.write_text("# T\n\nwords")
    assert parse(path).id == paper_id(path.read_bytes())
    assert paper_id(b"a") != paper_id(b"b")


@pytest.mark.parametrize(
    ("data", "name", "form"),
    [
        (b"\\docment{article}\n" + b"\\usepackage[margin=25mm]{geometry}\n" * 60, "x.txt", Format.TEXT),
        (b"% a note\n" * 60 + b"\\usepackage{lmodern}\n% another\n" * 20 + b"words", "x.txt", Format.TEXT),
        (b"\\usepackage{lmodern}\n" * 20 + b"\\documentclass{article}", "x.txt", Format.LATEX),
        (b"<?xml version='1.0'?>" + b"<?step one?>" * 60 + b"<article>", "x.xml", Format.JATS),
    ],
)
def test_an_opening_that_could_be_read_in_countless_ways_is_read_in_one(data: bytes, name: str, form: Format) -> None:
    """Trying them all would take longer than anybody waits."""
    assert sniff(data, source=name) is form


@pytest.mark.parametrize("opening", [b"<?step one?>", b"<!-- one -->", b"<!DOCTYPE article>"])
def test_xml_without_a_root_is_refused_however_often_its_opening_is_repeated(opening: bytes) -> None:
    with pytest.raises(PaperError, match="XML of another kind"):
        sniff(b"<?xml version='1.0'?>" + opening.replace(b"article", b"letter") * 60 + b"<1", source="x.xml")


@pytest.mark.parametrize("packing", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_an_archive_that_holds_a_pdf_as_it_is_is_an_archive(packing: int) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", packing) as archive:
        archive.writestr("main.pdf", b"%PDF-1.5\n")
    assert sniff(packed.getvalue(), source="x.zip") is Format.ZIP
    with pytest.raises(PaperError, match="zip archive"):
        sniff(packed.getvalue(), source="x.pdf")
