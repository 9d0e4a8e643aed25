"""What a batch would take, counted before anything runs."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from peerlens.batch.estimate import estimate
from peerlens.batch.inputs import read_input
from peerlens.batch.plan import Plan, make_plan
from peerlens.batch.rates import Measuring, Rates, keep_rates, rates_for
from peerlens.schema import Usage
from peerlens.settings import EngineName, Settings
from peerlens.taxonomy import Verdict
from tests.report.records import finding, report

RATES = Rates(papers=5, paper_s=10.0, claim_s=2.0, audit_s=30.0, claims=4.0, measured="here")


def _plan(folder: Path, settings: Settings) -> Plan:
    rows = [
        {"paper": "a.md", "review": "x" * 500},
        {"paper": "a.md", "claim": "No ablation."},
        {"paper": "b.md", "review": "y" * 1500, "tasks": ["verify", "audit"]},
        {"paper": "gone.md", "review": "z"},
    ]
    (folder / "m.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return make_plan(read_input(folder / "m.jsonl"), settings)


def test_papers_claims_and_hours_come_from_the_plan_and_the_measured_rates(folder: Path, settings: Settings) -> None:
    keep_rates(settings, RATES)
    estimated = estimate(_plan(folder, settings), workers=2)
    assert (estimated.lines, estimated.usable, estimated.papers, estimated.reviews) == (4, 3, 2, 3)
    assert (estimated.claims, estimated.audits, estimated.requests, estimated.tokens) == (9, 1, 0, 0)
    assert estimated.hours == pytest.approx((2 * 10 + 9 * 2 + 30) / 2 / 3600, abs=1e-4)
    assert estimated.measured == "here"


def test_a_model_that_nothing_was_measured_with_has_no_hours_but_tokens(folder: Path, settings: Settings) -> None:
    served = replace(settings, engine=EngineName.OPENAI, base_url="http://127.0.0.1:9/v1", model="m")
    estimated = estimate(_plan(folder, served), workers=1)
    assert estimated.hours is None
    assert estimated.requests == round(estimated.claims * 3.0 + 68)
    assert estimated.tokens == estimated.requests * 2500


def test_rates_are_kept_for_their_configuration_alone_and_not_from_a_handful_of_papers(settings: Settings) -> None:
    before = rates_for(settings)
    keep_rates(settings, RATES.model_copy(update={"papers": 4}))
    assert rates_for(settings) == before
    keep_rates(settings, RATES)
    assert rates_for(settings) == RATES
    served = replace(settings, engine=EngineName.OPENAI, base_url="http://127.0.0.1:9/v1", model="m")
    assert rates_for(served) is None
    (settings.home / "batch-rates.json").write_text("[]")
    assert rates_for(settings) == before


def test_a_batch_measures_opening_apart_from_judging() -> None:
    measuring = Measuring()
    usage = Usage(requests=6, prompt_tokens=5000, completion_tokens=1000)
    judged = report(finding(1, Verdict.SUPPORTED), finding(2, Verdict.SUPPORTED)).model_copy(update={"usage": usage})
    measuring.add(judged, seconds=12.0, opening=8.0, characters=500)
    measuring.add(judged, seconds=4.0, opening=0.0, characters=500)
    measuring.add(
        judged.model_copy(update={"kind": "audit", "usage": Usage()}), seconds=20.0, opening=0.0, characters=0
    )
    assert measuring.rates(today="2026-11-30") == Rates(
        papers=1, paper_s=8.0, claim_s=2.0, audit_s=20.0, claims=4.0, requests=3.0, tokens=1000.0,
        measured="by a batch of 1 paper on this machine, 2026-11-30",
    )  # fmt: skip


def test_what_a_batch_did_not_measure_stays_as_it_was_known(settings: Settings) -> None:
    keep_rates(settings, RATES)
    keep_rates(settings, RATES.model_copy(update={"paper_s": 7.0, "audit_s": 0.0, "claims": 0.0, "measured": "later"}))
    assert rates_for(settings) == RATES.model_copy(update={"paper_s": 7.0, "measured": "later"})


def test_hours_are_not_known_where_what_is_asked_for_was_never_measured(folder: Path, settings: Settings) -> None:
    served = replace(settings, engine=EngineName.OPENAI, base_url="http://127.0.0.1:9/v1", model="m")
    keep_rates(served, RATES.model_copy(update={"audit_s": 0.0}))
    (folder / "m.jsonl").write_text('{"paper": "a.md"}\n', encoding="utf-8")
    assert estimate(make_plan(read_input(folder / "m.jsonl"), served), workers=1).hours is None
    (folder / "m.jsonl").write_text('{"paper": "a.md", "review": "No ablation."}\n', encoding="utf-8")
    assert estimate(make_plan(read_input(folder / "m.jsonl"), served), workers=1).hours is not None


def test_what_several_lines_ask_for_is_priced_once(folder: Path, settings: Settings) -> None:
    rows = [{"paper": "a.md", "review": "No ablation."}, {"paper": "a.md"}, {"paper": "b.md", "review": "No ablation."}]
    once = folder / "once.jsonl"
    once.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    twice = folder / "twice.jsonl"
    twice.write_text("\n".join(map(json.dumps, rows * 2)), encoding="utf-8")
    one, two = (estimate(make_plan(read_input(path), settings), workers=1) for path in (once, twice))
    assert (one.reviews, one.audits, two.lines) == (2, 1, 6)
    assert two == replace(one, lines=6, usable=6)
