"""Options: where their values come from, and what a value of the wrong kind is told."""

import json
import os
from pathlib import Path

import pytest

from tests.cli.conftest import Cli


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("k = [1]", "k = [1] cannot be used"),
        ("[k]", "k = {} cannot be used"),
        ("k = true", "k = true cannot be used"),
        ("k = 5.5", "k = 5.5 cannot be used"),
        ("k = 0", "k = 0 cannot be used"),
        ('k = "5"', 'k = "5" cannot be used'),
        ("offline = []", "offline = [] cannot be used"),
        ("quiet = 1", "quiet = 1 cannot be used"),
        ("password_file = 5", "password_file = 5 cannot be used"),
        ("engine = 3", "engine = 3 cannot be used"),
        ('parser = "word"', 'parser = "word" cannot be used'),
        ("output = [1]", "output = [1] cannot be used"),
        ('resume = ""', 'resume = "" cannot be used'),
    ],
)
def test_a_setting_of_the_wrong_kind_is_exit_2_and_names_file_and_key(
    peerlens: Cli, folder: Path, line: str, shown: str
) -> None:
    (folder / "c.toml").write_text(line)
    done = peerlens("verify", "ducks.md", "review.md", env={"PEERLENS_CONFIG": "c.toml"})
    assert done.returncode == 2
    assert done.stderr.splitlines()[0] == f"peerlens: c.toml: {shown}"
    assert len(done.stderr.splitlines()) == 2


def test_flag_goes_before_environment_before_file(peerlens: Cli, folder: Path) -> None:
    (folder / "c.toml").write_text('k = 1\njson = true\noutput = ["a.md", "b.json"]\n')
    env = {"PEERLENS_CONFIG": "c.toml"}
    assert len(json.loads(peerlens("search", "ducks.md", "lakes mask", env=env).stdout)["results"]) == 1
    env["PEERLENS_K"] = "2"
    assert len(json.loads(peerlens("search", "ducks.md", "lakes mask", env=env).stdout)["results"]) == 2
    assert len(json.loads(peerlens("search", "ducks.md", "lakes mask", "-k", "3", env=env).stdout)["results"]) == 3
    report = json.loads(peerlens("verify", "ducks.md", "review.md", env=env).stdout)
    assert report["run"]["k"] == 2
    assert json.loads((folder / "b.json").read_text()) == report
    assert (folder / "a.md").exists()
    env["PEERLENS_OUTPUT"] = os.pathsep.join(["c.md", "d.json"])
    peerlens("verify", "ducks.md", "review.md", env=env)
    assert (folder / "c.md").exists()
    assert (folder / "d.json").exists()


def test_a_working_folders_file_sets_what_is_safe_and_the_rest_is_named_and_not_read(
    peerlens: Cli, folder: Path
) -> None:
    (folder / "peerlens.toml").write_text('k = 1\nbase_url = "http://x"\nmodel = "m"\nhome = "/elsewhere"\n')
    done = peerlens("search", "ducks.md", "lakes mask", "--json")
    assert (done.returncode, len(json.loads(done.stdout)["results"])) == (0, 1)
    assert "peerlens.toml in this folder: base_url, home, model not read" in done.stderr
    assert (folder / "home").is_dir()


def test_a_configuration_that_is_named_and_missing_is_said(peerlens: Cli) -> None:
    done = peerlens("runs", env={"PEERLENS_CONFIG": "none.toml"})
    assert done.returncode == 2
    assert "PEERLENS_CONFIG names none.toml, which does not exist" in done.stderr


def test_a_bad_value_from_the_environment_is_called_by_the_variables_name(peerlens: Cli) -> None:
    done = peerlens("search", "ducks.md", "x", env={"PEERLENS_K": "abc"})
    assert done.returncode == 2
    assert done.stderr.startswith("peerlens: Invalid value of PEERLENS_K in the environment: 'abc' ")


@pytest.mark.parametrize(
    "arguments", [("verify", "", "review.md"), ("verify", "ducks.md", ""), ("purge", ""), ("runs", "--home", "")]
)
def test_an_empty_name_is_said_to_be_empty(peerlens: Cli, arguments: tuple[str, ...]) -> None:
    done = peerlens(*arguments)
    assert done.returncode == 2
    assert "the name is empty" in done.stderr


def test_a_name_with_a_dash_in_front_gets_the_way_to_write_it(peerlens: Cli, folder: Path) -> None:
    (folder / "-rf.md").write_text("No code.")
    done = peerlens("verify", "ducks.md", "-rf.md")
    assert (done.returncode, done.stderr.splitlines()[1]) == (2, "  a file? Write ./-rf.md")
    assert peerlens("verify", "ducks.md", "./-rf.md").returncode == 0


@pytest.mark.parametrize(
    ("command", "option"),
    [
        *((command, option) for command in ("purge", "doctor", "runs") for option in ("-k=3", "--retriever=bm25")),
        *((command, option) for command in ("purge", "runs") for option in ("--engine=embedded", "--no-cache")),
        ("doctor", "--no-cache"),
    ],
)
def test_commands_refuse_options_that_mean_nothing_for_them(peerlens: Cli, command: str, option: str) -> None:
    assert peerlens(command, option).returncode == 2


@pytest.mark.parametrize("arguments", [("runs",), ("purge", "--all"), ("purge", "ducks.md")])
def test_a_mistyped_home_is_said_and_never_taken_for_an_empty_one(
    peerlens: Cli, folder: Path, arguments: tuple[str, ...]
) -> None:
    done = peerlens(*arguments, "--home", "hmoe")
    assert (done.returncode, done.stderr.splitlines()[0]) == (2, "peerlens: the home hmoe does not exist")
    assert not (folder / "hmoe").exists()
    assert peerlens(*arguments, "--home", "ducks.md").returncode == 3


def test_the_default_home_may_be_missing(peerlens: Cli, folder: Path) -> None:
    done = peerlens("runs", env={"PEERLENS_HOME": ""})
    assert (done.returncode, done.stdout.startswith("nothing is stored: ")) == (0, True)


def test_a_query_that_is_no_text_or_empty_ends_well(peerlens: Cli) -> None:
    assert peerlens("search", "ducks.md", "mask \udcff").returncode == 0
    assert peerlens("search", "ducks.md", " ").returncode == 2


def test_an_unusable_paper_is_one_message_and_a_hint(peerlens: Cli) -> None:
    assert len(peerlens("verify", "none.md", "review.md").stderr.splitlines()) == 2


def test_the_counts_stand_above_the_first_finding(peerlens: Cli) -> None:
    lines = peerlens("verify", "ducks.md", "review.md").stdout.splitlines()
    assert lines[3] == "2 claims: 2 decided, 0 the text cannot settle, 0 beyond this engine, 0 broke off"


def test_the_suites_are_listed_by_name_or_as_one_document(peerlens: Cli) -> None:
    names = peerlens("eval", "--list").stdout.split()
    assert {"retrieval", "verdicts", "probes"} <= set(names)
    assert json.loads(peerlens("eval", "--list", env={"PEERLENS_JSON": "1"}).stdout) == {"suites": names}
