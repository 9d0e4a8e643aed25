"""Decode the bytes of a review file, and say so where the encoding had to be guessed."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

from peerlens.errors import ReviewError
from peerlens.schema import PaperWarning

MAX_BYTES = 32 * 1024 * 1024
"""Of one file; see ``read`` for the length of one review."""
_MAGIC = {
    b"%PDF": "a PDF",
    b"PK\x03\x04": "a zip or Office file",
    b"\x89PNG": "an image",
    b"\xff\xd8\xff": "an image",
    b"GIF8": "an image",
    b"\x1f\x8b": "a gzip file",
    b"\xd0\xcf\x11\xe0": "an Office file",
    b"{\\rtf": "an RTF file",
}
_SURROGATE = re.compile("[\ud800-\udfff]")


class Decoded(NamedTuple):
    """Text of a file, newlines as ``\\n``, and what a reader should know about the reading."""

    text: str
    warnings: tuple[PaperWarning, ...] = ()


def decode(data: bytes, *, name: str) -> Decoded:
    """Decode a review file. Raises ``ReviewError`` for what cannot be a review: too big, binary, empty."""
    if len(data) > MAX_BYTES:
        raise too_big(name)
    for magic, kind in _MAGIC.items():
        if data.startswith(magic):
            raise ReviewError(
                f"review {name}: this is {kind}, not a review", hint="give text, Markdown, JSON, JSONL or CSV"
            )
    if not data.strip():
        raise ReviewError(f"review {name}: the file is empty", hint="hand in a file that holds the review's text")
    decoded = _decode(data)
    binary = sum(ch < " " and ch not in "\n\r\t\x1b" for ch in decoded.text[:4000])
    if binary > 8 and binary > len(decoded.text[:4000]) * 0.05:
        raise ReviewError(f"review {name}: this is a binary file", hint="give text, Markdown, JSON, JSONL or CSV")
    return Decoded(newlines(storable(decoded.text)), decoded.warnings)


def too_big(name: str) -> ReviewError:
    return ReviewError(
        f"review {name}: more than the {MAX_BYTES:,} bytes accepted",
        hint="split it, or hand in the reviews of one paper",
    )


def newlines(text: str) -> str:
    """Line ends as ``\\n``; a lone carriage return stays, unless it is all the line ends there are."""
    text = text.replace("\r\n", "\n")
    return text if "\n" in text else text.replace("\r", "\n")


def storable(text: str) -> str:
    """Lone surrogates, which cannot be written as UTF-8, become U+FFFD; NULs, which nobody typed, are dropped."""
    return _SURROGATE.sub("�", text.replace("\0", ""))


def _decode(data: bytes) -> Decoded:
    if data.startswith(b"\xef\xbb\xbf"):
        return Decoded(data.decode("utf-8-sig", errors="replace"))
    if data.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return Decoded(data.decode("utf-32", errors="replace"))
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Decoded(data.decode("utf-16", errors="replace"))
    wide = _utf16_without_mark(data)
    if wide:
        return Decoded(data.decode(wide, errors="replace"), (_guess(wide),))
    try:
        return Decoded(data.decode("utf-8"))
    except UnicodeDecodeError:
        return _guessed(data)


def _guessed(data: bytes) -> Decoded:
    """Not UTF-8: mostly UTF-8 with a few broken bytes, Windows-1252 (few high bytes), or whatever fits best."""
    patched = data.decode("utf-8", errors="replace")
    broken = patched.count("�")
    sound = sum(ch > "\x7f" and ch != "�" for ch in patched)
    if sound > 4 * broken:
        message = f"{broken} bytes are not UTF-8 and were replaced"
        return Decoded(patched, (PaperWarning(code="encoding_damaged", message=message),))
    high = sum(byte > 0x7F for byte in data)
    if high * 5 < len(data):
        try:
            return Decoded(data.decode("cp1252"), (_guess("Windows-1252"),))
        except UnicodeDecodeError:
            pass
    from charset_normalizer import from_bytes

    best = from_bytes(data).best()
    if best is None:
        return Decoded(data.decode("cp1252", errors="replace"), (_guess("Windows-1252"),))
    return Decoded(str(best), (_guess(best.encoding),))


def _guess(encoding: str) -> PaperWarning:
    return PaperWarning(code="encoding_guessed", message=f"the file is not UTF-8; it was read as {encoding} (a guess)")


def _utf16_without_mark(data: bytes) -> str | None:
    head = data[:2000]
    even, odd = head[0::2].count(0), head[1::2].count(0)
    half = max(len(head) // 2, 1)
    if odd > 0.6 * half and even < 0.1 * half:
        return "utf-16-le"
    if even > 0.6 * half and odd < 0.1 * half:
        return "utf-16-be"
    return None
