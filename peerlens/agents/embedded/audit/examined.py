"""Say what the checks located in this paper, with counts and places, so that "nothing located" is no clean bill."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from peerlens.agents.embedded.audit.checks.ablation import shows
from peerlens.agents.embedded.audit.checks.acronyms import used, without_explanation
from peerlens.agents.embedded.audit.checks.baselines import COMPARED, comparisons, with_others
from peerlens.agents.embedded.audit.checks.positioning import CITATION
from peerlens.agents.embedded.audit.checks.spread import SIGNIFICANT, significant
from peerlens.agents.embedded.audit.checks.stated_values import numbers_alone
from peerlens.agents.embedded.audit.checks.sweeping import tables_meant
from peerlens.agents.embedded.audit.confined import CONFINED, NOT_SHOWN, confinements
from peerlens.agents.embedded.audit.datasets import named_datasets
from peerlens.agents.embedded.audit.float_references import floats_of
from peerlens.agents.embedded.audit.kinds import FRAMING
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.audit.prose import counted, listed, shown_at
from peerlens.agents.embedded.audit.result_tables import LABEL, ResultTable, result_tables
from peerlens.agents.embedded.audit.scores import score_tables
from peerlens.agents.embedded.audit.sweeps import ALL_RESULTS, EVERYWHERE, RIVALS, sweeping_claims, worded_widely
from peerlens.agents.embedded.reading import Line
from peerlens.taxonomy import SectionKind

_MOST_NAMED: Final = 5


def data_examined(paper: AuditPaper) -> str:
    """Which names were taken for data sets, and where the paper's own words confine its evaluation."""
    names = sorted(named_datasets(paper))
    return _located(
        f"{counted(len(names), 'name')} taken for data sets" + (f" ({_names(names)})" if names else ""),
        _sentences(confinements(paper), "in which the paper confines its evaluation", CONFINED, NOT_SHOWN),
    )


def comparisons_examined(paper: AuditPaper) -> str:
    """Where results are set beside others, and where the method is taken apart."""
    compared = with_others(paper) or [line for line in comparisons(paper) if not line.heading]
    words = "that set something beside another method" if with_others(paper) else "with looser words of comparison"
    apart = [line for line in shows(paper) if not line.heading]
    return _located(_sentences(compared, words, COMPARED), _sentences(apart, "with words of an ablation"))


def tables_examined(paper: AuditPaper) -> str:
    """How many tables of results there are to look at, how many come with a spread, and what is called significant."""
    tables = result_tables(paper)
    spread = f", {sum(table.has_spread for table in tables)} with a spread or interval" if tables else ""
    in_part = sum(table.in_part for table in tables)
    spread += f", {in_part} with one for some of the scores" if in_part else ""
    called = _sentences(significant(paper), "with “significant” of own results", SIGNIFICANT)
    return _located(_tables(tables) + spread, called)


def statements_examined(paper: AuditPaper) -> str:
    """How many tables were read cell by cell, and which statements and numbers there were to set against them."""
    tables = result_tables(paper)
    captions = {paper.reading.caption_of(table.scores[0].line) for table in score_tables(paper)}
    unread = [one for one in tables if not any(text.startswith(one.caption.text) for text in captions)]
    cells = f", cell by cell but for {_names([_label(one) for one in unread])}" if unread else ", cell by cell"
    placed = sum(bool(tables_meant(claim, paper)) for claim in sweeping_claims(paper))
    wide = worded_widely(paper)
    worded = _sentences(wide, "worded like “always better” or “outperforms all”", EVERYWHERE, RIVALS, ALL_RESULTS)
    alone = len(list(numbers_alone(paper)))
    return _located(
        _tables(tables) + (cells if tables else ""),
        worded + (f", {placed} set against a table" if wide else ""),
        *([f"{counted(alone, 'exact number')} given in one line only"] if alone else []),
    )


def positions_examined(paper: AuditPaper) -> str:
    """Under which headings other work is discussed, and whether references are listed."""
    citing = any(line.kind is SectionKind.BACKGROUND and CITATION.search(line.text) for line in paper.body)
    kinds = {SectionKind.RELATED_WORK, *([SectionKind.BACKGROUND] if citing else [])}
    sections = paper.tools.manuscript.sections
    titles = [one.display for one in sections if one.kind in kinds and not _MEANS.search(one.display)]
    headings = counted(len(titles), "heading") + " of related work or background"
    headings += f" (“{titles[0]}”)" if titles else ""
    listing = any(line.is_reference for line in paper.reading.lines)
    return _located(headings, "a list of references" if listing else "no list of references")


def acronyms_examined(paper: AuditPaper) -> str:
    """Which acronyms were looked up, and for which no explanation was located."""
    names, left = sorted(used(paper)), sorted(without_explanation(paper))
    looked = f"{counted(len(names), 'acronym')} used repeatedly beyond the common ones of the field"
    explained = f"no explanation of {_names(left)}" if left else "words taken for an explanation of each"
    return _located(looked + (f" ({_names(names)})" if names else ""), *([explained] if names else []))


def floats_examined(paper: AuditPaper) -> str:
    """How many figures and tables bear a numbered caption, and to how many of them references were located."""
    floats = floats_of(paper)
    referred = sum(1 for label in floats.captions if floats.referred[label])
    captions = counted(len(floats.captions), "numbered caption")
    return _located(captions, *([f"references to {referred} of them"] if floats.captions else []))


_MEANS: Final = re.compile(r"\b(?:tools?|preliminar\w+|notations?|definitions?|problem)\b", re.I)
"""Titles of what a paper builds on, rather than of what others did."""


def _located(*things: str) -> str:
    return f"The checks located {'; '.join(things)}."


def _names(names: Sequence[str]) -> str:
    return listed(names, most=_MOST_NAMED)


def _sentences(lines: Sequence[Line], what: str, *deciding: re.Pattern[str]) -> str:
    """ "2 sentences with words of comparison, for example Section 4 (“The forest …”)"."""
    if not lines:
        return f"no sentence {what}"
    own = [one for one in lines if not one.is_table and one.kind not in FRAMING]
    return f"{counted(len(lines), 'sentence')} {what}, for example {shown_at((own or lines)[0], *deciding)}"


def _tables(tables: Sequence[ResultTable]) -> str:
    """The same tables in every row that counts them."""
    named = f" ({_names([_label(one) for one in tables])})" if tables else ""
    return f"{counted(len(tables), 'table')} of results{named}"


def _label(table: ResultTable) -> str:
    found = LABEL.search(table.caption.text)
    return found[0].strip() if found else "one without a number"
