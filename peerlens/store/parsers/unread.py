"""Name what an archive holds beside the paper and was not read, so that nobody takes it for absent."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath

from peerlens.schema import MissingPart

_CODE = frozenset(
    ".py .ipynb .r .rmd .jl .m .c .cc .cpp .cxx .cu .cuh .h .hpp .java .kt .scala .go .rs .js .ts .sh .lua .pl .rb .cs "
    ".swift .f90 .hs .ml .lean .v .sql .toml .yaml .yml".split()
)
_DATA = frozenset(
    ".csv .tsv .json .jsonl .parquet .arrow .npy .npz .h5 .hdf5 .mat .pkl .pickle .feather .xlsx .xls .db .sqlite "
    ".pt .pth .ckpt .safetensors .onnx .wav .mp4".split()
)
_DOCUMENTS = frozenset(".pdf .docx .doc .odt .rtf .html .htm .pptx".split())
_NAMED_FILES = 3


def unread_parts(ignored: Sequence[str], *, latex: bool) -> tuple[MissingPart, ...]:
    """One record for the code, the data and the documents of an archive that were not read.

    ``ignored``: names in the archive, fit to be shown. ``latex``: the paper is LaTeX, and PDF files beside it are its
    figures. No sentence of the paper points to these parts, so ``start`` and ``end`` are both 0.
    """
    documents = _DOCUMENTS - {".pdf"} if latex else _DOCUMENTS
    kinds = (("code files", _CODE), ("data files", _DATA), ("other documents", documents))
    return tuple(
        MissingPart(what=f"{kind} of the archive", pointed_from=_listed(names), start=0, end=0)
        for kind, endings in kinds
        if (names := [name for name in ignored if PurePosixPath(name).suffix.casefold() in endings])
    )


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED_FILES} more" if len(names) > _NAMED_FILES else ""
    return ", ".join(names[:_NAMED_FILES]) + more
