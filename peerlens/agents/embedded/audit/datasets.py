"""Which data sets a paper names where it speaks of its own experiments."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from peerlens.agents.embedded.audit.kinds import FOREIGN
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.reading import Line
from peerlens.taxonomy import SectionKind

EASY: Final = frozenset({"mnist", "fashion-mnist", "cifar-10", "cifar-100", "svhn", "kmnist", "emnist", "usps"})
"""Small image sets on which much works that does not work elsewhere."""

_KNOWN: Final = re.compile(
    r"(?<![\w-])(?:fashion[- ]?mnist|k-?mnist|e-?mnist|rotated mnist|permuted mnist|split mnist|mnist(?:-m)?|"
    r"\w+mnist(?:-\w+)?|usps|cinic-?10|"
    r"tiny[- ]?imagenet|mini-?imagenet|tiered-?imagenet|imagenet(?:-?[\w-]+)?|cifar-?\s?100|cifar-?\s?10|cifar|svhn|"
    r"stl-?10|"
    r"celeba(?:-hq)?|ffhq|lsun|coco|ms-?coco|lvis|ade20k|cityscapes|kitti|nuscenes|waymo|pascal voc|voc ?20\d\d|voc|"
    r"cub(?:-200)?|"
    r"food-?101|places365|openimages|laion\S*|omniglot|caltech-?\d+|office-?\w+|domainnet|pacs|camelyon\d*|chexpert|"
    r"mimic(?!\w)(?:-[\w-]+)?|"
    r"kinetics\S*|ucf-?101|hmdb-?51|something-something|activitynet|msr-?vtt|webvid\S*|"
    r"glue|superglue|squad\S*|mnli|sst-?2|qqp|imdb\S*|ag news|ag's news|yelp\S*|amazon\S*|wikitext\S*|ptb|"
    r"penn treebank|c4|"
    r"the pile|openwebtext|bookcorpus|wmt\S*|iwslt\S*|flores\S*|cnn/?\s?daily\s?mail|xsum|samsum|multinews|hotpotqa|"
    r"natural questions|triviaqa|trivia qa|ms marco|beir|mteb|conll\S*|ontonotes|multiwoz|commonsenseqa|"
    r"gsm-?8k|math|mmlu|big-?bench\S*|bbh|humaneval|mbpp|apps|hellaswag|arc(?:-\w)?|winogrande|piqa|boolq|truthfulqa|"
    r"alfworld|webshop|strategyqa|svamp|aqua|eli5|scienceqa|vqa\S*|docvqa|gqa|okvqa|flickr\S*|funsd|cord|sroie|"
    r"librispeech|timit|wsj|common ?voice|voxceleb\S*|vctk|audioset|esc-?50|ljspeech|fleurs|"
    r"cora|citeseer|pubmed|ogb\S*|ogbn\S*|proteins|enzymes|mutag|nci1|reddit\S*|zinc|qm9|md17|movielens\S*|netflix|"
    r"gowalla|criteo|atari|mujoco|d4rl|procgen|minigrid|minecraft|meta-?world|dm ?control|deepmind control|gym|babyai|"
    r"starcraft|smac|nethack|hanabi|adult|compas|higgs|uci|kdd\S*|etth?\S*|electricity|traffic|weather|m4|"
    r"lra|long[- ]range arena|nas-?bench\S*|shapenet|modelnet\S*|scannet|nerf synthetic|dtu|div2k|set5|set14|bsd\d*|"
    r"nyu\S*|sun-?rgbd|"
    r"urban100)"
    r"(?![\w-])",
    re.I,
)
_CASED: Final = frozenset(
    "math apps arc cord traffic weather electricity adult proteins enzymes glue traffic lra voc coco etth aqua c4 "
    "gym uci mimic "
    "netflix pubmed reddit amazon yelp places higgs m4 gqa".split()
)
"""Names that are also plain words: taken only when capitalised inside a sentence, or beside "data"."""
_NAMED: Final = re.compile(
    r"(?<![.?!:] )\b((?:[A-Z][\w-]*[A-Z\d][\w-]*|[A-Z][a-z]{2,}[\w-]*)(?: (?:[A-Z][\w-]+|\d+)){0,3}) "
    r"(?:[a-z]+ ){0,1}?(?:data ?sets?|corpus|corpora|benchmarks?|test ?set|task|suite|environments?|collection|"
    r"databases?|data)\b"
)
_LISTED: Final = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|several|multiple|various|many|different|other|both|\d+) "
    r"(?:[\w-]+ ){0,4}?(?:data ?sets|benchmarks|corpora|environments|languages|games|simulations)\b",
    re.I,
)
_UNNAMED: Final = re.compile(
    r"\b(?:synthetic|simulat\w*|toy|artificial|generated|real[- ]world|proprietary|in-house|private|internal|our own|"
    r"custom|"
    r"collected) (?:[\w-]+ ){0,2}?(?:data|data ?sets?|examples?|problems?|experiments?)\b",
    re.I,
)
_MADE: Final = re.compile(
    r"\b(?:synthetic(?:ally)?|simulat\w*|artificial(?:ly)?|toy|randomly generated) (?:\w+ ){0,3}?(?:data|data ?sets?|"
    r"examples?|"
    r"instances?|experiments?|problems?|samples?|environments?|graphs?)\b|\b(?:data|data ?sets?|instances|"
    r"graphs) (?:are|is|were|was) "
    r"(?:\w+ )?(?:generated|simulated|sampled|drawn)\b",
    re.I,
)
_REAL: Final = re.compile(
    r"\breal[- ]?(?:world|life)? (?:\w+ ){0,3}?(?:data|data ?sets?|benchmarks?|experiments?|tasks?|problems?|graphs?|"
    r"networks?)\b|"
    r"\bon real\b|\bpublic(?:ly available)? (?:data|benchmark)|\bbenchmark data|\bsemi-synthetic|\bphysical robot|"
    r"\bMovieLens|"
    r"\b[Tt]he [A-Z]\w+ (?:data ?set|corpus|benchmark)",
)
_OF_DATA: Final = re.compile(r"\b(?:data ?(?:sets?|base)?|corpus|benchmark|collection)\b", re.I)
_NOT_DATA: Final = re.compile(r"^private|(?:examples?|problems?|experiments?)$", re.I)
"""Real ones of these are no data that a paper was evaluated on."""
_NUMBER: Final = re.compile(r"\b(?:(two|both)|(three)|(four)|(five)|(six)|(seven)|(eight)|(nine)|(ten)|(\d+))\b", re.I)
_MADE_UP: Final = re.compile(r"synthetic|simulat|toy|artificial|generated|our own", re.I)
_EVALUATES: Final = frozenset({SectionKind.EXPERIMENTS, SectionKind.RESULTS, SectionKind.ABLATION})
_FRONT: Final = frozenset({SectionKind.ABSTRACT, SectionKind.INTRODUCTION})
_NO_NAME: Final = frozenset(
    "the this these those our each for all both like while when training test testing validation further such other "
    "same "
    "any some one no most many several high-dimensional low-dimensional tabular image text original full small large "
    "real "
    "synthetic evaluation table figure section appendix in on we given since however moreover where with from using "
    "new "
    "em mdp ml bai nlp cv ai nn llm llms rl gnn gnns snn snns ann anns "
    "euclidean multi single unlabeled labeled public private proprietary "
    "natural language computer bayesian gaussian".split()
)
_ALIASES: Final = {"penn-treebank": "ptb", "ms-coco": "coco", "cifar": "cifar-10", "cifar-10": "cifar-10"}


@lru_cache(maxsize=1)
def named_datasets(paper: AuditPaper) -> dict[str, Line]:
    """Names of data sets, folded, each with the first line of the paper's own work that names it."""
    return _named_in([line for line in paper.body if line.kind not in FOREIGN], paper)


@lru_cache(maxsize=1)
def evaluated_on(paper: AuditPaper) -> dict[str, Line]:
    """Of ``named_datasets``, those named outside abstract and introduction, which also name what others used; with the
    first line of the experiments, where one names them."""
    lines = [line for line in paper.body if line.kind not in FOREIGN | _FRONT or line.is_caption]
    return _named_in(sorted(lines, key=lambda line: line.kind not in _EVALUATES), paper)


def _named_in(lines: Iterable[Line], paper: AuditPaper) -> dict[str, Line]:
    found: dict[str, Line] = {}
    short = {
        one.casefold() for one, long in paper.tools.abbreviations().items() if not _OF_DATA.search(long)
    }  # "the FL environment" of federated learning names no data
    for line in lines:
        for match in _KNOWN.finditer(line.text):
            name = re.sub(r"[\s-]+", "-", match[0].casefold()).strip(".,;)")
            if name in _CASED and not match[0][0].isupper():
                continue
            found.setdefault(_folded(re.split(r"[<(|]", name)[0]), line)
        for match in _NAMED.finditer(line.text):
            name = match[1].casefold()
            if name in short or name.split()[0] in _NO_NAME or _is_plain_word(match[1], paper):
                continue
            found.setdefault(_folded(name), line)
    return found


def _is_plain_word(name: str, paper: AuditPaper) -> bool:
    """Whether it is a word of the language that happens to open a sentence: the paper writes it small as well."""
    return name.isalpha() and name.istitle() and re.search(rf"\b{name.lower()}\b", paper.reading.text) is not None


def made_up_only(paper: AuditPaper) -> list[Line]:
    """Sentences that say that data were made or simulated, where no data set is named and nothing real is spoken of."""
    if named_datasets(paper):
        return []
    own = [line for line in paper.body if line.kind in _EVALUATES]
    if any(_REAL.search(line.text) for line in paper.body if line.kind not in FOREIGN):
        return []
    return [line for line in own if not line.is_table and _MADE.search(line.text)]


def several_said(paper: AuditPaper) -> bool:
    """Whether the paper speaks of several data sets, as something it used."""
    return bool(_listed(paper))


def more_said(paper: AuditPaper, *, than: int) -> bool:
    """Whether the paper gives a number of data sets greater than ``than``."""
    return any(_number(found) > than for found in _listed(paper))


def _listed(paper: AuditPaper) -> list[str]:
    return [match[0] for line in paper.body if line.kind not in FOREIGN for match in _LISTED.finditer(line.text)]


def _number(words: str) -> int:
    """The last number in the words: 3 of "other ponds on the three data sets"; 0 without one."""
    found = list(_NUMBER.finditer(words))
    if not found:
        return 0
    last = found[-1]
    return int(last[10]) if last[10] else 1 + (last.lastindex or 0)


def unnamed_said(paper: AuditPaper, *, real: bool = False) -> bool:
    """Whether the paper speaks of data without a name: made, simulated, or its own; ``real``: not of made ones."""
    found = (match[0] for line in paper.body if line.kind not in FOREIGN for match in _UNNAMED.finditer(line.text))
    return any(not real or not (_MADE_UP.match(one) or _NOT_DATA.search(one)) for one in found)


def _folded(name: str) -> str:
    name = _ALIASES.get(re.sub(r"\s+", "-", name), name)
    name = re.sub(r"^cifar-?(\d+)", r"cifar-\1", re.sub(r"\s+", "-", name))
    return re.sub(r"^fashion-?mnist", "fashion-mnist", name)
