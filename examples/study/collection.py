"""The test collection of the study: docstrings of the standard library, their passages, and two sets of queries."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from peerlens.text.sentences import sentence_spans

QUESTIONS = Path(__file__).parent / "questions.json"
PATHS = ("none", "name", "full")
SKIPPED_FOLDERS = {"test", "tests", "idlelib", "lib2to3", "turtledemo", "distutils", "ensurepip", "site-packages"}
MIN_BODY_WORDS = 20
MIN_TARGET_WORDS = 40
SUMMARY_WORDS = range(4, 26)

Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Entry:
    """One docstring: its path (module, class, function), its summary line and the body that is indexed."""

    path: tuple[str, ...]
    summary: str
    body: str

    @property
    def key(self) -> str:
        return "/".join(self.path)


@dataclass(frozen=True)
class Query:
    """A text and the position of the one entry it asks for."""

    text: str
    target: int


def docstrings(root: Path) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every public docstring below ``root`` with its path, in file order; nothing is imported."""
    for file in sorted(root.rglob("*.py")):
        parts = file.relative_to(root).with_suffix("").parts
        names = parts[:-1] if parts[-1] == "__init__" else parts
        if SKIPPED_FOLDERS.intersection(parts) or any(
            name.startswith("_") or not name.isidentifier() for name in names
        ):
            continue
        yield from _of_node(ast.parse(file.read_bytes()), (".".join(names),))


def _of_node(node: Documented, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    text = ast.get_docstring(node)
    if text:
        yield path, text
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return
    for child in node.body:
        if isinstance(child, ast.AsyncFunctionDef | ast.FunctionDef | ast.ClassDef) and not _private(child.name):
            yield from _of_node(child, (*path, child.name))


def _private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def corpus(root: Path) -> list[Entry]:
    """The entries with enough text besides their summary; a docstring that occurs twice is kept once."""
    seen: set[str] = set()
    entries: list[Entry] = []
    for path, text in docstrings(root):
        summary, _, body = text.partition("\n\n")
        if len(body.split()) < MIN_BODY_WORDS or text in seen:
            continue
        seen.add(text)
        entries.append(Entry(path, " ".join(summary.split()), body))
    return entries


def summary_queries(entries: Sequence[Entry]) -> list[Query]:
    """Each usable summary line; one that two entries share is ambiguous and left out."""
    times = Counter(entry.summary for entry in entries)
    return [
        Query(entry.summary, index)
        for index, entry in enumerate(entries)
        if len(entry.summary.split()) in SUMMARY_WORDS
        and len(entry.body.split()) >= MIN_TARGET_WORDS
        and times[entry.summary] == 1
    ]


def question_queries(entries: Sequence[Entry]) -> list[Query]:
    """The handwritten questions; KeyError for one about an entry that is not in the corpus."""
    at = {entry.key: index for index, entry in enumerate(entries)}
    return [Query(text, at[key]) for key, text in json.loads(QUESTIONS.read_text("utf-8"))["questions"]]


def pieces(body: str, *, words: int) -> list[str]:
    """Cut a body into passages of at most ``words`` words, at sentence ends where possible."""
    units: list[list[str]] = []
    for start, end in sentence_spans(body):
        sentence = body[start:end].split()
        units.extend(sentence[at : at + words] for at in range(0, len(sentence), words))
    packed: list[list[str]] = []
    for unit in units:
        if packed and len(packed[-1]) + len(unit) <= words:
            packed[-1] = packed[-1] + unit
        else:
            packed.append(unit)
    return [" ".join(piece) for piece in packed]


def spaced(name: str) -> str:
    """An identifier as words: ``get_opcodes`` and ``JSONDecoder`` become ``get opcodes`` and ``JSON Decoder``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[._]+", " ", name).strip()


def path_text(entry: Entry, *, form: str) -> str:
    """What is put before a passage: nothing, the last name or the whole path."""
    match form:
        case "none":
            return ""
        case "name":
            return spaced(entry.path[-1]) + ": "
        case "full":
            return " > ".join(map(spaced, entry.path)) + ": "
    raise ValueError(f"unknown form of path {form!r}; known: {', '.join(PATHS)}")
