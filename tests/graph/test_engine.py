"""Which family works, and why: only what the user named, never what was found on a port."""

from __future__ import annotations

from pathlib import Path

import pytest

from peerlens.agents.embedded.family import EmbeddedFamily
from peerlens.agents.served.family import ServedFamily
from peerlens.errors import ConfigError, UsageError
from peerlens.graph.open import chosen_engine, open_family
from peerlens.settings import EngineName, Settings

HOME = Path("unused")
HERE = "http://127.0.0.1:8000/v1"


def test_without_a_server_the_embedded_family_works_and_says_so() -> None:
    settings = Settings(home=HOME)
    assert isinstance(open_family(settings), EmbeddedFamily)
    assert chosen_engine(settings).line == "engine: embedded agents (no model server is configured)"


@pytest.mark.parametrize("engine", [EngineName.AUTO, EngineName.OPENAI])
def test_a_configured_server_is_taken(engine: EngineName) -> None:
    settings = Settings(home=HOME, engine=engine, base_url=HERE, model="m")
    assert isinstance(open_family(settings), ServedFamily)
    chosen = chosen_engine(settings)
    assert chosen.line.startswith("engine: m on this machine (")
    assert not chosen.elsewhere


def test_embedded_by_name_wins_over_a_configured_server() -> None:
    settings = Settings(home=HOME, engine=EngineName.EMBEDDED, base_url=HERE)
    assert isinstance(open_family(settings), EmbeddedFamily)


def test_openai_without_a_server_is_wrong_use() -> None:
    with pytest.raises(UsageError, match="needs a model server"):
        open_family(Settings(home=HOME, engine=EngineName.OPENAI))


def test_a_host_elsewhere_is_printed() -> None:
    chosen = chosen_engine(Settings(home=HOME, base_url="https://models.example.org/v1"))
    assert chosen.elsewhere
    assert "models.example.org" in chosen.line


@pytest.mark.parametrize(
    ("url", "allowed"),
    [
        (HERE, True),
        ("http://localhost:1/v1", True),
        ("http://[::1]:1/v1", True),
        ("http://127.8.8.8:1", True),
        ("http://192.0.2.7:1/v1", False),
        ("https://127.0.0.1.example.org/v1", False),
        ("http://localhost.example.org/v1", False),
    ],
)
def test_offline_takes_a_server_on_this_machine_only(url: str, allowed: bool) -> None:
    settings = Settings(home=HOME, base_url=url, offline=True)
    if allowed:
        assert chosen_engine(settings).name is EngineName.OPENAI
    else:
        with pytest.raises(UsageError, match="another machine"):
            chosen_engine(settings)


@pytest.mark.parametrize("url", ["localhost:8000", "ftp://x/v1", "http://", "http://x:99999/v1", "nonsense"])
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(ConfigError):
        open_family(Settings(home=HOME, base_url=url))


@pytest.mark.parametrize("url", ["http://user:s3cret@x/v1", "http://x/v1?key=s3cret"])
def test_an_address_with_a_key_in_it_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(ConfigError) as caught:
        open_family(Settings(home=HOME, base_url=url))
    assert "s3cret" not in f"{caught.value} {caught.value.hint}"


def test_the_key_comes_from_the_environment_ours_before_openais(monkeypatch: pytest.MonkeyPatch) -> None:
    from peerlens.agents.served.endpoint import endpoint_of

    both = {"OPENAI_API_KEY": "theirs", "PEERLENS_API_KEY": "ours"}
    assert endpoint_of(HERE, model=None, environment=both).api_key == "ours"
    assert endpoint_of(HERE, model=None, environment={"OPENAI_API_KEY": "theirs"}).api_key == "theirs"
    assert endpoint_of("http://127.0.0.1:8000", model=None, environment={}).base_url == HERE
