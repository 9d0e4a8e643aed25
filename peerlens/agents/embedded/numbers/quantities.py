"""Quantities in text: values, units, number words, bounds; equality under rounding. Digits inside names are none."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

_ONES: Final = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
        "sixteen seventeen eighteen nineteen".split()
    )
}
_TENS: Final = {
    word: 10 * value for value, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)
}
_SCALES: Final = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "dozen": 12.0}
_PARTS: Final = {
    part: number
    for number, names in (
        (2, "half halves"), (3, "third thirds"), (4, "quarter quarters fourth fourths"), (5, "fifth fifths"),
        (6, "sixth sixths"), (8, "eighth eighths"), (10, "tenth tenths"),
    )
    for part in names.split()
}  # fmt: skip
_WORD: Final = "|".join([*_ONES, *_TENS, *_SCALES])
_SUFFIX: Final = {"k": 1e3, "m": 1e6, "b": 1e9, "bn": 1e9, "t": 1e12}
_UNIT_ROWS: Final = (
    ("%", 1.0, "%|percent|per cent|pp|percentage points|percentage point"),
    ("s", 1e-09, "ns"),
    ("s", 1e-06, "us|µs"),
    ("s", 0.001, "ms|millisecond|milliseconds"),
    ("s", 1.0, "s|sec|secs|second|seconds"),
    ("s", 60.0, "min|mins|minute|minutes"),
    ("s", 3600.0, "h|hr|hrs|hour|hours"),
    ("s", 86400.0, "day|days"),
    ("s", 604800.0, "week|weeks"),
    ("byte", 1000.0, "kb"),
    ("byte", 1000000.0, "mb|mib|megabytes"),
    ("byte", 1000000000.0, "gb|gib|gigabytes|gigabyte"),
    ("byte", 1000000000000.0, "tb"),
    ("hz", 1000.0, "khz"),
    ("hz", 1.0, "hz"),
    ("g", 1000.0, "kg"),
    ("g", 1.0, "g"),
    ("g", 0.001, "mg"),
    ("m", 1000.0, "km"),
    ("m", 1.0, "metres|meters"),
    ("m", 0.01, "cm"),
    ("m", 0.001, "mm"),
    ("°c", 1.0, "°c"),
    ("db", 1.0, "db"),
    ("x", 1.0, "x|times|×|fold"),
)
_UNITS: Final = {spelled: (unit, factor) for unit, factor, spellings in _UNIT_ROWS for spelled in spellings.split("|")}
_UNIT: Final = "|".join(sorted((re.escape(unit) for unit in _UNITS), key=len, reverse=True))
_DIGITS: Final = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+"
_NUMBER: Final = re.compile(
    rf"(?P<sign>(?<![\w.)\]])[-−])?(?P<digits>{_DIGITS})"
    r"(?:\s?(?:[x×*]|\\times|\\cdot)\s?10\s?\^?\s?\{?(?P<power>[-−]?\d+)\}?|e(?P<exp>[+-]?\d+))?"
    rf"(?P<suffix>(?:[kKMB]|bn)(?![\w]))?(?:[\s-]?(?P<scale>hundred|thousand|million|billion|"
    rf"trillion)\b)?(?:[\s-]?(?P<unit>{_UNIT})(?![\w]))?"
    rf"|(?P<words>\b(?:{_WORD})(?:[\s-]+(?:and\s+)?(?:{_WORD}))*\b)"
    rf"(?:[\s-](?P<part>{'|'.join(_PARTS)})\b|[\s-](?P<wunit>{_UNIT})(?![\w]))?"
    rf"|\b(?P<folds>{_WORD})fold\b",
    re.I,
)
_SKIP: Final = re.compile(
    r"\b(?:tables?|tab\.?|figures?|figs?\.?|sections?|secs?\.?|sect\.?|appendix|app\.?|equations?|eqs?\.?|eqn\.?|"
    r"algorithms?|alg\.?|theorems?|thm\.?|lemmas?|"
    r"lines?|pages?|pp?\.|steps?|chapters?|propositions?|prop\.?|corollary|definitions?|assumptions?|remarks?|"
    r"settings?|phase|stage|part|reviewer|"
    r"questions?|weakness|version|python|cuda|no\.|ref\.?|footnote|claim|experiment|"
    r"case)s?\s*\(?\s*(?:[A-Z]\.?)?\d[\d.]*(?:\s*(?:,\s*(?:and|or|&)|,|-|–|and|or|to|&)\s*(?:[A-Z]\.?)?\d[\d.]*)*\)?"
    r"|\[[\d,;\s–-]+\]|\b(?:19|20)\d\d[a-z]?\b(?!\s*(?:images|samples|examples|sentences|documents|steps|pairs|words|"
    r"tokens|users|items|parameters))|\b(?:panel|row|column|figure|table|section|part)s? (?:one|two|three|four|"
    r"five|six|seven|eight|nine|ten)\b|\bcc[ -]by(?:-\w+)* \d\.\d|\bp\s*[<>=≤≥]\s*0?\.\d+|arxiv:\S+|https?://\S+"
    r"|\b\d+(?:st|nd|rd|th)\b|\b[1-9]-?d\b|\b(?:one|no one)\s+(?:of|another|can|may|might|would|could|must|should|"
    r"has to|needs to|way|that|is|limitation|weakness|concern|"
    r"reason|issue|problem|hand|side)\b|\b(?:this|that|the|each|every|which|another|other|any|some|only) one\b|\bat "
    r"one\b|\bzero-shot\b|\bone-shot\b|\btwo-(?:stage|step|way|fold)\b"
    r"|\b(?:these|those) (?:two|three|four|five)\b|\b(?:two|three|four|five) other\b"
    r"|(?:^|(?<=[\s:;,]))[(（]?[1-9][)）](?=\s*[a-z])"  # marks of an enumeration
    r"|[\[({]\s*[-−]?[01]\s*,\s*[01]\s*[\])}]|(?:[<>≤≥]=?|\\[gl](?:eq?|t))\s*[01](?![\d.])",  # ranges of variables
    re.I,
)
_ABOUT: Final = re.compile(
    r"(?:\b(?:about|roughly|approximately|around|nearly|almost|circa|some|approx\.?|an? estimated|close to)|[~≈])\s*$",
    re.I,
)
_LEAST: Final = re.compile(
    r"(?:\b(?:more than|over|at least|exceeding|above|greater than|no (?:fewer|less) than|upwards of|beyond|a "
    r"minimum of)|[>≥])\s*$",
    re.I,
)
_MOST: Final = re.compile(
    r"(?:\b(?:less than|fewer than|under|at most|up to|below|no more than|within|a maximum of|limited to)|[<≤])\s*$",
    re.I,
)
_DELTA: Final = re.compile(
    r"(?:\b(?:by|gain of|improvement of|increase of|decrease of|drop of|reduction of|difference of|rise of|gap of|"
    r"margin of|change of)\s+(?:about |roughly |around |only |just |almost |nearly |approximately |up to |an? (?:\w+ "
    r")?)?)$",
    re.I,
)

_SYMBOL: Final = r"(?<![A-Za-z])[A-Za-zα-ωΑ-Ω](?:_\w+)?['′]?"
_IN_FORMULA_BEFORE: Final = re.compile(
    rf"[_^]\{{[^{{}}]*$|{_SYMBOL}(?:\s?[+*·/]\s?|\s[-−]\s|[-−])\(?$|{_SYMBOL}\((?:[^()]*,)?\s*[-−]?$"
)
_IN_FORMULA_AFTER: Final = re.compile(
    r"\)?(?:\s?[+*·]\s?|\s[-−]\s|[−]|\s?/\s?(?![sh]\b))\(?[A-Za-zα-ωΑ-Ω](?![A-Za-z-])|\s?[∑∏∫√∥‖]"
)
"""Numbers of formulas, which state no value: fractions and sums of symbols, arguments of functions."""
_RANGE: Final = re.compile(r"[\[({]\s*[-−]?([01])\s*,\s*([01])\s*[\])}]")
_SIZE: Final = re.compile(r"\s*\d")
"""What follows the "×" of a size: 224 × 224."""
_PART_STEP: Final = 0.02
_AROUND: Final = 40
"""Characters on each side of a number that say whether it is one."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A value in its base unit. ``step``: the size of its last printed digit. ``bound``: "", "about", "least", "most".

    ``delta``: the text speaks of a change by this much. ``start``/``end``: in the text it was read from.
    """

    value: float
    unit: str
    step: float
    start: int
    end: int
    bound: str = ""
    delta: bool = False
    text: str = ""


@lru_cache(maxsize=8_192)
def quantities(text: str) -> tuple[Quantity, ...]:
    """The quantities of ``text`` in order. Places, citations, years, ordinals and digits of names are left out."""
    blanked = _SKIP.sub(lambda match: "\0" * len(match[0]), text)
    found = []
    for match in _NUMBER.finditer(blanked):
        if _inside_name(blanked, match) or _in_formula(blanked, match):
            continue
        quantity = _read(blanked, match)
        if quantity is not None:
            found.append(quantity)
    return tuple(found)


@lru_cache(maxsize=8_192)
def formula_numbers(text: str) -> frozenset[str]:
    """The digits of the numbers in ``text`` that stand in formulas; 0 and 1, which nearly all have, as ranges only."""
    blanked = _SKIP.sub(lambda match: "\0" * len(match[0]), text)
    found = (match for match in _NUMBER.finditer(blanked) if match["digits"])
    inside = {match["digits"] for match in found if not _inside_name(blanked, match) and _in_formula(blanked, match)}
    ranges = {digit for match in _RANGE.finditer(text) for digit in match.groups()}
    return frozenset((inside - {"0", "1"}) | ranges)


def _inside_name(text: str, match: re.Match[str]) -> bool:
    before, after = text[max(0, match.start() - _AROUND) : match.start()], text[match.end() : match.end() + _AROUND]
    if match["folds"]:
        return False
    if match["words"]:
        return (after[:1] == "-" and after[1:2].isalpha() and match["words"].lower() in ("one", "two")) or match[
            "words"
        ].lower() in ("hundred", "thousand", "million", "dozen")
    if before[-1:].isalpha() or (before[-1:] in "_@#^\\" and before != ""):
        return True
    if before[-1:] in "-−" and before[-2:-1].isalpha():
        return True
    if before[-1:] == "." and before[-2:-1].isalnum() and before != ".":
        return True
    if after[:1].isalpha() and not match["suffix"]:
        return True
    if (
        re.search(
            r"[A-Z][A-Za-z]*[A-Z][A-Za-z]*[ ]$|\b(?:GPT|Llama|LLaMA|Qwen|Gemini|Claude|PaLM|Mistral|RTX|ImageNet|"
            r"CIFAR|Phase|Top)[ -]$",
            before,
        )
        and not match["unit"]
    ):
        return bool(re.search(r"\b(?:GPT|Llama|LLaMA|Qwen|Gemini|Claude|PaLM|Mistral|RTX|CIFAR)[ -]$", before))
    return (
        after[:1] == "-"
        and after[1:2].isalpha()
        and not re.match(
            r"-(?:fold|layer|dimensional|epoch|shot|bit|class|hour|minute|second|day|way|year|page|image|word|token)",
            after,
        )
    )


def _in_formula(text: str, match: re.Match[str]) -> bool:
    if match["digits"] is None or match["unit"] or match["scale"]:
        return False
    before, after = text[max(0, match.start() - _AROUND) : match.start()], text[match.end() : match.end() + _AROUND]
    return _IN_FORMULA_BEFORE.search(before) is not None or _IN_FORMULA_AFTER.match(after) is not None


def _read(text: str, match: re.Match[str]) -> Quantity | None:
    if match["words"]:
        value = _worded(match["words"])
        unit, factor = _UNITS.get((match["wunit"] or "").lower(), ("", 1.0))
        step = 1.0
        if match["part"]:
            value, step = value / _PARTS[match["part"].lower()], _PART_STEP
    elif match["folds"]:
        value, unit, factor, step = _worded(match["folds"]), "x", 1.0, 1.0
    else:
        digits = match["digits"].replace(",", "")
        value = float(digits) * (-1 if match["sign"] else 1)
        step = 10.0 ** -(len(digits.split(".")[1]) if "." in digits else 0)
        factor = 10.0 ** int((match["power"] or match["exp"] or "0").replace("−", "-"))
        if match["suffix"]:
            factor *= _SUFFIX[match["suffix"].lower()]
        if match["scale"]:
            factor *= _SCALES[match["scale"].lower()]
        spelled = (match["unit"] or "").lower()
        sizes = spelled in ("x", "×", "times") and _SIZE.match(text, match.end()) is not None
        unit, scale = ("", 1.0) if sizes else _UNITS.get(spelled, ("", 1.0))
        factor *= scale
        if "." not in digits and digits.endswith("00") and factor == 1.0:
            step = 1.0
    before = text[max(0, match.start() - 40) : match.start()]
    bound = next(
        (name for name, pattern in (("about", _ABOUT), ("least", _LEAST), ("most", _MOST)) if pattern.search(before)),
        "",
    )
    return Quantity(
        value=value * factor,
        unit=unit,
        step=abs(step * factor),
        start=match.start(),
        end=match.end(),
        bound=bound,
        delta=_DELTA.search(before) is not None,
        text=match[0],
    )


def _worded(phrase: str) -> float:
    total, current = 0.0, 0.0
    for word in re.split(r"[\s-]+", phrase.lower()):
        if word in _ONES:
            current += _ONES[word]
        elif word in _TENS:
            current += _TENS[word]
        elif word in _SCALES:
            scale = _SCALES[word]
            current = (current or 1.0) * scale
            if scale >= 1e3:
                total, current = total + current, 0.0
    return total + current


def same_unit(a: Quantity, b: Quantity) -> bool:
    """Whether two quantities can be values of one thing: the same unit, or one printed without any."""
    return a.unit == b.unit or {a.unit, b.unit} == {"", "%"}


def equal(claimed: Quantity, printed: Quantity) -> bool:
    """Whether the paper's value bears the claimed one out, up to rounding, units, percent signs and bounds."""
    if not same_unit(claimed, printed):
        return False
    a, b = claimed.value, printed.value
    if claimed.bound == "least":
        return b >= a * (1 - 1e-9) and (printed.bound != "most") and b <= a * 3
    if claimed.bound == "most":
        return b <= a * (1 + 1e-9) and printed.bound != "least"
    slack = 0.05 * abs(a) if claimed.bound == "about" or printed.bound == "about" else 0.0
    step = max(claimed.step, printed.step) if min(claimed.step, printed.step) < max(claimed.step, printed.step) else 0.0
    coarse = claimed if claimed.step >= printed.step else printed
    if step and abs(coarse.value) <= step * 10 and coarse.step >= 1:
        step = 0.0  # "3" does not round 2.7 where whole things are counted, nor is 0.7 borne out by "1"
    near = abs(a - b) <= max(step / 2 * 1.0001, slack, 1e-9 * max(abs(a), abs(b)))
    if near:
        return True
    if {claimed.unit, printed.unit} == {"", "%"}:
        return (
            abs(a * 100 - b) <= 1e-9 + 0.005 * abs(b)
            if claimed.unit == ""
            else abs(a - b * 100) <= 1e-9 + 0.005 * abs(a)
        )
    return False
