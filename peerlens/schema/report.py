"""The report document, ``peerlens.report/1``."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from peerlens.schema.audits import LabelRow
from peerlens.schema.findings import Failure, Finding, KeptWork, Request
from peerlens.schema.manuscript import PaperWarning
from peerlens.schema.record import Record
from peerlens.schema.reviews import Unused


class ReportMissing(Record):
    what: str
    pointed_from: str


class ReportPaper(Record):
    id: str
    title: str
    source: str
    parser: str
    pages: int | None
    sections: int
    passages: int
    missing: tuple[ReportMissing, ...]
    warnings: tuple[PaperWarning, ...]


class ReportReview(Record):
    id: str
    source: str
    text: str
    claims: int
    unused: tuple[Unused, ...]
    warnings: tuple[PaperWarning, ...] = ()


class ReportResponse(Record):
    """The authors' response that the points were held against: ``text`` as judged, its notes joined."""

    source: str
    text: str
    warnings: tuple[PaperWarning, ...] = ()


class Usage(Record):
    requests: int = 0
    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0


class Run(Record):
    id: str
    engine: str
    model: str | None
    context: str | None
    retriever: str
    rerank: bool
    k: int
    prompts: dict[str, str]
    index: str
    version: str
    started: str


class Report(Record):
    """The document ``peerlens.report/1``. ``response`` is ``None`` unless the authors' response was handed in.

    ``kept``: a person's work on points of the reviews that could not be told among the findings and requests.
    """

    schema_: Literal["peerlens.report/1"] = Field(default="peerlens.report/1", alias="schema")
    kind: Literal["verify", "audit"]
    paper: ReportPaper
    reviews: tuple[ReportReview, ...]
    response: ReportResponse | None = None
    findings: tuple[Finding, ...]
    requests: tuple[Request, ...]
    labels: tuple[LabelRow, ...] = ()
    failures: tuple[Failure, ...]
    kept: tuple[KeptWork, ...] = ()
    usage: Usage
    run: Run

    def to_json(self, *, indent: int | None = 2) -> str:
        return self.model_dump_json(by_alias=True, indent=indent)
