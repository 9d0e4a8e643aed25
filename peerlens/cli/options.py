"""Options that mean the same everywhere, and where their values come from: flag, environment, file, default."""

from __future__ import annotations

import functools
import os
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import platformdirs

from peerlens.errors import ConfigError
from peerlens.settings import EngineName, ParserName, RetrieverName, Settings

_SAFE_IN_A_WORKING_FOLDER = frozenset({"retriever", "parser", "k", "quiet", "offline"})
"""Keys a ``peerlens.toml`` in a working folder may set: none can send text anywhere or move the store."""

_KNOWN = _SAFE_IN_A_WORKING_FOLDER | {"engine", "home", "no_cache", "password_file"}


_DEFAULTS: dict[str, Any] = {
    "engine": "auto",
    "retriever": "hybrid",
    "k": 10,
    "parser": "auto",
    "password_file": None,
    "offline": False,
    "quiet": False,
    "no_cache": False,
}


def _from_file(key: str) -> Any:
    """The value in the user's file or, for what is safe there, a working folder's; else the default."""
    for path, allowed in ((user_config(), _KNOWN), (Path("peerlens.toml"), _SAFE_IN_A_WORKING_FOLDER)):
        values = read_config(path)
        if key in values and key in allowed:
            return values[key]
    return platformdirs.user_data_dir("peerlens") if key == "home" else _DEFAULTS[key]


def common_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the shared options to a command and hand it ``settings`` instead of them."""

    @functools.wraps(function)
    def with_settings(*args: Any, **kwargs: Any) -> Any:
        values = {name: kwargs.pop(name) for name in _NAMES}
        return function(*args, settings=_settings(values), **kwargs)

    for option in reversed(_OPTIONS):
        with_settings = option(with_settings)
    return with_settings


def _option(*names: str, key: str, **extra: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    return click.option(
        *names, key, envvar=f"PEERLENS_{key.upper()}", default=functools.partial(_from_file, key), **extra
    )


_OPTIONS = (
    _option("--engine", key="engine", type=click.Choice([e.value for e in EngineName]), help="Family of agents."),
    _option(
        "--retriever", key="retriever", type=click.Choice([r.value for r in RetrieverName]), help="Ranking of passages."
    ),
    _option("-k", key="k", type=click.IntRange(1, 100), help="Passages retrieved a query."),
    _option("--parser", key="parser", type=click.Choice([p.value for p in ParserName]), help="Parser of manuscripts."),
    _option(
        "--password-file", key="password_file", type=click.Path(path_type=Path), help="File with the PDF's password."
    ),
    _option("--home", key="home", type=click.Path(path_type=Path), help="Where everything is stored."),
    _option("--offline/--no-offline", key="offline", help="Refuse every connection but loopback."),
    _option("--quiet/--no-quiet", key="quiet", help="No progress on standard error."),
    _option("--no-cache/--cache", key="no_cache", help="Judge anew what was judged before."),
)
_NAMES = ("engine", "retriever", "k", "parser", "password_file", "home", "offline", "quiet", "no_cache")


def user_config() -> Path:
    return Path(os.environ.get("PEERLENS_CONFIG") or Path(platformdirs.user_config_dir("peerlens")) / "config.toml")


def read_config(path: Path) -> dict[str, Any]:
    """Read a configuration file; ``{}`` where there is none. Raises ``ConfigError`` on broken TOML or unknown keys."""
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as exc:
        raise ConfigError(f"cannot read the configuration {path}: {exc}", hint="mend or remove the file") from exc
    unknown = sorted(set(values) - _KNOWN)
    if unknown:
        raise ConfigError(f"unknown key {unknown[0]!r} in {path}", hint=f"known: {', '.join(sorted(_KNOWN))}")
    return values


def _settings(values: dict[str, Any]) -> Settings:
    if values["offline"]:
        from peerlens.cli.offline import refuse_connections

        refuse_connections()
    return Settings(
        home=Path(values["home"]).expanduser(),
        engine=EngineName(values["engine"]),
        retriever=RetrieverName(values["retriever"]),
        parser=ParserName(values["parser"]),
        k=values["k"],
        offline=values["offline"],
        quiet=values["quiet"],
        use_cache=not values["no_cache"],
        password=_password(values["password_file"]),
    )


def _password(path: Path | None) -> str | None:
    """First line of the password file: the password reaches no argument list and no log."""
    if path is None:
        return None
    try:
        return Path(path).read_text(encoding="utf-8").partition("\n")[0].rstrip("\r")
    except (OSError, UnicodeDecodeError) as exc:
        raise ConfigError(
            f"cannot read the password file {path}", hint="give a text file with the password on its first line"
        ) from exc
