"""An OpenAI-compatible server that says what its script says: stdlib only, on loopback, one thread a connection."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Reply:
    """One HTTP reply. ``drop_after``: bytes of the body after which the connection is closed.

    ``until``: hold the reply back until this event is set.
    """

    status: int = 200
    body: object = None
    headers: Mapping[str, str] = field(default_factory=dict)
    drop_after: int | None = None
    until: threading.Event | None = None

    @property
    def bytes(self) -> bytes:
        if isinstance(self.body, bytes):
            return self.body
        return (self.body if isinstance(self.body, str) else json.dumps(self.body)).encode()


def says(
    content: object, *, finish: str = "stop", tokens: tuple[int, int] = (100, 10), cached: int = 0, **message: object
) -> Reply:
    """A completion whose message is ``content``; what is no text is sent as JSON."""
    text = content if isinstance(content, str) or content is None else json.dumps(content)
    usage = {
        "prompt_tokens": tokens[0],
        "completion_tokens": tokens[1],
        "total_tokens": sum(tokens),
        "prompt_tokens_details": {"cached_tokens": cached},
    }
    choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text, **message}}
    return Reply(
        body={"id": "x", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage}
    )


@dataclass(frozen=True)
class Received:
    """A request as it arrived; header names in lower case."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]

    @property
    def draft(self) -> str:
        """Name of the draft that was asked for."""
        return str(self.body["response_format"]["json_schema"]["name"])

    @property
    def user(self) -> str:
        return str(self.body["messages"][-1]["content"])

    @property
    def system(self) -> str:
        return str(self.body["messages"][0]["content"])


Script = Callable[[Received], Reply] | Sequence[Reply]


class _QuietServer(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, *args: Any) -> None:
        self.open: set[socket.socket] = set()
        super().__init__(*args)

    def process_request(self, request: Any, client_address: Any) -> None:
        self.open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self.open.discard(request)
        super().shutdown_request(request)

    def cut(self) -> None:
        """Break every connection, whatever is under way on it."""
        for one in list(self.open):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that goes away is part of some tests."""


class ScriptedServer:
    """Replies in the order of the script (the last one again and again), or as a function of the request.

    ``at_once``: the most requests that were being answered at the same time. ``tokenizer``: counts the tokens of a text
    under ``/tokenize``, ``slots``: what ``/props`` tells, as vLLM and llama.cpp do; 404 without them.
    """

    def __init__(
        self, script: Script, models: Sequence[Mapping[str, object]] = ({"id": "m", "object": "model"},)
    ) -> None:
        self.script = script
        self.models: Reply = Reply(body={"object": "list", "data": list(models)})
        self.received: list[Received] = []
        self.answered: list[Received] = []
        self.tokenizer: Callable[[str], int] | None = None
        self.slots: int | None = None
        self.tokenized = 0
        self.listed = 0
        self.alive = False
        self.at_once = 0
        self._now = 0
        self._lock = threading.Lock()
        self._http = _QuietServer(("127.0.0.1", 0), self._handler())

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    @contextmanager
    def running(self) -> Iterator[ScriptedServer]:
        self.start()
        try:
            yield self
        finally:
            self.die()

    def start(self) -> None:
        self.alive = True
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    def die(self) -> None:
        """Stop as a killed process does: nothing listens any more, and what was under way breaks."""
        self.alive = False
        self._http.shutdown()
        self._http.server_close()
        self._http.cut()

    def revive(self) -> None:
        """Start again at the same address."""
        self._http = _QuietServer(self._http.server_address, self._handler())
        self.start()

    def _reply_to(self, request: Received) -> Reply:
        with self._lock:
            number = len(self.received)
            self.received.append(request)
        if callable(self.script):
            return self.script(request)
        return self.script[min(number, len(self.script) - 1)]

    @contextmanager
    def _counted(self) -> Iterator[None]:
        with self._lock:
            self._now += 1
            self.at_once = max(self.at_once, self._now)
        try:
            yield
        finally:
            with self._lock:
                self._now -= 1

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the base class's own name
                pass

            def do_GET(self) -> None:
                if self.path == "/props":
                    self._send(Reply(200, {"total_slots": server.slots}) if server.slots else Reply(404, "no"))
                    return
                server.listed += 1
                self._send(server.models)

            def do_POST(self) -> None:
                raw = self.rfile.read(int(self.headers.get("content-length", 0)))
                if self.path == "/tokenize":
                    server.tokenized += 1
                    count = server.tokenizer(json.loads(raw)["prompt"]) if server.tokenizer else None
                    self._send(Reply(404, "no") if count is None else Reply(200, {"count": count, "tokens": []}))
                    return
                request = Received(
                    self.path, {name.lower(): value for name, value in self.headers.items()}, json.loads(raw)
                )
                with server._counted():
                    reply = server._reply_to(request)
                    if reply.until is not None:
                        reply.until.wait(10)
                    self._send(reply)
                server.answered.append(request)

            def _send(self, reply: Reply) -> None:
                content = reply.bytes
                self.send_response_only(reply.status)
                for name, value in {"Content-Type": "application/json", **reply.headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content[: reply.drop_after])
                if reply.drop_after is not None:
                    self.wfile.flush()
                    self.close_connection = True

        return Handler
