"""Before an absence stands: whether the paper has the thing in words other than the claim's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from peerlens.agents.embedded.frames.frame import Draft
from peerlens.agents.embedded.lookup import Lookup, bare
from peerlens.agents.embedded.names import name_pattern, names_in
from peerlens.agents.embedded.reading import Line, Reading
from peerlens.agents.embedded.spelling import spelled_out
from peerlens.agents.embedded.standing import Standing, standing
from peerlens.agents.embedded.wording import GENERIC, STOP, Act, canon, telling
from peerlens.taxonomy import PassageType, SectionKind
from peerlens.text.folding import stem, words

LIKENESS: Final = 0.62
"""Cosine from which a sentence may be what the claim misses, in other words."""
RESTRICTED: Final = 0.55
"""The same where the claim restricts a thing of the lexicon, and so says more of what it misses."""
_FEW: Final = 2
"""Words below which a mention in passing has them all: only a heading counts then."""
_MANY: Final = 5
"""Telling words from which a thing is described rather than named."""
_MOST: Final = 0.75
"""Share of three telling words or more that a sentence must have to speak of the thing."""
_DATA: Final = re.compile(
    r"\b(?:train(?:ing)?|test|labell?ed) (?:sets?|data|samples?|examples?|instances)\b|\bdata ?sets?\b|\bcorpus\b", re.I
)
_CLASSES: Final = (
    "scale scales size sizes amount fraction number quantity volume",
    "same equal identical matched matching fixed comparable equalised equalized",
    "compute budget budgets flops computation computational cost",
    "sensitivity robustness effect influence impact varying vary choice",
    "data sample samples example examples instances",
    "speech voice utterance utterances spoken",
    "cost costs runtime overhead expense",
)
_CLASS: Final = {stem(word): group.split()[0] for group in _CLASSES for word in group.split()}
_EMPTY: Final = frozenset(stem(word) for word in (*GENERIC, *STOP)) - frozenset(_CLASS)
_GREEK: Final = frozenset(
    "alpha beta gamma delta epsilon zeta eta theta kappa lambda mu nu xi rho sigma tau phi chi psi omega".split()
)
_FOREIGN: Final = frozenset({SectionKind.RELATED_WORK, SectionKind.BACKGROUND, SectionKind.REFERENCES})
_WISHES: Final = frozenset({SectionKind.FUTURE_WORK, SectionKind.LIMITATIONS})


def in_other_words(draft: Draft, lookup: Lookup, reading: Reading) -> Line | None:
    """A line of the paper's own work that may well be what an absence misses; ``None`` where nothing comes near.

    A name is searched by its spelling, so only what restricts it is looked at. A line counts by its words (the
    claim's own, those of one class made one) or by the likeness of its meaning.
    """
    if lookup.names and not any(coarse(bare(limit)) for limit in lookup.restrictions):
        return None  # "in the experiments" restricts a name to nothing
    return _by_words(lookup, reading) or _by_meaning(draft, lookup, reading)


def _by_words(lookup: Lookup, reading: Reading) -> Line | None:
    limits = [bare(limit) for limit in lookup.restrictions]
    if lookup.names and not limits:
        return None
    described = " ".join(limits if lookup.names or lookup.concept is not None else [lookup.phrase, *limits])
    wanted = coarse(described)
    named = names_in(f"x {described}")
    if symbols := wanted & _GREEK:
        wanted = symbols
    elif len(wanted) < _FEW and limits:
        wanted |= coarse(lookup.phrase)
    topic = coarse(lookup.phrase) if symbols else frozenset()
    if not wanted:
        return None
    for line in _own(lookup, reading):
        if len(wanted) < _FEW and not symbols and not (line.heading and lookup.concept is not None):
            continue
        if any(not name_pattern(name).search(line.text) for name in named):
            continue
        have = coarse(line.text)
        if wanted <= have and (not topic or topic & (have | coarse(line.under.split(" / ")[-1]))):
            return line
    return None


def _by_meaning(draft: Draft, lookup: Lookup, reading: Reading) -> Line | None:
    limits = [bare(limit) for limit in lookup.restrictions if not names_in(f"x {bare(limit)}")]
    if (lookup.names or lookup.concept is not None) and not limits:
        return None
    asked = " ".join((lookup.phrase, *limits))
    telling_words = set(telling(asked))
    least = RESTRICTED if lookup.concept is not None or lookup.names else LIKENESS
    own = {line.index for line in _own(lookup, reading)}
    for hit in reading.tools.best_sentences(asked, k=4):
        line = reading.at(hit.start)
        if line is not None and line.index in own and hit.similarity >= least and telling_words & line.stems:
            return line
    return None


def coarse(text: str) -> frozenset[str]:
    """The words of ``text`` that mean something here, those of one class (size, amount, fraction) made one."""
    found = set()
    for word in words(_DATA.sub(" data ", spelled_out(text))):
        if len(word) < 2 or "-" in word:
            continue
        root = stem(word)
        if root in _CLASS:
            found.add(_CLASS[root])
        elif root not in _EMPTY:
            found.add(canon(word))
    return frozenset(found)


def _own(lookup: Lookup, reading: Reading) -> Iterator[Line]:
    """The lines that speak of this paper's work; those on others' too where the claim is about discussing."""
    a_section = lookup.concept is not None and lookup.concept.kind == "section"
    anywhere = lookup.act is Act.MENTION or a_section
    for line in reading.lines:
        if line.is_reference or line.kind is SectionKind.REFERENCES or line.passage.type is PassageType.FRONT:
            continue
        if not anywhere and (line.kind in _FOREIGN or line.kind in _WISHES):
            continue
        if not line.heading and standing(line, 0, len(line.text), lookup.act) in (Standing.DENIES, Standing.PLANS):
            continue
        yield line


def paraphrased(lookup: Lookup, reading: Reading) -> tuple[bool, Line | None]:
    """Whether a thing in the claim's own words may be paraphrased, and the nearest line."""
    asked = " ".join((lookup.phrase, *lookup.restrictions))
    wanted = set(telling(asked))
    best = reading.tools.best_sentences(asked, k=1)
    near = best[0].similarity if best else 0.0
    cover = max((len(wanted & line.stems) for line in reading.lines if not line.is_reference), default=0) / max(
        1, len(wanted)
    )
    doubtful = len(wanted) >= _MANY or near >= LIKENESS or (len(wanted) >= 3 and cover >= _MOST)
    return doubtful, reading.at(best[0].start) if best else None
