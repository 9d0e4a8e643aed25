"""Papers as tasks of a Ray cluster: the same outcome as with workers of our own. Needs the extra ``ray``."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from peerlens.batch.batch import run_batch
from peerlens.batch.entries import Status
from peerlens.batch.inputs import read_input
from peerlens.batch.plan import Plan, make_plan
from peerlens.batch.ray_crew import RayCrew, laid_out
from peerlens.batch.run import Standing
from peerlens.errors import PaperError, UnavailableError
from peerlens.settings import Settings


@pytest.fixture
def plan(folder: Path, settings: Settings) -> Plan:
    """Four papers of two lines each, one in a folder of LaTeX, and a broken one."""
    (folder / "cut.pdf").write_bytes(b"%PDF-1.4\nno more")
    latex = folder / "latex"
    latex.mkdir()
    (latex / "main.tex").write_text(
        "\\documentclass{article}\\begin{document}\\section{Method}\\input{more}\\end{document}", encoding="utf-8"
    )
    (latex / "more.tex").write_text("The counter has two million parameters.", encoding="utf-8")
    papers = ["a.md", "b.md", "latex", "cut.pdf"]
    rows = [{"paper": paper, "review": review} for paper in papers for review in ("No ablation study.", "No code.")]
    (folder / "m.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return make_plan(read_input(folder / "m.jsonl"), settings)


def _outcome(place: Path) -> list[object]:
    kept = []
    for path in sorted((place / "reports").iterdir()):
        report = json.loads(path.read_text(encoding="utf-8"))
        kept.append([path.name, report["paper"], report["findings"], report["reviews"], report["requests"]])
    summary = json.loads((place / "summary.json").read_text(encoding="utf-8"))
    return [kept, summary["lines"], (place / "claims.csv").read_text(encoding="utf-8")]


class _Killer:
    """Kills a worker of the cluster once, when the first unit is done."""

    def __init__(self) -> None:
        self.killed = 0

    def __call__(self, at: Standing) -> None:
        if self.killed == 0 and at.done:
            self.killed = next(_ray_workers(), 0)
            if self.killed:
                os.kill(self.killed, signal.SIGKILL)


def _ray_workers() -> Iterator[int]:
    """Processes of this user's cluster that are at work on a paper."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                name = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if name.startswith(b"ray::do_paper"):
                yield int(entry.name)


def test_a_local_cluster_gives_the_same_outcome_also_where_a_worker_is_killed(plan: Plan, tmp_path: Path) -> None:
    pytest.importorskip("ray")
    ours = run_batch(plan, tmp_path / "ours", name="m", workers=2)
    other = Plan(plan.lines, Settings(home=tmp_path / "home-ray", retriever=plan.settings.retriever), plan.sizes)
    killer = _Killer()
    theirs = run_batch(other, tmp_path / "ray", name="m", workers=2, ray="local", on_progress=killer)
    assert (ours.error, theirs.error) == (None, None)
    assert killer.killed
    assert _outcome(tmp_path / "ray") == _outcome(tmp_path / "ours")
    failed = [line for line in theirs.summary.document["lines"] if line["status"] == Status.FAILED]  # type: ignore[attr-defined]
    assert [line["line"] for line in failed] == [7, 8]


def test_without_ray_the_extra_is_named(settings: Settings) -> None:
    try:
        import ray  # noqa: F401
    except ImportError:
        with pytest.raises(UnavailableError, match="not installed"):
            RayCrew(settings, address="local")
    else:
        pytest.skip("Ray is installed here")


def test_a_papers_files_lie_as_they_did_and_none_leads_out(tmp_path: Path) -> None:
    files = {"main.tex": b"\\documentclass{article}", "parts/more.tex": b"x"}
    assert laid_out(tmp_path, "latex", "main.tex", files, is_folder=True) == tmp_path / "latex"
    assert (tmp_path / "latex" / "parts" / "more.tex").read_bytes() == b"x"
    with pytest.raises(PaperError, match="leads out"):
        laid_out(tmp_path, "latex", "main.tex", {"../../out.tex": b"x"}, is_folder=True)
