"""A model of the duck paper that answers each draft as a careful reader would, unless a test says otherwise."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from tests.agents.served.server import Received, Reply, says

Answer = Callable[[Received], object]


def part(statement: str, says_: str = "is so", **other: object) -> dict[str, object]:
    return {
        "text": statement,
        "statement": statement,
        "says": says_,
        "about": "content",
        "thing": "other",
        "act": "does",
        "core": True,
        "look_for": ["duck"],
        **other,
    }


def grade(finding: str, *quotes: tuple[str, str], number: int = 1, confidence: int = 90) -> dict[str, object]:
    return {
        "part": number,
        "rationale": "As the passage says.",
        "quotes": [{"passage": passage, "quote": quote} for passage, quote in quotes],
        "finding": finding,
        "confidence": confidence,
    }


NOWHERE = {"tool": "none", "query": ""}


def grades(*each: dict[str, object], further: Mapping[str, str] = NOWHERE) -> dict[str, object]:
    return {"grades": list(each), "further": further}


def passage_of(request: Received, words: str) -> str:
    """The short id of the passage that holds ``words`` in the prompt; "P0" if none does."""
    for found in re.finditer(r"^\[(P\d+)\] (.*?)(?=\n\n\[P\d+\]|\n</paper>)", request.user, re.M | re.S):
        if words in found[2]:
            return found[1]
    return "P0"


def script(answers: Mapping[str, object]) -> Callable[[Received], Reply]:
    """Replies by the name of the draft: a value, or a function of the request. The probe is answered as asked."""

    def reply(request: Received) -> Reply:
        if request.draft == "_Bound":
            return says({"word": "kestrel-7"}, tokens=(10, 5))
        answer = answers[request.draft]
        made = answer(request) if callable(answer) else answer
        return made if isinstance(made, Reply) else says(made)

    return reply
