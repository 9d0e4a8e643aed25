"""What the target of a part is to be looked up by: a concept of the lexicon, names, or the claim's own words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from peerlens.agents.embedded.concepts import Concept, concepts_in, lexicon
from peerlens.agents.embedded.frames.frame import Draft
from peerlens.agents.embedded.names import expansions, names_in, stripped
from peerlens.agents.embedded.numbers.metrics import METRIC, forms_of
from peerlens.agents.embedded.reading import Reading
from peerlens.agents.embedded.wording import Act, content, telling

_RELEASED: Final = (
    (re.compile(r"\bcode|implementation|software|scripts?\b", re.I), "code_release"),
    (re.compile(r"\bdata\w*|corpus|labels?|annotations?|benchmark|images\b", re.I), "data_release"),
    (re.compile(r"\bweights|checkpoints?|models?\b", re.I), "model_release"),
)
_EXPERIMENTS: Final = re.compile(
    r"(?:(?:any|an?|the|real|actual|own|extensive) )?(?:(?:experimental|empirical|numerical|simulation) (?:analys[ie]s|"
    r"evaluations?|validations?|results?|verifications?|stud(?:y|ies)|experiments?|support|evidence|section)|experiments)",
    re.I,
)
_PREPOSED: Final = re.compile(
    r"^(?:on|of|for|in|with|at|under|between|across|about|regarding|concerning|over|from|to|by|against|within|during|"
    r"using|via|as|into|through|among|towards?|when|that|which|where|used|reported|described)\s+"
    r"(?:the\s+|its\s+|their\s+|an?\s+|any\s+)?",
    re.I,
)
_OPENS: Final = re.compile(r"[A-Z][a-z]+ (?=[a-z])")
_DATA: Final = re.compile(r"(?<=[a-z]) (?:data|data ?sets?)$")
"""What is missing in "no speech data" is speech."""
_KIND: Final = re.compile(
    r"^\s*(?:(?:among|amongst|as (?:an?|one)|for (?:reference|comparison))\b|(?:in|of|from) (?:the|its|their) "
    r"(?:\w+ )?\w+s "
    r"(?:that|which) )",
    re.I,
)
"""A phrase that says of what kind the thing is, not where: "among the detectors"."""
_ROLES: Final = frozenset(content("baseline baselines competitor comparison rival"))
"""Roles a paper seldom names where it fills them: "as a baseline" is met by any result."""


@dataclass(frozen=True, slots=True)
class Lookup:
    """What to look for: a concept of the lexicon, names, or the claim's own words; and what a match must meet."""

    concept: Concept | None
    names: tuple[str, ...]
    phrase: str
    restrictions: tuple[str, ...]
    act: Act

    @property
    def closed(self) -> bool:
        """Whether a paper shows such a thing when it has it."""
        if self.concept is not None:
            return self.concept.closed
        return bool(self.names) and self.act not in (Act.MENTION, Act.EXPLAIN)

    @property
    def probes(self) -> tuple[str, ...]:
        if self.concept is not None:
            return self.concept.probes
        return self.names or (self.phrase,)


def look_up(draft: Draft, reading: Reading) -> Lookup | None:
    """What the part's target is to be looked up by, or ``None`` when its words are too general."""
    act = draft.act or Act.REPORT
    target = _uncapped(draft.target.strip(" .,;\"'"), draft.text)
    restrictions = tuple(limit for limit in draft.restrictions if set(content(bare(limit))) - _ROLES)
    mentions = concepts_in(target)
    names = tuple(names_in(f"x {target}"))
    if names:
        restrictions = tuple(limit for limit in restrictions if not _KIND.match(limit))
    if act is Act.RELEASE:
        released = next((name for pattern, name in _RELEASED if pattern.search(target)), None)
        concept = next((one for one in lexicon() if one.name == released), None)
        if concept is not None:
            own = telling(
                re.sub(
                    r"\b(?:source|training|trained|model|code|data\w*|labels?|weights|scripts?|implementation|"
                    r"annotations?|its|their|new|collected|public\w*)\b",
                    " ",
                    target,
                    flags=re.I,
                )
            )
            return Lookup(concept, (), target, (*restrictions, *([" ".join(own)] if own else [])), act)
        restrictions = (*restrictions, "released")
    if not draft.graded and not restrictions and _EXPERIMENTS.fullmatch(bare(target)):
        return Lookup(next(one for one in lexicon() if one.name == "experiments"), (), target, (), act)
    measure = METRIC.search(target)
    if measure is not None and all(mention.concept.name == "evaluation_metrics" for mention in mentions):
        outside = f"{target[: measure.start()]} | {target[measure.end() :]}"
        return Lookup(None, forms_of(measure[0]), target, (*restrictions, *telling(outside)), act)
    if mentions:
        longest = max(mentions, key=lambda mention: mention.end - mention.start)
        act = Act.RELEASE if longest.concept.name.endswith("_release") else act
        outside = f"{target[: longest.start]} | {target[longest.end :]}"
        extra = [name for name in names if name in outside] + [
            word for word in telling(outside) if word not in telling(" ".join(names))
        ]
        return Lookup(longest.concept, (), target, (*restrictions, *extra), act)
    if names:
        whole = stripped(bare(target))
        one = len(whole.split()) <= 5 and len(names) == 1 and "," not in whole  # an aside says what the name is
        spelled = [whole] if one else [stripped(names[0])]
        others = [name for name in names[1:] if len(spelled[0].split()) <= 5 and name not in spelled[0]]
        if draft.target and draft.target == draft.statement:  # a whole sentence: the name alone is not what it says
            others += [word for word in telling(target) if word not in telling(" ".join(names))]
        long = [found for name in spelled for found in expansions(name, reading.tools.manuscript.text)]
        return Lookup(None, tuple(dict.fromkeys([*spelled, *long])), target, (*restrictions, *others), act)
    phrase = _DATA.sub(
        "",
        bare(
            re.sub(
                r"^(?:any|other|more|further|additional|simple|simpler|recent|standard|strong|stronger|several|"
                r"different|"
                r"alternative)\s+",
                "",
                target,
                flags=re.I,
            )
        ),
    )
    if not telling(phrase) and not (telling(" ".join(restrictions)) or names_in(" ".join(restrictions))):
        known = content(phrase)
        return (
            Lookup(None, (), phrase, restrictions, act)
            if len(known) >= 1 and len(phrase.split()) <= 3 and known[0] not in ("experi", "result", "inform", "detail")
            else None
        )
    long = expansions(phrase, reading.tools.manuscript.text) if len(phrase.split()) > 1 else []
    return Lookup(None, (phrase, *long) if long else (), phrase, restrictions, act)


def _uncapped(target: str, text: str) -> str:
    """A target without the capital that it has only because the claim begins with it ("Infrared data are …")."""
    plain = _OPENS.match(target)
    return (
        f"{target[0].lower()}{target[1:]}" if plain is not None and text.startswith(target[: plain.end()]) else target
    )


def bare(phrase: str) -> str:
    """A phrase without the preposition and article it opens with."""
    return _PREPOSED.sub("", phrase.strip(" .,;:()\"'"))
