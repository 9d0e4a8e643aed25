"""A cross-encoder by LangChain's community class, from files on this machine only."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from peerlens.errors import ModelMissingError

if TYPE_CHECKING:
    from langchain_community.cross_encoders import HuggingFaceCrossEncoder


class CrossEncoder:
    """``model``: a folder, or the name of a model that the hub's cache on this machine holds.

    Nothing is downloaded, no code of the model's is run, and weights are read as safetensors alone (no pickle).
    """

    def __init__(self, model: str) -> None:
        self.identity = f"cross-encoder:{named(model)}"
        self._encoder = load(model)

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        if not texts:
            return []
        return [float(one) for one in self._encoder.score([(query, text) for text in texts])]


def named(model: str) -> str:
    """The name as given; of a folder its last part, since where it lies changes no score."""
    folder = Path(model).expanduser()
    return folder.resolve().name if folder.is_dir() else model


def load(model: str) -> HuggingFaceCrossEncoder:
    """The model by the rules of ``CrossEncoder``. Raises ``ModelMissingError`` where it is not here or unreadable."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # the package says at import that it is winding down
            from langchain_community.cross_encoders import HuggingFaceCrossEncoder
            from transformers.utils.logging import disable_progress_bar
    except ImportError as exc:
        raise ModelMissingError(
            "a cross-encoder needs an extra that is not installed", hint="pip install 'peerlens[rerank]'"
        ) from exc
    disable_progress_bar()
    folder = Path(model).expanduser()
    try:
        return HuggingFaceCrossEncoder(
            model_name=str(folder) if folder.is_dir() else model,
            model_kwargs={
                "device": "cpu",
                "local_files_only": True,
                "trust_remote_code": False,
                "model_kwargs": {"use_safetensors": True},
            },
        )
    except (OSError, ValueError, RuntimeError, KeyError) as exc:
        raise ModelMissingError(
            f"the cross-encoder {model!r} is not on this machine or cannot be read: {_first_line(exc)}",
            hint=f"fetch it once with `hf download {model}`, or name its folder (--rerank-model, --nli-model)",
        ) from exc


def _first_line(exc: Exception) -> str:
    return str(exc).strip().partition("\n")[0][:200]
