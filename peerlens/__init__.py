"""Check each claim of a peer review against the manuscript it reviews, and audit a manuscript for weaknesses."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from peerlens.version import __version__

if TYPE_CHECKING:
    from peerlens.api import aaudit, audit, averify, verify
    from peerlens.schema import Report
    from peerlens.settings import Settings
    from peerlens.taxonomy import Verdict, Weakness

__all__ = [
    "Report",
    "Settings",
    "Verdict",
    "Weakness",
    "__version__",
    "aaudit",
    "audit",
    "averify",
    "verify",
]

_HOMES = {
    "Report": "peerlens.schema",
    "Settings": "peerlens.settings",
    "Verdict": "peerlens.taxonomy",
    "Weakness": "peerlens.taxonomy",
    "aaudit": "peerlens.api",
    "audit": "peerlens.api",
    "averify": "peerlens.api",
    "verify": "peerlens.api",
}


def __getattr__(name: str) -> Any:
    """Load the working parts when first asked for, so that ``import peerlens`` stays light (PEP 562)."""
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
