"""Write highlights into a PDF, and take out whatever acts in it: scripts, actions, embedded files, ways out."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence

import pikepdf

from peerlens.errors import DamagedFileError
from peerlens.schema import Highlight
from peerlens.store.parsers.pdf_places import Place

_ACTING_KEYS = (
    "/AA", "/OpenAction", "/JS", "/EF", "/AF", "/XFA", "/RichMediaContent", "/RichMediaSettings", "/Collection",
    "/Requirements",
)  # fmt: skip
_ACTION_KEYS = ("/A", "/PA", "/Next")
_ACTING_NAMES = ("/JavaScript", "/EmbeddedFiles", "/AlternatePresentations", "/Renditions")
_ACTING_NOTES = frozenset(
    {"/FileAttachment", "/RichMedia", "/Screen", "/Movie", "/Sound", "/3D", "/Projection", "/TrapNet"}
)
_STAYS = "/GoTo"
"""The one action that leads nowhere but inside the file."""
_PRINTED = 4  # annotation flag: shown on paper as well
_AUTHOR = "peerlens"


def write_highlights(
    data: bytes, marks: Sequence[tuple[Highlight, Sequence[Place]]], *, password: str | None, source: str
) -> bytes:
    """The PDF with each highlight as one annotation a page. What was encrypted stays so, with the same passwords.

    Raises ``DamagedFileError`` where the file cannot be written again.
    """
    try:
        with pikepdf.open(io.BytesIO(data), password=password or "") as pdf:
            disarm(pdf)
            for highlight, places in marks:
                for page, here in _by_page(places).items():
                    _annotate(pdf, pdf.pages[page], highlight, here)
            out = io.BytesIO()
            pdf.save(out, encryption=pdf.is_encrypted, deterministic_id=not pdf.is_encrypted)
            return out.getvalue()
    except pikepdf.PdfError as exc:
        raise DamagedFileError(
            f"{source}: the PDF is too broken to be written again", hint="print it to a new PDF first"
        ) from exc


def disarm(pdf: pikepdf.Pdf) -> None:
    """Take out scripts, actions but jumps inside the file, embedded files and forms; what they were on stays."""
    for key in ("/AcroForm", "/Perms", "/Threads"):
        if key in pdf.Root:
            del pdf.Root[key]
    if "/Names" in pdf.Root and isinstance(pdf.Root.Names, pikepdf.Dictionary):
        for key in _ACTING_NAMES:
            if key in pdf.Root.Names:
                del pdf.Root.Names[key]
    for each in pdf.objects:
        _disarm_below(each)


def _disarm_below(top: pikepdf.Object) -> None:
    """The object and what is written inside it; what it refers to is an object of its own."""
    waiting = [top]
    while waiting:
        each = waiting.pop()
        if isinstance(each, (pikepdf.Dictionary, pikepdf.Stream)):
            _disarm_one(each)
            waiting += [value for value in _values(each) if not value.is_indirect]
        elif isinstance(each, pikepdf.Array):
            if any(_is_acting_note(one) for one in each):
                _keep(each, [one for one in each if not _is_acting_note(one)])
            waiting += [one for one in each if isinstance(one, pikepdf.Object) and not one.is_indirect]


def _values(each: pikepdf.Object) -> Iterable[pikepdf.Object]:
    held = each.stream_dict if isinstance(each, pikepdf.Stream) else each
    return [value for value in held.as_dict().values() if isinstance(value, pikepdf.Object)]


def _disarm_one(each: pikepdf.Object) -> None:
    for key in _ACTING_KEYS:
        if key in each:
            del each[key]
    for key in _ACTION_KEYS:
        if key in each and _leads_out(each[key]):
            del each[key]


def _leads_out(value: object) -> bool:
    if isinstance(value, pikepdf.Array):
        return any(map(_leads_out, value))
    return isinstance(value, pikepdf.Dictionary) and isinstance(value.get("/S"), pikepdf.Name) and value.S != _STAYS


def _is_acting_note(one: object) -> bool:
    return isinstance(one, pikepdf.Dictionary) and str(one.get("/Subtype", "")) in _ACTING_NOTES


def _keep(array: pikepdf.Array, kept: Sequence[object]) -> None:
    while len(array):
        del array[0]
    for one in kept:
        array.append(one)


def _by_page(places: Sequence[Place]) -> Mapping[int, list[Place]]:
    pages: dict[int, list[Place]] = {}
    for place in places:
        pages.setdefault(place.page, []).append(place)
    return pages


def _annotate(pdf: pikepdf.Pdf, page: pikepdf.Page, highlight: Highlight, places: Sequence[Place]) -> None:
    left, bottom, right, top = (float(value) for value in page.cropbox)
    left, top = min(left, right), max(bottom, top)
    quads = [
        [value for x, y in zip(one.corners[::2], one.corners[1::2], strict=True) for value in (left + x, top - y)]
        for one in places
    ]
    xs = [x for quad in quads for x in quad[::2]]
    ys = [y for quad in quads for y in quad[1::2]]
    note = pikepdf.Dictionary(
        Type=pikepdf.Name.Annot,
        Subtype=pikepdf.Name.Highlight,
        Rect=[_point(value) for value in (min(xs), min(ys), max(xs), max(ys))],
        QuadPoints=[_point(value) for quad in quads for value in quad],
        C=list(highlight.colour),
        Contents=_text(highlight.note),
        T=pikepdf.String(_AUTHOR),
        F=_PRINTED,
    )
    if not isinstance(page.obj.get("/Annots"), pikepdf.Array):
        page.obj.Annots = pikepdf.Array()
    page.obj.Annots.append(pdf.make_indirect(note))


def _text(words: str) -> pikepdf.Object:
    """A string that every reader decodes alike: UTF-16 where ASCII does not do."""
    return pikepdf.String(words if words.isascii() else b"\xfe\xff" + words.encode("utf-16-be", "replace"))


def _point(value: float) -> float:
    return round(value, 2)
