"""A headless Chromium of this machine, where there is one."""

from __future__ import annotations

import os
import shutil

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="NOT TESTED in a browser: no playwright (extra: dev)")


def executable() -> str:
    """Its path; skips loudly where there is none. ``PEERLENS_CHROMIUM`` names another."""
    names = [os.environ.get("PEERLENS_CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome"]
    found = next((path for name in names if name and (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("NOT TESTED in a browser: no chromium here (on Debian, apt-get install chromium)")
    return found
