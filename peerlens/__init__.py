"""Check each claim of a peer review against the manuscript it reviews."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from peerlens.version import __version__

if TYPE_CHECKING:
    from peerlens.api import averify, verify

__all__ = ["__version__", "averify", "verify"]


def __getattr__(name: str) -> Any:
    """Load the working parts when first asked for, so that ``import peerlens`` stays light (PEP 562)."""
    if name in ("averify", "verify"):
        from peerlens import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
