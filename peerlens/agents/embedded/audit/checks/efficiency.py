"""Whether a paper that claims efficiency in compute, speed, memory or scale reports a cost anywhere."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from peerlens.agents.embedded.audit.judged import at_most, claimed_without
from peerlens.agents.embedded.audit.kinds import FOREIGN, framing, is_own, is_survey
from peerlens.agents.embedded.audit.paper import AuditPaper
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
    r"|real[- ]time|low[- ]latency|lightweight|light-weight"
    r"|(?:reduc|lower|sav|decreas|minimi[sz]|cut)\w* (?:\w+ ){0,4}?(?:comput\w+|memory|training|inference|run-?time|"
    r"time|latency) (?:cost|complexity|overhead|burden|time|requirements?|footprint|usage|consumption|resources)"
    r"|(?:reduc|lower|sav)\w* (?:the )?(?:computation|computational|memory|latency|run-?time)\b"
    r"|scales? (?:well |easily |efficiently |linearly |gracefully )?to (?:\w+ ){0,2}?(?:large|larger|massive|big|huge|"
    r"millions?|billions?|long|longer)\w*|highly scalable|scalable (?:to|and|method|approach|algorithm|framework|"
    r"solution|training|learning)|(?:linear|constant|sub-?linear|near-?linear|logarithmic)[- ]time)",
    re.I,
)
_OTHER_THRIFT: Final = re.compile(
    r"\b(?:sample|data|label|parameter|annotation|communication|query|statistical(?:ly)?|token|feature|learning|"
    r"energy|fuel|cost)[- ]+efficien\w+|efficient (?:estimat\w+|use of (?:data|labels|samples|information)|market|"
    r"exploration|frontier|influence|score)|converge\w* (?:much |significantly )?faster|faster (?:rate|convergence)",
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
    r"\b(?:not|no|without|cannot|may|might|lack\w*|need\w* for|challeng\w*|difficult\w*|goal|would|could|future|"
    r"desir\w*|want|"
    r"potential\w*|promis\w*|how to|crucial|require[ds]?|question|hope|aim\w* (?:to|at))\b",
    re.I,
)
_REPORTED: Final = re.compile(
    r"\b(?:run-?\s?times?|running times?|(?:training|inference|computation(?:al)?|execution|processing|sampling|"
    r"decoding|"
    r"wall[- ]?clock|cpu|gpu|total|elapsed|search|query|test|time) (?:time|times|cost|costs|hours?|days?|speed|"
    r"latency|complexity)|wall[- ]?clock|latency|latencies|throughput|(?:g|t|m)?flops?|macs|fps|frames per second|"
    r"(?:tokens|images|samples|iterations|steps|queries|examples)(?: per |/)(?:s|sec|second)|speed-?ups?|"
    r"[\d.]+\s?(?:x|×|times) (?:faster|speed|less|fewer|lower|reduction|cheaper)|orders? of magnitude (?:faster|less|"
    r"cheaper|speed)|gpu[- ](?:hours?|days?|memory|minutes?)|cpu[- ](?:hours?|time)|"
    r"(?:peak|gpu|total|activation|video) memory|memory (?:usage|consumption|footprint|cost|requirements?|overhead|"
    r"reduction|complexity|saving)\w*|"
    r"(?:time|space|computational|asymptotic|per-iteration|overall|training|inference|memory|worst-case|linear|"
    r"quadratic|polynomial|logarithmic|exponential) complexity|complexity (?:of|is|analysis)|"
    r"(?:linear|quadratic|polynomial|constant|logarithmic|near-linear) (?:time|in the)|"
    r"computation(?:al)? (?:cost|costs|overhead|budget|burden|analysis|resources)|number of (?:function evaluations|"
    r"operations|multiplications|iterations)|nfe)\b"
    r"|\b\d[\d.,]*\s*(?:ms|milliseconds?|sec(?:ond)?s?|minutes?|mins?|hours?|hrs?|days?)\b"
    r"|\b\d[\d.,]*\s*(?:gb|gib|mb|mib)\b|(?<![A-Za-z])(?:\\mathcal\s?\{?|\\tilde\{?)?\\?[O𝒪]\}?\s?(?:\\left)?\s?\(|"
    r"\bseconds per\b|\bhours on\b",
    re.I,
)
_QUOTED: Final = 2


@lru_cache(maxsize=1)
def claims(paper: AuditPaper) -> tuple[Line, ...]:
    """Sentences of abstract, introduction and conclusion in which the paper claims to be cheap, fast or scalable."""
    return tuple(line for line in framing(paper) if _claims(line, paper))


def condition(paper: AuditPaper) -> Applicability:
    """The label asks for a claim of efficiency, made by a paper about its own work."""
    if is_survey(paper):
        return Applicability(Ground.CONDITION_NOT_MET, "A survey reports the cost of no method of its own.")
    if not claims(paper):
        return Applicability(
            Ground.CONDITION_NOT_MET,
            "Abstract, introduction and conclusion claim no efficiency in compute, speed, memory or scale.",
        )
    return Applicability()


def propose(paper: AuditPaper) -> list[Candidate]:
    """At most one candidate: the claim, where no figure of time, memory, operations or complexity is reported."""
    claimed = claims(paper)
    if not claimed or reports_cost(paper):
        return []
    observation = "The paper claims efficiency, and reports no run time, memory, operation count or complexity."
    return [
        Candidate(
            topic="cost and run time",
            observation=observation,
            assessment="The claim of efficiency cannot be checked from what the paper reports.",
            severity=at_most(
                Severity.MAJOR if any(one.kind is SectionKind.ABSTRACT for one in claimed) else Severity.MODERATE,
                paper.tools,
            ),
            judgement=claimed_without(
                observation,
                claimed[:_QUOTED],
                ("run time", "latency", "throughput", "FLOPs", "memory usage", "complexity", "speed-up", "GPU hours"),
                paper.tools,
                confidence=0.7 if len(claimed) > 1 else 0.6,
            ),
        )
    ]


def reports_cost(paper: AuditPaper) -> tuple[Line, ...]:
    """Where costs are reported, as figures, as a complexity or in a titled place: outside what frames the paper."""
    return tuple(
        line for line in paper.reading.lines if not line.is_reference and line.kind not in FOREIGN and _reports(line)
    )


def _reports(line: Line) -> bool:
    match = _REPORTED.search(line.text)
    if match is None:
        return False
    in_front = line.kind in (SectionKind.ABSTRACT, SectionKind.INTRODUCTION)
    return not in_front or (re.search(r"\d", line.text) is not None and not _OTHERS.search(line.text))


def _claims(line: Line, paper: AuditPaper) -> bool:
    words = _OTHER_THRIFT.sub(" ", line.text)
    match = _CLAIM.search(words)
    if match is None or _OTHERS.search(words) or _NEGATED.search(words[: match.start()]):
        return False
    return is_own(line, paper)
