"""Open what a run needs: the paper with its index, the reviews, the family of agents."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from peerlens.agents.family import Family
from peerlens.agents.served.endpoint import Endpoint, endpoint_of
from peerlens.errors import PeerlensError, ReviewError, UsageError
from peerlens.reviews import MAX_BYTES, ReviewInput, read_all, read_response
from peerlens.schema import Response, Review
from peerlens.settings import ContextName, EngineName, RetrieverName, Settings
from peerlens.store.checks import Check, Status
from peerlens.store.library import Library, PaperStore, reading_rules
from peerlens.store.paper import IndexedPaper
from peerlens.store.rerankers import Reranker
from peerlens.store.stored import Places, note_places
from peerlens.text.harmless import printable_name
from peerlens.tools import PaperTools

if TYPE_CHECKING:
    from peerlens.agents.served.plain import PlainModel


def open_paper(path: Path, settings: Settings) -> PaperStore:
    """Parse and index the paper, or find it done. Close the result (it is a context manager)."""
    store = Library(settings.home).open(path, settings=settings)
    note_places(store.folder, Places(path, settings.supplements))
    return store


def open_family(settings: Settings) -> Family:
    """The family that ``settings.engine`` names; ``auto`` is a model's where the user configured a server.

    Raises ``ConfigError`` for an unusable address, ``UsageError`` where ``openai`` has none or ``offline`` forbids it.
    """
    match chosen_engine(settings).name:
        case EngineName.OPENAI:
            from peerlens.agents.served.client import ModelClient
            from peerlens.agents.served.family import ServedFamily

            client = ModelClient(_endpoint(settings), in_flight=settings.in_flight)
            return ServedFamily(client, context=settings.context, profile=settings.profile)
        case _:
            from peerlens.agents.embedded.family import EmbeddedFamily

            return EmbeddedFamily()


def configuration_of(settings: Settings) -> dict[str, object]:
    """All that results depend on beside paper and review, known before a paper is open: a part of a batch's keys.

    Raises as ``open_family`` does, and ``ModelMissingError`` where vectors are asked for and cannot be made.
    """
    made: dict[str, object] = {
        "family": open_family(settings).fingerprint,
        "retriever": settings.retriever.value,
        "k": settings.k,
        "rerank": settings.rerank_model if settings.rerank else None,
        "parser": settings.parser.value,
        "reading": reading_rules(),
    }
    if settings.retriever is not RetrieverName.BM25:
        from peerlens.store.embedders.minilm import find_files

        made["embedding"] = find_files().name
    if settings.model is None and chosen_engine(settings).name is EngineName.OPENAI:
        made["server"] = settings.base_url
    return made


def open_plain(settings: Settings) -> PlainModel:
    """The configured model, asked plainly. Raises ``UsageError`` where no model server is configured."""
    if chosen_engine(settings).name is not EngineName.OPENAI:
        raise UsageError(
            "a plain prompt needs a model server", hint="give --base-url, such as http://127.0.0.1:8000/v1"
        )
    from peerlens.agents.served.client import ModelClient
    from peerlens.agents.served.plain import PlainModel

    context = ContextName.FULL if settings.context is ContextName.FULL else ContextName.RAG
    return PlainModel(ModelClient(_endpoint(settings), in_flight=settings.in_flight), context=context)


@dataclass(frozen=True, slots=True)
class ChosenEngine:
    """Which family works, and in ``line`` which and why, for a person. ``elsewhere``: text goes to another machine."""

    name: EngineName
    line: str
    elsewhere: bool = False


def chosen_engine(settings: Settings) -> ChosenEngine:
    """Nothing is ever chosen because it was found on a port. Raises as ``open_family`` does."""
    policy = settings.policy
    if not policy.model:
        if settings.engine is EngineName.OPENAI:
            raise UsageError(f"--policy {policy.name} forbids --engine openai", hint="leave one of them out")
        return ChosenEngine(EngineName.EMBEDDED, f"engine: embedded agents (--policy {policy.name})")
    if settings.engine is EngineName.EMBEDDED:
        return ChosenEngine(EngineName.EMBEDDED, "engine: embedded agents")
    if settings.base_url is None:
        if settings.engine is EngineName.OPENAI:
            raise UsageError(
                "--engine openai needs a model server", hint="give --base-url, such as http://127.0.0.1:8000/v1"
            )
        return ChosenEngine(EngineName.EMBEDDED, "engine: embedded agents (no model server is configured)")
    endpoint = _endpoint(settings)
    if settings.offline and not endpoint.on_this_machine:
        raise UsageError(
            f"--offline: the model server {endpoint.host} is on another machine",
            hint="name one on this machine, or take --engine embedded",
        )
    if not policy.elsewhere and not endpoint.on_this_machine:
        raise UsageError(
            f"--policy {policy.name}: the model server {endpoint.host} is on another machine",
            hint="name one on this machine, or take --engine embedded",
        )
    why = "named by --engine" if settings.engine is EngineName.OPENAI else "a model server is configured"
    where = "on this machine" if endpoint.on_this_machine else f"at {endpoint.host}: the paper's text is sent there"
    model = settings.model or "the server's only model"
    return ChosenEngine(EngineName.OPENAI, f"engine: {model} {where} ({why})", elsewhere=not endpoint.on_this_machine)


def server_checks(settings: Settings) -> tuple[Check, ...]:
    """What the configured model server does; without one, that none is used, and what answers on this machine."""
    from peerlens.agents.served.checks import check_server, found_servers

    try:
        if chosen_engine(settings).name is EngineName.OPENAI:
            return check_server(_endpoint(settings))
    except PeerlensError as exc:
        return (Check("model server", Status.FAIL, f"{exc.message}; {exc.hint}" if exc.hint else exc.message),)
    return (Check("model server", Status.OK, "none configured: the embedded agents do the work"), *found_servers())


def _endpoint(settings: Settings) -> Endpoint:
    return endpoint_of(settings.base_url or "", model=settings.model, environment=os.environ)


def open_tools(store: IndexedPaper, settings: Settings, *, reranker: Reranker | None = None) -> PaperTools:
    """The tools on an open paper, with the retrieval that ``settings`` name. ``reranker`` stands in for theirs."""
    return PaperTools(store, retriever=settings.retriever, reranker=reranker or open_reranker(settings))


def open_reranker(settings: Settings) -> Reranker | None:
    """The cross-encoder, or ``None`` without ``--rerank``. Raises ``ModelMissingError`` where it is not installed."""
    if not settings.rerank:
        return None
    from peerlens.store.rerankers.cross_encoder import CrossEncoder

    return CrossEncoder(settings.rerank_model)


def read_all_reviews(paths: Sequence[Path]) -> tuple[Review, ...]:
    """Read every review file (``-`` is standard input), numbering reviews through all of them.

    Raises ``UsageError`` where standard input is named twice, ``ReviewError`` for what holds no review.
    """
    if sum(str(path) == "-" for path in paths) > 1:
        raise UsageError("standard input (-) is named twice", hint="it can be read only once")
    return read_all([_input(path) for path in paths])


def _input(path: Path) -> ReviewInput:
    if str(path) == "-":
        return ReviewInput(_standard_input(MAX_BYTES + 1), "standard input")
    return ReviewInput(path, printable_name(path) or str(path))


def read_author_response(path: Path | None) -> Response | None:
    """Read the authors' response; ``None`` where none is named.

    Raises ``UsageError`` for standard input, ``ResponseError`` for what holds no response.
    """
    if path is None:
        return None
    if str(path) == "-":
        raise UsageError("--response cannot be standard input (-)", hint="name the file of the authors' response")
    return read_response(path, name=printable_name(path) or str(path))


def _standard_input(size: int) -> bytes:
    try:
        return sys.stdin.buffer.read(size)
    except OSError as exc:
        raise ReviewError(f"standard input cannot be read ({exc.strerror})", hint="name the review's file") from exc
