"""Does a passage entail or contradict a claim? By any cross-encoder for natural language inference on this machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from peerlens.errors import ModelMissingError
from peerlens.store.rerankers.cross_encoder import load, named

_STEMS: Final = ("entail", "neutral", "contradict")
"""How labels of such models begin, in whatever case."""


@dataclass(frozen=True, slots=True)
class Inference:
    """Probabilities that sum to one."""

    entailment: float
    neutral: float
    contradiction: float


class Entailment:
    """``model``: a folder, or the name of a model in the hub's cache here; loaded as rerankers are (extra ``rerank``).

    Raises ``ModelMissingError`` where it is not here, or its labels are not entailment, neutral and contradiction.
    """

    def __init__(self, model: str) -> None:
        self.identity = f"nli:{named(model)}"
        self._client: Any = load(model).client
        labels = {int(at): str(name).casefold() for at, name in self._client.model.config.id2label.items()}
        places = [[at for at, name in labels.items() if name.startswith(stem)] for stem in _STEMS]
        if len(labels) != len(_STEMS) or any(len(place) != 1 for place in places):
            raise ModelMissingError(
                f"{model!r} is no model of natural language inference: its labels are {', '.join(labels.values())}",
                hint="entailment, neutral and contradiction are needed",
            )
        self._order = [place[0] for place in places]

    def infer(self, premises: Sequence[str], hypothesis: str) -> tuple[Inference, ...]:
        """What each premise says of the hypothesis."""
        if not premises:
            return ()
        given = self._client.predict([(premise, hypothesis) for premise in premises], apply_softmax=True)
        return tuple(Inference(*(float(row[at]) for at in self._order)) for row in given)
