"""``peerlens eval``: run an evaluation suite, print its table."""

from __future__ import annotations

from pathlib import Path

import click

from peerlens.cli.options import common_options, json_option
from peerlens.cli.screen import note, output, print_json
from peerlens.errors import UsageError
from peerlens.settings import Settings

_NOTE_EVERY = 25


@click.command("eval")
@click.argument("suite", required=False)
@click.argument("predictions", required=False, type=click.Path(path_type=Path))
@click.option("--data", type=click.Path(path_type=Path), help="Folder below which the suite's files lie.")
@click.option("--split", help="Use this part of the data only.")
@click.option(
    "--set",
    "set_file",
    type=click.Path(path_type=Path),
    help="The frozen set of claims (default: the suite's file below --data, else in evals/frozen/).",
)
@click.option("--out", type=click.Path(path_type=Path), help="Keep predictions.jsonl here.")
@click.option("--list", "list_suites", is_flag=True, help="Name the suites.")
@json_option
@common_options
def command(
    suite: str | None,
    predictions: Path | None,
    data: Path | None,
    split: str | None,
    set_file: Path | None,
    out: Path | None,
    list_suites: bool,
    as_json: bool,
    settings: Settings,
) -> None:
    """Run SUITE on the files below --data; `eval score FILE` computes the figures again from predictions."""
    from peerlens import evals

    if list_suites:
        names = evals.suites()
        if as_json:
            print_json({"suites": list(names)})
        else:
            click.echo("\n".join(names))
        return
    if suite is None:
        raise UsageError("name a suite", hint="`peerlens eval --list` names them")
    if suite == "score":
        if predictions is None:
            raise UsageError("name the predictions to score", hint="`peerlens eval score FILE`")
        result = evals.score(predictions)
    else:
        if data is None:
            raise UsageError("say where the data lies", hint="`peerlens eval SUITE --data DIR`")
        result = evals.run_suite(
            suite,
            data,
            settings=settings,
            out=out,
            split=split,
            set_file=set_file,
            notify=None if settings.quiet else _count,
        )
    if as_json:
        print_json(result.model_dump(mode="json", by_alias=True))
        return
    from peerlens.report.tables import print_table

    print_table(evals.table(result), output())


def _count(rows: int) -> None:
    if rows % _NOTE_EVERY == 0:
        note(f"{rows} items judged")
