"""The parts of a claim that something is, or is not, in the paper: its target, its restrictions, its limit."""

from __future__ import annotations

import re
from typing import Final

from peerlens.agents.embedded.concepts import concepts_in
from peerlens.agents.embedded.frames.clauses import Clause
from peerlens.agents.embedded.frames.frame import Draft
from peerlens.agents.embedded.frames.scope import asks_for_reasons
from peerlens.agents.embedded.frames.targets import items_of, split_target
from peerlens.agents.embedded.numbers.metrics import METRIC
from peerlens.agents.embedded.numbers.quantities import quantities
from peerlens.agents.embedded.wording import Act, telling
from peerlens.taxonomy import Polarity, Reason

_F: Final = re.IGNORECASE
_LONGEST_TARGET: Final = 16
_LONGEST_PRESENT: Final = 8
_GENERAL_VERBS: Final = tuple(
    "test evaluat run ran perform conduct do examin stud investigat explor analy consider carr look assess tri "
    "undertak cover".split()
)


_WEIGHED: Final = re.compile(
    r"\b(?:is|are|was|were|seems?|appears?|remains?) (?:\w+ly |very |rather |quite |too |somewhat |still )*"
    r"(?:limited|insufficient|inadequate|weak|poor|small|minimal|marginal)\b",
    _F,
)
"""A predicate that weighs what is there: "the improvement is limited"."""


def read_existential(statement: str, clause: Clause, limits: tuple[str, ...]) -> tuple[Draft, ...]:
    """The parts of a claim that something is (not) in the paper; none if it is not that kind of claim."""
    absent = clause.denials % 2 == 1
    size = len(clause.target.split())
    if size > _LONGEST_TARGET or (
        not absent and (size > _LONGEST_PRESENT or ("," in clause.target[:-1] and " and " not in clause.target))
    ):
        return ()
    if not absent and quantities(statement) and not re.search(r"\b(?:and|or)\b", clause.target):
        return ()
    if clause.graded and clause.denials == 0 and (not clause.about_paper or not concepts_in(clause.target)):
        return ()
    target, rest, limits = _aimed(clause, limits)
    items = [item for item in items_of(target, force=clause.act is Act.RELEASE) if item.strip(" .,;:")]
    drafts: list[Draft] = []
    for item in items:
        parts = split_target(item)
        resolved = parts.named or bool(concepts_in(parts.target)) or METRIC.search(parts.target) is not None
        counted = bool(quantities(item))
        unknown = not absent and not resolved and clause.act is not Act.RELEASE
        if unknown and not (counted and len(items) > 1):
            return ()
        if not absent and counted:
            drafts.append(Draft(item, Polarity.NUMERIC, item if len(items) > 1 else statement))
            continue
        act = parts.act or clause.act
        if absent and not resolved and _WEIGHED.search(statement) and not quantities(statement):
            drafts.append(Draft(item, Polarity.OPINION, statement, limit=Reason.OPINION))
            continue
        drafts.append(
            Draft(
                text=item if len(items) > 1 else statement,
                polarity=Polarity.ABSENCE if absent else Polarity.PRESENCE,
                statement=statement,
                target=parts.target,
                act=act,
                restrictions=(*parts.restrictions, *limits, *_said_of(clause, rest), *_verb_word(clause)),
                graded=clause.graded and absent,
                about_paper=True,
                limit=_limit_of(parts.target, parts.restrictions, act, resolved=resolved) if absent else None,
            )
        )
    return tuple(drafts)


def _aimed(clause: Clause, limits: tuple[str, ...]) -> tuple[str, str, tuple[str, ...]]:
    """What a clause is really about, the rest of it, and the limits so far.

    "Little information is given about X" is about X; "the method is not compared with X" is about X.
    """
    target, rest = clause.target, clause.rest
    about = re.match(r"^(?:about|on|of|regarding|concerning|for|as to|with respect to)\s+(?P<obj>.+)$", rest, _F)
    if about and not telling(target) and not concepts_in(target):
        target, rest = f"{target} {rest}", ""
    thing = re.match(r"^(?:with|against|to|on|using|for|via|by means of)\s+(?P<obj>.+)$", rest, _F)
    tested = not clause.about_paper and clause.act in (Act.COMPARE, Act.TEST, Act.USE)
    if thing and tested and not split_target(target).named:
        limits = limits if is_own(target) else (*limits, target)
        target, rest = thing["obj"], ""
    return target, rest, limits


def _said_of(clause: Clause, rest: str) -> tuple[str, ...]:
    """The rest of a clause as a restriction, where it is not taken up otherwise."""
    return (rest,) if rest and (clause.about_paper or clause.rest == rest) and clause.verb != "reported" else ()


def is_own(phrase: str) -> bool:
    """Whether a phrase stands for the paper or its own work."""
    return bool(
        re.fullmatch(
            r"(?:the |their |our |this |proposed |new )*(?:paper|method|model|approach|system|authors|work|algorithm|"
            r"framework|results?|it|they)",
            phrase,
            _F,
        )
    )


def _verb_word(clause: Clause) -> tuple[str, ...]:
    """A passive verb that says more than "reported" or "tested" is something a counterexample must meet."""
    if clause.about_paper or clause.act is not Act.TEST or clause.verb.startswith(_GENERAL_VERBS) or not clause.rest:
        return ()
    return (clause.verb,)


def _limit_of(target: str, restrictions: tuple[str, ...], act: Act, *, resolved: bool) -> Reason | None:
    if resolved and act is not Act.EXPLAIN and not asks_for_reasons(target):
        return None
    if act is Act.EXPLAIN or asks_for_reasons(" ".join((target, *restrictions))):
        return Reason.ENGINE_LIMIT
    if re.match(r"(?:how|why|what|whether|when|that)\b", target, _F) and not resolved:
        return Reason.ENGINE_LIMIT
    return Reason.ENGINE_LIMIT if len(target.split()) > 12 else None
