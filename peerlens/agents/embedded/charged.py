"""Words that judge: a sentence bears out a statement that finds fault or praises only where it does so itself."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from peerlens.agents.embedded.frames.frame import Draft
from peerlens.agents.embedded.ledger_entry import Entry, Quote
from peerlens.agents.embedded.reading import Reading
from peerlens.taxonomy import EvidenceRole, PartStatus, Reason

_ATTRIBUTE: Final = re.compile(
    r"\b(?:propos|introduc|present|develop|design|offer|provid|describ|address|tackl|overcom|alleviat|mitigat|solv|"
    r"stud|consider|deal|focus|investigat)\w*\s+(?:(?:with|on|an?|the|this|its|their|some|several|many|two|three)\s+)*"
    r"(?:(?:\w+ly\s+)?(?:novel|new|challenging|difficult|important|interesting|natural|fundamental|simple|elegant|"
    r"trivial|expensive|costly|useful|innovative|weak|limited)(?:,? and|,)?\s+)+",
    re.I,
)
"""What is proposed, or dealt with, may be called new or difficult by the way."""
_FAULT: Final = re.compile(
    r"\b(?:(?<!no )lack(?:s|ed|ing)?|ignor(?:e|es|ed|ing)|neglect(?:s|ed|ing)?|overlook(?:s|ed|ing)?|fail(?:s|ed)? to|"
    r"insufficien\w*|inadequa\w*|"
    r"unclear\w*|confus(?:ing|ed)|unfair\w*|weak(?:ly)?|poor(?:ly)?|incorrect\w*|wrong\w*|mislead\w*|exaggerat\w*|"
    r"over-?claim\w*|overstat\w*|over-?estimat\w*|questionable|unrealistic|incremental|trivial|problematic|"
    r"marginal(?:ly)?|vague\w*|(?:is|are|be|seems?|very|quite|rather|somewhat) limited(?! to\b)|(?:main|major|key) "
    r"(?:limitations?|drawbacks?|shortcomings?|weakness)|too (?=[a-z]+(?: to| for|\b))|difficult|challenging|"
    r"(?:un)?surprising\w*|unnecessar\w*|disappoint\w*|unsatisf\w*|(?:\w+ly|very|quite) (?:expensive|costly|complex)|"
    r"not (?:\w+ )?(?:novel|new|clear|enough|sufficient|convincing|appropriate|fair|realistic|surprising)|"
    r"(?:significant|considerable|high|great|much|more) complexity|still (?:\w+ )?problems)\b",
    re.I,
)
_PRAISE: Final = re.compile(
    r"\b(?:(?:is|are|seems?|appears?|looks?) (?:\w+ly |very |quite |both |also )?(?:simple,? (?:and )?)?"
    r"(?:correct|sound|solid|good|"
    r"nice|"
    r"important|interesting|natural|fundamental|thorough|rigorous|easy|elegant|convincing|impressive|reasonable|"
    r"excellent|valuable|meaningful|crucial|novel|innovative|useful)|technically sound|(?:a|the) (?:\w+ )?"
    r"(?:good|nice|great|natural|interesting|important|sensible) (?:goal|idea|step|direction|point|question|choice|"
    r"problem|topic)|relatively easy)\b",
    re.I,
)
_FAULT_SAID: Final = re.compile(
    r"\b(?:no|not|never|cannot|without|lack\w*|limit\w*|fail\w*|ignor\w*|neglect\w*|insufficien\w*|unclear|unknown|"
    r"confus\w*|unfair\w*|weak\w*|poor\w*|incorrect\w*|wrong\w*|mislead\w*|difficult\w*|hard(?:er)?|challeng\w*|"
    r"expensive|costly|costs?|slow\w*|complex\w*|intensive|only|merely|too|however|although|despite|drawback\w*|"
    r"shortcoming\w*|weakness\w*|problem\w*|issue\w*|suffer\w*|restrict\w*|degrad\w*|wors\w*|less|surpris\w*|"
    r"unfortunately|marginal\w*|exaggerat\w*|over-?estimat\w*|trivial\w*|vague\w*|inadequa\w*|struggl\w*)\b|n't\b",
    re.I,
)
_PRAISE_SAID: Final = re.compile(
    r"\b(?:correct\w*|sound|solid|good|nice\w*|important|importance|interesting|natural\w*|fundamental\w*|thorough\w*|"
    r"rigorous\w*|rigou?r|easy|easily|easier|eas(?:e|es)|simple|simpl\w+|elegant\w*|convincing\w*|impressive\w*|"
    r"reasonabl\w*|excellent|strong\w*|valuable|meaningful|crucial|essential|novel|new|innovative|useful|key|critical|"
    r"central|significan\w*|first|prove[ns]?|proof)\b",
    re.I,
)
_CHANGE: Final = (
    r"(?:gains?|improvements?|differences?|gaps?|effects?|increases?|benefits?|margins?|boosts?|drops?|decreases?|"
    r"impacts?|costs?|overheads?|advantages?|reductions?|losses|changes?|variations?)"
)
_SMALL: Final = r"(?:small|smaller|marginal|modest|minor|negligible|slight|tiny|minimal|little|insignificant|minuscule)"
_SMALLNESS: Final = re.compile(
    rf"\b{_SMALL} (?:\w+ )?{_CHANGE}\b|\b{_CHANGE}\b[^.;:]{{0,60}}?\b(?:is|are|was|were|seems?|appears?|remains?|"
    rf"looks?) (?:\w+ly |very |quite |rather |only |too )?{_SMALL}\b",
    re.I,
)
_SMALL_SAID: Final = re.compile(
    rf"\b(?:{_SMALL}|slightly|marginally|only|just|merely|few|limited|low|lower|less|within|close|comparable|comparably|"
    rf"similar|similarly|same|on par|almost|nearly|match\w*|no|not"
    r")\b",
    re.I,
)
"""How small a change is: a sentence that only has the change, or a figure for it, does not say so."""
_LIKENESS: Final = re.compile(
    r"\b(?:is|are|was|were|seems?|looks?|appears?) (?:(?:\w+ly|very|quite|rather|so|also|to be) )*"
    r"(?:similar|akin|close|equivalent|analogous|identical|related|comparable) to\b",
    re.I,
)
_LIKENESS_SAID: Final = re.compile(
    r"\b(?:similar\w*|akin|like|alike|close\w*|equivalen\w*|analog\w*|identical\w*|relat\w*|compar\w*|same|equal\w*|"
    r"reminiscent|correspond\w*|match\w*|resembl\w*|reduc\w*|special case|generali[sz]\w*|exten\w*|follow\w*|as in|"
    r"inspired|variant|version|coincid\w*|recover\w*)\b|[=≈≡]",
    re.I,
)
"""That one thing is like another takes a sentence that sets them beside each other."""


def judged_alike(statement: str, line: str) -> bool:
    """Whether a sentence finds fault or praises wherever the statement does; what does neither says nothing of it.

    What a statement says is proposed or tackled may carry such a word by the way.
    """
    bare = _ATTRIBUTE.sub(" ", statement)
    if _SMALLNESS.search(bare) is not None and _SMALL_SAID.search(line) is None:
        return False
    if _LIKENESS.search(bare) is not None and _LIKENESS_SAID.search(line) is None:
        return False
    faults = _FAULT.search(bare) is None or _FAULT_SAID.search(line) is not None
    return faults and (_PRAISE.search(bare) is None or _PRAISE_SAID.search(line) is not None)


_ELSEWHERE: Final = re.compile(
    r"\b(?:has|have|had|was|were|is|are) (?:(?:already|also|previously|first|long|widely|recently|been) )*"
    r"(?:used|proposed|studied|introduced|explored|shown|done|considered|published|applied|developed|presented|"
    r"investigated|described|established|discussed|reported|derived|proven|proved|known) (?:in|by|from) "
    r"(?:\[\d|\(|(?:the |some |many |several )?(?:prior|previous|earlier|existing|other|recent|related|literature)\b|"
    r"[A-Z][\w-]+ (?:et al|and [A-Z]|& ))",
)
"""What other papers did: the paper may say so, but what it says of itself speaks against nothing of it."""


def weighed(draft: Draft, entry: Entry, reading: Reading) -> Entry:
    """``entry``, or an open one where what is quoted judges nothing that the part judges, or is about other papers.

    A part about a thing that is there or not judges nothing: "does not ignore X" is about X.
    """
    if entry.reason is Reason.STATED_OTHERWISE and _ELSEWHERE.search(draft.text):
        says = "Whether other papers did this is not in the paper"
        return Entry(PartStatus.UNDECIDABLE, Reason.EXTERNAL_KNOWLEDGE, 0.5, says, _nearby(entry))
    doubtful = entry.status is PartStatus.SUPPORTED or (entry.status is PartStatus.PARTIAL and not draft.graded)
    if not doubtful or draft.target or draft.versus is not None or entry.instances or not entry.quotes:
        return entry
    text = reading.tools.manuscript.text
    if judged_alike(draft.text, " ".join(text[quote.start : quote.end] for quote in entry.quotes)):
        return entry
    says = "What the paper says here does not bear out the judgement"
    return Entry(PartStatus.SILENT, Reason.LOW_CONFIDENCE, 0.4, says, _nearby(entry))


def _nearby(entry: Entry) -> tuple[Quote, ...]:
    return tuple(replace(quote, role=EvidenceRole.CONTEXT) for quote in entry.quotes)
