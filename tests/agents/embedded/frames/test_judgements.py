"""Judgements, guesses and news from elsewhere stay open before any retrieval; what authors say does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from peerlens.agents.embedded.frames.reader import read_claim
from peerlens.agents.embedded.opposition import denied_outright, denies, opposed
from peerlens.agents.embedded.reading import Reading
from peerlens.agents.embedded.said import judge_left_out
from peerlens.settings import Settings
from peerlens.store.library import Library
from peerlens.taxonomy import PartStatus, Polarity, Reason, Verdict
from peerlens.tools import PaperTools
from tests.agents.embedded.conftest import Judge

OPEN = (
    ("Swapping patches of leaves lacks originality.", Reason.OPINION),
    ("The spot head is not novel.", Reason.OPINION),
    ("This is a nice empirical result.", Reason.OPINION),
    ("The spot score has a neat geometric interpretation.", Reason.OPINION),
    ("(p. 4, line 11) I think you mean that AdamW is necessary.", Reason.OPINION),
    ("The sentence on patches could really use an illustration.", Reason.OPINION),
    ("The agronomic literature on blight allows for wetter fields.", Reason.EXTERNAL_KNOWLEDGE),
    ("Novelty is limited since patch swapping is known from Moreau et al.", Reason.OPINION),
    ("The originality of the spot head is rather low as such heads exist.", Reason.OPINION),
    ("The manuscript is a real pleasure to read.", Reason.OPINION),
    ("The results on FieldLeaf do not convince me.", Reason.OPINION),
    ("My biggest worry is the evidence on phones.", Reason.OPINION),
    ("It is difficult to justify the use of LeafScan over VineNet.", Reason.OPINION),
    ("I think the paper tackles a non-relevant problem.", Reason.OPINION),
    ("In my humble opinion, the theory of blight is naive.", Reason.OPINION),
    ("The baselines for the spot head are too simplistic.", Reason.OPINION),
    ("Spotting blight without labels is attractive and practical.", Reason.OPINION),
    ("Training on few labelled leaves makes a lot of sense.", Reason.OPINION),
    ("Spotting blight on leaves is of practical interest.", Reason.OPINION),
    ("A smaller backbone may be more desirable on a phone.", Reason.OPINION),
    ("I believe LeafScan will run on older phones.", Reason.INFERENCE),
    ("There exists ample evidence against pre-training on leaves.", Reason.EXTERNAL_KNOWLEDGE),
    ("A growing body of work studies leaves with phones.", Reason.EXTERNAL_KNOWLEDGE),
)


@pytest.mark.parametrize(("claim", "reason"), OPEN)
def test_a_judgement_is_open_for_its_reason_before_anything_is_looked_up(claim: str, reason: Reason) -> None:
    (draft,) = read_claim(claim).drafts
    assert (draft.limit, draft.target) == (reason, "")
    assert draft.polarity in (Polarity.OPINION, Polarity.EXTERNAL)


@pytest.mark.parametrize(("claim", "reason"), OPEN)
def test_a_judgement_ends_undetermined_without_a_quote(judge: Judge, claim: str, reason: Reason) -> None:
    verdict, given, judgement = judge("leafscan", claim)
    assert (verdict, given, judgement.evidence) == (Verdict.NOT_DETERMINED, reason, ())


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("LeafScan clearly outperforms VineNet in F1.", Verdict.SUPPORTED),
        ("I believe that no statistical test was run.", Verdict.SUPPORTED),
        ("The authors say that LeafScan may run on a phone.", Verdict.SUPPORTED),
        ("The authors report that LeafScan has a lower precision than VineNet.", Verdict.SUPPORTED),
    ],
)
def test_a_word_of_tone_or_of_saying_keeps_a_claim_checkable(judge: Judge, claim: str, expected: Verdict) -> None:
    verdict, _, _ = judge("leafscan", claim)
    assert verdict is expected


@pytest.mark.parametrize(
    ("statement", "line"),
    [
        ("Leaves are weighed", "Since leaves are never weighed, mass plays no part."),
        ("Wet leaves are photographed", "Wet leaves are not photographed."),
    ],
)
def test_a_clause_with_all_words_of_a_statement_denies_it_outright(statement: str, line: str) -> None:
    assert denied_outright(line, statement)


@pytest.mark.parametrize(
    ("statement", "line"),
    [
        (
            "To even out the classes the authors draw the same number of leaves for each farm",
            "To even out classes, we draw the same number of leaves for each farm; without hindering growers, all "
            "farms then train one local model.",
        ),
        (
            "The network cannot tell wet leaves from dry ones and fails to see drops",
            "The network is weak due to its inability to tell wet leaves from dry ones.",
        ),
    ],
)
def test_a_denial_of_something_else_is_no_denial(statement: str, line: str) -> None:
    assert not denies(line, statement)
    assert not opposed(statement, line)


def test_opposites_count_only_beside_a_word_that_both_share() -> None:
    assert opposed("The error rate grows with age", "The error rate declines with age.")
    assert not opposed("The error rate grows with age", "Older leaves were kept in a room with lower light.")


def test_a_heading_bears_nothing_out(judge: Judge) -> None:
    _, _, judgement = judge("tideqa", "The authors carry out an error analysis of wrong answers.")
    assert "4.1 Error analysis" not in [one.quote.strip("# ") for one in judgement.evidence]


@pytest.mark.parametrize(
    "claim",
    [
        "They show that HarborLM-7B outperforms TableT5.",
        "The authors build a set of questions about tide tables.",
        "The authors state that a McNemar test finds the difference significant.",
    ],
)
def test_a_restatement_is_borne_out(judge: Judge, claim: str) -> None:
    verdict, _, _ = judge("tideqa", claim)
    assert verdict is Verdict.SUPPORTED


def test_what_a_sentence_lists_as_left_out_is_not_part_of_the_data(tmp_path: Path) -> None:
    paper = tmp_path / "paper.md"
    paper.write_text(
        "# Nests\n\n## 1 Data\nWe photograph nests in spring. Empty nests, old burrows and feeders are left out. "
        "Broken eggs that were found twice are left out.\n",
        encoding="utf-8",
    )
    with Library(tmp_path).open(paper, settings=Settings(home=tmp_path)) as opened:
        reading = Reading.of(PaperTools(opened))
        entry = judge_left_out("Old burrows are included in the data", reading)
        assert entry is not None
        assert entry.status is PartStatus.CONTRADICTED
        assert judge_left_out("Broken eggs are included in the data", reading) is None
        assert judge_left_out("Nests are included in the data", reading) is None
