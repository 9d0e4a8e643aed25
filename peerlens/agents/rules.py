"""Derive a claim's verdict from its ledger of parts: the one place where labels come from."""

from __future__ import annotations

from collections.abc import Sequence

from peerlens.errors import OutputInvalidError
from peerlens.schema import Part
from peerlens.taxonomy import PartStatus, Reason, Verdict

_DEFAULT_REASONS = {
    PartStatus.CONTRADICTED: Reason.STATED_OTHERWISE,
    PartStatus.PARTIAL: Reason.SCOPE,
    PartStatus.SILENT: Reason.ABSENT_AFTER_FULL_SCAN,
    PartStatus.UNDECIDABLE: Reason.INFERENCE,
}


def derive(parts: Sequence[Part]) -> tuple[Verdict, Reason | None]:
    """Turn graded parts into a verdict and the reason for it.

    The main predicate being undecidable decides alone. Otherwise the decidable core parts do: all supported,
    all contradicted, all silent, or a mix. A silent detail changes nothing; a contradicted one lowers Supported to
    Partially Supported. Raises ``OutputInvalidError`` when no part is the main predicate.
    """
    main = next((part for part in parts if part.main), None)
    if main is None:
        raise OutputInvalidError("a judgement has no main part", hint="this is a fault of the verifier")
    if main.status is PartStatus.UNDECIDABLE:
        return Verdict.NOT_DETERMINED, _reason(main)
    core = [part for part in parts if (part.core or part.main) and part.status is not PartStatus.UNDECIDABLE]
    details = [part for part in parts if not (part.core or part.main)]
    match {part.status for part in core}:
        case s if s == {PartStatus.SUPPORTED}:
            spoiled = next((part for part in details if part.status is PartStatus.CONTRADICTED), None)
            if spoiled is not None:
                return Verdict.PARTIALLY_SUPPORTED, _reason(spoiled)
            return Verdict.SUPPORTED, main.reason
        case s if s == {PartStatus.CONTRADICTED}:
            return Verdict.NOT_SUPPORTED, _reason(main)
        case s if s == {PartStatus.SILENT}:
            return Verdict.NOT_DETERMINED, _reason(main)
        case _:
            return Verdict.PARTIALLY_SUPPORTED, _reason_of_mix(core)


def _reason(part: Part) -> Reason:
    return part.reason or _DEFAULT_REASONS[part.status]


def _reason_of_mix(core: Sequence[Part]) -> Reason:
    """The reason of what fails: a contradiction before a partial part before a silent one."""
    for status in (PartStatus.CONTRADICTED, PartStatus.PARTIAL):
        failing = next((part for part in core if part.status is status), None)
        if failing is not None:
            return _reason(failing)
    return Reason.PART_MISSING
