"""Wrong use of the command line, said in one line and a hint: what was given, where, and what would do."""

from __future__ import annotations

import os
import sys

import click
from click.core import ParameterSource

from peerlens.errors import UsageError


def usage_error(error: click.ClickException) -> UsageError:
    """The library's error in the program's own words."""
    message = error.format_message().rstrip(".").replace("\n", " ")
    context = error.ctx if isinstance(error, click.UsageError) else None
    return UsageError(_placed(error, message, context), hint=_hint(error, context))


def _placed(error: click.ClickException, message: str, context: click.Context | None) -> str:
    """A bad value from the environment is called by the variable's name: nobody typed the option."""
    if not isinstance(error, click.BadParameter) or context is None or error.param is None or not error.param.name:
        return message
    if context.get_parameter_source(error.param.name) is not ParameterSource.ENVIRONMENT:
        return message
    return f"Invalid value of {error.param.envvar} in the environment: {error.message.rstrip('.')}"


def _hint(error: click.ClickException, context: click.Context | None) -> str:
    if isinstance(error, click.NoSuchOption):
        named = next((one for one in sys.argv[1:] if one.startswith("-") and os.path.lexists(one)), None)
        if named is not None:
            return f"a file? Write ./{named}"
    return f"see `{context.command_path if context is not None else 'peerlens'} --help`"
