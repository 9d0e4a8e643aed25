"""What importing and asking for help may load."""

import subprocess
import sys

import pytest

HEAVY = (
    "chromadb",
    "langgraph",
    "onnxruntime",
    "numpy",
    "pypdfium2",
    "pydantic",
    "rich",
    "textual",
    "bm25s",
    "sklearn",
    "tokenizers",
)


@pytest.mark.parametrize("code", ["import peerlens", "import peerlens.cli"])
def test_importing_loads_nothing_heavy(code: str) -> None:
    probe = f"{code}\nimport sys\nprint(*[m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_help_loads_nothing_heavy_and_names_every_command() -> None:
    probe = (
        "import sys, peerlens.cli\nsys.argv = ['peerlens', '--help']\n"
        "try: peerlens.cli.main()\nexcept SystemExit as e: assert e.code == 0\n"
        f"print('LOADED', *[m for m in {HEAVY!r} if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("LOADED\n")
    for name in ("verify", "desk", "index", "search", "eval", "labels", "runs", "purge", "doctor"):
        assert f"  {name} " in done.stdout


def test_a_stored_run_is_opened_without_what_only_judging_needs() -> None:
    heavy = ("numpy", "chromadb", "langgraph", "onnxruntime", "pypdfium2", "charset_normalizer", "peerlens.tools")
    probe = (
        "import sys, peerlens.desk.app, peerlens.desk.board, peerlens.store.stored\n"
        f"print(*[m for m in {heavy!r} if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_an_unknown_public_name_is_an_attribute_error() -> None:
    import peerlens

    with pytest.raises(AttributeError, match="nothing"):
        _ = peerlens.nothing
