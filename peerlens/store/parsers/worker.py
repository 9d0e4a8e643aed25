"""The other end of ``isolation``: one job from standard input, one answer to standard output."""

from __future__ import annotations

import os
import sys

from peerlens.store.parsers.isolation import answer, confine, unpacked


def main() -> None:
    """Read a job, parse under its limits, answer in JSON. What libraries print goes nowhere."""
    job, limit_s, memory = unpacked(sys.stdin.buffer.read())
    out = os.dup(1)
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    if sys.platform != "win32":
        confine(limit_s, memory)
    with os.fdopen(out, "wb") as reply:
        reply.write(answer(job))
