"""Parsing in another process: limits hold, errors come back whole, and a killed parser costs one line."""

from __future__ import annotations

import os
import threading
import time

import pytest

from peerlens.errors import BugError, ModelMissingError, NoTextError, PaperError
from peerlens.schema import Manuscript
from peerlens.settings import ParserName
from peerlens.store.parsers import isolation, reading
from peerlens.store.parsers.isolation import read_isolated, unpacked
from peerlens.store.parsers.reading import Job


def job(text: str = "# Coots\n\nDucks swim.\n", **more: object) -> Job:
    return Job(source="p.md", paper_id="x" * 16, main="p.md", files={"p.md": text.encode()}, **more)  # type: ignore[arg-type]


@pytest.fixture(params=["fork", "new interpreter"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(isolation, "can_fork", lambda: request.param == "fork")
    return str(request.param)


def test_what_is_read_there_is_what_is_read_here(way: str) -> None:
    assert read_isolated(job()) == reading.read(job())


def test_an_error_comes_back_with_its_kind_and_hint(way: str) -> None:
    with pytest.raises(NoTextError, match="no text") as refused:
        read_isolated(job("\n\n "))
    assert refused.value.hint


def test_a_parser_that_is_not_there_is_exit_three(way: str) -> None:
    pdf = Job(source="p.pdf", paper_id="x" * 16, main="p.pdf", files={"p.pdf": b"%PDF-1.5"}, parser=ParserName.DOCLING)
    with pytest.raises(ModelMissingError) as refused:
        read_isolated(pdf)
    assert refused.value.exit_status == 3


def test_a_parser_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolation, "can_fork", lambda: True)

    def hang(_: Job) -> Manuscript:
        while True:
            time.monotonic()

    children: list[int] = []
    real_fork = os.fork

    def fork() -> int:
        children.append(real_fork())
        return children[-1]

    monkeypatch.setattr(os, "fork", fork)
    monkeypatch.setattr(reading, "read", hang)
    with pytest.raises(PaperError, match="given up after"):
        read_isolated(job(), time_limit_s=0.3)
    with pytest.raises(ChildProcessError):
        os.waitpid(children[0], os.WNOHANG)


@pytest.mark.parametrize("end", ["killed", "memory", "deep"])
def test_a_parser_that_breaks_costs_one_line(monkeypatch: pytest.MonkeyPatch, end: str) -> None:
    monkeypatch.setattr(isolation, "can_fork", lambda: True)

    def breaking(_: Job) -> Manuscript:
        if end == "killed":
            os.kill(os.getpid(), 9)
        if end == "memory":
            bytearray(64 << 30)
        raise RecursionError

    monkeypatch.setattr(reading, "read", breaking)
    with pytest.raises(PaperError) as refused:
        read_isolated(job())
    assert refused.value.message.startswith("p.md: ")
    assert refused.value.exit_status == 2


def test_memory_is_limited_in_a_new_interpreter_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolation, "can_fork", lambda: False)
    with pytest.raises(PaperError):
        read_isolated(job("word " * 10_000_000), memory_limit=200 << 20)


def test_a_second_thread_forbids_a_fork() -> None:
    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    thread.start()
    try:
        assert not isolation.can_fork()
    finally:
        done.set()
        thread.join()


def test_a_job_survives_the_way_to_another_process() -> None:
    sent = job(password="reader-7", supplements=("s.md",), parser=ParserName.PDFIUM, models="/m")
    assert unpacked(isolation._packed(sent, 3.0, 4)) == (sent, 3.0, 4)


@pytest.mark.parametrize("raised", [IndexError("list index"), KeyError("k"), AssertionError(), UnicodeError("x")])
def test_a_bug_of_the_parser_is_told_apart_from_a_broken_file(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, raised: Exception
) -> None:
    monkeypatch.setattr(isolation, "can_fork", lambda: True)

    def breaking(_: Job) -> Manuscript:
        raise raised

    monkeypatch.setattr(reading, "read", breaking)
    with caplog.at_level("DEBUG", logger="peerlens"), pytest.raises(BugError, match=type(raised).__name__) as bug:
        read_isolated(job())
    assert bug.value.exit_status == 1
    assert "in breaking" in caplog.text, "where it broke, for PEERLENS_DEBUG=1"
