"""Read the characters, fonts and shapes of one PDF page into arrays, with as few calls into pdfium as possible."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pypdfium2 as pdfium
import pypdfium2.raw as raw

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

_BOLD = re.compile(
    r"bold|medi(?!um)|black|heavy|demi|cmbx|cmssbx|sfbx|sfxb|ecbx|ecxb|lmbx|cmb1|msbx|bx1?\d|-bd|,b", re.I
)
_ITALIC = re.compile(r"ital|obli|cmti|cmsl|sfti|sfsl|ecti|ecsl|cmbxti|slant", re.I)
_MATH = re.compile(
    r"cmmi|cmsy|cmex|cmbsy|cmmib|msbm|msam|eufm|eusm|rsfs|bbold|stmary|wasy|txsy|txmi|txex|pxsy|pxmi|pxex|"
    r"mathpi|mathematical|cambriamath|latinmodernmath|symbol|mtsy|mtmi|mtex|esint|dsrom|bbm",
    re.I,
)
_PATH, _IMAGE, _SHADING, _FORM, _TEXT = 2, 3, 4, 5, 1
_UPRIGHT_COSINE = 0.98
_FAR = 50_000.0  # points; what lies further out comes from broken numbers
_LARGEST = 14_400.0  # points, the largest page PDF allows


def _direct(name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
    """A pdfium function that takes plain addresses, so that whole pages can be read by ``map`` alone."""
    address = ctypes.cast(getattr(raw, name), ctypes.c_void_p).value or 0
    return ctypes.PYFUNCTYPE(result, *arguments)(address)


def _columns(rows: npt.NDArray[Any], count: int) -> list[range]:
    """The addresses of the first columns of every row, for pdfium to write to."""
    start, size, step = rows.ctypes.data, rows.itemsize, rows.itemsize * rows.shape[1]
    return [range(at, at + step * len(rows), step) for at in range(start, start + count * size, size)]


def _call(function: Callable[..., Any], *arguments: Iterable[Any]) -> list[Any]:
    return list(map(function, *arguments))


_P, _I, _F, _HANDLE = ctypes.c_void_p, ctypes.c_int, ctypes.c_float, ctypes.c_size_t


class Font(NamedTuple):
    """What a font's name and weight say; ``extent``: ascent minus descent at size one."""

    name: str
    bold: bool
    italic: bool
    math: bool
    extent: float


class Ink(NamedTuple):
    """How text is drawn. ``nested``: inside a form, that is, in an embedded drawing."""

    font: str
    size: float
    bold: bool
    italic: bool
    math: bool
    colour: tuple[int, int, int, int]
    mode: int
    direction: int
    nested: bool


@dataclass(frozen=True, slots=True)
class Shape:
    """A path, image, shading or form on the page; ``box`` is left, top, right, bottom, y running down."""

    kind: int
    box: tuple[float, float, float, float]
    order: int
    handle: int

    @property
    def width(self) -> float:
        return self.box[2] - self.box[0]

    @property
    def height(self) -> float:
        return self.box[3] - self.box[1]

    @property
    def is_path(self) -> bool:
        return self.kind == _PATH


@dataclass(slots=True)
class PageChars:
    """Every character of a page. Boxes are in points, y running down from the top of the visible page.

    ``box``: n × 4 (left, top, right, bottom); ``origin``: n × 2; ``ink``: index into ``inks``, -1 for none;
    ``order``: place in the paint order, -1 inside a form.
    """

    index: int
    width: float
    height: float
    codes: Ints
    box: Floats
    origin: Floats
    ink: Ints
    order: Ints
    inks: list[Ink]
    shapes: list[Shape]


class PageReader:
    """Reads pages of one open document. The functions of pdfium are bound once a reader."""

    def __init__(self, document: pdfium.PdfDocument) -> None:
        self.document = document
        self._loose = _direct("FPDFText_GetLooseCharBox", _I, _P, _I, _P)
        self._origin = _direct("FPDFText_GetCharOrigin", _I, _P, _I, _P, _P)
        self._object = _direct("FPDFText_GetTextObject", _HANDLE, _P, _I)
        self._unicode = _direct("FPDFText_GetUnicode", ctypes.c_uint, _P, _I)
        self._page_object = _direct("FPDFPage_GetObject", _P, _P, _I)
        self._form_object = _direct("FPDFFormObj_GetObject", _P, _P, ctypes.c_ulong)
        self._form_count = _direct("FPDFFormObj_CountObjects", _I, _P)
        self._type = _direct("FPDFPageObj_GetType", _I, _P)
        self._bounds = _direct("FPDFPageObj_GetBounds", _I, _P, _P, _P, _P, _P)
        self._matrix = _direct("FPDFPageObj_GetMatrix", _I, _P, _P)
        self._fill = _direct("FPDFPageObj_GetFillColor", _I, _P, _P, _P, _P, _P)
        self._stroke = _direct("FPDFPageObj_GetStrokeColor", _I, _P, _P, _P, _P, _P)
        self._mode = _direct("FPDFTextObj_GetTextRenderMode", _I, _P)
        self._font = _direct("FPDFTextObj_GetFont", _HANDLE, _P)
        self._font_size = _direct("FPDFTextObj_GetFontSize", _I, _P, _P)
        self._font_name = _direct("FPDFFont_GetBaseFontName", ctypes.c_size_t, _P, _P, ctypes.c_size_t)
        self._font_weight = _direct("FPDFFont_GetWeight", _I, _P)
        self._ascent = _direct("FPDFFont_GetAscent", _I, _P, _F, _P)
        self._descent = _direct("FPDFFont_GetDescent", _I, _P, _F, _P)
        self._draw_mode = _direct("FPDFPath_GetDrawMode", _I, _P, _P, _P)
        self._transparent = _direct("FPDFPageObj_HasTransparency", _I, _P)

    def read(self, page: pdfium.PdfPage, index: int) -> PageChars:
        """Read one page. Raises ``pypdfium2.PdfiumError`` when pdfium cannot load its text."""
        left, bottom, right, top = page.get_cropbox()
        right, top = left + min(max(right - left, 1.0), _LARGEST), bottom + min(max(top - bottom, 1.0), _LARGEST)
        textpage = page.get_textpage()
        handle = ctypes.cast(textpage.raw, _P).value
        count = max(raw.FPDFText_CountChars(textpage), 0)
        boxes = np.zeros((count, 4), np.float32)
        _call(self._loose, repeat(handle), range(count), *_columns(boxes, 1))
        origin = np.zeros((count, 2), np.float64)
        _call(self._origin, repeat(handle), range(count), *_columns(origin, 2))
        objects = _call(self._object, repeat(handle), range(count))
        codes = self._codes(textpage, handle, count)
        box = boxes.astype(np.float64)
        box = np.column_stack([box[:, 0] - left, top - box[:, 1], box[:, 2] - left, top - box[:, 3]])
        origin = np.column_stack([origin[:, 0] - left, top - origin[:, 1]])
        box = np.clip(np.nan_to_num(box), -_FAR, _FAR)
        origin = np.clip(np.nan_to_num(origin), -_FAR, _FAR)
        orders, shapes = self._shapes(page, left, top, right - left, top - bottom)
        ink, order, inks = self._inks(objects, orders, np.abs(box[:, 3] - box[:, 1]))
        textpage.close()
        return PageChars(index, right - left, top - bottom, codes, box, origin, ink, order, inks, shapes)

    def _codes(self, textpage: Any, handle: int | None, count: int) -> Ints:
        """Code points. The bulk call leaves characters out now and then; then they are asked for one by one."""
        buffer = (ctypes.c_ushort * (count + 1))()
        written = raw.FPDFText_GetText(textpage, 0, count, buffer)
        codes: Ints = np.frombuffer(bytes(buffer), np.uint16, count).astype(np.int64)
        if written - 1 == count and not ((codes >= 0xD800) & (codes < 0xE000)).any():
            return codes
        return np.fromiter(map(self._unicode, repeat(handle), range(count)), np.int64, count)

    def _shapes(
        self, page: pdfium.PdfPage, left: float, top: float, width: float, height: float
    ) -> tuple[dict[int, int], list[Shape]]:
        """Paint order of the text objects on the page itself, and its shapes.

        A form that holds nearly the whole page is read as if its objects stood on the page.
        """
        orders: dict[int, int] = {}
        shapes: list[Shape] = []
        edges = (ctypes.c_float * 4)()
        at = ctypes.addressof(edges)
        page_handle = ctypes.cast(page.raw, _P).value
        count = raw.FPDFPage_CountObjects(page)
        stack = [iter(map(self._page_object, repeat(page_handle), range(count)))]
        order = 0
        while stack:
            handle = next(stack[-1], None)
            if handle is None:
                stack.pop()
                continue
            order += 1
            kind = self._type(handle)
            if kind == _TEXT:
                orders[handle] = order
                continue
            if not self._bounds(handle, at, at + 4, at + 8, at + 12):
                continue
            box = (edges[0] - left, top - edges[3], edges[2] - left, top - edges[1])
            if not all(-_FAR < edge < _FAR for edge in box):  # also refuses what is no number
                continue
            covers = (box[2] - box[0]) * (box[3] - box[1]) > 0.8 * width * height
            if kind == _FORM and covers and len(stack) < 3:
                inside = max(self._form_count(handle), 0)
                stack.append(iter(map(self._form_object, repeat(handle), range(inside))))
                continue
            shapes.append(Shape(kind, box, order, handle))
        return orders, shapes

    def _inks(self, objects: list[int], orders: dict[int, int], heights: Floats) -> tuple[Ints, Ints, list[Ink]]:
        """For each character the number of its ink and its paint order; the distinct inks."""
        first: dict[int, int] = {}  # the first character of each text object
        for position, handle in enumerate(objects):
            first.setdefault(handle, position)
        first.pop(0, None)  # characters pdfium made up have no object
        handles = list(first)
        places = np.array([orders.get(handle, -1) for handle in handles], np.int64)
        known: dict[Ink, int] = {}
        drawn = self._drawing(handles, places < 0, heights[list(first.values())], known)
        ink_of = dict(zip(handles, drawn, strict=True)) | {0: -1}
        ink = np.fromiter(map(ink_of.__getitem__, objects), np.int64, len(objects))
        order = np.fromiter((orders.get(handle, -1) for handle in objects), np.int64, len(objects))
        return ink, order, list(known)

    def _drawing(
        self, handles: list[int], nested: npt.NDArray[np.bool_], heights: Floats, known: dict[Ink, int]
    ) -> list[int]:
        """The number of each text object's ink in ``known``, which grows; ``heights``: of its first character."""
        count = len(handles)
        matrix = np.zeros((count, 6), np.float32)
        _call(self._matrix, handles, *_columns(matrix, 1))
        nominal = np.zeros((count, 1), np.float32)
        _call(self._font_size, handles, *_columns(nominal, 1))
        modes = _call(self._mode, handles)
        colours = np.zeros((count, 4), np.uint32)
        filled = _call(self._fill, handles, *_columns(colours, 4))
        for place, mode in enumerate(modes):
            if mode == 1:
                filled[place] = self._stroke(handles[place], *(at[place] for at in _columns(colours, 4)))
        colours[~np.array(filled, bool)] = (0, 0, 0, 255)
        drawn_with = _call(self._font, handles)
        fonts = {font: self._describe_font(font) for font in dict.fromkeys(drawn_with)}
        a, b, c, d = matrix[:, :4].astype(np.float64).T
        direction = _directions(a, b)
        sizes = np.abs(nominal[:, 0]).astype(np.float64) * np.hypot(c, d)
        extent = np.array([fonts[font].extent for font in drawn_with])
        measured = (nested | (sizes < 3.0)) & (extent > 0.3) & (direction == 0) & (heights > 0)
        sizes[measured] = heights[measured] / extent[measured]
        numbers: dict[tuple[Any, ...], int] = {}
        found = []
        shades = map(tuple, colours.tolist())
        points = np.round(sizes, 2).tolist()
        for key in zip(drawn_with, points, shades, modes, direction.tolist(), nested.tolist(), strict=True):
            if key not in numbers:
                font, size, *rest = key
                name, bold, italic, math, _ = fonts[font]
                numbers[key] = known.setdefault(Ink(name, size, bold, italic, math, *rest), len(known))
            found.append(numbers[key])
        return found

    def _describe_font(self, font: int) -> Font:
        if not font:
            return Font("", bold=False, italic=False, math=False, extent=0.0)
        buffer = ctypes.create_string_buffer(256)
        length = min(self._font_name(font, ctypes.addressof(buffer), 256), 256)
        full = buffer.raw[: max(length - 1, 0)].decode("utf-8", "replace")
        name = full.partition("+")[2] or full
        edges = (ctypes.c_float * 2)()
        self._ascent(font, 1.0, ctypes.addressof(edges))
        self._descent(font, 1.0, ctypes.addressof(edges) + 4)
        bold = self._font_weight(font) >= 600 or bool(_BOLD.search(name))
        return Font(name, bold, bool(_ITALIC.search(name)), bool(_MATH.search(name)), edges[0] - edges[1])

    def fill_of(self, shape: Shape) -> tuple[int, int, int, int] | None:
        """The fill colour of a path, ``None`` where it is not filled."""
        modes = (ctypes.c_int * 2)()
        at = ctypes.addressof(modes)
        if not self._draw_mode(shape.handle, at, at + 4) or modes[0] == 0:
            return None
        colour = (ctypes.c_uint * 4)()
        at = ctypes.addressof(colour)
        if not self._fill(shape.handle, at, at + 4, at + 8, at + 12):
            return None
        return colour[0], colour[1], colour[2], colour[3]

    def is_transparent(self, shape: Shape) -> bool:
        return bool(self._transparent(shape.handle))


def _directions(a: Floats, b: Floats) -> Ints:
    """Reading directions in degrees, counter-clockwise: 0, 90, 180, 270, or -1 for a slant."""
    upright = _UPRIGHT_COSINE * np.hypot(a, b)
    return np.select([a >= upright, b >= upright, a <= -upright, b <= -upright], [0, 90, 180, 270], -1)
