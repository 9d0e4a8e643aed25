"""Claims are matched one to one, as many as can be; words in common are counted by stems."""

from __future__ import annotations

from pathlib import Path

import pytest

from peerlens.agents.served.client import Meter
from peerlens.errors import UsageError
from peerlens.evals.equivalences import Equivalence, equivalence_of, equivalent, matched
from tests.evals.suites.test_predict import Scripted


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([], {}),
        ([(0, 0), (1, 0)], {0: 0}),
        ([(0, 0), (0, 1), (1, 0)], {0: 1, 1: 0}),  # the first has to make room for the second
        ([(0, 0), (0, 1), (1, 0), (2, 1), (2, 2)], {0: 1, 1: 0, 2: 2}),
    ],
)
def test_as_many_claims_as_can_be_are_matched(pairs: list[tuple[int, int]], expected: dict[int, int]) -> None:
    assert matched(pairs) == expected


def test_by_words_two_claims_are_the_same_from_a_share_of_stems_on(tmp_path: Path) -> None:
    subject = Scripted(tmp_path, {})
    claims = ["The ducks are counted.", "It is slow."]
    others = ["The duck is counted.", "The duck sleeps by a lake."]
    assert equivalent(Equivalence.LEXICAL, claims, others, subject=subject, meter=Meter()) == ((0, 0),)


class Modelless:
    has_model = False


def test_without_a_model_cosines_stand_in_for_the_judge_and_it_cannot_be_asked_for() -> None:
    assert equivalence_of(None, Modelless()) is Equivalence.EMBEDDING  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="needs a model server"):
        equivalence_of("judge", Modelless())  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="unknown mode 'taste'"):
        equivalence_of("taste", Modelless())  # type: ignore[arg-type]
