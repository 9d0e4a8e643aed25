"""Real workers: what they give back, and what the death of one costs."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from peerlens.batch.crew import Limits, LocalCrew, limits_for
from peerlens.batch.inputs import read_input
from peerlens.batch.jobs import Event, Finished, Outcome, PaperJob
from peerlens.batch.plan import make_plan
from peerlens.schema import Report
from peerlens.settings import EngineName, ParserName, Settings


@contextmanager
def _crew(settings: Settings, limits: Limits | None = None, clock: Clock | None = None) -> Iterator[LocalCrew]:
    crew = LocalCrew(settings, count=1, limits=limits, **({} if clock is None else {"clock": clock}))
    try:
        yield crew
    finally:
        crew.close()


class Clock:
    """Stands still unless told otherwise."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def _jobs(folder: Path, settings: Settings, *lines: object) -> list[PaperJob]:
    (folder / "m.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return make_plan(read_input(folder / "m.jsonl"), settings).jobs(set())


def _until_finished(crew: LocalCrew) -> list[Event]:
    seen: list[Event] = []
    while not any(isinstance(event, Finished) for event in seen):
        seen += crew.events(5.0)
    return seen


def _outcomes(events: list[Event]) -> list[Outcome]:
    return [event for event in events if isinstance(event, Outcome)]


def test_a_worker_gives_back_a_report_for_each_unit_and_then_takes_the_next_paper(
    folder: Path, settings: Settings
) -> None:
    jobs = _jobs(
        folder,
        settings,
        {"paper": "a.md", "reviews": ["r.md"], "tasks": ["verify", "audit"]},
        {"paper": "b.md", "reviews": ["r.md"]},
    )
    with _crew(settings) as crew:
        kinds = []
        pids = set()
        for job in jobs:
            assert crew.room() == 1
            crew.give(job)
            assert crew.room() == 0
            for outcome in _outcomes(_until_finished(crew)):
                report = Report.model_validate_json(outcome.report or "")
                kinds.append((report.paper.source, report.kind, len(report.findings) + len(report.labels)))
            pids |= set(crew.pids)
    assert kinds == [("a.md", "verify", 2), ("a.md", "audit", 17), ("b.md", "verify", 2)]
    assert len(pids) == 1


@pytest.mark.parametrize(
    ("name", "data", "error"),
    [
        ("cut.pdf", b"%PDF-1.4\nno more", "DamagedFileError"),
        ("scan.md", b"\n\n", "NoTextError"),
    ],
)
def test_a_file_that_cannot_be_read_costs_its_unit_and_the_worker_lives(
    folder: Path, settings: Settings, name: str, data: bytes, error: str
) -> None:
    (folder / name).write_bytes(data)
    bad, good = _jobs(folder, settings, {"paper": name, "reviews": ["r.md"]}, {"paper": "a.md", "reviews": ["r.md"]})
    with _crew(settings) as crew:
        crew.give(bad)
        (broken,) = _outcomes(_until_finished(crew))
        pids = crew.pids
        crew.give(good)
        (fine,) = _outcomes(_until_finished(crew))
        assert crew.pids == pids
    assert broken.trouble is not None
    assert (broken.trouble.error, broken.trouble.stage, broken.trouble.lasting) == (error, "parse", True)
    assert fine.trouble is None


def _killed(crew: LocalCrew) -> list[Event]:
    """Kill the only worker once it is ready to work; what happened meanwhile."""
    seen: list[Event] = []
    while not crew._workers or not crew._workers[0].ready:
        seen += crew.events(5.0)
    os.kill(crew.pids[0], signal.SIGKILL)
    return seen


def test_a_killed_worker_changes_nothing(folder: Path, settings: Settings) -> None:
    (job,) = _jobs(folder, settings, {"paper": "a.md", "reviews": ["r.md"]}, {"paper": "a.md", "review": "Few seeds."})
    with _crew(settings) as crew:
        crew.give(job)
        seen = _killed(crew) + _until_finished(crew)
    assert [(outcome.key, outcome.trouble) for outcome in _outcomes(seen)] == [(unit.key, None) for unit in job.units]


def test_a_unit_that_takes_two_workers_along_is_given_up_and_the_next_one_is_done(
    folder: Path, settings: Settings
) -> None:
    (job,) = _jobs(folder, settings, {"paper": "a.md", "reviews": ["r.md"]}, {"paper": "a.md", "review": "Few seeds."})
    with _crew(settings) as crew:
        crew.give(job)
        _killed(crew)
        first = crew.pids
        while crew.pids == first:
            crew.events(5.0)
        seen = _killed(crew) + _until_finished(crew)
    given_up, done = _outcomes(seen)
    assert given_up.trouble is not None
    assert given_up.trouble.message == "the process at work on it ended (signal 9), twice"
    assert done.trouble is None


def test_a_worker_without_a_sign_of_life_is_replaced(folder: Path, settings: Settings) -> None:
    (job,) = _jobs(folder, settings, {"paper": "a.md", "reviews": ["r.md"]})
    clock = Clock()
    with _crew(settings, Limits(stall_s=10.0), clock) as crew:
        crew.give(job)
        while not crew._workers[0].ready:
            crew.events(5.0)
        (stopped,) = crew.pids
        os.kill(stopped, signal.SIGSTOP)
        clock.now = 11.0
        seen = crew.events(0.0)
        assert stopped not in crew.pids
        seen += _until_finished(crew)
    assert [outcome.trouble for outcome in _outcomes(seen)] == [None]


def test_a_worker_is_sent_home_after_its_share_of_papers(folder: Path, settings: Settings) -> None:
    jobs = _jobs(folder, settings, *({"paper": f"{one}.md", "reviews": ["r.md"]} for one in "ab"))
    pids = []
    with _crew(settings, Limits(papers=1)) as crew:
        for job in jobs:
            crew.give(job)
            pids.append(crew.pids)
            _until_finished(crew)
            assert crew.pids == ()
    assert len(set(pids)) == 2


def test_winding_down_finishes_the_unit_in_flight_and_hands_the_rest_back(folder: Path, settings: Settings) -> None:
    (job,) = _jobs(folder, settings, {"paper": "a.md", "reviews": ["r.md"]}, {"paper": "a.md", "review": "Few seeds."})
    with _crew(settings) as crew:
        crew.give(job)
        crew.wind_down()
        events = _until_finished(crew)
    (finished,) = [event for event in events if isinstance(event, Finished)]
    assert [outcome.key for outcome in _outcomes(events)] == [job.units[0].key]
    assert finished.undone == (job.units[1],)


def test_what_changes_after_the_plan_is_not_judged_for_what_it_was(folder: Path, settings: Settings) -> None:
    (job,) = _jobs(folder, settings, {"paper": "a.md", "reviews": ["r.md"]}, {"paper": "a.md", "review": "Few seeds."})
    (folder / "r.md").write_text("Another review by now.", encoding="utf-8")
    (folder / "a.md").write_text("# Another paper by now\n\nWe count geese.\n", encoding="utf-8")
    with _crew(settings) as crew:
        crew.give(job)
        outcomes = _outcomes(_until_finished(crew))
    assert [outcome.trouble.message for outcome in outcomes if outcome.trouble is not None] == [
        "a review has changed since the batch began",
        "a.md: has changed since the batch began",
    ]


def test_a_worker_may_be_silent_for_longer_than_a_question_or_a_layout_model_takes(settings: Settings) -> None:
    served = replace(settings, engine=EngineName.OPENAI, base_url="http://127.0.0.1:9/v1")
    layout = replace(settings, parser=ParserName.DOCLING)
    assert [limits_for(one).stall_s for one in (settings, served, layout)] == [600.0, 3600.0, 3600.0]
