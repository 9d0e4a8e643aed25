"""What an evaluation ends with: figures with intervals, and the table they are shown as."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from peerlens.schema import Record


class Figure(Record):
    """One measured value. ``low``/``high``: 2.5 and 97.5 % of a bootstrap over papers, ``None`` where there is none.

    ``n``: how many items the value is over. ``value`` is ``None`` when there is no such item.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    n: int


class EvalResult(Record):
    """The document ``peerlens.eval/1``. ``n``: items scored; ``versions``: what the figures depend on."""

    schema_: Literal["peerlens.eval/1"] = Field(default="peerlens.eval/1", alias="schema")
    suite: str
    n: int
    metrics: dict[str, Figure]
    versions: dict[str, str]

    def to_json(self, *, indent: int | None = 2) -> str:
        return self.model_dump_json(by_alias=True, indent=indent)


def count(value: int, *, n: int) -> Figure:
    """A plain count, which has no interval."""
    return Figure(value=float(value), n=n)
