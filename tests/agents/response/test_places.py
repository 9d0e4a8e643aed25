"""The places that a response names."""

from __future__ import annotations

import pytest

from peerlens.agents.response.places import places_in


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("See Section 4.2 and Appendix C.", ["Section 4.2", "Appendix C"]),
        ("Figures 1, 2, 3, and 5 show it.", ["Figure 1", "Figure 2", "Figure 3", "Figure 5"]),
        ("Fig 1(b) and 1(c), it falls.", ["Figure 1"]),
        ("Tables 2-4", ["Table 2", "Table 3", "Table 4"]),
        ("Eq. (5) and Eqs. (7)-(8)", ["Equation 5", "Equation 7", "Equation 8"]),
        ("Theorem 1 and Lemma A.2", ["Theorem 1", "Lemma A.2"]),
        ("Algorithm 1, page 6, lines 120-130", ["Algorithm 1", "Page 6", "Line 120–130"]),
        ("in Sec. 3.", ["Section 3"]),
        ("§4.2", ["Section 4.2"]),
        ("in section B", ["Appendix B"]),
        ("Table 10), there", ["Table 10"]),
        ("Table 3 (right)", ["Table 3"]),
        ("the abstract", ["Abstract"]),
        ("the supplementary material", ["Supplement"]),
        ("our limitations section", ["Limitations section"]),
        ("我们在第4.2节和表3中报告。", ["Section 4.2", "Table 3"]),
        ("their Fig 6 is larger", []),
        ("section 4 of Kingma & Ba (2014)", []),
        ("Figure 2 of [4]", []),
        ("Appendix A.8 of [12]", []),
        ("the sections of the original", []),
        ("a table of contents", []),
        ("the figure is large", []),
        ("Section 4.2 and again Section 4.2", ["Section 4.2"]),
    ],
)
def test_each_place_of_this_paper_is_named_once(text: str, names: list[str]) -> None:
    assert [one.name for one in places_in(text, [(0, len(text))])] == names
