"""Headings, captions, references, checklists and pointers to parts that are not there."""

from __future__ import annotations

import pytest

from peerlens.schema import Block, Caption, Section
from peerlens.store.parsers import markdown
from peerlens.store.structure import (
    Heading,
    caption_label,
    find_missing,
    looks_like_checklist,
    looks_like_reference,
    read_heading,
    section_kind,
)
from peerlens.taxonomy import PassageType, SectionKind


@pytest.mark.parametrize(
    ("text", "lettered", "expected"),
    [
        ("4.2 Ablation", False, Heading("4.2", "Ablation", False)),
        ("4.2Baselines", False, Heading("4.2", "Baselines", False)),
        ("1. Introduction", False, Heading("1", "Introduction", False)),
        ("A.1 Proof", False, Heading("A.1", "Proof", True)),
        ("Appendix B Identifying objects", False, Heading("B", "Identifying objects", True)),
        ("Appendix B: Data", False, Heading("B", "Data", True)),
        ("Appendix", False, Heading(None, "Appendix", True)),
        ("A Unified View", False, Heading(None, "A Unified View", False)),
        ("A Proofs", True, Heading("A", "Proofs", True)),
        ("IV. METHOD", False, Heading("IV", "METHOD", False)),
        ("3D Scenes", False, Heading(None, "3D Scenes", False)),
        ("2024 in review", False, Heading(None, "2024 in review", False)),
        ("**5** Results", False, Heading("5", "Results", False)),
        ("Abstract", False, Heading(None, "Abstract", False)),
        ("304 7 Conclusion", False, Heading("7", "Conclusion", False)),
        ("211 3.3 Canonical Ducks", False, Heading("3.3", "Canonical Ducks", False)),
        ("97 B.2. Proofs", False, Heading("B.2", "Proofs", True)),
        ("20 5 x 5 grids", False, Heading("20", "5 x 5 grids", False)),
        ("12 Angry Ducks", False, Heading("12", "Angry Ducks", False)),
    ],
)
def test_printed_numbers_are_taken_off_headings(text: str, lettered: bool, expected: Heading) -> None:
    assert read_heading(text, lettered=lettered) == expected


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("Abstract", SectionKind.ABSTRACT),
        ("2 Related Work", SectionKind.RELATED_WORK),
        ("4.2 Ablation", SectionKind.ABLATION),
        ("5 Limits", SectionKind.LIMITATIONS),
        ("Conclusions, Limitations and Future Work", SectionKind.CONCLUSION),
        ("Limitations and future work", SectionKind.LIMITATIONS),
        ("REFERENCES", SectionKind.REFERENCES),
        ("NeurIPS Paper Checklist", SectionKind.CHECKLIST),
        ("Acknowledgement", SectionKind.ACKNOWLEDGEMENTS),
        ("Experimental setup", SectionKind.EXPERIMENTS),
        ("Appendix C Proof of Proposition 1", SectionKind.THEORY),
        ("Appendix", SectionKind.APPENDIX),
        ("5 Simulations", SectionKind.EXPERIMENTS),
        ("Simulation studies", SectionKind.EXPERIMENTS),
        ("6 Real Data", SectionKind.EXPERIMENTS),
        ("Real-world data sets", SectionKind.EXPERIMENTS),
        ("Numerical examples", SectionKind.EXPERIMENTS),
        ("A simulation framework", SectionKind.METHOD),
        ("Pond report", SectionKind.OTHER),
    ],
)
def test_the_leaf_title_says_what_a_section_is_for(title: str, kind: SectionKind) -> None:
    assert section_kind(title) is kind


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Table 1: Results", "Table 1"),
        ("**Fig. 3.** A view", "Figure 3"),
        ("Figure A.2 – more", "Figure A.2"),
        ("Table S1. Supplement", "Table S1"),
        ("Figure 3a shows the results", None),
        ("Table 3 shows that", None),
        ("Tables are wide.", None),
    ],
)
def test_a_caption_is_told_from_a_sentence_that_begins_with_its_name(text: str, label: str | None) -> None:
    assert caption_label(text) == label


def test_stray_text_under_the_references_is_not_a_reference() -> None:
    assert looks_like_reference("* [3] J. Baek. Graph pooling. In ICLR, 2021.")
    assert looks_like_reference("Cao, Y. and Gu, Q. Generalization bounds. In NeurIPS, 2019.")
    assert not looks_like_reference("We started by training our agents until convergence, i.e. for 10K epochs.")


def test_checklist_items_are_known_wherever_they_stand() -> None:
    assert looks_like_checklist(
        "7. **Significance** Question: Does the paper report error bars? Answer: [Yes] Because."
    )
    assert looks_like_checklist("* The answer NA means that the paper has none.")
    assert not looks_like_checklist("The answer is yes.")


def _section(identifier: str, number: str | None, *, appendix: bool = False) -> Section:
    return Section(
        id=identifier,
        number=number,
        title="T",
        level=1,
        kind=SectionKind.OTHER,
        path=("T",),
        page=None,
        start=0,
        end=0,
        in_appendix=appendix,
    )


def _missing(text: str, *, sections: list[Section], labels: list[str]) -> list[tuple[str, str]]:
    captions = [Caption(label=label, page=None, start=0, end=0) for label in labels]
    blocks = [Block(type=PassageType.TEXT, section="s1", start=0, end=len(text))]
    parts = find_missing(text, sections=sections, captions=captions, blocks=blocks)
    assert all(part.pointed_from == text[part.start : part.end] for part in parts)
    return [(part.what, part.pointed_from) for part in parts]


def test_pointers_to_parts_that_were_not_supplied_are_listed_with_their_sentence() -> None:
    text = "More is in Appendix C. See Table 12 for all. Details are in the supplementary material. Fig. 1 is here."
    assert _missing(text, sections=[_section("s1", "1")], labels=["Figure 1"]) == [
        ("Appendix C", "More is in Appendix C."),
        ("Table 12", "See Table 12 for all."),
        ("supplementary material", "Details are in the supplementary material."),
    ]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("See appendix A for the full derivation.", ["Appendix A"]),
        ("See the appendix for details.", ["appendix"]),
        ("More is given in our appendix and elsewhere.", ["appendix"]),
        ("In the appendix a proof is given.", ["appendix"]),
        ("The vermiform appendix was removed.", []),
        ("The table 9 rows and section 7 long walls stand.", []),
    ],
)
def test_pointers_in_small_letters_are_pointers_to_appendices_only(text: str, what: list[str]) -> None:
    assert [name for name, _ in _missing(text, sections=[_section("s1", "1")], labels=["Table 1"])] == what


def test_parts_that_are_there_and_parts_of_other_papers_are_not_missing() -> None:
    text = "See Appendix A.2, Section 2, Fig. 1(a). As in Appendix A.8 of [12], [3, Table 7]; Table 9 of Lee (2020)."
    sections = [_section("s1", "1"), _section("s2", "2"), _section("s3", "3"), _section("a", "A", appendix=True)]
    assert _missing(text, sections=sections, labels=["Figure 1"]) == []


@pytest.mark.parametrize(
    "text",
    [
        "Compared with Fig. 8 of PondNet, ours is sharper.",
        "They test twice (see Appendix F.1 or Appendix D1 from [Moorhen et al., 2022]).",
        "Tables 7 and 8 of [12] say so.",
        "Settings are in Table 9, 10 from [Coot, 2020].",
        "For the rates we refer to Coot et al. (2020a) - Appendix D.2 Table 11, as in earlier work.",
        "The rates of Coot et al. (2020) Table 11 are used.",
        "Rates as in [7] Section 9, Table 11.",
    ],
)
def test_parts_of_works_named_after_a_list_or_by_a_name_of_their_own_are_not_missing(text: str) -> None:
    assert _missing(text, sections=[_section("s1", "1")], labels=["Table 1", "Figure 1"]) == []


@pytest.mark.parametrize("text", ["See Table 9 in Appendix B.", "Figure 7 of the Supplementary Material."])
def test_parts_of_the_papers_own_other_files_stay_missing(text: str) -> None:
    assert _missing(text, sections=[_section("s1", "1")], labels=["Table 1", "Figure 1"]) != []


def test_a_table_that_calls_itself_an_appendix_table_is_there() -> None:
    text = "Emission fell (Appendix Table 1)."
    assert _missing(text, sections=[_section("s1", "1")], labels=["Appendix Table 1"]) == []


def test_a_table_named_by_the_number_of_its_section_is_not_missing() -> None:
    sections = [_section("s1", "4"), _section("s2", "4.4")]
    assert _missing("See Table 4.4 for all.", sections=sections, labels=["Table 1"]) == []
    assert _missing("See Table 4.5 for all.", sections=sections, labels=["Table 1"]) != []


def test_references_that_run_on_within_one_paragraph_are_references() -> None:
    run = (
        "of ponds. In Proceedings.  \n[BCZ $^{+}$ 16] Bo Coot. Birds. 2016.  \n$[ABC+17]$ Al Duck. Reeds. " + "x " * 90
    )
    assert looks_like_reference(run)


def test_a_lost_page_is_missing_even_where_no_block_stands() -> None:
    text = "One.\n\n[MISSING_PAGE_POST]\n\nTwo."
    parts = find_missing(text, sections=[], captions=[], blocks=[])
    assert [(part.what, text[part.start : part.end]) for part in parts] == [
        ("pages lost in the file", "[MISSING_PAGE_POST]")
    ]


@pytest.mark.parametrize(
    "label",
    [
        "Table 4 header: Pond / Coots / Error",
        "Table 4: coots of each pond",
        "Table 4 (continued): coots of each pond",
        "TABLE 4 Coots of each pond",
        "**Table 4** Coots of each pond",
        "Figure 4 caption | ponds",
        "Algorithm 4 Counting coots",
        "Algorithm 4 ADMM for counting coots",
    ],
)
def test_a_line_that_labels_a_part_is_no_pointer_and_the_part_is_there(label: str) -> None:
    kind = label.strip("*").split()[0].capitalize()
    assert _missing(label, sections=[], labels=["Algorithm 1"]) == []
    assert _missing(f"{label}. The rest is in {kind} 4.", sections=[], labels=["Algorithm 1"]) == []


@pytest.mark.parametrize(
    "pointer",
    [
        "Table 4 shows the following: coots dive.",
        "Table 4 lists all ponds.",
        "Table 4 and Table 1 agree: coots dive.",
        "All is in Table 4: coots dive.",
    ],
)
def test_a_sentence_about_a_part_that_is_not_there_is_a_pointer(pointer: str) -> None:
    assert [what for what, _ in _missing(pointer, sections=[], labels=["Table 1"])] == ["Table 4"]


@pytest.mark.parametrize(
    "printed",
    ["# Algorithm 1 Outline of the search.", "Algorithm 1 Mini-Batch Training (plain)", "Algorithm 1 Type-II Search"],
)
def test_an_algorithm_printed_under_its_own_name_is_not_missing(printed: str) -> None:
    text = (
        f"# Ducks\n\nWe follow Algorithm 1 and Algorithm 2.\n\n{printed}\n\ncount the ducks\n\n**Algorithm 3: Rest**\n"
    )
    paper = markdown.read(text.encode(), source="p.md", paper_id="x" * 16, password=None)
    assert [part.what for part in paper.missing] == ["Algorithm 2"]
