"""What headings, captions and paragraphs are for, and which parts a paper points to without supplying them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from peerlens.schema import Block, Caption, MissingPart, Section
from peerlens.taxonomy import PassageType, SectionKind
from peerlens.text.sentences import sentence_spans

_KINDS: tuple[tuple[SectionKind, re.Pattern[str]], ...] = tuple(
    (kind, re.compile("|".join(patterns)))
    for kind, patterns in (
        (SectionKind.CHECKLIST, ["check-?list"]),
        (
            SectionKind.REFERENCES,
            ["^references?( and notes| cited)?$", "^bibliography", "^(literature|works) cited", "^参考文献"],
        ),
        (SectionKind.ACKNOWLEDGEMENTS, ["^acknowledg", r"^funding\b", "^author contributions"]),
        (SectionKind.ABSTRACT, ["^(abstract|summary)$", "摘要"]),
        (SectionKind.CONCLUSION, ["conclu", r"^summary\b", "结论"]),
        (SectionKind.LIMITATIONS, [r"\blimit(s|ations?)\b", "threats to validity", "^failure (cases|modes)"]),
        (
            SectionKind.ETHICS,
            [r"\bethic", "(broader|social|societal|potential (negative )?) ?impact", "impact statement"],
        ),
        (SectionKind.FUTURE_WORK, ["future (work|directions?|research)", "^outlook"]),
        (SectionKind.ABLATION, ["ablati"]),
        (
            SectionKind.RELATED_WORK,
            ["(related|prior|previous|existing) (works?|research|studies)", "literature", "^existing"],
        ),
        (SectionKind.INTRODUCTION, ["^introduction(?! (of|to))", "^motivation", "引言"]),
        (SectionKind.BACKGROUND, ["background", "preliminar", "problem (set|form|stat|defin)", r"^notations?\b"]),
        (
            SectionKind.THEORY,
            ["theor(y|etic|em)", r"\bproofs?\b", r"\blemma", "convergence", "guarantee", "proposition"],
        ),
        (SectionKind.DISCUSSION, ["discussion", "^analysis", "讨论"]),
        (
            SectionKind.EXPERIMENTS,
            ["experiment", "evaluation", "empirical", "set-?up", "implementation detail", r"data ?sets?\b"],
        ),
        (
            SectionKind.EXPERIMENTS,
            [r"^data$", r"baselines?\b", "hyper-?parameter", r"benchmarks?\b", "reproducib", "实验"],
        ),
        (SectionKind.EXPERIMENTS, ["training (details|procedure)", "case stud"]),
        (SectionKind.EXPERIMENTS, [r"^simulat(ions?|ed data)( stud(y|ies)| results?)?$", r"^real[- ](world )?data"]),
        (SectionKind.EXPERIMENTS, [r"^numerical (stud(y|ies)|examples?|illustrations?|simulations?)", "^validation$"]),
        (SectionKind.RESULTS, [r"results?\b", "findings", "performance", r"comparisons?\b", "结果"]),
        (SectionKind.METHOD, ["method", "approach", "algorithm", "architecture", "framework", r"\bmodels?\b", "方法"]),
        (SectionKind.METHOD, ["proposed", "system", "training", "design"]),
        (SectionKind.APPENDIX, ["^appendi", "^supplement", "^supporting information", "附录"]),
    )
)

_NUMBER = re.compile(
    r"(?P<word>(?:Appendix|APPENDIX|Section|Chapter)\s+)?"
    r"(?P<number>(?:\d{1,2}|[A-Z])(?:\.\d{1,2}){1,4}(?=\.?\s|\.?:|[A-Z])|\d{1,2}(?=\.?\s|\.?:|[A-Z][a-z]|$)"
    r"|[IVX]{1,5}(?=\.\s)|[A-Z](?=\.?\s|:|$))"
    r"[.:]?\s*[-–—]?\s*(?P<title>.*)$"
)

_MARGIN_NUMBER = re.compile(r"^\d{2,4} (?=(?:\d{1,2}(?:\.\d{1,2}){0,3}|[A-Z](?:\.\d{1,2}){1,3})\.? [^\W\d_]{2})")
"""A margin line number that stands in front of a numbered heading ("304 7 Conclusion")."""


class Heading(NamedTuple):
    """A heading taken apart. ``appendix``: it says so itself, by the word or by a letter for a number."""

    number: str | None
    title: str
    appendix: bool


def read_heading(text: str, *, lettered: bool) -> Heading:
    """Take the printed number off a heading.

    ``lettered``: single letters count as numbers here (in an appendix); elsewhere "A Unified View" keeps its article.
    """
    bare = re.sub(r"\s+", " ", re.sub(r"[*_`]+|\$", "", text)).strip().strip("#").strip()
    bare = _MARGIN_NUMBER.sub("", bare)
    match = _NUMBER.match(bare)
    if match is None:
        return Heading(None, bare, bare.casefold().startswith(("appendi", "supplement")))
    number, title = match["number"], match["title"].strip()
    worded = match["word"] is not None
    letter = len(number) == 1 and number.isalpha()
    if letter and not (worded or lettered):
        dotted = re.match(r"[IVX]\.\s", bare)
        if dotted is None:
            return Heading(None, bare, False)
    if not title and not worded:
        return Heading(None, bare, False)
    appendix = (worded and match["word"].casefold().startswith("appendix")) or (
        number[0].isalpha() and (not letter or lettered) and not re.fullmatch(r"[IVX]{2,}", number)
    )
    return Heading(number, title or bare, appendix)


def section_kind(title: str) -> SectionKind:
    """What a section is for, from its own title (without number or with it)."""
    bare = read_heading(title, lettered=False).title.casefold().rstrip(".:")
    return next((kind for kind, pattern in _KINDS if pattern.search(bare)), SectionKind.OTHER)


_CAPTION = re.compile(
    r"\s*(?:[*_]{1,3}|\\textbf\{)?\s*(?P<kind>Table|TABLE|Tab\.|Figure|FIGURE|Fig\.|FIG\.|Algorithm|Listing|Scheme|Box|表|图)\s*"
    r"(?P<number>(?:[A-Z]{1,2}\.?|S)?\d{1,3}(?:\.\d{1,2})?[a-z]?|[IVX]{1,5})\s*(?:[*_]{1,3}|\})?\s*"
    r"(?P<sign>[:.|：]|[-–—]\s|(?=[*_]{2}))"
)
_KIND_NAMES = {"tab": "Table", "fig": "Figure", "表": "Table", "图": "Figure"}


def caption_label(text: str) -> str | None:
    """The normalised label ("Figure 3", "Table A.1") of a paragraph that is a caption, else ``None``."""
    match = _CAPTION.match(text)
    return part_name(match["kind"], match["number"]) if match else None


def part_name(kind: str, number: str) -> str:
    """One spelling for a named part: ("Fig.", "3") and ("FIGURE", "3") are "Figure 3"."""
    word = kind.strip().rstrip(".").casefold().removesuffix("s")
    return f"{_KIND_NAMES.get(word, word.capitalize())} {number.rstrip('.')}"


_REFERENCE_START = re.compile(r"\s*(?:[*+-]\s+)?(?:\[[^\]\n]{1,40}\]|\(\d{1,3}\)|\d{1,3}\.)\s*\S|\\bibitem")
_KEYED = re.compile(r"^(?:[*+-]\s+)?\W{0,3}(?:\\left)?\[[^\]\n]{2,60}\]\W{0,3}\s+[A-Z]", re.M)
"""An entry with a key, at the beginning of a line: a run of them may begin in the middle of one."""
_YEAR = re.compile(r"\b(?:19|20)\d\d[a-z]?\b")
_SOURCE_WORDS = re.compile(
    r"arxiv|proceedings|\bproc\.|conference|journal|\bpp\.|\bvol\.|https?://|\bdoi\b|\bpress\b|transactions|preprint|workshop"
    r"|advances in|\bin [A-Z_*]|\bICML\b|\bNeurIPS\b|\bICLR\b|\bCVPR\b|\bACL\b|\d\s*\(\d+\)\s*[:,]|\d+:\d+[-–]\d+",
    re.IGNORECASE,
)
_AUTHORS = re.compile(r"\s*(?:[*+-]\s+)?[A-Z][\w'’-]+,?\s+(?:[A-Z]\.|[A-Z][\w'’-]+)")


def looks_like_reference(text: str) -> bool:
    """Whether a paragraph found under "References" is an entry of the list (and not stray text that follows it)."""
    if re.match(r"\s*(?:[*+-]\s+)?\[[^\]\n]{1,40}\]|\\bibitem", text) or len(_KEYED.findall(text)) > 1:
        return True
    if len(text.split()) > 90:
        return False
    dated = _YEAR.search(text) is not None
    return dated and (
        _REFERENCE_START.match(text) is not None
        or _SOURCE_WORDS.search(text) is not None
        or _AUTHORS.match(text) is not None
    )


_CHECKLIST = re.compile(
    r"Question:.{10,}?(?:Answer:\s*\[?\\?\w*\{?(?:Yes|No|NA|N/A|TODO))|Answer:\s*\[(?:Yes|No|NA|N/A|TODO)\]"
    r"|The answer (?:NA|No|Yes|N/A) means"
    r"|^\s*(?:[*-]\s*)?\(?[a-h][.)]\)?\s*(?:Do|Did|Have|Were|If|Does)\b.{10,}\[(?:Yes|No|N/?A)\]"
    r"|^\s*(?:\d\.\s*)?For all authors\b",
    re.DOTALL,
)


def looks_like_checklist(text: str) -> bool:
    """Whether a paragraph is an item of a submission checklist, wherever it stands."""
    return _CHECKLIST.search(text) is not None


_POINTER = re.compile(
    r"\[MISSING_PAGE[^\[\]\n]*\]"
    r"|\b(?P<kind>Appendix|Appendices|App\.|Section|Sec\.|Table|Tab\.|Figure|Fig\.|Algorithm)(?:~|\s)+"
    r"(?:\\ref\{)?(?P<number>(?:[A-Z]{1,2}\.?|S)?\d{1,2}(?:\.\d{1,2}){0,3}|[A-Z](?![\w’']))"
    r"|\b(?P<loose>(?:the|our|an|see|in|to)\s+(?:online\s+)?(?:appendix|appendices))\b(?!\s+(?-i:[A-Z\d]))"
    r"|\b(?P<supplement>supplement(?:ary|al)?\s+(?:materials?|information|document|file|appendix|section)s?|supp\.\s*mat\w*"
    r"|(?:the|our|see)\s+supplement(?:ary|s)?)\b",
    re.IGNORECASE,
)
_OTHERS_AFTER = re.compile(
    r"(?:\s*(?:,|and|or|&)\s*(?:(?:Appendix|Section|Table|Figure|Fig\.)\s*)?[A-Z]?\.?\d[\d.]*){0,20}"
    r"(?:(?:\s+(?:of|in|from|by)\s+(?:the\s+)?|\s*,?\s*)"
    r"(?:\[\d|\(?[A-Z][\w-]+(?:\s+(?:et al|and\s+[A-Z]|&\s+[A-Z])|\s*\(\d{4}|,\s*\d{4})|\\cite|Ref\.?\s|their)"
    r"|\s+(?:of|from)\s+(?:\[[A-Z]|[A-Z][\w-]*[A-Z][\w-]+\b(?<!SI)))"
)
_OTHERS_BEFORE = re.compile(
    r"(?:\[[\d,;\s]+[,;]\s*|\d{4}[a-z]?[,;]\s*|(?:\(\d{4}[a-z]?\)|\[\d{1,3}\])\s*[-–—]?\s*|\btheir\s+|’s\s+|'s\s+|\\cite\w*\[)"
    r"(?:(?:Appendix|App\.|Section|Sec\.|Supplement)\s*[A-Z]?\.?[\d.]*\s*[,:]?\s*)?$"
)
_BEFORE_LENGTH = 60

_FLOAT = (
    r"\s*[*_]{0,3}(?:Table|TABLE|Tab\.|Figure|FIGURE|Fig\.|FIG\.|Algorithm|Listing)(?:~|\s)+"
    r"(?:[A-Z]{1,2}\.?|S)?\d{1,3}[a-z]?"
)
_OWN_LABEL = re.compile(
    _FLOAT + r"[*_]{0,3}(?:\s+(?!(?:shows?|gives?|lists?|reports?|presents?|compares?|contains?|illustrates?|depicts?|"
    r"plots?|summari[sz]es?|provides?|describes?|reads?|is|are|has|and|or|to|vs)\b)[\w()/-]+){0,4}\s*[:|]"
)
_TITLE = re.compile(_FLOAT + r"[*_]{0,3}\s+(?:[A-Z][a-z]+(?:-[A-Za-z]+)*|[A-Z]{2}[\w-]*)(?:\s|$)")

_HEADED = re.compile(r"(?P<kind>Algorithm|Table|Figure|Listing)\s+(?P<number>\d{1,3})\b")


def find_missing(
    text: str, *, sections: Sequence[Section], captions: Sequence[Caption], blocks: Sequence[Block]
) -> tuple[MissingPart, ...]:
    """Pointers to parts that are not in the file: one record for each part and pointing sentence, in text order.

    Pointers of other papers ("Appendix A.8 of [12]") and those inside references, checklists and captions' own labels
    are left out.
    """
    pointers = list(_pointers(text, blocks))
    labelled = [part_name(one["kind"], one["number"]) for one, start, _ in pointers if _labels_itself(text, one, start)]
    headed = [part_name(one["kind"], one["number"]) for section in sections if (one := _HEADED.match(section.title))]
    own = _OwnParts.of(sections, captions, [*labelled, *headed])
    found: dict[tuple[str, int], MissingPart] = {}
    for match, start, end in pointers:
        what = None if _labels_itself(text, match, start) else own.lacks(match)
        if what is not None and (what, start) not in found:
            found[what, start] = MissingPart(
                what=what, pointed_from=" ".join(text[start:end].split())[:300], start=start, end=end
            )
    return tuple(found.values())


def _labels_itself(text: str, match: re.Match[str], start: int) -> bool:
    """Whether a sentence that opens with a part's name is its label ("Table 1 header: model, error"), not a pointer."""
    if not match["kind"] or text[start : match.start()].strip("*_ \n"):
        return False
    return _OWN_LABEL.match(text, start) is not None or _TITLE.match(text, start) is not None


def _pointers(text: str, blocks: Sequence[Block]) -> Iterator[tuple[re.Match[str], int, int]]:
    starts = [block.start for block in blocks]
    sentences: dict[int, list[tuple[int, int]]] = {}
    for match in _POINTER.finditer(text):
        if match["kind"] and not (match["kind"][0].isupper() or _names_appendix(match)):
            continue
        if _OTHERS_AFTER.match(text, match.end()) or _OTHERS_BEFORE.search(
            text[max(0, match.start() - _BEFORE_LENGTH) : match.start()]
        ):
            continue
        position = bisect_right(starts, match.start()) - 1
        block = blocks[position] if position >= 0 and match.start() < blocks[position].end else None
        if block is None:
            if match[0].startswith("[MISSING"):
                yield match, match.start(), match.end()
            continue
        if block.type in (PassageType.REFERENCE, PassageType.CHECKLIST):
            continue
        if position not in sentences:
            sentences[position] = sentence_spans(text, block.start, block.end)
        for start, end in sentences[position]:
            if start <= match.start() < end:
                yield match, start, end
                break


def _names_appendix(match: re.Match[str]) -> bool:
    """Whether a pointer in small letters is one: "appendix A", not "table 9 rows"."""
    return match["kind"].casefold().startswith("appendi") and match["number"][0].isupper()


_LABEL_EDGES = re.compile(r"^Appendix (?=[TF])|(?<=\d)[a-z]$")


class _OwnParts(NamedTuple):
    """What the file holds, by printed name."""

    numbers: frozenset[str]
    appendices: frozenset[str]
    appendix: bool
    labels: frozenset[str]

    @classmethod
    def of(cls, sections: Sequence[Section], captions: Sequence[Caption], labelled: Sequence[str]) -> _OwnParts:
        numbers = {section.number.rstrip(".") for section in sections if section.number}
        tops = {number.split(".")[0] for number in numbers}
        return cls(
            numbers=frozenset(numbers | tops),
            appendices=frozenset(one.number.split(".")[0] for one in sections if one.number and one.in_appendix),
            appendix=any(section.in_appendix for section in sections),
            labels=frozenset(_LABEL_EDGES.sub("", one) for one in (*(c.label for c in captions), *labelled)),
        )

    def lacks(self, match: re.Match[str]) -> str | None:
        """The name of the part pointed to if it is not in the file."""
        if match[0].upper().startswith("[MISSING_PAGE"):
            return "pages lost in the file"
        if match["supplement"]:
            return None if self.appendix else "supplementary material"
        if match["loose"]:
            return None if self.appendix else "appendix"
        kind, number = part_name(match["kind"], match["number"]).split(" ", 1)
        if kind in ("Appendice", "App"):
            kind = "Appendix"
        return self._lacks_named("Section" if kind == "Sec" else kind, number)

    def _lacks_named(self, kind: str, number: str) -> str | None:
        top = number.split(".")[0]
        if kind == "Appendix":
            lettered = any(own[0].isalpha() for own in self.numbers)
            unlettered = top in self.appendices if self.appendices else self.appendix and top in ("A", "1")
            present = top in self.numbers if lettered else unlettered
            return None if present else f"Appendix {number if not lettered else top}"
        if kind == "Section":
            if top.isalpha():
                return None if top in self.numbers else f"Section {number}"
            counted = [own for own in self.numbers if own.isdigit()]
            return None if len(counted) < 3 or top in self.numbers else f"Section {number}"
        if not number[-1].isdigit() or (kind == "Algorithm" and not any(one.startswith(kind) for one in self.labels)):
            return None
        own_section = "." in number and number in self.numbers  # "Table 4.4" for the table of Section 4.4
        return None if own_section or f"{kind} {number}" in self.labels else f"{kind} {number}"
