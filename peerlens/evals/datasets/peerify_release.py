"""Read the Peerify benchmark as released (``B1_….jsonl`` to ``B6_….jsonl``), or rows of it that say their ``bench``.

Rows carry no id, evidence is a string, a list or a dict, and the labelling of some broke off: their label is an
accident, so they are dropped and counted.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from peerlens.errors import InputError
from peerlens.evals.datasets.files import Line, files_below, fingerprint, read_lines
from peerlens.evals.datasets.labels import verdict_of
from peerlens.taxonomy import Verdict

LABELLING_ERROR: Final = "labelling error"
REPEATED: Final = "the same claim again"

_FILE = re.compile(r"^(B[1-6])(?:_.*)?\.jsonl$")
_BROKEN: Final = "error during label"
_QUOTED = re.compile(r"[\"“”]([^\"“”]{20,})[\"“”]")
_QUOTE_KEYS: Final = ("quote", "text", "evidence", "paragraph", "content")


class PeerifySet(StrEnum):
    """The six sets under the names of the paper, in the order B1 to B6."""

    PAPER_SOURCED = "PaperSourced"
    REBUTTAL_SOURCED = "RebuttalSourced"
    LLM_JUDGED = "LLMJudged"
    HIGH_AGREEMENT = "HighAgreement"
    VERIFIABLE_ONLY = "VerifiableOnly"
    HUMAN_VERIFIED = "HumanVerified"


_SETS: Final = dict(zip(("B1", "B2", "B3", "B4", "B5", "B6"), PeerifySet, strict=True))
_BY_RESPONSE: Final = frozenset({PeerifySet.REBUTTAL_SOURCED, PeerifySet.VERIFIABLE_ONLY, PeerifySet.HUMAN_VERIFIED})
"""Sets whose labels say what the authors answered."""


@dataclass(frozen=True, slots=True)
class ReleasedClaim:
    """One row. ``item``: a hash of set, paper and claim. ``evidence``: its texts; ``quotes``: what they quote.

    ``response``: the authors' answer where the label was given on that, else ``None``. ``dropped``: why it is no item.
    """

    item: str
    set_: PeerifySet
    paper: str
    claim: str
    gold: Verdict | None
    evidence: tuple[str, ...]
    quotes: tuple[str, ...]
    response: str | None
    dropped: str | None


@dataclass(frozen=True, slots=True)
class Released:
    claims: tuple[ReleasedClaim, ...]
    version: str


def load(data: Path) -> Released:
    """Every claim below ``data``. Raises ``InputError`` where there is none and for an unknown label."""
    sources = [path for path in files_below(data) if _FILE.match(path.name) or _has_benches(path)]
    if not sources:
        raise InputError(
            f"no B1_….jsonl to B6_….jsonl below {data}", hint="give the folder of Peerify's data/benchmark"
        )
    claims: list[ReleasedClaim] = []
    seen: set[str] = set()
    for path in sources:
        for claim in _claims(path):
            claims.append(claim if claim.item not in seen else _again(claim))
            seen.add(claim.item)
    return Released(tuple(claims), fingerprint(sources))


def evidence_texts(value: Any) -> tuple[str, ...]:
    """The texts of an evidence field, whatever its form: a string, a list, a dict, or these in each other."""
    match value:
        case str():
            return (value.strip(),) if value.strip() else ()
        case list():
            return tuple(text for one in value for text in evidence_texts(one))
        case dict():
            named = [value[key] for key in _QUOTE_KEYS if value.get(key)]
            return evidence_texts(named[:1] if named else list(value.values()))
        case _:
            return ()


def quotes_in(texts: Sequence[str]) -> tuple[str, ...]:
    """What evidence texts quote, or a whole text where it has no quotation marks."""
    return tuple(quote.strip() for text in texts for quote in (_QUOTED.findall(text) or [text]))


class _ReleaseLine(Line):
    claim: str
    paper_id: str
    bench: str | None = None
    label: str | None = None
    b2_label: str | None = None
    b3_label: str | None = None
    paragraph: str | None = None
    gold_paragraph: str | None = None
    evidence: Any = None
    b3_evidence: Any = None
    author_response: str | None = None
    combined_author_response: str | None = None
    justification: str | None = None
    b2_justification: str | None = None
    b3_justification: str | None = None


class _BenchLine(Line):
    bench: str | None = None


def _has_benches(path: Path) -> bool:
    if not (path.name.startswith("claims") and path.suffix == ".jsonl"):
        return False
    first = next(iter(read_lines(path, _BenchLine)), None)
    return first is not None and first.bench in _SETS


def _claims(path: Path) -> Iterator[ReleasedClaim]:
    match = _FILE.match(path.name)
    for number, line in enumerate(read_lines(path, _ReleaseLine), start=1):
        bench = line.bench or (match[1] if match else "")
        if bench not in _SETS:
            raise InputError(f"{path.name}, row {number}: unknown set {bench!r}", hint=f"known: {', '.join(_SETS)}")
        yield _claim(line, _SETS[bench], where=f"{path.name}, row {number}")


def _claim(line: _ReleaseLine, set_: PeerifySet, *, where: str) -> ReleasedClaim:
    broken = any(
        (text or "").casefold().startswith(_BROKEN)
        for text in (line.justification, line.b2_justification, line.b3_justification)
    )
    label = line.label or line.b3_label or line.b2_label or ""
    gold = None if broken else verdict_of(label)
    if gold is None and not broken:
        raise InputError(f"{where}: unknown label {label!r}", hint=f"known: {', '.join(Verdict)}, Contradicted")
    texts = evidence_texts([line.paragraph or line.gold_paragraph, line.evidence or line.b3_evidence])
    answer = line.combined_author_response or line.author_response or None
    digest = hashlib.sha256(f"{set_}\n{line.paper_id}\n{line.claim}".encode()).hexdigest()
    return ReleasedClaim(
        item=f"{set_}:{digest[:12]}", set_=set_, paper=line.paper_id, claim=line.claim.strip(), gold=gold,
        evidence=texts, quotes=quotes_in(texts), response=answer if set_ in _BY_RESPONSE else None,
        dropped=LABELLING_ERROR if broken else None,
    )  # fmt: skip


def _again(claim: ReleasedClaim) -> ReleasedClaim:
    return ReleasedClaim(
        claim.item, claim.set_, claim.paper, claim.claim, claim.gold, claim.evidence, claim.quotes, claim.response,
        claim.dropped or REPEATED,
    )  # fmt: skip
