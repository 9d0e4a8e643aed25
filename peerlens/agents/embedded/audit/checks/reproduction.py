"""What somebody who repeats the experiments would have to ask for: one finding for all that is not given."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from peerlens.agents.embedded.audit.judged import absent_after, at_most
from peerlens.agents.embedded.audit.kinds import FOREIGN, is_survey, is_theory, prompts, trains
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.audit.prose import listed, said_of
from peerlens.agents.embedded.audit.run_settings import PROMPTING, SETTING, SPLIT, TRAINING, Item, words
from peerlens.agents.embedded.reading import Line
from peerlens.agents.family import Applicability, Candidate
from peerlens.schema import Judgement
from peerlens.taxonomy import EvidenceRole, Ground, PassageType, SectionKind, Severity

_ENOUGH_CORE: Final = 2
_ENOUGH: Final = 3
_HEAVY: Final = 6
_SENTENCE: Final = 6
_DATA: Final = re.compile(r"\bdata ?sets?\b|\bcorpus\b|\bcorpora\b", re.I)
_ENOUGH_DATA: Final = 5
_GRADIENT: Final = re.compile(
    r"\b(?:neural|deep|transformer|cnns?|resnet\w*|bert|fine-?tun\w*|lstms?|gnns?|gans?|vaes?|mlps?|back-?prop\w*|"
    r"gradient descent|auto-?encoders?|u-?net|convolution\w*|policy gradient|adam|sgd|diffusion models?|language "
    r"models?)\b",
    re.I,
)
_ENOUGH_GRADIENT: Final = 8
_POINTS_TO_DETAILS: Final = re.compile(
    r"\bhyper-?\s?parameters?\b|\b(?:implementation|experiment\w*|training|optimi[sz]ation|setting|reproduc\w*|"
    r"pre-?training|"
    r"fine-?tuning|set-?up|evaluation) (?:\w+ ){0,2}?(?:details?|settings?|set-?ups?|configurations?|protocols?|"
    r"procedures?|"
    r"information|specifics|parameters)\b|\bdetail\w* (?:\w+ ){0,4}?(?:experiment\w*|training|implementation\w*|"
    r"settings?|"
    r"set-?ups?|hyper\w*|parameters|models?|architectures?|configurations?)\b|\bsettings?\b|\bset-?ups?\b|"
    r"\breproduc\w*|"
    r"^\W*(?:(?:more|further|additional|all|the|see)\W+)*details?\b",
    re.I,
)
"""What a sentence that points to settings speaks of; a pointer to proofs or to further results points to none."""
_DECLARED: Final = {
    "whether code is available": words(r"\bcode\b[^\[]{0,500}\[\s*Yes"),
    "the hardware": words(r"\bcomput(?:e|er|ing|ational) resources\b[^\[]{0,500}\[\s*Yes"),
}
"""A submission checklist that says of an item that it is there: where, the pages supplied need not show."""
_BORROWED: Final = re.compile(
    r"\b(?:follow(?:s|ed|ing)?|same|identical|adopt\w*|default|as in|use the|borrow\w*|recommended|provided "
    r"by)\b[^.;]{0,70}\b(?:set-?ups?|settings?|"
    r"hyper-?\s?parameters?|protocols?|configurations?|implementation|recipe|procedure|pipeline|code)\b",
    re.I,
)
_CITES: Final = re.compile(r"\[[\w+,\s]*\d+|\bet al\b|\b(?:19|20)\d\d[a-z]?\)|\\cite|\bofficial\b|\boriginal(?:ly)?\b")
"""A set-up taken over from other work: it can be looked up there, unless the paper says nothing more."""
_BACK: Final = FOREIGN | {SectionKind.CONCLUSION, SectionKind.LIMITATIONS, SectionKind.ETHICS}


def propose(paper: AuditPaper) -> list[Candidate]:
    """One candidate with everything that a full scan did not find, for papers that train or prompt models.

    Minor where only little is missing, and where the paper points for such details to a part that was not supplied.
    """
    items = _items(paper)
    missing = [item for item in items if not _given(item, paper) and (item is not SPLIT or _has_data(paper))]
    core = sum(item.core for item in missing)
    if not missing:
        return []
    elsewhere = _pointed_elsewhere(paper)
    names = [item.name for item in missing]
    observation = f"{said_of(paper)} not state {listed(names, joint='or', most=8)}."
    found = (core >= _ENOUGH_CORE or len(missing) >= _ENOUGH) and elsewhere is None
    borrowed = [line for line in _own_lines(paper) if _BORROWED.search(line.text) and _CITES.search(line.text)]
    severity = Severity.MAJOR if len(missing) >= _HEAVY or core >= _ENOUGH_CORE + 1 else Severity.MODERATE
    if borrowed:
        severity = Severity.MODERATE if severity is Severity.MAJOR else Severity.MINOR
    spoken = (line for item in missing if (line := _mention(item, paper)) and line.passage.type is PassageType.TEXT)
    given = (line for item in items if item not in missing and (line := _first(item, paper)) and _is_sentence(line))
    against = list(dict.fromkeys([*filter(None, [elsewhere]), *borrowed[:1], *spoken, *borrowed[1:], *given]))[:2]
    return [
        Candidate(
            topic="settings of the runs" if items[0] in TRAINING else "settings of the prompting",
            observation=observation,
            assessment="Somebody who wants to repeat the experiments has to guess or to ask.",
            severity=at_most(severity, paper.tools) if found else Severity.MINOR,
            judgement=_judged(observation, missing, paper, confidence=0.8 if found and not borrowed else 0.65),
            against=tuple(paper.tools.evidence(one.start, one.end, EvidenceRole.CONTEXT) for one in against),
        )
    ]


def condition(paper: AuditPaper) -> Applicability:
    """Whether the paper runs experiments of a kind whose settings this check knows."""
    if _items(paper):
        return Applicability()
    if paper.empirical and not is_survey(paper) and not is_theory(paper):
        return Applicability(
            Ground.ENGINE_LIMIT,
            "Which settings matter is known to this engine only where networks are trained or language models "
            "prompted; words of that (training, fine-tuning, epochs, Adam, prompts) were found too seldom to ask for "
            "them.",
        )
    return Applicability(
        Ground.CONDITION_NOT_MET,
        "Few sentences of experiments of its own were found (a survey, theorems with proofs, or no section of "
        "experiments), so that no settings are asked for.",
    )


@lru_cache(maxsize=1)
def _items(paper: AuditPaper) -> tuple[Item, ...]:
    if not paper.empirical or is_survey(paper) or is_theory(paper):
        return ()
    if trains(paper) and sum(1 for line in _own_lines(paper) if _GRADIENT.search(line.text)) >= _ENOUGH_GRADIENT:
        return (*TRAINING, *SETTING)
    return PROMPTING if prompts(paper) else ()


@lru_cache(maxsize=1)
def _own_lines(paper: AuditPaper) -> tuple[Line, ...]:
    return tuple(line for line in paper.body if line.kind not in _BACK)


def _first(item: Item, paper: AuditPaper) -> Line | None:
    return next((line for line in _own_lines(paper) if item.shows.search(line.text)), None)


def _mention(item: Item, paper: AuditPaper) -> Line | None:
    """The first sentence that speaks of it without giving it."""
    if item.mentions is None:
        return None
    return next((line for line in _own_lines(paper) if item.mentions.search(line.text)), None)


def _has_data(paper: AuditPaper) -> bool:
    return sum(1 for line in _own_lines(paper) if _DATA.search(line.text)) >= _ENOUGH_DATA


def _is_sentence(line: Line) -> bool:
    """Whether it says something about a setting that can be quoted as given: a sentence with a figure of its own."""
    if not re.search(r"\d", re.sub(r"\[[\d,;\s–-]+\]|\b(?:19|20)\d\d\b", "", line.text)):
        return False
    return line.passage.type is PassageType.TEXT and len(line.text.split()) >= _SENTENCE


def _given(item: Item, paper: AuditPaper) -> bool:
    """Whether any sentence, row, caption or heading outside related work gives it."""
    if _first(item, paper) is not None:
        return True
    declared = _DECLARED.get(item.name)
    if declared is not None and declared.search(paper.tools.manuscript.text):
        return True
    return any(line.heading and item.shows.search(line.text) for line in paper.reading.lines)


def _pointed_elsewhere(paper: AuditPaper) -> Line | None:
    """The sentence that points for such details to a part that was not supplied; then nothing more than a note."""
    text = paper.tools.manuscript.text
    for part in paper.tools.manuscript.missing:
        if part.what.startswith(("pages lost", "supplement", "appendix", "Appendix", "Section", "Table")) and (
            part.what.startswith("pages") or _POINTS_TO_DETAILS.search(text[part.start : part.end])
        ):
            return paper.reading.at(part.start) or paper.body[0]
    return None


def _judged(observation: str, missing: Sequence[Item], paper: AuditPaper, *, confidence: float) -> Judgement:
    """One part an item, each the outcome of the scan."""
    probes = [probe for item in missing for probe in item.probes]
    running = [line for line in _own_lines(paper) if _GRADIENT.search(line.text) and _RUN.search(line.text)]
    expected = sorted(running, key=lambda line: line.kind not in _RUNS)[:1]
    judgement = absent_after(
        observation,
        probes,
        paper.tools,
        confidence=confidence,
        rationale="Experiments are reported, and none of the words by which papers give these was found.",
        context=expected,
    )
    whole = judgement.parts[0]
    parts = tuple(
        whole.model_copy(update={"text": f"does not state {item.name}", "main": number == 0})
        for number, item in enumerate(missing)
    )
    return judgement.model_copy(update={"parts": parts})


_RUNS: Final = frozenset({SectionKind.EXPERIMENTS, SectionKind.RESULTS, SectionKind.APPENDIX})
_RUN: Final = re.compile(r"\b(?:we|is|are|was|were) (?:\w+ly )?(?:train|fine-?tun|optimi[sz]|evaluat|test)\w*", re.I)
