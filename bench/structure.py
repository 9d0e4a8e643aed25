"""Headings and captions of real PDFs against lists written by hand from the pages (tests/data/structure)."""

from __future__ import annotations

import sys
import time

from machine import ROOT, against, heading, shared, skip

from peerlens.evals.structure import StructureScore, read_gold, score_structure
from peerlens.store.parsers import parse


def show(name: str, score: StructureScore, *, pages_per_s: float) -> None:
    """One paper's line, and with -v what was missed and what was taken for a heading."""
    print(
        f"   {name:<44} headings {score.found}/{score.headings} (number {score.numbered}, level {score.levelled}) "
        f"captions {score.found_captions}/{score.captions} false headings {len(score.false_headings)} "
        f"false captions {len(score.false_captions)} {pages_per_s:.0f} pages/s"
    )
    if "-v" not in sys.argv:
        return
    for head in score.missed_headings:
        print(f"      missed heading: p. {head.page}, number {head.number}")
    for caption in score.missed_captions:
        print(f"      missed caption: p. {caption.page}, {caption.label}")
    for text in (*score.false_headings, *score.false_captions):
        print(f"      false: {text}")


def main() -> None:
    heading("structure of real PDFs")
    folder = shared()
    scores = []
    for gold_file in sorted((ROOT / "tests" / "data" / "structure").glob("*.json")):
        gold = read_gold(gold_file)
        paper = next((folder / "data").rglob(gold.paper), None) if folder else None
        if paper is None:
            skip(f"{gold.paper} is not here (set PEERLENS_SHARED)")
            continue
        start = time.perf_counter()
        manuscript = parse(paper)
        rate = gold.pages / (time.perf_counter() - start)
        scores.append(score_structure(manuscript, gold))
        show(gold.paper, scores[-1], pages_per_s=rate)
    if scores:
        n, found = sum(s.headings for s in scores), sum(s.found for s in scores)
        c, found_c = sum(s.captions for s in scores), sum(s.found_captions for s in scores)
        against(f"headings found, n = {n}", 100 * found / n, unit="%", at_least=95)
        against(f"captions found, n = {c}", 100 * found_c / c, unit="%", at_least=95)
        against("false headings, worst paper", max(len(s.false_headings) for s in scores), unit="headings", at_most=3)


if __name__ == "__main__":
    main()
