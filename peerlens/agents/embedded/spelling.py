"""How names and letters are spelled: Greek letters by their names, and where a match ends inside another name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_SIGNS: Final = ("+", "*", "#", "@")
"""What a name may end with that a search by words does not see."""
_GREEK: Final = {
    ord(letter): f" {name} "
    for name, letters in {
        "alpha": "αΑ", "beta": "βϐ", "gamma": "γΓ", "delta": "δΔ", "epsilon": "εϵ", "zeta": "ζ", "eta": "η",
        "theta": "θϑΘ", "kappa": "κϰ", "lambda": "λΛ", "mu": "μµ", "nu": "ν", "xi": "ξ", "rho": "ρϱ", "sigma": "σςΣ",
        "tau": "τ", "phi": "φϕΦ", "chi": "χ", "psi": "ψΨ", "omega": "ωΩ",
    }.items()
    for letter in letters
}  # fmt: skip
_FORMULA: Final = re.compile(r"\$([^$]+)\$")


_BLANKS: Final = str.maketrans("\t\n\r\f\v\u00a0", "      ")


def in_one_line(text: str) -> str:
    """Text with every blank a space, so that wrapped sentences match as others do; offsets stay what they are."""
    return text.translate(_BLANKS)


def spelled_out(text: str) -> str:
    """Greek letters, printed or as LaTeX commands, by their names: reviews write "epsilon", papers "ϵ"."""
    return text.replace("\\var", "\\").replace("\\", " ").translate(_GREEK)


def goes_on(text: str, end: int, names: Sequence[str]) -> bool:
    """Whether a match ends inside another name: "GPT-3" in "GPT-3.5", "SumEval" for "SumEval+"."""
    if text[end - 1 : end].isdigit() and re.match(r"\.\d", text[end : end + 2]):
        return True
    return all(name[-1:] in _SIGNS for name in names) and text[end : end + 1] not in _SIGNS


def has_formulas(phrase: str, text: str) -> bool:
    """Whether every formula of a phrase stands in a text, however it is spaced."""
    squeezed = "".join(text.split())
    return all("".join(formula.split()) in squeezed for formula in _FORMULA.findall(phrase))
