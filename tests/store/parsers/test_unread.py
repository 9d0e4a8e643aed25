"""What lies unread in an archive is named as missing, by kind."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from peerlens.store.parsers import parse
from peerlens.store.parsers.unread import unread_parts


@pytest.mark.parametrize(
    ("names", "latex", "expected"),
    [
        (["s/code/train.py", "s/run.sh"], False, [("code files of the archive", "s/code/train.py, s/run.sh")]),
        (["a.py", "b.py", "c.py", "d.ipynb"], False, [("code files of the archive", "a.py, b.py, c.py and 1 more")]),
        (["counts.CSV"], False, [("data files of the archive", "counts.CSV")]),
        (["cover.pdf"], False, [("other documents of the archive", "cover.pdf")]),
        (["plot.pdf", "plot.png", "icml.sty", "icml.bst"], True, []),
        (["README.md", "LICENSE", "logo.png"], False, []),
        ([], False, []),
    ],
)
def test_code_data_and_documents_left_unread_are_named(
    names: list[str], latex: bool, expected: list[tuple[str, str]]
) -> None:
    parts = unread_parts(names, latex=latex)
    assert [(part.what, part.pointed_from) for part in parts] == expected
    assert all((part.start, part.end) == (0, 0) for part in parts)


@pytest.mark.parametrize(("beside", "missing"), [("code/train.py", ["code files of the archive"]), ("logo.png", [])])
def test_an_archive_with_unread_code_says_so_and_one_without_does_not(
    tmp_path: Path, beside: str, missing: list[str]
) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("paper.md", "# Counting coots\n\n## 1 Introduction\n\nWe count coots on ten ponds.\n")
        archive.writestr(beside, "print(1)\n")
    path = tmp_path / "paper.zip"
    path.write_bytes(made.getvalue())
    assert [part.what for part in parse(path).missing] == missing
