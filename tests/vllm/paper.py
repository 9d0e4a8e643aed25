"""A made-up manuscript of a real one's length and shape, and claims about it: the same for every run."""

from __future__ import annotations

import random

_THINGS = "counter camera mask lens lake pond nest flock shore reed buoy sensor frame detector tracker baseline".split()
_KINDS = "shallow deep northern urban frozen open sheltered small large seasonal noisy calibrated learned fixed".split()
_DOES = "reduces improves misses counts follows separates keeps weighs predicts covers tracks repeats".split()
_OF = "error recall precision latency coverage drift variance memory overlap contrast brightness".split()
_SECTIONS = (
    ("Introduction", 7), ("Related Work", 8), ("Data", 9), ("Method", 14), ("Training", 8), ("Experiments", 16),
    ("Ablation", 8), ("Error Analysis", 8), ("Limitations", 4), ("Conclusion", 2),
)  # fmt: skip

_OWED = (
    "Our counter is efficient: it is faster than earlier ones. Theorem 1 gives a bound on its error under Assumption 1."
)
"""What makes every weakness label applicable."""


def manuscript(*, seed: int = 11) -> str:
    """About 8,000 words of Markdown: an abstract, ten sections, four tables."""
    words = random.Random(seed)
    parts = ["# Counting Ducks on Lakes with Few Cameras", "## Abstract", _paragraph(words), _OWED]
    for number, (title, paragraphs) in enumerate(_SECTIONS, start=1):
        parts.append(f"## {number} {title}")
        parts += [_paragraph(words) for _ in range(paragraphs)]
        if title in ("Data", "Training", "Experiments", "Ablation"):
            parts += _table(number, words)
    return "\n\n".join(parts) + "\n"


def claims(count: int, *, seed: int = 12) -> list[str]:
    words = random.Random(seed)
    return [
        f"The {words.choice(_KINDS)} {words.choice(_THINGS)} {words.choice(_DOES)} the {words.choice(_OF)} "
        f"on {words.randint(2, 40)} lakes."
        for _ in range(count)
    ]


def _paragraph(words: random.Random) -> str:
    return " ".join(_sentence(words) for _ in range(words.randint(5, 7)))


def _sentence(words: random.Random) -> str:
    first, second = words.sample(_THINGS, 2)
    kind, other = words.sample(_KINDS, 2)
    does, measure, number = words.choice(_DOES), words.choice(_OF), words.randint(2, 90)
    return words.choice(
        (
            f"We observe that the {kind} {first} {does} the {measure} of the {second} by {number} percent.",
            f"In contrast to earlier work on the {first}, our {kind} {second} {does} what a {other} one cannot.",
            f"Across {number} lakes the {measure} of the {first} stays close to that of the {other} {second}.",
            f"This suggests that {measure} and {words.choice(_OF)} depend on how the {kind} {first} is placed.",
            f"Each {first} was read {number} times, and the {other} {second} was left out of the comparison.",
            f"We therefore train the {kind} {first} together with the {second} and report its {measure} over seeds.",
        )
    )


def _table(number: int, words: random.Random) -> list[str]:
    rows = "\n".join(
        f"| {words.choice(_KINDS)} {words.choice(_THINGS)} | {words.randint(100, 999) / 10} "
        f"| {words.randint(100, 999) / 10} |"
        for _ in range(8)
    )
    measures = words.sample(_OF, 2)
    caption = f"Table {number}: {measures[0].capitalize()} and {measures[1]} of each system."
    return [caption, f"| System | {measures[0]} | {measures[1]} |\n| --- | --- | --- |\n{rows}"]
