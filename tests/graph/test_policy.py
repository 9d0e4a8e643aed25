"""What a venue forbids is not asked for: no weaknesses, no revisions, no model."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from peerlens.errors import UsageError
from peerlens.graph.audit import check_audit_allowed
from peerlens.graph.open import chosen_engine
from peerlens.settings import NO_MODEL, NO_WEAKNESSES, EngineName, Policy, Settings
from tests.cli.conftest import Cli, folder, peerlens

__all__ = ("folder", "peerlens")


def test_an_audit_is_refused_where_asking_for_weaknesses_is_forbidden(tmp_path: Path) -> None:
    for policy in (NO_WEAKNESSES, NO_MODEL):
        with pytest.raises(UsageError, match="forbids an audit"):
            check_audit_allowed(Settings(home=tmp_path, policy=policy))
    check_audit_allowed(Settings(home=tmp_path))


def test_without_a_model_the_embedded_agents_work_whatever_server_is_configured(tmp_path: Path) -> None:
    there = Settings(home=tmp_path, policy=NO_MODEL, base_url="http://127.0.0.1:9/v1")
    assert chosen_engine(there).name is EngineName.EMBEDDED
    with pytest.raises(UsageError, match="forbids --engine openai"):
        chosen_engine(Settings(home=tmp_path, policy=NO_MODEL, engine=EngineName.OPENAI))


def test_claims_are_checked_alike_but_given_no_weakness_and_no_revision(peerlens: Cli, folder: Path) -> None:
    review = "## Weaknesses\n\nW1. No error bars are reported.\nW2. The paper contains no ablation study.\n"
    (folder / "r.md").write_text(review)
    free = json.loads(peerlens("verify", "ducks.md", "r.md", "--json").stdout)["findings"]
    bound = json.loads(peerlens("verify", "ducks.md", "r.md", "--json", "--policy", "no-weaknesses").stdout)["findings"]
    assert [one["label"] for one in free] == [one["label"] for one in bound]
    assert any(one["suggestions"] for one in free if one["label"] == "Supported")
    assert [one["weakness"] for one in bound] == [None, None]
    assert not any(one["suggestions"] for one in bound if one["label"] != "Not Supported")
    again = json.loads(peerlens("verify", "ducks.md", "r.md", "--json").stdout)["findings"]
    assert again == free


def test_the_command_says_what_forbids_an_audit(peerlens: Cli) -> None:
    done = peerlens("audit", "ducks.md", env={"PEERLENS_POLICY": "no-weaknesses"})
    assert done.returncode == 2
    assert "--policy no-weaknesses forbids an audit" in done.stderr


def test_a_policy_of_ones_own_switches_off_what_its_file_says_and_nothing_else(peerlens: Cli, folder: Path) -> None:
    (folder / "venue.toml").write_text("weaknesses = false\n")
    done = peerlens("audit", "ducks.md", "--policy", "venue.toml")
    assert done.returncode == 2
    assert "--policy venue.toml forbids an audit" in done.stderr
    (folder / "venue.toml").write_text("model = false\n")
    done = peerlens("audit", "ducks.md", "--policy", "venue.toml", "--base-url", "http://127.0.0.1:9/v1")
    assert done.returncode == 0
    assert "embedded agents (--policy venue.toml)" in done.stderr


def test_a_policy_may_keep_models_to_this_machine(tmp_path: Path) -> None:
    policy = Policy("venue.toml", elsewhere=False)
    here = Settings(home=tmp_path, policy=policy, base_url="http://127.0.0.1:9/v1")
    assert chosen_engine(here).name is EngineName.OPENAI
    with pytest.raises(UsageError, match=r"--policy venue\.toml: the model server models\.test is on another machine"):
        chosen_engine(Settings(home=tmp_path, policy=policy, base_url="https://models.test/v1"))
