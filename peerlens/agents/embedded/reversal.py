"""Which way a statement points: a sentence nearer to the statement turned round does not bear it out."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from peerlens.agents.embedded.wording import content
from peerlens.tools import PaperTools

MARGIN: Final = 0.003
"""Cosine by which the statement turned round must be nearer; less is noise of the embedding."""

UNNAMED: Final = 0.01
"""The same where the sentence has no word of that direction."""
_PLACE: Final = 5
"""Words on each side of a word of direction that show what it is said of."""
CLEAR: Final = 0.02
"""The same where the sentence is to speak against the statement."""

_UPWARD: Final = (
    ("increase", "decrease"), ("increases", "decreases"), ("increased", "decreased"), ("increasing", "decreasing"),
    ("rise", "fall"), ("rises", "falls"), ("rose", "fell"), ("rising", "falling"), ("raise", "lower"),
    ("raises", "lowers"), ("raised", "lowered"), ("raising", "lowering"), ("grow", "shrink"), ("grows", "shrinks"),
    ("grew", "shrank"), ("growing", "shrinking"), ("amplifies", "dampens"), ("expands", "shrinks"),
    ("more", "less"), ("most", "least"), ("higher", "lower"), ("highest", "lowest"), ("greater", "smaller"),
    ("greatest", "smallest"), ("larger", "smaller"), ("largest", "smallest"), ("bigger", "smaller"),
    ("biggest", "smallest"), ("maximum", "minimum"), ("maximal", "minimal"), ("maximize", "minimize"),
    ("maximizes", "minimizes"), ("maximise", "minimise"), ("maximises", "minimises"), ("maximizing", "minimizing"),
    ("wider", "narrower"), ("widest", "narrowest"), ("widens", "narrows"), ("longer", "shorter"),
    ("longest", "shortest"), ("above", "below"), ("exceeds", "undercuts"),
)  # fmt: skip
_DOWNWARD: Final = (
    ("reduce", "increase"), ("reduces", "increases"), ("reduced", "increased"), ("reducing", "increasing"),
    ("reduction", "increase"), ("decline", "rise"), ("declines", "rises"), ("declined", "rose"),
    ("drops", "rises"), ("dropped", "rose"), ("diminishes", "increases"), ("diminish", "increase"),
    ("fewer", "more"), ("fewest", "most"),
)  # fmt: skip
_GOOD: Final = (
    ("better", "worse"), ("best", "worst"), ("improve", "worsen"), ("improves", "worsens"), ("improved", "worsened"),
    ("improving", "worsening"), ("enhance", "harm"), ("enhances", "harms"), ("enhanced", "harmed"),
    ("enhancing", "harming"), ("strengthen", "weaken"), ("strengthens", "weakens"), ("strengthening", "weakening"),
    ("strong", "weak"), ("stronger", "weaker"), ("strongest", "weakest"), ("robust", "fragile"),
    ("effective", "ineffective"), ("beneficial", "harmful"), ("benefits", "suffers"), ("favorable", "unfavorable"),
    ("favourable", "unfavourable"), ("superior", "inferior"), ("outperform", "underperform"),
    ("outperforms", "underperforms"), ("outperformed", "underperformed"), ("outperforming", "underperforming"),
    ("surpasses", "underperforms"), ("advantage", "disadvantage"), ("advantages", "disadvantages"),
    ("stable", "unstable"), ("stabilizes", "destabilizes"), ("efficient", "inefficient"), ("reliable", "unreliable"),
    ("accurate", "inaccurate"), ("succeed", "fail"), ("succeeds", "fails"), ("successful", "unsuccessful"),
    ("successfully", "unsuccessfully"), ("success", "failure"), ("boost", "hurt"), ("boosts", "hurts"),
    ("boosted", "hurt"), ("helps", "hinders"), ("facilitates", "hinders"), ("encourages", "discourages"),
    ("promotes", "hinders"), ("maintains", "loses"), ("maintaining", "losing"), ("retains", "loses"),
    ("retaining", "losing"), ("preserve", "destroy"), ("preserves", "destroys"), ("preserved", "destroyed"),
    ("preserving", "destroying"), ("positive", "negative"), ("positively", "negatively"),
    ("easier", "harder"), ("faster", "slower"), ("fastest", "slowest"), ("accelerates", "slows"),
    ("possible", "impossible"), ("sufficient", "insufficient"), ("consistent", "inconsistent"),
    ("good", "bad"), ("richer", "poorer"), ("competitive", "uncompetitive"), ("promising", "unpromising"),
)  # fmt: skip
_BAD: Final = (
    ("degrade", "improve"), ("degrades", "improves"), ("degraded", "improved"), ("degrading", "improving"),
    ("degradation", "improvement"), ("deteriorate", "improve"), ("deteriorates", "improves"),
    ("deteriorated", "improved"), ("deterioration", "improvement"), ("poor", "good"), ("poorer", "better"),
    ("poorest", "best"), ("poorly", "well"), ("hurting", "helping"), ("harmful", "beneficial"),
    ("detrimental", "beneficial"), ("impairs", "enhances"), ("impair", "enhance"), ("hinder", "help"),
    ("struggles", "excels"), ("struggle", "excel"), ("damages", "improves"),
)  # fmt: skip
_SIDES: Final = (
    (_UPWARD, frozenset("increment gain grown risen enlarge extended boosting deep upper up top max".split())),
    (_DOWNWARD, frozenset("dropping falls less min lower down".split())),
    (_GOOD, frozenset("improvement enhancement effectiveness robustness excel excellent remarkable gain".split())),
    (_BAD, frozenset("inability poorest collapse failing unable lack".split())),
)
_WORD: Final = re.compile(r"(?<![\w-])[A-Za-z]+(?![\w-])")
_COUNTED: Final = re.compile(
    r"\s+(?:than\s+(?:\d|one|two|three|half|twice|ten|a)|of\s+(?:the|these|those|all|our))", re.I
)
"""Behind "more" or "most", what makes them amounts: "more than ten", "most of the"."""
_DEGREE: Final = frozenset(("more", "less", "most", "least"))


def _tables() -> tuple[dict[str, str], dict[str, frozenset[str]]]:
    """What each word is turned into, and the words that point the same way."""
    opposite: dict[str, str] = {}
    for pairs, _ in _SIDES:
        for left, right in pairs:
            opposite.setdefault(left, right)
            opposite.setdefault(right, left)
    up = {left for left, _ in _UPWARD} | {right for _, right in _DOWNWARD} | _SIDES[0][1]
    down = {right for _, right in _UPWARD} | {left for left, _ in _DOWNWARD} | _SIDES[1][1]
    good = {left for left, _ in _GOOD} | {right for _, right in _BAD} | _SIDES[2][1]
    bad = {right for _, right in _GOOD} | {left for left, _ in _BAD} | _SIDES[3][1]
    sides = [frozenset(side) for side in (up, down, good, bad)]
    return opposite, {word: next(side for side in sides if word in side) for word in opposite}


_TURNED, _SAME_WAY = _tables()
_GOOD_SIDE: Final = _SAME_WAY["better"]
_BAD_SIDE: Final = _SAME_WAY["worse"]
_TOPS: Final = frozenset("best strongest".split())
_SUPERLATIVE: Final = re.compile(
    r"\b(?P<plain>best|strongest|worst|poorest|weakest)\b|\b(?P<degree>most|least) (?P<kind>[a-z]+)\b"
)


def turned(word: str) -> str:
    """The opposite of a word of direction; nothing for any other."""
    return _TURNED.get(word.lower(), "")


def same_way(word: str) -> frozenset[str]:
    """The words of direction that point the way of ``word``."""
    return _SAME_WAY.get(word.lower(), frozenset())


@lru_cache(maxsize=512)
def reversals(statement: str) -> tuple[tuple[str, str], ...]:
    """Each word of direction with the statement turned round at it; a word of degree is turned before its adjective."""
    found: list[tuple[str, str]] = []
    skip = -1
    for match in _WORD.finditer(statement):
        word = match[0].lower()
        if word not in _TURNED or match.start() == skip or (word in _DEGREE and _COUNTED.match(statement, match.end())):
            continue
        if word in _DEGREE:
            skip = match.end() + 1  # "least robust" is turned into "most robust" alone
        found.append((word, f"{statement[: match.start()]}{_TURNED[word]}{statement[match.end() :]}"))
    return tuple(found)


def _ranks(text: str) -> set[bool]:
    """The ends of a scale that the superlatives of judgement in ``text`` name: best is ``True``, worst ``False``."""
    found: set[bool] = set()
    for match in _SUPERLATIVE.finditer(text.lower()):
        if match["plain"]:
            found.add(match["plain"] in _TOPS)
        else:
            good = match["kind"] in _GOOD_SIDE
            if good or match["kind"] in _BAD_SIDE:
                found.add(good == (match["degree"] == "most"))
    return found


def points_elsewhere(statement: str, line: str, tools: PaperTools) -> bool:
    """Whether the sentence is nearer to the statement turned round at a word of direction than to the statement.

    A sentence that has a word which points the claim's way is left alone: that it has the opposite as well may be
    said of another thing.
    """
    ranks, others = _ranks(statement), _ranks(line)
    if len(ranks) == len(others) == 1 and ranks != others:
        return True
    have = _words(line)
    return any(
        excess > (MARGIN if same_way(turned(word)) & have else UNNAMED)
        for word, excess in _excesses(statement, line, tools)
    )


def turned_in_place(statement: str, line: str) -> bool:
    """Whether the sentence has the opposite of a word of direction in its place, among words that both share.

    Words of direction that both have say nothing of either.
    """
    asked, given = _directed(statement), _directed(line)
    both = {word for word, _ in asked} & {word for word, _ in given}
    for word, near in asked:
        way = same_way(word)
        if word in both or any(other in way for other, _ in given if other not in both):
            continue
        against = same_way(turned(word))
        if any(other in against and other not in both and near & around for other, around in given):
            return True
    return False


def _directed(text: str) -> list[tuple[str, frozenset[str]]]:
    """The words of direction of a text, each with the stems of the words around it."""
    found = []
    for match in re.finditer(r"[A-Za-z]+", text):
        word = match[0].lower()
        if word in _TURNED and not (word in _DEGREE and _COUNTED.match(text, match.end())):
            before, after = text[: match.start()].split()[-_PLACE:], text[match.end() :].split()[:_PLACE]
            found.append((word, frozenset(content(" ".join((*before, *after))))))
    return found


def says_reverse(statement: str, line: str, tools: PaperTools) -> bool:
    """Whether the sentence is clearly nearer to the statement turned round, and has a word that points that way."""
    have = _words(line)
    return any(excess >= CLEAR and same_way(turned(word)) & have for word, excess in _excesses(statement, line, tools))


def _excesses(statement: str, line: str, tools: PaperTools) -> list[tuple[str, float]]:
    """For each word of direction, by how much the statement turned round there is nearer to the sentence."""
    have = _words(line)
    reverses = [(word, reverse) for word, reverse in reversals(statement) if not same_way(word) & have]
    straight = tools.similarity(statement, line) if reverses else 0.0
    return [(word, tools.similarity(reverse, line) - straight) for word, reverse in reverses]


def _words(line: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(line)}


def points_along(statement: str, line: str) -> bool:
    """Whether the sentence has, for each word of direction of the statement, one that points the same way."""
    have = _words(line)
    return all(same_way(word) & have for word, _ in reversals(statement))
