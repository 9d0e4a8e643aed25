"""Which parts a paper points to that were not supplied, and whether a matter may stand there."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from peerlens.agents.embedded.audit.kinds import FOREIGN
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.audit.prose import listed
from peerlens.agents.embedded.reading import Line

SETTINGS: Final = re.compile(
    r"\bhyper-?\s?parameters?\b|\b(?:implementation|experiment\w*|training|optimi[sz]ation|setting|reproduc\w*|"
    r"pre-?training|fine-?tuning|set-?up|evaluation|prompt\w*|data ?sets?) (?:\w+ ){0,2}?(?:details?|settings?|"
    r"set-?ups?|configurations?|protocols?|procedures?|information|specifics|parameters|templates?)\b|"
    r"\bdetail\w* (?:\w+ ){0,4}?(?:experiment\w*|training|implementation\w*|settings?|set-?ups?|hyper\w*|parameters|"
    r"models?|architectures?|configurations?|prompts?)\b|\bsettings?\b|\bset-?ups?\b|\breproduc\w*|\bresources\b|"
    r"^\W*(?:(?:more|further|additional|all|the|see|full|for|\w+)\W+){0,4}?details?\b",
    re.I,
)
"""What a sentence that points to settings speaks of; a pointer to proofs or to further results points to none."""
ABLATIONS: Final = re.compile(
    r"\b(?:ablati\w+|sensitivity|hyper-?\s?parameter (?:stud|analys|choice)\w*|(?:more|further|additional|other|extra|"
    r"extended|full|complete|remaining) (?:[\w-]+ ){0,2}?(?:results?|experiments?|stud(?:y|ies)|analys[ei]s|"
    r"comparisons?|evaluations?|discussions?)|(?:effects?|impacts?|choices?|influences?) of)\b",
    re.I,
)
"""What a sentence that points to an ablation may speak of."""
RESULTS: Final = re.compile(
    r"\b(?:results?|experiments?|ablati\w+|stud(?:y|ies)|analys[ei]s|comparisons?|evaluations?|baselines?|"
    r"sensitivity|discussions?|statistics|error bars?|deviations?|variance)\b",
    re.I,
)
COST: Final = re.compile(
    r"\b(?:run-?\s?times?|times?|cost\w*|complexit\w+|memory|latency|speed\w*|efficien\w+|overheads?|resources|"
    r"hardware|scal\w+|comput\w+)\b|" + RESULTS.pattern,
    re.I,
)
_PARTS: Final = ("pages lost", "supplement", "appendix", "Appendix", "Section", "Table", "Figure")
_BACK_PART: Final = re.compile(r"\b(?:appendi(?:x|ces)|supplement\w*)\b", re.I)
_BACK: Final = ("supplement", "appendix", "appendices", "section a", "section b", "section c")


_RUN: Final = re.compile(
    r"\b(?:(?:pre-?|re-?)?train(?:ed|ing)?|fine-?tun\w+|optimi[sz]ed|sampl(?:ed?|ing)|implement\w*|generat(?:ed?|ing)|"
    r"prompt(?:s|ed|ing)?)\b",
    re.I,
)
_PROVES: Final = re.compile(r"\b(?:proofs?|prov(?:e|ed|en|ing)|deriv\w+|lemmas?|theorems?|propositions?)\b", re.I)


def pointed_for_settings(paper: AuditPaper) -> Line | None:
    """The sentence that points for settings to a part not supplied: it says so, or tells of a run and points there."""
    said = pointed_for(paper, SETTINGS)
    if said is not None:
        return said
    for part in paper.tools.manuscript.missing:
        line = paper.reading.at(part.start)
        if line is None or not _BACK_PART.search(part.what) or line.kind in FOREIGN:
            continue
        if _RUN.search(line.text) and not _PROVES.search(line.text):
            return line
    return None


def pointed_for(paper: AuditPaper, matter: re.Pattern[str]) -> Line | None:
    """The sentence that points for ``matter`` to a part not supplied; a lost page may hold anything.

    An appendix counts even where the file seems to have one: what was looked for in it was not found there.
    """
    text = paper.tools.manuscript.text
    for part in paper.tools.manuscript.missing:
        if part.what.startswith(_PARTS) and (
            part.what.startswith("pages") or matter.search(text[part.start : part.end])
        ):
            return paper.reading.at(part.start) or paper.body[0]
    named = (line for line in paper.body if _BACK_PART.search(line.text) and matter.search(line.text))
    return next((line for line in named if not line.is_table), None)


@lru_cache(maxsize=1)
def lacks_back_matter(paper: AuditPaper) -> bool:
    """Whether an appendix as a whole, a supplement, pages or several lettered parts were not supplied.

    A paper with such parts may discuss there whatever its pages at hand do not.
    """
    found = {part.what.casefold() for part in paper.tools.manuscript.missing}
    whole = any(what.startswith(("pages", "supplement")) or what in ("appendix", "appendices") for what in found)
    letters = {what.split()[1][:1] for what in found if what.startswith(_BACK) and " " in what}
    return whole or len(letters) > 1


def parts_named(paper: AuditPaper) -> str:
    """The parts not supplied, for a sentence."""
    names = list(dict.fromkeys(part.what for part in paper.tools.manuscript.missing))
    return listed([name if name[0].isupper() else f"the {name}" for name in names], most=4)
