"""Read ActReview replies: bold or not, bullets or not, wrapped or not. Abstained, empty and unreadable stay apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from peerlens.taxonomy import Priority, Severity

_MARK: Final = r"[\s>*_#•\-–—]*"
_CLAIM: Final = re.compile(rf"^{_MARK}claims?[\s*_]*\d*[\s*_]*[:.)][\s*_]*(.*)$", re.I)
_SECTION: Final = re.compile(
    rf"^(?:\s*#+{_MARK}|\s*\*\*\s*)(claim|evidence|suggestions?|severity)\b[\s*_]*\d*[\s*_]*:?[\s*_]*(.*)$", re.I
)
_BULLET: Final = re.compile(rf"^{_MARK}(what|where|how|expected[ _]outcome|priority)[\s*_]*:[\s*_]*(.*)$", re.I)
_NOTHING: Final = re.compile(
    r"\W*(?:none|n/?a|not applicable|no (?:claims?|(?:such )?weakness(?:es)?)(?: (?:found|identified|applicable))?)\W*",
    re.I,
)
_PRIORITIES: Final = {"critical": Priority.CRITICAL, "high": Priority.HIGH, "medium": Priority.MEDIUM}


class State(StrEnum):
    """How a reply ended: with content, with "None", without a word, or in words that are not of the format."""

    READ = "read"
    ABSTAINED = "abstained"
    EMPTY = "empty"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class ClaimsRead:
    state: State
    claims: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Advice:
    """One suggestion as written; a field that was left out is ""."""

    what: str = ""
    where: str = ""
    how: str = ""
    expected_outcome: str = ""
    priority: Priority = Priority.MEDIUM


@dataclass(frozen=True, slots=True)
class AnalysisRead:
    """``severity`` is ``None`` where none of the four is named."""

    state: State
    claim: str = ""
    evidence: str = ""
    suggestions: tuple[Advice, ...] = ()
    severity: Severity | None = None


def read_claims(text: str) -> ClaimsRead:
    """The claims of a Task 1 reply, without repeats. A wrapped line belongs to the claim above it."""
    state = _without_content(text)
    if state is not None:
        return ClaimsRead(state)
    claims: list[str] = []
    opened = False
    for line in text.splitlines():
        found = _CLAIM.match(line)
        if found:
            claims.append(found[1])
            opened = True
        elif opened and line.strip():
            claims[-1] += f" {line.strip()}"
        else:
            opened = opened and bool(claims) and not claims[-1].strip()
    said = [claim for claim in (_plain(one) for one in claims) if claim]
    if not said:
        return ClaimsRead(State.UNREADABLE)
    real = tuple(dict.fromkeys(one for one in said if not _NOTHING.fullmatch(one)))
    return ClaimsRead(State.READ, real) if real else ClaimsRead(State.ABSTAINED)


def read_analysis(text: str) -> AnalysisRead:
    """The parts of a Task 2 reply. Without evidence and without a suggestion it is unreadable."""
    state = _without_content(text)
    if state is not None:
        return AnalysisRead(state)
    parts: dict[str, str] = {}
    advice: list[dict[str, str]] = []
    for name, words in _sections(text):
        if name.startswith("suggestion"):
            fields = _fields(words)
            if fields:
                advice.append(fields)
        elif words.strip():
            parts.setdefault(name, _plain(words))
    suggestions = tuple(_advice(one) for one in advice)
    if not suggestions and not parts.get("evidence"):
        return AnalysisRead(State.UNREADABLE)
    named = re.search("|".join(Severity), parts.get("severity", "").casefold())
    severity = Severity(named[0]) if named else None
    return AnalysisRead(State.READ, parts.get("claim", ""), parts.get("evidence", ""), suggestions, severity)


def _without_content(text: str) -> State | None:
    if not text.strip():
        return State.EMPTY
    return State.ABSTAINED if _NOTHING.fullmatch(text) else None


def _sections(text: str) -> Iterator[tuple[str, str]]:
    """Headings in lower case, without their number, each with the lines below it."""
    name, lines = "", list[str]()
    for line in text.splitlines():
        found = _SECTION.match(line)
        if found:
            if name:
                yield name, "\n".join(lines)
            name, lines = found[1].casefold(), [found[2]]
        else:
            lines.append(line)
    if name:
        yield name, "\n".join(lines)


def _fields(words: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    name = ""
    for line in words.splitlines():
        found = _BULLET.match(line)
        if found:
            name = found[1].casefold().replace(" ", "_")
            fields[name] = found[2]
        elif name and line.strip():
            fields[name] += f" {line.strip()}"
    return {key: plain for key, value in fields.items() if (plain := _plain(value))}


def _advice(fields: dict[str, str]) -> Advice:
    priority = _PRIORITIES.get(fields.pop("priority", "").strip(" .").casefold(), Priority.MEDIUM)
    return Advice(**fields, priority=priority)


def _plain(words: str) -> str:
    """On one line, without the marks of bold."""
    return " ".join(words.replace("**", "").split()).strip()
