"""Highlights in real papers, read back: needs ../shared (or PEERLENS_SHARED), skipped loudly where it is absent."""

from __future__ import annotations

import os
import random
import re
from pathlib import Path

import pytest

from peerlens.schema import Highlight
from peerlens.store.parsers import gather_files, mark_files
from peerlens.store.parsers.pdf import place_words
from tests.store.parsers.pdf_reading_back import highlights, letters

SHARED = Path(os.environ.get("PEERLENS_SHARED", Path(__file__).parents[4] / "shared"))
PAPERS = sorted((SHARED / "data" / "pdf_parsing").glob("**/*.pdf")) or [None]


@pytest.mark.parametrize("path", PAPERS, ids=lambda path: path.stem if path else "absent")
def test_sentences_of_a_real_paper_lie_under_their_rectangles(path: Path | None) -> None:
    if path is None:
        pytest.skip(f"NOT TESTED on real papers: no PDF below {SHARED}/data/pdf_parsing")
    text, _ = place_words(path.read_bytes(), source=path.name, password=None)
    found = list(re.finditer(r"(?<=\. )[A-Z][a-z][\w ,;’'()-]{60,200}\.(?= [A-Z])", text))
    random.Random(1).shuffle(found)
    wanted = [Highlight(start=m.start(), end=m.end(), note=str(n), colour=(1, 1, 0)) for n, m in enumerate(found[:12])]
    done = mark_files(gather_files(path), wanted, password=None)
    assert (done.unplaced, len(wanted)) == (0, 12)
    lit: dict[int, str] = {}
    for one in highlights(done.pdf):
        lit[int(one.note)] = lit.get(int(one.note), "") + one.words
    right = sum(letters(found[n][0]) == letters(words) for n, words in lit.items())
    assert right >= 11  # footnote marks inside a sentence are on the page, and not in the text
