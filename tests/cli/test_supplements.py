"""A paper of several files on the command line, and the parser that is not there."""

import json

from tests.cli.conftest import Cli


def test_a_supplement_is_read_with_the_paper_and_passages_name_their_file(peerlens: Cli) -> None:
    alone = json.loads(peerlens("index", "ducks.md", "--json").stdout)
    done = peerlens("index", "ducks.md", "--supplement", "review.md", "--json")
    document = json.loads(done.stdout)
    assert document["paper"]["id"] != alone["paper"]["id"]
    assert document["paper"]["text"].startswith(alone["paper"]["text"])
    assert {passage["file"] for passage in document["passages"]} == {"ducks.md", "review.md"}
    assert {passage["file"] for passage in alone["passages"]} == {None}


def test_a_supplement_that_is_not_there_is_wrong_use_in_one_line(peerlens: Cli) -> None:
    done = peerlens("index", "ducks.md", "--supplement", "gone.pdf")
    assert done.returncode == 2
    assert "gone.pdf: no such file" in done.stderr
    assert done.stdout == ""


def test_docling_refuses_what_is_no_pdf_and_doctor_counts_its_absence_as_no_fault(peerlens: Cli) -> None:
    done = peerlens("index", "ducks.md", "--parser", "docling")
    assert done.returncode == 2
    assert "reads only PDF" in done.stderr
    checks = json.loads(peerlens("doctor", "--json").stdout)["checks"]
    docling = next(check for check in checks if check["name"] == "docling")
    assert docling["status"] == "ok"
    assert "not set up" in docling["message"]
