"""What models fill in: the base of all drafts, their plain schema and its short form, and labels that come close."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

_log = logging.getLogger(__name__)
_KEPT = ("type", "properties", "required", "items", "enum", "minimum", "maximum")
_NOT_A_LETTER = re.compile(r"[^a-z]+")

E = TypeVar("E", bound=StrEnum)


class Draft(BaseModel):
    """Base of all drafts. Fields that a server adds are ignored; every field is asked for."""

    model_config = ConfigDict(extra="ignore")

    @classmethod
    def model_json_schema(cls, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """The schema in the plain subset that every constrained decoder knows: no references, titles or lengths.

        What is left out here (how many items, how long a text) is checked by code.
        """
        full = super().model_json_schema(*args, **kwargs)
        return _plain(full, full.get("$defs", {}))


def _plain(node: dict[str, Any], known: Mapping[str, Any]) -> dict[str, Any]:
    if "$ref" in node:
        node = known[node["$ref"].rpartition("/")[2]]
    plain = {key: value for key, value in node.items() if key in _KEPT}
    if "properties" in plain:
        plain["properties"] = {name: _plain(value, known) for name, value in plain["properties"].items()}
        plain["required"] = list(plain["properties"])
        plain["additionalProperties"] = False
    if "items" in plain:
        plain["items"] = _plain(plain["items"], known)
    if "const" in node:
        plain["enum"] = [node["const"]]
    return plain


def short_form(draft: type[Draft]) -> str:
    """The shape of a reply as one line a model can read: servers do not put the schema into the prompt."""
    return _short(draft.model_json_schema())


def _short(schema: Mapping[str, Any]) -> str:
    if "enum" in schema:
        return " | ".join(f'"{value}"' for value in schema["enum"])
    match schema.get("type"):
        case "object":
            inside = ", ".join(f'"{name}": {_short(value)}' for name, value in schema["properties"].items())
            return f"{{{inside}}}"
        case "array":
            return f"[{_short(schema['items'])}, …]"
        case "integer":
            return f"{schema.get('minimum', 0)} to {schema.get('maximum', 100)}"
        case "boolean":
            return "true | false"
        case _:
            return '"…"'


def coming_close(labels: type[E], known: Mapping[str, E]) -> BeforeValidator:
    """Accept a label in any spelling, and the words of ``known`` for it. Any other word is an error, never a guess."""
    spelled = {_bare(label.value): label for label in labels} | {_bare(word): label for word, label in known.items()}

    def read(value: object) -> object:
        if not isinstance(value, str) or value in {label.value for label in labels}:
            return value
        label = spelled.get(_bare(value))
        if label is None:
            raise ValueError(f"unknown label {value[:40]!r}")
        _log.debug("label %r read as %r", value[:40], label.value)
        return label.value

    return BeforeValidator(read)


def _bare(word: str) -> str:
    return _NOT_A_LETTER.sub("", word.casefold())


def _percent(value: object) -> object:
    """A whole percent: shares of one are scaled, what lies outside is moved to the edge, words are an error."""
    if isinstance(value, str):
        value = value.strip().rstrip("%")
        try:
            value = float(value)
        except ValueError as exc:
            raise ValueError("confidence is no number") from exc
    if isinstance(value, float):
        if value != value:
            raise ValueError("confidence is no number")
        value = value * 100 if 0 < value < 1 else value
        return int(min(100.0, max(0.0, round(value))))
    return min(100, max(0, value)) if isinstance(value, int) and not isinstance(value, bool) else value


Percent = Annotated[int, Field(ge=0, le=100), BeforeValidator(_percent)]


class QuoteDraft(Draft):
    """Words of the paper that a model points at. ``passage`` is the id it was shown with."""

    passage: str
    quote: str
