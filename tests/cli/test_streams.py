"""Standard streams that are full, closed, or read by somebody who has gone."""

import subprocess
import sys
from pathlib import Path

import pytest

from peerlens.reviews import MAX_BYTES

COMMANDS = ["labels", "--help", "runs", "search ducks.md mask", "verify ducks.md review.md", "index ducks.md --json"]


def shell(folder: Path, line: str) -> "subprocess.CompletedProcess[str]":
    """Run a shell line in which ``peerlens`` is the real command; the status of a pipe is its first failure."""
    script = f'set -o pipefail; peerlens() {{ "{sys.executable}" -m peerlens "$@"; }}; {line}'
    env = {
        "PATH": "/usr/bin:/bin",
        "HOME": str(folder),
        "PEERLENS_HOME": str(folder / "home"),
        "PEERLENS_RETRIEVER": "bm25",
        "PEERLENS_QUIET": "1",
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }
    (folder / "home").mkdir(exist_ok=True)
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, cwd=folder, env=env, check=False)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("stream", [">/dev/full", ">&-"])
def test_a_result_that_cannot_be_written_is_exit_3_and_one_line(folder: Path, command: str, stream: str) -> None:
    done = shell(folder, f"peerlens {command} {stream}")
    assert done.returncode == 3
    assert done.stderr.startswith("peerlens: standard output cannot be written (")
    assert len(done.stderr.splitlines()) == 2


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("reader", ["true", "head -1"])
def test_a_reader_that_leaves_early_ends_the_command_in_silence(folder: Path, command: str, reader: str) -> None:
    done = shell(folder, f"peerlens {command} | {reader}")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("stream", ["2>/dev/full", "2>&-"])
@pytest.mark.parametrize(("command", "status"), [("verify ducks.md review.md", 0), ("verify none.md review.md", 2)])
def test_messages_that_cannot_be_written_change_neither_result_nor_status(
    folder: Path, command: str, status: int, stream: str
) -> None:
    done = shell(folder, f"PEERLENS_QUIET=0 peerlens {command} {stream}")
    assert done.returncode == status
    assert done.stdout.startswith("Ducks on Lakes\n" if status == 0 else "")


def test_a_closed_standard_input_is_unusable_input_only_where_it_is_read(folder: Path) -> None:
    assert shell(folder, "peerlens labels <&-").returncode == 0
    done = shell(folder, "peerlens verify ducks.md - <&-")
    assert done.returncode == 2
    assert done.stderr.startswith("peerlens: standard input cannot be read")


def test_standard_input_named_twice_or_without_end_is_refused(folder: Path) -> None:
    done = shell(folder, "echo No code. | peerlens verify ducks.md - -")
    assert (done.returncode, done.stderr.splitlines()[0]) == (2, "peerlens: standard input (-) is named twice")
    done = shell(folder, "peerlens verify ducks.md - </dev/zero")
    assert done.returncode == 2
    assert f"more than the {MAX_BYTES:,} bytes accepted" in done.stderr
