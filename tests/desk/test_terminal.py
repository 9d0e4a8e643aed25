"""The desk in a real terminal under tmux: start, resize, Ctrl-C, kill and reopen; and without a terminal."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from peerlens.schema import Report
from peerlens.settings import RetrieverName, Settings
from peerlens.store.library import Library
from peerlens.store.runs import RunRecord, Runs
from peerlens.taxonomy import EvidenceRole, Verdict
from tests.cli.conftest import PAPER
from tests.desk.desks import coots
from tests.report.records import evidence, finding

_WAIT_S = 60.0
needs_tmux = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed: no real terminal to test")


@pytest.fixture
def run(tmp_path: Path) -> str:
    """A stored run on a stored paper."""
    path = tmp_path / "ducks.md"
    path.write_text(PAPER, encoding="utf-8")
    with Library(tmp_path / "home").open(path, settings=Settings(tmp_path / "home", retriever=RetrieverName.BM25)) as s:
        words = "We remove the mask and the lens in turn."
        start = s.manuscript.text.index(words)
        found = evidence(EvidenceRole.CONTRADICTS, quote=words, page=None)
        found = found.model_copy(update={"start": start, "end": start + len(words), "section": "2.1 Ablation"})
        first = finding(1, Verdict.NOT_SUPPORTED, claim="The paper has no ablation.", found=(found,))
        second = finding(2, Verdict.SUPPORTED, claim="No code is given.")
        paper = coots().paper.model_copy(update={"id": s.manuscript.id, "title": s.manuscript.title, "pages": None})
        report: Report = coots(findings=(first, second), requests=(), paper=paper)
        runs, of = Runs(s.folder / "runs"), report.run
        runs.begin(
            RunRecord(
                id=of.id,
                inputs="",
                kind="verify",
                paper="ducks.md",
                title="Ducks",
                reviews=("r",),
                engine="embedded",
                started=of.started,
            )
        )
        runs.finish(of.id, report.to_json())
    return report.run.id


class Terminal:
    """A tmux server of its own. Everything is waited for by looking."""

    def __init__(self, folder: Path) -> None:
        self._socket = folder / "tmux"
        self._folder = folder

    def _tmux(self, *words: str) -> str:
        environment = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
        environment.pop("TMUX", None)
        return subprocess.run(
            ["tmux", "-u", "-f", "/dev/null", "-S", str(self._socket), *words],
            capture_output=True,
            text=True,
            check=False,
            env=environment,
        ).stdout

    def start(self, *arguments: str, env: str = "") -> None:
        """The desk in a window of 80×24; its exit status stands in the window when it ends."""
        root = Path(__file__).resolve().parents[2]
        words = " ".join((sys.executable, "-m", "peerlens", "desk", *arguments))
        command = (
            f"cd {self._folder}; env {env} PYTHONPATH={root} HOME={self._folder} PEERLENS_HOME={self._folder}/home "
            f"PEERLENS_RETRIEVER=bm25 {words}; echo ended with $?; exec cat"
        )
        self._tmux("new-session", "-d", "-x", "80", "-y", "24", command)

    def keys(self, *keys: str) -> None:
        self._tmux("send-keys", *keys)

    def resize(self, width: int, height: int) -> None:
        self._tmux("resize-window", "-x", str(width), "-y", str(height))

    def screen(self) -> str:
        return self._tmux("capture-pane", "-p")

    def styled(self) -> str:
        return self._tmux("capture-pane", "-p", "-e")

    def see(self, words: str) -> str:
        """The screen once these words stand on it."""
        end = time.monotonic() + _WAIT_S
        while time.monotonic() < end:
            text = self.screen()
            if words in text:
                return text
            time.sleep(0.05)
        raise AssertionError(f"{words!r} never stood on the screen:\n{self.screen()}")

    def kill(self) -> None:
        """As when a terminal window is closed."""
        self._tmux("kill-server")
        self._socket.unlink(missing_ok=True)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    made = Terminal(tmp_path)
    yield made
    made.kill()


@needs_tmux
def test_the_desk_starts_is_resized_and_ctrl_c_gives_the_terminal_back(run: str, terminal: Terminal) -> None:
    terminal.start(run)
    text = terminal.see("2 of 2 left")
    assert "The paper has no ablation." in text
    assert "We remove the mask" in text
    terminal.resize(160, 50)
    wide = terminal.see("q quit")
    assert max(len(line) for line in wide.splitlines()) > 80
    terminal.resize(80, 24)
    terminal.keys("C-c")
    assert "ended with 130" in terminal.see("ended with")


@needs_tmux
def test_a_killed_terminal_loses_nothing(run: str, terminal: Terminal) -> None:
    terminal.start(run)
    terminal.see("2 of 2 left")
    terminal.keys("n")
    terminal.see("Not Supported, because:")
    terminal.keys("see table 2", "Enter")
    terminal.see("1 of 2 left")
    terminal.kill()
    terminal.start(run)
    text = terminal.see("1 of 2 left")
    assert "(see table 2)" in text
    terminal.keys("q")
    assert "ended with 0" in terminal.see("ended with")


@needs_tmux
def test_no_color_draws_no_colour_and_still_marks_the_words(run: str, terminal: Terminal) -> None:
    terminal.start(run, env="NO_COLOR=1")
    terminal.see("2 of 2 left")
    styled = terminal.styled()
    codes = {code for part in styled.split("\x1b[")[1:] for code in part.split("m")[0].split(";")}
    assert codes & {"7"}, "the deciding words stand out"
    assert not codes & {"31", "32", "33", "34", "35", "36"}


def test_without_a_terminal_it_says_so_and_prints_the_plain_report(run: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "peerlens", "desk", run, "--home", str(tmp_path / "home")],
        capture_output=True, text=True, encoding="utf-8", stdin=subprocess.DEVNULL, check=False,
        env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), "PYTHONPATH": str(Path(__file__).resolve().parents[2])},
    )  # fmt: skip
    assert done.returncode == 0
    assert "no terminal here to work in" in done.stderr
    assert "The paper answers these points (1)" in done.stdout
    assert "\x1b" not in done.stdout
