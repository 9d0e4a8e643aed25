"""Does confidence mean something? The verdicts of Peerify, or stored ones, by how sure the program was.

Only verdicts that were given are answers; Not Determined is none and is never covered. What puts confidence right is
fitted on one half of the papers and measured on the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from peerlens.evals.calibration import (
    Answer,
    Isotonic,
    Temperature,
    calibration_figures,
    lowest_confidence,
    risk_coverage,
)
from peerlens.evals.controls import TEST, TUNE, half_of
from peerlens.evals.results import Figure, count
from peerlens.evals.rows import VerdictRow, read_rows
from peerlens.evals.shares import is_right_on_its_document
from peerlens.evals.subject import Subject
from peerlens.evals.suites import verdicts
from peerlens.taxonomy import Verdict

SUMMARY = "confidence of verdicts: reliability, ECE, risk–coverage, and what calibrating on one half does for the other"
ROW = VerdictRow

MAX_RISK: Final = 0.2
"""Wrong answers that a threshold is picked to stay below."""


def predict(
    data: Path, *, subject: Subject, split: str | None = None, predictions: Path | None = None
) -> Iterator[VerdictRow]:
    """The rows of the suite ``verdicts``, or those of ``predictions``, whatever suite of verdicts they are from."""
    if predictions is None:
        rows: Iterator[VerdictRow] | Sequence[VerdictRow] = verdicts.predict(data, subject=subject, split=split)
    else:
        rows = read_rows(predictions, VerdictRow)
    for row in rows:
        yield row.model_copy(update={"suite": "calibration"})


def figures(rows: Sequence[VerdictRow]) -> dict[str, Figure]:
    """For all sets and each: reliability and risk–coverage as given; then what two ways of calibrating change."""
    asked = [row for row in rows if row.dropped is None and row.error is None and not _is_control(row)]
    sets = list(dict.fromkeys(row.set_ for row in asked))
    groups = {"all": asked} if len(sets) > 1 else {}
    groups |= {name: [row for row in asked if row.set_ == name] for name in sets}
    result: dict[str, Figure] = {}
    for name, group in groups.items():
        answers = _answers(group)
        result[f"{name}: answered"] = count(len(answers), n=len(group))
        found = calibration_figures(answers) | risk_coverage(answers, asked=len(group))
        result |= {f"{name}: {key}": figure for key, figure in found.items()}
        result |= {f"{name}, {key}": figure for key, figure in _calibrated(group).items()}
    return result


def _is_control(row: VerdictRow) -> bool:
    """A claim judged on a wrong paper though its label is of its own; without a label such a claim tests as any."""
    return row.arm == verdicts.WRONG_PAPER and row.gold is not None


def _answers(rows: Sequence[VerdictRow]) -> list[Answer]:
    return [
        Answer(row.paper, row.confidence, is_right_on_its_document(row))
        for row in rows
        if row.confidence is not None and row.predicted not in (None, Verdict.NOT_DETERMINED)
    ]


def _calibrated(rows: Sequence[VerdictRow]) -> dict[str, Figure]:
    """On the test half: confidence as given, after isotonic regression, after temperature; and a threshold's worth."""
    tune = _answers([row for row in rows if half_of(row.paper) == TUNE])
    of_test = [row for row in rows if half_of(row.paper) == TEST]
    test = _answers(of_test)
    if not tune or not test:
        return {}
    temperature = Temperature.fitted(tune)
    result: dict[str, Figure] = {}
    ways: dict[str, Callable[[float], float]] = {
        "as given": float,
        "isotonic": Isotonic.fitted(tune),
        "temperature": temperature,
    }
    for name, put_right in ways.items():
        measured = calibration_figures([replace(one, confidence=put_right(one.confidence)) for one in test])
        result |= {f"test half, {name}: {key}": measured[key] for key in ("ECE", "Brier")}
    result["temperature of the tune half"] = Figure(value=temperature.value, n=len(tune))
    threshold = lowest_confidence(tune, max_risk=MAX_RISK)
    if threshold is not None:
        kept = [one for one in test if one.confidence >= threshold]
        wrong = sum(not one.right for one in kept)
        result |= {
            f"lowest confidence with at most {MAX_RISK:.0%} wrong, tune half": Figure(value=threshold, n=len(tune)),
            "test half at that confidence: wrong": Figure(value=wrong / len(kept) if kept else None, n=len(kept)),
            "test half at that confidence: answered": Figure(value=len(kept) / len(of_test), n=len(of_test)),
        }
    return result
