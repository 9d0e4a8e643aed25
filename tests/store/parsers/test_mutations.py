"""Files of every format with damage in them: read soundly, or refused by a named error, and nothing else."""

from __future__ import annotations

import io
import random
import zipfile
from pathlib import Path

import pytest

from peerlens.errors import PaperError
from peerlens.schema import Manuscript
from peerlens.store.parsers.reading import Job, read
from peerlens.store.passages import make_passages
from tests.store.parsers.pdf_writer import Page, hide, pdf

DATA = Path(__file__).parents[2] / "data" / "formats"
SOURCE = Path(__file__).parents[3] / "examples" / "study" / "main.tex"
FILLER = "Herons were counted from a tower on calm mornings and every count was checked by hand."
PIECES = [
    *(b"\\begin{table}", b"\\end{table}", b"\\newcommand{\\a}{\\a\\a}\\a", b"{", b"}", b"$", b"\\\\", b"\\verb|"),
    *(b"\\ref{x}", b"\\footnote{", b"\\caption{", b"<table>", b"</table>", b'<td colspan="99999999">', b"<sup>"),
    *(b'<td rowspan="-1">', b"<!--", b"-->", b"<![CDATA[", b"&#xD800;", b"&#0;", b"&#99999999;", b"\x00", b"\xff\xfe"),
    *(b"\xed\xa0\x80", b"```", b"## ", b"|---|", b"[1] ", b"99999999999999999999", b"-1", b"1e999", b" 0 obj"),
    *(b"endstream", b"<<", b">>", b"(", b")", b"0 0 0 0 0 0 Tm", b"1e30 0 0 1e30 0 0 cm", b"/MediaBox [0 0 0 0]"),
    *(b"/MediaBox [0 0 1e9 1e9]", b"\xe2\x80\xae"),
]  # fmt: skip


def seed_pdf() -> bytes:
    page = Page()
    page.text(72, 760, "1 Data", size=13, font="bold")
    page.lines(72, 740, [FILLER] * 12)
    page.text(72, 570, "Table 1: Nests by lake.")
    page.lines(72, 550, ["Alder 12 3", "Birch 40 5"])
    hide(page, "white on white", FILLER)
    return pdf(page, page)


def seed_zip() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("h/main.md", f"# Herons\n\n## 1 Data\n\n{FILLER}\n")
        archive.writestr("h/supplement.pdf", seed_pdf())
        archive.writestr("h/code/a.py", "print(1)\n")
    return packed.getvalue()


def seed(name: str) -> bytes:
    if name == "a.pdf":
        return seed_pdf()
    if name == "a.zip":
        return seed_zip()
    if name == "a.tex":
        return SOURCE.read_bytes()[:6000]
    if name == "a.md":
        rows = "| lake | nests |\n|---|---|\n| Alder | 12 |\n"
        return f"# Herons\n\n## 1 Data\n\n{FILLER}\n\n{rows}\n## References\n\n[1] A. Bee. Nests. 2020.\n".encode()
    return (DATA / f"study.{name.rsplit('.', 1)[1]}").read_bytes()


def damaged(data: bytes, chance: random.Random) -> bytes:
    result = bytearray(data)
    for _ in range(chance.choice([1, 2, 5, 20])):
        start = chance.randrange(len(result) + 1)
        end = min(len(result), start + chance.choice([0, 1, 5, 100, 1000]))
        match chance.randrange(4):
            case 0:
                result[start:end] = chance.randbytes(chance.randrange(4))
            case 1:
                result[start:end] = result[start:end] * 3
            case 2:
                result[start:start] = chance.choice(PIECES) * chance.choice([1, 1, 40])
            case _:
                result[start:end] = chance.choice(PIECES)
    return bytes(result)


def damaged_inside(data: bytes, chance: random.Random) -> bytes:
    """A zip whose entries are whole but for one, which is damaged before it is packed."""
    result = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(result, "w", zipfile.ZIP_DEFLATED) as new:
        chosen = chance.choice(old.namelist())
        for name in old.namelist():
            new.writestr(name, damaged(old.read(name), chance) if name == chosen else old.read(name))
    return result.getvalue()


def assert_sound(paper: Manuscript) -> None:
    position = 0
    for block in paper.blocks:
        assert position <= block.start < block.end <= len(paper.text)
        position = block.end
    sections = {section.id for section in paper.sections}
    assert len(sections) == len(paper.sections)
    spans = [(one.start, one.end) for one in (*paper.sections, *paper.captions, *paper.missing)]
    assert all(0 <= start <= end <= len(paper.text) for start, end in spans)
    passages = make_passages(paper)
    assert len({passage.id for passage in passages}) == len(passages)
    assert all(0 <= one.start < one.end <= len(paper.text) and one.section in sections for one in passages)
    assert "\x00" not in paper.text
    assert Manuscript.model_validate_json(paper.model_dump_json()) == paper


@pytest.mark.parametrize("name", ["a.pdf", "a.docx", "a.html", "a.xml", "a.tex", "a.md", "a.zip"])
def test_a_damaged_file_is_read_soundly_or_refused_by_name(name: str) -> None:
    data, chance = seed(name), random.Random(name)
    assert_sound(read(Job(source=name, paper_id="0" * 16, main=name, files={name: data})))
    read_anyway = 0
    for turn in range(40):
        inside = turn % 2 == 0 and name in ("a.docx", "a.zip")
        broken = damaged_inside(data, chance) if inside else damaged(data, chance)
        try:
            paper = read(Job(source=name, paper_id="0" * 16, main=name, files={name: broken}))
        except PaperError:
            continue
        assert_sound(paper)
        read_anyway += 1
    assert read_anyway > 0
