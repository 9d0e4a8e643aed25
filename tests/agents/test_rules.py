"""The label rule, exhaustively: every combination of up to three core parts and one detail."""

from itertools import product

import pytest

from peerlens.agents.rules import derive
from peerlens.errors import OutputInvalidError
from peerlens.schema import Part
from peerlens.taxonomy import PartStatus, Polarity, Reason, Verdict

S, C, P, N, U = (
    PartStatus.SUPPORTED,
    PartStatus.CONTRADICTED,
    PartStatus.PARTIAL,
    PartStatus.SILENT,
    PartStatus.UNDECIDABLE,
)


def part(status: PartStatus, *, main: bool = False, core: bool = True, reason: Reason | None = None) -> Part:
    return Part(text="x", polarity=Polarity.PRESENCE, status=status, main=main, core=core, reason=reason)


def expected(main: PartStatus, others: tuple[PartStatus, ...], details: tuple[PartStatus, ...]) -> Verdict:
    """The rule of the design, written a second time as a table of counts."""
    if main is U:
        return Verdict.NOT_DETERMINED
    core = [status for status in (main, *others) if status is not U]
    if core.count(S) == len(core):
        return Verdict.PARTIALLY_SUPPORTED if C in details else Verdict.SUPPORTED
    if core.count(C) == len(core):
        return Verdict.NOT_SUPPORTED
    if core.count(N) == len(core):
        return Verdict.NOT_DETERMINED
    return Verdict.PARTIALLY_SUPPORTED


COMBINATIONS = [
    (main, others, details)
    for main in PartStatus
    for n_others in range(3)
    for others in product(PartStatus, repeat=n_others)
    for n_details in range(3)
    for details in product(PartStatus, repeat=n_details)
]


def test_every_combination_of_parts_gets_the_label_of_the_rule() -> None:
    assert len(COMBINATIONS) == 5 * 31 * 31
    for main, others, details in COMBINATIONS:
        parts = [
            part(main, main=True),
            *(part(status) for status in others),
            *(part(status, core=False) for status in details),
        ]
        assert derive(parts)[0] is expected(main, others, details), (main, others, details)


def test_the_order_of_parts_does_not_change_the_label() -> None:
    for main, others, details in COMBINATIONS:
        parts = [part(main, main=True), *(part(s) for s in others), *(part(s, core=False) for s in details)]
        assert derive(parts)[0] is derive(parts[::-1])[0]


def test_only_a_supported_label_may_lack_a_reason() -> None:
    for main, others, details in COMBINATIONS:
        parts = [part(main, main=True), *(part(s) for s in others), *(part(s, core=False) for s in details)]
        label, reason = derive(parts)
        assert (reason is None) == (label is Verdict.SUPPORTED)


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ([part(C, main=True, reason=Reason.NUMBER)], Reason.NUMBER),
        ([part(S, main=True), part(C, reason=Reason.MISREAD)], Reason.MISREAD),
        ([part(P, main=True, reason=Reason.INCONSISTENT), part(S)], Reason.INCONSISTENT),
        ([part(S, main=True), part(N)], Reason.PART_MISSING),
        ([part(S, main=True), part(C, core=False, reason=Reason.NUMBER)], Reason.NUMBER),
        ([part(N, main=True, reason=Reason.IN_MISSING_PART)], Reason.IN_MISSING_PART),
        ([part(U, main=True, reason=Reason.OPINION), part(C)], Reason.OPINION),
        ([part(S, main=True, reason=Reason.ABSENT_AFTER_FULL_SCAN)], Reason.ABSENT_AFTER_FULL_SCAN),
    ],
)
def test_the_reason_names_what_fails(parts: list[Part], reason: Reason) -> None:
    assert derive(parts)[1] is reason


def test_a_ledger_without_a_main_part_is_an_error_not_a_verdict() -> None:
    with pytest.raises(OutputInvalidError, match="no main part"):
        derive([part(S)])
