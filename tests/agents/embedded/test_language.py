"""On a paper in another language nothing is called absent for want of English words."""

from __future__ import annotations

import asyncio

import pytest

from peerlens.agents.embedded.family import EmbeddedFamily
from peerlens.agents.embedded.language import in_english
from peerlens.agents.findings import finding_of
from peerlens.schema import Claim, Finding
from peerlens.taxonomy import Ground, Reason, Verdict, Weakness
from peerlens.tools import PaperTools
from tests.tools.papers import tools

GERMAN = (
    "# Enten zählen\n\n## 1 Methode\n\n"
    + "Die Kamera nimmt jede Minute ein Bild des Sees auf, und ein kleines Netz zählt die Enten darauf. " * 6
    + "\n\n## 2 Ergebnisse\n\n"
    + "Ohne die Maske verfehlt der Zähler neun von hundert Enten, mit ihr nur drei. " * 6
    + "\n"
)
CHINESE = (
    "# 数鸭子\n\n## 1 方法\n\n"
    + "相机每分钟拍摄一张湖面照片，一个小型网络对照片中的鸭子进行计数。" * 8
    + "\n\n## 2 消融实验\n\n去掉掩码后误差为 9.1。\n"
)
ENGLISH = (
    "# Counting Ducks\n\n## 1 Method\n\n"
    + "The camera takes a picture of the lake in every minute, and a small net counts the ducks on it. " * 6
    + "\n"
)


def judged(text: str, paper: PaperTools) -> Finding:
    claim = Claim(id="r1.c1", review_id="r1", text=text, quote=text, start=0, end=len(text))
    family = EmbeddedFamily()

    async def judge() -> Finding:
        return finding_of(claim, await family.verify(claim, await family.retrieve(claim, paper), paper))

    return asyncio.run(judge())


@pytest.mark.parametrize(
    ("text", "english"), [(GERMAN, False), (CHINESE, False), (ENGLISH, True), ("# Short\n\nEnten.", True)]
)
def test_the_language_shows_in_the_share_of_function_words(text: str, english: bool) -> None:
    assert in_english(tools(text)) is english


@pytest.mark.parametrize("text", [GERMAN, CHINESE])
@pytest.mark.parametrize("claim", ["The paper reports no ablation study.", "The paper reports a significance test."])
def test_what_english_words_do_not_find_in_another_language_is_left_open(text: str, claim: str) -> None:
    finding = judged(claim, tools(text))
    assert (finding.label, finding.reason) == (Verdict.NOT_DETERMINED, Reason.ENGINE_LIMIT)


def test_in_an_english_paper_it_is_absent() -> None:
    assert judged("The paper reports no ablation study.", tools(ENGLISH)).label is Verdict.SUPPORTED


def test_no_label_is_audited_in_another_language() -> None:
    found = asyncio.run(EmbeddedFamily().applies(Weakness.L2_1_2, tools(GERMAN)))
    assert found.ground is Ground.ENGINE_LIMIT
    assert "not in English" in found.note
