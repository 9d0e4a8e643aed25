"""Our own cost on the way to a model: requests a second of the served path over a bare asyncio client, same server.

The server is scripted (20 ms a reply) and has a process of its own; 64 requests are in flight on both sides, which take
turns in short rounds, so that a busy machine slows both. The bare client is the client library that ours is built on,
sending the same bytes and parsing the reply as JSON.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable

import openai

from peerlens.agents.served.answer import AnswerDraft
from peerlens.agents.served.asking import Asking
from peerlens.agents.served.client import Meter, ModelClient
from peerlens.agents.served.endpoint import Endpoint
from peerlens.agents.served.probe import ServerFacts

IN_FLIGHT = 64
ROUNDS = 7
REQUESTS = 320
BUDGET = 0.90
QUESTION = "Do ducks swim? " * 300

SERVER = """
import asyncio, json
quote = {"passage": "P1", "quote": "ducks swim on lakes"}
draft = {"rationale": "It says so.", "quotes": [quote], "status": "answered"}
message = {"role": "assistant", "content": json.dumps(draft)}
body = json.dumps({"id": "x", "object": "chat.completion", "created": 1, "model": "m",
    "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
    "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}}).encode()
head = b"HTTP/1.1 200 OK\\r\\nContent-Type: application/json\\r\\nContent-Length: %d\\r\\n\\r\\n" % len(body)

async def serve(reader, writer):
    try:
        while True:
            lines = (await reader.readuntil(b"\\r\\n\\r\\n")).lower().split(b"\\r\\n")
            length = next((int(line[15:]) for line in lines if line.startswith(b"content-length:")), 0)
            await reader.readexactly(length)
            await asyncio.sleep(0.02)
            writer.write(head + body)
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()

async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()

asyncio.run(main())
"""


async def rate(one: Callable[[int], Awaitable[object]]) -> tuple[float, float]:
    """Requests a second, ``IN_FLIGHT`` at a time, and milliseconds of our process's own time a request."""
    numbers = iter(range(REQUESTS))

    async def worker() -> None:
        for number in numbers:
            await one(number)

    began, busy = time.perf_counter(), time.process_time()
    await asyncio.gather(*(worker() for _ in range(IN_FLIGHT)))
    spent = time.process_time() - busy
    return REQUESTS / (time.perf_counter() - began), 1000 * spent / REQUESTS


async def compare(url: str) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    client = ModelClient(Endpoint(url), in_flight=IN_FLIGHT)
    asking = Asking(client, ServerFacts("m", ("m",), 32768, True), meter=Meter())
    form = {"name": "AnswerDraft", "schema": AnswerDraft.model_json_schema(), "strict": False}
    http = openai.DefaultAsyncHttpxClient(trust_env=False, timeout=60)
    async with openai.AsyncOpenAI(base_url=url, api_key="none", max_retries=0, http_client=http) as bare, http:

        async def plain(number: int) -> object:
            completion = await bare.chat.completions.create(
                model="m",
                messages=[{"role": "user", "content": f"{QUESTION}{number}"}],
                max_tokens=400,
                temperature=0,
                response_format={"type": "json_schema", "json_schema": form},  # type: ignore[arg-type]
            )
            return json.loads(completion.choices[0].message.content or "")

        async def ours(number: int) -> object:
            return await asking.plain("answer", AnswerDraft, values={"question": f"{QUESTION}{number}"})

        async with client.connected():
            await rate(plain)
            await rate(ours)
            return [(await rate(plain), await rate(ours)) for _ in range(ROUNDS)]


def main() -> int:
    server = subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        pairs = asyncio.run(compare(f"http://127.0.0.1:{int(server.stdout.readline())}/v1"))
    finally:
        server.kill()
    ratios = sorted(ours[0] / bare[0] for bare, ours in pairs)
    middle = statistics.median(ratios)
    print(
        f"served path over a bare client: {IN_FLIGHT} in flight, 20 ms a reply, {ROUNDS} rounds of {REQUESTS} requests"
    )
    for name, at in (("bare", 0), ("ours", 1)):
        rates, times = zip(*(pair[at] for pair in pairs), strict=True)
        print(f"  {name}  {statistics.median(rates):7.0f} requests/s  {statistics.median(times):5.2f} ms of processor")
    print(f"  ratio {middle:.2f} (rounds from {ratios[0]:.2f} to {ratios[-1]:.2f}; budget {BUDGET:.2f})")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
