"""Zips: which file is the paper, which are supplements, and which archives are refused."""

from __future__ import annotations

import io
import stat
import zipfile
from pathlib import Path

import pytest

from peerlens.errors import DamagedFileError, PaperError
from peerlens.store.parsers import archive, gather_files, parse, reading, sniff
from peerlens.store.parsers.archive import unpack
from peerlens.store.parsers.formats import Format
from peerlens.store.parsers.reading import Job

PDF = b"%PDF-1.5 ..."
ROOT = b"\\documentclass{article}\\begin{document}Words.\\end{document}"


def packed(*entries: tuple[str | zipfile.ZipInfo, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in entries:
            made.writestr(name, data)
    return target.getvalue()


@pytest.mark.parametrize(
    ("names", "main", "supplements"),
    [
        (["paper.pdf"], "paper.pdf", ()),
        (["s/main.pdf", "s/supplementary.pdf", "__MACOSX/s/._main.pdf", "s/.DS_Store", "s/train.py"],
        "s/main.pdf", ("s/supplementary.pdf",)),
        (["a.pdf", "appendix.pdf"], "a.pdf", ("appendix.pdf",)),
        (["manuscript.docx", "cover.docx", "SI.pdf"], "manuscript.docx", ("SI.pdf",)),
        (["paper.pdf", "README.md", "notes.txt", "requirements.txt"], "paper.pdf", ()),
        (["x/paper.tex", "x/fig/plot.pdf", "x/refs.bib", "x/chapter.tex"], "x/paper.tex", ()),
        (["paper.tex", "supplement.tex", "plot.pdf"], "paper.tex", ("supplement.tex",)),
        (["supplement.pdf"], "supplement.pdf", ()),
        (["draft.docx", "draft.pdf"], "draft.pdf", ()),
    ],
)  # fmt: skip
def test_the_paper_and_its_supplements_are_found_by_rule(
    names: list[str], main: str, supplements: tuple[str, ...]
) -> None:
    docx = packed(("word/document.xml", b"<w/>"))
    bodies = {".pdf": PDF, ".docx": docx, ".md": b"# A\n", ".txt": b"words"}
    entries = []
    for name in names:
        root = name.endswith(".tex") and "chapter" not in name
        entries.append((name, (ROOT if root else bodies.get(Path(name).suffix, b"words")) + b"\n%% " + name.encode()))
    chosen = unpack(packed(*entries), source="x.zip")
    assert (chosen.main, chosen.supplements) == (main, supplements)
    assert not set(chosen.ignored) & {main, *supplements}


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["one.pdf", "two.pdf"], r"several files .*one\.pdf, two\.pdf"),
        (["code.py", "data.csv"], "no paper in the archive"),
        (["../evil.pdf"], "leads out"),
        (["a/../../evil.pdf"], "leads out"),
        (["/etc/evil.pdf"], "leads out"),
        (["C:/evil.pdf"], "leads out"),
        (["paper.pdf", "inner.zip"], "archive inside"),
        (["paper.pdf", "data.tar.gz"], "archive inside"),
    ],
)
def test_archives_that_leave_a_choice_or_reach_out_are_refused(names: list[str], said: str) -> None:
    with pytest.raises(PaperError, match=said) as refused:
        unpack(packed(*((name, PDF) for name in names)), source="x.zip")
    assert refused.value.exit_status == 2
    assert refused.value.hint


def test_a_link_in_an_archive_is_refused() -> None:
    link = zipfile.ZipInfo("paper.pdf")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with pytest.raises(PaperError, match="symbolic link"):
        unpack(packed((link, b"/etc/passwd")), source="x.zip")


def test_archives_packed_beyond_belief_or_bounds_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PaperError, match="beyond belief"):
        unpack(packed(("paper.pdf", b"\0" * (8 << 20))), source="x.zip")
    monkeypatch.setattr(archive, "MAX_ENTRIES", 3)
    with pytest.raises(PaperError, match="more than 3 entries"):
        unpack(packed(*((f"{n}.txt", b"w") for n in range(4))), source="x.zip")
    monkeypatch.setattr(archive, "MAX_ENTRY", 10)
    with pytest.raises(PaperError, match="an entry unpacks"):
        unpack(packed(("paper.pdf", PDF)), source="x.zip")
    monkeypatch.setattr(archive, "MAX_UNPACKED", 5)
    with pytest.raises(PaperError, match="unpacks to more"):
        unpack(packed(("paper.pdf", PDF)), source="x.zip")


def test_sizes_that_an_archive_states_are_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    data = bytearray(packed(("paper.txt", b"words " * 1000)))
    for mark, offset in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        place = data.index(mark) + offset
        data[place : place + 4] = (5).to_bytes(4, "little")
    with pytest.raises((DamagedFileError, PaperError)):
        unpack(bytes(data), source="x.zip")


def test_a_broken_archive_is_refused() -> None:
    with pytest.raises(DamagedFileError):
        unpack(b"PK\x03\x04 nothing", source="x.zip")


def test_a_zipped_latex_paper_reads_what_it_names(tmp_path: Path) -> None:
    body = b"\\input{sec/a}\\cite{k}\\bibliography{refs}"
    root = b"\\documentclass{article}\\title{Coots}\\begin{document}" + body + b"\\end{document}"
    bib = b"@book{k, author={A. B}, title={Birds}, year={1999}}"
    path = tmp_path / "x.zip"
    path.write_bytes(
        packed(("p/main.tex", root), ("p/sec/a.tex", b"Ducks swim "), ("p/refs.bib", bib), ("p/x.png", b".."))
    )
    read = parse(path)
    assert read.title == "Coots"
    assert "Ducks swim [1]" in read.text
    assert "[1] A. B. Birds. 1999." in read.text
    assert [one.code for one in read.warnings] == ["files"]
    assert "p/x.png" in read.warnings[0].message


@pytest.mark.parametrize(
    ("data", "name", "form"),
    [
        (b"<?xml version='1.0'?>\n<!DOCTYPE article PUBLIC 'x' 'y'>\n<article><body/></article>", "a.xml", Format.JATS),
        (b"<article xmlns:xlink='x'><front/><body/></article>", "a.nxml", Format.JATS),
        (b"<?xml version='1.0'?><html xmlns='x'><body/></html>", "a.xml", Format.HTML),
        (b"<!DOCTYPE html><p>x", "paper", Format.HTML),
        (b"% note\n\\documentclass{x}", "paper.txt", Format.LATEX),
        (b"Words \\emph{here}", "part.tex", Format.LATEX),
        (b"# A\n\\documentclass in prose", "a.md", Format.MARKDOWN),
        (packed(("[Content_Types].xml", b"x"), ("word/document.xml", b"x")), "a.zip", Format.DOCX),
        (packed(("a.pdf", PDF)), "a.docx", Format.ZIP),
    ],
)
def test_a_file_is_what_its_content_says(data: bytes, name: str, form: Format) -> None:
    assert sniff(data, source=name) is form


@pytest.mark.parametrize("names", [("appendix.md",), ("supplement.md", "supp/supplement_copy.md"), ("SI.txt",)])
def test_a_supplement_that_is_the_paper_again_is_read_once(names: tuple[str, ...]) -> None:
    text = b"# Coots\n\nDucks swim in ponds.\n"
    chosen = unpack(packed(("paper.md", text), *((name, text) for name in names)), source="x.zip")
    assert (chosen.main, chosen.supplements, chosen.ignored) == ("paper.md", (), ())


def test_the_same_supplement_given_twice_is_read_once(tmp_path: Path) -> None:
    for name, text in (("p.md", "# A\n\nOne.\n"), ("s.md", "# B\n\nTwo.\n"), ("copy.md", "# B\n\nTwo.\n")):
        (tmp_path / name).write_text(text)
    files = gather_files(tmp_path / "p.md", [tmp_path / name for name in ("s.md", "copy.md", "s.md", "p.md")])
    assert files.supplements == ("s.md",)


def test_a_second_root_that_is_not_read_is_named() -> None:
    chosen = unpack(packed(("main.tex", ROOT), ("reply.tex", ROOT + b"x"), ("part.tex", b"y")), source="x.zip")
    assert chosen.ignored == ("reply.tex",)


@pytest.mark.parametrize("packing", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, zipfile.ZIP_STORED])
@pytest.mark.parametrize("name", ["paper.md", "word/document.xml"])
def test_damaged_entries_are_one_line_by_whatever_packing(packing: int, name: str) -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", packing) as made:
        made.writestr(name, b"# Coots\n\nDucks swim in ponds and lakes.\n" * 40)
    start, refused = 30 + len(name), 0
    for offset in range(start, start + 60, 3):
        broken = bytearray(target.getvalue())
        broken[offset] ^= 0xFF
        try:
            reading.read(Job(source="p.zip", paper_id="x" * 16, main="p.zip", files={"p.zip": bytes(broken)}))
        except PaperError:
            refused += 1
    assert refused >= 15
