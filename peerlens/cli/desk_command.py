"""``peerlens desk``: work through verdicts in the terminal."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from peerlens.cli.options import common_options
from peerlens.cli.screen import note, output
from peerlens.errors import PeerlensError, UsageError
from peerlens.settings import Settings

if TYPE_CHECKING:
    from peerlens.desk.board import Board
    from peerlens.desk.dossier import Dossier
    from peerlens.report.roles import Role

_ROLES = ("author", "chair", "reviewer")


@click.command("desk")
@click.argument("paper")
@click.argument("reviews", nargs=-1)
@click.option("--role", type=click.Choice(_ROLES), help="Order and wordings for an author, a chair or a reviewer.")
@common_options
def command(paper: str, reviews: tuple[str, ...], role: str | None, settings: Settings) -> int:
    """Work through the verdicts on PAPER and REVIEWS, on a stored run (its id or its JSON file), or a batch folder.

    What you decide is stored as you do it, with the paper, and goes into every later report on it.
    """
    from peerlens.report.roles import Role

    opened = _open(paper, reviews, settings)
    chosen = Role(role) if role is not None else None
    if not _is_terminal():
        note("no terminal here to work in: this is the plain report")
        return _print(opened, settings, chosen)
    from peerlens.desk.app import DeskApp

    _check_session(opened)
    app = DeskApp(opened, settings, role=chosen)
    app.run()
    return app.return_code or 0


def _check_session(opened: Dossier | Board) -> None:
    """Raises ``StoreError`` before the screen is taken where nothing can be kept."""
    from peerlens.desk.dossier import Dossier, session_of

    if isinstance(opened, Dossier):
        with session_of(opened):
            pass


def _is_terminal() -> bool:
    """The desk reads keys from standard input and draws on standard error; results would go to standard output."""
    return all(os.isatty(number) for number in (0, 1, 2)) and os.environ.get("TERM", "dumb") != "dumb"


def _open(named: str, reviews: Sequence[str], settings: Settings) -> Dossier | Board:
    """What the user named: a batch folder, a stored run, a report file, or a paper with its reviews."""
    from peerlens.desk.board import is_batch, read_board
    from peerlens.desk.dossier import dossier_of
    from peerlens.store.library import Library
    from peerlens.store.runs import is_run_id
    from peerlens.store.stored import find_report

    path = Path(named)
    if not named.strip() or "\0" in named:
        raise UsageError("the name is empty", hint="name a paper, a run or a batch folder")
    stored = not path.is_dir() and (is_run_id(named) or path.suffix.lower() == ".json")
    if (is_batch(path) or stored) and reviews:
        raise UsageError(f"{named} has its reviews in it", hint="name reviews only beside a paper")
    if is_batch(path):
        return read_board(path)
    if stored:
        return dossier_of(find_report(named, Library(settings.home)), settings)
    return _from_paper(path, [Path(one) for one in reviews], settings)


def _from_paper(path: Path, reviews: Sequence[Path], settings: Settings) -> Dossier:
    """Verify the reviews, or take the newest run on the paper; without any, audit it where the policy allows that."""
    from peerlens.cli.progress import progress_line
    from peerlens.desk.dossier import dossier_of, newest_report, unjudged
    from peerlens.graph.audit import audit_paper
    from peerlens.graph.open import chosen_engine, open_family, open_paper, read_all_reviews
    from peerlens.graph.verify import verify_reviews

    texts = read_all_reviews(reviews)
    engine = chosen_engine(settings)
    with open_paper(path, settings) as store, progress_line(quiet=settings.quiet) as on_progress:
        if engine.elsewhere or not settings.quiet:
            note(engine.line)
        family = open_family(settings)
        if texts:
            work = verify_reviews(store, texts, family=family, settings=settings, on_progress=on_progress)
            return dossier_of(asyncio.run(work), settings)
        known = newest_report(store.folder, "verify") or newest_report(store.folder, "audit")
        if known is None and not settings.policy.weaknesses:
            return unjudged(store.manuscript, settings)
        if known is None:
            known = asyncio.run(audit_paper(store, family=family, settings=settings, on_progress=on_progress))
        return dossier_of(known, settings)


def _print(opened: Dossier | Board, settings: Settings, role: Role | None) -> int:
    from peerlens.desk.board import Board

    if isinstance(opened, Board):
        return _print_board(opened, settings, role)
    from peerlens.desk.dossier import session_of, worked_on
    from peerlens.report.audit_terminal import print_audit
    from peerlens.report.terminal import print_report

    with session_of(opened) as session:
        opened = worked_on(opened, session.work())
    failed = False
    if opened.review is not None:
        print_report(opened.review, output())
        failed = bool(opened.review.failures)
    elif opened.audit is not None:
        print_audit(opened.audit, output())
        failed = bool(opened.audit.failures)
    return 4 if failed else 0


def _print_board(board: Board, settings: Settings, role: Role | None) -> int:
    from peerlens.desk.board import standing_of
    from peerlens.report.tables import print_table

    rows = [["paper", "left", "points", "verdicts"]]
    for line in board.lines:
        try:
            standing = standing_of(line, settings, role=role)
        except PeerlensError as exc:
            rows.append([line.id, "", "", exc.message])
            continue
        if standing is None:
            rows.append([line.id, "", "", f"{line.status}: {line.reason}" if line.reason else line.status])
        else:
            rows.append([line.id, str(standing.left), str(standing.points), standing.line])
    print_table(rows, output())
    return 0
