"""Foreign text on a real terminal, and files whose names are words of other languages: of the shell, of Rich."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.cases.given import given
from tests.cli.conftest import Cli

ACTING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
OWN = (
    "The nest in [b] and [bold] differ from [/] and [link=x]. The lamp is :bulb: off.\n\n"
    "No map is given.\x1b[1;31m\x1b]0;title\x07\x1b[?25l\x9b2J\r\u2067map\u2069 \x08\x7f\u200f\n"
)


def squeezed(text: str) -> str:
    return "".join(text.split())


def test_every_character_of_the_given_brackets_is_shown_as_written(peerlens: Cli) -> None:
    path = given("b30_brackets_markup.txt")
    done = peerlens("verify", "ducks.md", path, env={"COLUMNS": "200"})
    assert done.returncode == 0, done.stderr
    shown = squeezed(done.stdout)
    for line in path.read_text("utf-8").splitlines():
        for words in re.findall(r"\S*[\[\]:\\]\S*", line):
            assert squeezed(words.strip(".,`")) in shown


@pytest.mark.parametrize("source", ["given", "own"])
@pytest.mark.parametrize("env", [{}, {"FORCE_COLOR": "1"}, {"TERM": "dumb", "COLUMNS": "40"}])
def test_what_moves_a_cursor_reaches_no_terminal_and_stays_in_the_document(
    peerlens: Cli, folder: Path, source: str, env: dict[str, str]
) -> None:
    (folder / "own.txt").write_text(OWN)
    review = given("b31_ansi_review.txt") if source == "given" else folder / "own.txt"
    done = peerlens("verify", "ducks.md", review, env=env)
    assert done.returncode == 0, done.stderr
    unstyled = re.sub(r"\x1b\[[0-9;]*m", "", done.stdout) if env.get("FORCE_COLOR") else done.stdout
    assert not ACTING.search(unstyled)
    assert not re.search(r"^\W*VERIFIED", unstyled, re.MULTILINE)
    document = peerlens("verify", "ducks.md", review, "--json", env=env)
    assert "\\u001b" in document.stdout
    assert "\x1b" not in document.stdout
    assert "\x1b" in json.loads(document.stdout)["reviews"][0]["text"]


@pytest.mark.parametrize("name", ["-rf.md", "[draft] paper (v2) ünï 纸.md", "review :x: [red].txt"])
def test_the_given_names_are_read_and_shown_as_written(peerlens: Cli, folder: Path, name: str) -> None:
    shutil.copy(given(f"names/{name}"), folder / name)
    if name.endswith(".txt"):
        done = peerlens("verify", "ducks.md", "--", name, env={"COLUMNS": "200"})
    else:
        done = peerlens("verify", "--", name, "review.md", env={"COLUMNS": "200"})
    assert done.returncode == 0, done.stderr
    assert squeezed(name) in squeezed(done.stdout)


@pytest.mark.parametrize("name", ["--help.md", "[b] $(date) `x`.md", "a\nb.md", ":bulb: [link=x].md", "ﬁ.md"])
def test_names_of_ones_own_are_read_and_end_no_line(peerlens: Cli, folder: Path, name: str) -> None:
    shutil.copy(folder / "ducks.md", folder / name)
    done = peerlens("verify", "--json", "--", name, "review.md")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["paper"]["source"].replace("\\n", "\n") == name
    assert not any(line.startswith("b.md") for line in peerlens("verify", "--", name, "review.md").stdout.splitlines())
