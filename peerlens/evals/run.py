"""Run a suite, keep its predictions, and score them; or score a file of kept ones."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from functools import partial
from pathlib import Path
from typing import Any, Literal, Protocol, TextIO, cast

from peerlens.errors import InputError, UsageError
from peerlens.evals import suites as suite_folder
from peerlens.evals.compare import compare_rows, named
from peerlens.evals.metrics import METRICS
from peerlens.evals.options import FULL, SuiteOptions, flag_of
from peerlens.evals.results import EvalResult, Figure
from peerlens.evals.resuming import store, take_up
from peerlens.evals.rows import FILE_NAME, Row, read_rows, suite_of, write_row
from peerlens.evals.subject import Subject
from peerlens.evals.tables import table_files
from peerlens.settings import Settings

Notify = Callable[[int], None]
"""Called with the number of items done so far."""


class Suite(Protocol):
    """What a module in ``suites/`` has."""

    SUMMARY: str
    ROW: type[Row]

    def predict(self, data: Path, *, subject: Subject, split: str | None = None) -> Iterator[Row]: ...

    def figures(self, rows: Sequence[Any]) -> dict[str, Figure]: ...

    # ``predict`` may take more by keyword, each named as in ``SuiteOptions``; a suite may also have
    # ``side_files(rows)``, the texts of further files for ``--out`` by file name.


def suites() -> dict[str, str]:
    """The suites by name, each with what it measures in a line."""
    return {name: _suite(name).SUMMARY for name in _names()}


def run_suite(
    name: str,
    data: Path,
    *,
    settings: Settings,
    split: str | None = None,
    options: SuiteOptions | None = None,
    out: Path | None = None,
    resume: bool = False,
    subject: Subject | None = None,
    notify: Notify | None = None,
) -> EvalResult:
    """Run a suite on the files below ``data`` and score it.

    With ``out``, ``predictions.jsonl`` is written there row by row: what was done before an interruption is kept, and
    with ``resume`` not judged again where its versions are the same. The tables and the suite's other files follow at
    the end. ``subject`` replaces the program's own engine under ``settings``. Raises ``UsageError`` for an unknown
    suite or split and for an option that the suite does not take, ``InputError`` for unusable data.
    """
    options = options or SuiteOptions()
    predict = _predictor(name, options)
    rows: list[Row] = []
    with ExitStack() as stack:
        measured = stack.enter_context(_own_or_given(subject, settings, mode=options.mode))
        if resume:
            measured = take_up(measured, out, _suite(name).ROW)
        file = stack.enter_context(_predictions_file(out, "a" if resume else "w"))
        for found in predict(data, subject=measured, split=split):
            row = found.model_copy(update={"versions": {**found.versions, "metrics": METRICS}})
            rows.append(row)
            if file is not None and not (resume and row == found):  # what was taken up stands there already
                file.write(write_row(row))
                file.flush()
            if notify is not None:
                notify(len(rows))
    result = _result(name, rows)
    if out is not None:
        if resume:
            store(out / FILE_NAME, rows)
        side_files = getattr(_suite(name), "side_files", None)
        keep(result, out, {} if side_files is None else side_files(rows))
    return result


def score(predictions: Path) -> EvalResult:
    """Compute every figure again from a predictions file. Raises ``InputError`` when it is not one."""
    name = suite_of(predictions)
    return _result(name, read_rows(predictions, _suite(name).ROW))


def blank_form(kind: str | None, data: Path, *, split: str | None = None) -> str:
    """The form (CSV) in which people judge what the suite ``judge`` would have a model judge.

    Raises ``UsageError`` for an unknown kind, ``InputError`` for unusable data.
    """
    from peerlens.evals.datasets.judged import load
    from peerlens.evals.judges import JUDGES, kind_of
    from peerlens.evals.judges.forms import form

    chosen = kind_of(kind)
    return form(load(data, split=split).items, chosen, JUDGES[chosen])


def compare(a: Path, b: Path) -> EvalResult:
    """Two runs of one suite against each other (see ``compare_rows``); each is a predictions file or its folder."""
    first, second = named(a), named(b)
    rows = [read_rows(path, _suite(suite_of(path)).ROW) for path in (first, second)]
    return compare_rows(*rows)


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


def _predictor(name: str, options: SuiteOptions) -> Callable[..., Iterator[Row]]:
    given = options.given()
    for option in given:
        if option not in _taken(name):
            flag = flag_of(option)
            takers = [other for other in _names() if option in _taken(other)]
            raise UsageError(f"suite {name!r} takes no {flag}", hint=f"{flag} goes with: {', '.join(takers)}")
    predict: Callable[..., Iterator[Row]] = _suite(name).predict
    return partial(predict, **given)


def _taken(name: str) -> frozenset[str]:
    """The options that a suite takes."""
    return frozenset(inspect.signature(_suite(name).predict).parameters)


def _own_or_given(subject: Subject | None, settings: Settings, *, mode: str | None) -> AbstractContextManager[Subject]:
    if subject is not None:
        return nullcontext(subject)
    from peerlens.evals.program import Program, in_full

    return Program(in_full(settings) if mode == FULL else settings)


def keep(result: EvalResult, out: Path, others: Mapping[str, str] | None = None) -> None:
    """Write the tables of a result, and other texts by file name, into a folder. Raises ``InputError`` if it cannot."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name, text in {**table_files(result), **(others or {})}.items():
            (out / name).write_text(text, encoding="utf-8")
    except OSError as exc:
        raise InputError(f"cannot write to {out}: {exc.strerror}", hint="name another folder with --out DIR") from exc


def _predictions_file(out: Path | None, mode: Literal["a", "w"]) -> AbstractContextManager[TextIO | None]:
    if out is None:
        return nullcontext(None)
    try:
        out.mkdir(parents=True, exist_ok=True)
        return (out / FILE_NAME).open(mode, encoding="utf-8")
    except OSError as exc:
        raise InputError(f"cannot write to {out}: {exc.strerror}", hint="name another folder with --out DIR") from exc
