"""Find what a question or wish takes for granted: a statement about the paper inside a request."""

from __future__ import annotations

import re

from peerlens.agents.embedded.decompose.plain import plain, sentence
from peerlens.agents.embedded.decompose.verbs import BASES, PARTICIPLES, past, third
from peerlens.agents.embedded.decompose.words import has_finite_verb, tokens

_WHY_BE = re.compile(
    r"^(?:(?:and|but|so|also),? )?(?:why|how come|for what reason) (?P<aux>is|are|was|were|isn't|aren't|wasn't"
    r"|weren't|has|have|had|hasn't|haven't) (?P<rest>.+?)\s*\?+[\s)]*$",
    re.I | re.S,
)
_WHY_DO = re.compile(
    r"^(?:(?:and|but|so|also),? )?(?:why|how come|for what reason) (?P<aux>do|does|did|don't|doesn't"
    r"|didn't) (?P<not1>not )?(?P<subject>(?:the |this |your |their )?[^?]{1,40}?|you|it"
    r"|they) (?P<not2>not )?(?P<base>[a-z]+)\b(?P<rest>[^?]*?)\s*\?+[\s)]*$",
    re.I | re.S,
)
_WHY_STATED = re.compile(
    r"^(?:(?:and|but|so|also),? )?why (?P<said>(?!(?:is|are|was|were|do|does|did|don't|doesn't|didn't|has|have|had"
    r"|can|could"
    r"|would|should|will|not|isn't|aren't|wasn't|weren't|can't|in|for|to|one|it is (?:necessary"
    r"|important))\b)[^?,;:]{8,150}?)"
    r"\s*\?[\s)]*$",
    re.I | re.S,
)
_BECAUSE = re.compile(
    r"^(?:(?:also|but|and|however|moreover),? )?(?P<word>since|given that|as|because|considering that|considering"
    r"|seeing that)\s+(?P<premise>.+?),\s+(?P<main>(?:then |so )?(?:could|can|would|will|should|why|how|what|is|are"
    r"|do|does|did|please|it would|i (?:would|suggest|recommend|wonder)|have)\b.+)$",
    re.I | re.S,
)


def premise_of_question(question: str) -> str | None:
    """What a why-question takes for granted: "Why were only five seeds used?" → "Only five seeds were used."."""
    text = plain(question)
    done = _WHY_DO.match(text)
    if done and done["base"] in BASES and not has_finite_verb(done["subject"] + " x"):
        return sentence(_declared(done))
    being = _WHY_BE.match(text)
    if not being:
        stated = _WHY_STATED.match(text)
        return sentence(_second_person(stated["said"])) if stated and has_finite_verb(stated["said"]) else None
    words = tokens(being["rest"])
    limit = min(len(words), 10)
    for index in range(1, limit):
        word = words[index].text
        if (
            word == "not"
            or word in PARTICIPLES
            or word in ("so", "better", "worse", "different", "higher", "lower", "only", "necessary", "needed")
        ):
            if (
                word in PARTICIPLES
                and index + 1 < len(words)
                and words[index - 1].text in ("the", "a", "an", "this", "these", "only", "your")
            ):
                continue
            subject, rest = being["rest"][: words[index].start].strip(), being["rest"][words[index].start :]
            if (word == "only" and index == 0) or has_finite_verb(subject + " x"):
                return None
            aux = being["aux"].replace("n't", " not")
            return sentence(_second_person(f"{subject} {aux} {rest}"))
    return None


def premise_of_reason(text: str) -> tuple[int, int] | None:
    """Span of the reason in "Since X, could you …": what is stated as a fact before the request."""
    match = _BECAUSE.match(text)
    if match and has_finite_verb(match["premise"]) and match["word"].lower() != "considering":
        return match.start("premise"), match.end("premise")
    return None


def _declared(done: re.Match[str]) -> str:
    aux = done["aux"].lower()
    negated = bool(done["not1"] or done["not2"]) or aux.endswith("n't")
    aux, base = aux.replace("n't", ""), done["base"].lower()
    stated = {"did": past(base), "does": third(base)}.get(aux, base)
    return _second_person(f"{done['subject']} {f'{aux} not {base}' if negated else stated}{done['rest']}")


def _second_person(text: str) -> str:
    text = re.sub(r"^(?:you|we)\b", "the authors", text, flags=re.I)
    return re.sub(r"\byour\b", "the authors'", text)
