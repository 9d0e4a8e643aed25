"""Judges of texts: pairwise, rubric, absence screen, equivalence, ratings; by a model, by people, and how they agree.

``--kind`` says which judge, ``--human`` names filled forms (one a person). A model votes where a server is configured;
no vote ever sees which system wrote a text. What broke is a failure and no vote.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from peerlens.errors import UsageError
from peerlens.evals.agreement import Ballot, Vote, agreement
from peerlens.evals.datasets.judged import load
from peerlens.evals.judges import JUDGES, kind_of
from peerlens.evals.judges.asking import voted
from peerlens.evals.judges.forms import read_form
from peerlens.evals.judges.judge import MODEL, JudgeRow, Kind
from peerlens.evals.results import Figure, count
from peerlens.evals.shares import dropped_counts, shares
from peerlens.evals.subject import Subject

SUMMARY = "texts of several systems (JSONL): judged by a model (--kind) or by people (--human FILE), and agreement"
ROW = JudgeRow

RUBRICS: Final = "rubrics.jsonl"


def predict(
    data: Path,
    *,
    subject: Subject,
    split: str | None = None,
    kind: str | None = None,
    human: tuple[Path, ...] | None = None,
) -> Iterator[JudgeRow]:
    """The votes of people, then of the model, a row each. Raises ``UsageError`` where neither is at hand."""
    chosen = kind_of(kind)
    judge = JUDGES[chosen]
    found = load(data, split=split)
    for item in found.items:
        judge.units(item)  # what cannot be judged is said before anything is asked
    versions = {"data": f"judge {found.version}", "kind": chosen.value}
    names = [path.stem for path in human or ()]
    if len({*names, MODEL}) <= len(names):
        raise UsageError("two voters have one name", hint=f"give each file of --human another name, none {MODEL!r}")
    if not names and not subject.has_model:
        raise UsageError(
            "nobody is there to judge", hint="give --base-url, or --human FILE; --form FILE writes the form to fill in"
        )
    for path in human or ():
        yield from (
            row.model_copy(update={"versions": versions}) for row in read_form(path, found.items, chosen, judge)
        )
    if subject.has_model:
        identity = subject.ask(lambda model: model.identity("system", *judge.PROMPTS))
        yield from voted(found.items, chosen, judge, subject=subject, versions={**versions, "engine": identity})


def figures(rows: Sequence[JudgeRow]) -> dict[str, Figure]:
    """The model's figures with its failures and cost, then each person's, then how they agree."""
    if not rows:
        return {}
    judge = JUDGES[rows[0].kind]
    result: dict[str, Figure] = {}
    for voter in sorted({row.voter for row in rows}, key=lambda name: (name != MODEL, name)):
        run = [row for row in rows if row.voter == voter and row.dropped is None]
        measured = judge.figures([row for row in run if row.error is None])
        if voter == MODEL:
            result |= measured | shares(run, {"failure_share": lambda row: row.error is not None}) | _cost(run)
        else:
            result |= {f"{voter}: {name}": figure for name, figure in measured.items()}
    return result | _agreement(rows) | dropped_counts(rows)


def side_files(rows: Sequence[JudgeRow]) -> dict[str, str]:
    """``rubrics.jsonl``: of the judge by rubric, the items with the rubrics used, as data for a further run."""
    items: dict[str, dict[str, object]] = {}
    for row in rows:
        if row.kind is Kind.RUBRIC and row.criteria:
            item = items.setdefault(
                row.item,
                {"id": row.item, "paper": row.paper, "label": row.label, "context": row.context, "candidates": {}},
            )
            item["candidates"] = {**item["candidates"], row.systems[0]: row.texts[0]}  # type: ignore[dict-item]
            item["rubric"] = [one.model_dump(mode="json") for one in row.criteria]
    return {RUBRICS: "".join(json.dumps(item, ensure_ascii=False) + "\n" for item in items.values())} if items else {}


def _cost(rows: Sequence[JudgeRow]) -> dict[str, Figure]:
    return {
        "requests": count(sum(row.requests for row in rows), n=len(rows)),
        "prompt tokens": count(sum(row.prompt_tokens for row in rows), n=len(rows)),
        "completion tokens": count(sum(row.completion_tokens for row in rows), n=len(rows)),
    }


def _agreement(rows: Sequence[JudgeRow]) -> dict[str, Figure]:
    votes: dict[str, dict[str, dict[str, Vote]]] = defaultdict(lambda: defaultdict(dict))
    papers: dict[str, str] = {}
    for row in rows:
        for value in JUDGES[row.kind].values(row):
            votes[value.measure][value.place][row.voter] = value.value
            papers[value.place] = row.paper
    return {
        f"agreement on {measure}: {name}": figure
        for measure, places in votes.items()
        for name, figure in agreement([Ballot(papers[place], given) for place, given in places.items()]).items()
    }
