"""Load LangGraph without what its libraries bring along and nothing here uses: it costs a tenth of all imports."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec, module_from_spec

_UNUSED = ("httpx._main", "opentelemetry.sdk.trace")
"""Optional to those who import them: the command line of an HTTP client, a tracer's exporter."""
_SHELL = "langgraph_sdk"
"""The client of a hosted service; LangGraph takes one type from a module inside it."""


@contextmanager
def lean_imports() -> Iterator[None]:
    """Inside, the unused parts count as not installed, and the client's package does not run; nothing is left behind.

    For a process of our own: who uses these libraries besides is not to miss anything.
    """
    held = [name for name in (*_UNUSED, _SHELL) if name not in sys.modules]
    for name in held:
        if name in _UNUSED:
            sys.modules[name] = None  # type: ignore[assignment]  # Python's own mark for "not to be found"
    spec = find_spec(_SHELL) if _SHELL in held else None
    if spec is not None:
        sys.modules[_SHELL] = module_from_spec(spec)
    try:
        yield
    finally:
        for name in held:
            sys.modules.pop(name, None)
