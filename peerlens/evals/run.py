"""Run a suite, keep its predictions, and score them; or score a file of kept ones."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TextIO, cast

from peerlens.errors import InputError, UsageError
from peerlens.evals import suites as suite_folder
from peerlens.evals.results import EvalResult, Figure
from peerlens.evals.rows import FILE_NAME, Row, read_rows, suite_of, write_row
from peerlens.evals.subject import Subject
from peerlens.settings import Settings

Notify = Callable[[int], None]
"""Called with the number of items done so far."""


class Suite(Protocol):
    """What a module in ``suites/`` has."""

    SUMMARY: str
    ROW: type[Row]

    def predict(self, data: Path, *, subject: Subject, split: str | None = None) -> Iterator[Row]: ...

    def figures(self, rows: Sequence[Any]) -> dict[str, Figure]: ...


class FrozenSuite(Suite, Protocol):
    """A suite whose claims are in a frozen set of that file name, apart from the papers."""

    SET: str

    def predict(
        self, data: Path, *, subject: Subject, split: str | None = None, set_file: Path | None = None
    ) -> Iterator[Row]: ...


def suites() -> dict[str, str]:
    """The suites by name, each with what it measures in a line."""
    return {name: _suite(name).SUMMARY for name in _names()}


def run_suite(
    name: str,
    data: Path,
    *,
    settings: Settings,
    split: str | None = None,
    set_file: Path | None = None,
    out: Path | None = None,
    subject: Subject | None = None,
    notify: Notify | None = None,
) -> EvalResult:
    """Run a suite on the files below ``data`` and score it.

    With ``out``, ``predictions.jsonl`` is written there row by row: what was done before an interruption is kept.
    ``subject`` replaces the program's own engine under ``settings``. ``set_file`` is the frozen set of a suite that has
    one. Raises ``UsageError`` for an unknown suite or split, ``InputError`` for unusable data.
    """
    predict = _predictor(name, set_file)
    rows: list[Row] = []
    with _own_or_given(subject, settings) as measured, _predictions_file(out) as file:
        for row in predict(data, subject=measured, split=split):
            rows.append(row)
            if file is not None:
                file.write(write_row(row))
                file.flush()
            if notify is not None:
                notify(len(rows))
    return _result(name, rows)


def score(predictions: Path) -> EvalResult:
    """Compute every figure again from a predictions file. Raises ``InputError`` when it is not one."""
    name = suite_of(predictions)
    return _result(name, read_rows(predictions, _suite(name).ROW))


def _result(name: str, rows: Sequence[Row]) -> EvalResult:
    scored = {row.item for row in rows if row.dropped is None}
    seen: dict[str, dict[str, None]] = {}
    for row in rows:
        for key, value in row.versions.items():
            seen.setdefault(key, {})[value] = None
    versions = {key: "; ".join(values) for key, values in seen.items()}
    return EvalResult(suite=name, n=len(scored), metrics=_suite(name).figures(rows), versions=versions)


def _names() -> list[str]:
    return sorted(module.name for module in pkgutil.iter_modules(suite_folder.__path__))


def _suite(name: str) -> Suite:
    if name not in _names():
        raise UsageError(f"unknown suite {name!r}", hint=f"known: {', '.join(_names())}")
    return cast(Suite, importlib.import_module(f"{suite_folder.__name__}.{name}"))


def _predictor(name: str, set_file: Path | None) -> Callable[..., Iterator[Row]]:
    suite = _suite(name)
    if set_file is None:
        return suite.predict
    if not hasattr(suite, "SET"):
        with_set = [other for other in _names() if hasattr(_suite(other), "SET")]
        raise UsageError(f"suite {name!r} has no frozen set", hint=f"--set goes with: {', '.join(with_set)}")
    return partial(cast(FrozenSuite, suite).predict, set_file=set_file)


def _own_or_given(subject: Subject | None, settings: Settings) -> AbstractContextManager[Subject]:
    if subject is not None:
        return nullcontext(subject)
    from peerlens.evals.program import Program

    return Program(settings)


def _predictions_file(out: Path | None) -> AbstractContextManager[TextIO | None]:
    if out is None:
        return nullcontext(None)
    try:
        out.mkdir(parents=True, exist_ok=True)
        return (out / FILE_NAME).open("w", encoding="utf-8")
    except OSError as exc:
        raise InputError(f"cannot write to {out}: {exc.strerror}", hint="name another folder with --out DIR") from exc
