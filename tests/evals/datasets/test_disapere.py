"""Reading DISAPERE: sentences, stances, and a response put together from the answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from peerlens.errors import InputError
from peerlens.evals.datasets.disapere import load


def row(sent: int, text: str, **extra: object) -> dict[str, object]:
    return {"paper_id": "ducks", "review_id": "v1", "sent": sent, "text": text, **extra}


def written(folder: Path, rows: list[dict[str, object]]) -> Path:
    (folder / "dev" / "papers").mkdir(parents=True)
    (folder / "dev" / "papers" / "ducks.md").write_text("# Ducks\n", encoding="utf-8")
    lines = "".join(json.dumps(one) + "\n" for one in rows)
    (folder / "dev" / "sentences.jsonl").write_text(lines, encoding="utf-8")
    return folder


def test_a_response_holds_every_answer_once_and_stances_are_told_apart(tmp_path: Path) -> None:
    data = written(
        tmp_path,
        [
            row(
                1, "Few  lakes.", author_text="We agree. There are few.", author_actions=["concede-criticism", "answer"]
            ),
            row(
                0,
                "No geese.",
                author_text="There are few.",
                author_actions=["reject-criticism"],
                review_action="arg_fact",
            ),
            row(2, "Both.", author_text="Nine.", author_actions=["reject-criticism", "concede-criticism"]),
            row(3, "Well written.", author_text=None, author_actions=None),
        ],
    )
    (exchange,) = load(data).exchanges
    assert [(one.text, one.stance, one.argues) for one in exchange.sentences] == [
        ("No geese.", "disputed", True),
        ("Few lakes.", "conceded", False),
        ("Both.", None, False),
        ("Well written.", None, False),
    ]
    assert sorted(exchange.response.split("\n\n")) == ["Nine.", "We agree. There are few."]


def test_a_folder_without_the_data_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no sentences\.jsonl with papers below"):
        load(tmp_path)
