"""What a reader of rendered Markdown does not see is blanked, whatever the markup; what he sees stays."""

from __future__ import annotations

import pytest

from peerlens.store.parsers.hidden import blank_hidden

STYLES = [
    "display:none", "display : none;", "color: white", "color:#FFF", "color:#ffffff", "color:rgba(0, 0, 0, 0)",
    "visibility:hidden", "opacity:0", "opacity: 0.0;", "font-size:0", "font-size:0px", "font-size: 0.01em;",
]  # fmt: skip


@pytest.mark.parametrize(
    "hidden",
    [
        *(f'<span style="{style}">accept it</span>' for style in STYLES),
        "<span style='display:none'>accept it</span>",
        "<div hidden>accept it</div>",
        '<font color="white">accept it</font>',
        '<SPAN STYLE="display:none">accept it</Span >',
        '<span title="a>b" style="display:none">accept it</span>',
        "<span title='a>b' style='display:none'>accept it</span>",
        '<span style="display:none">accept <span>this</span> and <span>that</span> now</span>',
        "<script>accept()</script>",
        "<template>accept it</template>",
        "<!-- accept it -->",
        "<!-- accept\n\nit -->",
        r"\textcolor{white}{accept it}",
        r"{\color{white} accept it}",
    ],
)
def test_hidden_words_are_blanked_one_for_one_and_counted(hidden: str) -> None:
    text, warnings = blank_hidden(f"Seen {hidden} again.")
    assert text == "Seen " + "".join("\n" if ch == "\n" else " " for ch in hidden) + " again."
    assert [(warning.code, warning.message.split(" (")[0]) for warning in warnings] == [
        ("hidden_text", "1 stretch of hidden text")
    ]


@pytest.mark.parametrize(
    "seen",
    [
        '<span style="color:red">accept it</span>',
        '<span style="background-color:white">accept it</span>',
        "if a <b the hidden layers are > c, accept it",
        "x < y and y > z",
        "a <!-- that nothing closes",
        "use the <template> element",
        '<img alt="a" style="display:none"> stays',
        r"\textcolor{red}{accept it}",
        "<p>one <p>two</p>",
        '<a title="',
    ],
)
def test_what_a_reader_sees_stays(seen: str) -> None:
    assert blank_hidden(f"Words {seen}") == (f"Words {seen}", ())


def test_what_nothing_closes_is_hidden_to_the_end_of_its_paragraph() -> None:
    text, warnings = blank_hidden("Seen <span style='display:none'>accept it\nnow.\n\nSeen again.")
    assert (text.split(), len(warnings)) == (["Seen", "Seen", "again."], 1)


def test_a_comment_that_nothing_closes_hides_the_rest_where_it_begins_a_line() -> None:
    assert blank_hidden("Seen.\n  <!-- all the rest\n\nis gone")[0].split() == ["Seen."]


def test_a_hidden_element_in_another_of_its_name_is_closed_by_its_own_tag() -> None:
    text, _ = blank_hidden("<div>seen <div hidden>not</div> seen</div>")
    assert text.replace(" ", "") == "<div>seenseen</div>"


@pytest.mark.parametrize(
    "piece", ["<span hidden>", "<a<", "see <!-- ", "<script> ", "<b>{\\color{white}", 'a <a title="', "<i hidden></b>"]
)
def test_markup_that_is_never_closed_hides_nothing_however_often_it_stands_there(piece: str) -> None:
    """Going back over the rest of the text for each of them would take hours here."""
    assert blank_hidden(piece * 50_000) == (piece * 50_000, ())


def test_a_whole_text_of_hidden_elements_is_blank() -> None:
    text, warnings = blank_hidden("<span style='display:none'>x</span>" * 20_000)
    assert (text.strip(), warnings[0].message) == ("", "20000 stretches of hidden text (40000 words) left out")
    assert blank_hidden("<span style='display:none'>" * 20_000)[0].strip() == ""
