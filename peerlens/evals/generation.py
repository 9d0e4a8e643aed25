"""Measures of generated weaknesses and suggestions: specificity, one-to-one alignment with references, overlap.

Alignment and overlap need the extra ``eval`` (SciPy, rouge-score, sacrebleu).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np

from peerlens.errors import UsageError

Matrix = Sequence[Sequence[float]]
"""Similarities, generated texts in rows, references in columns."""

_PLACE: Final = re.compile(
    r"\b(?:section|sec\.|figure|fig\.|table|tab\.|algorithm|alg\.|appendix|equation|eq\.)s?\s*\(?"
    r"(?:\d+(?:\.\d+)*|[A-Z](?:\.\d+)*(?![a-z]))",
    re.IGNORECASE,
)
_TERM: Final = re.compile(r"[A-Z]{2,}")
_NUMBER: Final = re.compile(r"(?<![\w.])[-+]?\d+(?:[.,]\d+)*\s?%?")


def specificity(text: str) -> float:
    """Spec(y) = L + 0.5·T + 0.3·Q (ActReview, evaluation of task 1).

    L: location references (Section 3, Figure 2, Table 1, Algorithm 1, Appendix A, Equation 4). T: distinct runs of two
    capitals or more. Q: numeric expressions, those of location references among them. Evid.spec is the same of the
    evidence.
    """
    places, terms, numbers = _PLACE.findall(text), set(_TERM.findall(text)), _NUMBER.findall(text)
    return len(places) + 0.5 * len(terms) + 0.3 * len(numbers)


@dataclass(frozen=True, slots=True)
class Alignment:
    """Pairs (generated, reference) by position, and how many of either side stand alone."""

    pairs: tuple[tuple[int, int], ...]
    over: int
    under: int


def align(similarity: Matrix, *, references: int) -> Alignment:
    """The one-to-one matching of the largest total similarity (ActReview, claim alignment; Kuhn 1955).

    Every text of the shorter side is matched; what is left of the longer is over- or under-generation.
    """
    generated = len(similarity)
    if not generated or not references:
        return Alignment((), over=generated, under=references)
    rows, columns = _extra("scipy.optimize").linear_sum_assignment(np.array(similarity), maximize=True)
    pairs = tuple(sorted((int(row), int(column)) for row, column in zip(rows, columns, strict=True)))
    return Alignment(pairs, over=generated - len(pairs), under=references - len(pairs))


def best_similarity(similarity: Matrix) -> list[float]:
    """Sugg.sim, for each generated suggestion: its best cosine to a reference one (ActReview, evaluation of task 2)."""
    return [max(row) for row in similarity if row]


def rouge_l(generated: str, reference: str) -> float:
    """ROUGE-L F-measure without stemming (Lin 2004), from 0 to 1."""
    return float(_rouge().score(reference, generated)["rougeL"].fmeasure)


def bleu(generated: str, reference: str) -> float:
    """Sentence BLEU with the orders that the text is long enough for (Papineni et al. 2002; sacrebleu), from 0 to 1."""
    scored = _extra("sacrebleu").sentence_bleu(generated, [reference], use_effective_order=True)
    return float(scored.score / 100)


@cache
def _rouge() -> Any:
    return _extra("rouge_score.rouge_scorer").RougeScorer(["rougeL"])


def _extra(module: str) -> Any:
    import importlib

    try:
        return importlib.import_module(module)
    except ImportError as exc:
        raise UsageError(
            f"{module.partition('.')[0]} is not installed", hint="these measures need: pip install 'peerlens[eval]'"
        ) from exc
