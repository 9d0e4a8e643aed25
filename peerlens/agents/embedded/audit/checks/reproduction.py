"""What somebody who repeats the experiments would have to ask for: one finding for all that is not given."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from peerlens.agents.embedded.audit.judged import absent_after, at_most
from peerlens.agents.embedded.audit.kinds import FOREIGN, is_survey, is_theory, prompts, trains
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.audit.prose import listed, said_of
from peerlens.agents.embedded.reading import Line
from peerlens.agents.family import Applicability, Candidate
from peerlens.schema import Judgement
from peerlens.taxonomy import EvidenceRole, Ground, PassageType, SectionKind, Severity


@dataclass(frozen=True, slots=True)
class Item:
    """One thing a reader needs. ``shows``: what in a sentence gives it, its value where it has one.

    ``mentions``: what speaks of it without giving it. ``core``: the run cannot be set up without.
    """

    name: str
    shows: re.Pattern[str]
    probes: tuple[str, ...]
    mentions: re.Pattern[str] | None = None
    core: bool = True


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.I)


_NEAR: Final = r"[^.;]{0,60}?(?:\d|\b(?:tuned|searched|selected|chosen|cosine|decay\w*|schedul\w*|default|grid)\b)"
_VALUE: Final = r"(?<![\w\[.])\d[\d.,]*(?:e-?\d+)?"

_TRAINING: Final = (
    Item(
        "the learning rate",
        _words(
            rf"(?:\blearning[- ]rates?\b|\bstep[- ]?sizes?\b|\blr\b|\bl\.r\.|\\eta\b|η){_NEAR}|{_VALUE}[^.;]{{0,40}}"
            r"\b(?:learning[- ]rates?|step[- ]?sizes?|lr)\b"
        ),
        ("learning rate", "step size"),
        _words(r"\blearning[- ]rates?\b|\bstep[- ]?sizes?\b"),
    ),
    Item(
        "the batch size",
        _words(
            rf"\b(?:mini-?\s?)?batch[- ]?sizes?\b{_NEAR}|\bbatch(?:es)? (?:of|with)\b{_NEAR}|"
            rf"{_VALUE}[^.;]{{0,40}}\bbatch|"
            r"\bper batch\b|\bfull[- ]batch\b|\b\d+ (?:\w+ )?per (?:GPU|batch|device)|\bbatch\s*=|\bsamples per update"
        ),
        ("batch size", "mini-batch size", "batches of"),
        _words(r"\bbatch[- ]?sizes?\b|\bmini-?batch\w*"),
    ),
    Item(
        "the optimiser",
        re.compile(
            r"\bAdam(?:W|ax|GC)?\b(?! [A-Z])|\bADAMW?\b|\bSGD\w*\b|\bRMS-?[Pp]rop|\bRMSPROP|\bAda(?:[Gg]rad|[Dd]elta|"
            r"factor)|"
            r"\bL-?BFGS|\bRAdam|\bLAMB\b|\bLion\b|\bMuon\b|\b[Ss]tochastic [Gg]radient|\b[Nn]esterov|\bmomentum\b|"
            r"\b[Gg]radient [Dd]escent\b|\bK-?FAC\b|\b[Nn]ewton|\badamw?\b|\bsgd\b"
        ),
        ("optimizer", "Adam", "SGD", "stochastic gradient descent", "RMSprop"),
        _words(r"\boptimi[sz]ers?\b"),
    ),
    Item(
        "how long training runs",
        _words(
            r"\d[\d,.]*\}?\$?\s?(?:[km]\b)?(?:[\s-](?:\w+[\s-]){0,3}?|-)(?:epochs?|iterations|updates|steps|frames|"
            r"episodes)\b|"
            r"\b(?:epochs?|iterations|steps|updates|episodes)\b[^.;]{0,30}\d|"
            r"\b(?:one|two|three|four|five|six|ten|twenty|hundred|thousand|million) (?:\w+ )?(?:epochs?|iterations|"
            r"steps|updates)|"
            r"\bearly[- ]stopp\w*|\buntil (?:\w+ )?converge\w*|\btrained? (?:\w+ ){0,6}?for (?:about |"
            r"around )?\d+ ?(?:hours?|days?)|"
            r"\b(?:train\w*|time)\b[^.;]{0,60}\b\d+ ?(?:h|hours?|days?)\b|\b(?:one|single) epoch"
        ),
        ("epochs", "training steps", "iterations", "early stopping"),
        _words(r"\bepochs?\b|\btraining (?:steps|iterations)\b"),
    ),
)
_SPLIT: Final = Item(
    "how the data are split",
    _words(
        r"\bsplits?\b|\b(?:train(?:ing)?|test(?:ing)?|validation|valid|dev(?:elopment)?|held-?out)[- ](?:and |/ "
        r"?)?(?:\w+ )?(?:sets?|data|"
        r"samples|images|examples|part|portion|partition|instances|sequences)\b|\bcross[- ]?valid\w*|\bfolds?\b|"
        r"\btrain/(?:test|val)|\bhold-?out|"
        r"\bheld-?out|\bfor (?:training|testing|validation)\b|\bstandard protocol"
    ),
    ("split", "training set", "validation set", "test set", "cross-validation"),
    core=False,
)
"""Asked for only where there are data to split; agents that play or explore have none."""
_SETTING: Final = (
    Item(
        "the hardware",
        _words(
            r"\bnvidia\b|\b[avhp]100\b|\bk80\b|\bt4\b|\bl40s?\b|\brtx\b|\bgtx\b|\btitan\b|\btesla\b|\bxeon\b|\bintel\b|"
            r"\b(?:3090|4090|2080|1080)\b|\bgeforce\b|\bquadro\b|\btpus?\b|\bapple m\d|\bamd\b|\bryzen\b|"
            r"\b(?:an?|one|two|four|eight|single|\d+|with|on|using|same) (?:[\w-]+ ){0,2}?(?:gpus?|"
            r"cpus?)\b(?![- ](?:days?|"
            r"hours?|memory))|\b(?:cluster|laptop|workstation|server|machine) with\b|\bcpu cores\b|\bon (?:a|the|"
            r"our) (?:\w+ )?"
            r"(?:cluster|laptop|workstation|server)\b"
        ),
        ("GPU", "TPU", "CPU", "NVIDIA", "cluster", "hardware"),
        _words(r"\bgpus?\b|\bhardware\b"),
        core=False,
    ),
    Item(
        "the number of runs or seeds",
        _words(
            r"\bseeds?\b|\b(?:\d+|two|three|four|five|six|eight|ten|twenty|several|multiple|independent|different|"
            r"repeated) "
            r"(?:\w+ ){0,3}(?:runs|trials|repetitions|repeats|initiali[sz]ations|replicates|restarts|splits|"
            r"folds|simulations)\b|\b(?:\d+|two|three|four|five|ten|several|multiple) times\b|\bsingle run\b|"
            r"\bcross[- ]?valid\w*|\bstandard (?:deviation|error)s?\b.{0,80}\b(?:results?|runs?|accurac\w+|report\w*)|"
            r"\d\s*(?:\\pm|±)\s*\d|\berror bars?\b|\bconfidence "
            r"(?:interval|band|region)|\baverag\w+ (?:over|across|of|from) "
        ),
        ("random seeds", "number of runs", "independent runs", "repeated", "standard deviation"),
        core=False,
    ),
    _SPLIT,
    Item(
        "whether code is available",
        _words(
            r"\b(?:our|the|source|python|pytorch|all|full|reference|accompanying|following) (?:\w+ )?code\b(?!-)|"
            r"\bcodes? (?:is|are|will|can|has|have|at|available|and|repositor|release|in the supp)|"
            r"\bgithub|\bgitlab\b|\banonymous\.4open|\bopen-?\s?sourc(?:e|ed|ing) (?:our|the|all|implementation|"
            r"library|at)|"
            r"\b(?:our|the) (?:\w+ )?(?:implementation|library|repositor(?:y|ies))\b[^.;]{0,40}\b(?:available|"
            r"released?|public\w*|"
            r"at http|found|provided)|\bhttps?://\S*(?:git|colab|osf|zenodo|bitbucket|drive|4open)|"
            r"\b(?:we|authors) (?:will |also |have )*(?:release|open-source|publish|share|"
            r"make)\w*\b[^.;]{0,60}\b(?:code|"
            r"implementation|models?|public\w*)|\bopen-sourced\b"
        ),
        ("code", "GitHub", "repository", "open source", "release"),
        core=False,
    ),
)
_PROMPTING: Final = (
    Item(
        "the version of the models queried",
        _words(
            r"\b(?:gpt|claude|gemini|palm|text|davinci|o\d)[\w.-]*-(?:0\d{3}|1\d{3}|\d{4}-\d\d-\d\d|00\d|20\d{6}|"
            r"turbo-\d+|preview|latest)\b|"
            r"\btext-davinci|\bllama|\bvicuna|\bmistral|\bmixtral|\bqwen|\bfalcon\b|\bflan|\bphi-\d|\bgemma|"
            r"\bdeepseek|\byi-\d|\bt5\b|\bopt-\d|"
            r"\bbloom\b|\bcheckpoint\b|\bmodel versions?\b|\bsnapshot|\bhugging ?face|\bapi (?:version|in|as of)|"
            r"\baccessed (?:in|on|between)"
        ),
        ("model version", "checkpoint", "gpt-4-0613", "API version"),
    ),
    Item(
        "the decoding settings",
        _words(
            r"\btemperatures?\b|\btop[-_ ]?[pk]\b|\bgreedy\b|\bnucleus\b|\bbeam\b|\bdecoding\b|\bsampling "
            r"(?:parameter|setting|strateg)\w*|"
            r"\bdeterministic|\bmax(?:imum)?[-_ ](?:new[-_ ])?tokens\b|\bdefault (?:parameter|setting|hyper)\w*"
        ),
        ("temperature", "top-p", "greedy decoding", "sampling", "default parameters"),
    ),
    Item(
        "the wording of the prompts",
        _words(
            r"\bprompts? (?:used|template|is|are|we use|shown|below|in (?:table|figure|fig|appendix|listing))|"
            r"\bprompt templates?\b|"
            r"\b(?:table|figure|fig\.|listing|appendix)[^.]{0,60}\bprompts?\b|\bprompts?\b[^.]{0,60}\b(?:table|"
            r"figure|fig\.|listing|appendix|follows|following)\b|"
            r"\byou are an? \w+|\b(?:instruction|prompt): |\bq: .{3,60}\ba: "
        ),
        ("prompt template", "the prompt is", "You are"),
    ),
)
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
    "whether code is available": _words(r"\bcode\b[^\[]{0,500}\[\s*Yes"),
    "the hardware": _words(r"\bcomput(?:e|er|ing|ational) resources\b[^\[]{0,500}\[\s*Yes"),
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
    missing = [item for item in items if not _given(item, paper) and (item is not _SPLIT or _has_data(paper))]
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
            topic="settings of the runs" if items[0] in _TRAINING else "settings of the prompting",
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
        return (*_TRAINING, *_SETTING)
    return _PROMPTING if prompts(paper) else ()


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
