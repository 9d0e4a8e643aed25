"""Find text in Markdown that a reader of the rendered page does not see, and blank it character by character."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator

from peerlens.schema import PaperWarning

_OPENING = re.compile(
    r"(?P<comment><!--)|<(?P<tag>[a-z][a-z0-9]*)\b"
    r"|(?P<whole>\\(?:textcolor|color)\{white\}\s*\{[^{}]*\}|\{\s*\\color\{white\}[^{}]*\}|\\phantom\{[^{}]*\}"
    r"|^[ ]{0,3}\[(?://|comment)\]:[ ]*(?:\#|<>)[^\n]*)",
    re.IGNORECASE | re.MULTILINE,
)
_INVISIBLE = re.compile(
    r"(?<![\w-])color\s*:\s*"
    r"(?:white|transparent|\#fff(?:fff)?(?:00)?\b|rgba?\(\s*255\s*,\s*255\s*,\s*255|rgba\([^)]{0,40},\s*0\s*\))"
    r"|display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0+)?\s*(?:[;\"']|$)"
    r"|font-size\s*:\s*0(?:\.\d+)?(?:px|pt|em|rem|%)?\s*(?:[;\"']|$)",
    re.IGNORECASE | re.MULTILINE,
)
_STYLE = re.compile(r"style\s*=\s*[\"']", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"\shidden(?=[\s>=])|color\s*=\s*[\"']?(?:white|\#fff)", re.IGNORECASE)
_TAG = re.compile(r"<(?P<close>/)?(?P<name>[a-z][a-z0-9]*)\b", re.IGNORECASE)
_PARAGRAPH_END = re.compile(r"\n[ \t]*\n|\Z")
_UNSEEN = frozenset({"script", "style", "template", "noscript"})
_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
_QUOTE = re.compile(r"=\s*[\"']")
_LINE_START = re.compile(r"(?:\A|\n) {0,3}\Z")
_MAX_VALUES = 40  # quoted values read of one tag, and characters of each
_MAX_VALUE = 2000


def blank_hidden(text: str) -> tuple[str, tuple[PaperWarning, ...]]:
    """Replace hidden stretches by spaces of the same length (line breaks stay), with a warning that counts them.

    Hidden are HTML comments, elements styled white, transparent, zero-sized or not displayed (to the end of the
    paragraph where nothing closes them), scripts and style sheets, and LaTeX in white. Comments in code fences count
    too: what is rendered there is seldom what a paper says. Takes time linear in the text.
    """
    shown: list[str] = []
    said: list[str] = []
    position = 0
    for start, end in _stretches(text):
        hidden = text[start:end]
        shown += [text[position:start], re.sub(r"[^\n]", " ", hidden)]
        position = end
        if re.search(r"\w", hidden) and not hidden.lower().startswith(("<style", "\\phantom")):
            said.append(hidden)
    shown.append(text[position:])
    if not said:
        return "".join(shown), ()
    words = sum(len(hidden.split()) for hidden in said)
    message = f"{len(said)} stretch{'es' if len(said) > 1 else ''} of hidden text ({words} words) left out"
    return "".join(shown), (PaperWarning(code="hidden_text", message=message),)


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of every hidden stretch, in order; none overlap."""
    markup = _Markup(text)
    opening = _OPENING.search(text)
    while opening is not None:
        if opening["comment"]:
            end = markup.comment_end(opening.start())
        elif opening["tag"]:
            end = markup.element_end(opening.start(), opening["tag"].lower())
        else:
            end = opening.end()
        if end is not None:
            yield opening.start(), end
        opening = _OPENING.search(text, end if end is not None else opening.end())


class _Markup:
    """Where the tags of a text close and which of them hide: looked up once, so that no question scans the text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._styles = [match.end() for match in _STYLE.finditer(text)]
        self._invisible = [match.start() for match in _INVISIBLE.finditer(text)]
        self._attributes = [match.start() for match in _ATTRIBUTE.finditer(text)]
        self._ends = [match.start() for match in re.finditer(">", text)]
        self._comment_ends = [match.end() for match in re.finditer("-->", text)]
        self._quotes = [match.end() - 1 for match in _QUOTE.finditer(text)]
        self._closers: dict[str, list[int]] = defaultdict(list)
        self._partner: dict[int, int] = {}
        self._pair()

    def _pair(self) -> None:
        """Give every opening tag the closing tag of its own depth."""
        waiting: dict[str, list[int]] = defaultdict(list)
        for tag in _TAG.finditer(self._text):
            name = tag["name"].lower()
            if not tag["close"]:
                waiting[name].append(tag.start())
                continue
            self._closers[name].append(tag.start())
            if waiting[name]:
                self._partner[waiting[name].pop()] = tag.start()

    def comment_end(self, start: int) -> int | None:
        """A comment that nothing closes hides the rest of the text where it begins its line, else nothing."""
        end = self._first(self._comment_ends, start + len("<!-->"))
        if end is None and _LINE_START.search(self._text[max(0, start - 4) : start]):
            return len(self._text)
        return end

    def element_end(self, start: int, name: str) -> int | None:
        """The end of a hidden element; ``None`` for one that is seen."""
        tag_end = self._tag_end(start)
        if tag_end is None:
            return None
        if name in _UNSEEN:
            closer = self._first(self._closers[name], tag_end)
            return None if closer is None else self._after(closer)
        styled = self._is_invisible(start, tag_end)
        if not styled and not self._has(self._attributes, start, tag_end):
            return None
        closer = self._partner.get(start, self._first(self._closers[name], tag_end))
        if closer is not None:
            return self._after(closer)
        if not styled or name in _VOID:
            return None
        end = _PARAGRAPH_END.search(self._text, tag_end)
        return end.start() if end is not None else len(self._text)

    def _tag_end(self, start: int) -> int | None:
        """The ">" that ends a tag: not one in a quoted value."""
        end = self._first(self._ends, start)
        for _ in range(_MAX_VALUES):
            quote = self._first(self._quotes, start)
            if end is None or quote is None or quote > end:
                break
            start = self._text.find(self._text[quote], quote + 1, quote + _MAX_VALUE) + 1
            if not start:
                break
            end = self._first(self._ends, start)
        return end

    def _is_invisible(self, start: int, end: int) -> bool:
        style = self._first(self._styles, start)
        return style is not None and style < end and self._has(self._invisible, style, end)

    def _after(self, closer: int) -> int:
        end = self._first(self._ends, closer)
        return end + 1 if end is not None else len(self._text)

    @staticmethod
    def _first(places: list[int], start: int) -> int | None:
        at = bisect_left(places, start)
        return places[at] if at < len(places) else None

    def _has(self, places: list[int], start: int, end: int) -> bool:
        first = self._first(places, start)
        return first is not None and first < end
