"""What ``--policy`` names: one of the policies that the program has, or a file in which somebody wrote down theirs."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import click

from peerlens.errors import ConfigError
from peerlens.settings import POLICIES, Policy

_SWITCHES = ("weaknesses", "model", "elsewhere")
_KNOWN = f"known keys: {', '.join(_SWITCHES)}"
_MOST = 65_536
"""Bytes of a policy file."""
_NAMES = ", ".join(policy.name for policy in POLICIES)


def read_policy(name: str) -> Policy:
    """The policy of this name, else the one in the TOML file of this name, whose keys are switches: true or false.

    A switch that is left out stays on; without ``model`` there is none elsewhere either. Raises ``ConfigError``.
    """
    for policy in POLICIES:
        if policy.name == name:
            return policy
    values = _read(name)
    for key, value in values.items():
        if key not in _SWITCHES:
            raise ConfigError(f"policy file {name}: unknown key {key!r}", hint=_KNOWN)
        if not isinstance(value, bool):
            raise ConfigError(f"policy file {name}: {key} must be true or false", hint=f"write {key} = false")
    if values.get("model") is False and values.get("elsewhere"):
        raise ConfigError(f"policy file {name}: elsewhere = true, but model = false", hint="leave one of them out")
    return Policy(name, **({"elsewhere": values.get("model", True)} | values))


def _read(name: str) -> dict[str, Any]:
    path = Path(name)
    if "\0" in name or not path.is_file():
        raise ConfigError(f"no policy {name!r}", hint=f"take {_NAMES}, or name a policy file")
    try:
        with path.open("rb") as file:
            data = file.read(_MOST + 1)
        if len(data) > _MOST:
            raise ConfigError(f"policy file {name}: more than {_MOST} bytes", hint=_KNOWN)
        values: dict[str, Any] = tomllib.loads(data.decode("utf-8"))
    except (OSError, ValueError, RecursionError) as exc:
        raise ConfigError(f"policy file {name}: {exc}", hint="write lines such as weaknesses = false") from exc
    if not values:
        raise ConfigError(f"policy file {name}: it says nothing", hint=_KNOWN)
    return values


class PolicyChoice(click.ParamType[Policy]):
    """The name of a policy, or of a file that holds one."""

    name = "policy"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return f"[{'|'.join(policy.name for policy in POLICIES)}|FILE]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Policy:
        return value if isinstance(value, Policy) else read_policy(str(value))
