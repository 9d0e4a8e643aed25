"""``peerlens export``: a stored run, or a report file, in every form."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest

from peerlens.schema import Report
from peerlens.store.rulings import Ruling
from peerlens.store.session import ActionKind, open_session
from peerlens.store.wordings import content_key
from peerlens.taxonomy import Verdict
from tests.cases.given import given
from tests.cli.conftest import Cli
from tests.store.parsers.pdf_reading_back import highlights, letters
from tests.store.parsers.pdf_writer import Page, pdf


@pytest.fixture
def run_id(peerlens: Cli) -> str:
    return str(json.loads(peerlens("verify", "ducks.md", "review.md", "--json").stdout)["run"]["id"])


def test_a_stored_run_is_the_same_document_again(peerlens: Cli, run_id: str) -> None:
    again = peerlens("export", run_id, "--to", "json")
    assert again.returncode == 0, again.stderr
    document = json.loads(again.stdout)
    assert document["run"]["id"] == run_id
    assert len(Report.model_validate(document).findings) == len(document["findings"]) > 0


@pytest.mark.parametrize("form", ["html", "md", "csv", "json"])
def test_the_suffix_of_the_file_chooses_the_form_and_the_file_says_what_standard_output_says(
    peerlens: Cli, folder: Path, run_id: str, form: str
) -> None:
    done = peerlens("export", run_id, "-o", f"out.{form}")
    assert (done.returncode, done.stdout) == (0, "")
    shown = peerlens("export", run_id, "--to", form).stdout
    written = (folder / f"out.{form}").read_text("utf-8")
    if form == "json":
        assert json.loads(written) == json.loads(shown)
    else:
        assert written == shown


def test_a_report_file_from_elsewhere_is_rendered_without_any_store(peerlens: Cli, folder: Path, run_id: str) -> None:
    (folder / "kept.json").write_text(peerlens("export", run_id, "--to", "json").stdout, encoding="utf-8")
    there = peerlens("export", "kept.json", "--to", "csv", "--home", folder / "other")
    assert there.returncode == 0, there.stderr
    assert there.stdout == peerlens("export", run_id, "--to", "csv").stdout
    assert [row["row"] for row in csv.DictReader(io.StringIO(there.stdout))] == ["claim", "claim", "request"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("20200101-000000-abcdef", "--to", "md"), "no stored run"),
        (("nowhere.json", "--to", "md"), "neither a stored run nor a report file"),
        (("review.md", "--to", "md"), "no report, which is JSON"),
        (("RUN",), "export to what?"),
        (("RUN", "-o", "x.docx"), "unknown form"),
        (("RUN", "--to", "md", "-o", "no/x.md"), "no folder"),
        (("RUN", "--to", "docx"), "docx"),
        (("RUN", "--to", "pdf", "-o", "x.pdf"), "no PDF, so its words cannot be highlighted"),
    ],
)
def test_wrong_use_is_one_line_and_status_2(peerlens: Cli, run_id: str, arguments: tuple[str, ...], said: str) -> None:
    done = peerlens("export", *(run_id if one == "RUN" else one for one in arguments))
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_files_beside_a_run_take_every_form(peerlens: Cli, folder: Path) -> None:
    done = peerlens("verify", "ducks.md", "review.md", "-o", "a.csv", "-o", "a.md", "--json")
    assert done.returncode == 0, done.stderr
    assert (folder / "a.csv").read_text("utf-8").count("\nclaim,") == len(json.loads(done.stdout)["findings"])
    assert peerlens("audit", "ducks.md", "-o", "b.csv").returncode == 0
    assert (folder / "b.csv").read_text("utf-8").count("\nlabel,") == 17


def test_the_page_of_a_stored_run_holds_the_paper_and_one_from_elsewhere_says_that_it_does_not(
    peerlens: Cli, folder: Path, run_id: str
) -> None:
    page = peerlens("export", run_id, "--to", "html")
    assert "Night pictures are future work." in page.stdout
    (folder / "kept.json").write_text(peerlens("export", run_id, "--to", "json").stdout, encoding="utf-8")
    there = peerlens("export", "kept.json", "--to", "html", "--home", folder / "other")
    assert "Night pictures are future work." not in there.stdout
    assert "not stored here" in there.stderr


def test_what_a_person_has_ruled_since_is_in_every_form(peerlens: Cli, folder: Path, run_id: str) -> None:
    claim = json.loads(peerlens("export", run_id, "--to", "json").stdout)["findings"][1]
    paper = next((folder / "home" / "papers").glob("*/"))
    ruling = Ruling(label=Verdict.SUPPORTED, reason="table 9", at="2026-11-30T10:00:00+00:00", claim=claim["claim"],
                    quote=claim["quote"])  # fmt: skip
    with open_session(paper) as session:
        session.act(ActionKind.RULE, content_key(claim["claim"]), ruling.model_dump_json(), at=ruling.at)
    assert (
        json.loads(peerlens("export", run_id, "--to", "json").stdout)["findings"][1]["override"]["reason"] == "table 9"
    )
    assert ",Supported,table 9," in peerlens("export", run_id, "--to", "csv").stdout
    for form in ("md", "html"):
        assert "ruled by a person" in peerlens("export", run_id, "--to", form).stdout


def coots() -> bytes:
    page = Page()
    page.lines(72, 740, ["Coots on Lakes"], size=16, font="bold")
    page.lines(72, 700, ["1 Method"], size=12, font="bold")
    page.lines(72, 680, ["We count coots on forty lakes. The counter has two million parameters."])
    return pdf(page)


def test_a_pdf_run_is_exported_with_the_deciding_words_highlighted(peerlens: Cli, folder: Path) -> None:
    (folder / "coots.pdf").write_bytes(coots())
    (folder / "r.md").write_text("## Weaknesses\n\nW1. The counter has five million parameters.\n")
    done = peerlens("verify", "coots.pdf", "r.md", "--json", "-o", "at-once.pdf")
    assert done.returncode == 0, done.stderr
    run = json.loads(done.stdout)["run"]["id"]
    later = peerlens("export", run, "--to", "pdf", "-o", "later.pdf")
    assert later.returncode == 0, later.stderr
    assert "1 stretch of coots.pdf highlighted" in later.stderr
    for name in ("at-once.pdf", "later.pdf"):
        (lit,) = highlights((folder / name).read_bytes())
        assert letters(lit.words) == letters("The counter has two million parameters.")
        assert "W1: The counter has five million parameters." in lit.note
    (folder / "coots.pdf").rename(folder / "moved.pdf")
    gone = peerlens("export", run, "--to", "pdf", "-o", "x.pdf")
    assert (gone.returncode, "--paper FILE" in gone.stderr) == (2, True)
    assert peerlens("export", run, "--to", "pdf", "-o", "x.pdf", "--paper", "moved.pdf").returncode == 0
    other = peerlens("export", run, "--to", "pdf", "-o", "y.pdf", "--paper", "ducks.md")
    assert (other.returncode, "not the file that was judged" in other.stderr) == (2, True)
    assert not (folder / "y.pdf").exists()


def test_a_highlighted_pdf_of_what_is_none_is_refused_before_any_work(peerlens: Cli, folder: Path) -> None:
    done = peerlens("verify", "ducks.md", "review.md", "-o", "x.pdf")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no PDF" in done.stderr
    assert json.loads(peerlens("runs", "--json").stdout)["runs"] == []


@pytest.mark.parametrize("name", ["b31_ansi_review.txt", "b30_brackets_markup.txt", "b45_injection_in_review.md"])
def test_hostile_reviews_harm_no_export(peerlens: Cli, folder: Path, name: str) -> None:
    done = peerlens("verify", "ducks.md", given(name), "--json", "-o", "a.html", "-o", "a.md", "-o", "a.csv")
    assert done.returncode == 0, done.stderr
    for form in ("html", "md", "csv"):
        written = (folder / f"a.{form}").read_text("utf-8")
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", written)
    page = (folder / "a.html").read_text("utf-8")
    assert page.count("<script>") == 1


def test_cells_that_look_like_formulas_are_text_in_the_table_and_unchanged_in_the_document(
    peerlens: Cli, folder: Path
) -> None:
    done = peerlens("verify", "ducks.md", given("b48_formula_cells.jsonl"), "--json", "-o", "a.csv")
    claims = [one["claim"] for one in json.loads(done.stdout)["findings"]]
    assert any(one.startswith(("=", "+", "-", "@")) for one in claims)
    rows = [row for row in csv.DictReader((folder / "a.csv").open(encoding="utf-8")) if row["row"] == "claim"]
    assert [row["text"].removeprefix("'") for row in rows] == [" ".join(one.split("\r")) for one in claims]
    for row in rows:
        for value in row.values():
            assert re.fullmatch(r"[-+]?[\d.]+", value) or not re.match(r"\s*[=+\-@]", value)
