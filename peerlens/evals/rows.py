"""The rows of ``predictions.jsonl``: one an item, holding all that its figures are computed from."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import BaseModel, Field, ValidationError

from peerlens.errors import InputError
from peerlens.schema import Record
from peerlens.taxonomy import Ground, Outcome, Reason, Verdict, Weakness

FILE_NAME = "predictions.jsonl"

Span = tuple[int, int]


class Row(Record):
    """What every row says. ``paper``: the paper that intervals are drawn by. ``dropped``: why it was not run."""

    suite: str
    item: str
    paper: str
    versions: dict[str, str] = Field(default_factory=dict)
    dropped: str | None = None


R = TypeVar("R", bound=Row)


class ResumableRow(Row):
    """A row that a run which broke off need not make again. ``error``: what broke; such a row is made again."""

    error: str | None = None

    @property
    @abstractmethod
    def identity(self) -> tuple[str, ...]:
        """What tells it from the other rows of its run."""

    @property
    @abstractmethod
    def asked(self) -> tuple[object, ...]:
        """What has to be the same for it to stand."""


class RankingRow(Row):
    """One query and what one retriever ranked for it.

    ``ranked``: offsets of the passages, best first. ``relevant_total``: passages of the paper that show a gold span.
    ``longest_words``: length of the longest ranked passage.
    """

    set_: str = Field(alias="set")
    retriever: str
    query: str
    spans: tuple[Span, ...]
    ranked: tuple[Span, ...] = ()
    relevant_total: Annotated[int, Field(ge=0)] = 0
    longest_words: Annotated[int, Field(ge=0)] = 0


class VerdictRow(ResumableRow):
    """One claim and its verdict.

    ``gold``: the label expected, or ``None`` where only "not Supported" is. ``arm``: which way of judging.
    ``document``: the paper it was judged on. ``similarity``: of the best sentence to the claim. ``error``: what
    broke when judging failed; ``predicted`` is ``None`` then. ``half``: of a frozen set. ``twin``: which of two
    versions of a paper it was judged on. ``accepted``: labels that count as right where more than ``gold`` do.
    ``rationale``, ``quote``, ``section``, ``page``: what a person is shown with the verdict. ``shows_gold``: whether a
    quote shown overlaps the gold evidence, ``None`` where there is none that could be located.
    """

    set_: str = Field(alias="set")
    arm: str
    claim: str
    gold: Verdict | None
    document: str
    family: str | None = None
    half: str | None = None
    twin: str | None = None
    accepted: tuple[Verdict, ...] = ()
    predicted: Verdict | None = None
    reason: Reason | None = None
    confidence: float | None = None
    similarity: float | None = None
    rationale: str = ""
    quote: str = ""
    section: str = ""
    page: int | None = None
    shows_gold: bool | None = None

    @property
    def identity(self) -> tuple[str, ...]:
        return (self.set_, self.arm, self.item, self.document, self.twin or "")

    @property
    def asked(self) -> tuple[object, ...]:
        return (self.claim, self.gold)


class TwinRow(Row):
    """A paper with one limitation put in, and the same paper without.

    ``kind``: the sort of limitation; ``label``: the weakness it is meant for. ``clean``/``perturbed``: the labels that
    ended with a finding on either, of those asked for.
    """

    kind: str
    label: Weakness
    clean: tuple[str, ...] = ()
    perturbed: tuple[str, ...] = ()


class AbstentionRow(Row):
    """How the audit of a paper ended for one label, and whether a reader found the paper to have that weakness.

    ``findings``, ``notes``: how many of each are shown for the label.
    """

    half: str
    label: Weakness
    supported: bool
    outcome: Outcome | None = None
    ground: Ground | None = None
    findings: Annotated[int, Field(ge=0)] = 0
    notes: Annotated[int, Field(ge=0)] = 0


class SeededError(Record):
    """An error put into a paper, and whether a finding quotes it. ``kind``: what explicit checks could see of it."""

    item: str
    error: str
    kind: str
    found: bool


class PerturbedRow(Row):
    """A paper with errors put in, beside the same paper without. ``clean``/``corrupted``: what was found on either."""

    category: str
    clean: tuple[str, ...] = ()
    corrupted: tuple[str, ...] = ()
    errors: tuple[SeededError, ...] = ()


class SentenceRow(Row):
    """A sentence of a review and what the decomposition made of it.

    ``gold_stance``, ``gold_kind``: ``None`` where the annotation says neither. ``became``: claim, request or unused;
    ``stance`` and ``kind``: of the claim it became, the one that shares most with it.
    """

    text: str
    gold_stance: str | None = None
    gold_kind: str | None = None
    became: str = ""
    stance: str | None = None
    kind: str | None = None


class DiagnosisRow(Row):
    """What was generated for one label of one paper, beside the reference; no claims are an abstention.

    ``claim_similarity``, ``suggestion_similarity``: cosines, generated texts in rows, references in columns;
    ``own_similarity``: of the generated claims, in rows, to the generated suggestions. ``evidence_sections``: where
    each piece of evidence stands in the paper, ``None`` for nowhere; the row has ``None`` where the paper was not read.
    ``evidence_of``: the claim that each piece belongs to, empty where that is not said.
    """

    label: Weakness
    task: str
    reference_claims: tuple[str, ...] = ()
    reference_suggestions: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()
    claim_similarity: tuple[tuple[float, ...], ...] = ()
    suggestion_similarity: tuple[tuple[float, ...], ...] = ()
    own_similarity: tuple[tuple[float, ...], ...] = ()
    evidence_sections: tuple[str | None, ...] | None = None
    evidence_of: tuple[int, ...] = ()
    error: str | None = None


class CostRow(Row):
    """What one claim costs. ``passages_tokens``: of the passages retrieved for it, as a model reads them;
    ``paper_tokens``: of the whole paper, both estimated. The rest is what judging it took: requests and tokens as the
    server reports them, wall-clock seconds.
    """

    passages_tokens: Annotated[int, Field(ge=0)] = 0
    paper_tokens: Annotated[int, Field(ge=0)] = 0
    requests: Annotated[int, Field(ge=0)] = 0
    prompt_tokens: Annotated[int, Field(ge=0)] = 0
    cached_tokens: Annotated[int, Field(ge=0)] = 0
    completion_tokens: Annotated[int, Field(ge=0)] = 0
    seconds: Annotated[float, Field(ge=0)] = 0.0
    error: str | None = None


def write_row(row: Row) -> str:
    """A row as one line of JSON."""
    return row.model_dump_json(by_alias=True) + "\n"


def suite_of(path: Path) -> str:
    """The suite that wrote a predictions file. Raises ``InputError`` when it is not one."""
    for number, line in _lines(path):
        try:
            return _Head.model_validate_json(line).suite
        except ValidationError as exc:
            raise _unreadable(path, number) from exc
    raise InputError(f"{path.name} holds no predictions", hint="run `peerlens eval SUITE --data DIR --out DIR` first")


def read_rows(path: Path, model: type[R]) -> tuple[R, ...]:
    """All rows of a predictions file. Raises ``InputError`` naming the line that is not one."""
    rows = []
    for number, line in _lines(path):
        try:
            rows.append(model.model_validate_json(line))
        except ValidationError as exc:
            raise _unreadable(path, number) from exc
    return tuple(rows)


class _Head(BaseModel):
    suite: str


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as exc:
        raise InputError(f"cannot read {path}", hint="give a predictions.jsonl written by `eval --out`") from exc
    return ((number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip())


def _unreadable(path: Path, number: int) -> InputError:
    return InputError(
        f"{path.name}, line {number}: not a row of predictions",
        hint="give a predictions.jsonl written by `eval --out` of this version",
    )
