"""Whether a paper that claims efficiency in compute, speed, memory or scale reports a cost anywhere."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from peerlens.agents.embedded.audit.elsewhere import COST, pointed_for
from peerlens.agents.embedded.audit.judged import IN_DOUBT, at_most, claimed_without
from peerlens.agents.embedded.audit.kinds import FOREIGN, framing, is_own, is_survey
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.audit.prose import place_of, shown_at
from peerlens.agents.embedded.reading import Line
from peerlens.agents.family import Applicability, Candidate
from peerlens.taxonomy import Ground, SectionKind, Severity

_CLAIM: Final = re.compile(
    r"\b(?:computational(?:ly)?[- ](?:\w+ and )?(?:efficien\w+|light\w*|cheap\w*|inexpensive|tractable)"
    r"|(?:compute|memory|time|run-?time|space|energy|cost|resource)[- ]efficien\w+"
    r"|(?:(?:highly|very|extremely|fast|simple|effective|accurate|scalable) (?:and|yet|but) )?(?:more |highly |very )?"
    r"efficient(?:,? \w+)? (?:method|algorithm|framework|approach|inference|training|implementation|architecture|"
    r"solver|"
    r"sampl(?:er|ing)|alternative|solution|procedure|scheme|system|pipeline|attention)s?\b"
    r"|efficient and scalable|scalable and efficient|fast and efficient|efficiently (?:comput|train|solv|scal)\w+"
    r"|(?:much|significantly|substantially|considerably|orders? of magnitude|times|[\dx×]) (?:faster|cheaper|"
    r"speed-?up)|speeds? up|speed-?ups?\b|accelerat(?:es?|ed|ing|ion) (?:of )?(?:the |training|inference|sampling|"
    r"convergence)"
    r"|(?:faster|cheaper|quicker|fast|rapid|real-time|low-latency) (?:and \w+ )?(?:training|inference|sampling|"
    r"computation|convergence|retrieval|decoding|generation|evaluation|detection|processing|performance)"
    r"|(?:effective|accurate|robust|simple|powerful) and (?:\w+ )?efficient|energy efficien\w+|(?:superior|better|"
    r"high|higher|"
    r"improved|great\w*) (?:computational |energy |inference |training |memory )?efficiency"
    r"|real[- ]time|low[- ]latency|lightweight|light-weight"
    r"|\bour (?:\w+ ){0,3}?(?:is|are) (?:\w+ly )?(?:\w+ and )?(?:efficient|fast|scalable|cheap|faster|cheaper)\b"
    r"|\b(?:novel|simple|new|effective|accurate|interpretable|flexible|robust|practical|general)(?: and|,) "
    r"(?:\w+ and )?(?:efficient|fast|scalable)\b"
    r"|\b(?:an?|the|first|our|more) (?:[\w-]+ )?(?:efficient|faster|scalable) (?:[\w-]+ ){0,4}?(?:techniques?|methods?|"
    r"algorithms?|approach(?:es)?|variants?|models?|framework|procedure|search|solver|scheme|implementation)\b"
    r"|runs? fast\b|reasonable (?:run-?times?|time)|(?:no|little|negligible|low|minimal) (?:additional |extra )?"
    r"(?:computational |run-?time )?(?:cost|overhead)\b|low-cost\b"
    r"|(?:reduc|lower|sav|decreas|minimi[sz]|cut)\w* (?:\w+ ){0,4}?(?:comput\w+|memory|training|inference|run-?time|"
    r"time|latency) (?:cost|complexity|overhead|burden|time|requirements?|footprint|usage|consumption|resources)"
    r"|(?:reduc|lower|sav)\w* (?:the )?(?:computation|computational|memory|latency|run-?time)\b"
    r"|scales? (?:well |easily |efficiently |linearly |gracefully )?to (?:\w+ ){0,2}?(?:large|larger|massive|big|huge|"
    r"millions?|billions?|long|longer)\w*|highly scalable|scalable (?:to|and|method|approach|algorithm|framework|"
    r"solution|training|learning)|(?:linear|constant|sub-?linear|near-?linear|logarithmic)[- ]time)",
    re.I,
)
_LOOSE: Final = re.compile(
    r"\befficiency\b|\befficiently\b|\bscalab(?:le|ility)\b|\bcheap(?:ly|er|est)?\b|\b(?:learning|training|inference|"
    r"running|search) speed\b|"
    r"\befficient(?: and \w+)? (?:way|manner|fashion)\b|\bfaster\b|\borders? of magnitude\b|\bhigh-?efficien\w+",
    re.I,
)
"""Words that may claim thrift in compute: enough to look for a cost, too little to miss one."""
_FOUND: Final = re.compile(
    r"\b(?:experiments?|results?|evaluations?)\b[^.;]{0,80}\b(?:show|reveal|demonstrat|confirm|verif|validat|highlight)\w*",
    re.I,
)
_OTHER_THRIFT: Final = re.compile(
    r"\b(?:sample|data|label|parameter|annotation|communication|query|statistical(?:ly)?|token|feature|learning|"
    r"fuel|cost)[- ]+efficien\w+|(?:oracles?|fidelit\w+|budgets?)\b.{0,80}\bcosts?\b|efficient (?:estimat\w+|"
    r"use of (?:data|labels|samples|information)|market|"
    r"exploration|frontier|influence|score)|"
    r"(?-i:\b(?:Fast|Faster|Efficient|Scalable|Lightweight)[- ][A-Z][\w-]*)|"
    r"converge\w* (?:much |significantly )?faster|faster (?:rate|convergence)",
    re.I,
)
_OTHERS: Final = re.compile(
    r"\bet al\b|\[\d|\(\w[\w\s.&,]+,? (?:19|20)\d\d|\b(?:prior|previous|existing|traditional|conventional|recent|many|"
    r"most|other|these|such|those|current|popular) (?:\w+ )?(?:works?|methods?|approaches|models?|techniques|"
    r"algorithms|"
    r"studies|efforts)\b|\b(?:however|although|despite|while)\b.{0,30}\b(?:they|these|it)\b",
    re.I,
)
_NEGATED: Final = re.compile(
    r"\b(?:not(?! only\b)|no|without|cannot|may|might|lack\w*|need\w* for|challeng\w*|difficult\w*|goal|would|could|"
    r"future|desir\w*|want|"
    r"potential\w*|promis\w*|how to|crucial|require[ds]?|question|hope|aim\w* (?:to|at))\b",
    re.I,
)
_AMOUNT: Final = re.compile(
    r"\b\d[\d.,]*\s*(?:ms|milliseconds?|sec(?:ond)?s?|s|minutes?|mins?|hours?|hrs?|days?|fps|hz)\b(?! (?:of|"
    r"long) (?:video|audio|"
    r"speech|music|data|recording|clip))|\b\d[\d.,]*\s*(?:gb|gib|mb|mib)\b|[\d.]+\s?(?:x|×|times|"
    r"\\times) ?\$? ?(?:faster|speed|"
    r"less|fewer|lower|reduction|cheaper|smaller|acceleration)(?! (?:frames|data|samples|labels?|parameters?|examples|"
    r"images|clips|annotations?|queries)\b)|orders? of magnitude (?:faster|less|cheaper|speed)|"
    r"\b\d[\d.,]*\s?(?:[gtmk]|b?illion |million )?(?:flops?|macs)\b|\d\s?% (?:\w+ ){0,3}?(?:time|memory|cost|faster|"
    r"less|computation|flops)|"
    r"\b\d[\d.,]*\s?gpu[- ](?:hours?|days?)|(?:tokens|images|samples|iterations|steps|queries|examples)(?: per |"
    r"/)(?:s|sec|second)|"
    r"\b(?:nfe|function evaluations)\b[^.]{0,30}\d|\b\d+ (?:nfe|function evaluations)\b",
    re.I,
)
"""An amount of time, memory or operations."""
_COSTED: Final = re.compile(
    r"\b(?:run-?\s?times?|running|train\w*|infer\w*|comput\w+|execut\w+|process\w*|sampl\w+|decod\w+|generat\w+|"
    r"wall[- ]?clock|"
    r"elapsed|latency|speed\w*|faster|slower|throughput|time|takes?|took|taking|spent|requires?|needs?|memory|gpus?|"
    r"cpus?|cost\w*|"
    r"flops?|macs|nfe|accelerat\w+|efficien\w+|converge\w*|search\w*|optimi[sz]\w+|retriev\w+|per)\b",
    re.I,
)
_NO_COST: Final = re.compile(
    r"\b(?:rationales?|annotat\w+|manual(?:ly)?|"
    r"participants?|persons?|people|surveys?|annotators?|workers?|subjects?|interviews?|videos? of|clips? of|"
    r"horizons?|forecast\w*|patients?|"
    r"recordings?|weather|sampling rate|pay|paid|history|window|battery|trajector\w+ of|age[ds]?)\b",
    re.I,
)
"""Words beside which an amount of time belongs to people or to data, not to the method."""
_COST_COLUMN: Final = re.compile(
    r"\b(?:run-?\s?times?|(?:training|inference|search|computation|execution|sampling|running|cpu|gpu|wall[- ]clock|"
    r"total|test|"
    r"query|avg\.?|average|mean) times?|time ?[(/\[]|latency|throughput|(?:g|t|m)?flops?|macs|fps|speed-?ups?|speed|"
    r"memory|"
    r"(?:search|training|inference|computational?) costs?|gpu[- ](?:hours?|days?)|nfe|complexity|seconds|sec|"
    r"params?)\b",
    re.I,
)
_ORDER: Final = re.compile(
    r"(?<![A-Za-z^_{])(?:\\mathcal\s?\{?|\\tilde\s?\{?|\\widetilde\s?\{?)*[O𝒪]\s?\}?\s?(?:\\left|\\big|\\Big)?\s?[({]"
)
_COMPLEXITY: Final = re.compile(
    r"\b(?:(?:time|space|computational|asymptotic|per-iteration|memory|worst-case|runtime) complexit\w+|"
    r"complexity (?:of|is|analysis)|"
    r"(?:linear|quadratic|polynomial|constant|logarithmic|near-linear|nearly-linear|sub-?linear)(?: in (?:the )?|"
    r" time|-time| "
    r"complexity| memory)|runs? in|operations|flops|cost)\b",
    re.I,
)
_COMPLEXITY_STATED: Final = re.compile(
    r"\bcomplexity (?:analysis|of (?:our|algorithm|the (?:proposed|method|algorithm|computation|procedure|forward))|"
    r"is (?:linear|quadratic|dominated|reduced))|"
    r"\b(?:linear|quadratic|polynomial|constant|logarithmic|near-linear|nearly-linear|"
    r"sub-?linear) (?:in the (?:number|size|length)|"
    r"time|complexity|cost|memory)|\bfigure \d+\w? (?:\w+ ){0,6}?(?:run-?\s?times?|training time|inference time|"
    r"speed|memory|latency|"
    r"throughput)|\b(?:run-?\s?times?|(?:training|inference|computation) (?:time|cost)|memory|latency|throughput|"
    r"speed|complexity|"
    r"overhead|cost)\b[^.;]{0,80}\b(?:tab(?:le|\.)|fig(?:ure|\.)|appendix|section) ?~?[A-Z]?\d?",
    re.I,
)
_QUOTED: Final = 2


@lru_cache(maxsize=1)
def claims(paper: AuditPaper) -> tuple[Line, ...]:
    """Sentences of abstract, introduction and conclusion in which the paper claims to be cheap, fast or scalable."""
    return tuple(line for line in framing(paper) if _claims(_CLAIM, line, paper))


@lru_cache(maxsize=1)
def loose_claims(paper: AuditPaper) -> tuple[Line, ...]:
    """Sentences of the same parts in which it may claim so: "the efficiency of our search", "cheap to use"."""
    return tuple(line for line in framing(paper) if _claims(_LOOSE, line, paper))


def condition(paper: AuditPaper) -> Applicability:
    """The label asks for a claim of efficiency, made by a paper about its own work."""
    if is_survey(paper):
        return Applicability(
            Ground.CONDITION_NOT_MET,
            "The title or several framing sentences call the paper a survey, review or overview; no method of its own "
            "was found whose cost could be asked for.",
        )
    if not claims(paper) and not loose_claims(paper):
        return Applicability(
            Ground.CONDITION_NOT_MET,
            "In abstract, introduction and conclusion the checks located no sentence that calls the paper's own work "
            "efficient, fast, cheap or scalable in words they know.",
        )
    return Applicability()


def examined(paper: AuditPaper) -> str:
    """Where the claim stands, and where a cost is reported, or may be."""
    claimed, reported = claims(paper), reports_cost(paper)
    spoken = claimed or loose_claims(paper)
    if not spoken:
        return ""
    words = f"{'Claimed' if claimed else 'Spoken of'} in {shown_at(spoken[0], _CLAIM if claimed else _LOOSE)}"
    if reported:
        first = min(reported, key=lambda line: (not _AMOUNT.search(line.text), line.is_table, line.index))
        cost = shown_at(first, _AMOUNT, _ORDER, _COMPLEXITY_STATED, _COST_COLUMN)
        return f"{words}; words of a cost stand in {cost}."
    near = hints_at_cost(paper) or pointed_for(paper, COST)
    if near:
        return f"{words}; {place_of(near)} may report a cost in other words or elsewhere."
    return f"{words}; the checks located no words of a cost."


def propose(paper: AuditPaper) -> list[Candidate]:
    """At most one candidate: the claim, where no figure of time, memory, operations, trials or complexity is reported.

    Held in doubt where the paper speaks of its cost in other words, or points to a part not supplied for it.
    """
    claimed = claims(paper)
    if not claimed or reports_cost(paper):
        return []
    partly = paper.tools.manuscript.missing
    observation = (
        f"The paper claims efficiency, and {'the pages supplied report' if partly else 'reports'} no run time, memory, "
        "operation count or complexity."
    )
    doubtful = hints_at_cost(paper) is not None or pointed_for(paper, COST) is not None
    heavy = any(one.kind is SectionKind.ABSTRACT for one in claimed)
    return [
        Candidate(
            topic="cost and run time",
            observation=observation,
            assessment="The claim of efficiency cannot be checked from what the paper reports.",
            severity=at_most(Severity.MAJOR if heavy else Severity.MODERATE, paper.tools),
            judgement=claimed_without(
                observation,
                claimed[:_QUOTED],
                ("run time", "latency", "throughput", "FLOPs", "memory usage", "complexity", "speed-up", "GPU hours",
                 "wall-clock", "seconds", "hours", "number of trials", "function evaluations"),
                paper.tools,
                confidence=IN_DOUBT if doubtful else 0.75 if len(claimed) > 1 else 0.68,
            ),
        )
    ]  # fmt: skip


@lru_cache(maxsize=1)
def reports_cost(paper: AuditPaper) -> tuple[Line, ...]:
    """Where costs are reported: as amounts, as a complexity, in a column of a table or in a caption.

    Not what is said of other work, of people or of data; in abstract and introduction only an amount counts.
    """
    return tuple(
        line for line in paper.reading.lines if not line.is_reference and line.kind not in FOREIGN and _reports(line)
    )


def _reports(line: Line) -> bool:
    if line.is_table or line.is_caption or line.heading:
        return any(pattern.search(line.text) for pattern in (_COST_COLUMN, _AMOUNT, _ORDER))
    if _OTHERS.search(line.text) and line.kind in (SectionKind.ABSTRACT, SectionKind.INTRODUCTION):
        return False
    if _AMOUNT.search(line.text) and _COSTED.search(line.text) and not _NO_COST.search(line.text):
        return True
    if line.kind in (SectionKind.ABSTRACT, SectionKind.INTRODUCTION):
        return bool(_ORDER.search(line.text) and _COMPLEXITY.search(line.text))
    return bool(_ORDER.search(line.text) or _COMPLEXITY_STATED.search(line.text))


_HINT: Final = re.compile(
    r"\brun-?\s?times?\b|\bwall[- ]?clock\b|\blatenc\w+|\bthroughput\b|\bflops?\b|\bgpu[- ]hours?\b|\b\d[\d.,]* "
    r"(?:seconds?|minutes?|hours?|days?|ms)\b|\bmemory (?:usage|footprint|consumption|cost)|\bspeed-?\s?ups?\b|"
    r"\b(?:faster|slower|cheaper)\b|\b(?:number|budget) of (?:\w+ )?(?:trials|evaluations|iterations|steps|queries|"
    r"rounds|passes|operations)\b|\b\d+ (?:\w+ )?(?:trials|evaluations|passes|rotations|multiplications)\b|"
    r"\bcomputation(?:al)?(?:ly)? (?:cost|time|budget|overhead|complexity|expensive|cheap)|\b(?:time|training|"
    r"inference) (?:cost|complexity|taken|needed|required)\b|\boverhead\b|"
    r"\b(?:training|inference|execution|search) times?\b",
    re.I,
)
"""Words by which a paper may report its cost other than as an amount of time, memory or operations."""
_FRAMES: Final = frozenset({SectionKind.ABSTRACT, SectionKind.INTRODUCTION, SectionKind.CONCLUSION})


@lru_cache(maxsize=1)
def hints_at_cost(paper: AuditPaper) -> Line | None:
    """The first line outside what frames the paper, and outside other work, that may report a cost in other words."""
    return next(
        (
            line
            for line in paper.reading.lines
            if not line.is_reference and line.kind not in FOREIGN | _FRAMES and _HINT.search(line.text)
            and not _NO_COST.search(line.text)
        ),
        None,
    )  # fmt: skip


def _claims(pattern: re.Pattern[str], line: Line, paper: AuditPaper) -> bool:
    words = _OTHER_THRIFT.sub(" ", line.text)
    match = pattern.search(words) or pattern.search(" ".join(words.split()))
    if match is None or _OTHERS.search(words) or _NEGATED.search(words[: match.start()]):
        return False
    return is_own(line, paper) or (pattern is _LOOSE and _FOUND.search(words[: match.start()]) is not None)
