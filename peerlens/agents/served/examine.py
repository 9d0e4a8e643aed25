"""Look at a server's habits before it is trusted with work: thoughts, logprobs, cached prefixes, two easy claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from peerlens.agents.served.asking import question_words, system_words
from peerlens.agents.served.client import Meter, ModelClient, Question
from peerlens.agents.served.replies import said_by
from peerlens.agents.served.settling import Finding
from peerlens.agents.served.verify import Grades
from peerlens.errors import OutputInvalidError, ServerRefusedError

_ANSWER_TOKENS: Final = 64
_SELF_TEST_TOKENS: Final = 600
_PREFIX_NUMBERS: Final = 1500
"""A prefix of some thousand tokens: hosted services keep none below about a thousand."""
_FIELDS: Final = ("reasoning", "reasoning_content")

_PAPER: Final = """<paper>
Title: Ducks on Lakes

[P1] (1 Method) The camera takes one picture a minute. The counter has two million parameters.

[P2] (2 Results) The counter misses three ducks in a hundred.
</paper>"""
_KNOWN: Final = (
    ("The camera takes a picture every minute.", Finding.SHOWN),
    ("The counter has five million parameters.", Finding.OTHERWISE),
)


@dataclass(frozen=True, slots=True)
class Thinking:
    """``field`` of the message that thoughts come in: ``content`` is the answer's own; ``None`` if none came."""

    field: str | None


@dataclass(frozen=True, slots=True)
class Cached:
    """Of ``prompt`` tokens whose prefix was sent before, those told to be ``cached``; ``None`` if that is not told."""

    prompt: int
    cached: int | None


@dataclass(frozen=True, slots=True)
class Answered:
    """A self-test claim: what is known, and what the model found."""

    statement: str
    known: Finding
    found: Finding


async def thinking(client: ModelClient, meter: Meter, *, model: str, wanted: bool) -> Thinking:
    """Where thoughts come with thinking asked for, or asked not to be."""
    completion = await _asked(
        client, meter, model, "What is 17 + 25?", chat_template_kwargs={"enable_thinking": wanted}
    )
    said = said_by(completion)
    field = next((name for name in _FIELDS if str(said.message.get(name) or "").strip()), None)
    return Thinking(field or ("content" if "<think>" in said.text else None))


async def gives_logprobs(client: ModelClient, meter: Meter, *, model: str) -> bool:
    try:
        completion = await _asked(client, meter, model, "Say yes or no.", logprobs=True, top_logprobs=5)
    except ServerRefusedError:
        return False
    tokens = said_by(completion).tokens
    return bool(tokens and tokens[0].get("top_logprobs"))


async def cached_prefix(client: ModelClient, meter: Meter, *, model: str) -> Cached:
    """Send a long prefix twice, with two questions."""
    prefix = " ".join(str(number) for number in range(_PREFIX_NUMBERS))
    await _asked(client, meter, model, f"{prefix}\n\nWhich number comes first?")
    again = Meter()
    completion = await _asked(client, again, model, f"{prefix}\n\nWhich number comes last?")
    usage = completion.get("usage")
    told = isinstance(usage, dict) and isinstance(usage.get("prompt_tokens_details"), dict)
    meter.requests += again.requests
    return Cached(again.prompt_tokens, again.cached_tokens if told else None)


async def self_test(client: ModelClient, meter: Meter, *, model: str) -> tuple[Answered, ...]:
    """Two claims about two sentences, put as a run puts them. Raises ``OutputInvalidError`` for an unusable reply."""
    answers = []
    for statement, known in _KNOWN:
        words = question_words("verify", Grades, {"parts": f"1. {statement}"})
        question = Question(system_words(), f"{_PAPER}\n\n{words}", max_tokens=_SELF_TEST_TOKENS)
        grades = (await client.ask(question, Grades, model=model, meter=meter)).grades
        if not grades:
            raise OutputInvalidError("the model graded nothing")
        answers.append(Answered(statement, known, grades[0].finding))
    return tuple(answers)


async def _asked(client: ModelClient, meter: Meter, model: str, question: str, **request: Any) -> Mapping[str, Any]:
    plain: Mapping[str, Any] = {
        "messages": [{"role": "user", "content": question}],
        "max_tokens": _ANSWER_TOKENS,
        "temperature": 0,
        "chat_template_kwargs": {"enable_thinking": False},
    }
    return await client.completion({**plain, **request}, model=model, meter=meter)
