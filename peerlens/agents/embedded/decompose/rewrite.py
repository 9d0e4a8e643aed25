"""Word a clause of a review as a sentence that stands on its own, keeping every negation, hedge, number, condition."""

from __future__ import annotations

import re

from peerlens.agents.embedded.decompose.fragments import from_fragment
from peerlens.agents.embedded.decompose.plain import plain, sentence
from peerlens.agents.embedded.decompose.pronouns import Context, resolve, with_subject
from peerlens.agents.embedded.decompose.self_doubt import opening_doubt
from peerlens.agents.embedded.decompose.verbs import THIRD
from peerlens.agents.embedded.decompose.words import has_finite_verb, is_plural_subject, tokens

_MARKERS = re.compile(
    r"^(?:(?:however|moreover|furthermore|in addition|additionally|also|besides|in particular|specifically"
    r"|for (?:example|instance)|e\.g\.|i\.e\.|first(?:ly)?|second(?:ly)?|third(?:ly)?|fourth(?:ly)?"
    r"|finally|lastly|last but not least|overall|again|hence|thus|therefore|consequently|accordingly|as a result"
    r"|unfortunately|importantly|more importantly|most importantly|notably|interestingly|nevertheless|nonetheless"
    r"|still|that said"
    r"|on the other hand|on the one hand|in contrast|similarly|likewise|meanwhile|indeed|in fact|in summary"
    r"|in conclusion|to summarize|to sum up|in short|in general|instead|then|next|further|relatedly|note that"
    r"|please note that"
    r"|it should be noted that|it is worth (?:noting|mentioning) that|and|but|yet|or|so|plus|as such|otherwise"
    r"|regarding this|what's more|in other words|that is|minor|nit|note|another (?:weakness|concern|issue|limitation"
    r"|problem) is that|one (?:weakness|concern|issue|limitation|problem) is that"
    r"|(?:my|the) (?:\w+ ){0,3}(?:concern|issue|problem|weakness|complaint|limitation|criticism)(?: (?:with|of|about"
    r"|regarding|i have with) (?:the|this) (?:\w+ ?){1,3})? is (?:that|the fact that))(?::|,)?\s+)+",
    re.I,
)
_NO_COMMA_NEEDED = re.compile(
    r"^(?:also|note|and|but|yet|or|so|then|next|further|still|again|minor|plus|first|second|third|instead|thus|hence"
    r"|however|besides)\s+(?=(?:the|a|an|it|this|there|no|they|some|many|i|we)\b)|that\s+$",
    re.I,
)
_CROSS_REFERENCE = re.compile(
    r"^as (?:mentioned|noted|stated|discussed|said) in (?:my )?(?:point|weakness|question|concern|comment|W"
    r"|Q)s? ?\d{1,2},?\s+|,?\s*\(?\b(?:see|cf\.?|as in|refer to|similar to|c\.f\.)\s+(?:also\s+)?(?:my\s+"
    r"|the\s+)?(?:(?:point|item|weakness|question|concern|comment)s?\s*\#?\s*)?"
    r"(?:[WQS]?\d{1,2}(?:\.\d+)?)(?:\s*(?:above|below|and|,)\s*)*\)?(?=[\s.,;]|$)|\s*\((?:see |cf\. )?(?:question"
    r"|weakness|point|concern|comment|Q|W)s?\s?[\d, and]+(?: (?:above|below))?\)",
    re.I,
)
_NOT_FOUND = re.compile(
    r"^(?:i|we) (?:could not|couldn't|cannot|can't|can not|did not|didn't|do not|don't|was not able to"
    r"|wasn't able to|am not able to|was unable to|failed to|am unable to) (?:find|locate) (?P<what>(?:(?:any|a|an"
    r"|the|details?|information|where|discussion)\b|[a-z]+ )[^,;]*?)"
    r"(?P<where> (?:anywhere )?(?:in|within) (?:the|this|your|their) (?:paper|manuscript|text|submission|main text"
    r"|work|main paper|appendix|supplementary\w*(?: material)?))?[.\s]*$",
    re.I | re.S,
)
_JUDGED = re.compile(
    r"\b(?:convincing|compelling|useful|clear|interesting|persuasive|sufficient|satisfying|appealing|intuitive"
    r"|helpful|necessary|that|how|why|to be)\b",
    re.I,
)
_AGREE = re.compile(
    r"^(?:i|we) (?:also |fully |strongly )?(?:agree|concur) with (?P<who>(?:the )?(?:other )?reviewers?(?: \#?\w+)?"
    r"|R\d) (?:on|about|regarding|concerning) (?P<what>(?:the|a) .+?)[.\s]*$",
    re.I | re.S,
)
_SMALL = re.compile(
    r"(?:The|This|These|Those|There|No|None|Neither|Nothing|It|They|A|An|Some|Only|All|Most|Its|Their)\b"
)


def statement(clause: str, *, context: Context, subject: str | None = None) -> str | None:
    """The clause as a self-contained sentence, ``None`` where it is a fragment that states nothing.

    ``subject``: taken over from the clause before, where this one has none of its own. A doubt of the reviewer in
    front of it ("unless I missed it") stays there.
    """
    text = _strip_markers(_CROSS_REFERENCE.sub("", plain(clause)).strip()).strip()
    doubt = opening_doubt(text)
    said = _stated(text[doubt:], context, subject)
    if said is None or not doubt:
        return said
    small = _SMALL.match(said)
    return sentence(text[:doubt].strip() + " " + (said[0].lower() + said[1:] if small else said))


def _stated(text: str, context: Context, subject: str | None) -> str | None:
    because = re.match(r"(?:because|since|as) (?=[^,]+$)", text, re.I)
    text = text[because.end() :] if because and has_finite_verb(text[because.end() :]) else text
    if not text:
        return None
    agreed = _AGREE.match(text)
    if agreed:
        return sentence(_noun_phrase_as_claim(agreed["what"]))
    missing = _NOT_FOUND.match(text)
    if missing and not _JUDGED.search(missing["what"]):
        where = f" {missing['where'].strip()}" if missing["where"] and "append" in missing["where"].lower() else ""
        return sentence(f"The paper does not give {missing['what']}{where}")
    if subject is not None:
        text = with_subject(text, subject)
    text = resolve(text, context)
    return sentence(text) if _is_sentence(text) else from_fragment(text, context)


def location(label: str) -> bool:
    """Whether a label names a place in the paper ("Line 12", "Section 3.2") and so belongs to the statement."""
    return bool(
        re.match(
            r"(?:in |on |at )?(?:lines?|l\.?|sections?|sec\.?|tables?|tab\.?|figures?|figs?\.?|pages?|pg?\.?|eqs?\.?"
            r"|equations?|theorem|thm\.?"
            r"|lemma|appendix|app\.|algorithm|alg\.|prop\w*|def\w*\.?|assumption|corollary|remark|abstract|intro\w*"
            r"|conclusion)\b[\s~]*[\dA-Z(.,–-]*",
            label.strip(" *"), re.I,
        ) and re.search(r"\d|abstract|appendix|intro|conclusion", label, re.I)
    )  # fmt: skip


def _strip_markers(text: str) -> str:
    match = _MARKERS.match(text)
    if not match:
        return text
    found = match.group()
    closed = re.search(r"[,:]\s+$|that\s+$", found) or _NO_COMMA_NEEDED.match(text)
    if not closed and found.strip().casefold() not in ("and", "but", "yet", "also", "so", "however", "plus"):
        return text
    return text[match.end() :] or text


def request(clause: str, *, context: Context, subject: str | None = None) -> str:
    """A question or wish as it can stand alone: joining words dropped, "they" resolved; its own wording otherwise."""
    text = _strip_markers(plain(clause)).strip() or plain(clause)
    if subject is not None:
        text = with_subject(text, subject)
    text = resolve(text, context)
    return text[:1].upper() + text[1:] if text[:1].islower() else text


def _is_sentence(text: str) -> bool:
    if re.match(
        r"(?:only|just|no|lack|limited|insufficient|missing|unclear)\b[^,;]*$", text, re.I
    ) and not has_finite_verb(text):
        return False
    first = tokens(text)
    if first and first[0].text in THIRD and not re.match(r"[A-Z]\w+ (?:is|are|show|demonstrate)", text):
        return first[0].text in ("results", "experiments", "comparisons", "claims", "details") and has_finite_verb(text)
    if first and first[0].text in (
        "is",
        "are",
        "does",
        "do",
        "has",
        "was",
        "were",
        "did",
        "cannot",
        "doesn't",
        "isn't",
    ):
        return False
    return has_finite_verb(text)


def _noun_phrase_as_claim(phrase: str) -> str:
    missing = re.match(r"the (?:missing|absent|lacking) (?P<what>.+)$", phrase, re.I)
    if missing:
        what = missing["what"]
        return f"The {what} {'are' if is_plural_subject(what) else 'is'} missing"
    lack = re.match(r"the (?:lack|absence) of (?P<what>.+)$", phrase, re.I)
    if lack:
        return f"The paper lacks {lack['what']}"
    return f"The paper has a weakness: {phrase}"
