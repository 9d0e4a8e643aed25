"""A small PDF writer for tests: text, rules and boxes at exact places, nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field

FONTS = {"roman": "Times-Roman", "bold": "Times-Bold", "italic": "Times-Italic", "sans": "Helvetica"}
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


def pdf(*pages: Page) -> bytes:
    """The pages as a PDF file."""
    objects: list[bytes] = [b"<< /Type /Catalog /Pages 2 0 R >>", b""]
    first_font = 3
    for base in FONTS.values():
        objects.append(f"<< /Type /Font /Subtype /Type1 /BaseFont /{base} /Encoding /WinAnsiEncoding >>".encode())
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
