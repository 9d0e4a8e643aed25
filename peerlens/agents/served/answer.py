"""Look a reviewer's question or wish up in the paper with a model; an answer without located words is none."""

from __future__ import annotations

from typing import Annotated

from peerlens.agents.served.asking import Asking
from peerlens.agents.served.drafts import Draft, Quotes, Sentence, coming_close
from peerlens.agents.served.quoting import located
from peerlens.agents.served.searching import passages_for
from peerlens.prompts import as_data
from peerlens.schema import Ask, Request
from peerlens.taxonomy import EvidenceRole, RequestStatus
from peerlens.tools import PaperTools

_STATUSES = {
    "yes": RequestStatus.ANSWERED,
    "partially answered": RequestStatus.PARTLY_ANSWERED,
    "partly": RequestStatus.PARTLY_ANSWERED,
    "no": RequestStatus.NOT_FOUND,
    "not answered": RequestStatus.NOT_FOUND,
    "unanswered": RequestStatus.NOT_FOUND,
}


class AnswerDraft(Draft):
    rationale: Sentence
    quotes: Quotes
    status: Annotated[RequestStatus, coming_close(RequestStatus, _STATUSES)]


async def answer(ask: Ask, tools: PaperTools, asking: Asking) -> Request:
    """What the paper says on it. Every status but ``not_found`` stands on words located in the paper."""
    passages, _ = passages_for(ask.text, tools)
    asked = await asking.on_paper(
        "answer",
        AnswerDraft,
        tools=tools,
        passages=passages,
        values={"question": as_data(ask.text)},
    )
    status = asked.draft.status
    role = EvidenceRole.SUPPORTS if status is RequestStatus.ANSWERED else EvidenceRole.CONTEXT
    quotes = located(asked.draft.quotes, role, ids=asked.ids, tools=tools)
    if not quotes:
        status = RequestStatus.NOT_FOUND
    elif status is RequestStatus.NOT_FOUND:
        quotes = ()
    return Request(**ask.model_dump(), status=status, evidence=quotes)
