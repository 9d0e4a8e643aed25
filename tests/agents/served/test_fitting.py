"""What is asked of a server follows from what it tells: its slots, its tokenizer, the probabilities of its tokens."""

from __future__ import annotations

import json
import math
from collections.abc import Callable

import pytest

from peerlens.schema import Report
from peerlens.settings import ContextName
from peerlens.store.library import PaperStore
from peerlens.taxonomy import Verdict, Weakness
from tests.agents.served.conftest import Serve
from tests.agents.served.scripts import grade, grades, passage_of, script
from tests.agents.served.server import Received, Reply, says
from tests.agents.served.test_golden import settings, store
from tests.agents.served.test_runs import AUDIT, CAREFUL, ITEMS, audit, judge, verify

__all__ = ["audit", "settings", "store", "verify"]  # fixtures

Run = Callable[..., Report]
ONE = b"## Weaknesses\n\nW2. The counter has five million parameters.\n"
ONE_ITEM = {"items": [{**ITEMS["items"][1], "sentence": 1}]}


def served_by(owner: str, **told: object) -> list[dict[str, object]]:
    return [{"id": "m", "owned_by": owner, **told}]


def test_no_more_requests_are_in_flight_than_llama_cpp_has_slots(serve: Serve, verify: Run) -> None:
    server = serve(script(CAREFUL), models=served_by("llamacpp"))
    server.slots = 1
    verify(server)
    assert server.at_once == 1


def test_prompts_on_the_paper_are_counted_by_the_servers_tokenizer_before_they_are_sent(
    serve: Serve, verify: Run
) -> None:
    server = serve(script({**CAREFUL, "ReviewItems": ONE_ITEM}), models=served_by("vllm", max_model_len=4096))
    server.tokenizer = lambda text: len(text.split())
    report = verify(server, ONE)
    assert server.tokenized >= 2
    assert report.usage.requests == len(server.received) + server.listed + server.tokenized


def test_a_prompt_that_the_tokenizer_finds_too_long_is_trimmed_by_rank_and_said(serve: Serve, verify: Run) -> None:
    server = serve(script({**CAREFUL, "ReviewItems": ONE_ITEM}), models=served_by("vllm", max_model_len=4096))
    server.tokenizer = lambda text: 3000 if text == "Two ducks." else 2500 * text.count("\n\n[P")
    (finding,) = verify(server, ONE).findings
    assert finding.label is Verdict.NOT_SUPPORTED
    (graded,) = [request for request in server.received if request.draft == "Grades"]
    assert graded.user.count("\n\n[P") == 1
    (left,) = [step for step in finding.steps if step.tool == "leave out"]
    assert left.query == f"{len(left.found)} passages did not fit the prompt"
    assert len(left.found) >= 1


def test_a_server_of_another_kind_is_not_asked_to_count(serve: Serve, verify: Run) -> None:
    server = serve(script(CAREFUL), models=served_by("somebody"))
    verify(server)
    assert server.tokenized == 0


def with_chances(content: object, label: str, mass: float) -> Reply:
    """The reply with one token for each character, except the label: that is one, with ``mass``."""
    text = json.dumps(content)
    at = text.index(f'"{label}"') + 1
    pieces = [*text[:at], label, *text[at + len(label) :]]
    tokens = [
        {
            "token": piece,
            "logprob": math.log(mass if piece == label else 1.0),
            "top_logprobs": [
                {"token": piece, "logprob": math.log(mass if piece == label else 1.0)},
                *([{"token": "nothing", "logprob": math.log(1 - mass)}] if piece == label else []),
            ],
        }
        for piece in pieces
    ]
    reply = says(content)
    reply.body["choices"][0]["logprobs"] = {"content": tokens}  # type: ignore[index]
    return reply


def test_the_confidence_is_the_probability_of_the_label_where_the_server_tells_it(serve: Serve, verify: Run) -> None:
    def weighed(request: Received) -> Reply:
        if request.draft == "_Bound":
            return with_chances({"word": "kestrel-7"}, "kestrel-7", 0.9)
        if request.draft == "Grades":
            return with_chances(judge(request), "otherwise", 0.64)
        return script({**CAREFUL, "ReviewItems": ONE_ITEM})(request)

    server = serve(weighed)
    (finding,) = verify(server, ONE).findings
    assert finding.confidence == 0.64
    (graded,) = [request for request in server.received if request.draft == "Grades"]
    assert (graded.body["logprobs"], graded.body["top_logprobs"]) == (True, 20)


def test_a_server_that_refuses_to_give_probabilities_is_asked_without_them(serve: Serve, verify: Run) -> None:
    def refuse(request: Received) -> Reply:
        if "logprobs" in request.body:
            return Reply(400, {"error": {"message": "logprobs are not supported"}})
        return script({**CAREFUL, "ReviewItems": ONE_ITEM})(request)

    server = serve(refuse)
    (finding,) = verify(server, ONE).findings
    assert finding.confidence == 0.9
    assert sum("logprobs" in request.body for request in server.received) == 1


@pytest.mark.parametrize(
    ("tool", "query", "words"),
    [
        ("search", "parameters of the counter", "two million"),
        ("read", "Section 2", "two million"),
        ("scan", "million parameters", "two million"),
        ("locate", "The counter has two million parameters", "two million"),
    ],
)
def test_a_further_look_that_the_model_asks_for_is_carried_out_recorded_and_shown_to_it(
    tool: str, query: str, words: str, serve: Serve, verify: Run, store: PaperStore
) -> None:
    asked: list[Received] = []

    def look_first(request: Received) -> object:
        asked.append(request)
        if len(asked) == 1:
            return grades(grade("nothing"), further={"tool": tool, "query": query})
        return grades(grade("otherwise", (passage_of(request, words), "The counter has two million parameters.")))

    found_by_search = {**CAREFUL, "ReviewItems": ONE_ITEM, "Grades": look_first}
    (finding,) = verify(serve(script(found_by_search)), ONE).findings
    steps = [(step.tool, step.query) for step in finding.steps]
    assert (tool, query) in steps
    step = next(step for step in finding.steps if (step.tool, step.query) == (tool, query))
    texts = {one.id: store.manuscript.text[one.start : one.end] for one in store.passages}
    assert any(words in texts[one] for one in step.found)


def test_a_model_that_would_look_for_ever_is_stopped_after_two_looks(serve: Serve, verify: Run) -> None:
    def never_done(request: Received) -> object:
        return grades(grade("nothing"), further={"tool": "search", "query": f"ducks {len(request.user)}"})

    server = serve(script({**CAREFUL, "ReviewItems": ONE_ITEM, "Grades": never_done}))
    verify(server, ONE)
    assert 1 <= sum(request.draft == "Grades" for request in server.received) <= 3


def test_an_audit_may_look_further_before_it_proposes_and_says_so(serve: Serve, audit: Run) -> None:
    def look_first(request: Received) -> object:
        nothing = {"reading": "?", "candidates": [], "further": {"tool": "read", "query": "Section 4"}}
        return nothing if "We did not test geese" not in request.user else AUDIT["Proposal"]

    server = serve(script({**AUDIT, "Proposal": look_first}))
    report = audit(server, [Weakness.L2_1_2])
    proposals = [request for request in server.received if request.draft == "Proposal"]
    if len(proposals) > 1:
        (finding,) = report.labels[0].findings
        assert ("read", "Section 4") in [(step.tool, step.query) for step in finding.steps]


@pytest.mark.parametrize("context", [ContextName.FULL, ContextName.RAG])
def test_every_question_on_a_paper_opens_with_the_same_bytes_whatever_is_asked(
    context: ContextName, serve: Serve, verify: Run, audit: Run
) -> None:
    models = [{"id": "m", "max_model_len": 32768}]
    first, second = serve(script(CAREFUL), models=models), serve(script(AUDIT), models=models)
    verify(first, context=context)
    audit(second, [Weakness.L2_1_2, Weakness.L2_2_1], context=context)
    on_paper = [one for one in (*first.received, *second.received) if one.user.startswith("<paper>")]
    assert {one.draft for one in on_paper} >= {"Grades", "AnswerDraft", "Proposal", "ReplyDraft", "Suggestions"}
    end = "</paper>" if context is ContextName.FULL else "\n\n[P"
    heads = {f"{one.system}\n{one.user.partition(end)[0]}" for one in on_paper}
    assert len(heads) == 1


def test_the_first_question_on_a_whole_paper_is_answered_before_another_is_sent(serve: Serve, verify: Run) -> None:
    seen: list[int] = []

    def count(request: Received) -> Reply:
        if request.user.startswith("<paper>"):
            seen.append(sum(one.user.startswith("<paper>") for one in server.answered))
        return script(CAREFUL)(request)

    server = serve(count, models=[{"id": "m", "max_model_len": 32768}])
    verify(server, context=ContextName.FULL)
    assert seen[0] == 0
    assert all(answered >= 1 for answered in seen[1:])
    assert len(seen) >= 3
