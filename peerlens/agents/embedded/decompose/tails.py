"""Put the tail of a sentence, cut off by a full stop, back to the sentence it belongs to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from peerlens.agents.embedded.decompose.layout import Stretch, quiet
from peerlens.agents.embedded.decompose.words import has_finite_verb

_TAIL = re.compile(
    r"(?:which (?!(?:one|of)\b)[a-z]|whose |and thus\b|and hence\b|or (?:even |just |only |at least )?(?!(?:is|are"
    r"|does|do|did"
    r"|can|could|should|would|will|why|how|what|please)\b)[a-z]|if [^,]*$)",
    re.I,
)


def rejoined(stretches: Sequence[Stretch], text: str) -> Iterator[Stretch]:
    """The stretches, a sentence that is only the tail of the one before ("Which would have helped.") put to it."""
    held: Stretch | None = None
    for one in stretches:
        if held is not None and _is_tail(held, one, text):
            held = held._replace(end=one.end)
            continue
        if held is not None:
            yield held
        held = one
    if held is not None:
        yield held


def _is_tail(before: Stretch, one: Stretch, text: str) -> bool:
    if (
        before.why is not None
        or one.why is not None
        or before.paragraph != one.paragraph
        or before.source != one.source
    ):
        return False
    tail, head = quiet(text[one.start : one.end]), quiet(text[before.start : before.end])
    return (
        bool(_TAIL.match(tail))
        and not tail.rstrip(" *_)").endswith("?")
        and not head.rstrip(" *_)").endswith(("?", ":"))
        and has_finite_verb(head)
        and not text[before.end : one.start].strip()
    )
