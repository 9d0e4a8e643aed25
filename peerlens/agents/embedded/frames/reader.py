"""Read a claim into its frame: openings off, then exclusives, comparisons, clauses, numbers, plain statements."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from peerlens.agents.embedded.concepts import concepts_in
from peerlens.agents.embedded.frames.clauses import Clause, read_clause
from peerlens.agents.embedded.frames.existential import is_own, read_existential
from peerlens.agents.embedded.frames.frame import Draft, Frame, Quantifier, Versus
from peerlens.agents.embedded.frames.judgements import judges
from peerlens.agents.embedded.frames.omission import omitted
from peerlens.agents.embedded.frames.only import find_only
from peerlens.agents.embedded.frames.openings import Opening, peel
from peerlens.agents.embedded.frames.rewording import reworded
from peerlens.agents.embedded.frames.scope import unjudgeable
from peerlens.agents.embedded.frames.targets import split_target, tail_of
from peerlens.agents.embedded.frames.versus import find_versus
from peerlens.agents.embedded.names import names_in, without_glosses
from peerlens.agents.embedded.numbers.quantities import quantities
from peerlens.agents.embedded.opposition import SUBORDINATE, clauses
from peerlens.agents.embedded.wording import VERB, Act, content, plain
from peerlens.taxonomy import Polarity, Reason

_F: Final = re.IGNORECASE
_NEGATED: Final = re.compile(
    r"\b(?:(?:is|are|was|were|do|does|did|has|have|had|can|could)\s+not|never|fails? to|failed to|no longer)\s+", _F
)
_DENIED_OBJECT: Final = re.compile(
    r"^(?P<subj>.+?)\s+(?:has|have|had|brings?|brought|yields?|yielded|gives?|gave|shows?|showed|offers?|uses?|"
    r"used|needs?|requires?|required|contains?|includes?|takes?|employs?|"
    r"makes?|with)\s+"
    r"(?:no|neither|zero|hardly any|almost no)\s+(?P<obj>.+)$",
    _F,
)
_NO_MORE: Final = re.compile(r"\b(?:does|do|did|can|could|may|must|will) not exceed\b", _F)
_WITHOUT: Final = re.compile(r"^(?P<value>[^,;]+?)\s+without\s+[^,;]+$", _F)
_LEADING_PLACE: Final = re.compile(
    r"^(?P<place>(?:in |on |at |from |according to )?(?:the )?(?:section|sec\.?|table|tab\.?|figure|fig\.?|appendix|"
    r"line|page|equation|eq\.?|algorithm)s?\s*[A-Z]?\.?[\d.]*[A-Za-z]?)\s*"
    r"(?:,\s*|\s+(?=(?:reports?|says?|states?|shows?|gives?|lists?|describes?|claims?|mentions?|presents?|contains?|"
    r"includes?|indicates?|provides?|does|do|has|never)\b))",
    _F,
)
_SAYS: Final = re.compile(r"^(?:reports?|says?|states?|shows?|claims?|mentions?|indicates?)\s+that\s+", _F)
_PLACE: Final = re.compile(
    r"\b(?:section|sec\.|table|tab\.|figure|fig\.|appendix|line|equation|eq\.|"
    r"algorithm)\s+\(?(?:[A-Z](?:\.\d+)*(?![a-z\d])|\d[\d.]*)\)?",
    _F,
)
_LEADING_PHRASE: Final = re.compile(
    r"^(?P<pp>(?:for|on|in|at|under|with|across|within|throughout|regarding|concerning|as for|among|during|"
    r"over)\s+[^,]{3,80}),\s+(?P<rest>.+)$",
    _F,
)
_SUBORDINATE: Final = re.compile(
    r"^(?:although|while|whereas|despite|even though|though|given that|because|since|as)\b[^,]+,\s+(?P<rest>.+)$", _F
)
_BOTH: Final = re.compile(
    r"^(?P<left>.+?),?\s+(?:but|and|while|whereas)\s+(?P<right>(?:the|it|they|this|there|no|we|its|their|"
    r"authors?)\b\s+.+)$",
    _F,
)
_NEITHER: Final = re.compile(
    rf"^(?P<subj>.+?)\s+(?:does |do |did )?neither\s+(?P<first>(?:{VERB})\s+.+?)\s+nor\s+(?:does it |do they "
    rf")?(?P<second>(?:{VERB})\s+.+)$",
    _F,
)
_OPEN: Final = (Reason.OPINION, Reason.INFERENCE, Reason.EXTERNAL_KNOWLEDGE)
_LONG: Final = 12
"""Content words from which a word of judgement is one among many: the paper may say the whole itself."""
_OWN_COMMENT: Final = re.compile(r"which,? (?:i|we|in my|to me)\b", _F)
"""What a reviewer thinks of the sentence before it: no part of that."""
_RUNTIME: Final = {"how long": True, "how many": True, "how much": True, "which": True, "what": True, "how fast": True}


def read_claim(text: str) -> Frame:
    """Take a claim apart. Never guesses: what no frame fits has a ``limit`` of ``engine_limit``."""
    opening = peel(without_glosses(plain(text)))
    drafts = _unclear(opening) if opening.unclear is not None else _scoped(opening)
    if opening.flips % 2:
        drafts = tuple(draft.turned() for draft in drafts)
    drafts = tuple(replace(draft, text=draft.text or opening.statement) for draft in drafts)
    return Frame(drafts, drafts[0].limit if drafts else Reason.ENGINE_LIMIT)


def _scoped(opening: Opening) -> tuple[Draft, ...]:
    """The parts of a plain sentence; one that judges, guesses or tells news from elsewhere is a single open part."""
    drafts = _sentence(opening.statement)
    if opening.said:  # what is said is in the text, however guarded
        return tuple(_as_said(draft) if draft.core and draft.limit in _OPEN else draft for draft in drafts)
    main, comment = tail_of(opening.statement)
    reason = (
        judges(main, believed=opening.believed) if comment else judges(opening.statement, believed=opening.believed)
    )
    searched = any(draft.polarity is Polarity.ABSENCE and draft.limit is None for draft in drafts)
    if reason is None or (reason is not Reason.VAGUE and searched and (len(drafts) > 1 or opening.believed)):
        return drafts
    polarity = Polarity.EXTERNAL if reason in (Reason.EXTERNAL_KNOWLEDGE, Reason.VAGUE) else Polarity.OPINION
    return (Draft(opening.statement, polarity, opening.statement, limit=reason),)


def _as_said(draft: Draft) -> Draft:
    polarity = Polarity.NUMERIC if quantities(draft.statement) else Polarity.PRESENCE
    return replace(draft, polarity=polarity, limit=None)


def _unclear(opening: Opening) -> tuple[Draft, ...]:
    """ "It is unclear whether X": the absence of a statement about X. Why and how are beyond searching."""
    asked = f"{opening.unclear} {opening.statement}"
    countable = any(asked.lower().startswith(start) for start in _RUNTIME)
    whether = opening.unclear in ("if", "whether", "whether or not")
    statement, _ = tail_of(opening.statement)
    if whether and (thing := _thing(statement)) is not None:
        return (replace(thing, polarity=Polarity.ABSENCE, limit=None, about_paper=True),)
    limit = None if whether or (countable and (concepts_in(asked) or names_in(asked))) else Reason.ENGINE_LIMIT
    target = statement if whether else asked
    return (Draft("", Polarity.ABSENCE, statement, target, Act.REPORT, about_paper=True, limit=limit),)


def _thing(statement: str) -> Draft | None:
    """The one part of a sentence that is about a thing being there: "code will be released", "Adam was used"."""
    drafts = _sentence(statement)
    one = drafts[0] if len(drafts) == 1 else None
    plain = one is not None and one.quantifier is Quantifier.NONE and one.limit in (None, Reason.INFERENCE)
    return one if one is not None and plain and one.target and one.polarity is Polarity.PRESENCE else None


def _sentence(statement: str) -> tuple[Draft, ...]:
    place = None
    if found := _LEADING_PLACE.match(statement):
        place = re.sub(r"^(?:in|on|at|from|according to) (?:the )?|^the ", "", found["place"], flags=_F).strip()
        rest = statement[found.end() :]
        statement = _SAYS.sub("", rest) if _SAYS.match(rest) else rest if "," in found[0] else f"the paper {rest}"
    elif inside := _PLACE.search(statement):
        place = inside[0]
    whole = statement
    statement = reworded(statement)
    statement, tail = tail_of(statement)
    if found := _SUBORDINATE.match(statement):
        statement = found["rest"]
    limits: tuple[str, ...] = ()
    if (found := _LEADING_PHRASE.match(statement)) and names_in(found["pp"]) != names_in(statement):
        statement, limits = found["rest"], (found["pp"],)
    drafts = _clauses(statement, limits)
    if (
        tail
        and not _OWN_COMMENT.match(tail)
        and all(not draft.target and draft.versus is None and draft.quantifier is Quantifier.NONE for draft in drafts)
    ):
        drafts, tail = _clauses(whole, ()), ""  # nothing but a sentence: its end belongs to it
    drafts = tuple(replace(draft, place=draft.place or place) for draft in drafts)
    if tail:
        drafts = (*drafts, Draft(tail, Polarity.OPINION, tail, core=False, limit=Reason.INFERENCE))
    return drafts


def _clauses(statement: str, limits: tuple[str, ...]) -> tuple[Draft, ...]:
    """Two joined clauses of which one denies are two parts; else the clause is one statement."""
    if found := _NEITHER.match(statement):
        verbs = (found["first"], found["second"])
        return tuple(draft for verb in verbs for draft in _clause(f"{found['subj']} do not {verb}", limits))
    if found := _BOTH.match(statement):
        sides = (found["left"], found["right"])
        denied = [_denies(side) for side in sides]
        if denied[0] != denied[1] or all(denied):
            return tuple(draft for side in sides for draft in _clause(side, limits))
    return _clause(statement, limits)


def _denies(statement: str) -> bool:
    clause = read_clause(statement)
    return (clause is not None and clause.denials % 2 == 1) or _NEGATED.search(statement) is not None


def _clause(statement: str, limits: tuple[str, ...]) -> tuple[Draft, ...]:
    only = find_only(statement)
    if only is not None and not only.counted:
        return (
            Draft(
                statement,
                Polarity.PRESENCE,
                only.statement,
                only.kind,
                quantifier=Quantifier.ONLY,
                member=only.member,
                restrictions=limits,
            ),
        )
    if only is not None:
        statement = only.statement
    if versus := _comparison(statement):
        return (Draft(statement, Polarity.COMPARISON, statement, versus=versus, restrictions=limits),)
    scope = unjudgeable(statement)
    clause = _own_clause(statement)
    if clause is not None and (drafts := read_existential(statement, clause, limits)):
        if scope is not None and not any(draft.polarity is Polarity.ABSENCE for draft in drafts):
            return tuple(replace(draft, polarity=scope[0], limit=scope[1]) for draft in drafts)
        if scope is not None and scope[1] in (Reason.OPINION, Reason.ABOUT_DISCUSSION) and not _searchable(drafts):
            return tuple(replace(draft, limit=scope[1]) for draft in drafts)
        return drafts
    if (out := omitted(statement)) is not None:
        return (replace(out, restrictions=(*out.restrictions, *limits)),)
    if scope is not None and scope[1] is not Reason.ABOUT_DISCUSSION and len(content(statement)) >= _LONG:
        return (replace(_statement(statement, limits), limit=scope[1]),)
    if scope is not None:
        return (Draft(statement, scope[0], statement, limit=scope[1], restrictions=limits),)
    return (_statement(statement, limits),)


def _own_clause(statement: str) -> Clause | None:
    """The clause that says what is there or not, unless only a condition or a relative clause denies."""
    clause = read_clause(statement)
    if (found := _WITHOUT.match(statement)) and quantities(found["value"]):
        return None
    if clause is None or clause.denials % 2 == 0 or SUBORDINATE.search(statement) is None:
        return clause
    main = read_clause(_main(statement))
    return clause if main is not None and main.denials % 2 else None


def _searchable(drafts: tuple[Draft, ...]) -> bool:
    return all(concepts_in(draft.target) or names_in(draft.target) for draft in drafts)


def _comparison(statement: str) -> Versus | None:
    versus = find_versus(statement)
    if versus is None:
        return None
    known = (names_in(f"x {versus.left}") or is_own(versus.left)) and (
        names_in(f"x {versus.right}") or versus.every or "baseline" in versus.right
    )
    return versus if known or (versus.every and versus.left) else None


def _statement(statement: str, limits: tuple[str, ...]) -> Draft:
    """A plain declarative sentence, perhaps denied once by "not", "never" or "no"."""
    statement = _NO_MORE.sub("is at most", statement)
    polarity, positive = Polarity.PRESENCE, statement
    if _denies_in_part(statement):
        pass
    elif (found := _DENIED_OBJECT.match(statement)) and _DENIED_OBJECT.match(_main(statement)):
        parts = split_target(found["obj"])
        subject = () if is_own(found["subj"]) else (found["subj"],)
        positive = re.sub(r"\b(?:no|neither|zero)\b ?", "", statement, flags=_F)
        limits = (*parts.restrictions, *limits, *subject)
        return Draft(statement, Polarity.ABSENCE, positive, parts.target, Act.USE, limits)
    if len(_NEGATED.findall(_main(statement))) % 2 and not _denies_in_part(statement):
        polarity = Polarity.ABSENCE
        positive = " ".join(_NEGATED.sub(lambda match: _kept_verb(match[0]), statement).split())
    if polarity is Polarity.PRESENCE and quantities(statement):
        polarity = Polarity.NUMERIC
    return Draft(statement, polarity, positive, restrictions=limits)


def _denies_in_part(statement: str) -> bool:
    """Whether one clause of a long sentence denies and another does not: to be found as it stands, denial and all."""
    if len(content(statement)) < _LONG:
        return False
    said = [clause for clause in clauses(statement) if len(content(clause)) > 1]
    return len({_NEGATED.search(clause) is not None for clause in said}) > 1


def _main(statement: str) -> str:
    """``statement`` without its conditions and relative clauses: what they deny, the statement does not."""
    return " ".join(SUBORDINATE.sub(" ", statement).split()).strip(" ,;")


def _kept_verb(negated: str) -> str:
    verb = negated.split()[0].lower()
    return f"{verb} " if verb in ("is", "are", "was", "were", "has", "have", "had", "can", "could") else " "
