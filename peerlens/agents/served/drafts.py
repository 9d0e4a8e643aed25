"""What models fill in: the base of all drafts, how much they may write, and labels that come close."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Any, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    create_model,
)
from pydantic_core import CoreSchema, core_schema

_log = logging.getLogger(__name__)
_KEPT = ("type", "properties", "required", "items", "enum", "minimum", "maximum", "maxLength", "minItems", "maxItems")
_NOT_A_LETTER = re.compile(r"[^a-z]+")

E = TypeVar("E", bound=StrEnum)
D = TypeVar("D", bound="Draft")


class Draft(BaseModel):
    """Base of all drafts. Fields that a server adds are ignored; every field is asked for."""

    model_config = ConfigDict(extra="ignore")

    @classmethod
    def model_json_schema(cls, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """The schema in the plain subset that every constrained decoder knows: no references, titles or defaults.

        Every text and list is bounded: a model that repeats itself under a grammar would else write to its last token.
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


@dataclass(frozen=True, slots=True)
class AtMost:
    """How many characters a text or items a list may have. The server is told; what comes beyond it is cut off."""

    most: int
    fewest: int = 0

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self._cut, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        made: dict[str, Any] = handler(schema)
        if made.get("type") == "array":
            return made | {"maxItems": self.most} | ({"minItems": self.fewest} if self.fewest else {})
        return made | {"maxLength": self.most}

    def _cut(self, value: object) -> object:
        return value[: self.most] if isinstance(value, str | list) else value


def sized(draft: type[D], name: str, *, most: int, fewest: int = 0) -> type[D]:
    """The same draft with another bound on the length of its list ``name``."""
    return _sized(draft, name, most, fewest)  # type: ignore[return-value]  # a subclass under the same name


@lru_cache(maxsize=64)
def _sized(draft: type[Draft], name: str, most: int, fewest: int) -> type[Draft]:
    several: Any = Annotated[draft.model_fields[name].annotation, AtMost(most, fewest)]
    return create_model(draft.__name__, __base__=draft, **{name: (several, ...)})  # type: ignore[call-overload,no-any-return]


_CHARS_PER_TOKEN = 3
"""Of English in replies, on the safe side."""
_AROUND = 6
"""Tokens of a name in quotes with its colon and comma, beyond a token for every three characters."""


@lru_cache(maxsize=128)
def most_tokens(draft: type[Draft]) -> int:
    """How many tokens a reply needs at most, when every text and list in it is as long as it may be."""
    return _tokens(form_of(draft)) + _AROUND


def _tokens(schema: Mapping[str, Any]) -> int:
    if "enum" in schema:
        return max(len(str(value)) for value in schema["enum"]) // _CHARS_PER_TOKEN + 2
    match schema.get("type"):
        case "object":
            inside = schema["properties"].items()
            return sum(len(name) // _CHARS_PER_TOKEN + _AROUND + _tokens(value) for name, value in inside)
        case "array":
            return int(schema["maxItems"]) * (_tokens(schema["items"]) + 2) + 2
        case "string":
            return int(schema["maxLength"]) // _CHARS_PER_TOKEN + 2
        case _:
            return 4


@lru_cache(maxsize=128)
def form_of(draft: type[Draft]) -> Mapping[str, Any]:
    """The schema of a draft, made once; not to be changed."""
    return draft.model_json_schema()


@lru_cache(maxsize=128)
def short_form(draft: type[Draft]) -> str:
    """The shape of a reply as one line a model can read: servers do not put the schema into the prompt."""
    return _short(form_of(draft))


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

    passage: Annotated[str, AtMost(8)]
    quote: Annotated[str, AtMost(300)]


Sentence = Annotated[str, AtMost(240)]
"""A short sentence or two, such as a rationale."""
Quotes = Annotated[list[QuoteDraft], AtMost(2)]
