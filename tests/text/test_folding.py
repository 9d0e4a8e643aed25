"""Folding, locating quotes, and words."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from peerlens.text.folding import fold, locate, stem, words

_WORDS = [
    "model",
    "fine-tuned",
    "ﬁeld",
    "0.05",
    "412",
    "naïve",
    "impossible",
    "GPT-4",
    "data",
    "“quoted”",
    "**bold**",
    "10⁻³",
]
_GAPS = [" ", "  ", "\n", " – ", ", ", ". ", "\u00ad", "-\n"]


@st.composite
def _passages(draw: st.DrawFn) -> str:
    count = draw(st.integers(min_value=1, max_value=12))
    pieces: list[str] = []
    for _ in range(count):
        pieces += [draw(st.sampled_from(_WORDS)), draw(st.sampled_from(_GAPS))]
    return "".join(pieces[:-1])


@pytest.mark.parametrize(
    ("quote", "text", "printed"),
    [
        ("fine-tuned efficient", "We ﬁne-tuned efﬁcient ones.", "ﬁne-tuned efﬁcient"),
        ("estimation of", "the estima-\ntion of x", "estima-\ntion of"),
        ("estimation of", "the estima\u0002\ntion of x", "estima\u0002\ntion of"),
        ("cost-effective way", "a cost-\neffective way", "cost-\neffective way"),
        ("costeffective way", "a cost-\neffective way", "cost-\neffective way"),
        ("short- and long-term", "in short-\nand long-\nterm use", "short-\nand long-\nterm"),
        ("GPT-4 wins", "so GPT-\n4 wins", "GPT-\n4 wins"),
        ('don\'t "stop"', "We don’t “stop” here", "don’t “stop"),
        ("“stop here”", "We stop here.", "stop here"),
        ("results which", "the results\n   which we", "results\n   which"),
        ("bold claim", "A **bold** claim.", "bold** claim"),
        ("learning_rate", "the `learning_rate` is", "learning_rate"),
        ("5% of R&D", "about 5\\% of R&amp;D here", "5\\% of R&amp;D"),
        ("2012-2016", "from 2012–2016 on", "2012–2016"),
        ("naïve", "a nai\u0308ve one", "nai\u0308ve"),
        ("WE ARE", "so we are.", "we are"),
        ("方法很好", "这个方法\n很好。", "方法\n很好"),
    ],
)
def test_a_quote_typed_normally_is_located_as_printed(quote: str, text: str, printed: str) -> None:
    span = locate(quote, text)
    assert span is not None
    assert text[slice(*span)] == printed


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("12 images", "There are 412 images."),
        ("412", "There are 4,412 images."),
        ("0.3 points", "It falls by -0.3 points."),
        ("0.9", "It is 0.95."),
        ("5 points", "It is 0.5 points."),
        ("102 items", "about 10² items"),
        ("10-3", "about 10⁻³"),
        ("2*3", "it is 23"),
        ("possible to train", "It is impossible to train."),
        ("linear model", "a non-linear model"),
        ("ICE", "a choice"),
        ("", "anything"),
        ("  \n", "anything"),
        ("it is not", "it is"),
    ],
)
def test_a_changed_or_cut_word_or_number_is_not_located(quote: str, text: str) -> None:
    assert locate(quote, text) is None


@given(_passages(), st.data())
def test_any_true_stretch_of_whole_words_is_located(text: str, data: st.DataObject) -> None:
    edges = [m.span() for m in re.finditer(r"\S+", text)]
    first = data.draw(st.integers(0, len(edges) - 1))
    last = data.draw(st.integers(first, len(edges) - 1))
    quote = text[edges[first][0] : edges[last][1]]
    folded = fold(quote).text.strip()
    assume(folded not in ("", "-", ".", ","))
    span = locate(quote, text)
    assert span is not None
    assert fold(text[slice(*span)]).text.strip().strip("'") == folded.strip("'")


@given(_passages(), st.data(), st.sampled_from(["absent", "413", "0.06", "not"]))
def test_a_changed_word_is_never_located(text: str, data: st.DataObject, other: str) -> None:
    pieces = re.split(r"(\s+)", text)
    index = data.draw(st.sampled_from(range(0, len(pieces), 2)))
    assume(any(char.isalnum() for char in pieces[index]))
    pieces[index] = other
    assert locate("".join(pieces), text) is None


@given(st.text(max_size=80))
def test_folding_keeps_its_map_in_bounds_for_any_text(text: str) -> None:
    folded = fold(text)
    assert len(folded.starts) == len(folded.ends) == len(folded.text)
    assert all(0 <= start < end <= len(text) for start, end in zip(folded.starts, folded.ends, strict=True))
    assert list(folded.starts) == sorted(folded.starts)


def test_every_place_of_a_quote_is_found() -> None:
    assert fold("A cat, a CAT, concat.").locate_all("cat") == [(2, 5), (9, 12)]


def test_words_keep_numbers_whole_and_split_hyphens_besides() -> None:
    found = words("Fine-tuned GPT-4V at 3e-4, p < 0.05; C++ don’t 1,000 中文")
    assert found[:8] == ["fine-tuned", "fine", "tuned", "gpt-4v", "gpt", "4v", "at", "3e-4"]
    assert found[8:] == ["p", "0.05", "c++", "don't", "1,000", "中", "文"]


def test_words_join_line_end_hyphens_and_ligatures() -> None:
    assert words("estima-\ntion of efﬁciency") == ["estimation", "of", "efficiency"]


def test_stems_join_inflections() -> None:
    assert stem("ablations") == stem("ablation")
    assert stem("中") == "中"
