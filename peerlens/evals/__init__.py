"""Measure the program: predict, store, then score. Figures are computed from stored predictions alone."""

from peerlens.evals.results import EvalResult, Figure, table
from peerlens.evals.run import run_suite, score, suites

__all__ = ["EvalResult", "Figure", "run_suite", "score", "suites", "table"]
