"""Run the command as a process of its own, forked from one that has the libraries loaded: no start to wait for.

Exit status, descriptors, environment and folder are the process's own; what differs from a typed command is only that
Python is up. Tests of what happens while Python starts (encodings, signals) start it themselves.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from multiprocessing import get_context
from pathlib import Path
from typing import IO

_CONTEXT = get_context("forkserver")
_CONTEXT.set_forkserver_preload(
    [
        "peerlens.cli.verify_command", "peerlens.cli.audit_command", "peerlens.cli.index_command", "bm25s",
        "peerlens.cli.search_command", "peerlens.cli.labels_command", "peerlens.cli.runs_command",
        "peerlens.cli.batch_command", "peerlens.batch.batch", "peerlens.report.overview_terminal",
        "peerlens.cli.purge_command", "peerlens.cli.doctor_command", "peerlens.graph.offline", "peerlens.graph.open",
        "peerlens.graph.verify", "peerlens.graph.audit", "peerlens.agents.embedded.family", "peerlens.report.terminal",
        "peerlens.report.listing", "peerlens.report.markdown", "peerlens.report.audit_terminal",
    ]
)  # fmt: skip

Redirect = Callable[[], None]


def run(
    arguments: Sequence[str | Path],
    *,
    folder: Path,
    env: Mapping[str, str],
    stdin: str = "",
    redirects: Sequence[Redirect] = (),
) -> subprocess.CompletedProcess[str]:
    """The finished process. ``redirects`` change its descriptors last; they must be picklable."""
    words = [str(one) for one in arguments]
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(stdin.encode())
        given.seek(0)
        streams = [_duplicate(one) for one in (given, out, err)]
        process = _CONTEXT.Process(target=_child, args=(words, folder, dict(env), streams, redirects))
        process.start()
        process.join()
        said = [_text(one) for one in (out, err)]
    return subprocess.CompletedProcess(words, process.exitcode or 0, *said)


def _duplicate(file: IO[bytes]) -> object:
    from multiprocessing.reduction import DupFd

    return DupFd(file.fileno())


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode("utf-8")


def _child(
    words: list[str], folder: Path, env: dict[str, str], streams: Sequence[object], redirects: Sequence[Redirect]
) -> None:
    for number, stream in enumerate(streams):
        os.dup2(stream.detach(), number)  # type: ignore[attr-defined]
    os.environ.clear()
    os.environ.update(env)
    os.chdir(folder)
    for redirect in redirects:
        redirect()
    sys.argv = ["peerlens", *words]
    sys.stdin, sys.stdout, sys.stderr = (_stream(*one) for one in ((0, "r"), (1, "w"), (2, "w")))
    from peerlens.cli import main

    main()


def _stream(number: int, mode: str) -> IO[str]:
    """As Python makes it: ``None`` for a closed descriptor."""
    try:
        return open(
            number, mode, encoding="utf-8", errors="strict" if number < 2 else "backslashreplace", closefd=False
        )
    except OSError:
        return None  # type: ignore[return-value]
