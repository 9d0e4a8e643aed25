"""What is measured: a way to open a manuscript and to judge one claim on it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from peerlens.schema import (
    Claim,
    Decomposition,
    Finding,
    LabelRow,
    PointResponse,
    Request,
    Response,
    Review,
    Usage,
)
from peerlens.settings import RetrieverName
from peerlens.taxonomy import Verdict, Weakness

if TYPE_CHECKING:
    from peerlens.agents.served.plain import PlainModel
    from peerlens.tools import PaperTools

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PlainLabel:
    """A label as a model gave it. ``confidence``: 0 to 1."""

    label: Verdict
    confidence: float
    rationale: str


class Subject(Protocol):
    """The program under measurement. ``open`` and ``judge`` raise ``PeerlensError`` when they cannot work."""

    @property
    def versions(self) -> Mapping[str, str]:
        """What its rankings depend on, by name."""
        ...

    @property
    def engine(self) -> str:
        """What its verdicts depend on besides."""
        ...

    @property
    def retrievers(self) -> tuple[RetrieverName, ...]:
        """The retrievers it has, the configured one first."""
        ...

    def open(self, path: Path) -> AbstractContextManager[PaperTools]: ...

    def judge(self, claim: Claim, tools: PaperTools) -> Finding: ...

    def decompose(self, review: Review) -> Decomposition:
        """The review taken apart."""
        ...

    def similarity(self, texts: Sequence[str], others: Sequence[str]) -> tuple[tuple[float, ...], ...]:
        """Cosine of each text, in rows, to each other one. Raises ``UsageError`` where it has no vectors."""
        ...

    @property
    def spent(self) -> Usage:
        """Requests and tokens since it was opened; all nought where there is no model."""
        ...

    def label(self, claim: str, tools: PaperTools, *, retrieved: bool) -> PlainLabel:
        """What its model says to a plain prompt with four labels, with ``retrieved`` on passages, else on nothing.

        Raises ``UsageError`` where it has no model.
        """
        ...

    @property
    def plain(self) -> str:
        """What its plain labels depend on."""
        ...

    @property
    def has_model(self) -> bool:
        """Whether a model server is configured."""
        ...

    def ask(self, work: Callable[[PlainModel], Coroutine[Any, Any, T]]) -> T:
        """What comes of work that asks its model plainly. Raises ``UsageError`` where it has no model."""
        ...

    def respond(
        self, tools: PaperTools, points: Sequence[Finding | Request], review: Review, response: Response
    ) -> tuple[PointResponse, ...]:
        """What the authors' response says to each point of the one review there is."""
        ...

    def audit(self, tools: PaperTools, labels: Sequence[Weakness]) -> tuple[LabelRow, ...]:
        """One row for each label asked for; a label that breaks ends ``not_assessable``."""
        ...


def ready_claim(item: str, text: str) -> Claim:
    """A claim that is judged as it stands, without a review around it."""
    return Claim(id=item, review_id="eval", claim_id=item, text=text, quote=text, start=0, end=len(text))
