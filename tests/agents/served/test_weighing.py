"""The confidence in a label from the probabilities of its tokens."""

from __future__ import annotations

import math

import pytest

from peerlens.agents.served.weighing import label_masses

LABELS = ["shown", "partly", "otherwise", "only mentioned", "nothing", "cannot tell"]


def token(text: str, **others: float) -> dict[str, object]:
    top = [{"token": text, "logprob": math.log(1 - sum(others.values()))}]
    top += [{"token": other.replace("_", " "), "logprob": math.log(chance)} for other, chance in others.items()]
    return {"token": text, "logprob": top[0]["logprob"], "top_logprobs": top}


def test_the_mass_of_the_first_token_is_grouped_by_label() -> None:
    tokens = [token('{"finding": "'), token("sh", part=0.2, noth=0.1, s=0.1), token('own"'), token("}")]
    assert label_masses(tokens, "finding", LABELS) == pytest.approx((0.7,))


def test_alternatives_that_begin_no_label_do_not_count() -> None:
    tokens = [token('{"finding":"'), token("nothing", xyz=0.5, partly=0.1), token('"}')]
    assert label_masses(tokens, "finding", LABELS) == pytest.approx((0.8,))


def test_labels_that_begin_alike_are_told_apart_by_the_next_token() -> None:
    tokens = [token('{"finding":"'), token("o", shown=0.2), token("therwise", nly=0.25), token('"}')]
    assert label_masses(tokens, "finding", LABELS) == pytest.approx((0.8 * 0.75,))


def test_a_quotation_mark_in_the_labels_token_is_allowed_for() -> None:
    tokens = [token('{"finding":'), token(' "shown', **{' "nothing': 0.3, "shown": 0.2}), token('"}')]
    assert label_masses(tokens, "finding", LABELS) == pytest.approx((0.5 / 0.8,))


def test_each_value_has_its_own_mass_and_an_unknown_one_none() -> None:
    tokens = [
        token('[{"finding":"'),
        token("shown", partly=0.4),
        token('"},{"finding":"'),
        token("perhaps"),
        token('"}]'),
    ]
    assert label_masses(tokens, "finding", LABELS) == (pytest.approx(0.6), None)


@pytest.mark.parametrize("tokens", [[], [{}], [{"token": '{"finding":"shown"}'}], [{"token": 5}]])
def test_tokens_without_probabilities_tell_nothing(tokens: list[dict[str, object]]) -> None:
    assert not any(label_masses(tokens, "finding", LABELS))
