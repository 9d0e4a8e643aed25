"""What character codes stand for: ligatures, line-end hyphens, accents drawn over letters, codes that mean nothing."""

from __future__ import annotations

import re
import unicodedata

import numpy as np

from peerlens.store.parsers.pdf_chars import Floats, Ints

REPLACEMENT = "\ufffd"
_NOTHING = 0xFFFC
_LIGATURES = ("ff", "fi", "fl", "ffi", "ffl")
_SPECIAL = {
    **dict.fromkeys((0x02, 0xAD, 0x2010, 0x2011, 0xFFFE), "-"),
    # bitmap (type 3) TeX fonts without a character map: T1 and OT1 places of the ligatures
    **dict(zip(range(0x1B, 0x20), _LIGATURES, strict=True)),
    **dict(zip(range(0x0B, 0x10), _LIGATURES, strict=True)),
    **dict(zip(range(0xFB00, 0xFB07), (*_LIGATURES, "st", "st"), strict=True)),
}
_LOST = (range(0x20), range(0x7F, 0xA0), range(0xD800, 0xF900), range(0xFFFF, 0x10000))  # controls, surrogates, private
_SILENT = (_NOTHING, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_TABLE = {
    **{code: REPLACEMENT for codes in _LOST for code in codes},
    **_SPECIAL,
    **dict.fromkeys(_SILENT, ""),
}
_ACCENTS = {
    0x60: "\u0300",
    0xB4: "\u0301",
    0x2C6: "\u0302",
    0x2DC: "\u0303",
    0xAF: "\u0304",
    0x2D8: "\u0306",
    0x2D9: "\u0307",
    0xA8: "\u0308",
    0x2DA: "\u030a",
    0x2DD: "\u030b",
    0x2C7: "\u030c",
    0xB8: "\u0327",
    0x2DB: "\u0328",
}
_DOTLESS = {0x131: "i", 0x237: "j"}
_EXTENSION = re.compile(r"cmex|mathex|txex|pxex|extension", re.I)
_TABLE_OF_PIECES = {code: "" for codes in _LOST for code in codes} | dict.fromkeys(_SILENT, "")


def readable(raw: str, font: str) -> str:
    """Characters as read from a page, as the text they stand for.

    The nameless pieces of big brackets in TeX's extension fonts are left out; they look like lost text and are none.
    """
    if raw.isascii() and raw.isprintable():
        return raw
    if _EXTENSION.search(font):
        return raw.translate(_TABLE_OF_PIECES)
    return unicodedata.normalize("NFC", raw.translate(_TABLE))


def compose_accents(codes: Ints, x0: Floats, x1: Floats, base: Floats, sizes: Floats) -> Ints:
    """The codes with spacing accents joined to the letter they are drawn over, their own places made empty."""
    places = np.flatnonzero(np.isin(codes, list(_ACCENTS), kind="table"))
    if not len(places):
        return codes
    codes = codes.copy()
    for place in places.tolist():
        middle = (x0[place] + x1[place]) / 2
        over = (x0 - 0.1 <= middle) & (middle <= x1 + 0.1) & (np.abs(base - base[place]) < 0.4 * sizes[place])
        for letter in np.flatnonzero(over).tolist():  # pdfium may list the accent far from its letter
            char = _DOTLESS.get(int(codes[letter]), chr(int(codes[letter])))
            if letter == place or not char.isalpha():
                continue
            composed = unicodedata.normalize("NFC", char + _ACCENTS[int(codes[place])])
            if len(composed) == 1:
                codes[letter] = ord(composed)
            codes[place] = _NOTHING  # a hat over a symbol that has no such letter is left out
            break
    return codes
