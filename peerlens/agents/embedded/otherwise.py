"""Where nothing bears a statement out: a near sentence that says it of another name or number, or in reverse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from peerlens.agents.embedded.ledger_entry import Entry, Quote
from peerlens.agents.embedded.names import name_pattern, names_in
from peerlens.agents.embedded.nearest import Nearest, Statement, named_in, names_agree
from peerlens.agents.embedded.numbers.metrics import METRIC
from peerlens.agents.embedded.numbers.printed import head_after
from peerlens.agents.embedded.numbers.quantities import equal, quantities
from peerlens.agents.embedded.own import own_names
from peerlens.agents.embedded.paired_directions import crossed
from peerlens.agents.embedded.reading import Line, Reading, unmarked
from peerlens.agents.embedded.reversal import says_reverse
from peerlens.agents.embedded.substituted import same_family, substitute
from peerlens.agents.embedded.wording import content
from peerlens.taxonomy import EvidenceRole, PartStatus, Reason

JOINED: Final = 4
"""Nearest lines that are read together with their neighbours, and held against a statement."""
SAME_SAID: Final = 0.62
"""Cosine from which a sentence says what a statement says, be it of another."""
_REST: Final = 0.5
"""Share of a statement's weighted words, its name left out, that a sentence must have to say it of another name."""


def said_otherwise(candidates: Sequence[Nearest], statement: Statement, reading: Reading, least: float) -> Entry | None:
    """A sentence that says a statement of another name, with another number or the other way round, else ``None``."""
    for candidate in candidates[:JOINED]:
        if candidate.score < max(least, SAME_SAID) or candidate.line.is_table:
            continue
        found = (
            _said_of_another(candidate, statement, reading)
            or _with_another_number(candidate, statement, reading)
            or _turned_round(candidate, statement, reading)
        )
        if found is not None:
            return found
    return None


def _turned_round(candidate: Nearest, statement: Statement, reading: Reading) -> Entry | None:
    """A sentence that says the reverse of what the statement says."""
    line = candidate.line
    crosses = crossed(statement.text, line.text)
    if not crosses and (candidate.similarity < SAME_SAID or not says_reverse(statement.text, line.text, reading.tools)):
        return None
    if not names_agree(statement.names, line, reading):
        return None
    return Entry(PartStatus.CONTRADICTED, Reason.STATED_OTHERWISE, 0.6, "The paper says otherwise",
                 (Quote(line.start, line.end, EvidenceRole.CONTRADICTS),))  # fmt: skip


def _said_of_another(candidate: Nearest, statement: Statement, reading: Reading) -> Entry | None:
    """A sentence that says what the statement says, of another name than the statement's."""
    line = candidate.line
    if candidate.similarity < SAME_SAID or line.is_caption or not statement.names:
        return None
    if (found := substitute(statement, line, reading)) is not None and found.same_slot:
        same = _says_the_rest(statement, found.asked, line)
        return _of_another(line, found.asked, found.given) if same else None
    around = unmarked(" ".join(other.text for other in reading.near(line)))
    if any(named_in(name, around, reading) for name in statement.names):
        return None
    own = own_names(reading)
    others = [
        name
        for name in names_in(unmarked(line.text))
        if not METRIC.fullmatch(name) and not any(name_pattern(one).search(name) for one in own)
    ]
    asked = statement.names[0]
    if not others or same_family(asked, others[0]) or not _says_the_rest(statement, asked, line):
        return None
    return _of_another(line, asked, others[0])


def _says_the_rest(statement: Statement, asked: str, line: Line) -> bool:
    """Whether a sentence has most of what a statement says beside the name that it does not have."""
    own = set(content(asked))
    rest = {stem: weight for stem, weight in statement.weights.items() if stem not in own}
    have = set(content(line.text))
    return sum(weight for stem, weight in rest.items() if stem in have) >= _REST * sum(rest.values())


def _of_another(line: Line, asked: str, given: str) -> Entry:
    says = f"The paper says this of {given}, not of {asked}"
    return Entry(PartStatus.CONTRADICTED, Reason.STATED_OTHERWISE, 0.6, says,
                 (Quote(line.start, line.end, EvidenceRole.CONTRADICTS),))  # fmt: skip


def _with_another_number(candidate: Nearest, statement: Statement, reading: Reading) -> Entry | None:
    """A sentence that says what the statement says, but for one number of the same unit or the same noun."""
    line = candidate.line
    if candidate.similarity < SAME_SAID:
        return None
    around = unmarked(f"{reading.context(line)} {reading.said_in(line.passage)}")
    printed, near = quantities(line.text), quantities(around)
    lacking = [one for one in statement.numbers if not any(equal(one, other) for other in near)]
    if len(lacking) != 1:
        return None
    asked = lacking[0]
    noun = content(head_after(statement.text, asked, len(statement.text)))
    for other in printed:
        counted = content(head_after(line.text, other, len(line.text)))
        alike = other.unit == asked.unit and (asked.unit or (noun and counted and noun[-1] == counted[-1]))
        if alike and not any(equal(one, other) for one in statement.numbers):
            says = f"The paper gives {other.text.strip()} where the claim says {asked.text.strip()}"
            return Entry(PartStatus.CONTRADICTED, Reason.NUMBER, 0.65, says,
                         (Quote(line.start, line.end, EvidenceRole.CONTRADICTS),))  # fmt: skip
    return None
