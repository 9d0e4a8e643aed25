"""What somebody who repeats the experiments would have to ask for: one finding for all that is not given."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from peerlens.agents.embedded.audit.elsewhere import pointed_for_settings
from peerlens.agents.embedded.audit.judged import IN_DOUBT, absent_after, at_most
from peerlens.agents.embedded.audit.kinds import (
    FOREIGN,
    calls_itself_untrained,
    experimental_section,
    is_survey,
    is_theory,
    models_trained,
    of_life_sciences,
    prompts,
    sets_up_training,
    training_runs,
    trains,
)
from peerlens.agents.embedded.audit.located import PATTERNS, located
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.audit.places import set_up_section
from peerlens.agents.embedded.audit.prose import counted, listed, place_of, said_of
from peerlens.agents.embedded.audit.run_settings import PROMPTING, SETTING, SPLIT, TRAINING, Item, words
from peerlens.agents.embedded.audit.scores import score_tables
from peerlens.agents.embedded.reading import Line
from peerlens.agents.family import Applicability, Candidate
from peerlens.schema import Judgement
from peerlens.taxonomy import EvidenceRole, Ground, PassageType, SectionKind, Severity

_ENOUGH_CORE: Final = 2
_ALL: Final = 9
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
_ENOUGH_TRAINED: Final = 3  # sentences on models trained, one fewer where as many speak of networks
_DECLARED: Final = {
    "whether code is available": words(r"\bcode\b[^\[]{0,500}\[\s*Yes"),
    "the hardware": words(r"\bcomput(?:e|er|ing|ational) resources\b[^\[]{0,500}\[\s*Yes"),
}
"""A submission checklist that says of an item that it is there: where, the pages supplied need not show."""
_BORROWED: Final = re.compile(
    r"\b(?:follow(?:s|ed|ing)?|same|identical|adopt\w*|default|as in|use the|borrow\w*|recommended|provided "
    r"by)\b[^.;]{0,70}\b(?:set-?ups?|settings?|"
    r"hyper-?\s?parameters?|protocols?|configurations?|implementation|strateg(?:y|ies)|recipe|procedure|pipeline|code)\b",
    re.I,
)
_CITES: Final = re.compile(r"\[[\w+,\s]*\d+|\bet al\b|\b(?:19|20)\d\d[a-z]?\)|\\cite|\bofficial\b|\boriginal(?:ly)?\b")
"""A set-up taken over from other work: it can be looked up there, unless the paper says nothing more."""
_BACK: Final = FOREIGN | {SectionKind.CONCLUSION, SectionKind.LIMITATIONS, SectionKind.ETHICS}


def propose(paper: AuditPaper) -> list[Candidate]:
    """One candidate with everything that a full scan did not find, for papers that train or prompt models.

    Minor where only little is missing. Held in doubt, and so withheld, what may be there in other words, is taken over
    from other work, or may stand in a part not supplied that the paper points to for such details; and all of it where
    only a few sentences tell of models trained.
    """
    missing = lacking(paper)
    if not missing:
        return []
    unsure = pointed_for_settings(paper) is not None or not _sure_to_train(paper)
    doubtful = [item for item in missing if unsure or _in_doubt(item, paper)]
    sure = [item for item in missing if item not in doubtful]
    return [
        *([_stated(sure, paper)] if sure else []),
        *([_candidate(doubtful, paper, severity=Severity.MINOR, confidence=IN_DOUBT, against=())] if doubtful else []),
    ]


def _stated(missing: Sequence[Item], paper: AuditPaper) -> Candidate:
    core = sum(item.core for item in missing)
    found = core >= _ENOUGH_CORE or (core > 0 and len(missing) >= _ENOUGH)
    severity = Severity.MAJOR if len(missing) >= _HEAVY or core >= _ENOUGH_CORE + 1 else Severity.MODERATE
    spoken = [line for item in missing if (line := _mention(item, paper)) and _is_sentence(line)]
    return _candidate(
        missing,
        paper,
        severity=at_most(severity, paper.tools) if found else Severity.MINOR,
        confidence=0.8 if found else 0.7,
        against=list(dict.fromkeys(spoken))[:2],
    )


def _candidate(
    missing: Sequence[Item], paper: AuditPaper, *, severity: Severity, confidence: float, against: Sequence[Line]
) -> Candidate:
    trained = all(item not in PROMPTING for item in missing)
    observation = f"{said_of(paper)} not state {listed([item.name for item in missing], joint='or', most=8)}."
    return Candidate(
        topic="settings of the runs" if trained else "settings of the prompting",
        observation=observation,
        assessment="Somebody who wants to repeat the experiments has to guess or to ask.",
        severity=severity,
        judgement=_judged(observation, missing, paper, confidence=confidence),
        against=tuple(paper.tools.evidence(one.start, one.end, EvidenceRole.CONTEXT) for one in against),
    )


@lru_cache(maxsize=1)
def lacking(paper: AuditPaper) -> tuple[Item, ...]:
    """The items that this paper's kind of run calls for and that no place gives."""
    return tuple(
        item
        for item in _items(paper)
        if not _given(item, paper)
        and (item is not SPLIT or _has_data(paper))
        and (item.asked is None or any(item.asked.search(line.text) for line in _own_lines(paper)))
    )


def _in_doubt(item: Item, paper: AuditPaper) -> bool:
    """Whether it may be given in other words, or is taken over from a work where it can be looked up."""
    lines = [line for line in paper.reading.lines if not line.is_reference and line.kind not in FOREIGN]
    if item.near is not None and any(item.near.search(line.text) for line in lines):
        return True
    if item not in TRAINING:
        return False
    return any(_BORROWED.search(line.text) and _CITES.search(line.text) for line in _own_lines(paper))


def condition(paper: AuditPaper) -> Applicability:
    """Whether the paper runs experiments of a kind whose settings this check knows."""
    if _items(paper):
        return Applicability()
    if of_life_sciences(paper) and not trains(paper):
        return Applicability(
            Ground.ENGINE_LIMIT,
            "Many sentences speak of genes, proteins, cells or animals, and none of a model that is trained: the "
            "settings asked for are those of training and prompting, and no protocols of the laboratory.",
        )
    runs = training_runs(paper)
    if not is_survey(paper) and (
        paper.empirical or runs or trains(paper) or experimental_section(paper) or score_tables(paper)
    ):
        return Applicability(
            Ground.ENGINE_LIMIT,
            f"The checks located {counted(_told(paper), 'sentence')} with words of networks and their training, and "
            f"{counted(runs, 'sentence')} of the paper's own in words of a training run: too few for them to tell "
            "which settings to ask for. Whether what is given is enough is left to a reader.",
        )
    return Applicability(
        Ground.CONDITION_NOT_MET,
        "Looked for headings of experiments, evaluation, simulations or results, sentences with 'we train' or 'we "
        "evaluate', and settings of training: too few were found to ask for settings.",
    )


def examined(paper: AuditPaper) -> str:
    """Which settings were located, and where; which not; which may be given in other words; and the paper's pointer."""
    own = _own_lines(paper)
    there, maybe, unlocated = [], [], []
    for item in _items(paper):
        line = located(item.name, own) if item.name in PATTERNS else _first(item, paper)
        if line is not None:
            there.append(f"{item.name} ({place_of(line)})")
        elif _given(item, paper):
            maybe.append(item.name)
        else:
            unlocated.append(item.name)
    said = [
        f"The checks located words for {listed(there, most=_ALL)}." if there else "",
        f"They located none for {listed(unlocated, joint='or', most=_ALL)}." if unlocated else "",
        f"Other words may give {listed(maybe, joint='or', most=_ALL)}." if maybe else "",
        _pointed(paper) if unlocated else "",
    ]
    return " ".join(filter(None, said))


def _pointed(paper: AuditPaper) -> str:
    """The parts not supplied that the paper's pointer for settings names."""
    pointer = pointed_for_settings(paper)
    missing = paper.tools.manuscript.missing
    if pointer is None or not missing:
        return ""
    named = [part.what for part in missing if pointer.start <= part.start < pointer.end]
    parts = f" ({listed(list(dict.fromkeys(named)))})" if named else ""
    return f"{place_of(pointer)} points for details to a part that was not supplied{parts}."


@lru_cache(maxsize=1)
def _items(paper: AuditPaper) -> tuple[Item, ...]:
    told = sets_up_training(paper)
    reports = paper.empirical or told or trains(paper) or bool(score_tables(paper) or models_trained(paper))
    if is_survey(paper) or not reports or (calls_itself_untrained(paper) and not told):
        return ()
    if is_theory(paper):
        return TRAINING if told or _trains_something(paper) else ()
    if told or _much_told(paper):
        return (*TRAINING, *SETTING)
    if prompts(paper):
        return PROMPTING if any(line.is_table for line in paper.body) else ()
    return (*TRAINING, *SETTING) if _trains_something(paper) else ()


def _sure_to_train(paper: AuditPaper) -> bool:
    return sets_up_training(paper) or (not is_theory(paper) and (_much_told(paper) or prompts(paper)))


def _trains_something(paper: AuditPaper) -> bool:
    """Whether a few sentences tell of models trained: enough to look for settings, too little to miss one."""
    few = len(models_trained(paper)) + (_told(paper) >= _ENOUGH_TRAINED)
    return few >= _ENOUGH_TRAINED and not of_life_sciences(paper)


def _much_told(paper: AuditPaper) -> bool:
    return _told(paper) >= _ENOUGH_GRADIENT and bool(trains(paper) or training_runs(paper))


def _told(paper: AuditPaper) -> int:
    return sum(1 for line in _own_lines(paper) if _GRADIENT.search(line.text))


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


def _judged(observation: str, missing: Sequence[Item], paper: AuditPaper, *, confidence: float) -> Judgement:
    """One part an item, each the outcome of the scan.

    A setting of the run is shown with a sentence of the section where it would stand; what no one place lacks (code,
    hardware, seeds, splits) with none.
    """
    probes = [probe for item in missing for probe in item.probes]
    set_up = set_up_section(paper.tools)
    running = [
        line
        for line in _own_lines(paper)
        if any(item.core for item in missing)
        and set_up is not None
        and line.passage.section == set_up.id
        and _RUN.search(line.text)
        and _GRADIENT.search(line.text)
        and not _OF_OTHERS.search(line.text)
    ]
    judgement = absent_after(
        observation,
        probes,
        paper.tools,
        confidence=confidence,
        rationale="Experiments are reported, and none of the words by which papers give these was found.",
        context=running[:1],
    )
    whole = judgement.parts[0]
    parts = tuple(
        whole.model_copy(update={"text": f"does not state {item.name}", "main": number == 0})
        for number, item in enumerate(missing)
    )
    return judgement.model_copy(update={"parts": parts})


_OF_OTHERS: Final = re.compile(r"\?|\[\d|\bet al\b|\(\w[\w\s.&,]+,? (?:19|20)\d\d|\b(?:typically|usually)\b", re.I)
_RUN: Final = re.compile(r"\b(?:we|is|are|was|were) (?:\w+ly )?(?:train|fine-?tun|optimi[sz]|evaluat|test)\w*", re.I)
