"""Exclusives: "only", "no other", "nothing but", "the sole", "limited to", "a single"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from peerlens.agents.embedded.numbers.quantities import quantities

_F: Final = re.IGNORECASE
_ONLY: Final = r"(?:only|solely|exclusively|merely|just|purely(?= (?:on|by|from|of|with|for|in|to|through)\b))"
_SOLE: Final = r"(?:only|sole|single|one and only)"
_THAN: Final = r"(?:other than|besides|except(?: for)?|apart from|aside from|but|beyond|different from|than)"
_EXCEPTED: Final = r"(?:other than|besides|apart from|aside from|except(?: for)?)"
_BE: Final = r"(?:is|are|was|were|has been|have been)"
_NUMBER: Final = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|\d[\d,.]*|a (?:single|handful of|few))"

_PATTERNS: Final = tuple(
    re.compile(pattern, _F)
    for pattern in (
        rf"^(?P<member>.+?)\s+{_BE}\s+the\s+{_SOLE}\s+(?P<kind>[\w\s'-]+?)(?P<rest>\s+(?:that|which|who|the|it|used|"
        rf"reported|in|on|for|considered|tested|evaluated|given|"
        r"compared|mentioned|included|provided|to|with|of|we|they|considered|against)\b.*)?$",
        rf"^the\s+{_SOLE}\s+(?P<kind>[\w\s'-]+?)(?P<rest>\s+(?:that|which|used|reported|in|on|for|considered|tested|"
        rf"evaluated|given|compared|mentioned|included|provided|it|the|"
        rf"to|with|against)\b.*?)?\s+{_BE}\s+(?P<member>.+)$",
        rf"^(?P<pre>.*?)\bno\s+(?:other\s+)?(?P<kind>[\w\s'-]+?)\s+{_THAN}\s+(?P<member>.+?)(?P<rest>\s+{_BE}\s+.*)?$",
        rf"^(?P<pre>.+?)\s+(?:(?:do|does|did|has|have|{_BE})\s+not|"
        rf"never)\s+(?P<verb>\w+)\s+(?:\w+\s+)?(?:any(?:thing)?|a|other)?\s*(?:other\s+)?(?P<kind>[\w\s'-]*?)\s*"
        r"(?:other than|besides|except(?: for)?|apart from|aside from)\s+(?P<member>.+)(?P<rest>)$",
        rf"^(?P<pre>.*?)\bnothing\s+(?:but|except|other than|"
        rf"besides)\s+(?P<member>.+?)(?P<kind>)(?P<rest>\s+{_BE}\s+.*)?$",
        rf"^(?P<pre>.*?)\bno\s+other\s+(?P<kind>[\w\s'-]+?)(?P<member>)(?P<rest>\s+{_BE}\s+.*)?$",
        rf"^{_ONLY}\s+(?:the\s+|on\s+)?(?P<member>.+?)(?P<kind>)(?P<rest>\s+(?:{_BE}|has|have|serves?|appears?|"
        rf"counts?)\s+.*)$",
        rf"^(?P<pre>.+?)\s+(?:{_BE}\s+)?(?:limited|restricted|"
        rf"confined)\s+(?:only\s+)?to\s+(?P<member>.+?)(?P<kind>)(?P<rest>)$",
        rf"^(?P<pre>.+?)\s+{_BE}\s+{_ONLY}\s+(?P<verb>\w+ed|run|shown|given|taken|made|drawn|"
        rf"done)\s+(?P<member>.+?)(?P<kind>)(?P<rest>)$",
        rf"^(?P<pre>.+?)\s+{_ONLY}\s+(?P<verb>(?!on\b|in\b|with\b|by\b|at\b|from\b|for\b)[a-z-]+s|use|report|compare|"
        rf"evaluate|test|include|contain|consider|train|provide|cover|have)\s+(?P<member>.+?)(?P<kind>)(?P<rest>)$",
        rf"^(?P<pre>.+?)\s+{_ONLY}\s+(?P<member>.+?)(?P<kind>)(?P<rest>)$",
        r"^(?P<pre>.+?)\s+(?:in|on|for|with|at|from|by|against|"
        r"of)\s+(?P<member>[\w\s-]{2,40}?)\s+only(?P<kind>)(?P<rest>)$",
        r"^(?P<pre>.+?)\s+(?P<member>[\w-]+)\s+only(?P<kind>)(?P<rest>)$",
        r"^(?P<pre>.+?)\s+(?P<member>a single .+?)(?P<kind>)(?P<rest>)$",
    )
)
_APPROXIMATE: Final = re.compile(r"\b(?:about|around|roughly|approximately|nearly|some|up to)\b|[~≈]", _F)
_LEADING: Final = re.compile(r"^(?:on|in|with|by|at|from|for|against|to|of|the|a|an|as|using|under|over|and)\s+", _F)


@dataclass(frozen=True, slots=True)
class Only:
    """An exclusive: nothing of its ``kind`` but ``member`` (empty: "no other …"). ``statement``: without the "
    "exclusion."""

    member: str
    kind: str
    statement: str
    counted: bool


def find_only(statement: str) -> Only | None:
    """Read an exclusive, or ``None``. "Not only … but also" excludes nothing."""
    if re.search(
        r"\bnot (?:only|just|merely|solely)\b|\bonly (?:when|if|after|then|recently|briefly|slightly|marginal\w*|"
        r"limited|partly|partially|once|a (?:few|little))\b|(?<!is )(?<!are )(?<!was )(?<!were )\bjust \w+ed\b",
        statement,
        _F,
    ):
        return None
    for pattern in _PATTERNS:
        found = pattern.match(statement)
        if found is None:
            continue
        groups = {key: (value or "").strip() for key, value in found.groupdict().items()}
        member = groups["member"]
        while stripped := _LEADING.match(member):
            member = member[stripped.end() :]
        counted = re.match(rf"^{_NUMBER}\b|^single\b", member, _F) is not None or _opens_with_quantity(member)
        if counted and not re.search(
            r"\b(?:only|sole\w*|just|single|limited|merely|no|exclusively|restricted|confined)\b", statement, _F
        ):
            return None
        kind, known = _besides(f"{groups['kind']} {groups.get('rest', '')}" if excepted(groups) else groups["kind"])
        return Only(f"{known} and {member}" if known else member, kind, _without_only(statement), counted)
    return None


def _opens_with_quantity(member: str) -> bool:
    """Whether "only" is said of an amount: "just sixty steps", "only about 5 %"."""
    return any(not _APPROXIMATE.sub("", member[: one.start]).strip() for one in quantities(member)[:1])


def excepted(groups: dict[str, str]) -> bool:
    """Whether what follows the kind excepts a member: "the only method tried other than A is B"."""
    return re.search(rf"\b{_EXCEPTED}\s", groups.get("rest", ""), _F) is not None


def _besides(kind: str) -> tuple[str, str]:
    """A kind without the members it excepts, and these: "the only baseline other than A is B" has both."""
    kind, _, known = re.sub(rf"\s+{_EXCEPTED}\s+", "\0", kind, count=1, flags=_F).partition("\0")
    return kind, known.strip()


def _without_only(statement: str) -> str:
    statement = re.sub(r"\bthe (?:only|sole|one and only)\b", "the", statement, flags=_F)
    statement = re.sub(r"\ba single\b", "one", statement, flags=_F)
    return " ".join(re.sub(rf"\b{_ONLY}\b", "", statement, flags=_F).split())
