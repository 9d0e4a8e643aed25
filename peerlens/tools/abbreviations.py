"""Abbreviations a paper introduces: "image captioning (IC)"."""

from __future__ import annotations

import re

_INTRODUCED = re.compile(
    r"(?P<long>(?:[\w’'./-]+\s+){0,8}[\w’'./-]+)\s*\((?:or\s+)?(?P<short>[A-Z][A-Za-z0-9-]{0,8}[A-Z0-9]s?)\)"
)
_REVERSED = re.compile(r"\b(?P<short>[A-Z][A-Z0-9-]{1,8}s?)\s*\((?P<long>[A-Za-z][\w-]+(?:\s+[\w-]+){1,7})\)")


def find_abbreviations(text: str) -> dict[str, str]:
    """Short form to long form, both as printed, the first introduction of each winning.

    The long form is the shortest run of words before the bracket whose letters give the short one in order, its first
    letter opening the first word (Schwartz and Hearst, 2003).
    """
    found: dict[str, str] = {}
    for pattern in (_INTRODUCED, _REVERSED):
        for match in pattern.finditer(text):
            short = match["short"].removesuffix("s") if match["short"][-2:-1].isupper() else match["short"]
            long = _long_form(short, " ".join(match["long"].split()))
            if long is not None:
                found.setdefault(short, long)
    return found


def _long_form(short: str, words: str) -> str | None:
    letters = [char.casefold() for char in short if char.isalnum()]
    at = len(words) - 1
    for index in range(len(letters) - 1, -1, -1):
        while at >= 0 and (
            words[at].casefold() != letters[index] or (index == 0 and at > 0 and words[at - 1].isalnum())
        ):
            at -= 1
        if at < 0:
            return None
        at -= 1
    begin = words.rfind(" ", 0, at + 2) + 1
    long = words[begin:].strip("-/.' ")
    enough = len(long) > len(short) and long.casefold() != short.casefold()
    return long if enough and len(long.split()) <= min(len(letters) + 5, 2 * len(letters)) else None
