"""An invented method paper that the checks find nothing in, and a way to change it one sentence at a time."""

from __future__ import annotations

from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.reading import Reading
from tests.tools.papers import tools

SOUND = """# HeronNet: Counting Herons With Two Streams

## Abstract

We propose HeronNet, a neural network that counts herons. HeronNet outperforms older counters on most ponds.

## 1 Introduction

Counting herons is slow. We propose a method that consists of two modules, a reed filter and a beak head. Our method
is trained on pictures of ponds.

## 2 Related Work

Older counters are a template matcher and a regression forest.

## 3 Method

HeronNet consists of two modules: the reed filter and the beak head. The reed filter removes reeds. The beak head
counts beaks. We train both with a learning rate of 0.01 and a batch size of 16.

## 4 Experiments

We train HeronNet for 40 epochs on the Pond-A data set and the Marsh-B data set. The network is trained with Adam.
Training a network takes 3 hours on one GPU. The training loss is the squared error. We train the baselines with the
same learning rate. All networks are trained with five random seeds, and we report mean and standard deviation.
We fine-tune the beak head on 200 pictures. The neural baselines are trained for 40 epochs as well. Neural networks
are trained with early stopping. Each epoch reads all training pictures.

Table 1: Accuracy of counters on two data sets (higher is better).

| Method | Pond-A accuracy | Marsh-B accuracy |
|---|---|---|
| Template matcher | 61.2 | 58.4 |
| Regression forest | 70.3 | 66.1 |
| HeronNet | 81.5 | 77.9 |

### 4.1 Ablation

Without the reed filter the accuracy falls to 72.0.

## 5 Limitations

HeronNet was not tested at night.

## 6 Conclusion

We presented a network that counts herons.
"""


def paper(text: str = SOUND, **changes: str) -> AuditPaper:
    """The paper ``text``, with each value of ``changes`` (``"old -> new"``) carried out; an old text must be there."""
    for change in changes.values():
        old, new = change.split(" -> ")
        assert old in text, old
        text = text.replace(old, new)
    return AuditPaper(Reading.of(tools(text)))
