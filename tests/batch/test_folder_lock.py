"""The folder that a batch writes into."""

from __future__ import annotations

import os
from pathlib import Path

from peerlens.batch.folder_lock import locked_folder


def test_a_new_folder_is_its_owners_alone_and_one_that_is_there_is_left_as_it_is(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        with locked_folder(tmp_path / "new", resume=False):
            assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700
        (tmp_path / "shared").mkdir(mode=0o755)
        with locked_folder(tmp_path / "shared", resume=False):
            assert (tmp_path / "shared").stat().st_mode & 0o777 == 0o755
    finally:
        os.umask(before)
