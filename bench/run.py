"""Run every bench, each in a process of its own. Exits with 1 when one of them breaks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

BENCHES = ("startup", "parse", "structure", "verify", "desk", "served", "quality")


def main() -> int:
    folder = Path(__file__).parent
    broken = [name for name in BENCHES if subprocess.run([sys.executable, folder / f"{name}.py"]).returncode != 0]
    if broken:
        print(f"\nbroken: {', '.join(broken)}")
    return 1 if broken else 0


if __name__ == "__main__":
    raise SystemExit(main())
