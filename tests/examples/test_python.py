"""The Python example runs as it stands, and what its page says of the interface is so."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import peerlens

ROOT = Path(__file__).parents[2]


def test_the_example_verifies_audits_and_searches(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "use_from_python.py"), str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert any(re.match(r"p\. \d+ speaks against: ", line) for line in lines)
    assert [line.split()[0] for line in lines if line.startswith("L2")] == ["L2.1.2", "L2.2.2"]
    assert re.match(r"p\. \d+, .+: .+…$", lines[-1])


def test_the_page_names_what_the_package_offers() -> None:
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    for name in peerlens.__all__:
        assert f"`{name}" in page or name == "__version__"
        assert getattr(peerlens, name)
