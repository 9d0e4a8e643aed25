"""The command line: parse arguments, open what is needed, run, render, exit status."""

from __future__ import annotations

import gc
import importlib
import logging
import os
import sys
from typing import NoReturn

import click

from peerlens.cli.screen import print_error
from peerlens.errors import PeerlensError
from peerlens.version import __version__

_COMMANDS = {
    "verify": "Check each claim of a review against the manuscript.",
    "audit": "Examine a manuscript for the 17 weakness labels.",
    "index": "Parse and index a manuscript, show what was read.",
    "search": "Show what retrieval returns for a query.",
    "eval": "Run an evaluation suite, print its table.",
    "labels": "List verdicts and the 17 weakness labels.",
    "runs": "List stored runs.",
    "purge": "Delete everything stored about a paper.",
    "doctor": "Check parser, index and embedding model; say what to do.",
}


class _LazyGroup(click.Group):
    """Commands live in one module each and are imported when called, so that ``--help`` loads nothing heavy."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module = importlib.import_module(f"peerlens.cli.{cmd_name}_command")
        command = module.command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="peerlens")
def cli() -> None:
    """A reviewer's second pair of eyes: check what a review says against the manuscript."""


def main() -> NoReturn:
    """Run the command line and leave with the documented exit status. ``PEERLENS_DEBUG=1`` logs tracebacks of bugs."""
    gc.set_threshold(1_000_000, 50, 50)  # a short process: collecting while libraries load costs a tenth of its time
    if os.environ.get("PEERLENS_DEBUG"):
        logging.basicConfig(format="%(name)s: %(message)s")
        logging.getLogger("peerlens").setLevel(logging.DEBUG)
    try:
        status = cli.main(standalone_mode=False, prog_name="peerlens")
        sys.exit(status if isinstance(status, int) else 0)
    except click.exceptions.Exit as exc:
        sys.exit(exc.exit_code)
    except click.ClickException as exc:
        exc.show()
        sys.exit(2)
    except PeerlensError as exc:
        print_error(exc)
        sys.exit(exc.exit_status)
    except (KeyboardInterrupt, click.Abort):
        print("interrupted: what is finished is kept, the same command goes on from there", file=sys.stderr)  # noqa: T201
        sys.exit(130)
