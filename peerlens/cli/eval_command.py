"""``peerlens eval``: run an evaluation suite, print its table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from peerlens.cli.options import common_options, json_option
from peerlens.cli.screen import note, output, print_json
from peerlens.errors import InputError, UsageError
from peerlens.settings import Settings

if TYPE_CHECKING:
    from peerlens.evals import EvalResult

_NOTE_EVERY = 25


@click.command("eval")
@click.argument("suite", required=False)
@click.argument("predictions_files", nargs=-1, metavar="[FILE]...", type=click.Path(path_type=Path))
@click.option("--data", type=click.Path(path_type=Path), help="Folder below which the suite's files lie.")
@click.option("--split", help="Use this part of the data only.")
@click.option(
    "--set",
    "set_file",
    type=click.Path(path_type=Path),
    help="The frozen set of claims (default: the suite's file below --data, else in evals/frozen/).",
)
@click.option("--label-map", type=click.Path(path_type=Path), help='What the data call the labels: {"theirs": "ours"}.')
@click.option("--predictions", type=click.Path(path_type=Path), help="Score these verdicts of another system.")
@click.option(
    "--mode", help="What a claim is judged on (retrieval, oracle, full), or how claims are held to be the same."
)
@click.option("--manuscripts", type=click.Path(path_type=Path), help="Folder or zip of the papers, if not in --data.")
@click.option("--system", help="Who judges or extracts: ours or a baseline.")
@click.option("--nli-model", metavar="NAME|DIR", help="Cross-encoder for --system nli, on this machine.")
@click.option("--kind", help="Which judge: pairwise, rubric, absence, equivalence or ratings.")
@click.option(
    "--human", multiple=True, type=click.Path(path_type=Path), help="A form that a person filled in; repeatable."
)
@click.option("--form", type=click.Path(path_type=Path), help="Write the form that people fill in, and judge nothing.")
@click.option("--out", type=click.Path(path_type=Path), help="Keep predictions.jsonl and the tables here.")
@click.option("--resume", is_flag=True, help="Judge only what --out does not hold yet; failures are tried again.")
@click.option("--list", "list_suites", is_flag=True, help="Name the suites.")
@json_option
@common_options
def command(
    suite: str | None,
    predictions_files: tuple[Path, ...],
    data: Path | None,
    split: str | None,
    set_file: Path | None,
    label_map: Path | None,
    predictions: Path | None,
    mode: str | None,
    manuscripts: Path | None,
    system: str | None,
    nli_model: str | None,
    kind: str | None,
    human: tuple[Path, ...],
    form: Path | None,
    out: Path | None,
    resume: bool,
    list_suites: bool,
    as_json: bool,
    settings: Settings,
) -> None:
    """Run SUITE on the files below --data.

    `eval score FILE` computes the figures again from predictions, `eval compare A B` holds two runs against each other.
    """
    from peerlens import evals

    if list_suites:
        _list(as_json)
        return
    options = evals.SuiteOptions(
        set_file=set_file,
        label_map=label_map,
        predictions=predictions,
        manuscripts=manuscripts,
        mode=mode,
        system=system,
        kind=kind,
        human=human or None,
        nli_model=nli_model,
    )
    match suite:
        case None:
            raise UsageError("name a suite", hint="`peerlens eval --list` names them")
        case "score" | "compare":
            result = _stored(suite, predictions_files, out)
        case _ if (folder := _folder(data, predictions)) is None or predictions_files:
            raise UsageError("say where the data lies", hint="`peerlens eval SUITE --data DIR`")
        case _ if form is not None:
            _write_form(suite, kind, folder, split=split, form=form)
            return
        case _:
            notify = None if settings.quiet else _count
            result = evals.run_suite(
                suite, folder, settings=settings, out=out, resume=resume, split=split, options=options, notify=notify
            )
    if as_json:
        print_json(result.model_dump(mode="json", by_alias=True))
        return
    from peerlens.report.tables import print_table

    print_table(evals.table(result), output())
    for line in evals.notes(result):
        note(line)


def _folder(data: Path | None, predictions: Path | None) -> Path | None:
    """Where the data lies: by default beside the predictions of another system."""
    return data or (predictions.parent if predictions else None)


def _write_form(suite: str, kind: str | None, data: Path, *, split: str | None, form: Path) -> None:
    from peerlens import evals

    if suite != "judge":
        raise UsageError(f"suite {suite!r} has no form", hint="--form goes with: judge")
    text = evals.blank_form(kind, data, split=split)
    try:
        form.write_text(text, encoding="utf-8")
    except OSError as exc:
        raise InputError(f"cannot write {form}: {exc.strerror}", hint="name another file with --form FILE") from exc
    note(f"{form} is to be filled in; give it back with --human {form}")


def _stored(what: str, files: tuple[Path, ...], out: Path | None) -> EvalResult:
    """The result of ``score FILE`` or ``compare A B``; with ``out`` its tables are kept there."""
    from peerlens import evals

    wanted = 1 if what == "score" else 2
    if len(files) != wanted:
        raise UsageError(
            "name the predictions to score" if what == "score" else "name the two runs to compare",
            hint=f"`peerlens eval {'score FILE' if what == 'score' else 'compare A B'}`",
        )
    result = evals.score(files[0]) if what == "score" else evals.compare(*files)
    if out is not None:
        evals.keep(result, out)
    return result


def _list(as_json: bool) -> None:
    from peerlens import evals

    names = evals.suites()
    if as_json:
        print_json({"suites": list(names)})
    else:
        click.echo("\n".join(names))


def _count(rows: int) -> None:
    if rows % _NOTE_EVERY == 0:
        note(f"{rows} items judged")
