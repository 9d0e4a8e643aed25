"""The suites over frozen sets, on invented papers: real parsing and BM25, verdicts and audits from a script."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from peerlens.agents.audit_rows import empty_row
from peerlens.agents.scripted import ScriptedFamily
from peerlens.errors import InputError, OutputInvalidError, UsageError
from peerlens.evals import run_suite, score
from peerlens.evals.datasets.frozen import half_of_paper
from peerlens.evals.options import SuiteOptions
from peerlens.evals.results import EvalResult, Figure
from peerlens.evals.rows import AbstentionRow, VerdictRow, read_rows
from peerlens.graph.judge import judge_claim
from peerlens.schema import AuditFinding, Claim, Finding, Judgement, LabelRow, Part
from peerlens.settings import RetrieverName, Settings
from peerlens.store.library import Library
from peerlens.taxonomy import Ground, Outcome, PartStatus, Polarity, Severity, Verdict, Weakness
from peerlens.tools import PaperTools

TUNE, REPORT = "coots", "ducks"
"""Two ids whose hashes are even and odd."""

Judge = Callable[[str, str], str]
"""A claim and a manuscript's text → the label it is given; ``fail`` breaks."""


class Scripted:
    """A subject that parses for real, judges by a function, and finds an ablation missing where no text has one."""

    versions: Mapping[str, str] = {"peerlens": "test"}
    engine = "scripted"
    retrievers = (RetrieverName.BM25,)

    def __init__(self, home: Path, judge: Judge) -> None:
        self.settings = Settings(home=home, retriever=RetrieverName.BM25)
        self._judge = judge

    @contextmanager
    def open(self, path: Path) -> Iterator[PaperTools]:
        with Library(self.settings.home).open(path, settings=self.settings) as store:
            yield PaperTools(store, retriever=RetrieverName.BM25)

    def judge(self, claim: Claim, tools: PaperTools) -> Finding:
        label = self._judge(claim.text, tools.manuscript.text)
        if label == "fail":
            raise OutputInvalidError("broke")
        family = ScriptedFamily(decompositions={}, judgements={claim.text: _silent()})
        return asyncio.run(judge_claim(claim, tools, family)).model_copy(update={"label": Verdict(label)})

    def audit(self, tools: PaperTools, labels: Sequence[Weakness]) -> tuple[LabelRow, ...]:
        return tuple(_label_row(label, found="ablation" not in tools.manuscript.text) for label in labels)


def _silent() -> Judgement:
    part = Part(text="it", polarity=Polarity.PRESENCE, status=PartStatus.SILENT, main=True)
    return Judgement(parts=(part,), evidence=(), scan=None, steps=(), confidence=0.9, rationale="scripted")


def _label_row(label: Weakness, *, found: bool) -> LabelRow:
    if label is Weakness("L2.4.1"):
        return empty_row(label, Ground.EXTERNAL_KNOWLEDGE)
    if not found:
        return empty_row(label, Ground.NOTHING_LOCATED)
    finding = AuditFinding(
        id="f1",
        claim="It has none.",
        assessment="",
        severity=Severity.MAJOR,
        confidence=0.8,
        rationale="",
        parts=(),
        evidence=(),
        scan=None,
    )
    return LabelRow(label=label, name="x", outcome=Outcome.FINDING, reason=None, findings=(finding,))


def by_presence(claim: str, text: str) -> str:
    """Whether the last word of an absence claim stands in the text."""
    return "Not Supported" if claim.rstrip(".").split()[-1] in text else "Supported"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Two papers with a twin each that lacks Loon, a Peerify folder, and papers in a folder of files."""
    limitgen = tmp_path / "data" / "limitgen"
    body = "We compare with {} on clear days, and the count is right in most of the pictures that were taken."
    papers = [
        {"paper_id": name, "blocks": [["title", name.title()], ["sec 1 | Results", body.format("Loon")]]}
        for name in (TUNE, REPORT)
    ]
    items = [
        {
            "item_id": f"{name}:baseline",
            "paper_id": name,
            "type": "baseline",
            "patch": [{"block": "sec 1 | Results", "perturbed": body.format("nothing")}],
        }
        for name in (TUNE, REPORT)
    ]
    _write(limitgen / "papers_clean.jsonl", papers)
    _write(limitgen / "items.jsonl", items)
    peerify = tmp_path / "data" / "peerify"
    for name in (TUNE, REPORT):
        _text(peerify / name / "paper.md", f"# {name}\n\n## 1 Data\n\nThe data of {name} has 412 images of ponds.\n")
    claims = [(0, TUNE, "There are 412 images."), (1, REPORT, "There are 412 images of ponds.")]
    _write(
        peerify / "claims_x.jsonl",
        [{"bench": "B1", "row": r, "paper_id": p, "claim": c, "label": "Supported"} for r, p, c in claims],
    )
    rejected = tmp_path / "data" / "rejected" / "papers"
    _text(rejected / f"{TUNE}.md", "# One\n\n## 1 Parts\n\nAn ablation of the filter shows that it matters a lot.\n")
    _text(rejected / f"{REPORT}.md", "# Two\n\n## 1 Parts\n\nThe filter is made of two parts and a small spring.\n")
    return tmp_path / "data"


def _text(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _write(path: Path, rows: Sequence[object]) -> Path:
    _text(path, "".join(json.dumps(row) + "\n" for row in rows))
    return path


def run(name: str, data: Path, judge: Judge = by_presence, **options: object) -> tuple[EvalResult, list[VerdictRow]]:
    """The result and the stored rows; scoring those again must give the same."""
    subject, out = Scripted(data.parent / "home", judge), data.parent / "out"
    result = run_suite(name, data, settings=subject.settings, out=out, subject=subject, **options)  # type: ignore[arg-type]
    assert score(out / "predictions.jsonl") == result
    return result, [] if name == "abstention" else list(read_rows(out / "predictions.jsonl", VerdictRow))


def wording(
    paper: str, kind: str, claim: str, on_clean: object, on_perturbed: str, **more: object
) -> dict[str, object]:
    return {
        "set": "wordings",
        "paper_id": paper,
        "item_id": f"{paper}:baseline",
        "name": "Loon",
        "half": half_of_paper(paper),
        "wording": kind,
        "claim": claim,
        "label_on_clean": on_clean,
        "label_on_perturbed": on_perturbed,
        **more,
    }


def test_the_half_of_a_paper_is_the_parity_of_the_whole_hash() -> None:
    assert (half_of_paper(TUNE), half_of_paper(REPORT)) == ("tune", "report")
    assert half_of_paper("2403.02333v3") == "tune"


# --- wordings -------------------------------------------------------------------------------------------------------


def test_a_pair_is_right_only_when_both_twins_are(data: Path) -> None:
    rows = [
        wording(TUNE, "scoped", "On clear days nothing is compared with Loon.", "Not Supported", "Supported"),
        wording(TUNE, "paraphrase", "The authors skip Loon.", "Supported", "Supported"),
    ]
    _write(data / "frozen" / "wordings.jsonl", rows)
    metrics = run("wordings", data)[0].metrics
    assert metrics["tune half, scoped: both twins right"].value == 1.0
    assert metrics["tune half, paraphrase: both twins right"].value == 0.0
    assert metrics["tune half, paraphrase: right of the decided"].value == 0.5
    assert metrics["tune half, paraphrase: flips"].value == 0.5
    assert metrics["tune half, paraphrase: flips"].n == 2
    assert metrics["tune half, known wordings: both twins right"].n == 1


@pytest.mark.parametrize(
    ("given", "lenient", "strict"),
    [("Not Supported", 1.0, 0.0), ("Partially Supported", 1.0, 1.0), ("Supported", 0.0, 0.0)],
)
def test_a_graded_claim_is_scored_leniently_and_strictly(data: Path, given: str, lenient: float, strict: float) -> None:
    accepted = ["Not Supported", "Partially Supported"]
    claim = "The comparison with Loon is insufficient."
    line = wording(TUNE, "graded", claim, accepted, "Supported", strict_on_clean="Partially Supported")
    _write(data / "wordings.jsonl", [line])
    metrics = run("wordings", data, lambda _, text: given if "Loon" in text else "Supported")[0].metrics
    assert metrics["tune half, graded: both twins right"].value == lenient
    assert metrics["tune half, graded: both twins right, strictly"].value == strict
    assert metrics["tune half, graded: flips"].value == (0.5 if given == "Supported" else 0.0)


def test_a_twin_that_is_left_open_or_breaks_makes_its_pair_wrong_and_is_no_flip(data: Path) -> None:
    rows = [
        wording(TUNE, "scoped", "Open.", "Not Supported", "Supported"),
        wording(TUNE, "scoped", "Broken.", "Not Supported", "Supported") | {"name": "Grebe"},
    ]
    _write(data / "wordings.jsonl", rows)

    def judge(claim: str, text: str) -> str:
        if "Loon" not in text:
            return "Supported"
        return "fail" if claim == "Broken." else "Not Determined"

    metrics = run("wordings", data, judge)[0].metrics
    shown = {key.split(": ")[1]: figure.value for key, figure in metrics.items() if key.startswith("tune half, scoped")}
    assert shown == {
        "both twins right": 0.0,
        "decided": 0.5,
        "right of the decided": 1.0,
        "flips": 0.0,
        "failures": 0.25,
    }


def test_split_takes_one_half_and_knows_no_other(data: Path) -> None:
    claim = "It skips Loon."
    _write(
        data / "wordings.jsonl",
        [wording(paper, "scoped", claim, "Not Supported", "Supported") for paper in (TUNE, REPORT)],
    )
    result, rows = run("wordings", data, split="report")
    assert ({row.paper for row in rows}, result.n) == ({REPORT}, 1)
    assert not any(name.startswith("tune") for name in result.metrics)
    with pytest.raises(UsageError, match="no split 'test'"):
        run("wordings", data, split="test")


# --- where the set lies ---------------------------------------------------------------------------------------------


def test_a_set_is_the_file_named_else_the_one_below_the_data_else_the_one_of_the_checkout(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def named(claim: str) -> list[object]:
        return [wording(TUNE, "scoped", claim, "Not Supported", "Supported")]

    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=r"no wordings\.jsonl below .* or in evals/frozen"):
        run("wordings", data)
    _write(tmp_path / "evals" / "frozen" / "wordings.jsonl", named("From the checkout."))
    assert {row.claim for row in run("wordings", data)[1]} == {"From the checkout."}
    _write(data / "deep" / "wordings.jsonl", named("Below the data."))
    assert {row.claim for row in run("wordings", data)[1]} == {"Below the data."}
    mine = _write(tmp_path / "mine.jsonl", named("By name."))
    assert {row.claim for row in run("wordings", data, options=SuiteOptions(set_file=mine))[1]} == {"By name."}
    _write(data / "other" / "wordings.jsonl", named("A second one."))
    with pytest.raises(InputError, match=r"2 files wordings\.jsonl"):
        run("wordings", data)


def test_a_suite_without_a_frozen_set_refuses_one(data: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="'probes' takes no --set") as caught:
        run("probes", data, options=SuiteOptions(set_file=tmp_path / "x.jsonl"))
    assert caught.value.hint == "--set goes with: absence, abstention, changed, controls, polarity, wordings"


def test_a_set_of_another_kind_is_refused_by_its_line(data: Path, tmp_path: Path) -> None:
    mine = _write(tmp_path / "mine.jsonl", [wording(TUNE, "scoped", "x", "Supported", "Supported")])
    with pytest.raises(InputError, match=r"mine\.jsonl, line 1"):
        run("controls", data, options=SuiteOptions(set_file=mine))


# --- absence --------------------------------------------------------------------------------------------------------


def absence(paper: str, *, name: str = "Loon", sound: bool = True) -> dict[str, object]:
    return {
        "item_id": f"{paper}:baseline",
        "paper_id": paper,
        "type": "baseline",
        "name": name,
        "claim": f"The paper does not compare with {name}.",
        "label_on_clean": "Not Supported",
        "label_on_perturbed": "Supported",
        "sound": sound,
    }


def test_absence_stands_beside_a_search_a_fixed_rule_and_a_wrong_paper(data: Path) -> None:
    _write(data / "named_absence.jsonl", [absence(TUNE), absence(REPORT)])
    result, rows = run("absence", data)
    both = {name: figure.value for name, figure in result.metrics.items() if name.endswith("both twins right")}
    assert both == {
        "sound rows: both twins right": 1.0,
        "sound rows, control (search for the name): both twins right": 1.0,
        "sound rows, control (never opens the paper): both twins right": 0.0,
        "sound rows, control (wrong paper): both twins right": 1.0,  # its twins lack the same name here
        "sound rows, report half: both twins right": 1.0,
        "sound rows, tune half: both twins right": 1.0,
    }
    wrong = {(row.paper, row.twin, row.document) for row in rows if row.arm == "wrong paper"}
    assert wrong == {
        (TUNE, "clean", REPORT),
        (TUNE, "perturbed", f"{REPORT}:baseline"),
        (REPORT, "clean", TUNE),
        (REPORT, "perturbed", f"{TUNE}:baseline"),
    }
    assert result.n == 2


def test_two_names_of_one_pair_of_papers_are_two_items_each_searched_by_its_own_name(data: Path) -> None:
    _write(data / "named_absence.jsonl", [absence(TUNE), absence(TUNE, name="Grebe")])
    metrics = run("absence", data)[0].metrics
    assert metrics["sound rows: both twins right"] == Figure(value=0.5, n=2)
    assert metrics["sound rows, control (search for the name): both twins right"] == Figure(value=0.5, n=2)
    assert metrics["sound rows: decided"].n == 4


def test_the_search_takes_whole_words_only_and_rows_that_are_not_sound_stand_apart(data: Path) -> None:
    _write(data / "named_absence.jsonl", [absence(TUNE, name="Loo"), absence(REPORT, sound=False)])
    metrics = run("absence", data)[0].metrics
    assert metrics["sound rows, control (search for the name): both twins right"].value == 0.0
    assert metrics["sound rows: both twins right"].n == 1
    assert metrics["other rows: both twins right"].n == 1


# --- controls -------------------------------------------------------------------------------------------------------


def control(paper: str, where: str, claim: str, *, kind: str = "mention_only", source: str = "x") -> dict[str, object]:
    return {
        "set": "controls",
        "kind": kind,
        "paper_id": paper,
        "name": claim,
        "where": where,
        "claim": claim,
        "expected": "Supported" if kind == "mention_only" else "Not Supported",
        "half": half_of_paper(paper),
        "source": source,
    }


def test_controls_are_grouped_by_the_place_of_the_mention(data: Path) -> None:
    rows = [
        control(TUNE, "related", "It does not use Loon."),
        control(TUNE, "future", "It does not use Grebe."),
        control(TUNE, "method", "It does not use Teal."),
        control(REPORT, "related", "It does not cite Loon.", kind="not_cited"),
        control("gone", "related", "It does not use Loon."),
    ]
    _write(data / "controls.jsonl", rows)
    metrics = run("controls", data)[0].metrics
    right = {name: (one.value, one.n) for name, one in metrics.items() if name.endswith(": right") and "half" in name}
    assert right == {
        "tune half, introduction, background or method: right": (1.0, 1),
        "tune half, related or future work: right": (1.0, 2),  # the Peerify text of this id does not speak of Loon
        "report half, not cited: right": (0.0, 1),
    }
    assert metrics["dropped: no paper file"].value == 1


@pytest.mark.parametrize(
    ("source", "only_word_there"), [("rejected", "ablation"), ("limitgen", "Loon"), ("peerify", "412")]
)
def test_a_paper_is_taken_from_the_data_set_that_its_row_names(data: Path, source: str, only_word_there: str) -> None:
    line = control(TUNE, "method", f"It does not use {only_word_there}.", source=source)
    _write(data / "controls.jsonl", [line])
    metrics = run("controls", data)[0].metrics
    assert metrics["tune half, introduction, background or method: flips"].value == 1.0


# --- changed claims -------------------------------------------------------------------------------------------------


def changed(row: int, paper: str, find: str, replace: str, kind: str = "number") -> dict[str, object]:
    return {
        "set": "changed",
        "row": row,
        "paper_id": paper,
        "kind": kind,
        "find": find,
        "replace": replace,
        "expected": "Not Supported",
        "half": half_of_paper(paper),
    }


def test_a_changed_claim_is_made_from_the_claim_of_the_data(data: Path) -> None:
    rows = [
        changed(0, TUNE, "412", "512"),
        changed(1, REPORT, "ponds", "lakes", kind="own_name"),
        changed(1, REPORT, "absent words", "x"),
        changed(7, TUNE, "412", "512"),
    ]
    _write(data / "changed.jsonl", rows)

    def judge(claim: str, text: str) -> str:
        if "512" in claim:
            return "Not Supported"
        return "Supported" if TUNE in text else "Not Determined"

    result, stored = run("changed", data, judge)
    claims = {row.claim for row in stored if row.arm == "changed" and row.dropped is None}
    assert claims == {"There are 512 images.", "There are 412 images of lakes."}
    values = {name: figure.value for name, figure in result.metrics.items()}
    assert values["tune half, number: Not Supported"] == 1.0
    assert values["report half, own_name: Supported (flip)"] == 0.0
    assert values["tune half, unchanged on the own paper: Supported"] == 1.0
    assert values["report half, unchanged on the own paper: Supported"] == 0.0
    assert values["tune half, unchanged on another paper: not Supported"] == 1.0
    assert values["report half, unchanged on another paper: Supported"] == 1.0
    assert values["dropped: the string to replace is not in the claim once"] == 1
    assert values["dropped: no such claim in the data"] == 1


# --- abstention -----------------------------------------------------------------------------------------------------


def test_not_assessable_is_no_answer_on_both_sides_and_out_of_the_assessable_rates(data: Path) -> None:
    def pair(paper: str, label: str, *, supported: bool) -> dict[str, object]:
        return {
            "set": "abstention",
            "paper_id": paper,
            "source": "rejected",
            "label": label,
            "supported": supported,
            "half": half_of_paper(paper),
        }

    rows = [
        pair(REPORT, "L2.1.1", supported=True),  # found
        pair(REPORT, "L2.4.1", supported=True),  # not assessable
        pair(REPORT, "L2.1.2", supported=False),  # found all the same
        pair(TUNE, "L2.1.1", supported=True),  # nothing found
        pair(TUNE, "L2.4.1", supported=False),  # not assessable
        pair(TUNE, "L2.1.2", supported=False),  # nothing found
    ]
    _write(data / "abstention.jsonl", rows)
    metrics = run("abstention", data)[0].metrics
    both = {name.split(": ", 1)[1]: (one.value, one.n) for name, one in metrics.items() if name.startswith("both")}
    assert both == {
        "answer rate on supported": (pytest.approx(1 / 3), 3),
        "abstention rate on unsupported": (pytest.approx(2 / 3), 3),
        "balanced accuracy": (pytest.approx(0.5), 6),
        "assessable labels, answer rate on supported": (0.5, 2),
        "assessable labels, abstention rate on unsupported": (0.5, 2),
        "assessable labels, balanced accuracy": (0.5, 4),
        "not assessable, supported": (pytest.approx(1 / 3), 3),
        "not assessable, unsupported": (pytest.approx(1 / 3), 3),
    }
    stored = read_rows(data.parent / "out" / "predictions.jsonl", AbstentionRow)
    assert {row.ground for row in stored if row.label == "L2.4.1"} == {Ground.EXTERNAL_KNOWLEDGE}
    assert metrics["report half: answer rate on supported"].n == 2
