"""Which data sets a paper names where it speaks of its own experiments."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from peerlens.agents.embedded.audit.kinds import FOREIGN
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.reading import Line

EASY: Final = frozenset({"mnist", "fashion-mnist", "cifar-10", "cifar-100", "svhn", "kmnist", "emnist"})
"""Small image sets on which much works that does not work elsewhere."""

_KNOWN: Final = re.compile(
    r"(?<![\w-])(?:fashion[- ]?mnist|k-?mnist|e-?mnist|rotated mnist|permuted mnist|split mnist|mnist(?:-m)?|"
    r"tiny[- ]?imagenet|mini-?imagenet|tiered-?imagenet|imagenet(?:-?[\w-]+)?|cifar-?\s?100|cifar-?\s?10|cifar|svhn|"
    r"stl-?10|"
    r"celeba(?:-hq)?|ffhq|lsun|coco|ms-?coco|lvis|ade20k|cityscapes|kitti|nuscenes|waymo|pascal voc|voc ?20\d\d|voc|"
    r"cub(?:-200)?|"
    r"food-?101|places365|openimages|laion\S*|omniglot|caltech-?\d+|office-?\w+|domainnet|pacs|camelyon\d*|chexpert|"
    r"mimic\S*|"
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
    "gym uci "
    "netflix pubmed reddit amazon yelp places higgs m4 gqa".split()
)
"""Names that are also plain words: taken only when capitalised inside a sentence, or beside "data"."""
_NAMED: Final = re.compile(
    r"(?<![.?!:] )\b((?:[A-Z][\w-]*[A-Z\d][\w-]*|[A-Z][a-z]{2,}[\w-]*)(?: (?:[A-Z][\w-]+|\d+)){0,3}) "
    r"(?:[a-z]+ ){0,1}?(?:data ?sets?|corpus|corpora|benchmarks?|test ?set|task|suite|environments?|collection|data)\b"
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
_NO_NAME: Final = frozenset(
    "the this these those our each for all both like while when training test testing validation further such other "
    "same "
    "any some one no most many several high-dimensional low-dimensional tabular image text original full small large "
    "real "
    "synthetic evaluation table figure section appendix in on we given since however moreover where with from using "
    "new "
    "em mdp ml bai euclidean multi single unlabeled labeled public natural language computer bayesian gaussian".split()
)
_ALIASES: Final = {"penn-treebank": "ptb", "ms-coco": "coco", "cifar": "cifar-10", "cifar-10": "cifar-10"}


@lru_cache(maxsize=1)
def named_datasets(paper: AuditPaper) -> dict[str, Line]:
    """Names of data sets, folded, each with the first line of the paper's own work that names it."""
    found: dict[str, Line] = {}
    for line in paper.body:
        if line.kind in FOREIGN:
            continue
        for match in _KNOWN.finditer(line.text):
            name = re.sub(r"[\s-]+", "-", match[0].casefold()).strip(".,;)")
            if name in _CASED and not match[0][0].isupper():
                continue
            found.setdefault(_folded(name), line)
        for match in _NAMED.finditer(line.text):
            name = match[1].casefold()
            if name.split()[0] not in _NO_NAME:
                found.setdefault(_folded(name), line)
    return found


def several_said(paper: AuditPaper) -> bool:
    """Whether the paper speaks of several data sets, as something it used."""
    return any(_LISTED.search(line.text) for line in paper.body if line.kind not in FOREIGN)


def unnamed_said(paper: AuditPaper) -> bool:
    """Whether the paper speaks of data without a name: made, simulated, or its own."""
    return any(_UNNAMED.search(line.text) for line in paper.body if line.kind not in FOREIGN)


def _folded(name: str) -> str:
    name = _ALIASES.get(re.sub(r"\s+", "-", name), name)
    name = re.sub(r"^cifar-?(\d+)", r"cifar-\1", re.sub(r"\s+", "-", name))
    return re.sub(r"^fashion-?mnist", "fashion-mnist", name)
