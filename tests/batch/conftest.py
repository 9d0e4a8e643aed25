"""Small papers, reviews of them, and settings without vectors."""

from __future__ import annotations

from pathlib import Path

import pytest

from peerlens.settings import EngineName, RetrieverName, Settings

PAPER = """# {title}

## 1 Method

The camera takes one picture a minute. The counter has two million parameters.

## 2 Results

The counter misses three ducks in a hundred. Without the mask it misses nine.

### 2.1 Ablation

We remove the mask and the lens in turn. The mask matters most.
"""
REVIEW = "## Weaknesses\n\nW1. The paper contains no ablation study.\nW2. The counter has five million parameters.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two papers (``a.md``, ``b.md``) and a review (``r.md``)."""
    place = tmp_path / "set"
    place.mkdir()
    for name in "ab":
        (place / f"{name}.md").write_text(PAPER.format(title=f"Ducks {name}"), encoding="utf-8")
    (place / "r.md").write_text(REVIEW, encoding="utf-8")
    return place


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home", retriever=RetrieverName.BM25, engine=EngineName.EMBEDDED)
