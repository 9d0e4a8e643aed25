"""Measure the program: predict, store, then score. Figures are computed from stored predictions alone."""

from peerlens.evals.options import SuiteOptions
from peerlens.evals.results import EvalResult, Figure
from peerlens.evals.run import blank_form, compare, keep, run_suite, score, suites
from peerlens.evals.tables import notes, table

__all__ = [
    "EvalResult",
    "Figure",
    "SuiteOptions",
    "blank_form",
    "compare",
    "keep",
    "notes",
    "run_suite",
    "score",
    "suites",
    "table",
]
