"""Judge exclusives: one counterexample contradicts, the paper's own "only" or "all" supports."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from peerlens.agents.embedded.comparison import judge_comparison
from peerlens.agents.embedded.exclusive_slots import by_slot
from peerlens.agents.embedded.frames.frame import Draft, Versus
from peerlens.agents.embedded.frames.versus import find_versus
from peerlens.agents.embedded.ledger_entry import Entry, Quote, undecided
from peerlens.agents.embedded.names import name_pattern, names_in
from peerlens.agents.embedded.nearest import Statement, in_paper, nearest
from peerlens.agents.embedded.numbers.metrics import METRIC, forms_of
from peerlens.agents.embedded.numbers.paired import rivals_of
from peerlens.agents.embedded.opposition import opposed
from peerlens.agents.embedded.presence import judge_statement
from peerlens.agents.embedded.reading import Line, Reading
from peerlens.agents.embedded.standing import Standing, standing
from peerlens.agents.embedded.wording import Act, content
from peerlens.taxonomy import EvidenceRole, PartStatus, Polarity, Reason, SectionKind

_ALL: Final = re.compile(
    r"\b(?:only|solely|exclusively|all|every|each|no other|nothing but|none|no|limited to|restricted to|single|"
    r"alone)\b",
    re.I,
)
_TO_REMIND: Final = re.compile(r"\brecall (?=(?:that|the definition|from|our|how)\b)", re.I)
_EXCLUDES: Final = re.compile(
    rf"{_ALL.pattern}|\b(?:just|merely|purely|simply|nothing|otherwise|unless|except|without|rather than|instead of|"
    r"one|focus\w*|confin\w*|default\w*|unchanged|not|never)\b",
    re.I,
)
"""Words by which a sentence leaves others out."""
_LONG: Final = 10
"""Content words from which "only" is one word among many rather than the point of the claim."""
_SHARED: Final = 2
"""Words of a longer member that a clause must have to speak of it."""
_KINDS: Final = (
    (
        "baseline",
        re.compile(r"\b(?:baselines?|competitors?|methods?|models?|systems?|compar\w+|approach\w*|against)\b", re.I),
    ),
    ("metric", re.compile(r"\b(?:metrics?|measures?|evaluation criteri\w+|scores?)\b", re.I)),
    (
        "dataset",
        re.compile(
            r"\b(?:data ?sets?|corpus|corpora|benchmarks?|tested on|evaluated on|trained on|experiments? (?:is|are|"
            r"use)|evaluat\w+|data)\b",
            re.I,
        ),
    ),
)
_SHOWN: Final = frozenset(
    {
        SectionKind.EXPERIMENTS,
        SectionKind.RESULTS,
        SectionKind.ABLATION,
        SectionKind.OTHER,
        SectionKind.METHOD,
        SectionKind.APPENDIX,
        SectionKind.ABSTRACT,
    }
)


def judge_exclusive(draft: Draft, reading: Reading, *, own: frozenset[str], passages: list[str]) -> Entry:
    """Judge "only X": contradicted by another of its kind, supported by the paper's own exclusion of others."""
    member = draft.member or ""
    if (gone := _unnamed(member, reading)) is not None:
        says = f"The paper does not speak of {gone}"
        entry = Entry(PartStatus.CONTRADICTED, Reason.ABSENT_AFTER_FULL_SCAN, 0.7, says, probes=(gone,), scanned=True)
        return _turned(entry) if draft.polarity is Polarity.ABSENCE else entry
    if (versus := _compared(draft, member)) is not None:
        entry = _by_comparison(draft, versus, reading, own)
        return _turned(entry) if draft.polarity is Polarity.ABSENCE else entry
    if (slot := by_slot(draft, member, reading)) is not None:
        return _turned(slot) if draft.polarity is Polarity.ABSENCE else slot
    if len(content(draft.text)) >= _LONG:
        found = _said_so(draft, reading, own, passages)
    else:
        found = _by_statement(draft, member, reading, own, passages) or _by_instances(draft, member, reading, own)
    if found is None:
        return undecided(Reason.ENGINE_LIMIT, "Whether there is nothing else of the kind cannot be told by searching")
    return _turned(found) if draft.polarity is Polarity.ABSENCE else found


def _unnamed(member: str, reading: Reading) -> str | None:
    """A name among the members of which the paper has not even a word."""
    have = frozenset(content(reading.text))
    for name in names_in(f"x {member}"):
        if not in_paper(name, reading) and not have & set(content(name)):
            return name
    return None


def _said_so(draft: Draft, reading: Reading, own: frozenset[str], passages: list[str]) -> Entry | None:
    """A long statement with an "only" somewhere in it, which a sentence of the paper makes as a whole."""
    entry = judge_statement(
        replace(draft, polarity=Polarity.PRESENCE, statement=draft.text), reading, own=own, passages=passages
    )
    text = reading.tools.manuscript.text
    quoted = " ".join(text[quote.start : quote.end] for quote in entry.quotes)
    return entry if entry.status is PartStatus.SUPPORTED and _EXCLUDES.search(quoted) else None


def _compared(draft: Draft, member: str) -> Versus | None:
    """The comparison in "X is the only model that is better than Y" or "only X beats Y"."""
    bare = re.sub(r"\b(?:is|are|was|were)\s+the\s+[\w\s-]+?\s+(?:that|which|to)\s+", "", draft.statement, count=1)
    versus = find_versus(bare)
    return versus if versus is not None and member and member in versus.left and names_in(f"x {member}") else None


def _by_comparison(draft: Draft, versus: Versus, reading: Reading, own: frozenset[str]) -> Entry:
    """The relation must hold for the member and for none of the others that stand beside it."""
    entry = judge_comparison(replace(draft, versus=versus), reading, own=own)
    if entry.status is not PartStatus.SUPPORTED:
        return entry
    member = names_in(f"x {versus.left}")[0]
    for rival, _ in rivals_of(member, reading, frozenset()):
        if name_pattern(rival).search(versus.right) or name_pattern(member).search(rival):
            continue
        other = judge_comparison(replace(draft, versus=replace(versus, left=rival)), reading, own=own)
        if other.status is PartStatus.SUPPORTED:
            quotes = tuple(replace(quote, role=EvidenceRole.CONTRADICTS) for quote in other.quotes)
            return replace(other, status=PartStatus.CONTRADICTED, reason=Reason.COUNTEREXAMPLE, quotes=quotes)
    return entry


def _turned(entry: Entry) -> Entry:
    if entry.status is PartStatus.SUPPORTED:
        return Entry(
            PartStatus.CONTRADICTED,
            Reason.STATED_OTHERWISE,
            entry.confidence,
            entry.says,
            tuple(Quote(q.start, q.end, EvidenceRole.CONTRADICTS) for q in entry.quotes),
        )
    if entry.status is PartStatus.CONTRADICTED:
        return Entry(
            PartStatus.SUPPORTED,
            None,
            entry.confidence,
            entry.says,
            tuple(Quote(q.start, q.end, EvidenceRole.SUPPORTS) for q in entry.quotes),
        )
    return entry


def _by_statement(
    draft: Draft, member: str, reading: Reading, own: frozenset[str], passages: list[str]
) -> Entry | None:
    """The paper's own words: "all images were taken by day", "no night images", or their reverse."""
    statement = Statement.of(draft.statement, reading, own)
    names = list(names_in(f"x {member}"))
    for candidate in nearest(statement, reading, draft, passages)[:4]:
        line = candidate.line
        if candidate.similarity >= 0.45 and (other := _listed_with(names, line)) is not None:
            return Entry(
                PartStatus.CONTRADICTED,
                Reason.COUNTEREXAMPLE,
                0.7,
                f"The paper also has {other}",
                (Quote(line.start, line.end, EvidenceRole.CONTRADICTS),),
            )
        if candidate.similarity < 0.45 or any(not name_pattern(name).search(line.text) for name in names):
            continue
        quote = Quote(line.start, line.end, EvidenceRole.SUPPORTS)
        for clause in re.split(r"[;,]\s", line.text):
            wanted = [stem for stem in content(member) if stem in content(clause)]
            if not _ALL.search(clause) or len(wanted) < min(_SHARED, len(content(member))) or not wanted:
                continue
            if opposed(draft.statement, clause):
                continue
            spot = clause.lower().find(wanted[0][:4])
            if spot >= 0 and standing(_clause_line(line, clause), spot, spot + 4, Act.REPORT) is Standing.DENIES:
                return Entry(
                    PartStatus.CONTRADICTED,
                    Reason.STATED_OTHERWISE,
                    0.75,
                    "The paper says otherwise",
                    (Quote(line.start, line.end, EvidenceRole.CONTRADICTS),),
                )
            if re.search(
                r"\b(?:only|solely|exclusively|all|every|each|limited to|restricted to|single|alone)\b", clause, re.I
            ):
                return Entry(PartStatus.SUPPORTED, None, 0.75, "The paper says so", (quote,))
    return None


def _listed_with(names: list[str], line: Line) -> str | None:
    """Another name that stands in one list with the member: "in English and Welsh"."""
    for name in names:
        spelled = name_pattern(name).pattern
        after = re.search(rf"{spelled}(?:,|\s+and|\s+or|,\s+and)\s+(?P<other>[A-Z][\w-]+)", line.text)
        before = re.search(rf"(?P<other>[A-Z][\w-]+)(?:,|\s+and|\s+or|,\s+and)\s+{spelled}", line.text)
        for found in (after, before):
            if found and not any(name_pattern(one).search(found["other"]) for one in names):
                return found["other"]
    return None


def _clause_line(line: Line, clause: str) -> Line:
    return Line(line.index, line.start, line.end, clause, line.passage, line.kind, line.under)


def _by_instances(draft: Draft, member: str, reading: Reading, own: frozenset[str]) -> Entry | None:
    """Others of the kind that the paper shows beside the member."""
    about = f"{draft.target} {draft.statement}"
    kind = next((name for name, pattern in _KINDS if pattern.search(draft.target)), None) or next(
        (name for name, pattern in _KINDS if pattern.search(about)), None
    )
    names = names_in(f"x {member}")
    others: list[tuple[str, Line]] = []
    if kind == "metric" or METRIC.fullmatch(member.strip()):
        others = _metrics(member, reading)
    elif kind == "baseline" and names and own:
        others = [
            (rival, line)
            for mine in own
            for rival, line in rivals_of(mine, reading, own)
            if not any(name_pattern(name).search(rival) for name in names)
        ]
    elif kind == "dataset" and names:
        others = _datasets(names[0], reading, own)
    else:
        return None
    present = not names or any(name_pattern(names[0]).search(line.text) for line in reading.lines)
    if others:
        other, line = others[0]
        return Entry(
            PartStatus.CONTRADICTED,
            Reason.COUNTEREXAMPLE,
            0.75,
            f"The paper also has {other}",
            (Quote(line.start, line.end, EvidenceRole.CONTRADICTS),),
            (member, other),
            scanned=True,
        )
    if not present:
        return None
    quotes = tuple(
        Quote(line.start, line.end, EvidenceRole.SUPPORTS)
        for line in reading.lines
        if names and name_pattern(names[0]).search(line.text)
    )[:1]
    return Entry(
        PartStatus.SUPPORTED,
        Reason.ABSENT_AFTER_FULL_SCAN,
        0.55,
        f"Nothing of the kind beside {member} was found",
        quotes,
        (member,),
        scanned=True,
    )


def _blanked(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _metrics(member: str, reading: Reading) -> list[tuple[str, Line]]:
    found = []
    for line in reading.lines:
        if line.is_reference or line.kind not in _SHOWN:
            continue
        for match in METRIC.finditer(_TO_REMIND.sub(_blanked, line.text)):
            same = forms_of(match[0]) == forms_of(member) or match[0].lower() in member.lower()
            if not same and standing(line, match.start(), match.end(), Act.REPORT) is Standing.ASSERTS:
                found.append((match[0], line))
    return found


def _datasets(member: str, reading: Reading, own: frozenset[str]) -> list[tuple[str, Line]]:
    """Names that stand where the member stands: after "on", or before "dataset"."""
    found = []
    for line in reading.lines:
        if line.is_reference or line.kind not in _SHOWN or line.is_table:
            continue
        for name in names_in(f"x {line.text}"):
            at = line.text.find(name)
            if (
                at < 0
                or name_pattern(member).search(name)
                or any(name_pattern(one).search(name) for one in own)
                or METRIC.fullmatch(name)
            ):
                continue
            before, after = line.text[max(0, at - 25) : at], line.text[at + len(name) : at + len(name) + 14]
            placed = re.search(r"\bon\s+(?:the\s+)?$", before) or re.match(
                r"\s+(?:data ?sets?|benchmarks?|corpus|corpora)\b", after
            )
            if placed and standing(line, at, at + len(name), Act.TEST) is Standing.ASSERTS:
                found.append((name, line))
    return found
