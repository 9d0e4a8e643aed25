"""What lies unread beside the paper cannot be called absent."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from peerlens.agents.embedded.retrieve import retrieve
from peerlens.agents.embedded.verify import verify
from peerlens.agents.rules import derive
from peerlens.schema import Claim
from peerlens.settings import Settings
from peerlens.store.library import Library
from peerlens.taxonomy import Reason, Verdict
from peerlens.tools import PaperTools

_PAPER = """# Counting coots

## 1 Introduction

We count coots on ten ponds with a small network.

## 2 Experiments

The error is 2.7 coots for each pond. The network is trained for ten epochs.
"""


@pytest.mark.parametrize(
    ("beside", "verdict", "reason"),
    [
        ("code/train.py", Verdict.NOT_DETERMINED, Reason.IN_MISSING_PART),
        ("logo.png", Verdict.SUPPORTED, Reason.ABSENT_AFTER_FULL_SCAN),
    ],
)
@pytest.mark.parametrize("text", ["No code is released.", "The source code is not available."])
def test_code_is_absent_only_where_the_archive_holds_none_unread(
    tmp_path: Path, text: str, beside: str, verdict: Verdict, reason: Reason
) -> None:
    path = tmp_path / "paper.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("paper.md", _PAPER)
        archive.writestr(beside, "print(1)\n")
    claim = Claim(id="c1", review_id="r1", text=text, quote=text, start=0, end=len(text))
    settings = Settings(home=tmp_path / "home")
    with Library(settings.home).open(path, settings=settings) as library:
        tools = PaperTools(library)
        judgement = verify(claim, retrieve(claim, tools), tools)
        scan = tools.scan(["code"]).record
    assert derive(judgement.parts)[:2] == (verdict, reason)
    assert bool(scan.missing) == (beside == "code/train.py")
