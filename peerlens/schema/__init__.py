"""Records that cross folders and are stored: frozen, validated, and shaped like the documents users read.

All offsets count Unicode characters. ``start``/``end`` of passages, sections, captions and evidence index
``Manuscript.text``; those of claims, requests and unused spans index ``Review.text``.
"""

from __future__ import annotations

from peerlens.schema.audits import AuditFinding, AuditNote, LabelRow
from peerlens.schema.findings import (
    Evidence,
    Failure,
    Finding,
    Judgement,
    KeptWork,
    NamedPlace,
    Override,
    Part,
    PersonMark,
    PointResponse,
    Request,
    Scan,
    Step,
    Suggestion,
)
from peerlens.schema.manuscript import (
    Block,
    Caption,
    FilePart,
    Highlight,
    Manuscript,
    Mark,
    MissingPart,
    PaperWarning,
    Passage,
    Section,
)
from peerlens.schema.record import Confidence, Record
from peerlens.schema.report import Report, ReportMissing, ReportPaper, ReportResponse, ReportReview, Run, Usage
from peerlens.schema.reviews import (
    Ask,
    Claim,
    ClaimSource,
    Decomposition,
    ReadyClaim,
    Response,
    ResponseStretch,
    Review,
    ReviewField,
    Unused,
)

__all__ = [
    "Ask",
    "AuditFinding",
    "AuditNote",
    "Block",
    "Caption",
    "Claim",
    "ClaimSource",
    "Confidence",
    "Decomposition",
    "Evidence",
    "Failure",
    "FilePart",
    "Finding",
    "Highlight",
    "Judgement",
    "KeptWork",
    "LabelRow",
    "Manuscript",
    "Mark",
    "MissingPart",
    "NamedPlace",
    "Override",
    "PaperWarning",
    "Part",
    "Passage",
    "PersonMark",
    "PointResponse",
    "ReadyClaim",
    "Record",
    "Report",
    "ReportMissing",
    "ReportPaper",
    "ReportResponse",
    "ReportReview",
    "Request",
    "Response",
    "ResponseStretch",
    "Review",
    "ReviewField",
    "Run",
    "Scan",
    "Section",
    "Step",
    "Suggestion",
    "Unused",
    "Usage",
]
