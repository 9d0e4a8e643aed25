"""Foreign text harms neither the terminal nor a Markdown file."""

import io
import re

import pytest
from markdown_it import MarkdownIt
from rich.console import Console

from peerlens.report.markdown import escape, to_markdown
from peerlens.report.terminal import print_report
from peerlens.schema import Failure, Override, PersonMark, Report
from peerlens.taxonomy import EvidenceRole, Reason, RequestStatus, Verdict
from tests.report.records import evidence, finding, report, request

HOSTILE = [
    "an [a] and a [sic], a token [/INST] and [red]red[/red]",
    "confidence is :warning: low",
    "\x1b[2K\x1b[1A\x1b[32mVERIFIED\x1b[0m",
    "\x1b]8;;http://example.invalid/\x1b\\link\x1b]8;;\x1b\\ bell\x07",
    "right-to-left \u202egnp.exe, null\x00byte, C1 \x9b31mtext",
    "# heading\n- bullet\n> quote\n| a | b |",
    "<script>alert(1)</script> ![x](http://example.invalid/x.png) [link](http://example.invalid)",
    "`code` **bold** _it_ $x$ ~~s~~ <!-- hidden -->",
    "https://example.invalid/ and *stars*",
    "family 👨\u200d👩\u200d👧 flag 🇪🇺 heart ❤\ufe0f",
    "x" * 10_000,
    "漢" * 10_000,
]


def rendered(text: str, *, width: int = 100) -> str:
    console = Console(file=io.StringIO(), force_terminal=False, width=width, markup=True, emoji=True)
    print_report(whole(text), console)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def whole(text: str) -> Report:
    """A report with the text in every place that somebody else fills, a person's notes among them."""
    quote = evidence(EvidenceRole.SUPPORTS, quote=text)
    ruling = Override(label=Verdict.NOT_SUPPORTED, reason=text, at="2026-11-30T12:00:00+00:00")
    noted = PersonMark(note=text, done=True)
    asked = request(1, RequestStatus.ANSWERED, found=(quote,)).model_copy(update={"text": text, "person": noted})
    return report(
        finding(1, Verdict.SUPPORTED, claim=text, found=(quote,), override=ruling, person=noted),
        finding(2, Verdict.NOT_DETERMINED, reason=Reason.ENGINE_LIMIT, claim=text, found=(quote,)),
        requests=(asked,),
        failures=(Failure(id="r1.c9", claim_id=None, stage="verify", error="E", message=text),),
        title=text,
    )


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("width", [40, 100])
def test_the_terminal_shows_foreign_text_as_written_and_lets_none_of_it_act(text: str, width: int) -> None:
    shown = rendered(text, width=width)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", shown)
    if width == 100 and "\x1b" not in text and "\u202e" not in text:
        squeezed = " ".join(shown.split())
        assert " ".join(text.split())[:40] in squeezed


@pytest.mark.parametrize("text", HOSTILE)
def test_markdown_reads_foreign_text_as_plain_words(text: str) -> None:
    tokens = MarkdownIt("commonmark").enable("table").parse(to_markdown(whole(text)))
    kinds = {child.type for token in tokens for child in token.children or []} | {token.type for token in tokens}
    assert not kinds & {
        "image",
        "link_open",
        "html_inline",
        "html_block",
        "code_inline",
        "fence",
        "blockquote_open",
        "table_open",
    }
    headings = [tokens[i + 1].content for i, token in enumerate(tokens) if token.type == "heading_open"]
    assert len(headings) == 5


@pytest.mark.parametrize("text", ["1. one", "- dash", "+ plus", "= equals", "#1", "2) two", "a_b*c"])
def test_escaped_text_renders_as_itself(text: str) -> None:
    html = MarkdownIt("commonmark").render(escape(text))
    assert html == f"<p>{text}</p>\n"


def test_the_same_numbers_stand_in_both_forms() -> None:
    assert "1 decided, 0 the text cannot settle, 1 beyond this engine, 1 broke off" in " ".join(rendered("x").split())
    words = to_markdown(whole("x"))
    assert "3 claims: 1 decided, 0 the text cannot settle, 1 beyond this engine, 1 broke off" in words
    assert (
        "Supported 0, Partially Supported 0, Not Supported 1, Not Determined 1 (2 factual, 0 subjective); "
        "not determined: beyond this engine 1" in words
    )
