"""Claims on values: read off the named row and column, over every instance, and never off a narrower set."""

from __future__ import annotations

from typing import Final

import pytest

from peerlens.agents.embedded.numbers.parts import MOST
from peerlens.agents.embedded.verify import LONGEST
from peerlens.taxonomy import PartStatus, Reason
from tests.agents.embedded.conftest import Judge

S, P, N, D = "Supported", "Partially Supported", "Not Supported", "Not Determined"

RIVERCAST: Final = (
    ("RiverCast with rain reaches a correlation of 0.91 on the Aller.", S),
    ("Table 1 shows that GaugeNet without rain has an MAE of 12.1 on the Aller.", S),
    ("The correlation of TankModel with rain on the Bode is 0.80.", N),
    ("Table 2 shows that RiverCast with rain reaches an MAE of 9.6 on the Bode.", N),
    ("Table 1 shows that RiverCast without rain has an MAE of 9.6.", N),
    ("RiverCast with rain has a correlation of 0.91 on the Weser.", D),
    ("The correlation of RiverCast on flooded gauges is 0.50.", D),
    ("Only one recurrent network is tested.", S),
    ("Only three recurrent networks are tested.", N),
    ("The number of rivers is limited to two.", S),
    ("The evaluation is restricted to three rivers.", N),
    ("The evaluation is restricted to two rivers.", S),
    ("The authors train with only five seeds.", S),
    ("RiverCast is trained with only three seeds.", N),
    ("On the Aller, RiverCast with rain has a higher correlation than GaugeNet with rain.", S),
    ("On the Bode, RiverCast without rain outperforms GaugeNet without rain.", N),
    ("On the Weser, RiverCast outperforms GaugeNet.", D),
    ("RiverCast with rain is better than GaugeNet with rain on the Aller on every measure.", P),
    ("RiverCast with rain is better than GaugeNet with rain on the Bode on both measures.", S),
    ("On the Aller, RiverCast with rain outperforms TankModel with rain and GaugeNet with rain in MAE.", P),
    ("The lead of RiverCast over both other systems on the Aller is reliable.", P),
    ("The lead of RiverCast over GaugeNet is reliable.", N),
    ("The lead of RiverCast over TankModel on the Aller is reliable.", S),
    ("Confidence intervals are given only for the Aller.", N),
    ("The correlation is reported for the Bode only.", N),
    ("Each run keeps the best 20 gauges.", N),
    ("RiverCast without rain has a higher MAE than GaugeNet without rain on the Bode.", S),
    ("Table 1 shows that GaugeNet with rain has a higher MAE than RiverCast with rain.", N),
    ("Rain raises the correlation of GaugeNet on the Aller from 0.78 to 0.86.", S),
    ("Rain raises the correlation of GaugeNet on the Aller from 0.78 to 0.91.", P),
    ("Rain brings GaugeNet no gain in correlation.", N),
)


@pytest.mark.parametrize(("claim", "expected"), RIVERCAST)
def test_a_claim_on_values_gets_its_label(judge: Judge, claim: str, expected: str) -> None:
    verdict, _, _ = judge("rivercast", claim)
    assert verdict == expected


def test_a_cell_contradicted_quotes_the_row_of_the_claim(judge: Judge) -> None:
    _, reason, judgement = judge(
        "rivercast", "Table 2 shows that RiverCast with rain reaches an MAE of 9.6 on the Bode."
    )
    assert reason is Reason.NUMBER
    assert [one.quote for one in judgement.evidence] == ["| RiverCast | yes | 0.84 | 9.9 |"]


def test_numbers_of_one_claim_are_parts_with_names_of_their_own(judge: Judge) -> None:
    _, _, judgement = judge("rivercast", "Rain raises the correlation of GaugeNet on the Aller from 0.78 to 0.91.")
    texts = [part.text for part in judgement.parts]
    assert len(texts) == len(set(texts)) == 2
    assert any("0.91" in part.text for part in judgement.parts if part.status is PartStatus.CONTRADICTED)


def test_a_universal_over_measures_names_each_instance(judge: Judge) -> None:
    _, reason, judgement = judge(
        "rivercast", "RiverCast with rain is better than GaugeNet with rain on the Aller on every measure."
    )
    assert reason is Reason.QUANTIFIER
    assert [part.text for part in judgement.parts] == [
        "RiverCast against GaugeNet (yes, Correlation)",
        "RiverCast against GaugeNet (yes, MAE)",
    ]


def test_a_difference_is_reliable_only_where_the_paper_says_so(judge: Judge) -> None:
    _, reason, judgement = judge("rivercast", "The lead of RiverCast over both other systems on the Aller is reliable.")
    assert reason is Reason.QUANTIFIER
    assert "is not reliable" in judgement.evidence[0].quote


def test_a_claim_of_more_numbers_than_can_be_judged_stays_open_as_a_whole(judge: Judge) -> None:
    claim = "The sizes are " + ", ".join(str(number) for number in range(100, 100 + MOST + 1)) + "."
    verdict, reason, judgement = judge("tideqa", claim)
    assert (verdict, reason) == ("Not Determined", Reason.ENGINE_LIMIT)
    assert len(judgement.parts) == 1


def test_a_claim_longer_than_the_limit_is_not_read(judge: Judge) -> None:
    verdict, reason, judgement = judge("tideqa", "The error is 2.7 and " * 200)
    assert (verdict, reason) == ("Not Determined", Reason.ENGINE_LIMIT)
    assert f"{LONGEST:,} characters" in judgement.rationale
