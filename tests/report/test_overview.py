"""A batch's page and its lines on the terminal: what is foreign never acts."""

from __future__ import annotations

import base64
import hashlib
import io
import re

import pytest
from lxml import html as lxml_html
from rich.console import Console

from peerlens.report.overview import BoardPaper, BoardPoint, Need, Overview
from peerlens.report.overview_html import overview_to_html
from peerlens.report.overview_terminal import print_overview
from tests.report.test_html import WORSE
from tests.report.test_printing import HOSTILE

FIGURES = {
    "lines": 4, "done": 2, "failed": 1, "skipped": 1, "papers": 2, "reviews": 3, "claims": 10, "requests": 1,
    "labels": {"Supported": 3, "Partially Supported": 0, "Not Supported": 1, "Not Determined": 6}, "decided": 4,
    "engine_limit": 5, "weaknesses": {}, "failures": {"parse": 1}, "seconds": 90.0, "work_seconds": 150.0,
    "usage": {"requests": 0, "prompt_tokens": 0, "cached_tokens": 0, "completion_tokens": 0, "seconds": 1.0},
}  # fmt: skip


def _overview(text: str = "Ducks") -> Overview:
    point = BoardPoint(line=1, ref=text, claim=text, headline="the paper answers this, p. 2", place="p. 2", quote=text)
    names = ("reports/00001-a.verify.json",)
    papers = (
        BoardPaper(text, text, Need.CONTRADICTED, (point,) * 7, 10, 4, 5, 0, names),
        BoardPaper(text, text, Need.BROKEN, (), 0, 0, 0, 0, (), note=text),
    )
    return Overview(text, "embedded", papers, FIGURES, ended=text)


def _printed(overview: Overview) -> str:
    out = io.StringIO()
    print_overview(overview, Console(file=out, width=100, markup=False, emoji=False), where={"Results": "out"})
    return out.getvalue()


def test_the_page_and_the_terminal_say_the_same_figures() -> None:
    lines = {
        "Lines": "4 (2 done, 1 failed, 1 skipped), 2 papers",
        "Claims": "10 in 3 reviews: 4 decided (40%), 1 that the text cannot settle, 5 not checked (beyond this engine)",
        "Failures": "1 at parse",
        "Cost": "90 s in all, 2 min of work",
    }
    page = lxml_html.document_fromstring(overview_to_html(_overview()))
    shown = {
        one.cssselect("dt")[0].text_content(): one.cssselect("dd")[0].text_content() for one in page.cssselect("dl div")
    }
    assert {name: shown[name] for name in lines} == lines
    printed = " ".join(_printed(_overview()).split())
    assert all(f"{name}: {value}" in printed for name, value in lines.items())


def test_the_board_shows_five_points_of_a_paper_and_says_how_many_more_there_are() -> None:
    page = lxml_html.document_fromstring(overview_to_html(_overview()))
    assert len(page.cssselect("article.contradicted blockquote")) == 5
    assert "2 more in the reports" in page.text_content()
    assert "2 more points" in _printed(_overview())
    assert [link.get("href") for link in page.cssselect("article a")] == ["reports/00001-a.verify.json"]


@pytest.mark.parametrize("text", [*HOSTILE, *WORSE])
def test_foreign_text_is_never_markup_in_the_page_and_never_acts_on_the_screen(text: str) -> None:
    written = overview_to_html(_overview(text))
    page = lxml_html.document_fromstring(written)
    tags = {one.tag for one in page.iter() if isinstance(one.tag, str)}
    assert tags <= {
        "html", "head", "meta", "title", "style", "body", "main", "header", "footer", "section", "article", "nav", "ul",
        "li", "a", "p", "h1", "h2", "h3", "dl", "div", "dt", "dd", "span", "blockquote", "q",
    }  # fmt: skip
    assert not [name for one in page.iter() for name in one.attrib if name.startswith("on") or name in ("src", "style")]
    assert all(link.get("href").startswith(("#", "reports/0")) for link in page.cssselect("[href]"))
    controls = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
    assert not re.search(controls, written)
    assert not re.search(controls, _printed(_overview(text)))


def test_the_policy_allows_our_style_by_its_hash_and_nothing_else() -> None:
    written = overview_to_html(_overview())
    page = lxml_html.document_fromstring(written)
    (policy,) = [one.get("content") for one in page.cssselect('meta[http-equiv="Content-Security-Policy"]')]
    style = written.split("<style>", 1)[1].split("</style>", 1)[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    assert "<script" not in written
    assert "http://" not in written
    assert "https://" not in written
