"""Parse in a process of its own, under limits of time and memory: a hostile file costs one line, not the run."""

from __future__ import annotations

import base64
import contextlib
import gc
import json
import logging
import os
import select
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from peerlens import errors
from peerlens.errors import BugError, PaperError, PeerlensError, UnavailableError
from peerlens.schema import Highlight, Manuscript
from peerlens.settings import ParserName
from peerlens.store.parsers.reading import Job, Marked

T = TypeVar("T")
TIME_LIMIT_S = 120.0
MEMORY_LIMIT = 4 * 2**30
_MODELS_TIME_LIMIT_S = 1800.0  # layout models take a second a page and more
_MODELS_MEMORY_LIMIT = 24 * 2**30
_GRACE_S = 5.0
_log = logging.getLogger(__name__)
_MAX_REPLY = 512 * 2**20
_KINDS = {
    one.__name__: one
    for one in (
        errors.PaperError, errors.PasswordError, errors.DamagedFileError, errors.NoTextError, errors.UnavailableError,
        errors.ModelMissingError,
    )
}  # fmt: skip


def read_isolated(job: Job, *, time_limit_s: float | None = None, memory_limit: int | None = None) -> Manuscript:
    """Read the job's files in a child process and hand back its manuscript.

    The child is a fork where this process has one thread and can fork, else a new interpreter; it answers in JSON.
    Raises what the parser raises; ``PaperError`` for files that take more than the limits or end the parser's process;
    ``BugError`` where the parser raises what it should not (``PEERLENS_DEBUG=1`` shows the traceback).
    """
    models = job.parser is ParserName.DOCLING
    limit_s = time_limit_s or (_MODELS_TIME_LIMIT_S if models else TIME_LIMIT_S)
    limit = memory_limit or (_MODELS_MEMORY_LIMIT if models else MEMORY_LIMIT)
    return _answered(job, limit_s, limit, lambda answer: Manuscript.model_validate(answer["manuscript"]))


def mark_isolated(job: Job) -> Marked:
    """Mark the job's highlights in its PDF, in a child process as ``read_isolated``. Raises as it does."""
    return _answered(job, TIME_LIMIT_S, MEMORY_LIMIT, _marked)


def _marked(answer: dict[str, Any]) -> Marked:
    return Marked(base64.b64decode(answer["pdf"]), answer["length"], answer["digest"], answer["unplaced"])


def _answered(job: Job, limit_s: float, memory: int, made_of: Callable[[dict[str, Any]], T]) -> T:
    try:
        reply = _forked(job, limit_s, memory) if can_fork() else _spawned(job, limit_s, memory)
    except TimeoutError as exc:
        raise PaperError(
            f"{job.source}: given up after {limit_s:.0f} s of reading", hint="give the paper in another format"
        ) from exc
    except OSError as exc:
        raise UnavailableError(
            f"cannot start a process to read {job.source} ({exc.strerror})", hint="free memory"
        ) from exc
    return _taken(reply, job.source, made_of)


def _taken(reply: bytes, source: str, made_of: Callable[[dict[str, Any]], T]) -> T:
    if not reply:
        raise PaperError(f"{source}: the file broke its parser", hint="give the paper in another format")
    try:
        answer: dict[str, Any] = json.loads(reply)
        if "bug" in answer:
            _log.debug("bug in the parser of %s\n%s", source, answer["bug"])
            raise BugError(
                f"{source}: peerlens has a bug in reading it ({answer['message']})",
                hint="PEERLENS_DEBUG=1 shows where; give the paper in another format meanwhile",
            )
        if "error" in answer:
            raise _KINDS.get(answer["error"], PaperError)(str(answer["message"]), hint=answer["hint"])
        return made_of(answer)
    except (ValueError, KeyError, TypeError, ValidationError) as exc:
        raise PaperError(
            f"{source}: its parser answered with nonsense", hint="give the paper in another format"
        ) from exc


def can_fork() -> bool:
    """Whether a fork is safe: Linux, and no second thread that could hold a lock at this moment."""
    try:
        return sys.platform == "linux" and len(os.listdir("/proc/self/task")) == 1
    except OSError:
        return False


def _forked(job: Job, limit_s: float, memory: int) -> bytes:
    readable, writable = os.pipe()
    child = os.fork()
    if child == 0:
        _serve_fork(job, writable, limit_s, memory)
    os.close(writable)
    try:
        return _read_all(readable, time.monotonic() + limit_s)
    finally:
        os.close(readable)
        _kill_with_helpers(child)
        os.waitpid(child, 0)


def _kill_with_helpers(child: int) -> None:
    """Kill a child and the processes it started, if it has become the leader of a group by now."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    with contextlib.suppress(OSError):
        if os.getpgid(child) == child:
            os.killpg(child, signal.SIGKILL)


def _serve_fork(job: Job, writable: int, limit_s: float, memory: int) -> None:
    """The child's whole life: nothing of the parent's is flushed, closed or released by it."""
    try:
        os.setsid()
        os.dup2(writable, 3)
        os.closerange(4, 4096)
        nothing = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(nothing, descriptor)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        confine(limit_s, memory)
        _write_all(3, answer(job))
    finally:
        os._exit(0)


def confine(limit_s: float, memory: int) -> None:
    """Limit this process for good: memory, wall time (even in native code), no core file, no files written.

    It lives for one paper, so garbage is not collected either.
    """
    import resource

    gc.disable()
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, limit_s + _GRACE_S)


def answer(job: Job) -> bytes:
    """Do the job and say how it went, as JSON."""
    from peerlens.store.parsers.reading import mark, read

    try:
        if job.highlights is not None:
            done = mark(job)
            pdf = base64.b64encode(done.pdf).decode("ascii")
            told = {"pdf": pdf, "length": done.length, "digest": done.digest, "unplaced": done.unplaced}
            return json.dumps(told).encode()
        return b'{"manuscript":' + read(job).model_dump_json().encode("utf-8", errors="replace") + b"}"
    except PeerlensError as exc:
        return _refusal(type(exc).__name__, exc.message, exc.hint)
    except MemoryError:
        return _refusal(
            "PaperError", f"{job.source}: needs more memory than the limit allows", "give the PDF, or a part"
        )
    except RecursionError:
        return _refusal("PaperError", f"{job.source}: nests too deeply to be read", "give the paper in another format")
    except Exception as exc:  # noqa: BLE001  the border of the process: a bug is told apart from a broken file
        return json.dumps({"bug": traceback.format_exc(), "message": type(exc).__name__}).encode()


def _refusal(kind: str, message: str, hint: str | None) -> bytes:
    return json.dumps({"error": kind, "message": message, "hint": hint}).encode()


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _read_all(descriptor: int, deadline: float) -> bytes:
    parts: list[bytes] = []
    size = 0
    while True:
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([descriptor], [], [], left)[0]:
            raise TimeoutError
        part = os.read(descriptor, 1 << 20)
        size += len(part)
        if not part or size > _MAX_REPLY:
            return b"".join(parts)
        parts.append(part)


def _spawned(job: Job, limit_s: float, memory: int) -> bytes:
    root = str(Path(errors.__file__).resolve().parents[1])
    path = os.pathsep.join(part for part in (root, os.environ.get("PYTHONPATH", "")) if part)
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", "from peerlens.store.parsers.worker import main; main()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"},
        start_new_session=True,
    )
    try:
        reply, _ = process.communicate(_packed(job, limit_s, memory), timeout=limit_s)
        return reply
    except subprocess.TimeoutExpired as exc:
        raise TimeoutError from exc
    except BrokenPipeError:
        return b""
    finally:
        if process.poll() is None and sys.platform != "win32":
            _kill_with_helpers(process.pid)
        process.kill()
        process.wait()


def _packed(job: Job, limit_s: float, memory: int) -> bytes:
    files = {name: base64.b64encode(data).decode("ascii") for name, data in job.files.items()}
    return json.dumps(
        {
            "source": job.source, "paper_id": job.paper_id, "main": job.main, "files": files, "password": job.password,
            "supplements": list(job.supplements), "parser": job.parser.value, "models": job.models,
            "limit_s": limit_s, "memory": memory,
            "highlights": None if job.highlights is None else [one.model_dump() for one in job.highlights],
        }
    ).encode()  # fmt: skip


def unpacked(data: bytes) -> tuple[Job, float, int]:
    """The job, the time and the memory it may take, as ``_packed`` wrote them."""
    read: dict[str, Any] = json.loads(data)
    job = Job(
        source=read["source"],
        paper_id=read["paper_id"],
        main=read["main"],
        files={name: base64.b64decode(packed) for name, packed in read["files"].items()},
        supplements=tuple(read["supplements"]),
        password=read["password"],
        parser=ParserName(read["parser"]),
        models=read["models"],
        highlights=None if read["highlights"] is None else tuple(map(Highlight.model_validate, read["highlights"])),
    )
    return job, float(read["limit_s"]), int(read["memory"])
