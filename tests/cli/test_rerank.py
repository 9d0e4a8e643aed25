"""What a user without the extra sees."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from tests.cli.conftest import Cli


@pytest.mark.skipif(importlib.util.find_spec("sentence_transformers") is not None, reason="the extra is installed")
def test_without_the_extra_rerank_is_exit_3_with_the_way_to_get_it(peerlens: Cli, folder: Path) -> None:
    done = peerlens("search", "ducks.md", "camera", "--rerank")
    assert done.returncode == 3
    assert "pip install 'peerlens[rerank]'" in done.stderr
    assert "Traceback" not in done.stderr
