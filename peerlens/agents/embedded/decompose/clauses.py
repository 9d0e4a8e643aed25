"""Split a sentence into clauses that each say one thing, as spans; keep it whole where a split could distort it."""

from __future__ import annotations

import re
from typing import NamedTuple

from peerlens.agents.embedded.decompose.asks import is_question, is_wish
from peerlens.agents.embedded.decompose.pronouns import expletive
from peerlens.agents.embedded.decompose.verbs import BASES, THIRD
from peerlens.agents.embedded.decompose.words import (
    AUXILIARIES,
    finite_verb,
    has_finite_verb,
    is_plural_subject,
    subject_of,
    tokens,
)


class Clause(NamedTuple):
    """A part of a sentence. ``lead`` characters at its beginning are a joining word, not part of the statement.

    ``subject`` is what the clause takes over from the one before it, where it has no subject of its own.
    ``concession``: the granted half of "although X, Y".
    """

    start: int
    end: int
    lead: int = 0
    subject: str | None = None
    concession: bool = False

    def after(self, opening: int) -> Clause:
        """The same clause where ``opening`` characters stand before the sentence; the first clause takes them in."""
        if self.start == 0:
            return self._replace(end=self.end + opening)
        return self._replace(start=self.start + opening, end=self.end + opening)


_PROTECTED = re.compile(
    r"\$[^$]+\$|`[^`]+`|\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\[\]]*\]|\"[^\"]{1,300}\"|“[^”]{1,300}”|«[^»]*»"
    r"|‘[^’]{3,300}’(?!\w)"
)
_OPENING = re.compile(
    r"(?:(?:however|moreover|furthermore|also|overall|thus|therefore|in addition|additionally|that said|and|but),? )?"
    r"(?P<word>(?:even )?(?:while|although|though|whilst))\b(?! (?:i|we) (?:appreciate|understand|think|believe"
    r"|agree|am|was|find|like|enjoyed|acknowledge|see)\b)", re.I,
)  # fmt: skip
_JOIN = re.compile(
    r"(?P<semi>;\s*)(?:(?:and|but|however|moreover|also|furthermore|thus|therefore|hence|yet|instead),?\s+)?"
    r"|(?P<comma>,\s+)(?:but|yet|while|whereas|although|though|and|so|however,?|and yet|but also|nor)\s+(?:(?:also"
    r"|therefore|thus|hence|then|still|consequently|even|further|furthermore,|moreover,|it is|perhaps)\s+)*?"
    r"|(?P<bare>\s+)(?:but|and|yet|whereas)\s+(?:(?:also|therefore|thus|hence|then|still|consequently|even|only"
    r"|further)\s+)?"
    r"|(?P<colon>:\s+)"
    r"|(?P<which>,\s+)(?=which (?:should|would|could|might|needs? to|must)\b)"
    r"|(?P<such>,\s+(?:e\.g\.|i\.e\.|for example|for instance),?\s+)(?=(?:which|what|how|why|is|are|does|do|did)\b)"
    r"|(?P<splice>,\s+)(?=i (?:think|believe|feel|suggest|recommend|would|wonder)\b)"
    r"|(?P<dash>\s+[–—-]{1,2}\s+)(?=(?:could|can|would|why|how|what|please|is|are|does|do|did|have|it would)\b)",
    re.I,
)
_SUBJECT_START = re.compile(
    r"(?:the|this|these|those|it|they|there|no|its|their|our|his|a|an|some|many|most|several|all|each|every|both|i"
    r"|we|you|authors?|what|how|why|which"
    r"|none|neither|nothing|only|more|further|additional|such|other|one|another|any|results?|experiments?"
    r"|comparisons?|details?|adding|including)\b|[A-Z$\\`]|[a-z]+s (?:are|were|have|do|seem)\b|\w+ (?:is|was) ",
)
_BUT = re.compile(r"^(?:but|yet|still),? ", re.I)
_OPEN_END = re.compile(
    r"\b(?:that|which|the|an?|of|in|on|for|with|to|by|from|as|than|is|are|was|were|be|and|or|e\.g\.|i\.e\.)\W*$"
    r"|^\W*(?:\w+ ){1,2}(?:proposes?|presents?|introduces?|shows?|uses?|claims?|argues?|states?|says?|notes?"
    r"|mentions?)\W*$",
    re.I,
)
_ANNOUNCES = re.compile(
    r"\b(?:following|follows|below|this|these|here|namely|example|instance|e\.g\.|concerns?|questions?|comments?"
    r"|issues?|points?"
    r"|suggestions?|remarks?|reasons?|things|weakness(?:es)?|strengths?|contributions?|parts?|steps?|stages?"
    r"|components?|is"
    r"|are|that|says?|states?|reads?|writes?|claims?|note|typos?|aspects?|ways?|following \w+|one|two|three|four)\W*$",
    re.I,
)
_MOST_JOINS = 10
_NO_SPLIT = re.compile(
    r"\bnot only\b|\beither\b.+\bor\b|\bwhether\b.+\bor\b|\bboth\b.{1,400}\band\b.{0,400}\b(?:is|are)\b", re.I
)


def split_clauses(sentence: str) -> list[Clause]:
    """The clauses of a sentence: they cover it without gaps and do not overlap."""
    if _NO_SPLIT.search(sentence) and ";" not in sentence:
        return [Clause(0, len(sentence))]
    masked = _PROTECTED.sub(lambda m: "x" * len(m.group()), sentence)
    clauses = [Clause(0, len(sentence))]
    if len(_JOIN.findall(masked)) > _MOST_JOINS:
        return clauses
    opening = _OPENING.match(masked)
    if opening:
        comma = _concession_end(masked, opening.end())
        if comma is None:
            return clauses
        first = Clause(0, comma, lead=opening.start("word") + len(opening["word"]), concession=True)
        rest = _split_joined(sentence, masked, comma, len(sentence), None)
        carried = subject_of(sentence[first.lead : comma].strip())
        return [first, rest[0]._replace(subject=carried if _starts_with_pronoun(sentence[comma:]) else None), *rest[1:]]
    return _split_joined(sentence, masked, 0, len(sentence), None)


def _concession_end(masked: str, begin: int) -> int | None:
    """Just behind the comma that ends "although X,", where both halves have a verb of their own."""
    for comma in re.finditer(r",\s+", masked[begin:]):
        cut = begin + comma.end()
        if has_finite_verb(masked[begin : begin + comma.start()]) and _stands_alone(_BUT.sub("", masked[cut:])):
            return cut
    return None


def _split_joined(sentence: str, masked: str, begin: int, end: int, subject: str | None) -> list[Clause]:
    for match in _JOIN.finditer(masked, begin, end):
        left, right = masked[begin : match.start()], masked[match.end() : end]
        if left.count('"') % 2 or left.count("“") != left.count("”"):
            continue
        if len(left.split()) < 2 or len(right.split()) < 2:
            continue
        if not match["semi"] and _OPEN_END.search(left):
            continue
        taken = _takes_over(match, left, right)
        if taken is None:
            continue
        cut = match.start() + len(
            match["semi"]
            or match["colon"]
            or match["comma"]
            or match["bare"]
            or match["which"]
            or match["such"]
            or match["splice"]
            or match["dash"]
            or ""
        )
        carried = subject_of(sentence[begin : match.start()]) or subject
        if taken and carried is None:
            continue
        follow = _split_joined(sentence, masked, match.end(), end, carried)
        head = follow[0]._replace(start=cut, lead=match.end() - cut + follow[0].lead)
        return [
            Clause(begin, cut),
            head._replace(subject=carried if taken or _starts_with_pronoun(right) else None),
            *follow[1:],
        ]
    return [Clause(begin, end)]


def _takes_over(match: re.Match[str], left: str, right: str) -> bool | None:
    """Whether what follows stands on its own (False), leans on the subject before it (True), or is no clause (None)."""
    joined = match.group().casefold()
    if match["which"] or match["dash"]:
        return False
    if match["such"]:
        return None if is_wish(left) or not has_finite_verb(left) else False
    if match["colon"]:
        stated = has_finite_verb(left) and not is_question(left) and not _ANNOUNCES.search(left)
        return False if stated and has_finite_verb(right) and _stands_alone(right) and not is_question(right) else None
    if match["splice"]:
        return False if has_finite_verb(left) and not _SUBORDINATE.match(left.strip()) else None
    left_ok = has_finite_verb(left) or is_wish(left)
    if match["semi"]:
        return False if (_stands_alone(right) or _fragment(right)) and (left_ok or _fragment(left)) else None
    if re.search(r"\b(?:so|nor)\b", joined) and not is_question(right):
        return None
    if not left_ok or _open_relative(left):
        return None
    first = tokens(right)[:2]
    if first and (first[0].text in AUXILIARIES or first[0].text in THIRD) and not is_question(right):
        return True if "," in joined or not _has_relative(left) else None
    if first and first[0].text in BASES and first[0].text not in ("please", "consider"):
        subject = subject_of(left)
        return True if subject and is_plural_subject(subject) and not _has_relative(left) else None
    if (match["comma"] or "but" in joined) and (is_question(right) or is_wish(right)):
        return False
    if match["bare"] and "and" in joined:
        strong = re.match(r"(?:the|this|these|it|they|there|no|i|we|its|their)\b", right.strip(), re.I)
        verb = finite_verb(tokens(right))
        return False if strong and verb is not None and verb <= 6 and not _has_relative(left) else None
    return False if _stands_alone(right) else None


_SUBORDINATE = re.compile(
    r"(?:if|since|as|while|when|because|given|although|though|considering|in|for|to|based|overall)\b", re.I
)


def _stands_alone(text: str) -> bool:
    text = text.strip()
    if is_question(text) or is_wish(text):
        return True
    if not _SUBJECT_START.match(text):
        return False
    verb = finite_verb(tokens(text))
    return verb is not None and verb <= 14


def _fragment(text: str) -> bool:
    return bool(
        re.match(r"(?:no|lack|missing|lacks|limited|insufficient|unclear|only|poor|weak|not)\b", text.strip(), re.I)
    )


def _starts_with_pronoun(text: str) -> bool:
    if expletive(text.strip()):
        return False
    return bool(re.match(r"\s*(?:it|they)\b", text, re.I))


def _has_relative(text: str) -> bool:
    return bool(re.search(r"\b(?:that|which|who|whether|how|why|what|where|to|because|since|if)\b", text, re.I))


def _open_relative(text: str) -> bool:
    """Whether the text ends inside "because …", "if …": then what follows may belong to it."""
    return bool(re.search(r"\b(?:if|when|whether|unless)\b[^,]*$", text, re.I))
