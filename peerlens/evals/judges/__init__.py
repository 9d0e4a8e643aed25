"""Judges of texts, by a model or by people with a form: none is ever told which system wrote what."""

from __future__ import annotations

from collections.abc import Mapping

from peerlens.errors import UsageError
from peerlens.evals.judges import absence, equivalence, pairwise, ratings, rubric
from peerlens.evals.judges.judge import Judge, Kind

JUDGES: Mapping[Kind, Judge] = {
    Kind.PAIRWISE: pairwise,
    Kind.RUBRIC: rubric,
    Kind.ABSENCE: absence,
    Kind.EQUIVALENCE: equivalence,
    Kind.RATINGS: ratings,
}


def kind_of(name: str | None) -> Kind:
    """The kind of judge of that name. Raises ``UsageError`` where none or an unknown one is given."""
    try:
        return Kind(name or "")
    except ValueError as exc:
        said = f"unknown kind {name!r}" if name else "say which judge"
        raise UsageError(said, hint=f"--kind {'|'.join(Kind)}") from exc
