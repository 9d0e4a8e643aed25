"""Shares with intervals by paper, and what counts as right, decided and turned round."""

from __future__ import annotations

import pytest

from peerlens.evals.results import Figure
from peerlens.evals.rows import VerdictRow
from peerlens.evals.shares import by_half, is_decided, is_flip, is_right, is_right_strictly, shares
from peerlens.taxonomy import Verdict

S, P, N, U = Verdict.SUPPORTED, Verdict.PARTIALLY_SUPPORTED, Verdict.NOT_SUPPORTED, Verdict.NOT_DETERMINED


def row(
    gold: Verdict | None,
    predicted: Verdict | None,
    *accepted: Verdict,
    half: str = "tune",
    paper: str = "a",
    dropped: str | None = None,
) -> VerdictRow:
    return VerdictRow(
        suite="wordings",
        item="1",
        paper=paper,
        set="wordings",
        arm="ours",
        claim="c",
        gold=gold,
        document=paper,
        half=half,
        accepted=accepted,
        predicted=predicted,
        dropped=dropped,
    )


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (row(S, S), (True, True, True, False)),
        (row(S, N), (False, False, True, True)),
        (row(N, S), (False, False, True, True)),
        (row(S, P), (False, False, True, False)),
        (row(S, U), (False, False, False, False)),
        (row(S, None), (False, False, False, False)),
        (row(P, N, N, P), (True, False, True, False)),
        (row(P, S, N, P), (False, False, True, True)),
        (row(P, S), (False, False, True, False)),
        (row(None, None), (False, False, False, False)),
    ],
)
def test_a_verdict_is_right_strictly_right_decided_or_turned_round(
    one: VerdictRow, expected: tuple[bool, bool, bool, bool]
) -> None:
    assert (is_right(one), is_right_strictly(one), is_decided(one), is_flip(one)) == expected


def test_a_share_is_drawn_by_paper_and_undefined_without_items() -> None:
    rows = [row(S, S), row(S, S), row(S, N, paper="b"), row(S, N, paper="b")]
    assert shares(rows, {"right": is_right})["right"] == Figure(value=0.5, low=0.0, high=1.0, n=4)
    assert shares(rows[:2], {"right": is_right})["right"] == Figure(value=1.0, n=2)
    assert shares([], {"right": is_right}) == {"right": Figure(value=None, n=0)}


def test_both_halves_are_shown_together_only_where_both_were_run() -> None:
    tune, report = row(S, S), row(S, S, half="report")
    assert by_half([tune, row(S, S, half="report", dropped="no paper file")], both=True) == {"tune half": [tune]}
    assert list(by_half([tune, report], both=True)) == ["report half", "tune half", "both halves"]
    assert list(by_half([tune, report])) == ["report half", "tune half"]
