"""People's forms: written blind, read strictly, counted as the model's votes are, and held against them."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest

from peerlens.errors import InputError, UsageError
from peerlens.evals import blank_form, score
from peerlens.evals.judges.ratings import RATINGS, TechnicalError
from tests.agents.served.conftest import Serve
from tests.agents.served.scripts import script
from tests.evals.judges.conftest import Judge, Write

ITEMS = [
    {"id": str(n), "candidates": {"zorro-7b": f"Claim {n}.", "ada-9b": f"=Claim of another, {n}."}} for n in range(4)
]
Fill = Callable[..., Path]


@pytest.fixture
def fill(tmp_path: Path) -> Fill:
    """The blank form with some columns filled, by the function of a row."""

    def made(kind: str, data: Path, votes: Callable[[dict[str, str]], dict[str, str]], name: str = "anna") -> Path:
        reader = csv.DictReader(io.StringIO(blank_form(kind, data)))
        heads = {head.partition(" [")[0]: head for head in reader.fieldnames or ()}
        out = io.StringIO()
        writer = csv.DictWriter(out, list(heads.values()))
        writer.writeheader()
        for row in reader:
            writer.writerow(row | {heads[mark]: vote for mark, vote in votes(row).items()})
        path = tmp_path / f"{name}.csv"
        path.write_text(out.getvalue(), encoding="utf-8-sig")
        return path

    return made


def test_the_form_shows_the_texts_the_votes_allowed_and_nothing_of_who_wrote_what(write: Write) -> None:
    text = blank_form("pairwise", write(*ITEMS))
    head, *rows = text.splitlines()
    assert head.startswith("key,about,A,B,validity [A|B|tie],grounding [A|B|tie]")
    assert len(rows) == 4
    assert "zorro" not in text
    assert "ada-9b" not in text
    assert "'=Claim of another" in text  # a spreadsheet would run it


def test_a_form_of_ratings_has_four_grades_and_seven_errors(write: Write) -> None:
    head = blank_form("ratings", write(*ITEMS)).splitlines()[0]
    assert all(f"{name} [0|1|2]" in head for name in RATINGS)
    assert [name for name in TechnicalError if f"{name} [yes|no]" not in head] == []


def test_what_a_person_filled_in_is_counted_without_a_server(judge: Judge, write: Write, fill: Fill) -> None:
    data = write(*ITEMS)
    filled = fill("ratings", data, lambda row: {"correctness": "1" if "another" in row["A"] else "2"})
    metrics = judge("ratings", data, human=(filled,)).metrics
    assert metrics["anna: zorro-7b: correctness"].value == 2.0
    assert metrics["anna: ada-9b: correctness"].value == 1.0
    assert metrics["anna: ada-9b: grounding"].n == 0


def test_a_persons_choice_goes_to_the_system_that_wrote_the_text(judge: Judge, write: Write, fill: Fill) -> None:
    data = write(*ITEMS)
    filled = fill("pairwise", data, lambda row: {"overall": "a" if "another" in row["A"] else "B"})
    metrics = judge("pairwise", data, human=(filled,)).metrics
    assert metrics["anna: ada-9b against zorro-7b, claims, overall: adjusted win rate"].value == 100.0


def test_the_model_is_held_against_people_and_the_figures_come_from_the_rows(
    serve: Serve, judge: Judge, write: Write, fill: Fill, tmp_path: Path
) -> None:
    claims = ["Slow", "Slow too", "Fast", "Faster"]
    data = write(*({"id": str(n), "claim": claim} for n, claim in enumerate(claims)))

    def votes(row: dict[str, str]) -> dict[str, str]:
        return {"presence": "present" if "S" in row["A"] else "absent", "material": "yes"}

    def doubtful(row: dict[str, str]) -> dict[str, str]:
        return votes(row) | ({"presence": "absent"} if row["A"] == "Slow too" else {})

    people = (fill("absence", data, votes, "anna"), fill("absence", data, doubtful, "bert"))
    server = serve(
        script({"AbsenceDraft": lambda one: {"rationale": "", "presence": "present" if "Slow" in one.user else "absent",
                                            "material": True}})
    )  # fmt: skip
    result = judge("absence", data, server=server, human=people)
    found = {name: one.value for name, one in result.metrics.items() if name.startswith("agreement on presence")}
    assert found == {
        "agreement on presence: anna and bert, Cohen's kappa": pytest.approx(0.5),
        "agreement on presence: anna and model, Cohen's kappa": 1.0,
        "agreement on presence: bert and model, Cohen's kappa": pytest.approx(0.5),
        "agreement on presence: all voters, Fleiss' kappa": pytest.approx(23 / 35),
    }
    assert score(tmp_path / "out" / "predictions.jsonl").metrics == result.metrics


@pytest.mark.parametrize(
    ("votes", "says"),
    [
        (lambda row: {"correctness": "3"}, "correctness is '3'"),
        (lambda row: {"key": "k123"}, "no such key"),
        (lambda row: {"wrong_theory": "maybe"}, "wrong_theory is 'maybe'"),
    ],
)
def test_a_form_that_cannot_be_read_names_the_row(
    judge: Judge, write: Write, fill: Fill, votes: Callable[[dict[str, str]], dict[str, str]], says: str
) -> None:
    data = write(*ITEMS)
    with pytest.raises(InputError, match=f"anna.csv, row 1: {says}"):
        judge("ratings", data, human=(fill("ratings", data, votes),))


def test_two_voters_of_one_name_are_refused(judge: Judge, write: Write, fill: Fill, tmp_path: Path) -> None:
    data = write(*ITEMS)
    one = fill("ratings", data, lambda row: {"correctness": "1"})
    other = tmp_path / "more" / one.name
    other.parent.mkdir()
    other.write_bytes(one.read_bytes())
    with pytest.raises(UsageError, match="two voters have one name"):
        judge("ratings", data, human=(one, other))
    model = fill("ratings", data, lambda row: {"correctness": "1"}, "model")
    with pytest.raises(UsageError, match="two voters have one name"):
        judge("ratings", data, human=(model,))


def test_a_form_by_rubric_needs_the_rubrics(write: Write) -> None:
    with pytest.raises(InputError, match="has no rubric"):
        blank_form("rubric", write(*ITEMS))
    rubric = [{"text": "Is true.", "hard": True}, {"text": "Is clear."}]
    head, first, *_ = blank_form("rubric", write(*({**item, "rubric": rubric} for item in ITEMS))).splitlines()
    assert head.startswith("key,about,rubric,A,constraint 1 [yes|no],criterion 2 [1|2|3|4|5],note")
    assert "1. (hard constraint) Is true." in first
