"""The command line: parse arguments, open what is needed, run, render, exit status."""

from __future__ import annotations

import errno
import gc
import importlib
import logging
import os
import sys
import warnings
from contextlib import suppress
from typing import Any, NoReturn

import click

from peerlens.cli.screen import note, print_error
from peerlens.cli.streams import finish_output, prepare_streams
from peerlens.cli.usage import usage_error
from peerlens.errors import PeerlensError, UsageError
from peerlens.version import __version__

_COMMANDS = {
    "verify": "Check each claim of a review against the manuscript.",
    "audit": "Examine a manuscript for the 17 weakness labels.",
    "batch": "Verify or audit a set of papers and reviews.",
    "export": "Render a stored run as HTML, Markdown, CSV, JSON or PDF.",
    "desk": "Work through the verdicts in the terminal.",
    "recheck": "Check the claims of a stored run against a new version of the paper.",
    "index": "Parse and index a manuscript, show what was read.",
    "search": "Show what retrieval returns for a query.",
    "eval": "Run an evaluation suite, print its table.",
    "labels": "List verdicts and the 17 weakness labels.",
    "runs": "List stored runs.",
    "purge": "Delete everything stored about a paper.",
    "serve": "Start vLLM with the flags that fit.",
    "doctor": "Check parser, index, embedding model and model server; say what to do.",
}

_LEAVING_AT_ONCE = frozenset({"verify", "audit", "recheck", "index", "search"})
"""What holds nothing open when it ends. Taking these libraries down piece by piece costs a tenth of a run."""


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

    def invoke(self, ctx: click.Context) -> Any:
        """Ctrl-C ends a command at once; click would print an empty line first."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as exc:
            raise click.Abort() from exc

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
    prepare_streams()
    # langgraph drops the steps that still wait when a run is interrupted, and Python would say so.
    warnings.filterwarnings("ignore", r"coroutine 'arun_with_retry' was never awaited", RuntimeWarning)
    if os.environ.get("PEERLENS_DEBUG"):
        logging.basicConfig(format="%(name)s: %(message)s")
        logging.getLogger("peerlens").setLevel(logging.DEBUG)
    try:
        status = _status()
        finish_output()
    except PeerlensError as exc:
        print_error(exc)
        status = exc.exit_status
    except OSError as exc:
        if exc.errno != errno.ENAMETOOLONG:
            raise
        print_error(UsageError("the name of a file is too long for this system", hint="name an existing file"))
        status = UsageError.exit_status
    if _LEAVING_AT_ONCE.intersection(sys.argv[1:2]):
        with suppress(PeerlensError):
            finish_output()  # what was printed before an error
        sys.stderr.flush()
        os._exit(status)
    sys.exit(status)


def _status() -> int:
    """Run the command; its exit status."""
    try:
        status = cli.main(standalone_mode=False, prog_name="peerlens")
        return status if isinstance(status, int) else 0
    except click.exceptions.Exit as exc:
        return exc.exit_code
    except click.exceptions.NoArgsIsHelpError as exc:
        exc.show()
        return 2
    except click.ClickException as exc:
        raise usage_error(exc) from exc
    except (KeyboardInterrupt, click.Abort):
        if sys.stderr.isatty():
            sys.stderr.write("\n")  # the terminal has written "^C" on this line
        note("interrupted: what is finished is kept, the same command goes on from there")
        return 130
