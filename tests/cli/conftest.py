"""Papers and reviews to run the command on, and the command."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.processes import run

Cli = Callable[..., "subprocess.CompletedProcess[str]"]

PAPER = """# Ducks on Lakes

## Abstract

We count ducks on forty lakes with one camera a lake.

## 1 Method

The camera takes one picture a minute. The counter has two million parameters.

## 2 Results

The counter misses three ducks in a hundred. Without the mask it misses nine.

### 2.1 Ablation

We remove the mask and the lens in turn. The mask matters most.

## 3 Limits

We did not test geese. Night pictures are future work.
"""

REVIEW = """## Weaknesses

W1. The paper contains no ablation study.
W2. The counter has five million parameters.

## Questions

Q1: How many lakes were used?
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ducks.md").write_text(PAPER, encoding="utf-8")
    (tmp_path / "review.md").write_text(REVIEW, encoding="utf-8")
    return tmp_path


@pytest.fixture
def peerlens(folder: Path) -> Cli:
    """Call with arguments; ``env`` adds to a bare environment, ``stdin`` is text."""

    def call(
        *arguments: str | Path, env: dict[str, str] | None = None, stdin: str = ""
    ) -> subprocess.CompletedProcess[str]:
        base = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "PEERLENS_HOME": str(folder / "home"),
            "PEERLENS_RETRIEVER": "bm25",
        }
        return run(arguments, folder=folder, env={**base, **(env or {})}, stdin=stdin)

    return call


@pytest.fixture
def typed(folder: Path) -> Cli:
    """As ``peerlens``, but Python itself starts anew: for what depends on how it starts."""

    def call(*arguments: str | Path, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
        base = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "PEERLENS_HOME": str(folder / "home"),
            "PEERLENS_RETRIEVER": "bm25",
        }
        return subprocess.run(
            [sys.executable, "-m", "peerlens", *map(str, arguments)],
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=folder,
            env={**base, **(env or {})},
            check=False,
        )

    return call
