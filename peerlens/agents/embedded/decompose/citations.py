"""Know a reference list in a review, also one wrapped over lines or without numbers."""

from __future__ import annotations

import re

from peerlens.agents.embedded.decompose.words import has_finite_verb

_VENUE = (
    r"(?:in )?proceedings|journal|conference|transactions|workshop|symposium|arxiv|doi|preprint|press|neurips|nips"
    r"|iclr|icml"
    r"|cvpr|iccv|eccv|aaai|ijcai|acl|emnlp|naacl|wacv|jmlr|kdd|www|icassp|interspeech|colt|aistats|uai|ieee|acm"
    r"|springer"
    r"|elsevier|nature|science|j\\. [a-z]+\\."
)
_CUES = (
    re.compile(
        r"\b[A-Z][\w'’-]{1,40},? [A-Z]\.|(?<![\w.])(?:[A-Z]\. ?){1,8}(?:de |van |von )?[A-Z][a-z]"
        r"|(?:[A-Z][\w'’-]{1,40} [A-Z][\w'’.-]{1,40}(?: [A-Z][\w'’-]{1,40})?(?:, and |, | and )){2}"
        r"[A-Z]|\bet al\b"
    ),
    re.compile(r"\b(?:19|20)\d\d[a-z]?\b"),
    re.compile(rf"\b(?:{_VENUE})(?:\b|(?<=\.))", re.I),
    re.compile(r"\bpp?\. ?\d|\d ?\(\d+\)|\b\d{2,5} ?[-–] ?\d{2,5}\b|\b\d{4}\.\d{4,5}\b|https?://"),
)
_PROSE = re.compile(
    r"[\s*_-]*(?:the|this|these|it|there|missing|no|lack\w*|some|several|please|related|e\.g|i\.e|in|on|for|why|how"
    r"|what|is|are"
    r"|does|could|can|would|i|we|you|they|authors?|while|although|compared?|see|recent\w*|also|however|moreover|not"
    r"|only"
    r"|limited|similar|unclear|line|page|section|table|fig\w*|eq\w*|as|if|since|prior|other|many|such)\b",
    re.I,
)
_TITLE = re.compile(
    r"(?:[A-Z][\w’'-]*[:,]?|[a-z]{1,4}|[\w-]*-[\w-]+)(?: (?:[A-Z][\w’'-]*[:,]?|[a-z]{1,4}|[\w-]*-[\w-]+)){3,}\.?"
)
_OWN_PLACE = re.compile(
    r"\b(?:lines?|ll?\.|appendix|appendices|app\.|sections?|secs?\.|tables?|tabs?\.|figures?|figs?\.|equations?|eqs?\.|eqns?\."
    r"|algorithms?|theorems?|lemmas?|propositions?|steps?)[\s~]*\(?(?:[A-Z]?\.?\d[\d.]*|[A-Z]\b)"
    r"(?:(?: ?[-–] ?|, ?| and | to )(?:[A-Z]?\.?\d[\d.]*|[A-Z]\b(?! [a-z])))*",
    re.I,
)
"""A place of the paper under review: "lines 164-167" is no range of pages, "Appendix B.2" no author."""
_ENTRY = 500
"""Characters of the longest entry of a reference list."""
_BULLETS = " \t\n-*•–—·▪◦"
_BRACKET = re.compile(r"[\s*-]*(?:\[[\w.+-]{1,12}\]|\(\d{1,2}\)|\d{1,2}[.)])[:.]?(?:\s+|(?<=\])(?=[A-Z]))")


def is_reference_block(block: str, *, listed: bool) -> bool:
    """Whether a paragraph is an entry of a reference list. ``listed``: it stands behind the heading of one, or an "
    "entry."""
    block = block.lstrip(_BULLETS)
    marked = _BRACKET.match(block)
    body = block[marked.end() :] if marked else block.strip()
    if not body or _PROSE.match(body) or body.rstrip().endswith("?"):
        return False
    cited = _OWN_PLACE.sub(" ", body)
    cues = sum(bool(cue.search(cited)) for cue in _CUES)
    named = _CUES[0].match(body) is not None
    if cues >= 3 and (named or marked):
        return True
    if has_finite_verb(body[:90]):
        return listed and named and cues >= 2
    if cues == len(_CUES) and len(body) < _ENTRY:
        return True
    if marked and _TITLE.fullmatch(body.strip()):
        return True
    if listed:
        return cues >= 1 or (marked is not None and len(body) < 200)
    return cues >= 2 and (named or marked is not None or len(body) < 160)
