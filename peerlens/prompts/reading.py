"""Read a prompt's file, check what it is filled with, and keep foreign text from acting as part of it."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from peerlens.errors import ConfigError

_SLOT = re.compile(r"\{\{(\w+)\}\}")
_FILE = re.compile(r"v\d+\.txt")
_BLOCK = re.compile(
    r"<(/?)(?=(?:paper|passages|claim|review|parts|places|reply|finding|labels|question|about|first|second|candidate"
    r"|rubric)\b)",
    re.I,
)
_SPECIAL = re.compile(r"<(?=\|)|(?<=\|)>")
_LEAN = str.maketrans({"<": "‹", ">": "›"})


@dataclass(frozen=True, slots=True)
class Prompt:
    """One version of a prompt. ``text`` is what models read, without the file's opening comment."""

    name: str
    version: str
    text: str

    @property
    def identity(self) -> str:
        """Version and hash of the words, for run records and ledger keys."""
        return f"{self.version}:{hashlib.sha256(self.text.encode()).hexdigest()[:12]}"

    @property
    def slots(self) -> frozenset[str]:
        return frozenset(_SLOT.findall(self.text))

    def fill(self, **values: str) -> str:
        """The words with every slot filled, in one pass: a value that looks like a slot stays as it is.

        Raises ``ConfigError`` when the values are not exactly those that the prompt has slots for.
        """
        if set(values) != self.slots:
            raise ConfigError(
                f"prompt {self.name!r} {self.version} has slots {sorted(self.slots)}, filled with {sorted(values)}"
            )
        return _SLOT.sub(lambda slot: values[slot[1]], self.text)


@lru_cache(maxsize=64)
def prompt(name: str, version: str | None = None) -> Prompt:
    """The newest version unless one is named. Raises ``ConfigError`` for a prompt that does not exist."""
    version = version or _newest(name)
    file = files(__package__) / name / f"{version}.txt"
    try:
        raw = file.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError) as exc:
        raise ConfigError(f"no prompt {name!r} in version {version!r}") from exc
    lines = raw.split("\n")
    while lines and lines[0].startswith("#"):
        lines.pop(0)
    return Prompt(name=name, version=version, text="\n".join(lines).strip())


def _newest(name: str) -> str:
    folder = files(__package__) / name
    numbers = [int(one.name[1:-4]) for one in folder.iterdir() if _FILE.fullmatch(one.name)] if folder.is_dir() else []
    return f"v{max(numbers, default=1)}"


def as_data(text: str) -> str:
    """Foreign text for a delimited block: it can neither close the block nor hold a chat template's own marks."""
    return _SPECIAL.sub(lambda mark: mark[0].translate(_LEAN), _BLOCK.sub(r"‹\1", text))
