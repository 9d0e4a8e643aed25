"""Split one statement about several missing things ("no ablation and no error bars") into one for each."""

from __future__ import annotations

import re

from peerlens.agents.embedded.decompose.words import has_finite_verb

_NEITHER = re.compile(
    r"^(?P<lead>\W*)neither (?P<a>[^,]{1,60}?) nor (?P<b>[^,]{1,60}?) (?P<verb>is|are|was|were|has been|have been"
    r"|can|could|does|do|will)\b(?P<rest>.*)$",
    re.I | re.S,
)
_BOTH_MISSING = re.compile(
    r"^(?P<items>(?:(?:the|any|an?|all) )?[^,.;:()]{2,50}(?:, [^,.;:()]{2,50})*,? (?:and|or) (?:(?:the|any"
    r"|an?) )?[^,.;:()]{2,50}?) (?P<verb>are|were) (?P<rest>(?:all |both |also |completely |entirely )?(?:missing"
    r"|absent|lacking|omitted"
    r"|not (?:\w+ )?(?:reported|given|provided|released|discussed|compared|included|described|mentioned|specified"
    r"|shown|defined|cited|available|evaluated|explained|tested|analy[sz]ed|considered)|never \w+|unclear|undefined"
    r"|unspecified)\b.*)$",
    re.I | re.S,
)
_ABSENT_OBJECTS = re.compile(
    r"^(?P<head>.*?\b(?:lacks?|misses|omits?|(?:does|do|did)(?: not|n't) (?:\w+ly )?(?:report|give|provide|include"
    r"|contain|discuss|show|present|mention|have|offer|describe|specify|cite|release|compare (?:with|to"
    r"|against)))\s+)(?P<items>[^.;:]+?)(?P<rest>[.\s]*)$",
    re.I | re.S,
)
_NO_OBJECTS = re.compile(
    r"^(?P<head>(?:.*?\b(?:has|have|gives?|reports?|provides?|contains?|includes?|shows?|presents?|there (?:is|are"
    r"|was|were)|with)\s+)?)(?P<items>no [^.;:]+?(?:,|\band\b|\bor\b|\bnor\b)[^.;:]*?)(?P<rest>(?: (?:is|are|was"
    r"|were) [^.;:,]+)?[.\s]*)$",
    re.I | re.S,
)
_BAD_ITEM = re.compile(
    r"\b(?:between|both|trade-?off|of|than|that|which|whether|how|why|is|are|was|were|for|with|to|from|on|in|as|by"
    r"|not|but)\b",
    re.I,
)
_ADJECTIVE_END = re.compile(r"(?:al|ic|ive|ary|ous|ful|ed|ant|ent|able|ible|er|less|tive)$", re.I)


def split_list(statement: str) -> list[str] | None:
    """One statement for each thing said to be missing, or ``None`` where it is one thing, or too risky to tell."""
    neither = _NEITHER.match(statement)
    if neither:
        return [_negated(neither["a"], neither), _negated(neither["b"], neither)]
    missing = _BOTH_MISSING.match(statement)
    if missing:
        items = _items(missing["items"], strict=True)
        rest = re.sub(r"^(?:all|both) ", "", missing["rest"])
        return [f"{item} {'are' if _plural(item) else 'is'} {rest}" for item in items] if items else None
    nos = _NO_OBJECTS.match(statement)
    if nos and not nos["rest"].strip(". \n"):
        items = _items(nos["items"], strict=False)
        if items:
            return [f"{nos['head']}{item if re.match('(?i)no ', item) else 'no ' + _bare(item)}." for item in items]
    objects = _ABSENT_OBJECTS.match(statement)
    if objects:
        items = _items(objects["items"], strict=True)
        if items:
            lead = re.match(r"any ", objects["items"], re.I)
            return [
                f"{objects['head']}{item if not lead or re.match('(?i)any ', item) else 'any ' + _bare(item)}."
                for item in items
            ]
    return None


def _items(text: str, *, strict: bool) -> list[str] | None:
    """The items of "A, B and C", where each is a short noun phrase of its own."""
    items = [
        part.strip(" ,")
        for part in re.split(r",\s*(?:and|or|nor)\s+|,\s+|\s+(?:and|or|nor)\s+", text.strip(" .\n"))
        if part.strip(" ,")
    ]
    if not 2 <= len(items) <= 6 or any(len(item.split()) > 7 for item in items):
        return None
    determined = [bool(re.match(r"(?:no|any|an?|the|its|their)\b", item, re.I)) for item in items]
    if strict and any(_BAD_ITEM.search(item) for item in items[:-1]):
        return None
    if not strict and not all(determined) and any(_BAD_ITEM.search(item) for item in items[:-1]):
        return None
    if any(has_finite_verb(item) for item in items):
        return None
    for index, item in enumerate(items[:-1]):
        head = item.split()[-1]
        if not determined[index + 1] and (
            _ADJECTIVE_END.search(head) and not head.lower().endswith(("metric", "baseline"))
        ):
            return None
    return items


def _bare(item: str) -> str:
    return re.sub(r"^(?:any|an?|the)\s+", "", item, flags=re.I)


def _plural(item: str) -> bool:
    head = re.split(r"\s(?:of|for|in|on|with)\s", item)[0].split()[-1].lower()
    return head.endswith("s") and not head.endswith(("ss", "sis", "us"))


def _negated(item: str, match: re.Match[str]) -> str:
    verb = match["verb"].lower()
    if verb in ("is", "are", "was", "were"):
        past_tense = verb in ("was", "were")
        verb = ("were" if past_tense else "are") if _plural(item) else ("was" if past_tense else "is")
    if verb in ("has been", "have been"):
        return f"{item} {'have' if _plural(item) else 'has'} not been{match['rest']}"
    if verb in ("do", "does"):
        verb = "do" if _plural(item) else "does"
    return f"{item} {'cannot' if verb == 'can' else verb + ' not'}{match['rest']}"
