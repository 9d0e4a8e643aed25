"""Score a parser's headings and captions against lists written by hand from the pages."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from peerlens.errors import InputError
from peerlens.evals.datasets.files import Line, read_json
from peerlens.schema import Manuscript


class GoldHeading(Line):
    """A displayed heading; ``title`` is the digest of its folded words."""

    number: str | None
    page: int
    level: int
    title: str


class GoldRunIn(Line):
    """A bold head inside a line: neither right nor wrong as a heading."""

    page: int
    title: str


class GoldCaption(Line):
    label: str
    page: int


class Gold(Line):
    """What one paper has. ``paper`` is its file name, ``title`` the digest of its title."""

    paper: str
    pages: int
    title: str
    headings: tuple[GoldHeading, ...]
    run_in: tuple[GoldRunIn, ...]
    captions: tuple[GoldCaption, ...]


@dataclass(frozen=True, slots=True)
class StructureScore:
    """What of the gold lists a parser found.

    A heading counts with its words and its page, a caption with its label and its page. ``numbered`` and ``levelled``
    are those found headings that carry the right printed number and level. ``false_headings`` and ``false_captions``
    are shown as the parser has them.
    """

    headings: int
    found: int
    numbered: int
    levelled: int
    captions: int
    found_captions: int
    missed_headings: tuple[GoldHeading, ...]
    missed_captions: tuple[GoldCaption, ...]
    false_headings: tuple[str, ...]
    false_captions: tuple[str, ...]


def read_gold(path: Path) -> Gold:
    """A gold list. Raises ``InputError`` when the file is not one."""
    try:
        return Gold.model_validate(read_json(path))
    except ValidationError as exc:
        raise InputError(f"{path.name} is no list of headings and captions", hint="see the README beside it") from exc


def digest_of(title: str) -> str:
    """16 hex digits of the SHA-256 of a title with only its letters a–z and digits kept, case folded, after NFKC."""
    folded = re.sub(r"[^a-z0-9]", "", unicodedata.normalize("NFKC", title).casefold())
    return hashlib.sha256(folded.encode()).hexdigest()[:16]


def score_structure(manuscript: Manuscript, gold: Gold) -> StructureScore:
    """Compare what was parsed with what a person listed; each parsed heading or caption answers for one of the list."""
    left = list(gold.headings)
    tolerated = [(head.page, head.title) for head in gold.run_in] + [(1, gold.title)]
    numbered = levelled = 0
    false: list[str] = []
    for section in manuscript.sections:
        if not section.title:
            continue  # the stretch before the first heading
        key = (section.page, digest_of(section.title))
        match = next((head for head in left if (head.page, head.title) == key), None)
        if match is not None:
            left.remove(match)
            numbered += section.number == match.number
            levelled += section.level == match.level
        elif key not in tolerated:
            false.append(f"p. {section.page}: {section.display}")
    missed_captions, false_captions = _compare_captions(manuscript, gold.captions)
    return StructureScore(
        headings=len(gold.headings),
        found=len(gold.headings) - len(left),
        numbered=numbered,
        levelled=levelled,
        captions=len(gold.captions),
        found_captions=len(gold.captions) - len(missed_captions),
        missed_headings=tuple(left),
        missed_captions=missed_captions,
        false_headings=tuple(false),
        false_captions=false_captions,
    )


def _compare_captions(
    manuscript: Manuscript, gold: Sequence[GoldCaption]
) -> tuple[tuple[GoldCaption, ...], tuple[str, ...]]:
    left = list(gold)
    false: list[str] = []
    for caption in manuscript.captions:
        match = next((one for one in left if (one.label, one.page) == (caption.label, caption.page)), None)
        if match is not None:
            left.remove(match)
        else:
            false.append(f"p. {caption.page}: {caption.label}")
    return tuple(left), tuple(false)
