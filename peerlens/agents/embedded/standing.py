"""What a sentence that names a thing says of it: this paper has it, denies it, plans it, or merely mentions it."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

from peerlens.agents.embedded.reading import Line
from peerlens.agents.embedded.spelling import in_one_line
from peerlens.agents.embedded.wording import Act
from peerlens.taxonomy import SectionKind


class Standing(StrEnum):
    """How a sentence stands to the thing it names."""

    ASSERTS = "asserts"
    DENIES = "denies"
    PLANS = "plans"
    MENTIONS = "mentions"


OURS: Final = re.compile(
    r"\b(?:we|our|ours|us|this (?:paper|work|study|article)|the present (?:paper|work|study)|herein)\b", re.I
)
_DENIAL: Final = re.compile(
    r"\b(?:hard to (?:see|observe|find|detect|notice)|"
    r"not|never|no|without|neither|nor|none|lacks?|lacking|omit(?:s|ted)?|excluded?|missing|unable to|can ?not|"
    r"fails? to|instead of|rather than|"
    r"absence of|lack of|nothing|beyond (?:the|our) scope|out of scope|impossible|refrain(?:ed)? from|skip(?:ped)?|"
    r"unavailable)\b|n't\b",
    re.I,
)
_INSIDE: Final = re.compile(
    r"\b(?:is|are|was|were|has|have|do|does|did|can|will) (?:\w+ly )?(?:not|never)\b(?! only)", re.I
)
_PLAN: Final = re.compile(
    r"\b(?:future|(?:we|one) (?:plan|intend|hope|aim|wish|would like)|plan(?:ned|s)? to|will be|(?:left?|leave|"
    r"leaving) (?:\w+ ){0,6}(?:to|for|open)|remains? (?:to be|open|an open|"
    r"untested|unexplored)|would (?:be|require|need|allow|have|help)|could (?:be|also)|might (?:be|also)|should be|"
    r"needs? to be|promising direction|next step|it would be|"
    r"upon (?:acceptance|publication)|once accepted|after (?:acceptance|publication))\b",
    re.I,
)
_WILL_RELEASE: Final = re.compile(
    r"\b(?:will be|upon|after|once)\b.{0,60}\b(?:releas|publish|publication|accept|availab|public)", re.I
)
_OTHERS: Final = re.compile(
    r"\bet al\b|\b(?:prior|previous|earlier|existing|recent|past|other|related) (?:works?|studies|papers|methods|"
    r"approaches|research|authors|efforts|literature)\b|"
    r"\b[A-Z][a-z]+(?: and [A-Z][a-z]+)? (?:\(\d{4}\)|\[\d+\])|\[\d+(?:,\s*\d+)*\]|\(\w[\w\s.&]+,? \d{4}[a-z]?(?:;|"
    r"\))|\b(?:they|researchers|others|some authors)\b",
    re.I,
)
_DONE: Final = re.compile(
    r"\b(?:compar|evaluat|test|report|us|train|fine-?tun|measur|appl|adopt|employ|run|ran|conduct|perform|includ|"
    r"show|list|present|describ|provid|give|releas|benchmark|comput|"
    r"outperform|achiev|reach|obtain|score|yield|improv|exceed|surpass|beat|is set|are set|averag|analy[sz]|"
    r"investigat|consider|examin|annotat|select|sampl|collect|built|build|"
    r"implement|prove|deriv|discuss|initiali[sz])\w*",
    re.I,
)
_OWN_KINDS: Final = frozenset(
    {
        SectionKind.METHOD,
        SectionKind.THEORY,
        SectionKind.EXPERIMENTS,
        SectionKind.RESULTS,
        SectionKind.ABLATION,
        SectionKind.APPENDIX,
        SectionKind.OTHER,
        SectionKind.DISCUSSION,
        SectionKind.ETHICS,
    }
)
SHOWN_KINDS: Final = frozenset(
    {
        SectionKind.EXPERIMENTS,
        SectionKind.RESULTS,
        SectionKind.ABLATION,
        SectionKind.APPENDIX,
        SectionKind.OTHER,
        SectionKind.DISCUSSION,
    }
)
_FOREIGN_KINDS: Final = frozenset({SectionKind.RELATED_WORK, SectionKind.BACKGROUND, SectionKind.REFERENCES})
_WISHING_KINDS: Final = frozenset({SectionKind.FUTURE_WORK, SectionKind.LIMITATIONS})
_BREAKS: Final = re.compile(r"[,;:]|\b(?:but|while|whereas|although|however|and|so|because|since|which|that)\b", re.I)


def standing(line: Line, start: int, end: int, act: Act) -> Standing:
    """How ``line`` stands to what it names at ``start``–``end`` (offsets in ``line.text``), for a claim's verb."""
    text = in_one_line(line.text)
    if denied(text, start, end) or (act is Act.RELEASE and not line.heading and _INSIDE.search(text[start:end])):
        return Standing.DENIES
    if act is Act.MENTION:
        return Standing.MENTIONS if line.kind is SectionKind.CHECKLIST else Standing.ASSERTS
    if line.is_reference:
        return Standing.MENTIONS
    if act is Act.RELEASE and _WILL_RELEASE.search(text):
        return Standing.PLANS
    if line.heading:
        return Standing.MENTIONS if line.kind in _FOREIGN_KINDS | _WISHING_KINDS else Standing.ASSERTS
    ours = OURS.search(text) is not None
    if _PLAN.search(text) and not (ours and re.search(r"\bwe (?:did|have|also|then|used|ran|report|use)\b", text)):
        return Standing.PLANS
    if line.is_table or line.is_caption:
        return Standing.MENTIONS if line.kind in _FOREIGN_KINDS and not ours else Standing.ASSERTS
    return _in_prose(line, text, act, ours=ours)


def _in_prose(line: Line, text: str, act: Act, *, ours: bool) -> Standing:
    if act is Act.RELEASE:
        return Standing.ASSERTS if ours or line.kind not in _FOREIGN_KINDS else Standing.MENTIONS
    done = _DONE.search(text) is not None
    others = _OTHERS.search(text) is not None
    if line.kind in _FOREIGN_KINDS:
        return Standing.ASSERTS if ours and done and _OWN_DEED.search(text) else Standing.MENTIONS
    if line.kind is SectionKind.LIMITATIONS and re.search(r"\d", _uncited(text)):
        return Standing.ASSERTS
    if line.kind in _WISHING_KINDS:
        return Standing.ASSERTS if ours and done else Standing.MENTIONS
    if line.kind in (SectionKind.INTRODUCTION, SectionKind.CONCLUSION, SectionKind.ABSTRACT):
        if line.kind is SectionKind.ABSTRACT and not others:
            return Standing.ASSERTS if done else Standing.MENTIONS
        return Standing.ASSERTS if ours and done else Standing.MENTIONS
    if act in (Act.COMPARE, Act.TEST) and line.kind not in SHOWN_KINDS:
        tried = _TRIED.search(text) is not None
        return Standing.ASSERTS if done and (ours or tried) else Standing.MENTIONS
    if _TRIED.search(text):
        return Standing.ASSERTS
    if (
        others
        and not ours
        and act is not Act.USE
        and line.kind is not SectionKind.RESULTS
        and not re.search(r"\d", _uncited(text))
    ):
        return Standing.ASSERTS if line.kind in SHOWN_KINDS else Standing.MENTIONS
    return Standing.ASSERTS


_TRIED: Final = re.compile(
    r"\b(?:is|are|was|were) (?:\w+ly )?(?:train|evaluat|test|fine-?tun|perform|conduct|run|compar|benchmark|"
    r"validat)\w*\b",
    re.I,
)
_OWN_DEED: Final = re.compile(
    r"\b(?:we|our (?:experiments?|evaluation|study|work|paper|method|model))\b[^.;]{0,60}\b(?:compar|evaluat|test|"
    r"report|use|train|fine-?tun|measur|appl|adopt|employ|run|ran|conduct|"
    r"perform|includ|show|benchmark|follow|releas|analy[sz])\w*",
    re.I,
)


def _uncited(text: str) -> str:
    return re.sub(r"\[[\d,\s–-]+\]|\(?\b(?:19|20)\d\d[a-z]?\)?", "", text)


def denied(text: str, start: int, end: int) -> bool:
    """Whether what stands at ``start``–``end`` is within the reach of a denial in its own clause.

    "We did not run X", "X is not reported", "no X"; but not "X is not only …", nor a "without" that belongs to
    another thing.
    """
    before, after = text[:start], text[end:]
    cut = [match.end() for match in _BREAKS.finditer(before)]
    clause = before[cut[-1] if cut else 0 :]
    reach = clause if len(clause) > 12 or not cut else before[cut[-2] if len(cut) > 1 else 0 :]
    if re.search(r"\b(?:not|no) only\b|\bnot (?:just|merely)\b|\bno (?:matter|doubt|longer)\b", reach, re.I):
        return False
    nearest = list(_DENIAL.finditer(reach))
    if nearest and not re.search(r"\bwithout\b|\binstead of\b|\brather than\b", nearest[-1][0], re.I):
        return len(reach) - nearest[-1].end() < 90
    if nearest and len(reach) - nearest[-1].end() < 25:
        return (
            re.search(
                r"(?:^|\b(?:report|present|train|run|ran|work|perform|done|use|is|are|was|"
                r"were)\w*\s+)(?:\w+\s+)?(?:without|instead of|rather than)\s*$",
                reach[: nearest[-1].end()],
                re.I,
            )
            is not None
        )
    following = _BREAKS.split(after, maxsplit=1)[0]
    return bool(
        re.match(
            r"[\w\s%()\[\].-]{0,40}?\b(?:(?:is|are|was|were|has been|have been|does|do|did|can|could|will)(?: "
            r"\w+ly)? not\b(?! only)|(?:is|are|was|were) (?:never|omitted|excluded|missing|"
            r"absent|unavailable|beyond|out of|lacking|left (?:out|to|for))|not (?:reported|available|included|"
            r"considered|used|applicable|performed|conducted))",
            following,
            re.I,
        )
    )
