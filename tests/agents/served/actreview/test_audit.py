"""An audit by a model that writes the ActReview format, over real HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from peerlens.agents.served.client import ModelClient
from peerlens.agents.served.family import ServedFamily
from peerlens.graph.audit import audit_paper
from peerlens.schema import Report
from peerlens.settings import ContextName, ProfileName, Settings
from peerlens.store.library import PaperStore
from peerlens.taxonomy import Ground, Outcome, Severity, Weakness
from tests.agents.served.actreview.test_reading import ANALYSIS
from tests.agents.served.conftest import Serve
from tests.agents.served.scripts import script
from tests.agents.served.server import Received, Reply, says
from tests.agents.served.test_golden import settings, store
from tests.agents.served.test_runs import AUDIT

__all__ = ["settings", "store"]  # fixtures

Audit = Callable[[Callable[[Received], Reply]], Report]
LABEL = Weakness.L2_1_3


@pytest.fixture
def audit(
    serve: Serve, store: PaperStore, settings: Settings, client_of: Callable[..., ModelClient]
) -> Callable[..., Report]:
    def run(first: object, second: object = ANALYSIS) -> Report:
        def reply(request: Received) -> Reply:
            if "response_format" in request.body:
                return script(AUDIT)(request)
            said = first if request.user.startswith("[TASK 1]") else second
            return said if isinstance(said, Reply) else says(said)

        run.server = serve(reply)  # type: ignore[attr-defined]
        family = ServedFamily(client_of(run.server), context=ContextName.RAG, profile=ProfileName.ACTREVIEW)  # type: ignore[attr-defined]
        return asyncio.run(audit_paper(store, family=family, settings=settings, labels=[LABEL]))

    return run


def test_claims_become_findings_with_severity_and_suggestions_from_the_analysis(audit: Callable[..., Report]) -> None:
    report = audit("**Claim 1**: The paper reports no test on geese.")
    (row,) = report.labels
    (finding,) = row.findings
    assert finding.claim == "The paper reports no test on geese."
    assert [(one.what, one.where) for one in finding.suggestions] == [
        ("Test geese", "Section 4"),
        ("Say why not", "Section 1"),
    ]
    assert finding.severity is Severity.MAJOR
    assert set(report.run.prompts) >= {"actreview_claims", "actreview_analysis"}


def test_the_format_is_asked_for_in_one_user_turn_without_a_schema(audit: Callable[..., Report]) -> None:
    audit("None")
    (request,) = [one for one in audit.server.received if "response_format" not in one.body]  # type: ignore[attr-defined]
    assert [turn["role"] for turn in request.body["messages"]] == ["user"]
    assert request.body["stop"] == ["<|im_end|>", "<|endoftext|>"]
    assert (request.body["max_tokens"], request.body["temperature"]) == (384, 0)
    heads = [
        "[TASK 1] Weakness Claim Discovery", "**Paper**: Ducks on Lakes", "**Keywords**:", "**Abstract**:\nWe count",
        f"**Weakness label**: {LABEL.value} — {LABEL.display_name}",
        "**Retrieved snippets**:\n[Snippet 1] (p.0, score=0.", "**Important**",
    ]  # fmt: skip
    at = [request.user.index(head) for head in heads]
    assert at == sorted(at)


def test_none_ends_as_nothing_located_and_an_empty_or_unreadable_reply_as_a_failure(
    audit: Callable[..., Report],
) -> None:
    abstained = audit("None.")
    assert [(row.outcome, row.reason) for row in abstained.labels] == [(Outcome.NONE, Ground.NOTHING_LOCATED)]
    assert abstained.failures == ()


@pytest.mark.parametrize(("reply", "words"), [("", "empty"), ("It is a fine paper.", "ActReview format")])
def test_what_is_no_answer_is_a_failure_and_never_none(reply: str, words: str, audit: Callable[..., Report]) -> None:
    report = audit(reply)
    assert [row.outcome for row in report.labels] == [Outcome.NOT_ASSESSABLE]
    (failure,) = report.failures
    assert failure.error == "OutputInvalidError"
    assert words in failure.message


def test_a_reply_cut_off_twice_is_a_failure_and_gets_twice_the_tokens_once(audit: Callable[..., Report]) -> None:
    report = audit(says("Claim 1: The", finish="length"))
    assert [failure.error for failure in report.failures] == ["OutputTruncatedError"]
    asked = [one.body["max_tokens"] for one in audit.server.received if "response_format" not in one.body]  # type: ignore[attr-defined]
    assert asked == [384, 768]
