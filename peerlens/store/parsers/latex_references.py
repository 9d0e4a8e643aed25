"""The bibliography of a LaTeX paper, from its list or its .bib files, and how citations of it print."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from peerlens.store.parsers.latex_macros import argument, group, optional
from peerlens.store.parsers.latex_words import Context, words_of

_BIBITEM = re.compile(r"\\bibitem(?![a-zA-Z])")
_LISTED = re.compile(r"\\begin\{thebibliography\}(?P<entries>.*?)(?:\\end\{thebibliography\}|\Z)", re.DOTALL)
_BIB_NAMES = re.compile(r"\\(?:bibliography|addbibresource)(?:\[[^\]]*\])?\{([^{}]*)\}")
_ENTRY = re.compile(r"@(?P<kind>[a-zA-Z]+)\s*\{\s*(?P<key>[^,\s{}]+)\s*,")
_FIELD = re.compile(r"(?P<name>[a-zA-Z]+)\s*=\s*")
_CITED = re.compile(r"\\(?:[a-zA-Z]*[cC]ite[a-zA-Z]*|nocite)\*?(?:\s*\[[^\]]*\]){0,2}\s*\{([^{}]*)\}")
_NATBIB_LABEL = re.compile(r"(?P<names>.+?)\((?P<year>[^()]*)\)")
_AUTHOR_STYLES = re.compile(r"\\cite(?:t|alt|author)\b|\\textcite|\\usepackage(?:\[[^\]]*round[^\]]*\])?\{natbib\}")
_VENUES = ("booktitle", "journal", "school", "institution", "publisher", "howpublished", "note")
_MAX_ENTRIES = 3000


class Reference(NamedTuple):
    """``printed``: the entry's text. ``names`` and ``year``: how an author–year citation calls it."""

    key: str
    printed: str
    names: str
    year: str


def references_of(source: str, files: Mapping[str, bytes], main: str) -> tuple[Reference, ...]:
    """The entries of the list in the source, of the .bbl file made from it, or the cited ones of its .bib files."""
    listed = _LISTED.search(source)
    if listed is None:
        made = re.sub(r"\.[a-z]+$", ".bbl", main)
        beside = [name for name in files if name.endswith(".bbl")]
        name = made if made in files else beside[0] if len(beside) == 1 else None
        listed = _LISTED.search(_text(files[name])) if name else None
    if listed is not None:
        return tuple(_listed(listed["entries"]))
    wanted = [name.strip() for match in _BIB_NAMES.finditer(source) for name in match[1].split(",")]
    entries: dict[str, dict[str, str]] = {}
    for name in wanted:
        path = name if name.endswith(".bib") else f"{name}.bib"
        found = next((one for one in files if one == path or one.endswith(f"/{path.rsplit('/', 1)[-1]}")), None)
        if found is not None:
            entries |= _bib_entries(_text(files[found]))
    cited = dict.fromkeys(key.strip() for match in _CITED.finditer(source) for key in match[1].split(","))
    keys = list(entries) if "*" in cited else [key for key in cited if key in entries]
    return tuple(_printed(key, entries[key]) for key in keys[:_MAX_ENTRIES])


def _text(data: bytes) -> str:
    return re.sub(r"(?<!\\)%[^\n]*\n", "\n", data.decode("utf-8", errors="replace"))


def _listed(entries: str) -> Iterator[Reference]:
    items = list(_BIBITEM.finditer(entries))
    if not items:
        return
    stops = [item.start() for item in items[1:]] + [len(entries)]
    for item, stop in list(zip(items, stops, strict=True))[:_MAX_ENTRIES]:
        start = item.end()
        label, position = optional(entries, start)
        key, position = argument(entries, position)
        context = Context()
        printed = words_of(re.sub(r"\\newblock", " ", entries[position:stop]), context)
        shown = words_of(label, context) if label else ""
        named = _NATBIB_LABEL.match(shown)
        names, year = (named["names"].strip(), named["year"]) if named else ("", "")
        yield Reference(key.strip(), printed, names, year)


def _bib_entries(text: str) -> dict[str, dict[str, str]]:
    entries: dict[str, dict[str, str]] = {}
    for match in _ENTRY.finditer(text):
        if match["kind"].casefold() in ("comment", "string", "preamble"):
            continue
        whole = group(text, match.start() + 1 + len(match["kind"]))
        inside = whole[0] if whole is not None else text[match.end() : match.end() + 3000]
        entries.setdefault(match["key"], _fields(inside))
    return entries


def _fields(inside: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    position = 0
    while (match := _FIELD.search(inside, position)) is not None:
        found = group(inside, match.end())
        if found is None and inside.startswith('"', match.end()):
            stop = inside.find('"', match.end() + 1)
            found = (inside[match.end() + 1 : stop], stop + 1) if stop > 0 else None
        if found is None:
            bare = re.compile(r"[^,\n}]*").match(inside, match.end())
            found = (bare[0].strip(), bare.end()) if bare else ("", match.end())
        fields.setdefault(match["name"].casefold(), found[0])
        position = max(found[1], match.end() + 1)
    return fields


def _printed(key: str, fields: dict[str, str]) -> Reference:
    def said(name: str) -> str:
        return words_of(fields.get(name, ""), Context())

    people = [_person(name) for name in re.split(r"\s+and\s+", said("author") or said("editor")) if name.strip()]
    year = said("year") or said("date")[:4]
    venue = next((said(name) for name in _VENUES if fields.get(name)), "")
    parts = [", ".join(" ".join(person).strip() for person in people), said("title"), venue, said("pages"), year]
    return Reference(key, ". ".join(part for part in parts if part) + ".", _short([last for _, last in people]), year)


def _person(name: str) -> tuple[str, str]:
    """First and last names of "Last, First" or "First Last"."""
    if "," in name:
        last, _, first = name.partition(",")
        return first.strip(), last.strip()
    first, _, last = name.strip().rpartition(" ")
    return first, last


def _short(last: Sequence[str]) -> str:
    if len(last) > 2:
        return f"{last[0]} et al."
    return " and ".join(last)


class Citations:
    """How ``\\cite`` and its kin print: numbers, or names and years where the paper cites by name."""

    def __init__(self, references: Sequence[Reference], source: str) -> None:
        self._numbers = {reference.key: number for number, reference in enumerate(references, 1)}
        self._references = {reference.key: reference for reference in references}
        named = sum(1 for reference in references if reference.names)
        self.by_name = bool(references) and named > 0.8 * len(references) and bool(_AUTHOR_STYLES.search(source))

    def printed(self, name: str, keys: list[str], before: str | None, after: str | None) -> str:
        """``before`` and ``after``: the notes of ``\\citep[see][p. 4]{key}``."""
        if not self.by_name:
            shown = ", ".join(str(self._numbers.get(key, key)) for key in keys)
            return f"{before + ' ' if before else ''}[{shown}{', ' + after if after else ''}]"
        textual = name.casefold() in ("citet", "textcite", "citealt", "cite", "citeauthor", "citetext")
        parts = [self._named(name, key, textual=textual) for key in keys]
        joined = "; ".join(parts) + (f", {after}" if after else "")
        joined = f"{before} {joined}" if before else joined
        return joined if textual else f"({joined})"

    def _named(self, name: str, key: str, *, textual: bool) -> str:
        reference = self._references.get(key)
        if reference is None:
            return key
        if name.casefold() == "citeauthor" or not reference.year:
            return reference.names
        if name.casefold() in ("citeyear", "citeyearpar"):
            return reference.year
        return f"{reference.names} ({reference.year})" if textual else f"{reference.names}, {reference.year}"
