"""Figures and tables that the text never refers to, that do not exist, or that share a number."""

from __future__ import annotations

import re
from typing import Final

from peerlens.agents.embedded.audit.float_references import Floats, floats_of, line_of
from peerlens.agents.embedded.audit.judged import claimed_without, shown_by
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.audit.prose import listed
from peerlens.agents.embedded.reading import Line
from peerlens.agents.family import Candidate
from peerlens.schema import MissingPart
from peerlens.taxonomy import PassageType, Severity

_BY_PLACE: Final = re.compile(
    r"\b(?:tables?|figures?|plots?|diagrams?|charts?|graphs?) (?:below|above|on the (?:left|right|next)|opposite|"
    r"overleaf)"
    r"|\b(?:following|next|above|below|previous|preceding|first|second|last|accompanying) (?:tables?|figures?|plots?)\b"
    r"|\b(?:this|these|the) (?:tables?|figures?)\b",
    re.I,
)
"""How a text refers to a float without its number."""
_CONTINUED: Final = re.compile(r"\b(?:continued|cont(?:'|’)?d)\b", re.I)
_LOST: Final = re.compile(
    r"\[MISSING_PAGE|(?:Tables?|Figures?|Figs?\.|Tabs?\.|Tb\.)[\s~]*(?:\?\?|\\ref)|\\(?:auto|c|C|sub)?ref\{|"
    r"(?-i:(?:^|[.;,(]\s+|\b(?:in|see|of|by|and|from|that)\s+)(?:Tables?|Figures?)[\s~]+(?:(?:summari[sz]es?|shows?|lists?|"
    r"gives?|reports?|presents?|compares?|illustrates?|depicts?|plots?|provides?|displays?|demonstrates?|contains?|is|"
    r"are|we|and)\b|[.,;)]))",
    re.I | re.M,
)
"""Signs that the numbers of references were lost: no number, or a verb or comma where it should stand."""
_ENOUGH_UNREFERENCED: Final = 4
_NAMED: Final = re.compile(r"^(?P<kind>Table|Figure|Algorithm) (?P<number>\d{1,2})$")


def unreferenced(paper: AuditPaper) -> list[Candidate]:
    """One candidate for all floats of the body that nothing refers to.

    Not where a reference names none of the captions ("Table 4.4" for the table of Section 4.4), nor where references
    were lost in reading: where most floats would be unreferenced, pages are missing, or the text
    refers to floats by their place.
    """
    floats = floats_of(paper)
    text = paper.tools.manuscript.text
    found = [
        (label, line)
        for label in floats.unreferenced
        if (line := line_of(paper, floats.captions[label])) is not None
        and line.is_caption
        and label.startswith(("Figure", "Table"))
        and not paper.tools.section_of(line.start).in_appendix
        and not line.is_reference
        and not any(part.what.startswith(label.split()[0]) for part in paper.tools.manuscript.missing)
        and not any(one.startswith(label.split()[0]) and _of_section(one, floats) for one in floats.referred)
    ]
    if not found or 2 * len(floats.unreferenced) > len(floats.captions) or _LOST.search(text):
        return []
    if any(_BY_PLACE.search(line.text) for line in paper.body if not line.is_table):
        found = []  # one of them may be the one that is meant
    if not found:
        return []
    names = [label for label, _ in found]
    observation = f"The text never refers to {listed(names)}."
    return [
        Candidate(
            topic="unreferenced floats",
            observation=observation,
            assessment="A reader is not told when to look at "
            + ("it" if len(names) == 1 else "them")
            + " nor what to see there.",
            severity=Severity.MODERATE if len(found) >= _ENOUGH_UNREFERENCED else Severity.MINOR,
            judgement=claimed_without(observation, [line for _, line in found], names, paper.tools, confidence=0.8),
        )
    ]


def _of_section(label: str, floats: Floats) -> bool:
    """Whether a reference bears no caption's number but one like a section's."""
    return "." in label and label not in floats.captions


def nonexistent(paper: AuditPaper) -> list[Candidate]:
    """One candidate for the references to a figure or table beyond the last one of the file.

    Only where the file holds the whole paper as far as can be told, its captions are numbered without a gap, and no
    caption can have been lost: a gap, a bare table or a part not supplied may be the one that is meant.
    """
    floats = floats_of(paper)
    missing = paper.tools.manuscript.missing
    named = [(part, match) for part in missing if (match := _NAMED.match(part.what))]
    if not named or len(named) < len(missing) or _LOST.search(paper.tools.manuscript.text):
        return []
    sure = [
        (part, match["kind"]) for part, match in named if _beyond(match, floats) and _all_seen(match["kind"], paper)
    ]
    lines = [line for part, _ in sure if (line := paper.reading.at(part.start)) is not None]
    if not sure or len(lines) < len(sure):
        return []
    return [_nonexistent(paper, floats, sure, lines)]


def _nonexistent(
    paper: AuditPaper, floats: Floats, sure: list[tuple[MissingPart, str]], lines: list[Line]
) -> Candidate:
    names = list(dict.fromkeys(part.what for part, _ in sure))
    kind = sure[0][1]
    has = sum(label.startswith(kind) for label in floats.captions)
    observation = f"The text refers to {listed(names)}, which the paper does not have; its last is {kind} {has}."
    return Candidate(
        topic="dangling references",
        observation=observation,
        assessment="What the text says of it cannot be checked.",
        severity=Severity.MODERATE,
        judgement=shown_by(
            observation, lines[:3], paper.tools, confidence=0.7, rationale="The captions stop before this number."
        ),
    )


def _beyond(match: re.Match[str], floats: Floats) -> bool:
    """Whether the captions of this kind run from 1 without a gap and stop before the number."""
    numbers = sorted(
        int(one[1]) for label in floats.captions if (one := re.fullmatch(rf"{match['kind']} (\d+)", label))
    )
    return len(numbers) >= 2 and numbers == list(range(1, len(numbers) + 1)) and int(match["number"]) > numbers[-1]


def _all_seen(kind: str, paper: AuditPaper) -> bool:
    """Whether no float of this kind can stand in the file without its caption having been read."""
    manuscript = paper.tools.manuscript
    if kind == "Figure":
        images = len(re.findall(r"!\[[^\]]*\]\(|\\includegraphics|<img\b", manuscript.text))
        return 0 < images <= sum(one.label.startswith(kind) for one in manuscript.captions)
    captions = [one for one in paper.tools.passages if one.type is PassageType.CAPTION]
    with_rows = [one for one in captions if paper.tools.table_rows(one.id)]
    owned = {row.id for one in with_rows for row in paper.tools.table_rows(one.id)}
    return bool(with_rows) and all(one.id in owned for one in paper.tools.passages if one.type is PassageType.TABLE)


def repeated(paper: AuditPaper) -> list[Candidate]:
    """One candidate for each number that two different captions bear."""
    found = []
    for label, captions in floats_of(paper).repeated.items():
        lines = [line for caption in captions if (line := line_of(paper, caption)) is not None and line.is_caption]
        words = {" ".join(line.text.split())[:60].casefold() for line in lines}
        if len(words) < 2 or any(_CONTINUED.search(line.text) for line in lines) or _parts(label, captions):
            continue
        observation = f"Two captions bear the number {label}."
        found.append(
            Candidate(
                topic="repeated numbers",
                observation=observation,
                assessment="References to it point to two places.",
                severity=Severity.MINOR,
                judgement=shown_by(
                    observation, lines[:2], paper.tools, confidence=0.75, rationale="Both captions carry it."
                ),
            )
        )
    return found


def _parts(label: str, captions: tuple[object, ...]) -> bool:
    """Whether the captions are parts of one float ("Figure 3a", "Figure 3b")."""
    return any(getattr(one, "label", label) != label for one in captions)
