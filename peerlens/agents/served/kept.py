"""Replies that were paid for once: found by all that can change them, kept on disk, never asked for twice at a time."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pydantic

from peerlens.agents.served.client import Answered, Question
from peerlens.agents.served.drafts import Draft
from peerlens.agents.served.replies import Said
from peerlens.store.replies import Replies

D = TypeVar("D", bound=Draft)


def reply_key(question: Question, form: Mapping[str, Any], *, model: str, identity: str) -> str:
    """Hash of prompt, model, sampling and schema: what decides the reply, and nothing else."""
    told = json.dumps([question.body(model), form, identity], sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(told.encode("ascii")).hexdigest()


@dataclass
class KeptReplies:
    """Usable replies only. Without ``store`` they are kept for as long as two questions for the same are under way."""

    store: Replies | None = None
    _under_way: dict[str, asyncio.Future[Said]] = field(default_factory=dict, init=False, repr=False)

    async def answered(self, key: str, draft: type[D], ask: Callable[[], Awaitable[Answered[D]]]) -> Answered[D]:
        """The kept reply, the one that is just being waited for, or a new one."""
        known = self._known(key, draft)
        if known is not None:
            return known
        waited_for = self._under_way.get(key)
        if waited_for is not None:
            said = await asyncio.shield(waited_for)
            return Answered(draft.model_validate_json(said.text), said)
        future = self._under_way[key] = asyncio.get_running_loop().create_future()
        try:
            answered = await ask()
        except BaseException as exc:
            if isinstance(exc, asyncio.CancelledError):
                future.cancel()
            else:
                future.set_exception(exc)
                future.exception()  # nobody else may be waiting for it
            raise
        finally:
            del self._under_way[key]
        said = Said(text=answered.draft.model_dump_json(), cut=False, tokens=answered.said.tokens)
        future.set_result(said)
        if self.store is not None:
            self.store.put(key, json.dumps({"text": said.text, "tokens": list(said.tokens)}))
        return answered

    async def words(self, key: str, ask: Callable[[], Awaitable[str]]) -> str:
        """The kept text or a new one; only text that says something is kept."""
        stored = self.store.get(key) if self.store is not None else None
        if stored is not None:
            return stored
        text = await ask()
        if self.store is not None and text.strip():
            self.store.put(key, text)
        return text

    def _known(self, key: str, draft: type[D]) -> Answered[D] | None:
        stored = self.store.get(key) if self.store is not None else None
        if stored is None:
            return None
        try:
            record = json.loads(stored)
            said = Said(text=record["text"], cut=False, tokens=tuple(record["tokens"]))
            return Answered(draft.model_validate_json(said.text), said)
        except (ValueError, KeyError, TypeError, pydantic.ValidationError):
            return None
