"""Whether the paper discusses other work at all, and whether what it compares with is given a reference."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from peerlens.agents.embedded.audit.checks.acronyms import known_acronyms
from peerlens.agents.embedded.audit.judged import absent_after, claimed_without
from peerlens.agents.embedded.audit.kinds import is_survey
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.audit.prose import listed
from peerlens.agents.embedded.names import name_pattern, names_in
from peerlens.agents.embedded.reading import Line, cells
from peerlens.agents.family import Candidate
from peerlens.taxonomy import SectionKind, Severity

CITATION: Final = re.compile(
    r"\[\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\]|\([^()]{0,80}\b(?:19|20)\d\d[a-z]?\b[^()]{0,60}\)|\bet al\b|"
    r"\b[A-Z][\w'’-]+ \((?:19|20)\d\d[a-z]?\)|\\cite|<sup>\s*\d|\[[A-Z][\w+]{1,12}\d\d[a-z]?\]|\[@"
)
"""How papers cite, in every style."""
_LONG_ENOUGH: Final = 80
_FEWEST_CITING: Final = 5
_PROBES: Final = ("related work", "prior work", "previous work", "literature", "et al.", "existing methods")


def no_related_work(paper: AuditPaper) -> list[Candidate]:
    """One candidate where hardly a sentence of a long paper cites anything and no section is about other work."""
    prose = [line for line in paper.body if not line.is_table]
    sections = {section.kind for section in paper.tools.manuscript.sections}
    citing = [line for line in prose if CITATION.search(line.text)]
    if (
        len(prose) < _LONG_ENOUGH
        or is_survey(paper)
        or sections & {SectionKind.RELATED_WORK, SectionKind.BACKGROUND}
        or len(citing) >= _FEWEST_CITING
        or not _has_reference_list(paper)
    ):
        return []
    observation = "The paper has no discussion of related work."
    return [
        Candidate(
            topic="related work",
            observation=observation,
            assessment="A reader cannot tell what was known before and how the work differs from it.",
            severity=Severity.MAJOR,
            judgement=absent_after(
                observation,
                _PROBES,
                paper.tools,
                confidence=0.7,
                rationale=f"No section is about other work, and {len(citing)} of {len(prose)} sentences cite any.",
                context=citing[:2],
            ),
        )
    ]


_METHOD_COLUMN: Final = re.compile(
    r"^\W*(?:methods?|models?|algorithms?|approach(?:es)?|systems?|baselines?|techniques?)\W*$", re.I
)
_PLAIN: Final = re.compile(
    r"^(?:ours?|baselines?|average|avg|mean|random|oracle|human|full|base|large|small|vanilla|standard|proposed|w/o|"
    r"without|with|no|"
    r"upper|lower|ideal|majority|naive|linear|mlp|cnn|rnn|lstm|gru|svm|knn|pca|sgd|adam|resnet|vgg|bert|gpt|gan|vae|"
    r"ppo|dqn|"
    r"logistic|ridge|lasso|transformer|k-means|kmeans|decision tree|random forest|xgboost|supervised|unsupervised|"
    r"fine-?tun\w*|"
    r"zero-shot|few-shot|greedy|uniform|ensemble|single|joint|multi-?task|model|method|table|figure|total|all|none|"
    r"raw|original|"
    r"test|train|metric|dataset|data|gaussian|bayes\w*|markov|monte)\b",
    re.I,
)
_ENOUGH: Final = 2
_FEWEST_FIGURES: Final = 2
_SHORTEST: Final = 4


def uncited(paper: AuditPaper) -> list[Candidate]:
    """One candidate for the systems of the result tables that nothing else in the paper says a word about.

    Only names in a column that is headed as one of methods, that occur in no sentence and no reference, in no spelling
    or longer form, and whose rows carry no citation.
    """
    if not _has_reference_list(paper) or is_survey(paper):
        return []
    found: dict[str, Line] = {}
    for row, name in _rivals(paper):
        if name not in found and not _mentioned(name, paper):
            found[name] = row
    if not found:
        return []
    names = list(found)
    observation = f"The results list {listed(names)}, which the text neither describes nor gives a reference for."
    rows = list(dict.fromkeys(found.values()))[:3]
    return [
        Candidate(
            topic="compared but not discussed",
            observation=observation,
            assessment="A reader cannot tell what was compared with, nor how the work differs from it.",
            severity=Severity.MODERATE if len(names) >= _ENOUGH else Severity.MINOR,
            judgement=claimed_without(observation, rows, names, paper.tools, confidence=0.65),
        )
    ]


def _rivals(paper: AuditPaper) -> list[tuple[Line, str]]:
    """Names in the first cell of rows below a header that calls the column one of methods."""
    found: list[tuple[Line, str]] = []
    for line in paper.body:
        row = cells(line.text) if line.is_table else []
        figures = sum(bool(re.search(r"\d", cell)) for cell in row[1:])
        if figures >= _FEWEST_FIGURES and _below_methods(line, paper) and not CITATION.search(line.text):
            found.extend((line, name) for name in _names(row[0], paper))
    return found


def _below_methods(row: Line, paper: AuditPaper) -> bool:
    header = cells(paper.reading.header_of(row))
    return bool(header) and _METHOD_COLUMN.match(header[0]) is not None


def _names(cell: str, paper: AuditPaper) -> list[str]:
    if re.search(r"[+&/,(]|\bw\b|\bw/|\bours\b", cell, re.I) or _PLAIN.match(cell.strip(" *_")):
        return []
    names = [name for name in names_in(f"x {cell}") if len(name) >= _SHORTEST and not _PLAIN.match(name)]
    own = [one.casefold() for one in paper.own_names]
    return [
        name
        for name in names[:1]
        if name.upper() not in known_acronyms()
        and not any(one in name.casefold() or name.casefold() in one for one in own)
    ]


def _mentioned(name: str, paper: AuditPaper) -> bool:
    """Whether a sentence, caption, heading or reference has the name, or the part of it before a size or a variant."""
    stem = re.split(r"[-_ @]|(?<=[A-Za-z])\d", name)[0]
    wanted = [name_pattern(name), *([re.compile(re.escape(stem), re.I)] if len(stem) >= 3 else [])]
    squeezed = re.sub(r"[\W_]", "", name).casefold()
    return len(stem) < 3 or any(one.search(_prose(paper)) for one in wanted) or squeezed in _squeezed(paper)


@lru_cache(maxsize=1)
def _prose(paper: AuditPaper) -> str:
    return "\n".join(line.text for line in paper.reading.lines if not line.is_table)


@lru_cache(maxsize=1)
def _squeezed(paper: AuditPaper) -> str:
    return re.sub(r"[\W_]", "", _prose(paper)).casefold()


def _has_reference_list(paper: AuditPaper) -> bool:
    """Whether the file holds the list of references, so that what is not in it is not cited."""
    return sum(1 for line in paper.reading.lines if line.is_reference) >= _FEWEST_CITING
