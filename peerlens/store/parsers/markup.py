"""What HTML, JATS and Office XML have in common: safe trees, their words, and mathematics as plain signs."""

from __future__ import annotations

import re
from html.entities import html5

from lxml import etree

from peerlens.errors import DamagedFileError, PaperError
from peerlens.store.parsers.latex_words import Context, words_of

_MAX_DEPTH = 400
_ENTITY = re.compile(rb"&([A-Za-z][A-Za-z0-9]{1,31});")
Element = etree._Element


def xml_tree(data: bytes, *, source: str) -> Element:
    """The root of an XML file. Entities and external DTDs stay closed, nothing is fetched; the named characters of
    HTML (``&nbsp;``) are read.

    Raises ``DamagedFileError`` for what is not well formed, ``PaperError`` for what nests without end or is too large.
    """
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, dtd_validation=False, huge_tree=False,
        remove_comments=True, remove_pis=True,
    )  # fmt: skip
    try:
        root = etree.fromstring(_ENTITY.sub(_spelled, data), parser)
    except (etree.XMLSyntaxError, ValueError) as exc:
        raise _refused(source, " ".join(str(exc).split())) from exc
    etree.strip_elements(root, etree.Entity, with_tail=False)  # those the file declares for itself
    return root


def _refused(source: str, said: str) -> PaperError:
    """What the parser's own words mean for a person."""
    if "depth" in said:
        return too_deep(source)
    if "Resource limit" in said or "XML_PARSE_HUGE" in said:
        return PaperError(f"{source}: a stretch of its XML is too large to be read", hint="give the PDF")
    said = re.sub(r"\s*\(<string>, line \d+\)", "", said)[:120]
    return DamagedFileError(
        f"{source}: broken XML ({said})", hint="the file may be cut short: download or export it again"
    )


def too_deep(source: str) -> PaperError:
    """The refusal of markup whose elements nest deeper than its parser goes: what lies deeper would be lost unseen."""
    return PaperError(f"{source}: nests too deeply to be read", hint="give the PDF, or save the file again")


def _spelled(match: re.Match[bytes]) -> bytes:
    name = match[1].decode("ascii")
    known = html5.get(f"{name};") if name not in ("lt", "gt", "amp", "quot", "apos") else None
    return "".join(f"&#{ord(char)};" for char in known).encode() if known else match[0]


def name_of(element: Element) -> str:
    """The local name of an element; ``""`` for comments, instructions and entities."""
    tag = element.tag
    if not isinstance(tag, str):
        return ""
    return tag.rpartition("}")[2].casefold() if "}" in tag else tag.rpartition(":")[2].casefold()


def all_text(element: Element) -> str:
    """Every character inside, white space in single spaces."""
    return " ".join("".join(str(part) for part in element.itertext()).split())


def script_sign(kind: str, words: str, before: str) -> str:
    """A raised or lowered number after a letter or digit is parted from it ("10^-3", "x_1"), other words are not."""
    bare = words.strip()
    if kind == "sup" and re.fullmatch(r"[-−–+]?\d+(?:\.\d+)?|[-−–+]?[a-z]|[TN]", bare) and before[-1:].isalnum():
        return f"^{bare}"
    return words


def math_words(element: Element) -> str:
    """MathML as plain signs: its TeX source where it carries one, else its own tree."""
    alternative = element.get("alttext") or ""
    annotation = next(
        (
            one
            for one in element.iter()
            if name_of(one) == "annotation" and "tex" in (one.get("encoding") or "").casefold()
        ),
        None,
    )
    if not alternative and annotation is not None:
        alternative = annotation.text or ""
    return words_of(alternative, Context(), math=True) if alternative else _math(element, 0).strip()


def _math(element: Element, depth: int) -> str:
    name = name_of(element)
    children = [child for child in element if name_of(child)]
    if depth > _MAX_DEPTH or name in ("annotation", "annotation-xml", "mphantom"):
        return ""
    parts = [_math(child, depth + 1) for child in children]
    match name, parts:
        case "msub" | "munder", [base, low]:
            return f"{base}_{low}"
        case "msup" | "mover", [base, high]:
            return f"{base}^{high}" if name == "msup" else base
        case "msubsup" | "munderover", [base, low, high]:
            return f"{base}_{low}^{high}"
        case "mfrac", [above, below]:
            return f"{_closed(above)}/{_closed(below)}"
        case "msqrt", _:
            return f"√({''.join(parts)})"
        case "mo", _:
            sign = all_text(element)
            return f" {sign} " if sign in tuple("=<>≤≥≠≈±×→∈∼") else sign
        case "mtable", _:
            return "; ".join(parts)
        case ("mtd", _):
            return " ".join(parts)
        case _:
            return (
                "".join([(element.text or "").strip(), *parts]) if children else " ".join((element.text or "").split())
            )


def _closed(words: str) -> str:
    return f"({words.strip()})" if re.search(r"[\s+\-−]", words.strip()) else words.strip()
