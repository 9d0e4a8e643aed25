"""By what words a paper gives a setting beyond doubt: stricter than those that silence a finding of its absence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from peerlens.agents.embedded.audit.kinds import FRAMING
from peerlens.agents.embedded.reading import Line

_NUMBER: Final = r"(?<![\w\[.])\d[\d.,]*"
_OF: Final = r"(?:\s*(?:\b(?:of|is|was|are|were|to|set|equal|as|size|being)\b|[=:|$\\~(]))*\s*"

_LOCATED: Final = {
    "the learning rate": rf"(?:\b(?:learning[- ]rates?|step[- ]?sizes?|(?-i:lr))\b|\bLR\s*[=:])"
    rf"[^.;,\[]{{0,40}}?{_NUMBER}|"
    rf"{_NUMBER}[^.;,]{{0,20}}\b(?:learning[- ]rates?|(?-i:lr))\b",
    "the batch size": rf"\b(?:mini-?\s?)?batch[- ]?sizes?{_OF}{_NUMBER}|\bbatch(?:es)? (?:of|with) (?:\w+ )?{_NUMBER}|"
    rf"\bbatch[- ]?sizes? [^.;,\[]{{0,40}}?\b(?:is|to|of|as)\b {_NUMBER}|{_NUMBER} (?:\w+ )?per (?:gpu|batch|device)",
    "the optimiser": r"\b(?:r|nes)?adam(?:w|ax)?\b|\bsgd\b|\brms-?prop|\bada(?:grad|delta|factor)\b|\bl-?bfgs\b|"
    r"\blamb\b|\bstochastic gradient|\bnesterov",
    "how long training runs": r"\d[\d,.]*\}?\$?\s?(?:[km]\b)?[\s-](?:(?:training|gradient|optimi[sz]ation|update|"
    r"fine-?tuning|meta-?|total|global|more)[\s-])*(?:epochs?|iterations|updates|episodes)\b|"
    r"\d[\d,.]*\}?\$?\s?[km]? (?:training|gradient|optimi[sz]ation|update) steps\b|\btrain\w*\b[^.;]{0,40}\b\d[\d,.]*"
    r"[km]? steps\b|\b(?:epochs?|training iterations)\b(?: (?:is|are|was|to|of|set|for|training))*\W{0,4}\d|"
    r"\bearly[- ]stopp\w*|\buntil (?:\w+ )?converge\w*|\btrained? (?:\w+ ){0,6}?for (?:about |around )?\d+ ?(?:hours?|"
    r"days?|epochs?)",
    "the hardware": r"\bnvidia\b|\b[avhp]100\b|\bh200\b|\bk80\b|\b(?:rtx|gtx|xeon|epyc|tpus?|geforce|quadro|jetson)\b|"
    r"\btitan (?:x|v|xp|rtx)\b|\btesla\b|\bintel core\b|\bryzen\b|\bthreadripper\b|\bapple m\d\b|\bcpu cores\b|"
    r"\b(?:an?|one|two|four|eight|single|laptop|desktop|\d+) (?:[\w-]+ ){0,2}?(?:gpus?|v?cpus?)\b|"
    r"\bon (?:an?|our|one|two|four|eight|\d+) (?:[\w-]+ ){0,4}?(?:laptops?|workstations?|desktops?|servers?|"
    r"machines? with)\b|\b\d+ ?[gt]i?b (?:of )?(?:v?ram|memory)\b|\bmacbooks?\b|\braspberry pi\b",
    "the number of runs or seeds": r"\brandom seeds?\b(?! as\b)|\bseeds\b|\b(?:\d+|two|three|four|five|six"
    "|eight|ten|twenty|"
    r"several|multiple|independent|different|repeated) (?:\w+ ){0,2}?(?:seeds?|runs|trials|repetitions|repeats|"
    r"initiali[sz]ations|replicates|restarts|folds)\b|\b(?:trained|run|ran|repeat\w*|executed|evaluated|performed) "
    r"(?:\w+ ){0,3}?(?:\d+|two|three|four|five|ten|several|multiple) times\b|\bcross[- ]?valid\w*|\bsingle run\b",
    "how the data are split": r"\bsplits?\b(?![- ]?(?:learn|neural|nn\b|training protocol))|"
    r"\btrain/(?:test|val)|\bcross[- ]?valid\w*|\bheld-?out\b|\bhold-?out\b|"
    rf"{_NUMBER}\W{{0,3}}k?\W{{0,3}}(?:\w+ )?(?:for )?(?:train(?:ing)?|test(?:ing)?|validation)\b|"
    rf"\b(?:train(?:ing)?|test(?:ing)?|validation) (?:set|data|split)\b[^.;]{{0,40}}\b{_NUMBER}",
    "whether code is available": r"https?://\S*(?:git|osf|zenodo|bitbucket|4open)|\bgithub\b|"
    r"\bcodes?\b[^.;]{0,30}\b(?:available|released?|provided|public\w*)|\b(?:release|open-?\s?sourc|provide|"
    r"publish|share)\w*\b[^.;]{0,40}\b(?:our |the |all |source )+code\b|\blink to our code\b",
}
PATTERNS: Final = {name: re.compile(pattern, re.I) for name, pattern in _LOCATED.items()}


def located(name: str, lines: Sequence[Line]) -> Line | None:
    """The first line that gives the setting beyond doubt, the set-up and the experiments before what frames the paper.

    Raises ``KeyError`` for a name without strict words.
    """
    pattern = PATTERNS[name]
    found = [line for line in lines if pattern.search(line.text)]
    return next((line for line in found if line.kind not in FRAMING), None) or next(iter(found), None)
