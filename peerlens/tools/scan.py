"""Look for words and names all over a paper: by whole tokens, with their inflections and spellings."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from peerlens.text.folding import fold, stem

_TOKEN = re.compile(r"\d+(?:[.,]\d+)*(?![^\W_])|[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\W_]+(?:['’]s\b)?")
_GAP = re.compile(r"(?:\s|[-‐‑–_*`~\u00ad\u0002\ufffe/]|\\[-_ ]){0,6}$")
_HYPHEN_GAP = re.compile(r"\s*[-‐‑–\u00ad\u0002\ufffe]\s*$")
_DERIVED = (
    ("ise", re.compile(r"i[sz](?:e[ds]?|ing|ations?|ers?)$")),
    ("ity", re.compile(r"it(?:y|ies)$")),
    ("al", re.compile(r"al(?:s|ly)?$")),
    ("ic", re.compile(r"ic$")),
    ("ism", re.compile(r"is(?:m|t)s?$")),
)
_BRITISH_ISE = re.compile(r"is(?=(?:e[drs]?|es|ers|ing|ations?|ational)$)")
_BRITISH_OUR = re.compile(r"our(?=(?:s|ed|al|ally|ing|ings|able|ite|ites)?$)")
_SHORTEST_PART = 3  # letters a word needs on either side of the place where it may be written apart


class Token(NamedTuple):
    """A word, number or ideograph of the text: as printed, folded, stemmed, and where."""

    printed: str
    folded: str
    stem: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class TokenIndex:
    """All tokens of a text in order, found by folded form and by stem."""

    text: str
    tokens: tuple[Token, ...]
    by_folded: dict[str, list[int]] = field(repr=False)
    by_stem: dict[str, list[int]] = field(repr=False)

    @classmethod
    def of(cls, text: str) -> TokenIndex:
        tokens = tuple(tokenise(text))
        by_folded: dict[str, list[int]] = defaultdict(list)
        by_stem: dict[str, list[int]] = defaultdict(list)
        for position, token in enumerate(tokens):
            by_folded[token.folded].append(position)
            by_stem[token.stem].append(position)
        return cls(text=text, tokens=tokens, by_folded=dict(by_folded), by_stem=dict(by_stem))

    def find(self, probe: str) -> list[tuple[int, int]]:
        """The spans where ``probe`` stands, in text order.

        Words match in any inflection; acronyms only in capitals; names and numbers only whole ("GPT-4" is not in
        "GPT-4V", "BERT" not in "GBERT"). Parts of a compound may be apart, hyphenated or written as one.
        """
        wanted = tuple(tokenise(probe))
        if not wanted:
            return []
        spans: dict[int, int] = {}
        for begin in self._starts(wanted[0]) | (self._joined_starts(wanted) if len(wanted) > 1 else set()):
            end = self._match(wanted, begin)
            if end is not None:
                spans.setdefault(self.tokens[begin].start, self.tokens[end - 1].end)
        return sorted(spans.items())

    def _starts(self, token: Token) -> set[int]:
        positions = set(self.by_stem.get(token.stem, ())) | set(self.by_folded.get(token.folded, ()))
        if token.printed.isalpha() and not token.printed.islower():
            positions.update(
                position
                for folded, places in self.by_folded.items()
                if folded.startswith(token.folded) and folded[len(token.folded) :].isdigit()
                for position in places
            )
        if token.printed.endswith("s"):
            positions.update(self.by_folded.get(token.folded[:-1], ()))
        positions.update(self.by_folded.get(f"{token.folded}s", ()))
        for cut in range(2, len(token.folded) - 1):
            positions.update(self.by_folded.get(token.folded[:cut], ()))
        return positions

    def _joined_starts(self, wanted: tuple[Token, ...]) -> set[int]:
        return set(self.by_stem.get(_stem(wanted[0].folded + wanted[1].folded), ()))

    def _match(self, wanted: tuple[Token, ...], begin: int, *, index: int = 0) -> int | None:
        """The position after the last token if ``wanted[index:]`` stands at ``begin``."""
        if index == len(wanted):
            return begin
        if begin >= len(self.tokens) or (index > 0 and not self._adjacent(begin)):
            return None
        for taken, printed in self._steps(wanted, index, begin):
            end = self._match(wanted, begin + printed, index=index + taken)
            if end is not None:
                return end
        return None

    def _steps(self, wanted: tuple[Token, ...], index: int, at: int) -> Iterator[tuple[int, int]]:
        """How many wanted and how many printed tokens agree here: one and one, two written as one, one as two."""
        token, printed = wanted[index], self.tokens[at]
        if same(token, printed):
            yield 1, 1
        if index + 1 < len(wanted) and _agree(token.folded + wanted[index + 1].folded, printed.folded):
            yield 2, 1
        if at + 1 < len(self.tokens) and self._adjacent(at + 1):
            after = self.tokens[at + 1]
            gap = self.text[printed.end : after.start]
            long = min(len(printed.folded), len(after.folded)) >= _SHORTEST_PART
            apart = long or _HYPHEN_GAP.match(gap) is not None
            if apart and _agree(printed.folded + after.folded, token.folded):
                yield 1, 2

    def _adjacent(self, at: int) -> bool:
        gap = self.text[self.tokens[at - 1].end : self.tokens[at].start]
        return len(gap) <= 6 and "\n\n" not in gap and _GAP.match(gap) is not None


def tokenise(text: str) -> Iterator[Token]:
    """The tokens of ``text``: compounds in their parts, numbers whole, ligatures and line-end hyphens folded."""
    for match in _TOKEN.finditer(text):
        printed = match[0][:-2] if match[0].endswith(("'s", "’s")) else match[0]
        folded = fold(printed).text if not printed.isascii() else printed.lower()
        if folded:
            yield Token(printed, folded, _stem(folded), match.start(), match.start() + len(printed))


def same(wanted: Token, printed: Token) -> bool:
    """Whether the printed token is the wanted one, up to inflection; acronyms by case, names with digits exactly."""
    if wanted.folded == printed.folded:
        return not _is_acronym(wanted.printed) or sum(map(str.isupper, printed.printed)) >= 2
    if _is_acronym(wanted.printed) or _is_acronym(printed.printed):
        plain = wanted.printed.rstrip("s"), printed.printed.rstrip("s")
        return plain[0] == plain[1] or _numbered(wanted.printed, printed.printed)
    if any(char.isdigit() for char in wanted.folded + printed.folded):
        return _numbered(wanted.printed, printed.printed)
    return _agree(wanted.folded, printed.folded)


def _numbered(wanted: str, printed: str) -> bool:
    """ "ResNet" stands for "ResNet18" as well; "GPT" not for "GPTs4all"."""
    rest = printed[len(wanted) :]
    return (
        wanted.isalpha()
        and not wanted.islower()
        and printed.casefold().startswith(wanted.casefold())
        and rest.isdigit()
    )


def _is_acronym(printed: str) -> bool:
    bare = printed.rstrip("s")
    return len(bare) >= 2 and bare.isupper() and bare.isalpha()


def _agree(left: str, right: str) -> bool:
    """Whether two folded words are forms of one: equal stems, and no derivation that changes the meaning.

    Snowball gives "general" and "generalization" one stem; here they differ.
    """
    if left == right:
        return True
    return _stem(left) == _stem(right) and _derivation(left) == _derivation(right)


@lru_cache(maxsize=65_536)
def _stem(word: str) -> str:
    """The stem in American spelling: "generalise" and "generalize", "behaviour" and "behavior" are one word."""
    if len(word) > 6:
        word = _BRITISH_OUR.sub("or", _BRITISH_ISE.sub("iz", word))
    return stem(word)


def _derivation(word: str) -> str:
    return next((name for name, pattern in _DERIVED if pattern.search(word)), "")
