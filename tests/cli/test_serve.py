"""``peerlens serve``: the command shown, what is said where vLLM is missing, and that keys stay hidden."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Cli

NONE_BESIDE = pytest.mark.skipif(
    (Path(sys.prefix).parent / ".venv-vllm").exists(), reason="vLLM is installed beside this environment"
)


def environment(folder: Path) -> Path:
    python = folder / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\necho vllm 0.32.0\n", encoding="utf-8")
    python.chmod(0o755)
    return folder


@NONE_BESIDE
def test_the_command_is_shown_also_where_vllm_is_missing_and_one_note_says_so(peerlens: Cli) -> None:
    done = peerlens("serve", "--print", "--model", "Qwen/Qwen3-8B-FP8")
    assert done.returncode == 0
    words = shlex.split(done.stdout)
    assert words[words.index("vllm") + 1 :][:2] == ["serve", "Qwen/Qwen3-8B-FP8"]
    assert "vLLM is not installed" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@NONE_BESIDE
def test_starting_without_vllm_is_status_3_with_how_to_install_it(peerlens: Cli) -> None:
    done = peerlens("serve")
    assert done.returncode == 3
    assert done.stdout == ""
    assert "peerlens: vLLM is not installed in" in done.stderr
    assert "pip install -r" in done.stderr


@pytest.mark.parametrize("way", ["flag", "variable", "file", "home"])
def test_vllm_is_found_by_flag_variable_configuration_or_in_the_home_folder(
    way: str, peerlens: Cli, folder: Path
) -> None:
    python = environment(folder / ("home/vllm" if way == "home" else "engine")) / "bin" / "python"
    (folder / "config.toml").write_text('vllm = "engine"\n' if way == "file" else "", encoding="utf-8")
    done = peerlens(
        "serve",
        "--print",
        *(("--vllm", "engine") if way == "flag" else ()),
        env={
            "PEERLENS_CONFIG": "config.toml",
            **({"PEERLENS_VLLM": "engine"} if way == "variable" else {}),
        },
    )
    assert done.stderr == ""
    assert str(python) in shlex.split(done.stdout)


def test_a_working_folders_file_cannot_name_the_program_to_start(peerlens: Cli, folder: Path) -> None:
    environment(folder / "engine")
    (folder / "peerlens.toml").write_text('vllm = "engine"\n', encoding="utf-8")
    done = peerlens("serve")
    assert done.returncode == 3
    assert "vllm not read" in done.stderr


def test_other_machines_reach_no_server_without_a_key_and_the_key_is_never_shown(peerlens: Cli, folder: Path) -> None:
    engine = str(environment(folder / "engine"))
    refused = peerlens("serve", "--vllm", engine, "--host", "0.0.0.0")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "PEERLENS_API_KEY" in refused.stderr
    shown = peerlens(
        "serve",
        "--vllm",
        engine,
        "--host",
        "0.0.0.0",
        "--print",
        env={"PEERLENS_API_KEY": "s3cret", "VLLM_API_KEY": ""},
    )
    assert shown.returncode == 0
    assert "s3cret" not in shown.stdout + shown.stderr


def test_what_follows_two_dashes_is_handed_on(peerlens: Cli) -> None:
    done = peerlens("serve", "--print", "--", "--gpu-memory-utilization", "0.8")
    assert shlex.split(done.stdout)[-2:] == ["--gpu-memory-utilization", "0.8"]
