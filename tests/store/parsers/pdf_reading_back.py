"""Read highlights back with another library than those that wrote them."""

from __future__ import annotations

import io
import re
import unicodedata
from typing import NamedTuple

import pdfplumber
from pdfminer.pdftypes import resolve1
from pdfminer.utils import decode_text
from pdfplumber.page import Page

_PAD = 0.8  # points: a character counts where its middle lies in the rectangle


class Lit(NamedTuple):
    """One annotation: its page from 1, its note, and the characters whose middles lie in its rectangles."""

    page: int
    note: str
    words: str


def highlights(data: bytes, password: str = "") -> list[Lit]:
    found = []
    with pdfplumber.open(io.BytesIO(data), password=password) as pdf:
        for page in pdf.pages:
            for one in map(resolve1, resolve1(page.page_obj.annots) or []):
                if one["Subtype"].name == "Highlight":
                    quads = [float(value) for value in one["QuadPoints"]]
                    words = "".join(_inside(page, quads[i : i + 8]) for i in range(0, len(quads), 8))
                    found.append(Lit(page.page_number, decode_text(one["Contents"]), words))
    return found


def everything(data: bytes) -> str:
    """All objects that the file holds, as text."""
    with pdfplumber.open(io.BytesIO(data)) as pdf:
        numbers = {number for table in pdf.doc.xrefs for number in table.get_objids()}
        return "\n".join(repr(pdf.doc.getobj(number)) for number in sorted(numbers) if number)


def _inside(page: Page, quad: list[float]) -> str:
    """Characters in the quad, by pdfminer's own places in the page's user space."""
    x0, x1 = min(quad[::2]) - _PAD, max(quad[::2]) + _PAD
    y0, y1 = min(quad[1::2]) - _PAD, max(quad[1::2]) + _PAD
    left, _, _, _ = page.mediabox
    shown = []
    for char in page.chars:
        middle = (char["x0"] + char["x1"]) / 2 + left, (char["y0"] + char["y1"]) / 2
        if x0 <= middle[0] <= x1 and y0 <= middle[1] <= y1:
            shown.append(char["text"])
    return "".join(shown)


def letters(text: str) -> str:
    """Letters and digits alone, ligatures taken apart: what two readers agree on."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text)).casefold()
