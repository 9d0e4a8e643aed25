"""What a run of a suite can be asked for besides its data; the signature of ``predict`` says which suite takes what."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path

FULL = "full"
"""The mode in which a model is sent the whole paper."""


@dataclass(frozen=True, slots=True)
class SuiteOptions:
    """Only what is not ``None`` is handed to the suite.

    ``set_file``: a frozen set. ``label_map``: what gold labels are called in the data. ``predictions``: verdicts of
    another system, to be scored instead of ours. ``manuscripts``: folder or zip of the papers. ``mode``: what a claim
    is judged on. ``system``: who judges, ours or a baseline. ``kind``: which judge of texts.
    ``human``: forms that people filled in. ``nli_model``: name or folder of a cross-encoder for inference.
    """

    set_file: Path | None = None
    label_map: Path | None = None
    predictions: Path | None = None
    manuscripts: Path | None = None
    mode: str | None = None
    system: str | None = None
    kind: str | None = None
    human: tuple[Path, ...] | None = None
    nli_model: str | None = None

    def given(self) -> dict[str, object]:
        """The options that were given, by name."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value is not None}


def flag_of(option: str) -> str:
    """An option as it is written on the command line."""
    return "--set" if option == "set_file" else f"--{option.replace('_', '-')}"
