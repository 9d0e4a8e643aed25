"""The collected bad replies, each served over real HTTP as stored: what ends as an answer, and what as an error."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import pytest
from pydantic import Field

from peerlens.agents.served.client import Meter, ModelClient, Question
from peerlens.agents.served.drafts import AtMost, Draft, Sentence, coming_close
from peerlens.errors import (
    ContextOverflowError,
    OutputInvalidError,
    OutputTruncatedError,
    PeerlensError,
    RateLimitedError,
    ServerUnreachableError,
)
from peerlens.taxonomy import Verdict
from tests.agents.served.conftest import Serve
from tests.agents.served.server import Reply

SHARED = Path(os.environ.get("PEERLENS_SHARED", Path(__file__).parents[4] / "shared"))
FILE = SHARED / "cases" / "b53_llm_replies.jsonl"
CASES: dict[str, dict[str, Any]] = (
    {row["id"]: row for row in map(json.loads, FILE.read_text(encoding="utf-8").splitlines())} if FILE.exists() else {}
)
pytestmark = pytest.mark.skipif(not CASES, reason=f"NOT RUN: no collected replies at {FILE}")

_WORDS = {"contradicted": Verdict.NOT_SUPPORTED, "refuted": Verdict.NOT_SUPPORTED}


class Answer(Draft):
    label: Annotated[Verdict, coming_close(Verdict, _WORDS)]
    evidence_ids: Annotated[list[Annotated[str, AtMost(8)]], AtMost(3)]
    quote: Annotated[str, AtMost(300)]
    rationale: Sentence


class SureAnswer(Answer):
    confidence: Annotated[int, Field(ge=0, le=100)]


READ = {
    "S01": Verdict.NOT_SUPPORTED,
    "S03": Verdict.NOT_SUPPORTED,
    "S06": Verdict.NOT_SUPPORTED,
    "S07": Verdict.PARTIALLY_SUPPORTED,
    "S09": Verdict.NOT_SUPPORTED,
    "S10": Verdict.NOT_SUPPORTED,
    "S16": Verdict.NOT_SUPPORTED,
}
"""Read as they stand. An unknown id and a quote that is not in the paper are left to the check of quotes."""
REFUSED: dict[str, tuple[type[PeerlensError], int]] = {
    "S02": (OutputInvalidError, 1),
    "S04": (OutputTruncatedError, 2),
    "S05": (OutputTruncatedError, 2),
    "S08": (OutputInvalidError, 2),
    "S11": (ContextOverflowError, 1),
    "S12": (RateLimitedError, 5),
    "S13": (ServerUnreachableError, 5),
    "S14": (ServerUnreachableError, 5),
    "S15": (OutputInvalidError, 1),
    "S17": (OutputInvalidError, 1),
}
"""The error that each ends as, and how many requests it took."""


def reply_of(case: str) -> Reply:
    told = CASES[case]["serve"]
    body = told.get("body", "x" * 400)
    return Reply(told["http"], body, told.get("headers", {}), drop_after=told.get("drop_after_bytes"))


def ask(client: ModelClient, meter: Meter, form: type[Draft] = Answer) -> Draft:
    question = Question("You judge claims.", "The paper contains no ablation study.", 60)
    return asyncio.run(client.ask(question, form, model="m", meter=meter))


@pytest.mark.parametrize("case", sorted(READ))
def test_a_reply_that_holds_an_answer_is_read_with_one_request(
    case: str, serve: Serve, client_of: Callable[..., ModelClient]
) -> None:
    meter = Meter()
    answer = ask(client_of(serve([reply_of(case)])), meter)
    assert isinstance(answer, Answer)
    assert answer.label is READ[case]
    assert "Maybe" not in answer.rationale
    assert meter.reading().requests == 1


@pytest.mark.parametrize("case", sorted(REFUSED))
def test_a_reply_without_a_usable_answer_ends_as_its_error_within_the_bound_on_tries(
    case: str, serve: Serve, client_of: Callable[..., ModelClient], waits: list[float]
) -> None:
    error, requests = REFUSED[case]
    meter, server = Meter(), serve([reply_of(case)])
    with pytest.raises(error) as caught:
        ask(client_of(server), meter)
    assert len(server.received) == meter.reading().requests == requests
    assert len(str(caught.value)) < 300
    if case == "S12":
        assert waits == [2.0] * 4


def test_a_confidence_in_words_is_an_error_and_no_number(serve: Serve, client_of: Callable[..., ModelClient]) -> None:
    with pytest.raises(OutputInvalidError, match="confidence"):
        ask(client_of(serve([reply_of("S18")])), Meter(), SureAnswer)


def test_every_collected_reply_is_tried_here() -> None:
    assert set(CASES) == {*READ, *REFUSED, "S18"}
