"""Word a clause of a review as a sentence that stands on its own, keeping every negation, hedge, number, condition."""

from __future__ import annotations

import re
from dataclasses import dataclass

from peerlens.agents.embedded.decompose_kinds import expletive
from peerlens.agents.embedded.decompose_words import (
    BASES,
    PARTICIPLES,
    THIRD,
    has_finite_verb,
    is_plural_subject,
    may_have_verb,
    names_a_thing,
    past,
    third,
    tokens,
)


@dataclass(frozen=True, slots=True)
class Context:
    """What a clause may refer back to: its field, the last subject named, and whether it opens its paragraph."""

    field: str | None
    subject: str | None = None
    opens: bool = False


_LATEX = (
    (re.compile(r"\\(?:textbf|textit|emph|underline|texttt|text|textsc)\{([^{}]*)\}"), r"\1"),
    (re.compile(r"~?\\cite[a-z]*\*?(?:\[[^\]]*\])?\{([^{}]*)\}"), r" [\1]"),
    (re.compile(r"~?\\(?:eq|auto|c|C)?ref\{([^{}]*)\}"), r" \1"),
    (re.compile(r"\\([$%&_#])"), r"\1"),
    (re.compile(r"(?<=[A-Za-z.])~(?=[\\A-Z(\[])"), " "),
)
_EMPHASIS = re.compile(r"(?<![\w$\\])(\*{1,3}|_{1,3})(?=\S)(.+?)(?<=\S)\1(?!\w)", re.S)
_MARKERS = re.compile(
    r"^(?:(?:however|moreover|furthermore|in addition|additionally|also|besides|in particular|specifically|for (?:example|instance)|e\.g\.|i\.e\.|first(?:ly)?|second(?:ly)?|third(?:ly)?|fourth(?:ly)?"
    r"|finally|lastly|last but not least|overall|again|hence|thus|therefore|consequently|accordingly|as a result|unfortunately|importantly|more importantly|most importantly|notably|interestingly|nevertheless|nonetheless|still|that said"
    r"|on the other hand|on the one hand|in contrast|similarly|likewise|meanwhile|indeed|in fact|in summary|in conclusion|to summarize|to sum up|in short|in general|instead|then|next|further|relatedly|note that|please note that"
    r"|it should be noted that|it is worth (?:noting|mentioning) that|and|but|yet|or|so|plus|as such|otherwise|regarding this|what's more|in other words|that is|minor|nit|note|another (?:weakness|concern|issue|limitation|problem) is that|one (?:weakness|concern|issue|limitation|problem) is that"
    r"|(?:my|the) (?:\w+ ){0,3}(?:concern|issue|problem|weakness|complaint|limitation|criticism)(?: (?:with|of|about|regarding|i have with) (?:the|this) (?:\w+ ?){1,3})? is (?:that|the fact that))(?::|,)?\s+)+",
    re.I,
)
_NO_COMMA_NEEDED = re.compile(
    r"^(?:also|note|and|but|yet|or|so|then|next|further|still|again|minor|plus|first|second|third|instead|thus|hence|however|besides)\s+(?=(?:the|a|an|it|this|there|no|they|some|many|i|we)\b)|that\s+$", re.I
)
_CROSS_REFERENCE = re.compile(
    r"^as (?:mentioned|noted|stated|discussed|said) in (?:my )?(?:point|weakness|question|concern|comment|W|Q)s? ?\d{1,2},?\s+|,?\s*\(?\b(?:see|cf\.?|as in|refer to|similar to|c\.f\.)\s+(?:also\s+)?(?:my\s+|the\s+)?(?:(?:point|item|weakness|question|concern|comment)s?\s*\#?\s*)?"
    r"(?:[WQS]?\d{1,2}(?:\.\d+)?)(?:\s*(?:above|below|and|,)\s*)*\)?(?=[\s.,;]|$)|\s*\((?:see |cf\. )?(?:question|weakness|point|concern|comment|Q|W)s?\s?[\d, and]+(?: (?:above|below))?\)",
    re.I,
)
_SAME_PAPER = re.compile(r"\b(?:paper|work|manuscript|submission|study|article)\b", re.I)
_NOT_FOUND = re.compile(
    r"^(?:i|we) (?:could not|couldn't|cannot|can't|can not|did not|didn't|do not|don't|was not able to|wasn't able to|am not able to|was unable to|failed to|am unable to) (?:find|locate) (?P<what>(?:(?:any|a|an|the|details?|information|where|discussion)\b|[a-z]+ )[^,;]*?)"
    r"(?P<where> (?:anywhere )?(?:in|within) (?:the|this|your|their) (?:paper|manuscript|text|submission|main text|work|main paper|appendix|supplementary\w*(?: material)?))?[.\s]*$", re.I | re.S,
)
_JUDGED = re.compile(r"\b(?:convincing|compelling|useful|clear|interesting|persuasive|sufficient|satisfying|appealing|intuitive|helpful|necessary|that|how|why|to be)\b", re.I)
_AGREE = re.compile(
    r"^(?:i|we) (?:also |fully |strongly )?(?:agree|concur) with (?P<who>(?:the )?(?:other )?reviewers?(?: \#?\w+)?|R\d) (?:on|about|regarding|concerning) (?P<what>(?:the|a) .+?)[.\s]*$", re.I | re.S,
)


def plain(text: str) -> str:
    """Text without the marks of Markdown and LaTeX that carry no meaning, white space folded."""
    for pattern, replacement in _LATEX:
        text = pattern.sub(replacement, text)
    previous = None
    while previous != text:
        previous, text = text, _EMPHASIS.sub(r"\2", text)
    return " ".join(text.replace("**", "").split()).strip(" *")


def sentence(text: str) -> str:
    """A capital at the beginning and a full stop at the end."""
    text = text.strip().rstrip(",;:–—- ").strip()
    if text[:1].islower() and not re.match(r"[a-z][A-Z0-9]|[a-z]-", text):
        text = text[0].upper() + text[1:]
    return text if text.endswith((".", "!", "?", '."', ".”", ".)")) else text + "."


def statement(clause: str, *, context: Context, subject: str | None = None) -> str | None:
    """The clause as a self-contained sentence, ``None`` where it is a fragment that states nothing.

    ``subject``: taken over from the clause before, where this one has none of its own.
    """
    text = _CROSS_REFERENCE.sub("", plain(clause)).strip()
    text = re.sub(r"^[=+@\s]+(?=\S)", "", text)
    text = _strip_markers(text).strip()
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
        text = _with_subject(text, subject)
    text = _resolve(text, context)
    return sentence(text) if _is_sentence(text) else _from_fragment(text, context)


def location(label: str) -> bool:
    """Whether a label names a place in the paper ("Line 12", "Section 3.2") and so belongs to the statement."""
    return bool(
        re.match(
            r"(?:in |on |at )?(?:lines?|l\.?|sections?|sec\.?|tables?|tab\.?|figures?|figs?\.?|pages?|pg?\.?|eqs?\.?|equations?|theorem|thm\.?"
            r"|lemma|appendix|app\.|algorithm|alg\.|prop\w*|def\w*\.?|assumption|corollary|remark|abstract|intro\w*|conclusion)\b[\s~]*[\dA-Z(.,–-]*",
            label.strip(" *"), re.I,
        ) and re.search(r"\d|abstract|appendix|intro|conclusion", label, re.I)
    )  # fmt: skip


def _strip_markers(text: str) -> str:
    match = _MARKERS.match(text)
    if not match:
        return text
    found = match.group()
    if not re.search(r"[,:]\s+$|that\s+$", found) and not _NO_COMMA_NEEDED.match(text) and found.strip().casefold() not in (
        "and", "but", "yet", "also", "so", "however", "plus",
    ):  # fmt: skip
        return text
    return text[match.end() :] or text


def _with_subject(text: str, subject: str) -> str:
    first = tokens(text)
    if expletive(text):
        return text
    if re.match(r"(?:it|they)\b", text, re.I):
        return re.sub(r"^(?:it|they)\b", lambda _: _article(subject), text, flags=re.I)
    if first and not re.match(r"(?:the|this|these|there|no|a|an|i|we)\b", text, re.I):
        return f"{_article(subject)} {text[0].lower() + text[1:]}"
    return text


def _article(subject: str) -> str:
    return "The paper" if subject.casefold() in ("it", "this") else subject


def _resolve(text: str, context: Context) -> str:
    """Put the last subject for "it" and "they", where these are no mere grammar words and it is clear what they mean."""
    it = re.match(r"it(?P<is>['’]s)?\b", text, re.I)
    if it and not expletive(text) and not _NAMES_A_THING.match(text):
        subject = _singular(context)
        if subject is not None:
            return subject + (" is" if it["is"] else "") + text[it.end() :]
    if re.match(r"they\b", text, re.I):
        subject = context.subject
        if subject is not None and is_plural_subject(subject):
            return subject + text[4:]
        return "The authors" + text[4:] if context.opens or subject is not None else text
    text = re.sub(r"^(?:this|the present|the current|the submitted) (?=(?:paper|manuscript|submission|article)\b)", "The ", text, flags=re.I)
    return re.sub(r"^authors?\b", "The authors", text)


_NAMES_A_THING = re.compile(r"it(?:['’]s| is| was| seems| seems to be| would be)(?: not| also| still| indeed| just| really)* (?:an?|the|one|another|quite an?|such an?)\b", re.I)


def _singular(context: Context) -> str | None:
    """What "it" means: the last subject, the paper where the authors were it or nothing came before; else unknown."""
    subject = context.subject
    if subject is None:
        return "The paper" if context.opens else None
    if _SAME_PAPER.search(subject) or re.search(r"\bauthors?\b", subject, re.I):
        return "The paper"
    return subject if names_a_thing(subject) and not is_plural_subject(subject) else None


def request(clause: str, *, context: Context, subject: str | None = None) -> str:
    """A question or wish as it can stand alone: joining words dropped, "they" resolved; its own wording otherwise."""
    text = _strip_markers(plain(clause)).strip() or plain(clause)
    if subject is not None:
        text = _with_subject(text, subject)
    text = _resolve(text, context)
    return text[:1].upper() + text[1:] if text[:1].islower() else text


def _is_sentence(text: str) -> bool:
    if re.match(r"(?:only|just|no|lack|limited|insufficient|missing|unclear)\b[^,;]*$", text, re.I) and not has_finite_verb(text):
        return False
    first = tokens(text)
    if first and first[0].text in THIRD and not re.match(r"[A-Z]\w+ (?:is|are|show|demonstrate)", text):
        return first[0].text in ("results", "experiments", "comparisons", "claims", "details") and has_finite_verb(text)
    if first and first[0].text in ("is", "are", "does", "do", "has", "was", "were", "did", "cannot", "doesn't", "isn't"):
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


_HAS_NO = re.compile(r"no (?:real |clear |significant )?(?:\w+ )?(?:novelty|motivation|impact|contribution|images?|data\b|labels?|limitations? section|practical|theoretical (?:novelty|guarantees?))", re.I)
_BE_STARTS = re.compile(r"(?:very |quite |fairly |generally |overall |relatively |really )*(?:well[- ]|clearly |easy to|hard to|difficult to|nicely |poorly |badly |not (?:clear|novel|well|convinc|easy|very|enough)|clear and|novel and|simple (?:and|yet|but))", re.I)


def _from_fragment(text: str, context: Context) -> str | None:
    """A full sentence from a bullet without a verb: "No ablation." → "The paper gives no ablation."."""
    body = text.rstrip(" .;,:")
    words = tokens(body)
    if not words:
        return None
    first = words[0].text
    lower = body[0].lower() + body[1:] if body[1:2].islower() or len(first) == 1 else body
    if first == "no" and len(words) > 1:
        return sentence(f"The paper {'has' if _HAS_NO.match(body) else 'gives'} {lower}")
    lack = re.match(r"(?:the )?(?:lack|absence) of (?P<what>.+)$", body, re.I | re.S)
    if lack:
        return sentence(f"The paper lacks {lack['what']}")
    if re.match(r"(?:missing|lacking)\s", body, re.I) and len(words) > 1:
        return sentence(f"The paper lacks {body.split(None, 1)[1]}")
    if first in ("seems", "appears", "looks") and has_finite_verb(body.split(None, 1)[-1]):
        return sentence(f"It {lower}")
    if first in THIRD or first in ("is", "does", "has", "was", "did", "cannot", "doesn't", "isn't", "didn't", "hasn't"):
        return sentence(f"{_subject_for(context)} {lower}")
    if words[-1].text in ("missing", "absent", "lacking", "unclear", "undefined", "unjustified") and len(words) > 1:
        what, state = body.rsplit(None, 1)
        return sentence(f"{what} {'are' if is_plural_subject(what) else 'is'} {state}")
    if first in ("only", "just", "not") and len(words) > 1 and words[1].text in PARTICIPLES:
        return sentence(f"The method is {lower}")
    if first in ("only", "just"):
        return sentence(f"The paper uses {lower}")
    if words[-1].text == "only" and len(words) <= 8:
        return sentence(f"The paper uses {body}")
    if _BE_STARTS.match(body):
        return sentence(f"The paper is {lower}")
    if first in PARTICIPLES and first not in ("limited", "proposed", "detailed", "reduced", "related", "improved"):
        subject = "The limitations are" if context.field == "limitations" else "The method is"
        return sentence(f"{subject} {lower}")
    if first in BASES and context.field in ("strengths", "summary") and len(words) > 2:
        return sentence(f"The paper {third(first)} {lower.split(None, 1)[1]}")
    return _noun_phrase(body, lower, count=len(words), context=context)


def _subject_for(context: Context) -> str:
    return context.subject if context.subject and not is_plural_subject(context.subject) else "The paper"


_JUDGING = re.compile(
    r"(?:very |quite |rather |somewhat |overly |relatively |highly |a |an |the |too |more )*(?:limited|insufficient|inadequate|incomplete|weak|poor|unclear|unfair|missing|minor|strong|good|great|clear|novel|interesting|solid|extensive|comprehensive"
    r"|thorough|impressive|excellent|high|low|simple|small|narrow|incremental|marginal|inconsistent|confusing|vague|lack|sound|convincing|unconvincing|significant|nice|important|original|questionable|heavy|overclaim\w*|some|several|many|few|little)\b", re.I,
)


def _noun_phrase(body: str, lower: str, *, count: int, context: Context) -> str | None:
    if re.match(r"(?:for|in|on|to|with|from|as|because|since|if|when|and|or|than|by|at|of|e\.g|i\.e|etc|re|vs|about|regarding|same)\b", body, re.I) or count < 2:
        return sentence(body) if count >= 6 else None
    if re.match(r"(?:a |an |the )?(?:\w+[- ]){0,3}(?:paper|work)$", body, re.I):
        return sentence(f"The paper is {lower}")
    if may_have_verb(body):
        return sentence(body)
    if _JUDGING.match(body):
        return sentence(f"The paper has {lower}")
    if context.field in ("strengths", "summary") and count >= 3:
        return sentence(f"The paper presents {lower}")
    if context.field in ("weaknesses", "limitations") and count >= 3:
        return sentence(f"A weakness of the paper is {lower}")
    return sentence(body) if count >= 6 else None


_WHY_BE = re.compile(r"^(?:(?:and|but|so|also),? )?(?:why|how come|for what reason) (?P<aux>is|are|was|were|isn't|aren't|wasn't|weren't|has|have|had|hasn't|haven't) (?P<rest>.+?)\s*\?+[\s)]*$", re.I | re.S)
_WHY_DO = re.compile(r"^(?:(?:and|but|so|also),? )?(?:why|how come|for what reason) (?P<aux>do|does|did|don't|doesn't|didn't) (?P<not1>not )?(?P<subject>(?:the |this |your |their )?[^?]{1,40}?|you|it|they) (?P<not2>not )?(?P<base>[a-z]+)\b(?P<rest>[^?]*?)\s*\?+[\s)]*$", re.I | re.S)
_BECAUSE = re.compile(r"^(?:(?:also|but|and|however|moreover),? )?(?P<word>since|given that|as|because|considering that|considering|seeing that)\s+(?P<premise>.+?),\s+(?P<main>(?:then |so )?(?:could|can|would|will|should|why|how|what|is|are|do|does|did|please|it would|i (?:would|suggest|recommend|wonder)|have)\b.+)$", re.I | re.S)


def premise_of_question(question: str) -> str | None:
    """What a why-question takes for granted: "Why were only five seeds used?" → "Only five seeds were used."."""
    text = plain(question)
    done = _WHY_DO.match(text)
    if done and done["base"] in BASES and not has_finite_verb(done["subject"] + " x"):
        return sentence(_declared(done))
    being = _WHY_BE.match(text)
    if not being:
        return None
    words = tokens(being["rest"])
    limit = min(len(words), 10)
    for index in range(1, limit):
        word = words[index].text
        if word == "not" or word in PARTICIPLES or word in ("so", "better", "worse", "different", "higher", "lower", "only", "necessary", "needed"):
            if word in PARTICIPLES and index + 1 < len(words) and words[index - 1].text in ("the", "a", "an", "this", "these", "only", "your"):
                continue
            subject, rest = being["rest"][: words[index].start].strip(), being["rest"][words[index].start :]
            if word == "only" and index == 0 or has_finite_verb(subject + " x"):
                return None
            aux = being["aux"].replace("n't", " not")
            return sentence(_second_person(f"{subject} {aux} {rest}"))
    return None


def premise_of_reason(text: str) -> tuple[int, int] | None:
    """Span of the reason in "Since X, could you …": what is stated as a fact before the request."""
    match = _BECAUSE.match(text)
    if match and has_finite_verb(match["premise"]) and match["word"].lower() != "considering":
        return match.start("premise"), match.end("premise")
    return None


def _declared(done: re.Match[str]) -> str:
    aux = done["aux"].lower()
    negated = bool(done["not1"] or done["not2"]) or aux.endswith("n't")
    aux, base = aux.replace("n't", ""), done["base"].lower()
    if negated:
        verb = f"{aux} not {base}"
    else:
        verb = past(base) if aux == "did" else third(base) if aux == "does" else base
    return _second_person(f"{done['subject']} {verb}{done['rest']}")


def _second_person(text: str) -> str:
    text = re.sub(r"^(?:you|we)\b", "the authors", text, flags=re.I)
    return re.sub(r"\byour\b", "the authors'", text)
