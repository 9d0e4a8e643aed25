"""What judges read, to the letter. ``PEERLENS_REWRITE_GOLDEN=1`` writes the files anew."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from peerlens.errors import InputError
from tests.agents.served.conftest import Serve
from tests.agents.served.scripts import script
from tests.agents.served.server import Received
from tests.evals.judges.conftest import Judge, Write
from tests.evals.judges.test_rubric import GRADES, MADE

GOLDEN = Path(__file__).parent / "golden"
CLAIMS = {"north": "Table 2 has no spread over seeds.", "south": "The evaluation is weak."}
ADVICE = {"north": {"what": "report the spread", "where": "Table 2"}, "south": ["run more seeds", "add a test"]}
ITEM: dict[str, Any] = {
    "id": "1",
    "label": "L2.1.3",
    "context": "Table 2 gives one number a row.",
    "candidates": CLAIMS,
}


def check(draft: str, request: Received) -> None:
    """Hold what was sent for a draft against its file."""
    read = f"--- system\n{request.system}\n--- user\n{request.user}\n"
    path = GOLDEN / f"{draft}.txt"
    if os.environ.get("PEERLENS_REWRITE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(read, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == read


@pytest.mark.parametrize(
    ("kind", "item", "drafts"),
    [
        ("pairwise", ITEM, ["ClaimsChoice"]),
        ("pairwise", ITEM | {"task": "suggestions", "candidates": ADVICE}, ["SuggestionsChoice"]),
        ("rubric", ITEM, ["RubricDraft", "GradesDraft"]),
        ("absence", {"id": "1", "claim": "No spread is given.", "context": "Over 5 seeds."}, ["AbsenceDraft"]),
        ("equivalence", {"id": "1", "a": "It misses nine.", "b": "Nine are missed."}, ["EquivalenceDraft"]),
        ("ratings", ITEM, ["RatingsDraft"]),
    ],
)
def test_the_prompts_of_judges_read_as_stored(
    serve: Serve, judge: Judge, write: Write, kind: str, item: dict[str, Any], drafts: list[str]
) -> None:
    server = serve(script({name: {} for name in drafts} | {"RubricDraft": MADE, "GradesDraft": GRADES}))
    judge(kind, write(item), server=server)
    for draft in drafts:
        request = min((one for one in server.received if one.draft == draft), key=lambda one: (len(one.user), one.user))
        check(draft, request)


def test_a_label_that_is_none_is_named(judge: Judge, write: Write) -> None:
    with pytest.raises(InputError, match="unknown label 'L9'"):
        judge("absence", write({"id": "1", "label": "L9"}))
