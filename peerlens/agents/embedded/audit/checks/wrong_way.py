"""A sentence whose own numbers run the other way than its words: "21 was lower than 19", "fell from 3 to 5"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from peerlens.agents.embedded.audit.judged import shown_by
from peerlens.agents.embedded.audit.naming import meant
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.audit.scores import Score, ScoreTable, direction, score_tables
from peerlens.agents.embedded.numbers.quantities import Quantity, quantities
from peerlens.agents.embedded.reading import Line
from peerlens.agents.family import Candidate
from peerlens.taxonomy import Severity

_UP: Final = r"increases|increased|raises|raised|rises|rose|grows|grew|climbs|climbed|boosts|boosted"
_DOWN: Final = (
    r"reduces|reduced|decreases|decreased|drops|dropped|falls|fell|declines|declined|shrinks|shrank|lowers|lowered|cuts"
)
_UP_TO_COME: Final = r"increase|raise|rise|grow|climb|boost"
_DOWN_TO_COME: Final = r"reduce|decrease|drop|fall|decline|shrink|lower|cut"
_BEFORE_IT: Final = r"(?:(?<=\bto )|(?<=\bcan )|(?<=\bwe )|(?<=\bcould )|(?<=\bwill ))"
_MOVE: Final = re.compile(
    rf"\b(?:(?P<up>{_UP}|{_BEFORE_IT}(?:{_UP_TO_COME}))|(?P<down>{_DOWN}|{_BEFORE_IT}(?:{_DOWN_TO_COME}))|"
    rf"(?P<good>improves|improved|{_BEFORE_IT}improve)|(?P<bad>degrades|degraded|worsens|worsened|deteriorates|"
    r"deteriorated))\b(?P<what>[^.;:]{0,60}?)\bfrom\s",
    re.I,
)
"""A finite verb: "increasing the width closes the gap from ..." is about another verb's numbers."""
_SPREAD_OUT: Final = re.compile(
    r"\b(?:rang\w+|vary|varies|varied|varying|anywhere|between|apart|differ\w*|respectively)\b", re.I
)
_OTHER_VERB: Final = re.compile(
    rf",|\b(?:and|but|when|while|as|if|by|to|goes|went|go|going|mov\w+|chang\w+|switch\w+|\w+ly|\w+ing|improv\w+|"
    rf"degrad\w+|{_UP}|{_DOWN}|{_UP_TO_COME}|{_DOWN_TO_COME})\b",
    re.I,
)
"""Behind one of these the numbers may belong to another verb."""
_COMPARED: Final = re.compile(
    r"^[)\s%$*_,}\\]{0,8}(?:which )?(?:is|are|was|were|being|remains?|remained) (?P<no>not |no )?"
    r"(?:\w+ly |much |far |still |also |even |slightly )*(?P<word>lower|less|smaller|fewer|higher|greater|larger|more|"
    r"better|worse)(?: in value)? than\b",
    re.I,
)
_JOINED: Final = re.compile(
    r"[\s)%$}\\]{0,6}(?:\([^)\d]*\)\s*)?(?:[a-z]+ ){0,2}?to[\s$\\~{(]+(?:only |just |about |around |nearly )?"
    r"[\s$\\~{(]*"
)
"""What may stand between the two numbers of "from X to Y"."""
_LESS: Final = frozenset("lower less smaller fewer".split())
_MORE: Final = frozenset("higher greater larger more".split())
_FIRST: Final = 28
"""So many characters may stand between "from", "to" or "than" and its number."""
_THAN: Final = 60
_AROUND: Final = 60
_MOVED: Final = 30
"""What moves stands so close before its verb."""
_SAME: Final = 1e-9
_MARKS: Final = frozenset(["", "x", "o", "✓", "✗", "×", "-", "–", "yes", "no", "Yes", "No"])
_POWER: Final = re.compile(r"\s?(?:\^|\*\*|\\times|×|/|:\d|-\d|–\d|e-|-(?:shot|layer|bit|way|th)\b)")
_NUMBERED: Final = re.compile(
    r"\b(?:formulas?|methods?|equations?|using|by|in|see|of|and|inequality|bound|problem|model) \($", re.I
)
"""What a number in brackets behind it is the number of, not the value."""


@dataclass(frozen=True, slots=True)
class _Turned:
    """``one`` and ``other``: the numbers as printed, in the order of the words; ``rows``: where a table prints them.

    ``beside``: the name that the table has for what the first is compared with.
    """

    line: Line
    words: str
    one: str
    other: str
    rows: tuple[Line, ...] = ()
    beside: str = ""


def propose(paper: AuditPaper) -> list[Candidate]:
    """One candidate a sentence that says of two numbers in it the opposite of what they are."""
    found = []
    for line in paper.body:
        if line.is_table or not any(sign.isdigit() for sign in line.text):
            continue
        turned = next(iter((*_moves(line), *_comparisons(line), *_beside_cells(line, paper))), None)
        if turned is not None:
            found.append(_candidate(turned, paper))
    return found


def _moves(line: Line) -> Iterator[_Turned]:
    """ "Reduces the error from 18.97 to 21.44"."""
    text = line.text
    for verb in _MOVE.finditer(text):
        if _SPREAD_OUT.search(text) or _OTHER_VERB.search(verb["what"]) or any(one.isdigit() for one in verb["what"]):
            continue
        before = re.split(r"[(,;:]", text[max(0, verb.start() - _MOVED) : verb.start()])[-1]
        pair = _from_to(text, verb.end())
        if pair is None:
            continue
        one, other = pair
        rising = other.value > one.value
        if verb["up"] or verb["down"]:
            wrong = rising != bool(verb["up"])
        else:
            sign = direction(verb["what"], before)
            wrong = bool(sign) and (rising == (sign > 0)) != bool(verb["good"])
        if wrong:
            yield _Turned(line, verb[0].split()[0], one.text.strip(), other.text.strip())


def _from_to(text: str, at: int) -> tuple[Quantity, Quantity] | None:
    """The two plain numbers of "from X to Y" behind ``at``, of one unit and not equal."""
    values = [one for one in quantities(text) if one.start >= at]
    if len(values) < 2:
        return None
    one, other = values[:2]
    between = text[one.end : other.start]
    if one.start - at > _FIRST or _JOINED.fullmatch(between) is None:
        return None
    return (one, other) if _comparable(one, other, text) else None


def _comparable(one: Quantity, other: Quantity, text: str) -> bool:
    """Whether two numbers of a sentence are plain values of one unit that differ."""
    if one.unit != other.unit or one.value == other.value or one.bound or other.bound:
        return False
    for number in (one, other):
        if _POWER.match(text, number.end) or _NUMBERED.search(text[: number.start]):
            return False
    return min(one.value, other.value) >= 0


def _comparisons(line: Line) -> Iterator[_Turned]:
    """ "21.44 % was lower than 18.97 %", "21.44 % was better than ..." of an error."""
    text = line.text
    values = quantities(text)
    for index, one in enumerate(values[:-1]):
        word = _COMPARED.match(text[one.end :])
        if word is None or word["no"]:
            continue
        other = values[index + 1]
        behind = one.end + word.end()
        between = text[behind : other.start]
        if other.start - behind > _THAN or re.search(r"[,;:.]\s|\b(?:by|at|with|when|for|under|than)\b", between):
            continue
        if not _comparable(one, other, text):
            continue
        if _runs_against(word["word"].lower(), one.value < other.value, text[max(0, one.start - _AROUND) : one.start]):
            yield _Turned(line, f"{word['word'].lower()} than", one.text.strip(), other.text.strip())


def _runs_against(said: str, less: bool, before: str) -> bool:
    """Whether "lower than", "better than" is said of a first number that is not; ``before``: what it is a number of."""
    if said in _LESS or said in _MORE:
        return less != (said in _LESS)
    sign = direction(before)
    return bool(sign) and (less == (sign < 0)) != (said == "better")


def _beside_cells(line: Line, paper: AuditPaper) -> Iterator[_Turned]:
    """ "21.44 % was lower than that of supervised learning", for which the table that prints 21.44 has 18.97."""
    text = line.text
    values = quantities(text)
    for index, one in enumerate(values):
        word = _COMPARED.match(text[one.end :])
        if word is None or word["no"] or one.step >= 1 or one.bound:
            continue
        behind = text[one.end + word.end() :]
        behind = re.split(r"[,;:.]\s|\b(?:when|for|under|at|but|while)\b", behind)[0]
        if any(number.start < one.end + word.end() + len(behind) for number in values[index + 1 :]):
            continue
        for table in score_tables(paper):
            pair = _row_meant(table, one, behind)
            if pair is None:
                continue
            less = pair[0].value < pair[1].value
            if pair[0].value != pair[1].value and _runs_against(
                word["word"].lower(), less, text[max(0, one.start - _AROUND) : one.start]
            ):
                mine, theirs = pair[:2]
                words = f"{word['word'].lower()} than"
                yield _Turned(line, words, one.text.strip(), theirs.shown, (mine.line, theirs.line), pair[2])


def _row_meant(table: ScoreTable, one: Quantity, behind: str) -> tuple[Score, Score, str] | None:
    """The one score that prints the number, the one beside it under the name that ``behind`` gives, and that name."""
    mine = [score for score in table.scores if abs(score.value - one.value) < _SAME and score.decimals > 0]
    if len(mine) != 1:
        return None
    for axis, names in enumerate(table.axes):
        named = meant(names, behind)
        if not names.is_row or len(named) != 1 or mine[0].at[axis] in named:
            continue
        theirs = [score for score in table.scores if score.at[axis] in named and _one_lane(table, score, mine[0], axis)]
        if len(theirs) == 1:
            return mine[0], theirs[0], theirs[0].at[axis]
    return None


def _one_lane(table: ScoreTable, score: Score, other: Score, axis: int) -> bool:
    """Whether two scores stand in one column, or agree in all but one name, marks such as "x" and "o" left out."""
    return all(
        i == axis or a == b or (names.is_row and {a, b} <= _MARKS)
        for i, (a, b, names) in enumerate(zip(score.at, other.at, table.axes, strict=True))
    )


def _candidate(turned: _Turned, paper: AuditPaper) -> Candidate:
    if turned.rows:
        said = f"calls {turned.one} {turned.words} that of “{turned.beside}”, for which the table gives {turned.other}"
    elif turned.words.endswith("than"):
        said = f"calls {turned.one} {turned.words} {turned.other}, which runs the other way"
    else:
        said = f"says “{turned.words}” of a change from {turned.one} to {turned.other}, which runs the other way"
    observation = f"One sentence {said}."
    return Candidate(
        topic="values and words at odds",
        observation=observation,
        assessment="Either a number or the word is wrong, and a reader cannot tell which.",
        severity=Severity.MODERATE,
        judgement=shown_by(
            observation,
            list(dict.fromkeys((turned.line, *turned.rows))),
            paper.tools,
            confidence=0.8,
            rationale="Words and numbers are the paper's own.",
        ),
    )
