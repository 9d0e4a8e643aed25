"""Find text that a reader of the page cannot see: by colour, drawing mode, size, place, or what is painted over it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pypdfium2 as pdfium

from peerlens.schema import PaperWarning
from peerlens.store.parsers.pdf_chars import Floats, Ink, PageChars, PageReader, Shape

Mask = npt.NDArray[np.bool_]

_INVISIBLE, _CLIP_ONLY = 3, 7
_MIN_CONTRAST = 1.16  # ratio of luminances as in WCAG 2; black on white is 21
_SUSPECT_CONTRAST = 1.45  # lighter inks than this on white are looked at on the painted page
_MIN_SIZE = 2.2
_MIN_AREA = 60.0
_SCALE = 2.0
_MAX_SHAPES = 4000
_MAX_OVERPRINTS = 20
_ROW = 1_000_000  # fifths of a point, wider than any page
_IMAGE = 3
_STEPS = np.arange(256) / 255.0
_LINEAR = np.where(_STEPS <= 0.03928, _STEPS / 12.92, ((_STEPS + 0.055) / 1.055) ** 2.4)


@dataclass(frozen=True)
class HiddenText:
    """What was found on one page. ``ocr``: the page is a scan under an invisible text layer, which is kept."""

    mask: Mask
    why: dict[str, int]
    excerpt: str
    ocr: bool


def find_hidden(page: PageChars, reader: PageReader, handle: pdfium.PdfPage) -> HiddenText:
    """Judge every character of a page; what stays is exactly what is painted so that it can be read."""
    count = len(page.codes)
    if not count or not page.inks:
        return HiddenText(np.zeros(count, bool), {}, "", ocr=False)
    inks = np.where(page.ink < 0, 0, page.ink)
    by_ink = _by_drawing(page)
    ocr = _is_scan_layer(page, by_ink, inks)
    reasons: dict[str, Mask] = {"off the page": _off_page(page)}
    if not ocr:
        reasons["drawn invisibly"] = by_ink[inks]
    reasons["too small to read"] = _tiny(page, inks)
    reasons["printed over one another"] = _overprinted(page)
    suspects = _suspects(page, reader, inks)
    if suspects.any():
        reasons["without contrast to its background"] = _unseen(page, handle, inks, suspects)
    mask = np.zeros(count, bool)
    why: dict[str, int] = {}
    drawn = (page.ink >= 0) & (page.codes > 32)
    for reason, found in reasons.items():
        fresh = found & ~mask & drawn
        mask |= found
        if fresh.any():
            why[reason] = int(fresh.sum())
    return HiddenText(mask, why, _excerpt(page, mask), ocr)


def hidden_warning(found: HiddenText, page: int) -> PaperWarning | None:
    """The warning for a page, ``None`` where less than a few words were hidden (stray marks in drawings)."""
    total = sum(found.why.values())
    if total < 12 or sum(map(str.isalpha, found.excerpt)) < 8:
        return None
    how = ", ".join(found.why)
    excerpt = f' It begins "{found.excerpt}".' if found.excerpt else ""
    message = (
        f"{total} characters on this page cannot be seen by a reader ({how}) and were left out of the text.{excerpt}"
    )
    return PaperWarning(code="hidden_text", message=message, page=page)


def _excerpt(page: PageChars, mask: Mask) -> str:
    """The first few hidden words, letters and digits only."""
    codes = np.where(mask & (page.codes > 32) & (page.codes < 0xD800), page.codes, 32)[np.flatnonzero(mask)[:160]]
    shown = "".join(char if char.isalnum() else " " for char in map(chr, codes.tolist()))
    words = " ".join(shown.split())
    return words if len(words) <= 40 else words[:40].rsplit(" ", 1)[0] + " …"


def _by_drawing(page: PageChars) -> Mask:
    """Inks that leave no mark: render mode "invisible" or "clip only", or no opacity."""
    return np.array([ink.mode in (_INVISIBLE, _CLIP_ONLY) or ink.colour[3] <= 20 for ink in page.inks])


def _is_scan_layer(page: PageChars, invisible: Mask, inks: npt.NDArray[np.int64]) -> bool:
    """Whether the page is a picture of text with recognised text laid invisibly over it."""
    area = page.width * page.height
    pictured = any(s.kind == _IMAGE and s.width * s.height > 0.5 * area for s in page.shapes)
    return pictured and float(invisible[inks].mean()) > 0.8


def _off_page(page: PageChars) -> Mask:
    x = (page.box[:, 0] + page.box[:, 2]) / 2
    y = (page.box[:, 1] + page.box[:, 3]) / 2
    outside: Mask = (x < -2) | (y < -2) | (x > page.width + 2) | (y > page.height + 2)
    return outside & (page.ink >= 0)


def _tiny(page: PageChars, inks: npt.NDArray[np.int64]) -> Mask:
    """Text below a readable size, where there is a sentence of it; small print inside drawings is another matter."""
    small = np.array([ink.size < _MIN_SIZE and not ink.nested for ink in page.inks])[inks] & (page.ink >= 0)
    return small if int(small.sum()) >= 25 else np.zeros(len(small), bool)


def _overprinted(page: PageChars) -> Mask:
    """Characters at a spot that holds more of them than any effect of print needs."""
    drawn = (page.ink >= 0) & (page.codes > 32) & (page.box[:, 2] > page.box[:, 0])
    spots = np.round(page.origin[drawn] * 5).astype(np.int64)
    _, place, times = np.unique(spots[:, 0] * _ROW + spots[:, 1], return_inverse=True, return_counts=True)
    mask = np.zeros(len(drawn), bool)
    mask[drawn] = times[place] > _MAX_OVERPRINTS
    return mask


def luminance(rgb: Floats | npt.NDArray[np.uint8]) -> Floats:
    """Relative luminance of sRGB values in 0..255, last axis red, green, blue (WCAG 2)."""
    red, green, blue = (_LINEAR[rgb[..., part].astype(np.uint8)] for part in range(3))
    return np.asarray(0.2126 * red + 0.7152 * green + 0.0722 * blue)


def _contrast(one: Floats, other: Floats) -> Floats:
    high, low = np.maximum(one, other), np.minimum(one, other)
    return np.asarray((high + 0.05) / (low + 0.05))


def _suspects(page: PageChars, reader: PageReader, inks: npt.NDArray[np.int64]) -> Mask:
    """Characters worth a look at the painted page: light ink, ink like the shape below it, or a shape above it."""
    colours = np.array([ink.colour[:3] for ink in page.inks], float)
    light = luminance(colours)
    suspect = _contrast(light, np.ones(len(light))) < _SUSPECT_CONTRAST
    result: Mask = suspect[inks] & (page.ink >= 0)
    big = [s for s in page.shapes if s.width * s.height > _MIN_AREA and s.width > 3 and s.height > 3][:_MAX_SHAPES]
    if not big:
        return result
    orders = page.order
    x = (page.box[:, 0] + page.box[:, 2]) / 2
    y = (page.box[:, 1] + page.box[:, 3]) / 2
    near = (orders >= 0) & (page.ink >= 0)
    for shape in big:
        inside = near & (x > shape.box[0]) & (x < shape.box[2]) & (y > shape.box[1]) & (y < shape.box[3])
        if not inside.any():
            continue
        later = inside & (orders < shape.order)
        result |= later & _opaque(shape, reader)
        fill = reader.fill_of(shape) if shape.is_path else None
        if fill is not None:
            like = _contrast(light, luminance(np.array(fill[:3], float))) < _SUSPECT_CONTRAST
            result |= inside & (orders > shape.order) & like[inks]
    return result


def _opaque(shape: Shape, reader: PageReader) -> bool:
    if shape.is_path:
        fill = reader.fill_of(shape)
        return fill is not None and fill[3] > 200
    return shape.kind == _IMAGE and not reader.is_transparent(shape)


def _unseen(page: PageChars, handle: pdfium.PdfPage, inks: npt.NDArray[np.int64], suspects: Mask) -> Mask:
    """Suspects whose place on the painted page shows no ink of theirs, judged by text object."""
    picture = _paint(handle)
    if picture is None:
        return np.zeros(len(suspects), bool)
    colours = luminance(np.array([ink.colour[:3] for ink in page.inks], float))
    unseen = np.zeros(len(suspects), bool)
    for number in sorted(set(inks[suspects].tolist())):
        members = np.flatnonzero(suspects & (page.ink == number) & (page.codes > 32))
        if not len(members):
            continue
        sample = members[:: max(1, len(members) // 40)]
        seen = [_shows(picture, page, place, page.inks[number], colours[number]) for place in sample.tolist()]
        if np.mean(seen) < 0.3:
            unseen |= suspects & (page.ink == number)
    return unseen


def _shows(picture: npt.NDArray[np.uint8], page: PageChars, place: int, ink: Ink, own: float) -> bool:
    """Whether the character's box holds both its own shade and another one that sets it off."""
    x0, y0, x1, y1 = (page.box[place] * _SCALE).tolist()
    base = page.origin[place][1] * _SCALE
    if ink.direction in (0, 180):
        y0, y1 = max(y0, base - 0.75 * ink.size * _SCALE), min(y1, base + 0.1 * ink.size * _SCALE)
    area = luminance(picture[max(int(y0), 0) : int(y1) + 1, max(int(x0), 0) : int(x1) + 1])
    if not area.size:
        return False
    low, high = float(area.min()), float(area.max())
    if (high + 0.05) / (low + 0.05) < _MIN_CONTRAST:
        return False
    nearest = float(np.abs(area - own).min())
    return nearest < 0.6 * (high - low) and nearest < 0.35


def _paint(handle: pdfium.PdfPage) -> npt.NDArray[np.uint8] | None:
    width, height = handle.get_size()
    if width * height * _SCALE**2 > 16e6 or handle.get_rotation():
        return None
    bitmap = handle.render(scale=_SCALE, may_draw_forms=False, draw_annots=False, rev_byteorder=True)
    picture: npt.NDArray[np.uint8] = np.array(bitmap.to_numpy()[:, :, :3])
    bitmap.close()
    return picture


def warnings_of(found: Sequence[tuple[int, HiddenText]]) -> list[PaperWarning]:
    """The warnings of all pages given as (page number, finding)."""
    warnings = [hidden_warning(each, page) for page, each in found]
    return [warning for warning in warnings if warning is not None]
