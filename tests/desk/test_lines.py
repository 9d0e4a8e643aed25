"""Lines of foreign text: nothing acts, nothing is lost, every place is found again."""

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from peerlens.desk.lines import Shown, Span, one_line, row_of, wrap
from peerlens.text.harmless import harmless

TEXTS = st.text(st.sampled_from("ab  \n漢é🙂"), max_size=200)


@given(TEXTS, st.integers(2, 40))
def test_lines_are_the_whole_text_in_order_and_none_is_wider_than_asked(text: str, width: int) -> None:
    lines = wrap(text, width)
    assert "".join(text[start:end] for start, end in lines) == text
    assert all(cell_len(text[start:end].rstrip()) <= width for start, end in lines)
    assert all(row_of(lines, start) == row for row, (start, end) in enumerate(lines) if end > start)


def test_lines_break_between_words_and_within_a_word_that_is_too_long() -> None:
    assert [("one two three")[a:b] for a, b in wrap("one two three", 8)] == ["one two ", "three"]
    assert [("x" * 20)[a:b] for a, b in wrap("x" * 20, 8)] == ["x" * 8, "x" * 8, "x" * 4]


@given(st.text(max_size=60), st.integers(0, 60), st.integers(0, 60))
def test_a_span_marks_the_same_words_after_they_were_made_harmless(text: str, one: int, other: int) -> None:
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    shown = Shown.of(text, [Span(start, end, "bold")])
    (span,) = shown.spans
    wanted = harmless(text[start:end].replace("\r\n", "\n").replace("\t", " ").replace("\f", "\n"))
    assert shown.text[span.start : span.end] == wanted


def test_a_line_is_cut_to_its_cells_with_a_sign() -> None:
    assert one_line("x" * 10_000, 20).plain == "x" * 19 + "…"
    assert one_line("漢" * 50, 9).cell_len <= 9
    assert one_line("a [red]b[/red] \x1b[2J", 80).plain == "a [red]b[/red] ␛[2J"
