"""Which elements of an HTML page a reader does not see: by style, by attribute, or because they are no text at all."""

from __future__ import annotations

import re

from peerlens.store.parsers.markup import Element, all_text, name_of

_NO_TEXT = frozenset(
    "script style template noscript head title meta link svg button nav iframe object embed select option "
    "textarea input canvas audio "
    "video img source map dialog".split()
)
_INVISIBLE = re.compile(
    r"(?:^|[;\s{])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0*(?:\.0*\d?)?\s*(?:[;!}]|$)"
    r"|font-size\s*:\s*(?:0*(?:\.\d+)?|1)(?:px|pt|em|rem|%)?\s*(?:[;!}]|$)|(?:left|top|right|text-indent|margin-left)\s*:\s*-\d{4,}"
    r"|clip\s*:\s*rect\(\s*(?:0|1px)|clip-path\s*:\s*inset\(\s*(?:50|100)%|transform\s*:\s*scale\(\s*0"
    r"|(?:max-)?(?:height|width)\s*:\s*0(?:px)?\s*;[^}]*overflow\s*:\s*hidden)",
    re.IGNORECASE,
)
_WHITE = re.compile(
    r"(?:^|[;\s{])color\s*:\s*(?:white|transparent|\#f{3}(?![0-9a-f])|\#(?:f[a-f]){3}(?![0-9a-f])|\#[0-9a-f]{6}00\b"
    r"|rgba?\(\s*25[0-5]\s*[, ]\s*25[0-5]\s*[, ]\s*25[0-5]"
    r"|rgba\([^)]*,\s*0?(?:\.0\d*)?\s*\)|hsla?\([^)]*,\s*(?:9[89]|100)%)",
    re.IGNORECASE,
)
_COLOURED = re.compile(
    r"background(?:-color|-image)?\s*:\s*(?!none|transparent|white|#fff|inherit|initial)", re.IGNORECASE
)
_RULE = re.compile(r"([^{}@;]+)\{([^{}]*)\}")
_SIMPLE = re.compile(r"(?P<tag>[a-z][a-z0-9]*)?(?P<rest>(?:[.#][\w-]+)+)|(?P<only>[a-z][a-z0-9]*)", re.IGNORECASE)
_ASSISTIVE = re.compile(
    r"\b(?:sr-only|visually-hidden|screen-reader-text|katex-html|MJX_Assistive_MathML|mjx-assistive-mml|MathJax_Preview)\b"
)
_MAX_RULES = 4000


class Hiding:
    """Judges elements; ``stretches`` collects the words of those that are hidden from a reader."""

    def __init__(self, root: Element) -> None:
        self.stretches: list[str] = []
        self._selectors: dict[str, list[tuple[str | None, frozenset[str]]]] = {"hidden": [], "white": []}
        self._seen: set[Element] = set()
        for style in root.iter("style"):
            self._learn(style.text or "")

    def _learn(self, sheet: str) -> None:
        """Remember the simple selectors (tag, classes, id) of rules that hide or paint white."""
        sheet = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
        if re.search(r"@media\s+print", sheet):
            sheet = re.sub(r"@media\s+print\s*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", sheet)
        for number, rule in enumerate(_RULE.finditer(sheet)):
            if number > _MAX_RULES:
                break
            kind = (
                "hidden"
                if _INVISIBLE.search(rule[2])
                else "white"
                if _WHITE.search(rule[2]) and not _COLOURED.search(rule[2])
                else None
            )
            if kind is None:
                continue
            for selector in rule[1].split(","):
                simple = _SIMPLE.fullmatch(selector.strip())
                if simple is not None and simple["rest"]:
                    self._selectors[kind].append((simple["tag"], frozenset(re.findall(r"[.#][\w-]+", simple["rest"]))))
                elif simple is not None:
                    self._selectors[kind].append((simple["only"], frozenset()))

    def leaves_out(self, element: Element) -> bool:
        """Whether an element is passed over. Words hidden from a reader are collected, code and menus are not."""
        name = name_of(element)
        if name == "script" and (element.get("type") or "").startswith("math/tex"):
            return False
        marks = element.get("class") or ""
        if (
            name in _NO_TEXT
            or not name
            or _ASSISTIVE.search(marks)
            or element.get("role") in ("navigation", "search", "menu")
        ):
            return True
        if self.hides(element):
            if element not in self._seen:
                self._seen.add(element)
                self.stretches.append(all_text(element))
            return True
        return False

    def hides(self, element: Element) -> bool:
        style = f"{element.get('style') or ''};"
        if element.get("hidden") is not None or _INVISIBLE.search(style) or self._selected(element, "hidden"):
            return True
        white = _WHITE.search(style) or self._selected(element, "white")
        painted = (element.get("color") or "").casefold() in ("white", "#fff", "#ffffff")
        return bool(white or painted) and not self._on_colour(element)

    def _selected(self, element: Element, kind: str) -> bool:
        if not self._selectors[kind]:
            return False
        marks = {f".{one}" for one in (element.get("class") or "").split()} | {f"#{element.get('id') or ''}"}
        return any(
            (tag is None or tag == name_of(element)) and wanted <= marks for tag, wanted in self._selectors[kind]
        )

    def _on_colour(self, element: Element) -> bool:
        """Whether the element or one above it has a background of its own: white text on it can be read."""
        return any(
            _COLOURED.search(one.get("style") or "") or one.get("bgcolor")
            for one in (element, *element.iterancestors())
        )
