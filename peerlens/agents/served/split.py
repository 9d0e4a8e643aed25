"""Take a claim apart into parts that a model can look up without meeting a negation."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final

from peerlens.agents.served.asking import Asking
from peerlens.agents.served.drafts import AtMost, Draft, Sentence, coming_close, sized
from peerlens.agents.served.positive import positive
from peerlens.errors import OutputInvalidError
from peerlens.prompts import as_data
from peerlens.taxonomy import Polarity
from peerlens.text.folding import stem, words

MOST_PARTS: Final = 4


class Says(StrEnum):
    """What the claim says of the statement."""

    IS_SO = "is so"
    NOT_SO = "is not so"
    TOO_LITTLE = "too little"


class About(StrEnum):
    """What kind of statement a part makes."""

    CONTENT = "content"
    NUMBER = "number"
    COMPARISON = "comparison"
    OUTSIDE = "outside"
    OPINION = "opinion"


class Thing(StrEnum):
    """What a part is about. All but ``other`` are things a paper shows when it has them."""

    DATASET = "dataset"
    BASELINE = "baseline"
    METRIC = "metric"
    EXPERIMENT = "experiment"
    SECTION = "section"
    FIGURE = "figure"
    TABLE = "table"
    RELEASE = "released code or data"
    OTHER = "other"


class Act(StrEnum):
    DOES = "does"
    MENTIONS = "mentions"


_SAYS = {
    "yes": Says.IS_SO,
    "true": Says.IS_SO,
    "so": Says.IS_SO,
    "present": Says.IS_SO,
    "no": Says.NOT_SO,
    "not so": Says.NOT_SO,
    "false": Says.NOT_SO,
    "missing": Says.NOT_SO,
    "absent": Says.NOT_SO,
    "not enough": Says.TOO_LITTLE,
    "insufficient": Says.TOO_LITTLE,
    "limited": Says.TOO_LITTLE,
}
_ABOUT = {
    "presence": About.CONTENT,
    "absence": About.CONTENT,
    "numeric": About.NUMBER,
    "value": About.NUMBER,
    "external": About.OUTSIDE,
    "outside knowledge": About.OUTSIDE,
    "judgement": About.OPINION,
    "judgment": About.OPINION,
}
_THINGS = {
    "datasets": Thing.DATASET,
    "baselines": Thing.BASELINE,
    "metrics": Thing.METRIC,
    "experiments": Thing.EXPERIMENT,
    "ablation": Thing.EXPERIMENT,
    "code": Thing.RELEASE,
    "release": Thing.RELEASE,
    "released artefact": Thing.RELEASE,
    "none": Thing.OTHER,
}


class PartDraft(Draft):
    """One part of a claim. ``statement`` is what the paper would show, without negation."""

    text: Sentence
    statement: Sentence
    says: Annotated[Says, coming_close(Says, _SAYS)]
    about: Annotated[About, coming_close(About, _ABOUT)]
    thing: Annotated[Thing, coming_close(Thing, _THINGS)]
    act: Annotated[Act, coming_close(Act, {"do": Act.DOES, "mention": Act.MENTIONS})]
    core: bool
    look_for: Annotated[list[Annotated[str, AtMost(40)]], AtMost(5)]

    @property
    def polarity(self) -> Polarity:
        match self.about:
            case About.NUMBER:
                return Polarity.NUMERIC
            case About.COMPARISON:
                return Polarity.COMPARISON
            case About.OUTSIDE:
                return Polarity.EXTERNAL
            case About.OPINION:
                return Polarity.OPINION
            case About.CONTENT:
                return Polarity.PRESENCE if self.says is Says.IS_SO else Polarity.ABSENCE

    @property
    def can_be_looked_up(self) -> bool:
        return self.about not in (About.OUTSIDE, About.OPINION)


class ClaimSplit(Draft):
    parts: Annotated[list[PartDraft], AtMost(MOST_PARTS, fewest=1)]


_WORDS_A_PART: Final = 8
"""A claim of so many words has at most two parts, and so on: short claims taken apart repeat themselves."""
_SAY_NOTHING: Final = frozenset(
    {"paper", "papers", "this", "that", "these", "there", "does", "report", "reports", "show", "shows", "gives",
     "author", "authors", "work", "with", "from"}
)  # fmt: skip
"""Words that statements about any paper share."""


async def split(claim: str, asking: Asking) -> tuple[PartDraft, ...]:
    """The parts of a claim, the main one first; the model sees the claim and nothing else.

    Raises ``OutputInvalidError`` where the model names none.
    """
    most = min(MOST_PARTS, 1 + len(claim.split()) // _WORDS_A_PART)
    reply = await asking.plain(
        "split", sized(ClaimSplit, "parts", most=most, fewest=1), values={"claim": as_data(claim)}
    )
    parts: dict[str, PartDraft] = {}
    for part in reply.parts:
        if part.statement.strip():
            made = _turned(part, claim)
            parts.setdefault(made.statement.casefold(), made)
    if not parts:
        raise OutputInvalidError("the model found nothing to check in the claim")
    return tuple(parts.values())[:MOST_PARTS]


def _turned(part: PartDraft, claim: str) -> PartDraft:
    """The part with a statement of this claim and without a negation, whatever the model made of it."""
    own = part.text.strip() or claim
    if not _about(part.statement, claim):
        part = part.model_copy(update={"statement": own if _about(own, claim) else claim})
    turned = positive(part.statement)
    if turned is None:
        return part
    says = Says.NOT_SO if part.says is not Says.TOO_LITTLE else part.says
    return part.model_copy(update={"statement": turned, "says": says})


def _about(statement: str, claim: str) -> bool:
    """Whether a statement is about what the claim is about: one that shares no word was copied or made up."""
    known = {stem(word) for word in words(claim)}
    own = {stem(word) for word in words(statement) if len(word) > 3 and word.casefold() not in _SAY_NOTHING}
    return not own or bool(own & known)
