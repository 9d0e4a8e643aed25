"""What a sentence of a response says of a place that it names."""

from __future__ import annotations

import pytest

from peerlens.agents.response.places import places_in
from peerlens.agents.response.statement import said_of


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("We report the ablation in Section 5.3.", "The paper reports the ablation."),
        (
            "Please see Appendix C for the learning curves of all models.",
            "The paper reports the learning curves of all models.",
        ),
        ("As shown in Figure 3(a), the loss falls after ten epochs.", "the loss falls after ten epochs."),
        ("Table 3 shows that our method beats VineNet.", "our method beats VineNet."),
        ("The batch size is 32 (Section 3).", "The batch size is 32."),
        ("Section 4 reports an agreement of 0.87.", "The paper reports an agreement of 0.87."),
        ("In Section 2.1 we remove the mask and the lens in turn.", "we remove the mask and the lens in turn."),
        ("This is in Section 4.2.", None),
        ("See Table 2.", None),
        ("The details are given in Table 5.", None),
        ("We do describe this in Section 3.1.", None),
    ],
)
def test_the_statement_is_what_is_left_without_the_place(sentence: str, said: str | None) -> None:
    places = places_in(sentence, [(0, len(sentence))])
    assert said_of(sentence, 0, places, places[0]) == said
