"""Label-conditioned retrieval: every label has queries, and two bounded channels."""

from __future__ import annotations

from peerlens.agents.embedded.audit.queries import DIAGNOSIS_K, SUGGESTION_K, gathered, read_queries
from peerlens.taxonomy import Weakness
from tests.agents.embedded.audit.invented import SOUND
from tests.tools.papers import tools


def test_each_of_the_17_labels_has_queries_of_its_own() -> None:
    queries = read_queries()
    assert set(queries) == set(Weakness)
    assert len({one.concern for one in queries.values()}) == len(queries)


def test_a_label_gathers_where_it_would_show_and_where_it_would_be_mended() -> None:
    opened = tools(SOUND)
    found = gathered(Weakness.L2_1_2, opened)
    texts = [opened.text_of(opened.passage(one)) for one in found.concern]
    assert any("Without the reed filter" in text for text in texts)
    assert len(found.concern) <= DIAGNOSIS_K
    assert len(found.places) <= SUGGESTION_K
    assert {step.tool for step in found.steps} == {"search"}
