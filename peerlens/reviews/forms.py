"""Which fields of a review form hold the review, and which are scores, consents or confidential."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from peerlens.reviews.headings import field_name


class Stretch(NamedTuple):
    """One field of a form: its name as used in reports (``None`` for a single free field) and its raw text."""

    name: str | None
    text: str


_PRIVATE = re.compile(
    r"confidential|private|(?:to|for|with)_(?:the_)?(?:(?:senior_)?area_chairs?|ac|acs|sac|pcs?|chairs?|program|editors?"
    r"|committee)(?![a-z])|(?:^|_)(?:ac|pc|sac|editor|chair)s?_(?:comments?|notes?|remarks?|only)|conflict|signature|author_identity"
)
_FORMAL = re.compile(
    r"ethic|code_of_conduct|consent|licen[sc]e|certif|first_time|reviewer_id|expertise|familiarity|knowledge_of|time_spent"
    r"|llm_|ai_(?:use|usage|assist)|compliance|acknowledg?e?ment|venue_?id|best_paper|award|email|institution|attachment|pdf$"
    r"|reciprocal|responsible_review|policy|^paper$|^paper_?(?:id|title|number)$|forum|^date$|^reviewers?$|^venue$"
)
_SCORE = re.compile(
    r"rating|score|confidence|recommendation|grade|ranking|decision|^overall(?:_\w+)?$|excitement|_assessment$"
)
_PERHAPS_SCORE = re.compile(
    r"soundness|presentation|contribution|correctness|novelty|significance|originality|quality|clarity|reproducib|impact"
    r"|replicab|readability|relevance|assessment|evaluation|thoroughness|datasets|software|interest"
)
_SCORE_VALUE = re.compile(
    r"\s*(?:[-+]?\d+(?:\.\d+)?(?:\s*/\s*\d+)?\s*(?:$|[:=.)(–—-]|\w+(?:\s\w+){0,2}\s*$)|(?:\w++\s*+){1,3}$)"
)
_FREE = frozenset(
    {"review", "review_text", "text", "comments", "comment", "main_review", "body", "content", "full_review"}
)
_ID_KEYS = ("id", "review_id", "reviewid", "#", "number", "no", "nr")


def snake(key: str) -> str:
    """A field's key as lower-case words joined by underscores."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", key.strip().lstrip("\ufeff"))
    return re.sub(r"[^a-z0-9#]+", "_", spaced.casefold()).strip("_")


def canonical(key: str) -> str | None:
    """The name a field goes by in reports: a known one, its own, or ``None`` for the form's single free field."""
    name = snake(key)
    if name in _FREE:
        return None
    if name == "comments_suggestions_and_typos":
        return "comments"
    trimmed = re.sub(r"^(?:paper|main|other|additional|list_of)_(?=\w)", "", name)
    return field_name(name.replace("_", " ")) or field_name(trimmed.replace("_", " ")) or name


def is_left_out(key: str, text: str) -> bool:
    """Whether a field is confidential, formal or a score, and so no part of the review's text."""
    name = snake(key)
    if _PRIVATE.search(name) or _FORMAL.search(name) or _SCORE.search(name):
        return True
    return bool(_PERHAPS_SCORE.search(name) and canonical(key) in (name, "summary") and _SCORE_VALUE.match(text))


def value_of(field: object) -> object:
    """The plain value of a field: OpenReview's second API wraps it as ``{"value": …}``, and some lists hold texts."""
    while isinstance(field, Mapping) and "value" in field:
        field = field["value"]
    if isinstance(field, list) and field and all(isinstance(one, str) for one in field):
        return "\n\n".join(field)
    return field


def stretches(content: Mapping[str, object], *, skip: Iterable[str] = ()) -> tuple[Stretch, ...]:
    """The text fields of a form in its own order, those that are no part of the review left out."""
    skipped = {snake(key) for key in skip}
    found = []
    for key, field in content.items():
        value = value_of(field)
        if not isinstance(value, str) or snake(key) in skipped or is_left_out(key, value):
            continue
        found.append(Stretch(canonical(key), value))
    return tuple(found)


def given_id(row: Mapping[str, object]) -> str | None:
    """The id a row gives its review, under any of the usual names."""
    by_name = {snake(key): value for key, value in row.items()}
    for key in _ID_KEYS:
        value = by_name.get(key)
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        if isinstance(value, str) and value.strip():
            return value.strip()
    return None


def id_keys() -> tuple[str, ...]:
    return _ID_KEYS
