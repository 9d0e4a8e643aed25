"""The closed label sets."""

import pytest

from peerlens.taxonomy import Verdict, Weakness, weakness_from_name


def test_there_are_17_weaknesses_in_7_groups_in_taxonomy_order() -> None:
    assert len(Weakness) == 17
    assert [w.value for w in Weakness] == sorted(w.value for w in Weakness)
    assert list(dict.fromkeys(w.group.id for w in Weakness)) == [f"L1.{n}" for n in range(1, 8)]


def test_every_label_carries_a_definition() -> None:
    assert all(v.definition.endswith(".") for v in Verdict)
    assert all(w.definition.endswith(".") and w.display_name for w in Weakness)


def test_a_weakness_is_found_by_id_or_name_with_either_dash() -> None:
    assert Weakness.L2_3_3.display_name == "Theory–Practice Misalignment"
    for name in ("L2.3.3", "l2.3.3 ", "Theory–Practice Misalignment", "Theory-Practice Misalignment"):
        assert weakness_from_name(name) is Weakness.L2_3_3


def test_an_unknown_weakness_is_an_error() -> None:
    with pytest.raises(ValueError, match="unknown"):
        weakness_from_name("L2.9.9")
