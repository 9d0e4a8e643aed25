"""Which settings of training and prompting a reader needs to repeat a run, and by what words a paper gives each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Item:
    """One thing a reader needs. ``shows``: what in a sentence gives it, its value where it has one.

    ``mentions``: what speaks of it without giving it. ``near``: what may give it in other words, so that its absence
    is in doubt. ``asked``: the words of a run for which it arises at all. ``core``: the run cannot be set up without.
    """

    name: str
    shows: re.Pattern[str]
    probes: tuple[str, ...]
    mentions: re.Pattern[str] | None = None
    near: re.Pattern[str] | None = None
    asked: re.Pattern[str] | None = None
    core: bool = True


def words(pattern: str) -> re.Pattern[str]:
    """A pattern that is matched without case."""
    return re.compile(pattern, re.I)


_NEAR: Final = r"[^.;]{0,60}?(?:\d|\b(?:tuned|searched|selected|chosen|cosine|decay\w*|schedul\w*|default|grid)\b)"
_VALUE: Final = r"(?<![\w\[.])\d[\d.,]*(?:e-?\d+)?"

TRAINING: Final = (
    Item(
        "the learning rate",
        words(
            rf"(?:\blearning[- ]rates?\b|\bstep[- ]?sizes?\b|\blr\b|\bl\.r\.|\\eta\b|η){_NEAR}|{_VALUE}[^.;]{{0,40}}"
            r"\b(?:learning[- ]rates?|step[- ]?sizes?|lr)\b"
        ),
        ("learning rate", "step size"),
        words(r"\blearning[- ]rates?\b|\bstep[- ]?sizes?\b"),
    ),
    Item(
        "the batch size",
        words(
            rf"\b(?:mini-?\s?)?batch[- ]?sizes?\b{_NEAR}|\bbatch(?:es)? (?:of|with)\b{_NEAR}|"
            rf"{_VALUE}[^.;]{{0,40}}\bbatch|"
            r"\bper batch\b|\bfull[- ]batch\b|\b\d+ (?:\w+ )?per (?:GPU|batch|device)|\bbatch\s*=|\bsamples per update"
        ),
        ("batch size", "mini-batch size", "batches of"),
        words(r"\bbatch[- ]?sizes?\b|\bmini-?batch\w*"),
        near=words(
            r"\bfull (?:gradients?|data ?set|training set)\b|\bwhole (?:data|training)|\b(?:sizes?|batch)\b.{0,30}\b"
            r"(?:images|samples|sentences|tokens|sequences|examples)\b|\b\d+ (?:\w+ )?(?:images|samples|sentences|"
            r"tokens|sequences|examples|clips|crops) (?:per|at a time|in each)"
        ),
        asked=words(r"\bsgd\b|\bstochastic\b|\badamw?\b|\bbatch|\bepochs?\b"),
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
        words(r"\boptimi[sz]ers?\b"),
        near=words(
            r"\bgradient (?:descent|ascent|steps?|updates?|methods?)\b|\b(?:descent|ascent|solver|EM algorithm|"
            r"closed[- ]form|optimi[sz]ed (?:with|by|using))\b"
        ),
    ),
    Item(
        "how long training runs",
        words(
            r"\d[\d,.]*\}?\$?\s?(?:[km]\b)?(?:[\s-](?:\w+[\s-]){0,3}?|-)(?:epochs?|iterations|updates|steps|episodes)\b|"
            r"\b\d+\s?(?:m|k|million|billion) frames\b|"
            r"\b(?:epochs?|iterations|steps|updates|episodes)\b[^.;\[]{0,30}\d|"
            r"\b(?:one|two|three|four|five|six|ten|twenty|hundred|thousand|million) (?:\w+ )?(?:epochs?|iterations|"
            r"updates|(?:training|gradient|update) steps)|"
            r"\bearly[- ]stopp\w*|\buntil (?:\w+ )?converge\w*|\btrained? (?:\w+ ){0,6}?for (?:about |"
            r"around )?\d+ ?(?:hours?|days?)|"
            r"\b(?:train\w*|time)\b[^.;]{0,60}\b\d+ ?(?:h|hours?|days?)\b|\b(?:one|single) epoch"
        ),
        ("epochs", "training steps", "iterations", "early stopping"),
        words(r"\bepochs?\b|\btraining (?:steps|iterations)\b"),
    ),
)
SPLIT: Final = Item(
    "how the data are split",
    words(
        r"\bsplits?\b(?![- ]?(?:learn|neural|nn\b|training protocol))|\b(?:train(?:ing)?|test(?:ing)?"
        r"|validation|valid|dev(?:elopment)?|held-?out)[- ](?:and |/ "
        r"?)?(?:\w+ )?(?:sets?|data|"
        r"samples|images|examples|part|portion|partition|instances|sequences)\b|\bcross[- ]?valid\w*|\bfolds?\b|"
        r"\btrain/(?:test|val)|\bhold-?out|"
        r"\bheld-?out|\bfor (?:training|testing|validation)\b|\bstandard protocol"
    ),
    ("split", "training set", "validation set", "test set", "cross-validation"),
    near=words(r"\btest(?:ed|ing)? on\b|\bunseen\b|\bpartition\w*|\bval\b|\bprotocol\b"),
    core=False,
)
"""Asked for only where there are data to split; agents that play or explore have none."""
SETTING: Final = (
    Item(
        "the hardware",
        words(
            r"\bnvidia\b|\b[avhp]100\b|\bk80\b|\bt4\b|\bl40s?\b|\brtx\b|\bgtx\b|\btitan\b|\btesla\b|\bxeon\b|\bintel\b|"
            r"\b(?:3090|4090|2080|1080)\b|\bgeforce\b|\bquadro\b|\btpus?\b|\bapple m\d|\bamd\b|\bryzen\b|"
            r"\bvcpus?\b|\b(?:an?|one|two|four|eight|single|\d+|with|on|using|same) (?:[\w-]+ ){0,2}?(?:gpus?|"
            r"v?cpus?)\b(?![- ](?:days?|hours?|memory))|\b\d+ ?[gt]i?b (?:of )?(?:ram|memory|vram)\b|\b(?:aws|ec2|"
            r"google cloud|azure|colab|public cloud|compute nodes?|raspberry pi|jetson|fpga)\b|"
            r"\b(?:cluster|laptop|workstation|server|machine) with\b|\bcpu cores\b|\bon (?:a|our) "
            r"(?:\w+ )?(?:cluster|laptop|workstation|server)\b"
        ),
        ("GPU", "TPU", "CPU", "vCPU", "GB RAM", "NVIDIA", "cluster", "node", "cloud", "hardware"),
        words(r"\bhardware\b"),
        near=words(
            r"\b(?:[gtc]pus?|v?ram|clusters? (?:node|of)|nodes? with|servers? with|(?:on|our|one) servers?|"
            r"(?<!point )cloud|\d+ (?:\w+ )?cores|(?:cpu|multi|single|many)[- ]?(?:cores?|threads?)|workstation|laptop|"
            r"desktop|computing (?:resources|infrastructure|facility)|compute resources)\b|\b\d+ ?gi?b\b"
        ),
        core=False,
    ),
    Item(
        "the number of runs or seeds",
        words(
            r"\bseeds?\b(?! as (?:an? )?(?:part|input|argument))|\b(?:\d+|two|three|four|five|six|eight|ten"
            r"|twenty|several|multiple|independent|different|"
            r"repeated) "
            r"(?:\w+ ){0,3}(?:runs|trials|repetitions|repeats|initiali[sz]ations|replicates|restarts|splits|"
            r"folds|simulations)\b|\b(?:\d+|two|three|four|five|ten|several|multiple) times\b"
            r"(?! (?:\w+er|less|more|as|the)\b)|"
            r"\bsingle run\b|"
            r"\bcross[- ]?valid\w*|\bstandard (?:deviation|error)s?\b.{0,80}\b(?:results?|runs?|accurac\w+|report\w*)|"
            r"\d\s*(?:\\pm|±)\s*\d|\berror bars?\b|\bconfidence "
            r"(?:interval|band|region)|\baverag\w+ (?:over|across|of|from) (?:[\w-]+ ){0,3}?(?:runs?|seeds?|trials?|"
            r"repetitions|experiments|splits|folds|simulations|episodes|initiali[sz]ations|\d+|two|three|four|five|ten)\b"
        ),
        ("random seeds", "number of runs", "independent runs", "repeated", "standard deviation"),
        near=words(
            r"\bruns\b|\b(?:we|is|are|was|were) (?:\w+ )?repeat\w*|\bstd\b|±|\\pm\b|\btrials?\b|"
            r"\breplicat(?:es|ions?)\b|\brepeated (?:counts?|measure\w*|experiments?|training)|"
            r"\bvariances? (?:of|over|across|between) (?:the |our )?(?:results?|scores?|accurac\w+|runs?)|"
            r"\breport\w* (?:the |an? )?(?:\w+ )?(?:mean|averag\w+)|\b(?:mean|averaged?) (?:results?|over|across)\b|"
            r"\bbootstrap\w*|\brandom(?:ly)? (?:initiali\w+|splits?)|\bdeterministic|\bzero initial"
        ),
        core=False,
    ),
    SPLIT,
    Item(
        "whether code is available",
        words(
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
        near=words(
            r"\brepositor(?:y|ies)\b|\bsource codes?\b|\bcode\b[^.]{0,80}\b(?:supp\w*|appendix|links?|url|anonym\w*|"
            r"available|provided?|releas\w+|public\w*|shared?|attached|included?)\b|\b(?:supp\w*|attached|provided?|"
            r"releas\w+|share)\b[^.]{0,60}\bcodes?\b|\bimplementations?\b[^.]{0,60}\b(?:available|public\w*|supp\w*|"
            r"provided?|releas\w+)|\banonymous\b|\btoolbox\b|\bopen-?sourced?\b|\bsoftware\b|\bour (?:\w+ )?package\b|"
            r"https?://(?!\S*(?:arxiv|doi\.org))"
        ),
        core=False,
    ),
)
PROMPTING: Final = (
    Item(
        "the version of the models queried",
        words(
            r"\b(?:gpt|claude|gemini|palm|text|davinci|o\d)[\w.-]*-(?:0\d{3}|1\d{3}|\d{4}-\d\d-\d\d|00\d|20\d{6}|"
            r"turbo-\d+|preview|latest)\b|"
            r"\btext-davinci|\bllama|\bvicuna|\bmistral|\bmixtral|\bqwen|\bfalcon\b|\bflan|\bphi-\d|\bgemma|"
            r"\bdeepseek|\byi-\d|\bt5\b|\bopt-\d|"
            r"\bbloom\b|\bcheckpoint\b|\bmodel versions?\b|\bsnapshot|\bhugging ?face|\bapi (?:version|in|as of)|"
            r"\baccessed (?:in|on|between)"
        ),
        ("model version", "checkpoint", "gpt-4-0613", "API version"),
        near=words(r"\b(?:version|release|api)\b|-\d{4}\b|\b\d+[bm]\b"),
    ),
    Item(
        "the decoding settings",
        words(
            r"\btemperatures?\b|\btop[-_ ]?[pk]\b|\bgreedy\b|\bnucleus\b|\bbeam\b|\bdecoding\b|\bsampling "
            r"(?:parameter|setting|strateg)\w*|"
            r"\bdeterministic|\bmax(?:imum)?[-_ ](?:new[-_ ])?tokens\b|\bdefault (?:parameter|setting|hyper)\w*"
        ),
        ("temperature", "top-p", "greedy decoding", "sampling", "default parameters"),
        near=words(
            r"\bsampl(?:ed?|ing)\b.{0,40}\b(?:response|completion|output|generation|answer)s?|\bdefault\b|\bargmax\b"
        ),
        asked=words(r"\bgenerat\w+|\bcompletions?\b|\banswers?\b|\bresponses?\b"),
    ),
    Item(
        "the wording of the prompts",
        words(
            r"\bprompts? (?:used|template|is|are|we use|shown|below|in (?:table|figure|fig|appendix|listing))|"
            r"\bprompt templates?\b|"
            r"\b(?:table|figure|fig\.|listing|appendix)[^.]{0,60}\bprompts?\b|\bprompts?\b[^.]{0,60}\b(?:table|"
            r"figure|fig\.|listing|appendix|follows|following)\b|"
            r"\byou are an? \w+|\b(?:instruction|prompt): |\bq: .{3,60}\ba: "
        ),
        ("prompt template", "the prompt is", "You are"),
        near=words(r"\bprompts?\b[^.]{0,80}[\"“”']|\btemplates?\b|\binstructions?\b"),
    ),
)
