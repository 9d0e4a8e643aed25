"""Read the verdict labels of other people's data: aliases of the four, and a map of one's own."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from peerlens.errors import InputError
from peerlens.taxonomy import Verdict

ALIASES: Final[Mapping[str, Verdict]] = {
    "supported": Verdict.SUPPORTED,
    "support": Verdict.SUPPORTED,
    "supports": Verdict.SUPPORTED,
    "entailment": Verdict.SUPPORTED,
    "entailed": Verdict.SUPPORTED,
    "partially supported": Verdict.PARTIALLY_SUPPORTED,
    "partial support": Verdict.PARTIALLY_SUPPORTED,
    "partially": Verdict.PARTIALLY_SUPPORTED,
    "partial": Verdict.PARTIALLY_SUPPORTED,
    "not supported": Verdict.NOT_SUPPORTED,
    "contradicted": Verdict.NOT_SUPPORTED,
    "contradiction": Verdict.NOT_SUPPORTED,
    "contradict": Verdict.NOT_SUPPORTED,
    "contradicts": Verdict.NOT_SUPPORTED,
    "refuted": Verdict.NOT_SUPPORTED,
    "refute": Verdict.NOT_SUPPORTED,
    "refutes": Verdict.NOT_SUPPORTED,
    "not determined": Verdict.NOT_DETERMINED,
    "undetermined": Verdict.NOT_DETERMINED,
    "not enough info": Verdict.NOT_DETERMINED,
    "not enough information": Verdict.NOT_DETERMINED,
    "nei": Verdict.NOT_DETERMINED,
    "neutral": Verdict.NOT_DETERMINED,
}
"""What published claim-verification data call the four labels, folded as ``fold_label`` does."""


def fold_label(label: str) -> str:
    """A label without case, and with single spaces for underscores, hyphens and runs of space."""
    return " ".join(label.replace("_", " ").replace("-", " ").split()).casefold()


def verdict_of(label: str, mapping: Mapping[str, Verdict] | None = None) -> Verdict | None:
    """The verdict that a label stands for, ``mapping`` (folded) going before the aliases; ``None`` for none known."""
    folded = fold_label(label)
    return (mapping or {}).get(folded) or ALIASES.get(folded)


def read_label_map(path: Path) -> dict[str, Verdict]:
    """A JSON or TOML file of ``{"their label": "one of the four"}``. Raises ``InputError`` when it is not one."""
    try:
        text = path.read_text(encoding="utf-8")
        loaded: Any = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    except (OSError, UnicodeDecodeError, ValueError) as exc:
        raise InputError(f"cannot read {path.name} as a label map", hint=_FORM) from exc
    if not isinstance(loaded, dict) or not all(isinstance(value, str) for value in loaded.values()):
        raise InputError(f"{path.name} is no label map", hint=_FORM)
    mapped: dict[str, Verdict] = {}
    for name, value in loaded.items():
        verdict = verdict_of(value)
        if verdict is None:
            raise InputError(f"{path.name}: {name!r} is mapped to {value!r}", hint=f"known: {', '.join(Verdict)}")
        mapped[fold_label(name)] = verdict
    return mapped


_FORM: Final = 'such as {"entails": "Supported", "neutral": "Not Determined"}'
