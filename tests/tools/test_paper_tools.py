"""The tools on one paper."""

from __future__ import annotations

import pytest

from peerlens.errors import ConfigError, UsageError
from peerlens.schema import PaperWarning
from peerlens.settings import RetrieverName
from peerlens.store.paper import IndexedPaper
from peerlens.store.passages import make_passages
from peerlens.taxonomy import EvidenceRole, PassageType, SectionKind
from peerlens.tools import PaperTools
from tests.tools.papers import paper, tools


def test_search_ranks_passages_and_leaves_references_and_checklists_out() -> None:
    on = tools()
    hits = on.search("what error results without shuffling tiles?")
    assert on.text_of(hits[0].passage) == "Without tile shuffling the error rises to 3.3."
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
    assert on.search("significance tests") == ()
    assert all(
        hit.passage.type is PassageType.CAPTION for hit in on.search("error", types=frozenset({PassageType.CAPTION}))
    )


@pytest.mark.parametrize("query", ["", "   ", "?!", "消融实验", "zzzz"])
def test_a_query_without_known_words_finds_nothing(query: str) -> None:
    assert tools().search(query) == ()


def test_dense_retrieval_without_vectors_is_a_configuration_error() -> None:
    with pytest.raises(ConfigError, match="without vectors"):
        tools().search("error", retriever=RetrieverName.DENSE)


def test_best_sentences_without_vectors_go_by_shared_words() -> None:
    on = tools()
    best = on.best_sentences("the error rises", k=1)[0]
    assert on.manuscript.text[best.start : best.end] == "Without tile shuffling the error rises to 3.3."
    assert best.similarity == 1.0
    assert on.best_sentences("the error rises", within=[]) == ()
    assert on.similarity("one error", "errors of one") == pytest.approx(2 / 3)


def test_a_scan_reads_all_text_and_says_so() -> None:
    on = tools()
    result = on.scan(["ablation", "tile shuffling", "significance", "CootCount", "pond", ""])
    found = [(match.probe, match.section_kind, match.in_heading) for match in result.matches]
    assert ("ablation", SectionKind.ABLATION, True) in found
    assert ("tile shuffling", SectionKind.ABLATION, False) in found
    assert ("CootCount", SectionKind.ABLATION, False) in found
    assert "significance" not in [probe for probe, _, _ in found]
    assert result.record.complete
    assert result.record.passages_read == result.record.passages_total == len(on.passages)
    assert result.record.queries == ("ablation", "tile shuffling", "significance", "CootCount", "pond")
    assert result.record.missing == ("Appendix C",)
    assert [match.start for match in result.matches] == sorted(match.start for match in result.matches)


def test_a_heading_match_names_the_first_passage_under_it() -> None:
    on = tools()
    match = next(one for one in on.scan(["Ablations"]).matches if one.in_heading)
    assert on.text_of(on.passage(match.passage_id)) == "Without tile shuffling the error rises to 3.3."


def test_no_scan_of_a_paper_with_pages_that_could_not_be_read_is_complete() -> None:
    warning = PaperWarning(code="pages_without_text", message="No text could be read on 1 of 2 pages (2).", page=2)
    manuscript = paper().model_copy(update={"warnings": (warning,)})
    on = PaperTools(IndexedPaper(manuscript, make_passages(manuscript)))
    record = on.scan(["shuffling"]).record
    assert (record.passages_read == record.passages_total, record.complete) == (True, False)


def test_a_scan_of_some_types_is_not_complete() -> None:
    result = tools().scan(["significance"], types=frozenset({PassageType.REFERENCE}))
    assert [match.section_kind for match in result.matches] == [SectionKind.REFERENCES]
    assert not result.record.complete


def test_evidence_carries_the_place_of_a_located_quote() -> None:
    on = tools()
    span = on.locate("“WITHOUT tile shuffling”")
    assert span is not None
    evidence = on.evidence(*span, EvidenceRole.SUPPORTS)
    assert (evidence.quote, evidence.section) == ("Without tile shuffling", "2.1 Ablations")
    assert on.passage(evidence.passage_id).start == span[0]
    assert on.locate("With tile shuffling the error rises") is None


def test_neighbours_stay_in_the_section() -> None:
    on = tools()
    first = on.place("Section 2.1")[0]
    assert [on.text_of(one) for one in on.neighbours(first.id, n=1)] == ["Table 1: Error by model."]
    assert on.neighbours(on.place("the abstract")[0].id, n=3) == ()


def test_sections_passages_and_rows_are_read_by_id() -> None:
    on = tools()
    section = next(one for one in on.outline().sections if one.number == "2")
    assert on.text_of(on.read_section(section.id)[0]).startswith("We train ResNet18")
    caption = on.place("Table 1")[0]
    assert [on.text_of(one)[:9] for one in on.table_rows(caption.id)] == ["| Model |"]
    assert on.sentences(on.place("Section 1")[0].id)[0] == on.locate("Counting is a choice.")
    rows = on.sentences(on.table_rows(caption.id)[0].id)
    assert [on.manuscript.text[start:end] for start, end in rows] == ["| Model | MAE |", "| CootCount | 2.7 |"]
    for wrong in (lambda: on.passage("p0"), lambda: on.read_section("s99")):
        with pytest.raises(UsageError):
            wrong()


def test_abbreviations_are_those_the_paper_introduces() -> None:
    assert tools().abbreviations() == {"IC": "image captioning"}
