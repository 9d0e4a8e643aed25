"""The response suite end to end on an invented paper."""

from __future__ import annotations

import json
from pathlib import Path

from peerlens.evals import run_suite, score
from peerlens.settings import RetrieverName, Settings

PAPER = """# Ducks on Lakes

## 1 Method

The camera takes one picture a minute. The counter has two million parameters.

## 2 Ablation

We remove the mask and the lens in turn. The mask matters most.
"""


def test_answers_are_found_and_places_held_against_others_of_their_kind(tmp_path: Path) -> None:
    data = tmp_path / "data"
    (data / "papers").mkdir(parents=True)
    (data / "papers" / "ducks.md").write_text(PAPER, encoding="utf-8")
    rows = [
        {
            "text": "The mask and the lens are never removed.",
            "author_text": "In Section 2 we remove the mask and the lens in turn.",
            "author_actions": ["reject-criticism"],
        },
        {
            "text": "The camera is slow: one picture a minute.",
            "author_text": "We agree that one picture a minute is slow.",
            "author_actions": ["concede-criticism"],
        },
        {"text": "Geese are missing.", "review_action": "arg_fact"},
    ]
    lines = [{"paper_id": "ducks", "review_id": "v1", "sent": n, **one} for n, one in enumerate(rows)]
    (data / "sentences.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines), encoding="utf-8")
    settings = Settings(home=tmp_path / "home", retriever=RetrieverName.BM25)
    result = run_suite("response", data, settings=settings, out=tmp_path / "out")
    half = next(name.partition(":")[0] for name, figure in result.metrics.items() if figure.n)
    values = {name.removeprefix(f"{half}: "): (one.value, one.n) for name, one in result.metrics.items()}
    assert result.n == 3
    assert values["answered sentences: the answer found"] == (1.0, 2)
    assert values["not aligned to any answer: something found"] == (0.0, 1)
    assert values["answers that name a place: all of them read"] == (1.0, 1)
    assert values["places in the manuscript: borne out"] == (1.0, 1)
    assert values["another place of the kind: borne out"] == (0.0, 1)
    assert score(tmp_path / "out" / "predictions.jsonl") == result
