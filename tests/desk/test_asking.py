"""The prompt line of the desk: questions go to the agents on the stored paper, answers cite passages."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from peerlens.desk.answers import worded
from peerlens.desk.app import DeskApp
from peerlens.desk.assistant import Assistant
from peerlens.desk.dossier import Dossier, dossier_of
from peerlens.desk.work_screen import WorkScreen
from peerlens.errors import ServerUnreachableError, StoreLockedError, UsageError
from peerlens.schema.conversation import Turn, TurnKind
from peerlens.settings import NO_WEAKNESSES, EngineName
from peerlens.store.library import Library
from peerlens.taxonomy import EvidenceRole, RequestStatus, Verdict
from tests.agents.served.scripts import passage_of, script
from tests.agents.served.server import ScriptedServer
from tests.cli.conftest import PAPER
from tests.desk.desks import answer, at_the_desk, coots, quoted, screen, settings_of, shown
from tests.report.records import SCAN, finding


@pytest.fixture
def opened(tmp_path: Path) -> Dossier:
    """A paper that is really stored, with one claim about it."""
    path = tmp_path / "ducks.md"
    path.write_text(PAPER, encoding="utf-8")
    with Library(tmp_path).open(path, settings=settings_of(tmp_path)) as store:
        identity = store.manuscript.id
    claim = finding(1, Verdict.NOT_SUPPORTED, claim="The counter has five million parameters.")
    paper = coots().paper.model_copy(update={"id": identity, "title": "Ducks on Lakes"})
    return dossier_of(coots(findings=(claim,), requests=(), paper=paper), settings_of(tmp_path))


async def rest(app: DeskApp, pilot: Pilot[None]) -> None:
    """Wait until the agents have finished."""
    while isinstance(app.screen, WorkScreen) and app.screen.busy:
        await pilot.pause(0.02)
    await pilot.pause()


def test_an_answer_stands_in_place_of_the_review_its_passage_beside_it(opened: Dossier, tmp_path: Path) -> None:
    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        await answer(pilot, "colon", "how many parameters does the counter have")
        await rest(app, pilot)
        text = shown(app)
        assert "the paper answers this" in text
        assert "The counter has two million parameters." in text
        assert "1/" in text
        await pilot.press("escape")
        await pilot.pause()
        assert "how many parameters" not in shown(app)
        await pilot.press("h")
        await rest(app, pilot)
        assert "how many parameters" in shown(app)

    at_the_desk(opened, tmp_path, work, size=(160, 50))


def test_more_evidence_is_added_to_the_passages_and_marked_as_near(opened: Dossier, tmp_path: Path) -> None:
    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        assert "no passage" in shown(app)
        await pilot.press("e")
        await rest(app, pilot)
        assert "nearby" in shown(app)
        assert "The counter has two million parameters." in shown(app)
        assert "they do not decide the verdict" in screen(app)[-1]

    at_the_desk(opened, tmp_path, work, size=(160, 50))


def test_a_paper_without_an_audit_is_audited_when_its_screen_is_opened(opened: Dossier, tmp_path: Path) -> None:
    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        await pilot.press("a")
        await pilot.pause()
        await rest(app, pilot)
        assert sum(line.lstrip().startswith("L2.") for line in screen(app)) >= 17
        await pilot.press("a")
        await pilot.pause()
        assert screen(app)[0].startswith("peerlens · claims")

    at_the_desk(opened, tmp_path, work, size=(160, 60))


def test_leaving_the_screen_while_the_agents_work_breaks_nothing(opened: Dossier, tmp_path: Path) -> None:
    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        await pilot.press("a")
        await pilot.pause()
        left = app.screen
        await pilot.press("a")
        assert isinstance(left, WorkScreen)
        while left.busy:
            await pilot.pause(0.02)
        assert app.is_running
        assert screen(app)[0].startswith("peerlens · claims")

    at_the_desk(opened, tmp_path, work)


def test_what_the_agents_cannot_do_is_said(opened: Dossier, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(*_: object, **__: object) -> None:
        raise StoreLockedError("ducks.md: process 7 has this paper open", hint="wait")

    monkeypatch.setattr(Library, "open_stored", locked)

    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        await answer(pilot, "colon", "how many lakes")
        await rest(app, pilot)
        assert "process 7 has this paper open (wait)" in screen(app)[-1]

    at_the_desk(opened, tmp_path, work)


QUESTION = "check: it is so"


def test_words_of_an_answer_hold_its_grounds_and_say_where_there_are_none() -> None:
    cited = finding(1, Verdict.SUPPORTED, found=(quoted("The mask matters most.", EvidenceRole.SUPPORTS),))
    text = worded(Turn(question=QUESTION, kind=TurnKind.CHECK, finding=cited))
    assert "p. 2 · 2 Ablation: “The mask matters most.”" in text
    silent = finding(1, Verdict.NOT_DETERMINED)
    text = worded(Turn(question=QUESTION, kind=TurnKind.CHECK, finding=silent))
    assert "No passage in the pages supplied grounds an answer." in text
    absent = finding(1, Verdict.SUPPORTED, scan=SCAN)
    text = worded(Turn(question=QUESTION, kind=TurnKind.CHECK, finding=absent))
    assert "No passage to cite: looked for ablation, ablate; 20 of 20 passages read." in text


def test_a_second_look_names_its_place_and_the_verdict_on_the_whole_paper() -> None:
    there = finding(1, Verdict.SUPPORTED, scan=SCAN)
    before = finding(1, Verdict.NOT_SUPPORTED, found=(quoted("The mask matters most.", EvidenceRole.CONTRADICTS),))
    text = worded(Turn(question="?", kind=TurnKind.RECONSIDER, place="appendix", finding=there, before=before))
    assert "In appendix alone: the paper says so" in text
    assert "In the whole paper: the paper says otherwise, p. 2" in text
    missing = worded(Turn(question="?", kind=TurnKind.RECONSIDER, place="Section 9", place_found=False))
    assert "Section 9: the paper supplied has no such place." in missing
    pointer = (quoted("Seeds are 1 to 5.", EvidenceRole.CONTEXT),)
    lacking = Turn(question="?", kind=TurnKind.RECONSIDER, place="appendix", place_found=False, nearest=pointer)
    assert "appendix: not supplied." in worded(lacking)
    assert "The paper points to it:\n\np. 2 · 2 Ablation: “Seeds are 1 to 5.”" in worded(lacking)


def test_with_a_model_server_its_answer_is_shown_with_located_words_only(opened: Dossier, tmp_path: Path) -> None:
    replies = {
        "AnswerDraft": lambda request: {
            "rationale": "As it says.",
            "quotes": [
                {"passage": passage_of(request, "two million"), "quote": "The counter has two million parameters."},
                {"passage": passage_of(request, "two million"), "quote": "An invented sentence of a model."},
            ],
            "status": "answered",
        }
    }
    with ScriptedServer(script(replies)).running() as server:
        settings = replace(settings_of(tmp_path), engine=EngineName.OPENAI, base_url=server.url)
        turn = Assistant(opened.paper_id, settings).ask("how large is the counter?", None)
    assert turn.request is not None
    assert turn.request.status is RequestStatus.ANSWERED
    assert [one.quote for one in turn.evidence] == ["The counter has two million parameters."]
    assert Assistant(opened.paper_id, settings_of(tmp_path)).asked() == (turn,)


def test_a_model_server_that_is_gone_is_said_and_nothing_is_remembered(opened: Dossier, tmp_path: Path) -> None:
    settings = replace(settings_of(tmp_path), engine=EngineName.OPENAI, base_url="http://127.0.0.1:9/v1")
    assistant = Assistant(opened.paper_id, settings)
    with pytest.raises(ServerUnreachableError):
        assistant.ask("how large is the counter?", None)
    assert assistant.asked() == ()


def test_a_policy_that_forbids_weaknesses_forbids_them_at_the_prompt(opened: Dossier, tmp_path: Path) -> None:
    assistant = Assistant(opened.paper_id, replace(settings_of(tmp_path), policy=NO_WEAKNESSES))
    for work in (lambda: assistant.ask("audit L2.1.2 again", None), assistant.audit):
        with pytest.raises(UsageError, match="forbids an audit"):
            work()
    assert assistant.ask("check: the counter has five million parameters", None).finding is not None


def test_a_stored_audit_is_not_shown_where_one_is_forbidden(opened: Dossier, tmp_path: Path) -> None:
    stored = replace(opened, audit=Assistant(opened.paper_id, settings_of(tmp_path)).audit())

    async def sit() -> None:
        app = DeskApp(stored, replace(settings_of(tmp_path), policy=NO_WEAKNESSES))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("a")
            await rest(app, pilot)
            assert "--policy no-weaknesses forbids an audit" in shown(app)
            assert "L2.1.1" not in shown(app)

    asyncio.run(sit())


def test_a_paper_without_a_report_is_asked_where_an_audit_is_forbidden(opened: Dossier, tmp_path: Path) -> None:
    bare = replace(opened, review=None, audit=None)

    async def sit() -> None:
        app = DeskApp(bare, replace(settings_of(tmp_path), policy=NO_WEAKNESSES))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert "no review was handed in: a shows the audit, : asks the paper" in shown(app)
            await pilot.press("a")
            await rest(app, pilot)
            assert "--policy no-weaknesses forbids an audit" in shown(app)
            assert "there is no audit of this paper" in shown(app)

    asyncio.run(sit())
