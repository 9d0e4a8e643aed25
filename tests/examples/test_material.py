"""The example and the probes are what they say: quotes found, labels known, figures of the paper from the run."""

from __future__ import annotations

import json
import re
from collections import Counter
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

import pytest

from peerlens.taxonomy import Reason, RequestStatus, Verdict

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
PROBES = ROOT / "tests" / "data" / "probes"


def read(path: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return loaded


def expected_reviews() -> list[dict[str, Any]]:
    reviews: list[dict[str, Any]] = read(EXAMPLES / "expected.json")["reviews"]
    return reviews


@pytest.mark.parametrize("review", expected_reviews(), ids=lambda review: review["review"])
def test_every_expected_quote_occurs_once_in_its_review(review: dict[str, Any]) -> None:
    text = (EXAMPLES / review["review"]).read_text("utf-8")
    assert {one["quote"]: text.count(one["quote"]) for one in review["claims"] + review["requests"]} == {
        one["quote"]: 1 for one in review["claims"] + review["requests"]
    }


def test_expected_verdicts_reasons_and_statuses_are_those_of_the_closed_sets() -> None:
    claims = [claim for review in expected_reviews() for claim in review["claims"]]
    claims += [claim for name in ("variations", "own") for claim in read(PROBES / f"{name}.json")["claims"]]
    requests = [request for review in expected_reviews() for request in review["requests"]]
    assert {Verdict(claim["expect"]) for claim in claims} == set(Verdict)
    assert {reason for claim in claims for reason in claim["reasons"] if reason} <= {str(one) for one in Reason}
    assert {status for request in requests for status in request["expect"]} <= {str(one) for one in RequestStatus}


def test_the_probes_have_24_variations_and_40_claims_of_their_own_with_distinct_ids() -> None:
    counts = {
        name: Counter(claim["id"] for claim in read(PROBES / f"{name}.json")["claims"])
        for name in ("variations", "own")
    }
    assert {name: (len(ids), max(ids.values())) for name, ids in counts.items()} == {
        "variations": (24, 1),
        "own": (40, 1),
    }


def test_every_three_place_figure_of_the_paper_is_one_of_the_run() -> None:
    source = (EXAMPLES / "study" / "main.tex").read_text("utf-8")
    source = re.sub(r"\\begin\{tikzpicture\}.*?\\end\{tikzpicture\}", "", source, flags=re.DOTALL)
    shown = set(re.findall(r"(?<![\d.])\d\.\d{3}(?!\d)", source))
    assert len(shown) > 100
    derived = {"0.001", "0.014"}  # differences of two cells of the ablation table
    assert shown - {rounded(number) for number in numbers(read(EXAMPLES / "study" / "results.json"))} - derived == set()


def numbers(value: object) -> list[float]:
    match value:
        case dict():
            return [number for one in value.values() for number in numbers(one)]
        case list():
            return [number for one in value for number in numbers(one)]
        case float():
            return [value]
        case _:
            return []


def rounded(number: float) -> str:
    return str(abs(Decimal(str(number))).quantize(Decimal("0.001"), ROUND_HALF_UP))
