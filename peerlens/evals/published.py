"""Figures that others published, from ``published.toml``, for the measures that a suite has in common with them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files

from peerlens.schema import Record


class Published(Record):
    """``measure``: the name of our figure that it stands beside; ``system``: whose value it is."""

    suite: str
    measure: str
    value: float
    system: str
    source: str


def published_figures(suite: str) -> Mapping[str, tuple[Published, ...]]:
    """What was published for the measures of a suite, by measure."""
    text = (files("peerlens.evals") / "published.toml").read_text(encoding="utf-8")
    found: dict[str, tuple[Published, ...]] = {}
    for row in map(Published.model_validate, tomllib.loads(text)["figure"]):
        if row.suite == suite:
            found[row.measure] = (*found.get(row.measure, ()), row)
    return found
