"""How many data sets, participants, samples the paper has, where two plain statements of it give two numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from peerlens.agents.embedded.audit.judged import shown_by
from peerlens.agents.embedded.audit.kinds import FOREIGN, FRAMING, is_survey
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.names import names_in
from peerlens.agents.embedded.numbers.printed import head_after
from peerlens.agents.embedded.numbers.quantities import Quantity, quantities
from peerlens.agents.embedded.reading import Line
from peerlens.agents.embedded.wording import content
from peerlens.agents.family import Candidate
from peerlens.taxonomy import Severity

_COUNTED: Final = re.compile(
    r"\b(?:data ?sets?|benchmarks?|participants?|subjects?|patients?|images?|samples?|tasks?|languages?|questions?|"
    r"videos?|sentences|documents?|instances|users|annotators|raters|categories|classes|papers?|articles|domains?|"
    r"experts|students|respondents|volunteers|examples|prompts|problems|environments|games|countries|pairs|trials|"
    r"observations|records|estimates|species|genomes|recordings|conversations|dialogues|queries)\b",
    re.I,
)
_TOTAL: Final = re.compile(
    r"\b(?:in total|in all),?\s(?:only |there (?:are|were) )?[\s$~]*$|\b(?:a total of|totall?ing(?: over)?|altogether) "
    r"(?:only )?[\s$~]*$|\b(?:our|the (?:whole|full|entire|final|resulting|complete)) (?:[\w-]+ ){0,2}?(?:data ?set|"
    r"benchmark|corpus|collection|cohort|study|sample) (?:\([^)]{1,40}\) )?(?:with|of|(?:now )?(?:has|contains?|"
    r"comprises?|consists of|includes?|covers?|spans?)) (?:a total of )?[\s$~]*$",
    re.I,
)
"""What stands before the number of all there is."""
_EVALUATED: Final = re.compile(
    r"\b(?:we (?:\w+ )?(?:evaluate|test|validate|experiment)|(?:our |extensive |comprehensive )+(?:experiments|"
    r"evaluations?|results)|experiments|evaluated) [^.;,]{0,60}?\b(?:on|across|over|with) (?:a total of )?[\s$~]*$",
    re.I,
)
"""What stands before the number of things that all was tried on, in abstract, introduction or conclusion."""
_PART: Final = re.compile(
    r"\b(?:each|per|every|train\w*|test(?:ing)?|valid\w+|dev\w*|held|subset|remain\w*|additional\w*|another|other|"
    r"first|last|half|respectively|among|between|random\w*|select\w*|filter\w*|exclud\w*|remov\w*|splits?|folds?|"
    r"small\w*|large\w*|low\w*|high\w*|previous\w*|existing|original\w*|earlier|prior|initial\w*|before|after|raw|"
    r"out of|further)\b",
    re.I,
)
"""Words of a number that is of a part, or of another state of the data."""
_AROUND: Final = 70
_BESIDE: Final = 40
_COARSE: Final = 0.02


@dataclass(frozen=True, slots=True)
class _Count:
    """A statement of how many there are: "in total, 106,346 observations".

    ``total``: of all there are, otherwise of all that it was tried on.
    """

    quantity: Quantity
    line: Line
    noun: str
    stems: frozenset[str]
    total: bool


def propose(paper: AuditPaper) -> list[Candidate]:
    """One candidate a thing that two statements about the whole of the paper's own count differently."""
    if is_survey(paper):
        return []
    counts = list(_counts(paper))
    found: dict[frozenset[str], Candidate] = {}
    for one, other in combinations(counts, 2):
        if one.stems not in found and _at_odds(one, other):
            found[one.stems] = _candidate(one, other, paper)
    return list(found.values())


def _counts(paper: AuditPaper) -> Iterator[_Count]:
    for line in paper.body:
        if line.is_table or line.kind in FOREIGN:
            continue
        for quantity in quantities(line.text):
            if quantity.unit or quantity.delta or quantity.bound in ("least", "most") or quantity.value < 2:
                continue
            words = head_after(line.text, quantity, len(line.text))
            noun = max(_COUNTED.finditer(words), key=lambda match: match.end(), default=None)
            before = line.text[: quantity.start]
            evaluated = line.kind in FRAMING and _EVALUATED.search(before) is not None
            total = not evaluated and _TOTAL.search(before) is not None
            if noun is None or not (total or evaluated):
                continue
            phrase = words[: noun.end()]
            near = line.text[max(0, quantity.start - _AROUND) : quantity.end + _AROUND]
            if not _PART.search(near) and quantity.value == int(quantity.value):
                yield _Count(quantity, line, phrase.strip(), frozenset(content(phrase)), total)


def _at_odds(one: _Count, other: _Count) -> bool:
    """Whether two counts are of the same, in two places, and do not round to each other."""
    if one.stems != other.stems or one.total != other.total or one.line.passage.section == other.line.passage.section:
        return False
    if set(_names(one)) != set(_names(other)):
        return False
    a, b = one.quantity.value, other.quantity.value
    slack = _COARSE * max(a, b) if "about" in (one.quantity.bound, other.quantity.bound) else 0
    return abs(a - b) > max(slack, one.quantity.step / 2, other.quantity.step / 2)


def _names(count: _Count) -> tuple[str, ...]:
    """What is named beside the number: a count of one data set is none of another."""
    text, quantity = count.line.text, count.quantity
    return names_in(f"x {text[max(0, quantity.start - _BESIDE) : quantity.end + _BESIDE]}") if count.total else ()


def _candidate(one: _Count, other: _Count, paper: AuditPaper) -> Candidate:
    first, second = one.quantity.text.strip(), other.quantity.text.strip()
    observation = f"The paper counts {first} {one.noun} in one place and {second} {other.noun} in another."
    return Candidate(
        topic="two numbers for one thing",
        observation=observation,
        assessment="One of the two numbers is wrong, or they are of different things, and a reader cannot tell.",
        severity=Severity.MODERATE,
        judgement=shown_by(
            observation,
            [one.line, other.line],
            paper.tools,
            confidence=0.7,
            rationale="Both sentences state how many there are in all.",
        ),
    )
