"""The one function that counts a report: terminal, Markdown, HTML, CSV and batches all show its numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from peerlens.report.wording import standing, undetermined_words
from peerlens.schema import Finding, Report, Request
from peerlens.taxonomy import ClaimKind, Outcome, Reason, RequestStatus, ResponseStatus, Stance, Verdict
from peerlens.text.counting import counted

_NO_CLAIM = frozenset({"answer", "respond"})
"""Stages whose failures leave no claim without its verdict."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How many of what. Verdicts are a person's where one has ruled; ``overruled`` says how many of them are. ``noted``
    and ``done``: points, or an audit's rows, with a person's note and with their mark.

    ``claims`` counts those that broke off as well, ``failures`` all that broke off. ``undetermined``: claims that are
    Not Determined by their reason. ``responses``: criticisms and requests by what the authors' response has for them,
    ``None`` without one. ``outcomes``, ``findings``, ``withheld``: an audit's labels, findings and withheld candidates.
    """

    claims: int
    verdicts: Mapping[Verdict, int]
    kinds: Mapping[ClaimKind, int]
    undetermined: Mapping[Reason | None, int]
    overruled: int
    noted: int
    done: int
    requests: Mapping[RequestStatus, int]
    responses: Mapping[ResponseStatus, int] | None
    places: int
    places_borne_out: int
    outcomes: Mapping[Outcome, int]
    findings: int
    withheld: int
    failures: int

    @property
    def decided(self) -> int:
        return sum(self.verdicts.values()) - self.verdicts[Verdict.NOT_DETERMINED]

    @property
    def engine_limit(self) -> int:
        return self.undetermined.get(Reason.ENGINE_LIMIT, 0)

    @property
    def asked(self) -> int:
        return sum(self.requests.values())

    @property
    def labels(self) -> int:
        return sum(self.outcomes.values())


def tally(report: Report) -> Tally:
    """Count the report."""
    findings = [standing(finding) for finding in report.findings]
    points: list[Finding | Request] = [*findings, *report.requests]
    answered = Counter(one.response.status for one in points if one.response is not None and expects_answer(one))
    places = {
        (place.named, place.note): place for one in points if one.response is not None for place in one.response.places
    }
    marks = [one.person for one in (*points, *report.labels) if one.person is not None]
    verdicts = Counter(finding.label for finding in findings)
    kinds = Counter(finding.kind for finding in findings)
    asked = Counter(request.status for request in report.requests)
    outcomes = Counter(row.outcome for row in report.labels)
    return Tally(
        claims=len(findings) + sum(failure.stage not in _NO_CLAIM for failure in report.failures),
        verdicts={verdict: verdicts[verdict] for verdict in Verdict},
        kinds={kind: kinds[kind] for kind in ClaimKind},
        undetermined=dict(Counter(one.reason for one in findings if one.label is Verdict.NOT_DETERMINED).most_common()),
        overruled=sum(finding.override is not None for finding in findings),
        noted=sum(mark.note != "" for mark in marks),
        done=sum(mark.done for mark in marks),
        requests={status: asked[status] for status in RequestStatus},
        responses=None if report.response is None else {status: answered[status] for status in ResponseStatus},
        places=len(places),
        places_borne_out=sum(place.bears_out for place in places.values()),
        outcomes={outcome: outcomes[outcome] for outcome in Outcome},
        findings=sum(len(row.findings) for row in report.labels),
        withheld=sum(row.withheld for row in report.labels),
        failures=len(report.failures),
    )


def expects_answer(item: Finding | Request) -> bool:
    """Whether authors are asked for something: praise and descriptions are left alone."""
    return isinstance(item, Request) or item.stance is Stance.CRITICISM


def decided_line(number: Tally) -> str:
    """How many claims were decided, and why the others were not."""
    open_by_text = number.verdicts[Verdict.NOT_DETERMINED] - number.engine_limit
    return (
        f"{counted(number.claims, 'claim')}: {number.decided} decided, "
        f"{open_by_text} the text cannot settle, {number.engine_limit} beyond this engine, "
        f"{number.failures} broke off{person_line(number)}"
    )


def person_line(number: Tally) -> str:
    """How much of it a person has ruled on, noted and marked done; "" where nobody has."""
    kinds = ((number.overruled, "ruled"), (number.noted, "noted"), (number.done, "marked done"))
    done = ", ".join(f"{n} {what}" for n, what in kinds if n)
    return f"; {done} by a person" if done else ""


def verdict_line(number: Tally) -> str:
    """Every verdict with its number, factual and subjective claims, and the reasons of what is not determined."""
    verdicts = ", ".join(f"{verdict.value} {n}" for verdict, n in number.verdicts.items())
    kinds = ", ".join(f"{n} {kind.value}" for kind, n in number.kinds.items())
    why = ", ".join(f"{_why(reason)} {n}" for reason, n in number.undetermined.items())
    return f"{verdicts} ({kinds})" + (f"; not determined: {why}" if why else "")


def _why(reason: Reason | None) -> str:
    return undetermined_words(reason).removeprefix("not checked: ").partition(":")[0]


def response_line(report: Report, number: Tally) -> str | None:
    """What the authors' response answers, and how many of the places named there the paper bears out."""
    if report.response is None or number.responses is None:
        return None
    said = number.responses
    places = (
        f"; {number.places} places named, {number.places_borne_out} borne out by the paper" if number.places else ""
    )
    return (
        f"response {report.response.source}: {said[ResponseStatus.ANSWERED]} of {sum(said.values())} "
        f"criticisms and questions answered, {said[ResponseStatus.PARTLY_ANSWERED]} in part, "
        f"{said[ResponseStatus.NOT_ANSWERED]} not{places}"
    )


def audit_line(number: Tally) -> str:
    """What an audit found, left without a finding, could not assess, and withheld."""
    found = _none_or(number.findings, "finding")
    if number.findings:
        found += f" under {_none_or(number.outcomes[Outcome.FINDING], 'label')}"
    return (
        f"{_none_or(number.labels, 'label')} examined: {found} · {number.outcomes[Outcome.NONE]} without a finding · "
        f"{number.outcomes[Outcome.NOT_ASSESSABLE]} not assessed · {_none_or(number.withheld, 'candidate')} withheld"
        f"{person_line(number)}"
    )


def _none_or(number: int, noun: str) -> str:
    return counted(number, noun) if number else f"no {noun}s"
