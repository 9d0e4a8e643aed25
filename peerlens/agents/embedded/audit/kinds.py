"""What sort of paper this is: a method, a study, a theory, a survey, a resource. Decides which checks apply."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.reading import Line
from peerlens.taxonomy import SectionKind

FRAMING: Final = frozenset({SectionKind.ABSTRACT, SectionKind.INTRODUCTION, SectionKind.CONCLUSION})
"""Where a paper says what it offers."""
FOREIGN: Final = frozenset({SectionKind.RELATED_WORK, SectionKind.BACKGROUND, SectionKind.FUTURE_WORK})
"""Where sentences are about other work, or about work not done."""

_METHOD: Final = re.compile(
    r"\b(?:we|this (?:paper|work|article)|this study) (?:\w+ly )?(?:also |further |then |first )?"
    r"(?:propose|introduce|present|develop|design|devise|suggest|describe)s?\b[^.;]{0,120}?"
    r"\b(?:method|approach|framework|model|architecture|network|algorithm|system|pipeline|module|mechanism|loss|"
    r"objective|strategy|scheme|technique|layer|procedure|transformer|optimi[sz]er|estimator|encoder|decoder|agent)s?\b"
    r"|\b(?:our|the) (?:proposed|novel|new) (?:\w+ ){0,3}?(?:method|approach|framework|model|architecture|network|"
    r"algorithm|system|module|loss)\b",
    re.I,
)
_RESOURCE_TITLE: Final = re.compile(r"\b(?:benchmark\w*|data ?set|corpus|corpora|challenge)\b", re.I)
_RESOURCE: Final = re.compile(
    r"\b(?:we|this (?:paper|work)) (?:\w+ly )?(?:introduce|present|release|propose|collect|construct|create|build)s?\b"
    r"[^.;]{0,60}?\b(?:benchmark|data ?set|corpus)\b",
    re.I,
)
_SURVEY_TITLE: Final = re.compile(r"\b(?:survey|review|overview|tutorial|perspective|position paper|roadmap)\b", re.I)
_SURVEY: Final = re.compile(
    r"\b(?:this|our|the present) (?:survey|review|overview|position paper)\b|\bwe (?:survey|review)\b"
    r"|\bsystematic(?:ally)? (?:literature )?review",
    re.I,
)
_THEORY_TITLE: Final = re.compile(r"\btheor(?:y|ies|etical\w*|ems?)\b", re.I)
_FORMAL: Final = re.compile(r"^\W*(?:theorem|lemma|proposition|corollary|proof)\b[\s.*]*(?:\d|[A-Z(.*:])", re.I)
_PROVED: Final = re.compile(
    r"\bwe (?:\w+ly )?(?:also |then |first )?(?:prove|establish|derive|show theoretically)\b|\bregret bound|\bsample "
    r"complexity\b|\bNP-hard",
    re.I,
)
_TRAINED: Final = re.compile(
    r"\b(?:train(?:ed|ing)?|fine-?tun\w*|neural|learning rate|epochs?|sgd|adam|mini-?batch\w*|backprop\w*|"
    r"deep learning|reinforcement learning)\b",
    re.I,
)
_OWN_TRAINING: Final = re.compile(
    r"\b(?:we|is|are|was|were|our \w+ (?:is|are)) (?:\w+ly )?(?:also |then |first )?(?:re-?)?"
    r"(?:train|pre-?train|fine-?tun|optimi[sz])\w*|\blearning rate|\bbatch size|\bepochs\b",
    re.I,
)
_UNTRAINED: Final = re.compile(r"\b(?:post-?training (?:quanti[sz]\w+|prun\w+)|training-free|untrained|PTQ)\b", re.I)
_PROMPTED: Final = re.compile(r"\b(?:prompt(?:s|ed|ing)?|zero-shot|few-shot|in-context|gpt-?\d\w*|chatgpt)\b", re.I)
_ENOUGH_FORMAL: Final = 6
_ENOUGH_TRAINING: Final = 2
_MUCH_TRAINING: Final = 10
_VERY_MUCH_TRAINING: Final = 13
_MANY: Final = 15


def framing(paper: AuditPaper) -> tuple[Line, ...]:
    """Sentences of abstract, introduction and conclusion."""
    return tuple(line for line in paper.body if line.kind in FRAMING and not line.is_table and not line.is_caption)


@lru_cache(maxsize=1)
def is_survey(paper: AuditPaper) -> bool:
    title = paper.tools.manuscript.title
    said = [line for line in framing(paper) if _SURVEY.search(line.text)]
    return len(said) >= 2 or (bool(_SURVEY_TITLE.search(title)) and bool(said))


@lru_cache(maxsize=1)
def is_resource(paper: AuditPaper) -> bool:
    """A data set or benchmark is what the paper offers."""
    abstract = [line for line in paper.body if line.kind is SectionKind.ABSTRACT]
    offered = any(_RESOURCE.search(line.text) for line in abstract)
    return offered or bool(_RESOURCE_TITLE.search(paper.tools.manuscript.title))


def theory_counts(paper: AuditPaper) -> tuple[int, int]:
    """How many lines open as a theorem or proof does, and how many are rows of tables."""
    formal = sum(1 for line in paper.body if _FORMAL.search(line.text))
    return formal, sum(1 for line in paper.body if line.is_table)


@lru_cache(maxsize=1)
def is_theory(paper: AuditPaper) -> bool:
    """Theorems and proofs carry the paper; experiments, where there are any, illustrate."""
    formal, tables = theory_counts(paper)
    proved = any(_PROVED.search(line.text) for line in framing(paper))
    if not tables and _THEORY_TITLE.search(paper.tools.manuscript.title):
        return True
    return formal >= _ENOUGH_FORMAL and (proved or formal >= 2 * _ENOUGH_FORMAL) and tables < 2 * formal


_EXPERIMENTAL_TITLE: Final = re.compile(
    r"\b(?:experiment\w*|evaluation|empirical|simulations?|numerical|real[- ](?:world )?data|case stud(?:y|ies))\b",
    re.I,
)


def experimental_section(paper: AuditPaper) -> str:
    """The title, number included, of the first section that calls itself one of experiments; "" without one."""
    sections = (one for one in paper.tools.manuscript.sections if one.kind not in FOREIGN | FRAMING)
    return next((one.display for one in sections if _EXPERIMENTAL_TITLE.search(one.title)), "")


@lru_cache(maxsize=1)
def offers_method(paper: AuditPaper) -> Line | None:
    """The sentence in which the paper proposes a method of its own, or ``None``."""
    return next((line for line in framing(paper) if _METHOD.search(line.text)), None)


def calls_itself_untrained(paper: AuditPaper) -> bool:
    """Whether title or abstract speak of an untrained or training-free method."""
    abstract = " ".join(line.text for line in paper.body if line.kind is SectionKind.ABSTRACT)
    return _UNTRAINED.search(f"{paper.tools.manuscript.title} {abstract}") is not None


@lru_cache(maxsize=1)
def trains(paper: AuditPaper) -> bool:
    """The paper trains models itself, so that its results depend on chance."""
    if calls_itself_untrained(paper):
        return False
    said = sum(1 for line in paper.body if _TRAINED.search(line.text))
    own = sum(1 for line in paper.body if line.kind not in FOREIGN and _OWN_TRAINING.search(line.text))
    fewest = 1 if said >= _VERY_MUCH_TRAINING and _prompted(paper) < _MANY else _ENOUGH_TRAINING
    return said >= _MUCH_TRAINING and own >= fewest


def training_runs(paper: AuditPaper) -> int:
    """How many sentences tell of a training run of the paper's own."""
    return sum(1 for line in paper.body if line.kind not in FOREIGN and _OWN_TRAINING.search(line.text))


_MODEL: Final = (
    r"(?:networks?|models?|classifiers?|evaluators?|regressors?|predictors?|detectors?|counters?|agents?|machines?|"
    r"rbms?|layers?|encoders?)"
)
_MODEL_TRAINED: Final = re.compile(
    rf"\bwe (?:\w+ ){{0,2}}?(?:re-?)?train(?:ed)?\b|\b{_MODEL} (?:\w+ ){{0,3}}?(?<!pre-)trained\b|(?<!pre-)(?<!pre)\b"
    rf"trained {_MODEL}\b|\btrain (?:an?|the|each|every|both|all) (?:\w+ ){{0,2}}?{_MODEL}\b|"
    r"\b(?:was|were) trained and (?:evaluated|tested)\b|\btraining (?:samples? of|epochs?|protocol)\b|\b\d+ epochs\b",
    re.I,
)


@lru_cache(maxsize=1)
def models_trained(paper: AuditPaper) -> tuple[Line, ...]:
    """Sentences outside other work and the paper's frame that tell of a model that is trained, whatever its kind."""
    outside = FOREIGN | FRAMING
    return tuple(line for line in paper.body if line.kind not in outside and _MODEL_TRAINED.search(line.text))


_SETTING: Final = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        r"\blearning[- ]rates?\b|\blr\b",
        r"\b(?:mini-?)?batch(?:es|[- ]?sizes?)\b",
        r"\b\d+ (?:\w+ )?epochs\b",
        r"\b(?:sgd|adamw?|rmsprop|adagrad)\b",
    )
)


@lru_cache(maxsize=1)
def sets_up_training(paper: AuditPaper) -> bool:
    """A sentence, row or caption gives two or more settings of training: learning rate, batch, epochs, optimiser."""
    return any(
        sum(bool(pattern.search(line.text)) for pattern in _SETTING) > 1
        for line in paper.body
        if line.kind not in FOREIGN and any(sign.isdigit() for sign in line.text)
    )


@lru_cache(maxsize=1)
def prompts(paper: AuditPaper) -> bool:
    """The paper works by prompting models rather than training them."""
    return _prompted(paper) >= _MANY and not trains(paper)


def _prompted(paper: AuditPaper) -> int:
    return sum(1 for line in paper.body if _PROMPTED.search(line.text))


_COMMON: Final = frozenset(
    "CNN DNN RNN ANN GNN GCN SNN MLP LSTM GRU GAN VAE LLM VLM BERT GPT MDP POMDP NLP SSL NAS SGD SVM PCA ODE SDE PDE "
    "API GPU CPU DDPM PPO DPO SVD SOTA OOD".split()
)
"""Acronyms of the field: a paper that speaks of "our CNN" has not made up the name."""


@lru_cache(maxsize=1)
def system_names(paper: AuditPaper) -> frozenset[str]:
    """Names that only this paper uses for its own work: not those that its references use, such as CNN or BERT, but
    for the one that its title opens with."""
    cited = " ".join(line.text for line in paper.reading.lines if line.is_reference or line.kind in FOREIGN)
    cited = cited.casefold()
    names = {name for name in paper.own_names if len(name) > 2 and name.rstrip("s") not in _COMMON}
    opening, colon, _ = paper.tools.manuscript.title.partition(":")
    titled = opening.strip() if colon else ""
    return frozenset(name for name in names if name == titled or name.rstrip("s").casefold() not in cited)


_OURS: Final = re.compile(
    r"\bthe paper (?:\w+ )?(?:propos|introduc|present|offer|develop|describ|show|report|evaluat)\w*|"
    r"\b(?:we|our|ours|us|this (?:paper|work|method|approach|framework|algorithm|model|study)|the proposed|the present "
    r"(?:paper|work|study|method))\b",
    re.I,
)


def is_own(line: Line, paper: AuditPaper) -> bool:
    """Whether the sentence speaks of this paper's own work."""
    return bool(_OURS.search(line.text)) or any(name in line.text for name in system_names(paper))


_LIVING: Final = re.compile(
    r"\b(?:proteins?|genes?|mice|mouse|in vivo|in vitro|antibod\w+|kinases?|mutants?|cell lines?|larvae|mrnas?)\b", re.I
)
_MUCH_LIFE: Final = 40
_LABORATORY: Final = re.compile(r"\bmaterials? and methods\b", re.I)


@lru_cache(maxsize=1)
def of_life_sciences(paper: AuditPaper) -> bool:
    """Whether it is laboratory work on genes, cells and animals; such papers name things and state limits otherwise."""
    if any(_LABORATORY.search(section.title) for section in paper.tools.manuscript.sections):
        return True
    return sum(1 for line in paper.body if _LIVING.search(line.text)) >= _MUCH_LIFE
