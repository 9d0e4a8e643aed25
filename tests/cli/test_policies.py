"""What may stand in a policy file, and what is said of the rest."""

from pathlib import Path

import pytest

from peerlens.cli.policies import read_policy
from peerlens.errors import ConfigError
from peerlens.settings import NO_MODEL, OPEN, POLICIES, Policy
from tests.cli.conftest import Cli, folder, peerlens

__all__ = ("folder", "peerlens")


def test_the_policies_of_the_program_need_no_file() -> None:
    assert [read_policy(policy.name) for policy in POLICIES] == list(POLICIES)
    assert (OPEN.weaknesses, OPEN.model, OPEN.elsewhere) == (True, True, True)
    assert (NO_MODEL.weaknesses, NO_MODEL.model, NO_MODEL.elsewhere) == (False, False, False)


@pytest.mark.parametrize(
    ("text", "switches"),
    [
        ("weaknesses = false", (False, True, True)),
        ("elsewhere = false  # our own machine only", (True, True, False)),
        ("model = false", (True, False, False)),
        ("weaknesses = true\nmodel = true", (True, True, True)),
    ],
)
def test_a_switch_that_is_left_out_stays_on(tmp_path: Path, text: str, switches: tuple[bool, bool, bool]) -> None:
    path = tmp_path / "venue.toml"
    path.write_text(text)
    assert read_policy(str(path)) == Policy(str(path), *switches)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("weakness = false", "unknown key 'weakness'"),
        ('weaknesses = "no"', "weaknesses must be true or false"),
        ("model = 0", "model must be true or false"),
        ("model = false\nelsewhere = true", "elsewhere = true, but model = false"),
        ("weaknesses: false", "venue.toml"),
        ("", "it says nothing"),
        ("# " + "x" * 70_000, "more than 65536 bytes"),
        ("\ufffe\x00", "venue.toml"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_the_way_out(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "venue.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=said) as caught:
        read_policy(str(path))
    assert caught.value.hint


def test_what_is_neither_a_policy_nor_a_file_ends_with_status_2_and_the_known_ones(peerlens: Cli, folder: Path) -> None:
    for name in ("opne", "", "."):
        done = peerlens("verify", "ducks.md", "r.md", "--policy", name)
        assert done.returncode == 2
        assert "take open, no-weaknesses, no-model, or name a policy file" in done.stderr
    (folder / "peerlens.toml").write_text('policy = "elsewhere.toml"')
    assert "no policy 'elsewhere.toml'" in peerlens("verify", "ducks.md", "r.md").stderr
