"""What a real vLLM makes of our schemas and runs, with a model whose weights are random."""

from __future__ import annotations

import http.client
import json
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pydantic

from peerlens.agents.served import answer, decompose, diagnose, drafts, split, suggest, verify  # noqa: F401  drafts of all skills
from peerlens.agents.served.audit import conditions, skills  # noqa: F401
from tests.vllm.conftest import ADAPTER, KEY, MODEL
from tests.vllm.server import VllmServer

EXAMPLES = Path(__file__).parents[2] / "examples"
REPLIES = 64


def whole_drafts() -> Iterator[type[drafts.Draft]]:
    """Every draft that is asked for, and those inside them."""
    open_ = list(drafts.Draft.__subclasses__())
    while open_:
        draft = open_.pop()
        yield draft
        open_ += draft.__subclasses__()


def asked(server: VllmServer, body: dict[str, object], *, key: str = KEY) -> tuple[int, dict[str, object]]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=300)
    try:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
        connection.request("POST", "/v1/chat/completions", json.dumps(body), headers)
        response = connection.getresponse()
        return response.status, json.loads(response.read())
    finally:
        connection.close()


def test_every_reply_that_is_not_cut_has_the_form_of_its_schema(
    server: VllmServer, table: Callable[[str], None]
) -> None:
    forms = sorted(whole_drafts(), key=lambda one: (one.__module__, one.__qualname__))

    def reply(number: int) -> str:
        draft = forms[number % len(forms)]
        schema = {"name": draft.__name__, "schema": draft.model_json_schema()}
        status, body = asked(
            server,
            {
                "model": MODEL,
                "messages": [{"role": "user", "content": f"Question {number} about the ducks."}],
                "max_tokens": 600,
                "temperature": 0,
                "response_format": {"type": "json_schema", "json_schema": schema},
            },
        )
        assert status == http.client.OK, body
        choice = body["choices"][0]  # type: ignore[index]
        if choice["finish_reason"] == "length":
            return "cut"
        try:
            draft.model_validate_json(choice["message"]["content"], strict=False)
        except pydantic.ValidationError as exc:
            return f"{draft.__name__}: {exc}"
        return "valid"

    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(reply, range(REPLIES)))
    valid, cut = outcomes.count("valid"), outcomes.count("cut")
    table(f"replies of a random model on {len(forms)} schemas: {valid} valid, {cut} cut, n = {REPLIES}")
    assert [one for one in outcomes if one not in ("valid", "cut")] == []
    assert valid > REPLIES // 4


def test_a_run_ends_with_every_claim_judged_or_failed(
    server: VllmServer,
    report_of: Callable[..., dict[str, object]],
    table: Callable[[str], None],
    tmp_path: Path,
) -> None:
    texts = [
        "The paper has no ablation study.",
        "It counts forty lakes.",
        "Section 3 trains with two seeds.",
        "Fig. 2 is wrong.",
    ]
    rows = [json.dumps({"id": f"c{number}", "text": text, "atomic": True}) for number, text in enumerate(texts)]
    claims = tmp_path / "claims.jsonl"
    claims.write_text("\n".join(rows), encoding="utf-8")
    report = report_of(
        "verify",
        EXAMPLES / "paper.pdf",
        claims,
        EXAMPLES / "review-1.md",
        "--base-url",
        server.base_url,
        "--model",
        MODEL,
    )
    ends = [one["claim_id"] for part in ("findings", "failures") for one in report[part]]  # type: ignore[attr-defined, index]
    assert sorted(one for one in ends if one is not None) == ["c0", "c1", "c2", "c3"]
    failures = [one["error"] for one in report["failures"]]  # type: ignore[attr-defined, index]
    assert set(failures) <= {"OutputTruncatedError", "OutputInvalidError"}
    usage = report["usage"]
    assert usage["requests"] > len(texts)  # type: ignore[index]
    assert usage["prompt_tokens"] > 0  # type: ignore[index]
    table(f"verify with a random model: {len(ends)} claims, {len(failures)} failures, {usage['requests']} requests")  # type: ignore[index]


def test_doctor_sees_a_server_that_fits_and_a_model_that_cannot_judge(
    server: VllmServer, peerlens: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    for model in (MODEL, ADAPTER):
        done = peerlens("doctor", "--json", "--base-url", server.base_url, "--model", model)
        checks = {one["name"]: one for one in json.loads(done.stdout)["checks"]}
        fits = ("model server", "model", "context length", "schema", "thinking", "logprobs", "prefix cache")
        assert {name: checks[name]["status"] for name in fits} == dict.fromkeys(fits, "ok")
        assert checks["self-test"]["status"] != "ok"
        assert checks["context length"]["message"].startswith("40960 tokens")


def test_the_key_is_asked_for_and_in_no_list_of_processes(server: VllmServer) -> None:
    status, _ = asked(server, {"model": MODEL, "messages": [{"role": "user", "content": "Hi"}]}, key="another")
    assert status == http.client.UNAUTHORIZED
    for pid in server.started():
        assert KEY.encode() not in Path(f"/proc/{pid}/cmdline").read_bytes()
    assert KEY not in "\n".join(server.log)


def test_usage_is_not_reported_and_prompts_are_not_logged(server: VllmServer) -> None:
    words = "A sentence of a confidential manuscript."
    asked(server, {"model": MODEL, "messages": [{"role": "user", "content": words}], "max_tokens": 1})
    assert words not in "\n".join(server.log)
    launched = [pid for pid in server.started() if b"launch.py" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    assert len(launched) == 2  # the front and what watches it
    for pid in launched:
        assert b"VLLM_NO_USAGE_STATS=1" in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
