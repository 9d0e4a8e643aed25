"""The Peerify benchmark as released, its six sets under the paper's names, on evidence, by retrieval, or in full.

``oracle`` judges on the gold evidence alone, ``retrieval`` on the whole paper by the configured retriever, ``full``
sends a model the whole paper. Labels that were given on the authors' answer are judged on the authors' answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from peerlens.errors import UsageError
from peerlens.evals.controls import TEST, TUNE, half_of
from peerlens.evals.datasets.paper_files import paper_files
from peerlens.evals.datasets.peerify_release import PeerifySet, ReleasedClaim, load
from peerlens.evals.judging import Assignment, dropped
from peerlens.evals.options import FULL
from peerlens.evals.results import Figure
from peerlens.evals.rows import VerdictRow
from peerlens.evals.shares import dropped_counts, shares
from peerlens.evals.subject import Subject
from peerlens.evals.systems import judge_by, system_of
from peerlens.evals.verdict_figures import labelled_figures

SUMMARY = "Peerify as released, B1 to B6: four labels on gold evidence, by retrieval or on the full paper (--mode)"
ROW = VerdictRow

NO_EVIDENCE: Final = "no evidence given"
TOO_LONG: Final = "longer than the model's window"
_OVERFLOW: Final = "ContextOverflowError"


class Mode(StrEnum):
    """What a claim is judged on."""

    RETRIEVAL = "retrieval"
    ORACLE = "oracle"
    FULL = FULL


def predict(
    data: Path,
    *,
    subject: Subject,
    split: str | None = None,
    mode: str | None = None,
    system: str | None = None,
    nli_model: str | None = None,
    manuscripts: Path | None = None,
) -> Iterator[VerdictRow]:
    """Judge the claims of every set below ``data``, each document being opened once.

    ``split``: sets and halves of the papers by name, several with commas (``LLMJudged,test``). ``manuscripts``: folder
    or zip of the papers where they do not lie below ``data`` too.
    """
    chosen, judge = mode_of(mode), system_of(system)
    released = load(data)
    claims = [claim for claim in released.claims if _is_in(claim, split)]
    versions = {**subject.versions, "mode": chosen.value, "data": f"peerify {released.version}"}
    with (
        paper_files(manuscripts or data, {claim.paper for claim in claims}) as papers,
        TemporaryDirectory(prefix="peerlens-peerify-") as folder,
    ):
        documents = dict(papers)
        assignments = []
        for claim in claims:
            why = claim.dropped or (NO_EVIDENCE if chosen is Mode.ORACLE and not claim.evidence else None)
            document = _document(claim, chosen, documents, Path(folder))
            assignment = _assignment(claim, document)
            if why is None:
                assignments.append(assignment)
            else:
                yield from dropped([assignment], why, suite="peerify", versions=versions)
        rows = judge_by(
            judge, assignments, documents, suite="peerify", subject=subject, versions=versions, nli_model=nli_model
        )
        for row in rows:
            too_long = row.error is not None and _OVERFLOW in row.error
            yield row.model_copy(update={"error": None, "dropped": TOO_LONG}) if too_long else row


def figures(rows: Sequence[VerdictRow]) -> dict[str, Figure]:
    """For each set four labels beside rules without a paper, and the share whose gold evidence is shown."""
    result: dict[str, Figure] = {}
    for name in PeerifySet:
        run = [row for row in rows if row.set_ == name and row.dropped is None]
        if run:
            result |= labelled_figures(name, run)
        with_evidence = [row for row in run if row.shows_gold is not None]
        if with_evidence:
            result |= shares(with_evidence, {f"{name} gold evidence among the quotes shown": _shows_gold})
    return result | dropped_counts(rows)


def mode_of(name: str | None) -> Mode:
    """The mode of that name, retrieval where none is given. Raises ``UsageError`` for an unknown one."""
    try:
        return Mode(name or Mode.RETRIEVAL)
    except ValueError as exc:
        raise UsageError(f"unknown mode {name!r}", hint=f"known: {', '.join(Mode)}") from exc


def _shows_gold(row: VerdictRow) -> bool:
    return bool(row.shows_gold)


def _is_in(claim: ReleasedClaim, split: str | None) -> bool:
    """Whether a claim is of a set and of a half that are asked for, either being open where none of its kind is."""
    names = {name.strip() for name in (split or "").split(",") if name.strip()}
    known = {*PeerifySet, TUNE, TEST}
    if not names <= known:
        raise UsageError(
            f"no split {split!r}", hint=f"known, several with commas: {', '.join([*PeerifySet, TUNE, TEST])}"
        )
    sets, halves = names & set(PeerifySet), names & {TUNE, TEST}
    return (not sets or claim.set_ in sets) and (not halves or half_of(claim.paper) in halves)


def _document(claim: ReleasedClaim, mode: Mode, documents: dict[str, Path], folder: Path) -> str:
    """The name of what a claim is judged on; evidence and answers become files in ``folder``."""
    if mode is Mode.ORACLE:
        name, text = f"evidence of {claim.item}", "\n\n".join(claim.evidence)
    elif claim.response is not None:
        name, text = f"answer for {claim.paper} {_digits(claim.response)}", claim.response
    else:
        return claim.paper
    if name not in documents and text:
        path = folder / f"document-{len(documents)}.md"
        path.write_text(text, encoding="utf-8", errors="replace")
        documents[name] = path
    return name


def _digits(text: str) -> str:
    """Six hex digits that tell the answers for one paper apart."""
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:6]


def _assignment(claim: ReleasedClaim, document: str) -> Assignment:
    return Assignment(
        item=claim.item, set_=claim.set_, arm="judged", paper=claim.paper, document=document, claim=claim.claim,
        gold=claim.gold, evidence=claim.quotes,
    )  # fmt: skip
