"""Abbreviations a paper introduces."""

from __future__ import annotations

import pytest

from peerlens.tools.abbreviations import find_abbreviations


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("We use mean absolute error (MAE) here.", {"MAE": "mean absolute error"}),
        ("large language models (LLMs) are", {"LLM": "large language models"}),
        ("MAE (mean absolute error) is", {"MAE": "mean absolute error"}),
        ("the result (Table 1) and others (OURS)", {}),
        ("the emergent communication (EC) and EC (other words)", {"EC": "emergent communication"}),
        ("in-context learning (ICL)", {"ICL": "in-context learning"}),
    ],
)
def test_short_forms_are_found_with_their_long_forms(text: str, found: dict[str, str]) -> None:
    assert find_abbreviations(text) == found
