"""Ways of saying that something is there or not, put into the plain wording that the frames read."""

from __future__ import annotations

import re
from typing import Final

from peerlens.agents.embedded.concepts import concepts_in
from peerlens.agents.embedded.names import names_in

_F: Final = re.IGNORECASE
_WHO: Final = r"(?:the (?:paper|authors?|study|work|evaluation|experiments?|comparison|analysis)|they|it)"
_WHOLE: Final = (
    r"(?:the |this |these |their |its )?(?:[\w-]+ ){0,2}?(?:evaluations?|experiments?|comparisons?|study|analysis|"
    r"tests?|line-?up|set|list|tables?|results?|competitors?|baselines?|rivals|models|methods|systems|metrics|"
    r"measures|data ?sets?|benchmarks?|aggregation|scoring)\b.*"
)
_BE: Final = r"(?:is|are|was|were)"
_PLAIN: Final = tuple(
    (re.compile(pattern, _F), instead)
    for pattern, instead in (
        (
            rf"\b(?P<be>{_BE}) (?P<not>not |never )?(?:among|one of) the (?:\w+ )?baselines(?: (?:that|which) "
            rf"(?:is|are|was|were|have been) \w+)?$",
            r"\g<be> \g<not>compared",
        ),
        (rf"\b(?P<be>{_BE}) (?P<not>not |never )?(?:among|part of) (?=the \w+s?\b)", r"\g<be> \g<not>included in "),
        (r"\bno (?:trace|sign|hint)s? (?:of|from) ", "no "),
        # "5 popular data sets" are 5 data sets
        (
            r"\b(?P<n>\d+|two|three|four|five|six|seven|eight|nine|ten|several) (?:(?:very |well[- ]|widely[- ]|"
            r"commonly[- ])*"
            r"(?:popular|known|used|adopted|representative|challenging|famous|prominent),? (?:and )?)+(?=[a-z])",
            r"\g<n> ",
        ),
        (rf"^(?P<who>{_WHO}) (?:leaves?|left) (?P<x>.+?) aside$", r"\g<who> does not use \g<x>"),
        (rf"^(?P<x>.+?) (?P<be>{_BE}|remains?) left aside$", r"\g<x> is left out"),
        (
            rf"^(?P<who>{_WHO}) (?:forgets?|forgot|overlooks?|overlooked) (?P<x>.+?)(?: as (?:an? )?\w+)?$",
            r"\g<who> omits \g<x>",
        ),
        (
            rf"^(?P<who>{_WHO}) (?:keeps?|kept|is|are|remains?|stays?) silent (?:on|about) (?P<x>.+)$",
            r"\g<who> does not report \g<x>",
        ),
        (
            r"^(?:the )?(?:readers?|one|those) (?:who|that) (?:wants?|looks? for|expects?|needs?) (?P<x>.+?) "
            r"(?:will )?(?:looks?|search(?:es)?) (?:for (?:them|it) )?in vain$",
            r"\g<x> is missing",
        ),
        (
            rf"^how (?:well |badly |much better )?(?P<x>.+?) (?:would |will |might |could )?(?:fares?|does|do|"
            rf"performs?|scores?|compares?|ranks?|behaves?|works?)\b(?: (?:on|in|under|against|at|with) .+?)? "
            rf"(?:{_BE}|remains?|stays?) (?:not |never |left )?(?:un)?(?:reported|tested|known|clear|stated|shown|told|"
            rf"measured|said|answered)$",
            r"\g<x> is not tested",
        ),
        (
            rf"^(?P<x>.+?) (?:should|could|might|ought to) (?:also |at least )?have been \w+(?: as well| too)?,? but "
            rf"(?P<gone>{_BE} .+)$",
            r"\g<x> \g<gone>",
        ),
        (r"^(?P<x>.+?) (?:is|are) (?:left|remains?) untested(?P<rest>.*)$", r"\g<x> is not tested\g<rest>"),
        # only … other than X: X is the one thing that is not there
        (
            rf"^the only .+? {_BE} (?:the )?(?:ones?|those|[\w-]+s) other than (?P<x>.+)$",
            r"the paper does not use \g<x>",
        ),
        (r"^(?!no\b|not\b|the only\b).+? only (?:\w+ ){0,6}?other than (?P<x>.+)$", r"the paper does not use \g<x>"),
    )
)
_FROM_ALL: Final = re.compile(
    rf"^(?P<x>.+?) (?P<gone>{_BE} (?:missing|absent|left out|omitted|excluded))(?: from| of| in) {_WHOLE}$", _F
)
_CONSEQUENCE: Final = re.compile(
    r"^(?P<lack>(?:(?:the|a|an|any) )?(?:insufficient|inadequate|missing|limited|lack of|absence of|omission of|"
    r"scarce|sparse|too few) (?P<x>[^,;]{3,80}?)),? "
    r"(?:(?:is|are|was|were) (?:a |an |the )?(?:\w+ly |very |quite |also )?(?:inadequate|insufficient|concerning|"
    r"problematic|worrying|(?:\w+ )?(?:weakness|concern|problem|issue|drawback|limitation|shortcoming))|makes?|"
    r"weakens?|undermines?|hinders?|prevents?|reduces?|raises?|renders?|diminish(?:es)?|casts?|limits?|leaves?|hurts?)\b.*$",
    _F,
)
"""What a lack leads to: where it is one of something that papers report, the lack is what can be looked up."""


def reworded(statement: str) -> str:
    """The statement in plain wording. A thing known by name is missing from the whole, whatever that is called."""
    for pattern, instead in _PLAIN:
        statement = pattern.sub(instead, statement)
    if (found := _FROM_ALL.match(statement)) and names_in(f"x {found['x']}"):
        return f"{found['x']} {found['gone']}"
    if (found := _CONSEQUENCE.match(statement)) and concepts_in(found["x"]):
        return found["lack"]
    return statement
