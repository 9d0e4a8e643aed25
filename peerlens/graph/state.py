"""State of the review graph and what its nodes are handed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, TypedDict, TypeVar

from peerlens.agents.family import Applicability, Candidate, Diagnosis, Family, LabelEvidence, Retrieved
from peerlens.agents.weighing import Weighed
from peerlens.schema import (
    Ask,
    Claim,
    Decomposition,
    Failure,
    Finding,
    Judgement,
    LabelRow,
    Request,
    Review,
)
from peerlens.store.ledger import Ledger
from peerlens.taxonomy import Weakness
from peerlens.tools import PaperTools

if TYPE_CHECKING:  # loaded where a response is handed in
    from peerlens.agents.response.answering import ReadResponse

K = TypeVar("K")
R = TypeVar("R")


def merge(old: Mapping[K, R], new: Mapping[K, R]) -> dict[K, R]:
    """Reducer for records keyed by id: the same unit arriving twice stays one."""
    return {**old, **new}


class ReviewState(TypedDict, total=False):
    """One review on its way through. The three keyed maps are written by branches, each under ids of its own."""

    review: Review
    decomposition: Decomposition
    findings: Annotated[dict[str, Finding], merge]
    requests: Annotated[dict[str, Request], merge]
    failures: Annotated[dict[str, Failure], merge]


class ClaimInput(TypedDict):
    claim: Claim


class ClaimOutput(TypedDict, total=False):
    findings: Annotated[dict[str, Finding], merge]
    failures: Annotated[dict[str, Failure], merge]


class ClaimState(ClaimOutput, total=False):
    """One claim on its way from retrieval to the abstain-check."""

    claim: Claim
    retrieved: Retrieved
    judgement: Judgement
    finding: Finding
    diagnosis: Diagnosis | None


class LabelInput(TypedDict):
    label: Weakness


class LabelOutput(TypedDict, total=False):
    rows: Annotated[dict[Weakness, LabelRow], merge]
    failures: Annotated[dict[str, Failure], merge]


class LabelState(LabelOutput, total=False):
    """One weakness label on its way to its row. ``weighed``: candidates standing; ``aside``: fallen."""

    label: Weakness
    applicability: Applicability
    gathered: LabelEvidence
    candidates: tuple[Candidate, ...]
    weighed: tuple[Weighed, ...]
    aside: tuple[Weighed, ...]


class AuditState(LabelOutput, total=False):
    labels: tuple[Weakness, ...]


class AskInput(TypedDict):
    ask: Ask


class PointInput(TypedDict):
    """A judged claim or a request looked up, with its review, to be held against the authors' response."""

    review: Review
    point: Finding | Request


@dataclass(frozen=True, slots=True)
class ResponseContext:
    """The authors' response taken apart. ``orders``: the place of each review among all, from 1, by id."""

    read: ReadResponse
    orders: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class GraphContext:
    """What the nodes work with. ``configuration`` is the part of a unit's key that is the same for a whole run.

    ``diagnoses``: whether criticisms that hold are given a weakness and a revision. ``given``: reviews, by id, that are
    taken apart already.
    """

    tools: PaperTools
    family: Family
    ledger: Ledger | None
    configuration: Mapping[str, object]
    response: ResponseContext | None = None
    diagnoses: bool = True
    given: Mapping[str, Decomposition] = field(default_factory=dict)
