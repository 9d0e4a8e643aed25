"""A relay before a real server: it reads every prompt for real, and replies as an able model would, whatever is asked.

The server's prompt work (tokens, cache hits) is real; one token of its own reply is made and thrown away. So a run goes
all its steps, and what it computes can be measured without an able model.
"""

from __future__ import annotations

import http.client
import json
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

_PASSAGE = re.compile(r"^\[(P\d+)\] \([^)]*\) (\S+(?: \S+){5})", re.M)
_CHOICES = (
    "is so",
    "content",
    "claim",
    "criticism",
    "factual",
    "shown",
    "major",
    "none",
    "answered",
    "wording",
    "high",
)
"""What is chosen where a schema offers it; else its first choice."""


class Relay:
    """``usage`` holds, in order, the draft asked for, prompt tokens and cached ones of every request."""

    def __init__(self, base_url: str, *, key: str = "", candidates: int = 1) -> None:
        parts = urlsplit(base_url)
        self._to = (parts.hostname or "", parts.port or 80)
        self._key = key
        self._candidates = candidates
        self._lock = threading.Lock()
        self._said = 0
        self.usage: list[tuple[str, int, int]] = []
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._http.daemon_threads = True

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    @property
    def computed(self) -> int:
        """Prompt tokens that were no hit in the cache, of all requests."""
        return sum(prompt - cached for _, prompt, cached in self.usage)

    @contextmanager
    def running(self) -> Iterator[Relay]:
        thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._http.shutdown()
            self._http.server_close()
            thread.join()

    def _forwarded(self, method: str, path: str, body: bytes | None) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection(*self._to, timeout=300)
        try:
            headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self._key}"}
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def _completed(self, path: str, asked: dict[str, Any]) -> tuple[int, bytes]:
        form = asked.pop("response_format", None)
        short = {name: value for name, value in asked.items() if name not in ("logprobs", "top_logprobs")}
        status, raw = self._forwarded("POST", path, json.dumps({**short, "max_tokens": 1}).encode())
        if status != http.client.OK:
            return status, raw
        reply = json.loads(raw)
        prompt = asked["messages"][-1]["content"]
        choice = reply["choices"][0]
        choice["finish_reason"] = "stop"
        schema = form["json_schema"] if form else {"name": "plain", "schema": {"type": "string"}}
        choice["message"]["content"] = json.dumps(self._filled(schema["schema"], "", prompt))
        usage = reply["usage"]
        cached = (usage.get("prompt_tokens_details") or {}).get("cached_tokens") or 0
        with self._lock:
            self.usage.append((schema["name"], usage["prompt_tokens"], cached))
        return status, json.dumps(reply).encode()

    def _filled(self, schema: Mapping[str, Any], name: str, prompt: str) -> Any:
        if "enum" in schema:
            if name == "settles":
                return "no" if "no" in schema["enum"] else schema["enum"][-1]
            return next((one for one in _CHOICES if one in schema["enum"]), schema["enum"][0])
        match schema.get("type"):
            case "object":
                filled = {key: self._filled(value, key, prompt) for key, value in schema["properties"].items()}
                return filled | _quoted(prompt) if {"passage", "quote"} <= filled.keys() else filled
            case "array":
                count = self._candidates if name == "candidates" else 1
                return [self._filled(schema["items"], name, prompt) for _ in range(count)]
            case "integer":
                return 90 if schema.get("maximum") == 100 else schema.get("minimum", 1)
            case "boolean":
                return True
            case _:
                return self._sentence(name)

    def _sentence(self, name: str) -> str:
        """Another one each time: what nobody said before is in no cache."""
        if name == "look_for":
            return "duck"
        with self._lock:
            self._said += 1
        return f"The counter misses {self._said} ducks on the lakes of the north."

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        relay = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the base class's own name
                pass

            def do_GET(self) -> None:
                self._send(*relay._forwarded("GET", self.path, None))

            def do_POST(self) -> None:
                raw = self.rfile.read(int(self.headers.get("content-length", 0)))
                if self.path.endswith("/chat/completions"):
                    self._send(*relay._completed(self.path, json.loads(raw)))
                else:
                    self._send(*relay._forwarded("POST", self.path, raw))

            def _send(self, status: int, content: bytes) -> None:
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

        return Handler


def _quoted(prompt: str) -> dict[str, str]:
    """Words of the last passage that the prompt shows, so that they are located."""
    found = _PASSAGE.findall(prompt)
    return {"passage": found[-1][0], "quote": found[-1][1]} if found else {"passage": "P0", "quote": ""}
