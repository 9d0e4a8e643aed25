"""Whether a paper that proposes a method of several components shows what they contribute."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from peerlens.agents.embedded.audit.elsewhere import ABLATIONS, pointed_for
from peerlens.agents.embedded.audit.judged import IN_DOUBT, at_most, claimed_without
from peerlens.agents.embedded.audit.kinds import (
    FOREIGN,
    framing,
    is_own,
    is_resource,
    is_survey,
    is_theory,
    offers_method,
    system_names,
    trains,
)
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.reading import Line, cells
from peerlens.agents.family import Candidate
from peerlens.taxonomy import SectionKind, Severity

_PART: Final = (
    r"(?:component|module|loss|term|layer|block|branch|head|step|stage|regulari[sz]\w+|mechanism|constraint|prior|"
    r"augmentation|pre-?training|attention|penalty|normali[sz]ation|objective)s?"
)
_SHOWN: Final = re.compile(
    rf"\bablat\w*|\bw/o\b|\b(?:with|including) (?:and|or|vs\.?|versus) (?:without|excluding)\b|\bwith/without\b|"
    rf"(?<!principal )(?<!independent )\bcomponent(?:s|-wise)? (?:analysis|study)|\bcontributions? of (?:each|every|"
    rf"different|individual)|"
    rf"\bsensitivity (?:analysis|study|to)|\bparameter (?:study|analysis|sensitivity)|"
    rf"\b(?:remov|disabl|drop|omit|exclud|replac|discard|eliminat)(?:e|es|ed|ing|ping|ting)? (?:\w+ ){{0,4}}?{_PART}\b|"
    rf"\bwithout (?!(?:any )?loss of)(?:\w+ ){{0,3}}?{_PART}\b(?! of generality)|\bvariants? of (?:our|"
    rf"the (?:proposed|method|model)|this)\b|"
    rf"\bour variants?\b|"
    rf"\b(?:two|three|four|several|different|model|simpler|simplified|reduced|ablated) variants?\b|\bdesign choices?\b|"
    rf"\b(?:stud|analy[sz]|analys|investigat|examin|explor|assess|understand|evaluat|test|verif|validat|isolat|quantif|"
    rf"measur|show|demonstrat|discuss)\w*\b[^.;]{{0,60}}\b(?:effects?|impacts?|influences?|roles?|importance|"
    rf"contributions?|"
    rf"choices?|necessity|usefulness) (?:of|on)\b|"
    rf"\bwe (?:also )?(?:vary|varied|experiment with different|compare (?:different|several|various|two|three))\b|"
    rf"\b(?:different|various) (?:choices|values|numbers?|configurations?|combinations?|strategies|architectures|"
    rf"losses) "
    rf"(?:of|for)\b",
    re.I,
)
_APART: Final = re.compile(
    rf"\bablat\w*|\bw/o\b|\b(?:with|including) (?:and|or|vs\.?|versus) (?:without|excluding)\b|\bwith/without\b|"
    rf"\bcontributions? of\b|\bsensitivity\b|\bvariants?\b|\bdesign choices?\b|"
    rf"\b(?:remov|disabl|drop|omit|exclud|replac|discard|eliminat)(?:e|es|ed|ing|ping|ting)?\b|"
    rf"\bwithout (?!(?:any )?loss of)(?:\w+ ){{0,3}}?{_PART}\b|\b(?:importance|necessity|role) of\b|"
    rf"\b(?:effects?|impacts?|influences?) of (?:our|the|each|different|various)\b",
    re.I,
)
_VARIED: Final = re.compile(
    r"\b(?:different|various|varying|several|alternative) (?:[\w-]+ ){0,2}?(?:loss\w*|choices?|designs?|settings?|"
    r"variants?|"
    r"architectures?|components?|modules?|strateg\w+|objectives?|initiali[sz]\w+|regulari[sz]\w+|values?|encod\w+|"
    r"aggregat\w+|depths?|numbers?|sizes?|blocks?|layers?|backbones?)\b|\b(?:with|w/) (?:and|or) (?:without|w/o)\b|"
    r"\b(?:effects?|impacts?|influences?|importance|roles?|choices?) of\b",
    re.I,
)
"""Words of a caption that sets versions of one thing side by side."""
_RESULTS: Final = frozenset({SectionKind.EXPERIMENTS, SectionKind.RESULTS, SectionKind.ABLATION})
_HEADED: Final = re.compile(
    r"\b(?:ablat\w*|effects?|impacts?|influences?|roles?|importance|effectiveness|sensitivity|variants?|"
    r"design choices?|"
    r"why|does|do|understanding|components?|investigat\w+|with(?:out)? (?:and|or)|choice of|contribution of)\b",
    re.I,
)
_COMPONENT: Final = (
    r"(?:components|modules|parts|stages|steps|phases|losses|loss (?:terms|functions)|(?<!in )terms|networks|"
    r"branches|blocks|mechanisms|techniques|strategies|ideas|ingredients|key designs|regulari[sz]ers)"
)
_PARTS: Final = re.compile(
    rf"\b(?:two|three|four|five|several|multiple|following) (?:[\w-]+ ){{0,3}}?{_COMPONENT}\b|"
    rf"\b(?:consists? of|composed of|comprises?|made up of|"
    rf"comprising)\b[^.;]{{0,120}}\b{_COMPONENT}\b[^.;]{{0,80}}\band\b",
    re.I,
)
_OF_OTHERS: Final = re.compile(
    r"\b(?:typically|usually|generally|commonly|existing|prior|previous|traditional|conventional)\b|\bet al\b|\[\d|"
    r"\(\w[\w\s.&,]+,? (?:19|20)\d\d|\bdoes in\b",
    re.I,
)
_TAG: Final = re.compile(r"<[^>]{1,40}>")
_OURS: Final = re.compile(r"\b(?:ours|our|proposed)\b")
_LABEL_CELLS: Final = 4
"""Cells at the beginning of a row among which its labels stand, empty ones of the mark-up included."""


def propose(paper: AuditPaper) -> list[Candidate]:
    """One candidate where the paper says of what parts its trained method is made, and shows nothing without one.

    Held in doubt where something is varied or compared that may be a part, and where the paper points for results to a
    part that was not supplied.
    """
    described = components(paper)
    if not _looked_at(paper) or has_variants(paper):
        return []
    shown = shows(paper)
    if any(_takes_apart(line) for line in shown):
        return []
    doubtful = bool(shown) or compares_versions(paper) is not None or pointed_for(paper, ABLATIONS) is not None
    if described is None:
        return [] if doubtful or paper.tools.manuscript.missing else _untold(paper)
    partly = paper.tools.manuscript.missing
    observation = f"{'The pages supplied report' if partly else 'The paper reports'} no ablation study."
    return [
        Candidate(
            topic="ablation",
            observation=observation,
            assessment="The method has several parts; which of them the reported results come from cannot be told.",
            severity=at_most(Severity.MAJOR, paper.tools),
            judgement=claimed_without(
                observation,
                [described],
                _PROBES,
                paper.tools,
                confidence=IN_DOUBT if doubtful else 0.75,
            ),
        )
    ]


def _untold(paper: AuditPaper) -> list[Candidate]:
    """A note where the parts are not told either: whether there are any to take away is left to a reader."""
    proposed = offers_method(paper)
    if proposed is None:
        return []
    observation = "The paper reports no ablation, variant or sensitivity study of the method it proposes."
    return [
        Candidate(
            topic="ablation",
            observation=observation,
            assessment="Which of its choices the results depend on cannot be told.",
            severity=Severity.MINOR,
            judgement=claimed_without(observation, [proposed], _PROBES, paper.tools, confidence=0.7),
        )
    ]


_PROBES: Final = (
    "ablation",
    "without",
    "w/o",
    "variant of our",
    "versus",
    "effect of",
    "impact of",
    "contribution of each",
    "sensitivity",
)


def _looked_at(paper: AuditPaper) -> bool:
    """Whether the paper reports scores of a method that is trained, so that one expects an ablation."""
    if not paper.empirical or is_survey(paper) or is_theory(paper) or is_resource(paper):
        return False
    if not trains(paper):
        return False
    if any(line.kind is SectionKind.THEORY for line in paper.body):
        return components(paper) is not None
    return any(line.kind in _RESULTS or line.is_table for line in paper.body)


def _takes_apart(line: Line) -> bool:
    """Whether a part is left out or exchanged there, or a study of the parts is announced."""
    if line.kind is SectionKind.ABLATION or line.heading or (line.is_caption and _VARIED.search(line.text)):
        return True
    return _APART.search(line.text) is not None


@lru_cache(maxsize=1)
def components(paper: AuditPaper) -> Line | None:
    """The sentence that says of what parts the paper's own method is made; ``None`` where none does, or it has none."""
    if not paper.empirical or is_survey(paper) or is_theory(paper) or offers_method(paper) is None:
        return None
    return next((line for line in (*framing(paper), *_method_lines(paper)) if _made_of(line, paper)), None)


def _made_of(line: Line, paper: AuditPaper) -> bool:
    own = line.kind is SectionKind.METHOD or is_own(line, paper)
    return own and bool(_PARTS.search(line.text)) and not _OF_OTHERS.search(line.text)


def shows(paper: AuditPaper) -> tuple[Line, ...]:
    """Where a part of the method is taken away, varied or studied by itself: by heading, row, caption or sentence."""
    return tuple(
        line
        for line in paper.reading.lines
        if not line.is_reference and line.kind not in FOREIGN and (_headed(line) if line.heading else _said(line))
    )


def has_variants(paper: AuditPaper) -> bool:
    """Whether a table has two rows that are variants of the paper's own method: "X-a" and "X-b", "ours" and "ours +".

    Rows named for the sizes of one backbone ("Net-18", "Net-50") are none.
    """
    own = {name.casefold() for name in system_names(paper)}
    cited = " ".join(line.text for line in paper.body if line.kind in FOREIGN).casefold()
    families: dict[str, set[str]] = {}
    for line in paper.body:
        if not line.is_table:
            continue
        for cell in cells(_TAG.sub(" | ", line.text))[:_LABEL_CELLS]:
            folded = cell.strip(" |*").casefold()
            head = next((name for name in own if name in folded), "ours" if _OURS.search(folded) else "")
            stem = re.split(r"[-_+(,/ ]", folded, maxsplit=1)[0]
            if not head and len(stem) > 1 and not stem[:1].isdigit() and stem not in cited:
                head = stem
            if head:
                families.setdefault(line.passage.id + head, set()).add(re.sub(r"[\d\W]+", "", folded))
    return any(len(members) > 1 for members in families.values())


_VERSIONS: Final = re.compile(
    r"\b(?:vs\b\.?|versus\b)[^.;]{0,80}\bwith(?:out)?\b|\bwith(?:out)?\b[^.;]{0,80}\b(?:vs|versus)\b|"
    r"\b(?:with|w/) (?:the )?[\w-]+ (?:loss|module|term|head|prior|layer)s?\b[^.;]{0,60}\b(?:and|vs\.?|than) "
    r"[^.;]{0,40}\b(?:with|without|w/o?)\b|\b(?:full|complete|basic|plain|raw|vanilla|simplified|reduced) "
    r"(?:version|model|variant)\b",
    re.I,
)
_COMPOUND: Final = re.compile(r"\b(?=\w*[a-z])(?=\w*[A-Z]{2})[A-Za-z\d]{5,}\b|\b[A-Z][\w]*(?:[-+][A-Z\d]\w*)+")
_STEM: Final = 3


@lru_cache(maxsize=1)
def compares_versions(paper: AuditPaper) -> Line | None:
    """The first line that sets versions of one thing side by side: "A vs. A with B", or compound names that share a
    part ("RawPND" and "SoftPND", "PondNet" and "PondNet-Q"), which no other work that is cited bears."""
    cited = " ".join(line.text for line in paper.reading.lines if line.is_reference or line.kind in FOREIGN)
    for line in paper.body:
        if line.kind in FOREIGN:
            continue
        if (line.is_caption or line.kind in _RESULTS) and _VERSIONS.search(line.text):
            return line
        if not (line.is_caption or line.is_table or line.kind in _RESULTS) or _OF_OTHERS.search(line.text):
            continue
        names = sorted({name for name in _COMPOUND.findall(line.text) if not _is_known(name, cited)})
        if any(_share(one, other) for at, one in enumerate(names) for other in names[at + 1 :]):
            return line
    return None


def _is_known(name: str, cited: str) -> bool:
    """Whether other work bears the name, or it is one of a family of models ("GPT-4-Turbo", "LLaMA-7B")."""
    stem = re.split(r"[-+\d]", name)[0]
    return name in cited or (len(stem) > 1 and stem in cited) or _MODEL.match(name) is not None


_MODEL: Final = re.compile(
    r"(?:GPT|LLaMA|Llama|LLAVA|LLaVA|BERT|RoBERTa|ResNet|ViT|CLIP|T5|OPT|PaLM|Vicuna|Mistral|Qwen|Gemini|Claude|"
    r"ImageNet|CIFAR|MNIST|COCO|BLEU|ROUGE|NAS|WMT|VGG|DenseNet|MobileNet|Swin|Gemma|Falcon|Chat)",
    re.I,
)


def _share(one: str, other: str) -> bool:
    """Whether two names begin or end alike for at least the length of a stem, and differ in more than a number."""
    ends = one[-_STEM:] == other[-_STEM:] and one[-_STEM:].isupper()
    begins = other.startswith(one) or one.startswith(other) or re.split(r"[-+]", one)[0] == re.split(r"[-+]", other)[0]
    return (ends or begins) and re.sub(r"[\d\W]", "", one).rstrip("s") != re.sub(r"[\d\W]", "", other).rstrip("s")


def _headed(line: Line) -> bool:
    experimental = line.kind in (SectionKind.EXPERIMENTS, SectionKind.RESULTS, SectionKind.ABLATION)
    return line.kind is SectionKind.ABLATION or (experimental and bool(_HEADED.search(line.text)))


def _said(line: Line) -> bool:
    experimental = line.kind not in (SectionKind.ABSTRACT, SectionKind.INTRODUCTION, SectionKind.METHOD)
    if line.kind is SectionKind.THEORY or _DEFINES.search(line.text):
        return False
    narrow = re.search(r"\bablat\w*|\bw/o\b", line.text, re.I) or (line.is_caption and _VARIED.search(line.text))
    return bool(narrow) or (experimental and bool(_SHOWN.search(line.text)))


_DEFINES: Final = re.compile(r"\b(?:let|denote[sd]?|be an? [\w-]+ (?:layer|function|network|model)|where \$)", re.I)


def _method_lines(paper: AuditPaper) -> list[Line]:
    return [line for line in paper.body if line.kind is SectionKind.METHOD and not line.is_table]
