"""An invented paper, a review of it, and a way to hold responses against the review."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

import pytest

from peerlens.agents.embedded.decompose.review import decompose
from peerlens.agents.embedded.family import EmbeddedFamily
from peerlens.agents.findings import finding_of
from peerlens.agents.response.answering import ReadResponse, respond
from peerlens.schema import Claim, Finding, PointResponse, Request, Response, ResponseStretch, Review
from peerlens.settings import Settings
from peerlens.store.library import Library
from peerlens.taxonomy import RequestStatus
from peerlens.tools import PaperTools

PAPER = """# Heronet: Counting Wading Birds from Still Pictures

## Abstract

We count wading birds on sixty ponds. Heronet halves the error of the best counter known.

## 1 Introduction

Wading birds stand still and are hard to see. We call our counter Heronet.

## 2 Method

Heronet has a reed mask and a beak head. The reed mask hides plants in front of the birds.

### 2.1 Training

We train for 40 epochs with a learning rate of 0.002. The learning rate was chosen on held-out ponds because higher
rates diverged.

## 3 Experiments

We compare Heronet with Storkcount and Egretor on sixty ponds.

Table 1: Counting error on the test ponds.

| Model | Error | Parameters |
|---|---|---|
| Storkcount | 8.4 | 9 M |
| Egretor | 7.9 | 14 M |
| Heronet | 3.8 | 5 M |

### 3.1 Ablation

We remove the reed mask and the beak head in turn. Without the reed mask the error rises to 6.1.

## 4 Limits

We did not test Heronet in winter. Night pictures are left to future work.

## A Proof

Theorem 1. The mask never hides a beak. The proof follows from the height of reeds.
"""

REVIEW = """## Weaknesses

W1. The paper contains no ablation study.
W2. Heronet has nine million parameters, which is a lot.
W3. The paper does not compare with Egretor.
W4. Winter ponds are not tested.

## Questions

Q1: How was the learning rate chosen?
Q2: Why are sixty ponds enough?
"""

Answers = dict[str, PointResponse]
Answer = Callable[..., Answers]


@pytest.fixture(scope="session")
def herons(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PaperTools]:
    folder = tmp_path_factory.mktemp("herons")
    path = folder / "heronet.md"
    path.write_text(PAPER, encoding="utf-8")
    with Library(folder / "home").open(path, settings=Settings(home=folder / "home")) as store:
        yield PaperTools(store)


@pytest.fixture(scope="session")
def points(herons: PaperTools) -> dict[str, Finding | Request]:
    """The claims and requests of the review by the reviewer's number, judged on the manuscript."""
    family = EmbeddedFamily()
    parts = decompose(Review(id="r1", source="review.md", text=REVIEW, fields=()))
    found: dict[str, Finding | Request] = {}
    for claim in parts.claims:
        found.setdefault(claim.source.ref or claim.id, asyncio.run(_judged(claim, herons, family)))
    for ask in parts.asks:
        request = Request(**dict(ask), status=RequestStatus.NOT_FOUND)
        found.setdefault(ask.source.ref or ask.id, request)
    return found


async def _judged(claim: Claim, tools: PaperTools, family: EmbeddedFamily) -> Finding:
    return finding_of(claim, await family.verify(claim, await family.retrieve(claim, tools), tools))


@pytest.fixture
def answer(herons: PaperTools, points: dict[str, Finding | Request]) -> Answer:
    """What a response says to each numbered point. ``number`` reviews were handed in, this is the first."""

    def answered(text: str, *, number: int = 1, review_id: str = "r1", source: str = "review.md") -> Answers:
        stretches = (ResponseStretch(review=None, start=0, end=len(text)),)
        response = Response(source="response.md", text=text, stretches=stretches)
        read = ReadResponse.of(response, herons, EmbeddedFamily())
        matcher = read.matcher(Review(id=review_id, source=source, text=REVIEW), order=1, number=number)
        said = {ref: asyncio.run(respond(point, read, matcher)) for ref, point in points.items()}
        for one in said.values():
            assert text[one.start : one.end] == one.quote
            for place in one.places:
                for evidence in place.evidence:
                    assert herons.manuscript.text[evidence.start : evidence.end] == evidence.quote
        return said

    return answered
