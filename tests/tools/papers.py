"""A small paper for the tests of the tools."""

from __future__ import annotations

from peerlens.schema import Manuscript
from peerlens.store.paper import IndexedPaper
from peerlens.store.parsers.markdown import read
from peerlens.store.passages import make_passages
from peerlens.tools import PaperTools

PAPER = """# Counting Coots

Ada Lovelace, University of X

## Abstract

We present image captioning (IC) of ponds.

## 1 Introduction

Counting is a choice. We fine-tune GBERT and GPT-4V on the data set of ponds. More is in Appendix C.

## 2 Experiments

We train ResNet18 for 40 epochs. The learning-rate is 0.0003.

### 2.1 Ablations

Without tile shuffling the error rises to 3.3.

Table 1: Error by model.

| Model | MAE |
|---|---|
| CootCount | 2.7 |

Table 2: Error by pond.

| Pond | MAE |
|---|---|
| Alder | 2.1 |

Figure 1: The ponds.

## References

* [1] A. Author. Significance tests. In ICML, 2020.

### NeurIPS Paper Checklist

1. **Significance** Question: Does the paper report error bars? Answer: [No] Justification: none.
"""


def paper(text: str = PAPER) -> Manuscript:
    return read(text.encode("utf-8"), source="paper.md", paper_id="0" * 16, password=None)


def tools(text: str = PAPER) -> PaperTools:
    """Tools on a paper without vectors."""
    manuscript = paper(text)
    return PaperTools(IndexedPaper(manuscript, make_passages(manuscript)))
