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

from peerlens.cli.paths import FileName
from peerlens.cli.policies import PolicyChoice, read_policy
from peerlens.cli.screen import note
from peerlens.errors import ConfigError, UsageError
from peerlens.report.roles import DEFAULT_BUDGET, Role
from peerlens.settings import (
    DEFAULT_RERANK_MODEL,
    ContextName,
    EngineName,
    ParserName,
    ProfileName,
    RetrieverName,
    Settings,
)

_SAFE_IN_A_WORKING_FOLDER = frozenset({"policy", "retriever", "rerank", "parser", "k", "quiet", "offline", "json"})
"""Keys a ``peerlens.toml`` in a working folder may set: none can send text anywhere or move the store."""

_WORKING_FILE = Path("peerlens.toml")

_CHOICES: dict[str, tuple[str, ...]] = {
    "engine": tuple(EngineName),
    "context": tuple(ContextName),
    "profile": tuple(ProfileName),
    "retriever": tuple(RetrieverName),
    "parser": tuple(ParserName),
}
_FLAGS = frozenset({"rerank", "offline", "quiet", "no_cache", "json", "trace"})
_NAMES_OF_FILES = frozenset({"password_file", "home", "docling_models", "vllm"})
_OTHERS = frozenset({"policy", "k", "in_flight", "base_url", "model", "rerank_model", "output", "resume"})
_KNOWN = frozenset(_CHOICES) | _FLAGS | _NAMES_OF_FILES | _OTHERS
_MAX_K = 100
_MOST_IN_FLIGHT = 512

_DEFAULTS: dict[str, Any] = {
    "engine": "auto",
    "base_url": None,
    "model": None,
    "context": "auto",
    "profile": "json",
    "in_flight": 64,
    "retriever": "hybrid",
    "rerank": False,
    "rerank_model": DEFAULT_RERANK_MODEL,
    "k": 10,
    "parser": "auto",
    "policy": "open",
    "password_file": None,
    "docling_models": None,
    "vllm": None,
    "offline": False,
    "quiet": False,
    "no_cache": False,
    "json": False,
    "trace": False,
    "output": (),
    "resume": None,
}

_EVERYWHERE = ("home", "offline", "quiet")
_READING = (
    "engine", "base_url", "model", "context", "profile", "in_flight",
    "retriever", "rerank", "rerank_model", "k", "parser", "policy", "password_file", "docling_models", "supplements",
    "home", "offline", "quiet", "no_cache",
)  # fmt: skip


def default_home() -> Path:
    """Where everything is stored unless somebody says otherwise."""
    return Path(platformdirs.user_data_dir("peerlens"))


def missing_home(home: Path) -> str:
    """What to say of a home that is not there yet. Raises ``UsageError`` unless it is the default: it was mistyped."""
    if home != default_home():
        raise UsageError(f"the home {home} does not exist", hint="check --home or PEERLENS_HOME")
    return f"nothing is stored: {home} does not exist yet"


def _from_file(key: str) -> Any:
    """The value in the user's file or, for what is safe there, a working folder's; else the default."""
    for path, allowed in ((user_config(), _KNOWN), (_WORKING_FILE, _SAFE_IN_A_WORKING_FOLDER)):
        values = read_config(path)
        if key in values and key in allowed:
            return _checked(values[key], key, path)
    return default_home() if key == "home" else _DEFAULTS[key]


def _checked(value: Any, key: str, path: Path) -> Any:
    """The value as it stands in the file. Raises ``ConfigError`` where it is of another kind than the option."""
    if key in _CHOICES:
        fits, wanted = value in _CHOICES[key] if isinstance(value, str) else False, f"one of {', '.join(_CHOICES[key])}"
    elif key in _FLAGS:
        fits, wanted = isinstance(value, bool), "true or false"
    elif key == "in_flight":
        fits, wanted = type(value) is int and 1 <= value <= _MOST_IN_FLIGHT, f"a number from 1 to {_MOST_IN_FLIGHT}"
    elif key == "k":
        fits, wanted = type(value) is int and 1 <= value <= _MAX_K, f"a whole number from 1 to {_MAX_K}"
    elif key == "policy" and isinstance(value, str) and value.strip():
        read_policy(value)
        fits, wanted = True, ""
    elif key == "output":
        names = [value] if isinstance(value, str) else value
        fits, wanted = isinstance(names, list) and all(isinstance(n, str) and n for n in names), "file names in quotes"
        value = names
    else:
        fits, wanted = isinstance(value, str) and bool(value.strip()) and "\0" not in value, "text in quotes"
    if not fits:
        raise ConfigError(f"{path}: {key} = {_shown(value)} cannot be used", hint=f"it must be {wanted}")
    return value


def _shown(value: Any) -> str:
    """A value as the file writes it, cut where it is long."""
    text = str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else text[:60] + "…"


def common_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of every command that reads a paper and hand it ``settings`` instead of them."""
    return _with_settings(function, _READING)


def store_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a command that reads no paper (``--home``, ``--offline``, ``--quiet``), likewise."""
    return _with_settings(function, _EVERYWHERE)


def batch_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of the command that reads many papers, likewise: all but the files of a single one."""
    return _with_settings(function, tuple(name for name in _READING if name != "supplements"))


def serve_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of the command that starts a model server, likewise."""
    return _with_settings(function, ("model", *_EVERYWHERE))


def stored_paper_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a command that may need the file of a stored paper again, likewise."""
    return _with_settings(function, ("password_file", "supplements", *_EVERYWHERE))


def check_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of the command that checks what is set up, likewise."""
    return _with_settings(function, ("engine", "base_url", "model", "parser", "docling_models", *_EVERYWHERE))


def _with_settings(function: Callable[..., Any], names: tuple[str, ...]) -> Callable[..., Any]:
    @functools.wraps(function)
    def with_settings(*args: Any, **kwargs: Any) -> Any:
        settings = _settings({name: kwargs.pop(name) for name in names})
        if not settings.quiet:
            _tell_ignored()
        return function(*args, settings=settings, **kwargs)

    command: Callable[..., Any] = with_settings
    for name in reversed(names):
        command = _OPTIONS[name](command)
    return command


def _option(*names: str, key: str, **extra: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    parameter = extra.pop("parameter", key)
    return click.option(
        *names, parameter, envvar=f"PEERLENS_{key.upper()}", default=functools.partial(_from_file, key), **extra
    )


json_option = _option("--json", key="json", parameter="as_json", is_flag=True, help="Print one JSON document.")
output_option = _option(
    "-o", key="output", parameter="outputs", multiple=True, type=FileName(), metavar="FILE",
    help="Also write FILE (.html, .md, .csv, .json, .pdf); repeatable.",
)  # fmt: skip
vllm_option = _option(
    "--vllm", key="vllm", type=FileName(), metavar="DIR", help="The environment that vLLM is installed in."
)
role_option = click.option(
    "--role",
    type=click.Choice([one.value for one in Role]),
    help="Arrange it for an author, chair or reviewer.",
)
budget_option = click.option(
    "--budget", type=click.IntRange(200, 100_000), default=DEFAULT_BUDGET, show_default=True, metavar="N",
    help="Characters of the reply to one review (--role author).",
)  # fmt: skip
trace_option = _option("--trace", key="trace", is_flag=True, help="Show the steps behind each verdict.")
resume_option = _option("--resume", key="resume", metavar="RUN", help="Finish this stored run.")

_OPTIONS: dict[str, Callable[[Callable[..., Any]], Callable[..., Any]]] = {
    "engine": _option(
        "--engine", key="engine", type=click.Choice([one.value for one in EngineName]), help="Family of agents."
    ),
    "base_url": _option("--base-url", key="base_url", metavar="URL", help="OpenAI-compatible model server, up to /v1."),
    "model": _option("--model", key="model", metavar="NAME", help="Model on that server; its only one by default."),
    "context": _option(
        "--context",
        key="context",
        type=click.Choice([one.value for one in ContextName]),
        help="What a model reads of the paper: best passages (rag), all of it (full), or what costs less (auto).",
    ),
    "profile": _option(
        "--profile",
        key="profile",
        type=click.Choice([one.value for one in ProfileName]),
        help="How a model is asked about weaknesses: in json, or in the text of actreview fine-tunes.",
    ),
    "in_flight": _option(
        "--in-flight",
        key="in_flight",
        type=click.IntRange(1, _MOST_IN_FLIGHT),
        help="Requests to the model server at a time; llama.cpp gets no more than it has slots.",
    ),
    "retriever": _option(
        "--retriever",
        key="retriever",
        type=click.Choice([one.value for one in RetrieverName]),
        help="Ranking of passages.",
    ),
    "rerank": _option(
        "--rerank/--no-rerank", key="rerank", help="Let a cross-encoder order the best passages (extra: rerank)."
    ),
    "rerank_model": _option(
        "--rerank-model", key="rerank_model", metavar="NAME|DIR", help="The cross-encoder, on this machine."
    ),
    "k": _option("-k", key="k", type=click.IntRange(1, _MAX_K), help="Passages retrieved a query."),
    "parser": _option(
        "--parser", key="parser", type=click.Choice([one.value for one in ParserName]), help="Parser of manuscripts."
    ),
    "policy": _option(
        "--policy",
        key="policy",
        type=PolicyChoice(),
        help="What the venue allows: all, no asking for weaknesses, no language model either, or what FILE says.",
    ),
    "password_file": _option(
        "--password-file", key="password_file", type=FileName(), metavar="FILE", help="File with the PDF's password."
    ),
    "docling_models": _option(
        "--docling-models", key="docling_models", type=FileName(), metavar="DIR", help="Folder of docling's models."
    ),
    "supplements": click.option(
        "--supplement",
        "supplements",
        multiple=True,
        type=FileName(),
        metavar="FILE",
        help="Another file of the paper; repeatable.",
    ),
    "home": _option("--home", key="home", type=FileName(), metavar="DIR", help="Where everything is stored."),
    "offline": _option("--offline/--no-offline", key="offline", help="Refuse every connection but loopback."),
    "quiet": _option("--quiet/--no-quiet", key="quiet", help="No progress on standard error."),
    "no_cache": _option("--no-cache/--cache", key="no_cache", help="Judge anew what was judged before."),
}


def user_config() -> Path:
    """The user's configuration file. Raises ``ConfigError`` where ``PEERLENS_CONFIG`` names one that is not there."""
    named = os.environ.get("PEERLENS_CONFIG")
    if not named:
        return Path(platformdirs.user_config_dir("peerlens")) / "config.toml"
    if not os.path.lexists(named):
        raise ConfigError(f"PEERLENS_CONFIG names {named}, which does not exist", hint="mend the variable or unset it")
    return Path(named)


def read_config(path: Path) -> dict[str, Any]:
    """Read a configuration file; ``{}`` where there is none.

    Raises ``ConfigError`` on broken TOML and, save in a working folder's file, on unknown keys.
    """
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as exc:
        raise ConfigError(f"cannot read the configuration {path}: {exc}", hint="mend or remove the file") from exc
    unknown = sorted(set(values) - _KNOWN)
    if unknown and path != _WORKING_FILE:
        raise ConfigError(f"unknown key {unknown[0]!r} in {path}", hint=f"known: {', '.join(sorted(_KNOWN))}")
    return values


def _tell_ignored() -> None:
    ignored = sorted(set(read_config(_WORKING_FILE)) - _SAFE_IN_A_WORKING_FOLDER)
    if ignored:
        note(f"{_WORKING_FILE} in this folder: {', '.join(ignored)} not read (only in {user_config()})")


def _settings(values: dict[str, Any]) -> Settings:
    if values["offline"]:
        from peerlens.graph.offline import refuse_connections

        refuse_connections()
    chosen: dict[str, Any] = {"home": Path(values["home"]).expanduser()}
    for name, kind in (
        ("engine", EngineName),
        ("context", ContextName),
        ("profile", ProfileName),
        ("retriever", RetrieverName),
        ("parser", ParserName),
    ):
        if name in values:
            chosen[name] = kind(values[name])
    chosen |= {
        name: values[name]
        for name in ("base_url", "model", "in_flight", "rerank", "rerank_model", "k", "policy")
        if name in values
    }
    return Settings(
        **chosen,
        offline=values["offline"],
        quiet=values["quiet"],
        use_cache=not values.get("no_cache", False),
        password=_password(values.get("password_file")),
        supplements=tuple(values.get("supplements", ())),
        docling_models=Path(models).expanduser() if (models := values.get("docling_models")) else None,
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
