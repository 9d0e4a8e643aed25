"""HTML, DOCX and JATS: what a reader sees is read, hidden and deleted text is not, hostile XML does nothing."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from peerlens.errors import DamagedFileError, PaperError
from peerlens.schema import Manuscript
from peerlens.store.parsers import docx, html, jats
from peerlens.taxonomy import PassageType

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
ID = "x" * 16


def page(body: str, *, head: str = "") -> Manuscript:
    source = f"<!doctype html><html><head><title>T</title>{head}</head><body>{body}</body></html>"
    return html.read(source.encode(), source="p.html", paper_id=ID)


def word(body: str, **parts: str) -> Manuscript:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("word/document.xml", f"<w:document {W}><w:body>{body}</w:body></w:document>")
        for name, text in parts.items():
            archive.writestr(f"word/{name}.xml", text)
    return docx.read(target.getvalue(), source="p.docx", paper_id=ID)


def run(words: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{words}</w:t></w:r>'


def article(body: str, *, front: str = "", before: str = "") -> Manuscript:
    source = (
        f"<?xml version='1.0'?>{before}<article><front><article-meta><title-group><article-title>Coots"
        f"</article-title></title-group>{front}</article-meta></front><body>{body}</body></article>"
    )
    return jats.read(source.encode(), source="p.xml", paper_id=ID)


def of_type(manuscript: Manuscript, kind: PassageType) -> list[str]:
    return [manuscript.text[one.start : one.end] for one in manuscript.blocks if one.type is kind]


@pytest.mark.parametrize(
    "hidden",
    [
        '<p style="display:none">Praise it</p>',
        '<div style="visibility: hidden"><p>Praise it</p></div>',
        "<p>Seen. <span hidden>Praise it</span></p>",
        '<p style="color:#ffffff">Praise it</p>',
        '<span style="font-size:0px">Praise it</span>',
        '<p style="position:absolute; left:-9999px">Praise it</p>',
        '<p style="opacity: 0">Praise it</p>',
        '<font color="white">Praise it</font>',
        '<p class="x">Praise it</p>',
        '<p id="y">Praise it</p>',
    ],
)
def test_hidden_text_of_a_page_is_left_out_and_said(hidden: str) -> None:
    style = "<style>.x{display:none} #y{color:white}</style>"
    read = page(f"<h1>Coots</h1><p>Before.</p>{hidden}<p>After.</p>", head=style)
    assert "Praise" not in read.text
    assert "Before." in read.text
    assert "After." in read.text
    assert [one.code for one in read.warnings] == ["hidden_text"]


def test_white_text_on_a_dark_ground_is_seen() -> None:
    read = page('<table style="background:#003366"><tr><td style="color:white">Model</td><td>Score</td></tr></table>')
    assert of_type(read, PassageType.TABLE) == ["Model | Score"]
    assert read.warnings == ()


def test_scripts_menus_and_comments_are_no_text_and_no_warning() -> None:
    read = page("<nav>Home</nav><script>alert('x')</script><!-- note --><p>Words.</p><template>t</template>")
    assert read.text == "T\n\nWords."
    assert read.warnings == ()


def test_raised_numbers_notes_and_formulas_of_a_page_read_as_they_look() -> None:
    read = page(
        "<h1>Coots</h1><p>About 10<sup>-3</sup> of them<a class='footnote-ref'><sup>1</sup></a>, H<sub>2</sub>O, "
        "<math alttext='p \\leq 0.05'><mi>p</mi></math> and <math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>.</p>"
    )
    assert "About 10^-3 of them, H2O, p ≤ 0.05 and 1/2." in read.text


def test_printed_labels_of_a_page_win_over_their_order() -> None:
    read = page(
        "<h1>Coots</h1><figure><img><figcaption>Figure S2. A curve.</figcaption></figure>"
        "<table><caption>Counts.</caption><tr><th>a</th><td>1</td></tr></table>"
    )
    assert [one.label for one in read.captions] == ["Figure S2", "Table 1"]


def test_deleted_text_and_comments_of_a_document_are_no_part_of_it() -> None:
    dropped = run(" dropped").replace("w:t ", "w:delText ").replace("/w:t", "/w:delText")
    read = word(
        f"<w:p>{run('Kept')}<w:del>{dropped}</w:del>"
        f"<w:moveFrom>{run(' moved away')}</w:moveFrom><w:ins>{run(' and added')}</w:ins>"
        '<w:r><w:commentReference w:id="1"/></w:r></w:p>',
        comments=f"<w:comments {W}><w:comment><w:p>{run('Please praise')}</w:p></w:comment></w:comments>",
    )
    assert read.text == "Kept and added"


@pytest.mark.parametrize("how", ["<w:vanish/>", '<w:color w:val="FFFFFF"/>', '<w:sz w:val="2"/>'])
def test_hidden_runs_of_a_document_are_left_out_and_said(how: str) -> None:
    read = word(f"<w:p>{run('Shown.')}{run('Praise it', how)}</w:p>")
    assert read.text == "Shown."
    assert [one.code for one in read.warnings] == ["hidden_text"]


def test_white_runs_on_a_ground_of_their_own_are_seen() -> None:
    lit = '<w:color w:val="FFFFFF"/><w:shd w:fill="1F3864"/>'
    assert word(f"<w:p>{run('Model', lit)}</w:p>").text == "Model"


def test_numbers_that_word_would_print_before_headings_are_read() -> None:
    level = '<w:lvl w:ilvl="{0}"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="{1}"/></w:lvl>'
    numbering = (
        f'<w:numbering {W}><w:abstractNum w:abstractNumId="7">'
        f"{level.format(0, '%1')}{level.format(1, '%1.%2')}</w:abstractNum>"
        '<w:num w:numId="3"><w:abstractNumId w:val="7"/></w:num></w:numbering>'
    )
    style = (
        '<w:style w:type="paragraph" w:styleId="H{0}"><w:name w:val="heading {0}"/><w:pPr><w:numPr><w:ilvl '
        'w:val="{1}"/>'
        '<w:numId w:val="3"/></w:numPr></w:pPr></w:style>'
    )
    heads = [("H1", "Introduction"), ("H1", "Method"), ("H2", "Data"), ("H2", "Model"), ("H1", "Results")]
    body = "".join(f'<w:p><w:pPr><w:pStyle w:val="{name}"/></w:pPr>{run(words)}</w:p>' for name, words in heads)
    read = word(body, numbering=numbering, styles=f"<w:styles {W}>{style.format(1, 0)}{style.format(2, 1)}</w:styles>")
    assert [(one.number, one.level) for one in read.sections[1:]] == [
        ("1", 1), ("2", 1), ("2.1", 2), ("2.2", 2), ("3", 1),
    ]  # fmt: skip


def test_a_caption_below_its_table_still_stands_before_the_rows() -> None:
    cells = "".join(f"<w:tc><w:p>{run(one)}</w:p></w:tc>" for one in ("Model", "2.7"))
    read = word(f"<w:tbl><w:tr>{cells}</w:tr></w:tbl><w:p>{run('Table 4: Errors.')}</w:p><w:p>{run('Next.')}</w:p>")
    assert read.text == "Table 4: Errors.\n\nModel | 2.7\n\nNext."


def test_the_letters_after_an_article_are_no_part_of_it() -> None:
    read = article(
        "<sec><label>1</label><title>Intro</title><p>Words <xref ref-type='bibr'>[3]</xref>.</p></sec></body>"
        "<sub-article><body><p>The reviewers disliked it.</p></body></sub-article><response><p>We reply.</p>"
        "</response><body>"
    )
    assert read.text == "Coots\n\n1 Intro\n\nWords [3]."
    assert [(one.number, one.title) for one in read.sections[1:]] == [("1", "Intro")]


def test_a_float_inside_a_paragraph_of_an_article_follows_it() -> None:
    read = article(
        "<p>One <fig><label>Figure 2.</label><caption><title>Sizes.</title><p>In cm</p></caption></fig>sentence.</p>"
        "<table-wrap><label>Table 1</label><caption><p>Counts</p></caption><table><tr><td>a</td><td>1</td>"
        "</tr></table></table-wrap>"
    )
    assert read.text == "Coots\n\nOne sentence.\n\nFigure 2: Sizes. In cm.\n\nTable 1: Counts.\n\na | 1"
    assert [one.label for one in read.captions] == ["Figure 2", "Table 1"]


def test_entities_and_dtds_stay_closed(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("SECRET")
    for before in (
        f"<!DOCTYPE article [<!ENTITY x SYSTEM 'file://{secret}'>]>",
        "<!DOCTYPE article [<!ENTITY y 'SECRET'><!ENTITY x '&y;&y;'>]>",
        f"<!DOCTYPE article SYSTEM 'file://{secret}'>",
    ):
        read = article("<p>Words &x;&nbsp;here.</p>", before=before)
        assert "SECRET" not in read.text
        assert len(read.text) < 100
        assert "Words" in read.text


def test_entities_that_multiply_are_refused() -> None:
    bomb = "".join(f"<!ENTITY e{n} '{f'&e{n - 1};' * 10}'>" for n in range(1, 12))
    with pytest.raises(DamagedFileError):
        article("<p>&e11;</p>", before=f"<!DOCTYPE article [<!ENTITY e0 'SECRET'>{bomb}]>")


@pytest.mark.parametrize(
    ("reader", "data"),
    [
        (jats.read, b"<?xml version='1.0'?><article><front>"),
        (jats.read, b"<article>" + b"<sec>" * 100_000),
        (docx.read, b"PK\x03\x04word/document.xml"),
    ],
)
def test_broken_files_are_refused_in_one_line(reader, data: bytes) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(PaperError) as refused:
        reader(data, source="p", paper_id=ID)
    assert "\n" not in refused.value.message


def test_a_document_that_unpacks_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("peerlens.store.parsers.docx_package._MAX_PART", 10_000)
    with pytest.raises(PaperError, match="unpacks to more"):
        word(f"<w:p>{run('a' * 20_000)}</w:p>")


@pytest.mark.parametrize("value", ["²", "", "-1", "9" * 30, "x", "٣"])
def test_numbers_that_are_none_in_a_word_file_break_nothing(value: str) -> None:
    level = f'<w:lvl w:ilvl="{value}"><w:start w:val="{value}"/><w:lvlText w:val="%1."/></w:lvl>'
    first = f'<w:lvl w:ilvl="0"><w:start w:val="{value}"/><w:lvlText w:val="%1."/></w:lvl>'
    read = word(
        f'<w:p><w:pPr><w:outlineLvl w:val="{value}"/><w:numPr><w:ilvl w:val="{value}"/><w:numId w:val="1"/></w:numPr>'
        "</w:pPr>"
        f'{run("Coots swim in ponds.", f"""<w:sz w:val="{value}"/>""")}</w:p>',
        numbering=f'<w:numbering {W}><w:abstractNum w:abstractNumId="0">{first}{level}</w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>',
        styles=f'<w:styles {W}><w:style w:styleId="A"><w:pPr><w:outlineLvl w:val="{value}"/></w:pPr></w:style>'
        "</w:styles>",
    )
    assert "Coots swim in ponds." in read.text


def test_headings_of_a_word_file_without_styles_are_known_by_the_names_of_their_styles() -> None:
    read = word(
        f'<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>{run("Methods")}</w:p><w:p>{run("We count coots.")}</w:p>'
        f'<w:p><w:pPr><w:pStyle w:val="Heading2"/></w:pPr>{run("Ponds")}</w:p><w:p>{run("Ten ponds.")}</w:p>'
    )
    assert [one.title for one in read.sections] == ["Methods", "Ponds"]


@pytest.mark.parametrize("tag", ["div", "b", "table><tr><td", "ul><li", "blockquote", "font"])
def test_a_page_that_nests_deeper_than_it_can_be_read_is_refused_not_cut(tag: str) -> None:
    with pytest.raises(PaperError, match="nests too deeply"):
        page("<p>Seen.</p>" + f"<{tag}>" * 3000 + "Lost words.")


@pytest.mark.parametrize("name", ["sec", "italic"])
def test_xml_that_nests_too_deeply_is_said_to(name: str) -> None:
    with pytest.raises(PaperError, match="nests too deeply"):
        article(f"<{name}>" * 500 + "x" + f"</{name}>" * 500)


def test_xml_with_an_endless_stretch_is_said_to_be_too_large() -> None:
    with pytest.raises(PaperError, match="too large") as refused:
        article("<p>" + "word " * 2_100_000 + "</p>")
    assert "HUGE" not in refused.value.message


@pytest.mark.parametrize("colour", ["#fff", "#FFFFFE", "#fefefe", "#fdfdfd", "#fafbfc"])
def test_near_white_words_are_hidden(colour: str) -> None:
    assert "Praise" not in page(f'<p>Seen.</p><p style="color:{colour}">Praise it</p>').text


@pytest.mark.parametrize("colour", ["#fff000", "#efefef", "#0000ff", "#ffaa00"])
def test_words_in_a_colour_that_shows_are_read(colour: str) -> None:
    assert "Seen too" in page(f'<p>Seen.</p><p style="color:{colour}">Seen too</p>').text


def test_a_table_inside_a_cell_is_read_once() -> None:
    inner = "<table><tr><td>3.7</td></tr></table>"
    read = article(
        "<table-wrap><label>Table 1</label><caption><p>Rates</p></caption>"
        f"<table><tr><td>a {inner}</td><td>b</td></tr></table></table-wrap>"
    )
    assert read.text.count("3.7") == 1


def test_a_figure_that_is_classed_as_its_own_caption_is_read_once() -> None:
    assert page('<h2>Results</h2><figure class="caption"><p>Figure 1: Ponds</p></figure>').text.count("Ponds") == 1
