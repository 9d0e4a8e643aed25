"""The paper as a model reads it: passages in the order of the paper, each with a short id, trimmed by rank to fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from peerlens.agents.served.measuring import token_estimate
from peerlens.prompts import as_data
from peerlens.schema import Passage
from peerlens.taxonomy import PassageType
from peerlens.tools import PaperTools

_UNREAD = frozenset({PassageType.REFERENCE, PassageType.CHECKLIST, PassageType.FRONT})
_MOST_HEADINGS = 60


@dataclass(frozen=True, slots=True)
class PaperText:
    """A block of the prompt. ``ids``: short id to passage id; ``left_out``: passages that did not fit, best first."""

    text: str
    ids: dict[str, str]
    left_out: tuple[str, ...] = ()


def whole_paper(tools: PaperTools) -> PaperText:
    """Every passage but references, checklists and author lines: the same bytes for every question on the paper."""
    return _block(tools, [one for one in tools.passages if one.type not in _UNREAD])


def chosen_passages(tools: PaperTools, ranked: Sequence[str], *, room: int) -> PaperText:
    """The best of ``ranked`` passage ids that fit into ``room`` tokens, in the order of the paper.

    The first is shown whatever its length.
    """
    left = room - token_estimate(_head(tools))
    kept: list[Passage] = []
    out: list[str] = []
    for passage_id in dict.fromkeys(ranked):
        passage = tools.passage(passage_id)
        cost = token_estimate(_shown(tools, passage)) + 2
        if cost > left and kept:
            out.append(passage_id)
            continue
        left -= cost
        kept.append(passage)
    block = _block(tools, sorted(kept, key=lambda one: one.start))
    return PaperText(block.text, block.ids, tuple(out))


def short_id(tools: PaperTools, passage: Passage) -> str:
    """The id a passage has in every prompt on its paper: its place in the paper, counted from 1."""
    return f"P{tools.passages.index(passage) + 1}"


def _block(tools: PaperTools, passages: Sequence[Passage]) -> PaperText:
    body = "\n\n".join(_shown(tools, passage) for passage in passages)
    ids = {short_id(tools, passage): passage.id for passage in passages}
    return PaperText(f"<paper>\n{_head(tools)}\n\n{body}\n</paper>", ids)


def _head(tools: PaperTools) -> str:
    manuscript = tools.manuscript
    headings = [section.display for section in manuscript.sections if section.title][:_MOST_HEADINGS]
    missing = "; ".join(dict.fromkeys(part.what for part in manuscript.missing))
    lines = [f"Title: {manuscript.title}", f"Sections: {'; '.join(headings)}"]
    return as_data("\n".join([*lines, f"Not supplied: {missing}"] if missing else lines))


def _shown(tools: PaperTools, passage: Passage) -> str:
    place = tools.section_of(passage.start).display
    page = f", p. {passage.page}" if passage.page is not None else ""
    return f"[{short_id(tools, passage)}] ({as_data(place)}{page}) {as_data(tools.text_of(passage))}"
