"""What a model may write is bounded everywhere, and what it writes beyond is cut off."""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import peerlens.agents.served
from peerlens.agents.served.drafts import Draft, most_tokens, short_form, sized
from peerlens.agents.served.split import ClaimSplit
from peerlens.agents.served.verify import Grades


def drafts() -> list[type[Draft]]:
    for found in pkgutil.walk_packages(peerlens.agents.served.__path__, "peerlens.agents.served."):
        importlib.import_module(found.name)

    def below(base: type[Draft]) -> Iterator[type[Draft]]:
        for one in base.__subclasses__():
            yield one
            yield from below(one)

    return sorted({one for one in below(Draft) if one.__module__.startswith("peerlens")}, key=lambda one: one.__name__)


def nodes(schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield schema
    for value in schema.get("properties", {}).values():
        yield from nodes(value)
    if "items" in schema:
        yield from nodes(schema["items"])


@pytest.mark.parametrize("draft", drafts(), ids=lambda draft: draft.__name__)
def test_every_text_list_and_number_of_a_draft_is_bounded_in_its_schema(draft: type[Draft]) -> None:
    for node in nodes(draft.model_json_schema()):
        match node.get("type"):
            case "string":
                assert "enum" in node or 0 < node["maxLength"] <= 400
            case "array":
                assert 0 < node["maxItems"] <= 16
            case "integer":
                assert node["maximum"] <= 100


def test_the_walk_finds_the_drafts_of_all_skills() -> None:
    names = {draft.__name__ for draft in drafts()}
    assert names >= {"ReviewItems", "ClaimSplit", "Grades", "LabelDraft", "Suggestions", "AnswerDraft", "Proposal"}


def longest(schema: Mapping[str, Any]) -> object:
    """A reply with every text and list as long as it may be, in English words."""
    if "enum" in schema:
        return max(schema["enum"], key=len)
    match schema["type"]:
        case "object":
            return {name: longest(value) for name, value in schema["properties"].items()}
        case "array":
            return [longest(schema["items"])] * schema["maxItems"]
        case "string":
            return ("the counter misses ducks " * 20)[: schema["maxLength"]]
        case "boolean":
            return False
        case _:
            return schema["maximum"]


@pytest.mark.parametrize("draft", drafts(), ids=lambda draft: draft.__name__)
def test_the_token_limit_leaves_room_for_the_longest_reply(draft: type[Draft]) -> None:
    reply = json.dumps(longest(draft.model_json_schema()))
    assert most_tokens(draft) >= len(reply) / 4


def test_what_a_server_that_ignores_the_bounds_lets_through_is_cut_off() -> None:
    part = {
        "text": "x" * 900, "statement": "y", "says": "is so", "about": "content", "thing": "other", "act": "does",
        "core": True, "look_for": ["duck"] * 50,
    }  # fmt: skip
    read = ClaimSplit.model_validate({"parts": [part] * 9})
    assert len(read.parts) == 4
    assert len(read.parts[0].text) == 240
    assert read.parts[0].look_for == ["duck"] * 5


def test_a_sized_draft_keeps_its_name_and_asks_for_so_many_items() -> None:
    form = sized(Grades, "grades", most=2, fewest=2)
    assert form.__name__ == "Grades"
    schema = form.model_json_schema()["properties"]["grades"]
    assert (schema["minItems"], schema["maxItems"]) == (2, 2)
    assert most_tokens(form) < most_tokens(Grades)
    assert short_form(form) == short_form(Grades)
