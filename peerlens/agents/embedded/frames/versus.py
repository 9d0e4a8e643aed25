"""Comparisons in claims and in sentences of the paper: who is more or less of what than whom."""

from __future__ import annotations

import re
from typing import Final

from peerlens.agents.embedded.frames.frame import Versus

_F: Final = re.IGNORECASE
_DEG: Final = (
    r"(?:(?:\w+ly|much|far|a bit|a little|somewhat|still|always|also|even|no|considerably|not|never|both|"
    r"by far|on average|overall)\s+){0,8}"
)
_NEG: Final = re.compile(r"\b(?:not|never|no longer|fails? to|failed to|can not|nor|hardly|neither)\b", _F)
_AUX: Final = (
    r"(?:(?:do|does|did|can|could|has|have|is|are|was|were|fail|fails|failed|may|seems?|appears?|tends?|"
    r"manages?|clearly|still|always|also|not|never|to|even|consistently|\w+ly)\s+){0,8}"
)
_UP: Final = "higher|larger|greater|bigger|longer|more|increased"
_DOWN: Final = "lower|smaller|fewer|less|shorter|reduced|decreased"
_GOOD: Final = "better|superior|stronger|improved|more accurate|more precise|more effective|more reliable|more robust"
_BAD: Final = "worse|inferior|weaker|poorer|less accurate|less precise|less effective|less reliable|less robust"
_SPEED: Final = {"faster": -1, "quicker": -1, "slower": 1}
_SIZE: Final = "parameters"
"""What a system is smaller or larger by, where nothing else is said."""
_THAN: Final = (
    r"(?:than|compared (?:to|with)|relative to|versus|vs\.?)(?: that of| those of| the one of| with| for| of| is)?"
)
_END: Final = (
    r"(?P<tail>\s*(?:,|;|\(|\bby\b|\bin\b|\bon\b|\bfor\b|\bwith\b|\bat\b|\bwhen\b|\bunder\b|\bacross\b|"
    r"\bof\b|\bdoes?\b|\bdid\b|\bhas\b|\bis\b).*)?"
)
_BEATS: Final = (
    r"outperform(?:s|ed|ing)?|beats?|surpass(?:es|ed)?|exceeds?|exceeded|(?:is|are|was|were) superior to|wins? "
    r"(?:over|against)|won against|improves? (?:up)?on|"
    r"improved (?:up)?on|(?:is|are|was|were) ahead of|outdo(?:es)?|improves? over|(?:is|are) preferred (?:to|over)"
)
_LOSES: Final = (
    r"underperforms?|underperformed|loses? to|lost to|trails?|trailed|lags? behind|lagged behind|falls? (?:behind|"
    r"short of)|fell (?:behind|short of)|"
    r"(?:is|are|was|were) inferior to|(?:is|are|was|were) (?:outperformed|beaten|surpassed|exceeded) by|(?:is|are|"
    r"was|were) behind"
)
_TIES: Final = (
    r"match(?:es|ed)?|equals?|equalled|ties? with|tied with|(?:is|are|was|were|performs?) (?:just )?(?:as good as|on "
    r"par with|comparable (?:to|with)|equal to|the same as|"
    r"similar to|at par with|as accurate as)|performs? as well as|is no worse than|does as well as"
)
_HAVE: Final = (
    r"has|have|had|achieves?|achieved|reach(?:es|ed)?|gets?|got|obtains?|obtained|shows?|showed|yields?|yielded|"
    r"reports?|gives?|gave|needs?|needed|requires?|required|"
    r"uses?|used|takes?|took|attains?|attained|makes?|made|produces?|incurs?|exhibits?|scores?|delivers?|consumes?|"
    r"contains?|with|contain|includes?|draws?|drew|occupies|processes|[a-z]{3,}s"
)
_IS: Final = (
    r"is|are|was|were|performs?|performed|remains?|remained|works?|worked|does|do|did|runs?|ran|trains?|"
    r"scores?|scored|ranks?|fares?|fared|turns? out|proves?|becomes?"
)

_PATTERNS: Final = tuple(
    (name, re.compile(pattern, _F))
    for name, pattern in (
        ("loses", rf"^(?P<left>.+?)\s+(?P<aux>{_AUX})(?P<deg>{_DEG})(?P<verb>(?:{_LOSES}))\s+(?P<right>.+?){_END}$"),
        ("beats", rf"^(?P<left>.+?)\s+(?P<aux>{_AUX})(?P<deg>{_DEG})(?P<verb>(?:{_BEATS}))\s+(?P<right>.+?){_END}$"),
        ("ties", rf"^(?P<left>.+?)\s+(?P<aux>{_AUX})(?P<deg>{_DEG})(?P<verb>(?:{_TIES}))\s+(?P<right>.+?){_END}$"),
        (
            "have",
            rf"^(?P<left>.+?)\s+(?P<aux>{_AUX})(?:{_HAVE})\s+(?:a |an |the )?(?P<deg>{_DEG})(?P<word>{_GOOD}|{_BAD}|"
            rf"{_UP}|{_DOWN})\s+(?P<metric>[\w\s'/%@.-]{{1,200}}?)\s+{_THAN}\s+(?P<right>.+?){_END}$",
        ),
        (
            "of",
            rf"^(?:the\s+)?(?P<metric>[\w\s'/%@-]{{1,200}}?)\s+(?:of|for|"
            rf"by)\s+(?P<left>.+?)\s+(?P<aux>{_AUX})(?:{_IS})\s+(?P<deg>{_DEG})(?P<word>{_GOOD}|{_BAD}|{_UP}|"
            rf"{_DOWN})\s+{_THAN}\s+(?P<right>.+?){_END}$",
        ),
        (
            "is",
            rf"^(?P<left>.+?)\s+(?P<aux>{_AUX})(?:{_IS})\s+(?P<deg>{_DEG})(?P<word>{_GOOD}|{_BAD}|{_UP}|{_DOWN}|"
            rf"faster|slower|quicker)\s+{_THAN}\s+(?P<right>.+?){_END}$",
        ),
        (
            "best",
            rf"^(?P<left>.+?)\s+(?P<aux>{_AUX})(?:{_HAVE}|{_IS})\s+(?P<deg>{_DEG})(?:the )(?:overall )?(?P<word>best|"
            rf"worst|lowest|highest|smallest|largest|fastest|slowest)(?:\s+(?P<metric>[\w\s'/%@.-]+?))?(?:\s+(?:of "
            rf"all|among|overall)\b.*|\s+(?:on|in|for|at)\b.*)?$",
        ),
    )
)
_ON: Final = re.compile(
    r"\s*(?:in terms of|in|on|with|for|at|under|across|with respect to)\s+(?:the\s+)?(?P<on>[\w\s@'-]{2,50})$", _F
)
_SUPERLATIVE: Final = {"lowest": -1, "smallest": -1, "highest": 1, "largest": 1, "best": 1, "worst": -1}
_EVERY: Final = re.compile(
    r"^(?:every|all|each|any|all of|each of|both|none of)\b(?: the| its| of| other)*\s+(?P<kind>.+)$", _F
)
_NO_ONE: Final = re.compile(
    r"^(?:no|none of the|none of its|not one|not a single|neither)\b(?: other| of the)*\s*(?P<kind>.*)$", _F
)
RIVALS: Final = re.compile(
    r"\b(?:baselines?|competitors?|methods?|models?|systems?|approaches|approach|alternatives?|others?|techniques?|"
    r"rest|variants?|algorithms?)\b",
    _F,
)


def find_versus(statement: str) -> Versus | None:
    """The comparison a sentence makes, or ``None``. Names stay as written, without articles."""
    for name, pattern in _PATTERNS:
        found = pattern.match(statement.strip(" ."))
        if found is None:
            continue
        versus = _read(name, found)
        if versus is not None:
            return _universal(versus)
    return None


def _read(name: str, found: re.Match[str]) -> Versus | None:
    groups = found.groupdict()
    before = f"{groups.get('aux') or ''} {groups.get('deg') or ''}"
    denied = _NEG.search(before) is not None or re.search(r"\bno\b", groups.get("deg") or "", _F) is not None
    left, right = _bare(groups["left"]), _bare(groups.get("right") or "every other system")
    if not left or not right or len(left.split()) > 14 or len(right.split()) > 14:
        return None
    metric = (groups.get("metric") or "").strip() or None
    if metric is not None and re.fullmatch(
        r"(?:overall |average |test )?(?:performance|results?|scores?|quality)", metric, _F
    ):
        metric = None
    place = _ON.match(groups.get("tail") or "")
    on = place["on"].strip() if place else None
    if name in ("beats", "loses", "ties"):
        sign = {"beats": 1, "loses": -1, "ties": 0}[name]
        return Versus(left, right, sign, None, denied=denied, on=on)
    word = groups["word"].lower()
    if name == "best":
        if word in ("fastest", "slowest"):
            return Versus(left, right, -1 if word == "fastest" else 1, "time", every=True, denied=denied, on=on)
        sign = _SUPERLATIVE[word]
        return Versus(
            left, right, sign, None if word in ("best", "worst") else metric, every=True, denied=denied, on=on
        )
    if word in _SPEED:
        return Versus(left, right, _SPEED[word], "time", denied=denied, on=on)
    if re.fullmatch(rf"{_GOOD}|{_BAD}", word, _F):
        return Versus(left, right, 1 if re.fullmatch(_GOOD, word, _F) else -1, None, denied=denied, on=on)
    if metric is None:
        metric = _SIZE if word in ("smaller", "larger", "bigger") else ""
        return Versus(left, right, 1 if re.fullmatch(_UP, word, _F) else -1, metric, denied=denied, on=on)
    return Versus(left, right, 1 if re.fullmatch(_UP, word, _F) else -1, metric, denied=denied, on=on)


def _universal(versus: Versus) -> Versus:
    """Turn "every baseline has a higher error than X" and "no baseline beats X" round, and mark "every" on the "
    "right."""
    if (none := _NO_ONE.match(versus.left)) and (not none["kind"] or RIVALS.search(none["kind"])):
        return Versus(
            versus.right, none["kind"] or "baselines", versus.sign, versus.metric, every=True, denied=versus.denied
        )
    if (every := _EVERY.match(versus.left)) and RIVALS.search(every["kind"]):
        return Versus(
            versus.right, every["kind"], -versus.sign, versus.metric, every=True, denied=versus.denied, on=versus.on
        )
    if every := _EVERY.match(versus.right):
        return Versus(
            versus.left, every["kind"], versus.sign, versus.metric, every=True, denied=versus.denied, on=versus.on
        )
    if re.fullmatch(r"(?:\w+ )?(?:baselines|competitors|alternatives|others|other \w+)", versus.left, _F):
        return Versus(versus.right, versus.left, -versus.sign, versus.metric, versus.every, versus.denied, versus.on)
    return versus


def _bare(name: str) -> str:
    return re.sub(r"^(?:(?:the|a|an|our|their|its|so|and|but|while|that)\s+)+", "", name.strip(" ,;"), flags=_F)
