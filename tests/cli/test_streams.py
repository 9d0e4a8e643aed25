"""Standard streams that are full, closed, or read by somebody who has gone."""

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from peerlens.reviews import MAX_BYTES
from tests.cli.conftest import Cli
from tests.cli.processes import Redirect, run

COMMANDS = ["labels", "--help", "runs", "search ducks.md mask", "verify ducks.md review.md", "index ducks.md --json"]


def full(number: int) -> None:
    os.dup2(os.open("/dev/full", os.O_WRONLY), number)


def closed(number: int) -> None:
    os.close(number)


def abandoned() -> None:
    """Standard output is a pipe whose reader has gone."""
    reader, writer = os.pipe()
    os.dup2(writer, 1)
    os.close(writer)
    os.close(reader)


def endless() -> None:
    os.dup2(os.open("/dev/zero", os.O_RDONLY), 0)


def peerlens(
    folder: Path, command: str, *redirects: Redirect, quiet: bool = True, stdin: str = ""
) -> "subprocess.CompletedProcess[str]":
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "PEERLENS_HOME": str(folder / "home"),
        "PEERLENS_RETRIEVER": "bm25",
        "PEERLENS_QUIET": str(int(quiet)),
    }
    (folder / "home").mkdir(exist_ok=True)
    return run(command.split(), folder=folder, env=env, redirects=redirects, stdin=stdin)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("stream", [full, closed])
def test_a_result_that_cannot_be_written_is_exit_3_and_one_line(folder: Path, command: str, stream: Redirect) -> None:
    done = peerlens(folder, command, partial(stream, 1))
    assert done.returncode == 3
    assert done.stderr.startswith("peerlens: standard output cannot be written (")
    assert len(done.stderr.splitlines()) == 2


@pytest.mark.parametrize("command", COMMANDS)
def test_a_reader_that_has_gone_ends_the_command_in_silence(folder: Path, command: str) -> None:
    done = peerlens(folder, command, abandoned)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", ["labels", "verify ducks.md review.md"])
def test_a_typed_command_ends_well_behind_a_reader_of_one_line(folder: Path, command: str) -> None:
    line = f'set -o pipefail; "{sys.executable}" -m peerlens {command} --quiet 2>&1 | head -1'.replace(
        "labels --quiet", "labels"
    )
    env = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "PEERLENS_RETRIEVER": "bm25"}
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, cwd=folder, env=env, check=False)
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 1)


@pytest.mark.parametrize("stream", [full, closed])
@pytest.mark.parametrize(("command", "status"), [("verify ducks.md review.md", 0), ("verify none.md review.md", 2)])
def test_messages_that_cannot_be_written_change_neither_result_nor_status(
    folder: Path, command: str, status: int, stream: Redirect
) -> None:
    done = peerlens(folder, command, partial(stream, 2), quiet=False)
    assert done.returncode == status
    assert done.stdout.startswith("Ducks on Lakes\n" if status == 0 else "")


def test_a_closed_standard_input_is_unusable_input_only_where_it_is_read(folder: Path) -> None:
    assert peerlens(folder, "labels", partial(closed, 0)).returncode == 0
    done = peerlens(folder, "verify ducks.md -", partial(closed, 0))
    assert done.returncode == 2
    assert done.stderr.startswith("peerlens: standard input cannot be read")


def test_standard_input_named_twice_or_without_end_is_refused(folder: Path) -> None:
    done = peerlens(folder, "verify ducks.md - -", stdin="No code.")
    assert (done.returncode, done.stderr.splitlines()[0]) == (2, "peerlens: standard input (-) is named twice")
    done = peerlens(folder, "verify ducks.md -", endless)
    assert done.returncode == 2
    assert f"more than the {MAX_BYTES:,} bytes accepted" in done.stderr


@pytest.mark.parametrize("overwritten", ["review.md", "ducks.md"])
def test_a_report_never_takes_the_place_of_what_it_reads(peerlens: Cli, folder: Path, overwritten: str) -> None:
    before = (folder / overwritten).read_bytes()
    done = peerlens("verify", "ducks.md", "review.md", "-o", overwritten)
    assert done.returncode == 2
    assert "it is what is to be read" in done.stderr
    assert (folder / overwritten).read_bytes() == before


@pytest.mark.parametrize("command", [["index"], ["recheck"], ["verify", "ducks.md"]])
def test_a_name_that_no_system_takes_is_one_line_and_exit_2(peerlens: Cli, command: list[str]) -> None:
    done = peerlens(*command, f"{'x' * 300}.md", *(["ducks.md"] if command == ["recheck"] else []))
    assert done.returncode == 2
    assert "too long" in done.stderr
    assert "Traceback" not in done.stderr


def test_no_columns_at_all_are_taken_for_none_named(peerlens: Cli) -> None:
    assert "L2.1.2" in peerlens("labels", env={"COLUMNS": "0"}).stdout


def test_an_address_that_cannot_be_split_is_a_wrong_setting(peerlens: Cli) -> None:
    done = peerlens("verify", "ducks.md", "review.md", "--base-url", "http://[::1")
    assert done.returncode == 2
    assert "is no address of a model server" in done.stderr
