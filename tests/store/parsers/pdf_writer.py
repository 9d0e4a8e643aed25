"""A small PDF writer for tests: text, rules and boxes at exact places, nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field

FONTS = {
    "roman": "Times-Roman",
    "bold": "Times-Bold",
    "italic": "Times-Italic",
    "sans": "Helvetica",
    "symbol": "Symbol",
}
_NAMES = {name: f"F{number}" for number, name in enumerate(FONTS)}


@dataclass
class Page:
    """One page of 612 × 792 points. ``y`` runs up from the bottom, as in PDF."""

    parts: list[str] = field(default_factory=list)
    width: int = 612
    height: int = 792

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: float = 10.0,
        font: str = "roman",
        colour: str = "0 0 0",
        mode: int = 0,
        matrix: str | None = None,
        state: str = "",
    ) -> None:
        shown = words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        place = matrix or f"1 0 0 1 {x} {y}"
        self.parts.append(f"q {state} BT /{_NAMES[font]} {size} Tf {mode} Tr {colour} rg {place} Tm ({shown}) Tj ET Q")

    def lines(self, x: float, y: float, words: list[str], *, size: float = 10.0, font: str = "roman") -> float:
        """Lines below one another at 1.2 times the size; returns the base line that would come next."""
        for line in words:
            self.text(x, y, line, size=size, font=font)
            y -= 1.2 * size
        return y

    def box(self, x: float, y: float, width: float, height: float, *, colour: str = "0 0 0") -> None:
        self.parts.append(f"q {colour} rg {x} {y} {width} {height} re f Q")

    def stroke(self, x0: float, y0: float, x1: float, y1: float) -> None:
        self.parts.append(f"q 0.5 w {x0} {y0} m {x1} {y1} l S Q")


HIDING = (
    "white on white", "nearly white on white", "pale yellow on white", "invisible mode", "no opacity", "tiny",
    "off the page", "below the page", "covered by a white box", "black under a black box", "blue on the same blue",
)  # fmt: skip


def hide(page: Page, how: str, words: str, *, y: int = 500) -> None:
    """Write ``words`` on the page at the height ``y`` so that no reader sees them, in one of the ways of ``HIDING``."""
    match how:
        case "white on white":
            page.text(72, y, words, colour="1 1 1")
        case "nearly white on white":
            page.text(72, y, words, colour="0.98 0.98 0.98")
        case "pale yellow on white":
            page.text(72, y, words, colour="1 1 0.88")
        case "invisible mode":
            page.text(72, y, words, mode=3)
        case "no opacity":
            page.text(72, y, words, state="/Faint gs")
        case "tiny":
            page.text(72, y, words, size=0.8)
        case "off the page":
            page.text(-900, y, words)
        case "below the page":
            page.text(72, -40, words)
        case "covered by a white box":
            page.text(72, y, words)
            page.box(60, y - 10, 500, 30, colour="1 1 1")
        case "black under a black box":
            page.text(72, y, words)
            page.box(60, y - 10, 500, 30)
        case "blue on the same blue":
            page.box(60, y - 10, 500, 30, colour="0 0 0.6")
            page.text(72, y, words, colour="0 0 0.6")


def pdf(*pages: Page) -> bytes:
    """The pages as a PDF file."""
    objects: list[bytes] = [b"<< /Type /Catalog /Pages 2 0 R >>", b""]
    first_font = 3
    for base in FONTS.values():
        encoding = "" if base == "Symbol" else "/Encoding /WinAnsiEncoding"
        objects.append(f"<< /Type /Font /Subtype /Type1 /BaseFont /{base} {encoding} >>".encode())
    fonts = " ".join(f"/{_NAMES[name]} {first_font + place} 0 R" for place, name in enumerate(FONTS))
    resources = f"<< /Font << {fonts} >> /ExtGState << /Faint << /ca 0 /CA 0 >> >> >>"
    kids = []
    for page in pages:
        stream = "\n".join(page.parts).encode("cp1252")
        objects.append(b"<< /Length %d >>\nstream\n" % len(stream) + stream + b"\nendstream")
        content = len(objects)
        box = f"[0 0 {page.width} {page.height}]"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Resources {resources} /Contents {content} 0 R >>".encode()
        )
        kids.append(f"{len(objects)} 0 R")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>".encode()
    out = bytearray(b"%PDF-1.5\n")
    places = []
    for number, content_bytes in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n" % number + content_bytes + b"\nendobj\n"
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(out)
