"""Properties of quotes on whole papers: what stands there is located, what was altered is not."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from peerlens.store.parsers import parse
from peerlens.taxonomy import EvidenceRole
from peerlens.text.folding import fold
from peerlens.tools import PaperTools
from tests.cases.given import CASES, lexical

EXAMPLES = Path(__file__).parents[2] / "examples"
FORMATS = Path(__file__).parents[1] / "data" / "formats"
PAPERS = [
    EXAMPLES / "paper.pdf",
    *sorted(FORMATS.glob("study.*")),
    *(CASES / name for name in ("b01_two_column.pdf", "b02_margin_line_numbers.pdf", "b05_hyphenation.pdf")),
    *(CASES / name for name in ("b21_rotated_table.pdf", "b22_caption_footnote_split.pdf", "b23_math_glyphs.pdf")),
]
calm = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


@cache
def tools_of(path: Path) -> PaperTools:
    if not path.exists():
        pytest.skip(f"NOT TESTED: {path} is not here (set PEERLENS_SHARED)")
    return lexical(parse(path))


def stretch(data: st.DataObject, tools: PaperTools) -> tuple[int, int]:
    """A stretch of whole words of one passage, with a letter or digit at each end."""
    passage = data.draw(st.sampled_from(tools.passages))
    words = [match.span() for match in re.finditer(r"\S+", tools.text_of(passage))]
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first, min(len(words) - 1, first + 30)))
    return passage.start + words[first][0], passage.start + words[last][1]


@pytest.mark.parametrize("path", PAPERS, ids=lambda path: path.name)
@calm
@given(data=st.data())
def test_any_true_stretch_of_a_passage_is_located_and_its_offsets_cut_it(path: Path, data: st.DataObject) -> None:
    tools = tools_of(path)
    text = tools.manuscript.text
    start, end = stretch(data, tools)
    quote = text[start:end]
    if not re.search(r"\w", quote):
        return
    span = tools.locate(quote)
    assert span is not None
    assert fold(text[slice(*span)]).text.strip(" '") == fold(quote).text.strip(" '")
    evidence = tools.evidence(*span, EvidenceRole.SUPPORTS)
    assert text[evidence.start : evidence.end] == evidence.quote
    for typed in (" ".join(quote.split()), unicodedata.normalize("NFC", quote), quote.replace("’", "'")):
        assert tools.locate(typed) is not None


@pytest.mark.parametrize("path", PAPERS, ids=lambda path: path.name)
@calm
@given(data=st.data(), how=st.sampled_from(["word", "inserted", "digit", "cut"]))
def test_no_altered_stretch_is_located(path: Path, data: st.DataObject, how: str) -> None:
    tools = tools_of(path)
    text = tools.manuscript.text
    start, end = stretch(data, tools)
    pieces = text[start:end].split()
    place = data.draw(st.integers(0, len(pieces) - 1))
    if how == "word":
        pieces[place] = "zebrafish"
    elif how == "inserted":
        pieces.insert(place, "zebrafish")
    elif how == "digit":
        pieces[place] += "7319"
    else:
        word = re.fullmatch(r"[a-z]{6,}", pieces[place])
        if word is None or re.search(rf"\b{word[0][:-2]}\b", text):
            return
        pieces[place] = word[0][:-2]
    assert tools.locate(" ".join(pieces)) is None
