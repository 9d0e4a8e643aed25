"""The highlighted copy of a PDF: rectangles on the right words, read back elsewhere, and nothing that acts."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

import pikepdf
import pytest

from peerlens.errors import DamagedFileError, PaperError, PasswordError
from peerlens.schema import Highlight
from peerlens.store.parsers import gather_files, isolation, mark_files
from peerlens.store.parsers.pdf import place_words
from peerlens.store.parsers.sources import PaperFiles, paper_id
from tests.cases.given import given
from tests.store.parsers.pdf_encryption import encrypted
from tests.store.parsers.pdf_reading_back import everything, highlights, letters
from tests.store.parsers.pdf_writer import Page, pdf

EXAMPLE = Path(__file__).parents[3] / "examples" / "paper.pdf"
YELLOW = (1.0, 0.9, 0.4)


def files(data: bytes) -> PaperFiles:
    return PaperFiles("p.pdf", paper_id(data), "p.pdf", {"p.pdf": data})


def marked(data: bytes, *phrases: str, password: str | None = None) -> bytes:
    """A copy with these words highlighted, each noted with itself."""
    text, _ = place_words(data, source="p.pdf", password=password)
    wanted = [
        Highlight(start=text.index(one), end=text.index(one) + len(one), note=one, colour=YELLOW) for one in phrases
    ]
    return mark_files(files(data), wanted, password=password).pdf


def check(data: bytes, *phrases: str, password: str | None = None) -> None:
    """Each phrase is under its own rectangles and nothing else is."""
    lit: dict[str, str] = {}
    for one in highlights(marked(data, *phrases, password=password), password or ""):
        lit[one.note] = lit.get(one.note, "") + one.words
    assert {note: letters(words) for note, words in lit.items()} == {one: letters(one) for one in phrases}


def two_columns() -> Page:
    page = Page()
    left = [
        "The left column begins here and its words",
        "go on below. Coots dive for weed in every",
        "lake of the north.",
    ]
    right = """The right column is about grebes that hunt
small fish, and says nothing of weed at all
in its three lines.""".splitlines()
    for start in range(5):
        page.lines(60, 700 - start * 60, left if start == 0 else [f"Left filler {start} a b c d e f g"] * 3)
        page.lines(320, 700 - start * 60, right if start == 0 else [f"Right filler {start} a b c d e f g"] * 3)
    return page


def test_in_two_columns_the_other_column_stays_clear() -> None:
    check(pdf(two_columns()), "Coots dive for weed in every lake of the north.", "grebes that hunt small fish")


def test_a_word_broken_at_a_line_end_is_marked_on_both_lines() -> None:
    page = Page()
    page.lines(72, 700, ["The instrument measures the conduc-", "tivity of water in every lake that we", "visited."])
    text, places = place_words(pdf(page), source="p.pdf", password=None)
    assert "conductivity of water" in text
    start = text.index("conductivity")
    assert len(places.of(start, start + len("conductivity"))) == 2
    check(pdf(page), "measures the conductivity of water")


def test_margin_numbers_and_running_heads_are_not_marked() -> None:
    data = given("b02_margin_line_numbers.pdf").read_bytes()
    text, _ = place_words(data, source="p.pdf", password=None)
    phrases = [one for one in re.findall(r"[A-Z][^.]{40,160}\.", text) if text.count(one) == 1][:12]
    assert phrases
    check(data, *phrases)


@pytest.mark.parametrize("direction", ["0 1 -1 0", "0 -1 1 0", "-1 0 0 -1"])
def test_words_set_sideways_and_upside_down_are_marked_where_they_stand(direction: str) -> None:
    page = Page()
    a, b, c, d = map(int, direction.split())
    for n in range(10):
        x, y = 300 - a * 150 - c * n * -14, 400 - b * 150 - d * n * 14
        page.text(0, 0, f"Row {n} of the table that lies on its side", matrix=f"{direction} {x} {y}")
    check(pdf(page), "Row 3 of the table", "Row 7 of the table that lies")


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_page_shown_turned_and_cut_to_a_box_is_marked_in_its_own_space(turn: int) -> None:
    with pikepdf.open(io.BytesIO(pdf(two_columns()))) as document:
        document.pages[0].rotate(turn, relative=False)
        document.pages[0].cropbox = [20, 30, 600, 780]
        out = io.BytesIO()
        document.save(out)
    data = out.getvalue()
    done = marked(data, "Coots dive for weed")
    with pikepdf.open(io.BytesIO(done)) as document:
        quad = [float(value) for value in document.pages[0].Annots[0].QuadPoints]
    assert 60 < quad[0] < 130  # behind "go on below. " of the left column, in user space
    assert quad[1] == pytest.approx(688 + 0.75 * 10, abs=1.5)


def test_sentences_of_the_example_paper_lie_under_their_rectangles() -> None:
    data = EXAMPLE.read_bytes()
    text, _ = place_words(data, source="p.pdf", password=None)
    phrases = [one for one in re.findall(r"(?<=\. )[A-Z][^.|\n^=×]{40,200}\.", text) if text.count(one) == 1]
    random.Random(3).shuffle(phrases)
    assert len(phrases) > 40
    check(data, *phrases[:40])


def test_stretches_that_several_points_share_and_that_overlap_are_all_there() -> None:
    page = Page()
    page.lines(72, 700, ["Ducks sleep on one leg in the evening light."])
    check(pdf(page), "Ducks sleep on one leg", "one leg in the evening")


def test_what_has_no_word_on_a_page_is_counted_and_marks_nothing() -> None:
    page = Page()
    page.lines(72, 700, ["Ducks sleep on one leg in the evening light."])
    beyond = Highlight(start=5, end=6, note="a space", colour=YELLOW)
    done = mark_files(files(pdf(page)), [beyond], password=None)
    assert done.unplaced == 1
    assert highlights(done.pdf) == []


def armed() -> bytes:
    """A PDF with a script, an action on opening, an attachment, a form, and links of every kind."""
    with pikepdf.open(io.BytesIO(pdf(two_columns()))) as document:
        script = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="app.alert(1)")
        document.Root.OpenAction = script
        document.Root.AA = pikepdf.Dictionary(WC=script)
        document.attachments["evil.exe"] = b"MZ evil"
        document.Root.Names.JavaScript = pikepdf.Dictionary(Names=["x", script])
        document.Root.AcroForm = pikepdf.Dictionary(Fields=[], XFA=pikepdf.String("<xfa/>"))
        page = document.pages[0]
        page.obj.AA = pikepdf.Dictionary(O=script)
        jump = pikepdf.Dictionary(S=pikepdf.Name.GoTo, D=[page.obj, pikepdf.Name.Fit], Next=script)
        actions = {
            "jump": jump,
            "uri": pikepdf.Dictionary(S=pikepdf.Name.URI, URI="http://example.invalid/"),
            "launch": pikepdf.Dictionary(S=pikepdf.Name.Launch, F="calc.exe"),
            "submit": pikepdf.Dictionary(S=pikepdf.Name.SubmitForm, F="http://example.invalid/post"),
            "remote": pikepdf.Dictionary(S=pikepdf.Name.GoToR, F="other.pdf"),
        }
        notes = [
            pikepdf.Dictionary(Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Link, Rect=[0, 0, 9, 9], A=action, NM=name)
            for name, action in actions.items()
        ]
        evil = document.make_stream(b"MZ evil")
        spec = pikepdf.Dictionary(Type=pikepdf.Name.Filespec, F="a.exe", EF=pikepdf.Dictionary(F=evil))
        notes.append(
            pikepdf.Dictionary(Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.FileAttachment, Rect=[0, 0, 9, 9], FS=spec)
        )
        notes.append(pikepdf.Dictionary(Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.RichMedia, Rect=[0, 0, 9, 9]))
        page.obj.Annots = pikepdf.Array([document.make_indirect(note) for note in notes])
        out = io.BytesIO()
        document.save(out)
    return out.getvalue()


def test_scripts_actions_attachments_and_ways_out_are_gone_and_a_jump_inside_stays() -> None:
    data = armed()
    for word in (
        "JavaScript",
        "Launch",
        "SubmitForm",
        "example.invalid",
        "EmbeddedFile",
        "OpenAction",
        "XFA",
        "evil",
    ):
        assert word in everything(data) + data.decode("latin-1"), word
    done = marked(data, "Coots dive for weed")
    held = everything(done) + done.decode("latin-1")
    for word in (
        "JavaScript", "app.alert", "Launch", "calc.exe", "SubmitForm", "example.invalid", "GoToR", "other.pdf", "URI",
        "EmbeddedFile", "evil", "FileAttachment", "RichMedia", "OpenAction", "'AA'", "AcroForm", "XFA", "'JS'",
    ):  # fmt: skip
        assert word not in held, word
    with pikepdf.open(io.BytesIO(done)) as document:
        links = [one for one in document.pages[0].Annots if one.Subtype == "/Link"]
        assert [str(one.NM) for one in links if "/A" in one] == ["jump"]
        assert len(links) == 5
    assert [one.note for one in highlights(done)] == ["Coots dive for weed"]


def test_a_note_with_any_text_is_a_string_and_nothing_else() -> None:
    page = Page()
    page.lines(72, 700, ["Ducks sleep on one leg in the evening light."])
    note = ") >> /JS (x) <script>alert(1)</script> \U0001f986 纸 " + "y" * 2_000
    done = mark_files(files(pdf(page)), [Highlight(start=0, end=5, note=note, colour=YELLOW)], password=None)
    assert [one.note for one in highlights(done.pdf)] == [note]


@pytest.mark.parametrize(("user", "password"), [("", None), ("secret", "secret")])
def test_what_was_encrypted_stays_so_with_the_same_password(user: str, password: str | None) -> None:
    data = encrypted(pdf(two_columns()), user=user)
    done = marked(data, "Coots dive for weed", password=password)
    assert b"/Encrypt" in done
    lit = highlights(done, user)
    assert [letters(one.words) for one in lit] == [letters("Coots dive for weed")]
    if user:
        with pytest.raises(pikepdf.PasswordError):
            pikepdf.open(io.BytesIO(done))


def test_modern_encryption_is_kept_as_well() -> None:
    with pikepdf.open(io.BytesIO(pdf(two_columns()))) as document:
        out = io.BytesIO()
        document.save(out, encryption=pikepdf.Encryption(user="u", owner="o", R=6))
    done = marked(out.getvalue(), "Coots dive for weed", password="u")
    assert len(highlights(done, "u")) == 1


def test_a_wrong_password_and_what_is_no_pdf_are_told_apart() -> None:
    locked = files(encrypted(pdf(two_columns()), user="secret"))
    for password in (None, "wrong"):
        with pytest.raises(PasswordError):
            mark_files(locked, [], password=password)
    with pytest.raises(PaperError, match="not a PDF"):
        mark_files(files(b"# Ducks\n\nSwim.\n"), [], password=None)
    with pytest.raises(DamagedFileError):
        mark_files(files(pdf(two_columns())[:-200]), [], password=None)


def test_a_zip_around_the_pdf_gives_the_pdf(tmp_path: Path) -> None:
    import zipfile

    path = tmp_path / "p.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("main.pdf", pdf(two_columns()))
    done = mark_files(gather_files(path), [Highlight(start=0, end=8, note="n", colour=YELLOW)], password=None)
    assert done.pdf.startswith(b"%PDF-")
    assert [letters(one.words) for one in highlights(done.pdf)] == [letters("The left")]


@pytest.mark.parametrize("way", ["fork", "new interpreter"])
def test_the_copy_is_made_in_a_process_of_its_own(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolation, "can_fork", lambda: way == "fork")
    check(pdf(two_columns()), "Coots dive for weed")


def test_damaged_files_end_in_one_line_or_in_a_copy() -> None:
    whole = armed()
    random_ = random.Random(5)
    for _ in range(8):
        broken = bytearray(whole)
        for _ in range(random_.randint(1, 12)):
            broken[random_.randrange(len(broken))] = random_.randrange(256)
        try:
            done = mark_files(files(bytes(broken)), [Highlight(start=0, end=8, note="n", colour=YELLOW)], password=None)
        except PaperError:
            continue
        assert done.pdf.startswith(b"%PDF-")
