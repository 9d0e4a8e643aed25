"""A model server with rules for a mind, in a process of its own: 20 ms a reply, every request written to a file.

Its reply depends on the request's content alone. ``python bench/scripted_model.py LOG`` prints its port and serves
until it is killed. A line of ``LOG`` is a request that arrived (``asked``, with its time and the client's port, and
its ``body`` where the content is new) or a reply that was handed to the system (``answered``).
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import re
import sys
import time
from typing import Any, TextIO

REPLY_S = 0.02
PROBE = "_Bound"
"""The draft by which a starting process finds out whether schemas bind."""
_SENTENCE = re.compile(r"^\[S(\d+)\](?: \([^)]*\))? (.+)$", re.M)
_PASSAGE = re.compile(r"^\[(P\d+)\] (.+)$", re.M)
_PART = re.compile(r"^(\d+)\. (.+)$", re.M)


def reply_to(draft: str, user: str) -> dict[str, Any]:
    """The draft filled in from the words of the prompt."""
    match draft:
        case "_Bound":
            return {"word": "kestrel-7"}
        case "ReviewItems":
            return {"items": [_item(int(one[1]), one[2]) for one in _SENTENCE.finditer(_within("review", user))]}
        case "ClaimSplit":
            return {"parts": [_part(" ".join(_within("claim", user).split()))]}
        case "Grades":
            parts = list(_PART.finditer(_within("parts", user)))
            return {
                "grades": [_grade(int(one[1]), one[2], user) for one in parts],
                "further": {"tool": "search", "query": parts[0][2][:60]},
            }
        case "AnswerDraft":
            return {"rationale": "It says so.", "quotes": _quotes(user), "status": "answered"}
        case "LabelDraft":
            return {"rationale": "It is about parts.", "label": ("L2.1.2", "L2.2.2", "none")[_choice(user, 3)]}
        case "Suggestions":
            return {"suggestions": [_suggestion()]}
    raise ValueError(f"no rule for {draft}")


def _within(tag: str, text: str) -> str:
    return text.rpartition(f"\n<{tag}>\n")[2].partition(f"</{tag}>")[0]


def _choice(text: str, many: int) -> int:
    return hashlib.sha256(text.encode("utf-8", "replace")).digest()[0] % many


def _item(number: int, sentence: str) -> dict[str, Any]:
    return {
        "sentence": number,
        "quote": sentence[:400],
        "use": "request" if sentence.endswith("?") else "claim",
        "text": sentence[:240],
        "stance": "criticism",
        "kind": "factual",
    }


def _part(claim: str) -> dict[str, Any]:
    return {
        "text": claim[:240],
        "statement": claim[:240],
        "says": ("is so", "is not so")[_choice(claim, 2)],
        "about": "content",
        "thing": "other",
        "act": "does",
        "core": True,
        "look_for": sorted(set(claim.split()), key=lambda word: (-len(word), word))[:2],
    }


def _grade(number: int, statement: str, user: str) -> dict[str, Any]:
    finding = ("shown", "otherwise", "nothing", "partly")[_choice(statement, 4)]
    quotes = [] if finding == "nothing" else _quotes(user)
    return {"part": number, "rationale": "So it says.", "quotes": quotes, "finding": finding, "confidence": 90}


def _quotes(user: str) -> list[dict[str, str]]:
    passages = _PASSAGE.findall(user)
    if not passages:
        return []
    name, text = passages[_choice(user, len(passages))]
    return [{"passage": name, "quote": " ".join(text.split()[:9])}]


def _suggestion() -> dict[str, str]:
    return {
        "what": "Report each part.",
        "where": "",
        "how": "Remove the parts one by one.",
        "alternative": "",
        "expected_outcome": "One sees what helps.",
        "effort": "new experiment",
        "priority": "high",
    }


class _Server:
    def __init__(self, log: TextIO) -> None:
        self._log = log
        self._numbers = itertools.count()
        self._seen: set[str] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        port = int(writer.get_extra_info("peername")[1])
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
                length = next((int(one[15:]) for one in head if one.lower().startswith(b"content-length:")), 0)
                body = await reader.readexactly(length)
                await self._answer(head[0].split()[0], body, port, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    async def _answer(self, method: bytes, body: bytes, port: int, writer: asyncio.StreamWriter) -> None:
        if method == b"GET":
            await _send(writer, {"object": "list", "data": [{"id": "m", "object": "model"}]})
            return
        asked = json.loads(body)
        draft = asked["response_format"]["json_schema"]["name"]
        number, content = next(self._numbers), hashlib.sha256(body).hexdigest()
        new = {} if content in self._seen else {"body": asked}
        self._seen.add(content)
        self._note({"asked": number, "content": content, "draft": draft, "port": port, "at": time.monotonic(), **new})
        await asyncio.sleep(REPLY_S)
        await _send(writer, _completion(json.dumps(reply_to(draft, asked["messages"][-1]["content"]))))
        self._note({"answered": number, "at": time.monotonic()})

    def _note(self, line: object) -> None:
        self._log.write(json.dumps(line) + "\n")
        self._log.flush()


def _completion(content: str) -> dict[str, Any]:
    message = {"role": "assistant", "content": content}
    usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
    choices = [{"index": 0, "finish_reason": "stop", "message": message}]
    return {"id": "x", "object": "chat.completion", "created": 1, "model": "m", "choices": choices, "usage": usage}


async def _send(writer: asyncio.StreamWriter, document: object) -> None:
    body = json.dumps(document).encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    writer.write(head.encode("ascii") + body)
    await writer.drain()


async def _main(log: str) -> None:
    with open(log, "w", encoding="ascii") as file:
        server = await asyncio.start_server(_Server(file).serve, "127.0.0.1", 0, limit=2**20)
        print(server.sockets[0].getsockname()[1], flush=True)
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1]))
