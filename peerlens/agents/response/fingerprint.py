"""What names the rules by which a response is read: a change in any makes stored results stale."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib.resources import files


@lru_cache(maxsize=1)
def rules_fingerprint() -> str:
    """Hash of the files of this package."""
    found = hashlib.sha256()
    for path in sorted(files("peerlens.agents.response").iterdir(), key=lambda one: one.name):
        if path.name.endswith(".py"):
            found.update(path.name.encode() + path.read_bytes())
    return found.hexdigest()[:16]
