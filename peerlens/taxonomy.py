"""The closed label sets: verdicts, reasons, polarities and the 17 weaknesses, each carrying its definition."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Verdict(StrEnum):
    """What the manuscript says about a claim as written."""

    SUPPORTED = "Supported"
    PARTIALLY_SUPPORTED = "Partially Supported"
    NOT_SUPPORTED = "Not Supported"
    NOT_DETERMINED = "Not Determined"

    @property
    def definition(self) -> str:
        return _VERDICT_DEFINITIONS[self]


_VERDICT_DEFINITIONS = {
    Verdict.SUPPORTED: "The manuscript bears the claim out as written.",
    Verdict.PARTIALLY_SUPPORTED: "The manuscript bears out only a qualified or incomplete version of the claim.",
    Verdict.NOT_SUPPORTED: "The manuscript contradicts the claim, or what the claim says is there demonstrably is not.",
    Verdict.NOT_DETERMINED: "The manuscript cannot settle the claim.",
}


class Reason(StrEnum):
    """Why a verdict came out as it did. The value is the code used in JSON."""

    COUNTEREXAMPLE = "counterexample"
    STATED_OTHERWISE = "stated_otherwise"
    NUMBER = "number"
    QUANTIFIER = "quantifier"
    SCOPE = "scope"
    PART_MISSING = "part_missing"
    MISREAD = "misread"
    INCONSISTENT = "inconsistent"
    EXPLAINED_NEARBY = "explained_nearby"
    ABSENT_AFTER_FULL_SCAN = "absent_after_full_scan"
    IN_MISSING_PART = "in_missing_part"
    IN_FIGURE = "in_figure"
    NOT_READABLE = "not_readable"
    EXTERNAL_KNOWLEDGE = "external_knowledge"
    INFERENCE = "inference"
    VAGUE = "vague"
    OPINION = "opinion"
    PREMISE_FAILS = "premise_fails"
    ABOUT_DISCUSSION = "about_discussion"
    SCAN_INCOMPLETE = "scan_incomplete"
    LOW_CONFIDENCE = "low_confidence"
    UNGROUNDED = "ungrounded"
    ENGINE_LIMIT = "engine_limit"


class Polarity(StrEnum):
    """What kind of statement one part of a claim makes."""

    PRESENCE = "presence"
    ABSENCE = "absence"
    COMPARISON = "comparison"
    NUMERIC = "numeric"
    EXTERNAL = "external"
    OPINION = "opinion"


class PartStatus(StrEnum):
    """How one part of a claim fares against the manuscript."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    PARTIAL = "partial"
    SILENT = "silent"
    UNDECIDABLE = "undecidable"


class Stance(StrEnum):
    """What the reviewer does with a claim."""

    CRITICISM = "criticism"
    PRAISE = "praise"
    DESCRIPTION = "description"


class ClaimKind(StrEnum):
    """Whether a claim states something checkable or a judgement."""

    FACTUAL = "factual"
    SUBJECTIVE = "subjective"


class RequestStatus(StrEnum):
    """Where the manuscript leaves a question or wish."""

    ANSWERED = "answered"
    PARTLY_ANSWERED = "partly_answered"
    POINTED_ELSEWHERE = "pointed_elsewhere"
    NOT_FOUND = "not_found"


class ResponseStatus(StrEnum):
    """Where the authors' response leaves a point of a review.

    A promise ("we will add"), bare agreement, or a place that the paper does not have answers partly at most.
    """

    ANSWERED = "answered"
    PARTLY_ANSWERED = "partly_answered"
    NOT_ANSWERED = "not_answered"


class EvidenceRole(StrEnum):
    """What a quoted passage does for a claim. ``asserts``: the authors say so without showing it."""

    SUPPORTS = "supports"
    CONTRADICTS = "contradicts"
    ASSERTS = "asserts"
    CONTEXT = "context"


class PassageType(StrEnum):
    """What kind of text a passage is."""

    TEXT = "text"
    CAPTION = "caption"
    TABLE = "table"
    FOOTNOTE = "footnote"
    REFERENCE = "reference"
    CHECKLIST = "checklist"
    FRONT = "front"


class SectionKind(StrEnum):
    """What a section is for, read from its own heading (the leaf, not its parents)."""

    ABSTRACT = "abstract"
    INTRODUCTION = "introduction"
    RELATED_WORK = "related_work"
    BACKGROUND = "background"
    METHOD = "method"
    THEORY = "theory"
    EXPERIMENTS = "experiments"
    RESULTS = "results"
    ABLATION = "ablation"
    DISCUSSION = "discussion"
    LIMITATIONS = "limitations"
    FUTURE_WORK = "future_work"
    CONCLUSION = "conclusion"
    ETHICS = "ethics"
    ACKNOWLEDGEMENTS = "acknowledgements"
    REFERENCES = "references"
    CHECKLIST = "checklist"
    APPENDIX = "appendix"
    OTHER = "other"


class Priority(StrEnum):
    """How much a suggestion matters."""

    CRITICAL = "critical"
    HIGH = "high"
    MEDIUM = "medium"


class Effort(StrEnum):
    """What a suggestion costs the authors."""

    WORDING = "wording"
    FIGURE = "figure"
    RE_ANALYSIS = "re-analysis"
    NEW_EXPERIMENT = "new experiment"


class Severity(StrEnum):
    """How much an audit finding weighs, the heaviest first. Minor ones are notes, never findings."""

    CRITICAL = "critical"
    MAJOR = "major"
    MODERATE = "moderate"
    MINOR = "minor"


class Outcome(StrEnum):
    """How an audit ends for one weakness label. ``none`` is the abstention."""

    FINDING = "finding"
    NONE = "none"
    NOT_ASSESSABLE = "not_assessable"


class Ground(StrEnum):
    """Why an audit row has no finding. The first four go with ``none``, the others with ``not_assessable``."""

    NOTHING_LOCATED = "nothing_located"
    REPLY_HOLDS = "reply_holds"
    CONDITION_NOT_MET = "condition_not_met"
    MINOR_ONLY = "minor_only"
    ENGINE_LIMIT = "engine_limit"
    EXTERNAL_KNOWLEDGE = "external_knowledge"
    NOT_READABLE = "not_readable"
    SCAN_INCOMPLETE = "scan_incomplete"
    BROKE_OFF = "broke_off"

    @property
    def outcome(self) -> Outcome:
        return Outcome.NONE if self in _GROUNDS_OF_NONE else Outcome.NOT_ASSESSABLE


_GROUNDS_OF_NONE = {Ground.NOTHING_LOCATED, Ground.REPLY_HOLDS, Ground.CONDITION_NOT_MET, Ground.MINOR_ONLY}


class Withheld(StrEnum):
    """Why a candidate of an audit is not shown as a finding."""

    OBSERVATION_FAILS = "observation_fails"
    HOLDS_IN_PART = "holds_in_part"
    NOT_DETERMINED = "not_determined"
    REPLY_HOLDS = "reply_holds"
    UNGROUNDED = "ungrounded"
    SCAN_INCOMPLETE = "scan_incomplete"
    LOW_CONFIDENCE = "low_confidence"
    NO_SUGGESTION = "no_suggestion"
    MINOR = "minor"
    STATED_ELSEWHERE = "stated_elsewhere"
    BEYOND_THE_CAP = "beyond_the_cap"


class WeaknessGroup(NamedTuple):
    """One of the seven level-1 groups."""

    id: str
    name: str


class _WeaknessText(NamedTuple):
    name: str
    definition: str


class Weakness(StrEnum):
    """The 17 level-2 weakness labels."""

    L2_1_1 = "L2.1.1"
    L2_1_2 = "L2.1.2"
    L2_1_3 = "L2.1.3"
    L2_2_1 = "L2.2.1"
    L2_2_2 = "L2.2.2"
    L2_2_3 = "L2.2.3"
    L2_3_1 = "L2.3.1"
    L2_3_2 = "L2.3.2"
    L2_3_3 = "L2.3.3"
    L2_4_1 = "L2.4.1"
    L2_4_2 = "L2.4.2"
    L2_5_1 = "L2.5.1"
    L2_5_2 = "L2.5.2"
    L2_5_3 = "L2.5.3"
    L2_6_1 = "L2.6.1"
    L2_6_2 = "L2.6.2"
    L2_7_1 = "L2.7.1"

    @property
    def display_name(self) -> str:
        return _WEAKNESS_TEXTS[self].name

    @property
    def definition(self) -> str:
        return _WEAKNESS_TEXTS[self].definition

    @property
    def group(self) -> WeaknessGroup:
        return _GROUPS["L1." + self.value.split(".")[1]]


_GROUPS = {
    group.id: group
    for group in (
        WeaknessGroup("L1.1", "Experimental Design and Empirical Validation Weaknesses"),
        WeaknessGroup("L1.2", "Methodological Clarity and Reproducibility Issues"),
        WeaknessGroup("L1.3", "Theoretical Soundness and Justification Gaps"),
        WeaknessGroup("L1.4", "Novelty, Contribution, and Positioning Limitations"),
        WeaknessGroup("L1.5", "Motivation, Claims, and Practical Relevance Issues"),
        WeaknessGroup("L1.6", "Writing, Presentation, and Communication Problems"),
        WeaknessGroup("L1.7", "Scalability, Efficiency, and Resource Considerations"),
    )
}

_WEAKNESS_TEXTS = {
    Weakness.L2_1_1: _WeaknessText(
        "Insufficient or Narrow Experimental Evaluation",
        "Too few or too easy datasets, tasks, domains or settings for what the paper claims; "
        "generalisation, robustness, scale or real use are not tested.",
    ),
    Weakness.L2_1_2: _WeaknessText(
        "Missing or Inadequate Comparative and Component Analysis",
        "Baselines are missing or weak, ablations absent or thin, so one cannot tell what causes the gain "
        "or how the method stands against others.",
    ),
    Weakness.L2_1_3: _WeaknessText(
        "Weak, Unreliable, or Flawed Empirical Evidence",
        "The results reported do not carry the conclusion: marginal or inconsistent gains, no spread or test, "
        "wrong metric, unfair comparison, unexplained contradictions.",
    ),
    Weakness.L2_2_1: _WeaknessText(
        "Unclear or Incomplete Method Description",
        "A component, equation, procedure or interaction of the method is not explained well enough "
        "to follow or check it.",
    ),
    Weakness.L2_2_2: _WeaknessText(
        "Missing or Insufficient Experimental and Reproducibility Details",
        "Hyper-parameters, data handling, training set-up, hardware, code or evaluation protocol "
        "needed to repeat the work are not given.",
    ),
    Weakness.L2_2_3: _WeaknessText(
        "Unclear Problem Definition, Assumptions, or Scope",
        "What is solved, under which conditions, and where it stops applying is not stated clearly.",
    ),
    Weakness.L2_3_1: _WeaknessText(
        "Missing or Insufficient Theoretical Justification",
        "A claim, method or design choice that calls for an argument, proof or guarantee has none or a weak one.",
    ),
    Weakness.L2_3_2: _WeaknessText(
        "Flawed or Unjustified Theoretical Assumptions",
        "The theory stands on assumptions that are too strong, unrealistic, unargued or broken in practice.",
    ),
    Weakness.L2_3_3: _WeaknessText(
        "Theory–Practice Misalignment",
        "Theory and experiments do not meet: what is proved is not tested, or what is run breaks what was assumed.",
    ),
    Weakness.L2_4_1: _WeaknessText(
        "Insufficient Positioning and Related Work Coverage",
        "Relevant prior work is missing or not discussed, or the difference to it stays unclear.",
    ),
    Weakness.L2_4_2: _WeaknessText(
        "Weak, Incremental, or Overstated Novelty",
        "What is new is small, unclear, or said to be more than it is.",
    ),
    Weakness.L2_5_1: _WeaknessText(
        "Weak or Unclear Motivation and Framing",
        "Why the problem, the setting or a design choice matters is not made clear.",
    ),
    Weakness.L2_5_2: _WeaknessText(
        "Unsupported, Overstated, or Incorrect Claims",
        "A statement of the paper goes beyond its own evidence, misleads, or is technically wrong.",
    ),
    Weakness.L2_5_3: _WeaknessText(
        "Limited Practical Relevance or Real-World Applicability",
        "Assumptions, cost or deployment limits make real use doubtful, or practical impact is overclaimed.",
    ),
    Weakness.L2_6_1: _WeaknessText(
        "Unclear Writing, Organization, or Notation",
        "Wording, order or notation gets in the way of understanding.",
    ),
    Weakness.L2_6_2: _WeaknessText(
        "Formatting, Figures, or Submission Issues",
        "Template, layout, figures, tables or captions are faulty, unreadable, unreferenced, "
        "or do not carry what the text says of them.",
    ),
    Weakness.L2_7_1: _WeaknessText(
        "Missing Computational Cost, Runtime, and Scalability Analysis",
        "The paper claims or relies on efficiency in compute, speed, memory or scale (not sample, label or "
        "parameter thrift), and does not report it adequately anywhere, appendix included.",
    ),
}


def weakness_from_name(name: str) -> Weakness:
    """Find a weakness by its id or name, a hyphen accepted for the en dash. Raises ``ValueError`` when unknown."""
    wanted = name.strip().replace("–", "-").casefold()
    for weakness in Weakness:
        if wanted in (weakness.value.casefold(), weakness.display_name.replace("–", "-").casefold()):
            return weakness
    raise ValueError(f"unknown weakness label {name!r}")
