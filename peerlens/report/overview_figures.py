"""The totals of a batch as lines for a person: the terminal and the page print the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from peerlens.text.counting import counted


def figure_lines(figures: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Names and values, in the order in which they are read. Only what there is to say."""
    lines = [("Lines", _lines(figures)), ("Claims", _claims(figures))]
    if figures["claims"]:
        labels = ", ".join(f"{name} {number}" for name, number in figures["labels"].items())
        lines.append(("Verdicts", labels))
    if figures["weaknesses"]:
        lines.append(("Audit findings", ", ".join(f"{name} {n}" for name, n in figures["weaknesses"].items())))
    if figures["failures"]:
        stages = ", ".join(f"{number} at {stage}" for stage, number in figures["failures"].items())
        lines.append(("Failures", stages))
    lines.append(("Cost", _cost(figures)))
    return lines


def _lines(figures: Mapping[str, Any]) -> str:
    ends = ", ".join(f"{figures[name]} {name}" for name in ("done", "failed", "skipped"))
    return f"{figures['lines']} ({ends}), {counted(figures['papers'], 'paper')}"


def _claims(figures: Mapping[str, Any]) -> str:
    claims = figures["claims"]
    if not claims:
        return "none"
    decided, limit = figures["decided"], figures["engine_limit"]
    text = figures["labels"]["Not Determined"] - limit
    return (
        f"{claims} in {counted(figures['reviews'], 'review')}: {decided} decided ({decided / claims:.0%}), "
        f"{text} that the text cannot settle, {limit} not checked (beyond this engine)"
    )


def _cost(figures: Mapping[str, Any]) -> str:
    usage = figures["usage"]
    asked = ""
    if usage["requests"]:
        asked = (
            f", {usage['requests']:,} requests, {usage['prompt_tokens']:,} prompt tokens "
            f"({usage['cached_tokens']:,} cached), {usage['completion_tokens']:,} completion tokens"
        )
    return f"{duration(figures['seconds'])} in all, {duration(figures['work_seconds'])} of work{asked}"


def duration(seconds: float) -> str:
    """ "42 s", "12 min", "3.4 h": as exact as anybody needs."""
    if seconds < 120:
        return f"{seconds:.0f} s"
    if seconds < 7200:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
