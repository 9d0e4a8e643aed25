"""Finding words and names by whole tokens."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peerlens.tools.scan import TokenIndex


def _found(probe: str, text: str) -> list[str]:
    return [text[start:end] for start, end in TokenIndex.of(text).find(probe)]


@pytest.mark.parametrize(
    ("probe", "text", "found"),
    [
        ("ablation", "Two ablations; we ablate all.", ["ablations", "ablate"]),
        ("data set", "the dataset, a data-set, data sets", ["dataset", "data-set", "data sets"]),
        ("dataset", "the data sets and a data-\nset", ["data sets", "data-\nset"]),
        ("fine-tuning", "fine tuning, finetuned, fine-tuned", ["fine tuning", "finetuned", "fine-tuned"]),
        ("hyper-parameters", "hyperparameter and hyper parameter", ["hyperparameter", "hyper parameter"]),
        ("hyperparameter", "hyper-parameters", ["hyper-parameters"]),
        ("re-ranking", "reranking and re-ranked", ["reranking", "re-ranked"]),
        ("ICE", "ICE, ice, choice, ICEs, MICE", ["ICE", "ICEs"]),
        ("ice", "ICE, ice, choice", ["ICE", "ice"]),
        ("RACE", "the race for RACE", ["RACE"]),
        ("BERT", "BERT, GBERT, bert, BERT-large, mBERT", ["BERT", "BERT"]),
        ("GPT-4", "GPT-4V, GPT-4, GPT4, GPT-4.5, GPT-4-turbo", ["GPT-4", "GPT4", "GPT-4"]),
        ("ResNet", "ResNet18 and ResNet-50, ResNets, ResNeXt", ["ResNet18", "ResNet", "ResNets"]),
        ("CIFAR-10", "CIFAR10, CIFAR-100, CIFAR-10", ["CIFAR10", "CIFAR-10"]),
        ("generalization", "in general it generalises and generalized", ["generalises", "generalized"]),
        ("university", "a universal universe of universities", ["universities"]),
        ("0.05", "0.05 or 0.051 or 10.05", ["0.05"]),
        ("significance test", "a significance\n test. Significance. Tests", ["significance\n test"]),
        ("error bars", "**error** bars", ["error** bars"]),
        ("estimation", "the estima-\ntion of", ["estima-\ntion"]),
        ("efficient", "efﬁcient", ["efﬁcient"]),
        ("消融", "我们做了消融实验。", ["消融"]),
        ("model's", "the models", ["models"]),
        ("", "anything", []),
        ("!?", "anything!?", []),
    ],
)
def test_a_probe_matches_whole_tokens_in_every_spelling_of_theirs(probe: str, text: str, found: list[str]) -> None:
    assert _found(probe, text) == found


@given(st.lists(st.sampled_from(["alpha", "beta", "GPT-4", "0.05", "fine-tuned", "ICE"]), min_size=1, max_size=5))
def test_a_probe_is_found_in_its_own_words(words: list[str]) -> None:
    probe = " ".join(words)
    assert _found(probe, f"before {probe} after") == [probe]
