"""The conversation: questions go to the agents, answers are records, all of it is remembered."""

import asyncio
from pathlib import Path

import pytest

from peerlens.agents.embedded.family import EmbeddedFamily
from peerlens.agents.scripted import ScriptedFamily
from peerlens.desk.assistant import next_best
from peerlens.errors import OutputInvalidError
from peerlens.graph.conversation import ask, remembered
from peerlens.graph.judge import ClaimFailedError
from peerlens.schema import Finding, MissingPart, Request
from peerlens.schema.conversation import Turn, TurnKind
from peerlens.settings import RetrieverName, Settings
from peerlens.store.library import Library, PaperStore
from peerlens.taxonomy import Outcome, RequestStatus, Verdict
from peerlens.tools import PaperTools
from tests.graph.scripts import QUOTE, judgement, located
from tests.report.records import finding


def asked(question: str, store: PaperStore, about: Finding | Request | None = None) -> Turn:
    return asyncio.run(ask(question, about, tools=PaperTools(store), family=EmbeddedFamily(), folder=store.folder))


def test_a_question_becomes_a_search_and_its_answer_cites_a_passage(store: PaperStore) -> None:
    turn = asked("how many parameters does the counter have?", store)
    assert turn.kind is TurnKind.LOOK_UP
    assert turn.request is not None
    assert turn.request.status is RequestStatus.ANSWERED
    assert "The counter has two million parameters." in [one.quote for one in turn.evidence]
    text = store.manuscript.text
    assert all(text[one.start : one.end] == one.quote for one in (*turn.evidence, *turn.nearest))


def test_what_the_paper_does_not_say_is_not_found_and_only_near_passages_are_named(store: PaperStore) -> None:
    turn = asked("which random seeds were used?", store)
    assert turn.request is not None
    assert turn.request.status is RequestStatus.NOT_FOUND
    assert turn.evidence == ()


def test_a_picture_or_a_bare_heading_comes_near_to_nothing(tmp_path: Path) -> None:
    path = tmp_path / "coots.md"
    path.write_text("# Coots\n\n## 1 Lakes\n\n![](images/0cea01898d.jpg)\n\nRemark 1.\n\nCoots sleep on lakes.\n")
    settings = Settings(home=tmp_path / "home", retriever=RetrieverName.BM25)
    with Library(settings.home).open(path, settings=settings) as store:
        tools = PaperTools(store)
        near = [asked(words, store).nearest for words in ("images jpg", "remark", "hello")]
        near.append(next_best("images remark coots", (), tools))
    assert {one.quote for found in near for one in found} == {"Coots sleep on lakes."}


def test_a_statement_is_verified_like_a_claim(store: PaperStore) -> None:
    turn = asked("check: the counter has five million parameters", store)
    assert turn.finding is not None
    assert turn.finding.label is Verdict.NOT_SUPPORTED
    assert "two million" in turn.evidence[0].quote


def test_another_place_gives_the_verdict_there_beside_the_one_on_the_whole_paper(store: PaperStore) -> None:
    about = finding(1, Verdict.NOT_SUPPORTED, claim="The counter has five million parameters.")
    turn = asked("what if the reviewer means section 3?", store, about)
    assert (turn.kind, turn.place, turn.before) == (TurnKind.RECONSIDER, "section 3", about)
    assert turn.finding is not None
    section = next(one for one in store.manuscript.sections if one.title == "Limits")
    assert all(section.start <= one.start < section.end for one in (*turn.evidence, *turn.nearest))
    assert turn.finding.label is not Verdict.NOT_SUPPORTED


def test_a_place_the_paper_does_not_have_is_said(store: PaperStore) -> None:
    turn = asked("what if the reviewer means the appendix?", store, finding(1, Verdict.SUPPORTED))
    assert (turn.place_found, turn.finding, turn.evidence) == (False, None, ())


def test_a_place_that_was_not_supplied_is_answered_with_the_sentences_that_point_to_it(store: PaperStore) -> None:
    start = store.manuscript.text.index(QUOTE)
    missing = MissingPart(what="Appendix C", pointed_from="2.1 Ablation", start=start, end=start + len(QUOTE))
    store.manuscript = store.manuscript.model_copy(update={"missing": (missing,)})
    for place, found in (("the appendix", [QUOTE]), ("Appendix C", [QUOTE]), ("Appendix D", []), ("section 99", [])):
        turn = asked(f"what if they mean {place}?", store, finding(1, Verdict.SUPPORTED))
        assert (turn.place_found, turn.finding) == (False, None)
        assert [one.quote for one in turn.nearest] == found


def test_a_place_is_shown_as_it_stands_and_one_that_is_not_there_is_looked_up(store: PaperStore) -> None:
    turn = asked("what does section 1 say?", store)
    assert (turn.kind, turn.place, turn.nearest) == (TurnKind.SHOW, "section 1", ())
    section = next(one for one in store.manuscript.sections if one.number == "1")
    assert turn.evidence
    assert all(section.start <= one.start < section.end for one in turn.evidence)
    assert asked("what does Table 99 show?", store).kind is TurnKind.LOOK_UP


def test_a_place_alone_asks_the_last_question_again_there(store: PaperStore) -> None:
    asked("how many parameters does the counter have?", store)
    turn = asked("and in section 1?", store)
    assert turn.request is not None
    assert turn.request.text == "how many parameters does the counter have?"
    assert "two million" in turn.evidence[0].quote


def test_a_place_asks_the_reviewers_question_on_the_screen_there_and_why_shows_what_answers_it(
    store: PaperStore,
) -> None:
    asked("how many lakes?", store)
    wanted = "How many parameters does the counter have?"
    screen = Request(id="r1.q1", review_id="r1", text=wanted, quote=wanted, start=0, end=len(wanted),
                     status=RequestStatus.NOT_FOUND)  # fmt: skip
    for question in ("what if the reviewer means section 1?", "why?"):
        turn = asked(question, store, screen)
        assert turn.request is not None
        assert turn.request.text == wanted
        assert "two million" in turn.evidence[0].quote


def test_a_label_is_audited_again_with_what_stands_at_the_place_named(store: PaperStore) -> None:
    turn = asked("audit L2.1.2 again, look at section 2", store)
    assert turn.row is not None
    assert turn.row.label.value == "L2.1.2"
    assert turn.row.outcome in Outcome
    section = next(one for one in store.manuscript.sections if one.title == "Results")
    assert turn.nearest
    assert all(section.start <= one.start < section.end for one in turn.nearest)


def test_why_shows_the_record_of_the_verdict_on_the_screen(store: PaperStore) -> None:
    about = finding(1, Verdict.SUPPORTED, found=(located(store),))
    turn = asked("why?", store, about)
    assert (turn.kind, turn.finding, turn.evidence[0].quote) == (TurnKind.EXPLAIN, about, QUOTE)


def test_the_conversation_is_remembered_in_the_papers_folder_in_order(store: PaperStore) -> None:
    first = asked("how many lakes?", store)
    second = asked("check: geese were tested", store)
    assert asyncio.run(remembered(store.folder)) == (first, second)
    assert asyncio.run(remembered(store.folder / "nobody")) == ()


def test_a_question_that_breaks_off_is_an_error_and_leaves_nothing_behind(store: PaperStore) -> None:
    broken = ScriptedFamily({}, {"it breaks": OutputInvalidError("no verdict")})
    work = ask("check: it breaks", None, tools=PaperTools(store), family=broken, folder=store.folder)
    with pytest.raises(ClaimFailedError, match="no verdict"):
        asyncio.run(work)
    assert asyncio.run(remembered(store.folder)) == ()


def test_a_purge_takes_the_conversation(store: PaperStore, tmp_path: Path) -> None:
    from peerlens.store.library import Library

    asked("how many lakes?", store)
    folder = store.folder
    store.close()
    Library(tmp_path / "home").purge(store.manuscript.id)
    assert not folder.exists()


def test_scripted_words_reach_the_answer(store: PaperStore) -> None:
    family = ScriptedFamily({}, {"It counts.": judgement((located(store),))})
    turn = asyncio.run(ask("check: It counts.", None, tools=PaperTools(store), family=family, folder=store.folder))
    assert turn.finding is not None
    assert (turn.finding.label, turn.evidence[0].quote) == (Verdict.SUPPORTED, QUOTE)
