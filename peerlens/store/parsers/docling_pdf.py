"""Read a PDF with docling's own pipeline of layout and table models, which lie in a folder the user names."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import TYPE_CHECKING

from peerlens.errors import DamagedFileError, ModelMissingError, PasswordError
from peerlens.schema import Manuscript

if TYPE_CHECKING:
    from docling.document_converter import DocumentConverter

_FETCH = "docling-tools models download -o DIR, then --docling-models DIR (PEERLENS_DOCLING_MODELS)"
_NEEDED = ("layout", "docling-models")  # parts of the folder names that the tool makes


def read(data: bytes, *, source: str, paper_id: str, password: str | None, models: str | None) -> Manuscript:
    """Parse a PDF with docling. ``models``: the folder that ``docling-tools models download`` filled.

    Raises ``ModelMissingError`` without docling or its models, ``PasswordError``, ``DamagedFileError``,
    ``NoTextError``.
    """
    from peerlens.store.parsers.docling_document import manuscript_of

    folder = find_models(models)
    converter = _converter(folder, password)
    from docling.datamodel.base_models import ConversionStatus, DocumentStream
    from docling.exceptions import ConversionError

    try:
        result = converter.convert(DocumentStream(name="paper.pdf", stream=io.BytesIO(data)), raises_on_error=True)
    except ConversionError as exc:
        if "password" in str(exc).lower():
            raise PasswordError(
                f"{source}: needs a password to be opened", hint="give it with --password-file"
            ) from exc
        raise DamagedFileError(f"{source}: docling cannot read it", hint="try --parser auto") from exc
    except (OSError, ValueError, RuntimeError, ImportError) as exc:
        raise ModelMissingError(
            f"docling's models in {folder} cannot be used ({type(exc).__name__})", hint=f"fetch them again: {_FETCH}"
        ) from exc
    if result.status not in (ConversionStatus.SUCCESS, ConversionStatus.PARTIAL_SUCCESS):
        raise DamagedFileError(f"{source}: docling cannot read it", hint="try --parser auto")
    return manuscript_of(result.document, source=source, paper_id=paper_id)


def find_models(folder: str | None) -> Path:
    """The folder of docling's models. Raises ``ModelMissingError`` when docling or the models are not there."""
    check_installed()
    if folder is None:
        raise ModelMissingError("--parser docling needs docling's models, and no folder is named", hint=_FETCH)
    path = Path(folder).expanduser()
    names = " ".join(one.name for one in path.iterdir()) if path.is_dir() else ""
    if not all(part in names for part in _NEEDED):
        raise ModelMissingError(f"{path}: docling's models are not in this folder", hint=_FETCH)
    return path


def check_installed() -> None:
    """Raises ``ModelMissingError`` where docling is not installed."""
    from importlib.util import find_spec

    if find_spec("docling") is None:
        raise ModelMissingError(
            "--parser docling needs docling, which is not installed", hint="pip install 'peerlens[docling]'"
        )


def _converter(folder: Path, password: str | None) -> DocumentConverter:
    os.environ["HF_HUB_OFFLINE"] = "1"  # nothing is fetched: a missing model is an error, not a download
    try:
        from docling.datamodel.backend_options import PdfBackendOptions
        from docling.datamodel.base_models import InputFormat
        from docling.datamodel.pipeline_options import PdfPipelineOptions
        from docling.document_converter import DocumentConverter, PdfFormatOption
    except ImportError as exc:
        raise ModelMissingError(f"docling is not complete ({exc})", hint="pip install 'peerlens[docling]'") from exc
    options = PdfPipelineOptions(artifacts_path=folder, do_ocr=False, enable_remote_services=False)
    backend = PdfBackendOptions(password=password) if password else None
    option = PdfFormatOption(pipeline_options=options, backend_options=backend)
    return DocumentConverter(allowed_formats=[InputFormat.PDF], format_options={InputFormat.PDF: option})
