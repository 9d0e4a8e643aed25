"""Verify a review, audit the paper and search it, from Python. Run: python examples/use_from_python.py"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import peerlens
from peerlens.langchain import ManuscriptRetriever

HERE = Path(__file__).parent


def main(home: Path) -> None:
    settings = peerlens.Settings(home=home)
    paper = HERE / "paper.pdf"

    report = peerlens.verify(paper, HERE / "review-1.md", settings=settings)
    for finding in report.findings:
        if finding.label is peerlens.Verdict.NOT_SUPPORTED and finding.evidence:
            print(f"p. {finding.evidence[0].page} speaks against: {finding.claim}")

    asked = [peerlens.Weakness.L2_1_2, peerlens.Weakness.L2_2_2]
    for row in peerlens.audit(paper, labels=asked, settings=settings).labels:
        print(row.label, row.outcome, row.reason or [finding.claim for finding in row.findings])

    with ManuscriptRetriever(paper, settings=settings) as retriever:
        best = retriever.invoke("How many queries does the study use?")[0]
        print(f"p. {best.metadata['page']}, {best.metadata['section']}: {best.page_content[:80]}…")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as folder:
            main(Path(folder))
