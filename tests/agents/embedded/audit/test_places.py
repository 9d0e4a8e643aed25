"""Which section holds the set-up, and which the results."""

from __future__ import annotations

from peerlens.agents.embedded.audit.places import results_section, set_up_section
from tests.agents.embedded.audit.small_papers import audited, sections

_ROWS = "Table 1: Accuracy.\n\n| Model | Accuracy |\n| --- | --- |\n| Reed | 71.5 |\n| Moor | 80.1 |"
_PARTS = {
    "Abstract": "We train with a learning rate of 0.1 and a batch size of 8 for 9 epochs.",
    "4_Experiments": "We test on ponds.",
    "4.1_Datasets": "The training set has geese and the validation set has ducks; splits are by pond.",
    "4.2_Implementation_Details": "We use Adam, a learning rate of 0.1 and a batch size of 8. We train for 9 epochs.",
    "4.3_Qualitative_Results": "The results look better. The results improve.",
    "4.4_Quantitative_Results": f"Reed is outperformed.\n\n{_ROWS}",
    "5_Conclusion": "The results are better.",
}


def test_the_set_up_is_where_settings_stand_and_never_the_data_sets_or_the_abstract() -> None:
    section = set_up_section(audited(sections(**_PARTS)).tools)
    assert section is not None
    assert section.number == "4.2"


def test_the_results_are_where_their_tables_stand_and_never_the_pictures() -> None:
    section = results_section(audited(sections(**_PARTS)).tools)
    assert section is not None
    assert section.number == "4.4"
