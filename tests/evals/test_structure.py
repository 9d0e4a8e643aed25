"""The scorer of headings and captions, on invented structure, and the real papers where they are."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from peerlens.errors import InputError
from peerlens.evals.structure import Gold, GoldCaption, GoldHeading, GoldRunIn, digest_of, read_gold, score_structure
from peerlens.schema import Caption, Manuscript, Section
from peerlens.taxonomy import SectionKind

GOLD_FOLDER = Path(__file__).parents[1] / "data" / "structure"
SHARED = Path(os.environ.get("PEERLENS_SHARED") or Path(__file__).parents[3] / "shared")


def section(title: str, *, number: str | None = None, page: int = 1, level: int = 1) -> Section:
    return Section(
        id=f"{page}-{title}",
        number=number,
        title=title,
        level=level,
        kind=SectionKind.OTHER,
        path=(title,),
        page=page,
        start=0,
        end=0,
    )


def manuscript(sections: list[Section], captions: list[tuple[str, int]]) -> Manuscript:
    return Manuscript(
        id="x",
        title="Coots",
        source="coots.pdf",
        parser="p",
        pages=3,
        text="",
        sections=tuple(sections),
        blocks=(),
        captions=tuple(Caption(label=label, page=page, start=0, end=0) for label, page in captions),
    )


def gold() -> Gold:
    return Gold(
        paper="coots.pdf",
        pages=3,
        title=digest_of("Coots"),
        headings=(
            GoldHeading(number="1", page=1, level=1, title=digest_of("Intro-duction")),
            GoldHeading(number="1.1", page=2, level=2, title=digest_of("Setup")),
            GoldHeading(number="A", page=3, level=1, title=digest_of("Setup")),
        ),
        run_in=(GoldRunIn(page=2, title=digest_of("Ponds.")),),
        captions=(GoldCaption(label="Figure 1", page=1), GoldCaption(label="Table 1", page=2)),
    )


def test_headings_count_by_their_words_and_page_and_captions_by_label_and_page() -> None:
    parsed = manuscript(
        [
            section("INTRODUCTION", number="1"),
            section("Setup", number="1.1", page=2, level=1),
            section("Setup", number="B", page=2),
            section("Coots"),
            section("Ponds", page=2),
            section(""),
        ],
        [("Figure 1", 1), ("Table 1", 3)],
    )
    score = score_structure(parsed, gold())
    assert (score.found, score.headings, score.numbered, score.levelled) == (2, 3, 2, 1)
    assert [head.number for head in score.missed_headings] == ["A"]
    assert score.false_headings == ("p. 2: B Setup",)
    assert (score.found_captions, score.captions) == (1, 2)
    assert [caption.label for caption in score.missed_captions] == ["Table 1"]
    assert score.false_captions == ("p. 3: Table 1",)


def test_folding_a_title_ignores_case_signs_and_ligatures() -> None:
    assert digest_of("ﬁne-TUNING: results") == digest_of("Fine tuning results")
    assert digest_of("Results 1") != digest_of("Results 2")


def test_a_file_that_is_no_gold_list_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text("[]", encoding="utf-8")
    with pytest.raises(InputError, match=r"x\.json"):
        read_gold(path)


@pytest.mark.parametrize(
    ("name", "headings", "captions"),
    [
        ("iclr24-acc-data-selection-theory", 46, 9),
        ("iclr24-acc-never-train-from-scratch", 27, 14),
        ("iclr24-rej-fair-domain-generalization", 16, 17),
    ],
)
def test_the_frozen_lists_have_what_the_pages_have(name: str, headings: int, captions: int) -> None:
    listed = read_gold(GOLD_FOLDER / f"{name}.json")
    assert (len(listed.headings), len(listed.captions)) == (headings, captions)
