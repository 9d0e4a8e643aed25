"""Find what reviewers say of their own reading before a statement ("unless I missed it"): no statement of its own."""

from __future__ import annotations

import re

_SELF_DOUBT = (
    r"(?:unless|except if) i(?:'ve| have| am|'m| was)? (?:just |simply |completely |perhaps )?(?:miss(?:ed|ing)?"
    r"|overlook(?:ed|ing)?|mistaken|wrong|misunderst\w+|misread\w*|misse?d out on)(?: (?:it|this|that|them|something"
    r"|anything|here|a detail|some details?|the point|somewhere|in the (?:paper|text|appendix))){0,2}"
    r"|if i(?: am|'m) not (?:mistaken|wrong)|if i (?:understand|understood|read|recall|remember) (?:this |it |that "
    r"|the paper )?(?:correctly|right(?:ly)?|well)"
    r"|(?:maybe |perhaps )?i (?:may|might|could|must) have (?:missed|overlooked) (?:it|this|that|something)"
    r"|(?:maybe|perhaps) i (?:missed|overlooked) (?:it|this|that|something)"
    r"|(?:as|so) far as i (?:can (?:tell|see|judge)|could (?:tell|see|find)|know|understand|understood)"
    r"|correct me if i(?: am|'m) wrong|please correct me if i(?: am|'m) wrong"
)
_FIRST = re.compile(
    rf"^\s*(?:(?:however|but|also|moreover|furthermore|and|finally),? )?\(?(?:{_SELF_DOUBT})\)?\s*[,:;–—-]\s*"
    r"(?:but |however,? |then )?(?=\S)", re.I,
)  # fmt: skip


def opening_doubt(text: str) -> int:
    """How many characters at the beginning speak of the reviewer's own reading; zero where none do."""
    first = _FIRST.match(text.replace("\u2019", "'"))
    return first.end() if first else 0
