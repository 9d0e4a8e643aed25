"""From bytes to text: which encoding a text file is in, said when it is a guess, and characters that cannot stay."""

from __future__ import annotations

import codecs
import re

from peerlens.errors import DamagedFileError
from peerlens.schema import PaperWarning

_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"))
_BOMS_16 = ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_BIDI = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_INVISIBLE = "\u200b\u2060-\u2064\ufeff\u180e\U000e0000-\U000e007f"
_REPLACED = re.compile(
    rf"(?P<line>[\u2028\u2029\x85\x0c\r])|(?P<surrogate>[\ud800-\udfff])|(?P<zero>[{_INVISIBLE}])"
    rf"|(?P<control>[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f{_BIDI}])"
)
_MAX_BROKEN = 0.1  # share of control characters above which a file is not text
_FEW_BROKEN = 0.005  # share below which they are not worth a word


def decode(data: bytes, *, source: str) -> tuple[str, tuple[PaperWarning, ...]]:
    """The text of a file, and warnings where its encoding had to be guessed or characters are lost.

    UTF-8 (with or without mark), UTF-16 and UTF-32 with a mark are certain; all else is a guess. Line ends become
    ``\\n``. Raises ``DamagedFileError`` for bytes that are no text.
    """
    for mark, encoding in _BOMS + _BOMS_16:
        if data.startswith(mark):
            return _as_text(_strict(data, encoding, source=source), source=source)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        guess, encoding = _guess(data, source=source)
        warning = PaperWarning(code="encoding_guess", message=f"not UTF-8: read as {encoding}, which is a guess")
        text, warnings = _as_text(guess, source=source)
        return text, (warning, *warnings)
    return _as_text(text, source=source)


def _strict(data: bytes, encoding: str, *, source: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as exc:
        raise DamagedFileError(
            f"{source}: marked as {encoding.removesuffix('-sig').upper()} but broken at byte {exc.start}",
            hint="save the file again as UTF-8 text",
        ) from exc


def _guess(data: bytes, *, source: str) -> tuple[str, str]:
    if b"\x00" in data[:4096]:
        raise DamagedFileError(f"{source}: not a text file", hint="give a PDF, Markdown or text file")
    import charset_normalizer

    best = charset_normalizer.from_bytes(data[:200_000]).best()
    encoding = best.encoding if best is not None else "cp1252"
    if encoding in ("ascii", "latin_1", "cp1250", "cp1254", "mac_roman"):
        encoding = "cp1252"
    return data.decode(encoding, errors="replace"), encoding


def _as_text(text: str, *, source: str) -> tuple[str, tuple[PaperWarning, ...]]:
    text = text.replace("\r\n", "\n")
    broken = sum(1 for char in text if char < " " and char not in "\n\t\r\x0c")
    if broken > max(16, _MAX_BROKEN * len(text)):
        raise DamagedFileError(f"{source}: not a text file", hint="give a PDF, Markdown or text file")
    few = broken <= max(16, _FEW_BROKEN * len(text))
    text = text.replace("\0", "")  # nobody typed it: a space in its place would part a word
    if few:
        return text, ()
    message = f"{broken:,} characters are lost (symbols of a font without a table?); what they said is not read"
    return text, (PaperWarning(code="lost_characters", message=message),)


def without_controls(text: str) -> str:
    """Replace, one for one, characters that could move or hide text, so that offsets stay.

    Line separators become ``\\n``, lone surrogates U+FFFD, control characters and bidi marks a space. An invisible
    character inside a word becomes a soft hyphen (which searches ignore), elsewhere a space.
    """

    def replacement(match: re.Match[str]) -> str:
        if match.lastgroup == "line":
            return "\n"
        if match.lastgroup == "surrogate":
            return "\ufffd"
        if match.lastgroup == "zero":
            inside = text[match.start() - 1 : match.start()].isalnum() and text[match.end() : match.end() + 1].isalnum()
            return "\u00ad" if inside else " "
        return " "

    return _REPLACED.sub(replacement, text)
