"""Cutting a manuscript into passages."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from peerlens.schema import Manuscript, Mark, Passage
from peerlens.store.parsers.markdown import read
from peerlens.store.passages import MAX_WORDS, make_passages
from peerlens.taxonomy import PassageType


def _paper(text: str) -> Manuscript:
    return read(text.encode("utf-8"), source="paper.md", paper_id="0" * 16, password=None)


def _shown(paper: Manuscript) -> list[tuple[PassageType, str]]:
    return [(one.type, paper.text[one.start : one.end]) for one in make_passages(paper)]


def _sentence(words: int, number: int) -> str:
    return " ".join([f"Sentence{number}", *["word"] * (words - 2), "end."])


def test_sentences_are_packed_whole_to_about_130_words() -> None:
    paper = _paper("# T\n\n## 1 One\n\n" + " ".join(_sentence(25, number) for number in range(20)) + "\n")
    passages = make_passages(paper)
    assert [len(paper.text[one.start : one.end].split()) for one in passages] == [125, 125, 125, 125]
    assert all(paper.text[one.start :].startswith("Sentence") for one in passages)


def test_a_sentence_longer_than_the_limit_is_cut_and_loses_no_word() -> None:
    paper = _paper("# T\n\n## 1 One\n\n" + "word " * 400 + "end.\n")
    counts = [len(paper.text[one.start : one.end].split()) for one in make_passages(paper)]
    assert sum(counts) == 401
    assert max(counts) <= MAX_WORDS


def test_no_passage_crosses_a_section_a_caption_or_a_table() -> None:
    paper = _paper(
        "# T\n\n## 1 One\n\nBefore it.\n\nTable 1: Errors.\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n"
        "After it.\n\n## 2 Two\n\nLast.\n"
    )
    assert _shown(paper) == [
        (PassageType.TEXT, "Before it."),
        (PassageType.CAPTION, "Table 1: Errors."),
        (PassageType.TABLE, "| A | B |\n|---|---|\n| 1 | 2 |"),
        (PassageType.TEXT, "After it."),
        (PassageType.TEXT, "Last."),
    ]


def test_rows_of_a_printed_table_share_a_passage_on_their_page() -> None:
    paper = _paper("# T\n\n| a |\n|---|\n| b |\n| c |\n")
    rows = [block for block in paper.blocks if block.type is PassageType.TABLE]
    marks = (Mark(start=0, value=1), Mark(start=rows[2].start, value=2))
    text = paper.text.replace("|---|", "     ")
    printed = paper.model_copy(update={"pages": 2, "page_marks": marks, "text": text})
    assert [(one.page, one.start, one.end) for one in make_passages(printed)] == [
        (1, rows[0].start, rows[1].end),
        (2, rows[2].start, rows[2].end),
    ]


def test_equal_texts_at_different_places_have_different_ids() -> None:
    paper = _paper("# T\n\n## 1 Pond\n\nSame words.\n\n## 2 Pond\n\nSame words.\n\n## 2 Pond\n\nSame words.\n")
    ids = [one.id for one in make_passages(paper)]
    assert len(ids) == len(set(ids)) == 3


def test_an_edit_changes_no_other_id() -> None:
    text = "# T\n\n## 1 One\n\nThe error is 2.7.\n\n## 2 Two\n\nNothing else.\n"
    before = {one.section: one for one in make_passages(_paper(text))}
    after = {one.section: one for one in make_passages(_paper("Note.\n\n" + text.replace("2.7", "2.9")))}
    assert before["s2"].id == after["s2"].id
    assert before["s1"].id != after["s1"].id
    assert before["s2"].start != after["s2"].start


def test_passages_without_words_are_dropped() -> None:
    assert _shown(_paper("# T\n\n## 1 One\n\n$$\n\n---\n\nWords.\n")) == [(PassageType.TEXT, "Words.")]


@given(st.lists(st.tuples(st.integers(1, 260), st.booleans()), min_size=1, max_size=12))
def test_passages_keep_every_word_in_order_and_stay_within_the_limit(sentences: list[tuple[int, bool]]) -> None:
    text = "# T\n\n## 1 One\n\n"
    for number, (words, ends_paragraph) in enumerate(sentences):
        text += _sentence(words + 2, number) + ("\n\n" if ends_paragraph else " ")
    paper = _paper(text)
    passages: tuple[Passage, ...] = make_passages(paper)
    words = [word for one in passages for word in paper.text[one.start : one.end].split()]
    assert words == text.split()[5:]
    assert all(len(paper.text[one.start : one.end].split()) <= MAX_WORDS for one in passages)
