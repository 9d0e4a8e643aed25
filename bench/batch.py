"""Batches: broken files among good ones, memory over many papers, two workers against one."""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from pathlib import Path

from batch_set import FOLDER, PROGRAM, differences, outcome, run, write_manifest
from machine import ROOT, against, children_cpu_s, heading, shared, skip

from peerlens.batch.batch import run_batch
from peerlens.batch.inputs import read_input
from peerlens.batch.plan import make_plan
from peerlens.batch.run import Standing
from peerlens.settings import EngineName, Settings

_WORDS = (
    "lamps river glass counts seven boats under quiet bridges while each pilot notes speed and depth of water".split()
)

_UNPINNED = (str(ROOT / "bench" / "unpinned_batch.py"),)


def broken_files(place: Path, *, papers: int) -> None:
    """Every file of the broken kinds once among good papers: the good are done, each bad one is a line."""
    folder = shared()
    if folder is None or not (folder / FOLDER).is_dir() or not (folder / "cases").is_dir():
        skip("broken files: ../shared is not here")
        return
    good = sorted((folder / FOLDER / "papers").glob("*.md"))[:papers]
    cases = sorted(path for path in (folder / "cases").iterdir() if path.is_file())
    lines = [{"id": path.stem, "paper": str(path), "claim": "An ablation study is given."} for path in [*good, *cases]]
    manifest = place / "broken.jsonl"
    manifest.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    done = run(manifest, place / "broken", place / "home-broken", "--retriever", "bm25", "--workers", "2", "--quiet")
    rows = json.loads((place / "broken" / "summary.json").read_text())["lines"]
    whole = sum(row["status"] == "done" for row in rows[: len(good)])
    failed = [row for row in rows[len(good) :] if row["status"] == "failed"]
    print(f"   exit {done.returncode}; {whole} of {len(good)} good papers done")
    print(f"   {len(failed)} of {len(cases)} case files failed, each with its reason:")
    for row in failed:
        print(f"     {row['id']}: {row['reason']}")


def memory(place: Path, *, papers: int) -> None:
    """Memory of the driver and its worker at the last paper over that at the fiftieth."""
    folder = place / "many"
    folder.mkdir()
    review = "W1. No ablation is given.\nW2. It counts nine boats."
    rows = []
    for number in range(papers):
        (folder / f"p{number}.md").write_text(_paper(number), encoding="utf-8")
        rows.append({"id": f"{number}", "paper": f"p{number}.md", "review": review})
    (folder / "m.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    plan = make_plan(read_input(folder / "m.jsonl"), Settings(home=place / "home-many", engine=EngineName.EMBEDDED))
    seen: dict[int, tuple[int, int]] = {}

    def sample(at: Standing) -> None:
        if at.done not in seen:
            seen[at.done] = (_rss(os.getpid()), sum(map(_rss, _children())))

    started = time.monotonic()
    run_batch(plan, place / "many-out", name="many", workers=1, on_progress=sample)
    seconds = time.monotonic() - started
    print(f"   {papers} small papers with vectors, one worker: {seconds:.0f} s")
    for who, name in ((0, "driver"), (1, "worker")):
        early = max(sizes[who] for done, sizes in seen.items() if 40 <= done <= 60)
        late = max(sizes[who] for done, sizes in seen.items() if papers - 20 <= done < papers)
        print(f"   {name}: {early >> 20} MiB around paper 50, {late >> 20} MiB at the end")
        against(f"{name}, memory at paper {papers} over paper 50", late / early, unit="", at_most=1.1)


def _paper(number: int) -> str:
    """A paper of one section of 120 words: what grows with papers grows all the same."""
    words = " ".join(_WORDS[(number * 7 + n) % len(_WORDS)] for n in range(120))
    return f"# Paper {number}\n\n## 1 Method\n\n{words}.\n"


def throughput(place: Path, *, papers: int) -> None:
    """Cold, with vectors: one worker of one thread, two of them, and one that may use as many threads as it likes."""
    manifest = place / "some.jsonl"
    if write_manifest(manifest, papers=papers) is None:
        skip("throughput: ../shared/data/neurips_rejected_reviewtime is not here")
        return
    wall: dict[str, float] = {}
    for name, count, program in (("1", "1", PROGRAM), ("2", "2", PROGRAM), ("unpinned", "1", _UNPINNED)):
        started, cpu = time.monotonic(), children_cpu_s()
        out, home = place / f"some-{name}", place / f"home-some-{name}"
        run(manifest, out, home, "--workers", count, "--quiet", program=program)
        wall[name] = time.monotonic() - started
        used = children_cpu_s() - cpu
        pinned = "with as many threads as it likes" if name == "unpinned" else "of one thread"
        print(f"   {count} worker(s) {pinned}: {wall[name]:.0f} s by the wall, {used:.0f} s of processor time")
    print(f"   outcomes differ in: {differences(outcome(place / 'some-1'), outcome(place / 'some-2')) or 'nothing'}")
    rates = json.loads((place / "some-2" / "summary.json").read_text())["totals"]["rates"]
    print(f"   rates: {json.dumps(rates)}")
    against(f"two workers over one, {papers} papers cold", wall["1"] / wall["2"], unit="", at_least=1.6)
    against("two of one thread over one of many", wall["unpinned"] / wall["2"], unit="", at_least=1.0)


def _rss(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def _children() -> list[int]:
    return [int(one) for one in Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()]


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--only", choices=["broken", "memory", "throughput"])
    asked.add_argument("--papers", type=int)
    options = asked.parse_args()
    heading("batch")
    with tempfile.TemporaryDirectory(prefix="batch-bench-") as folder:
        if options.only in (None, "broken"):
            broken_files(Path(folder), papers=options.papers or 60)
        if options.only in (None, "throughput"):
            throughput(Path(folder), papers=options.papers or 8)
        if options.only in (None, "memory"):
            memory(Path(folder), papers=options.papers or 500)


if __name__ == "__main__":
    main()
