"""A folder of papers with their reviews beside them: ``X.pdf`` with ``X.review*.md``, ``.txt`` or ``.json``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from peerlens.batch.entries import Entry, LeftOut, Line, ReviewFile, Status, Task, broken
from peerlens.batch.places import SUFFIXES
from peerlens.errors import InputError
from peerlens.text.harmless import printable_name

_REVIEW = re.compile(r"(?P<paper>.+)\.review[^/]*\.(?:md|txt|json)\Z", re.I | re.S)

_OTHER_REVIEW = re.compile(
    r"(?P<paper>.+)\.review[^/]*\.(?:pdf|docx?|odt|rtf|html?|xml|tex|markdown|mmd|jsonl|ndjson|csv|tsv|xlsx)\Z",
    re.I | re.S,
)
"""Reviews as people have them, which nothing here would read."""


def papers_in(folder: Path, *, tasks: Sequence[Task]) -> list[Line]:
    """A line for each paper, in the order of their names, then one for each review without its paper.

    A paper without reviews is skipped unless ``tasks`` asks for an audit. Raises ``InputError`` where the folder cannot
    be looked into.
    """
    try:
        files = sorted(path for path in folder.iterdir() if not path.is_dir() and not path.name.startswith("."))
    except OSError as exc:
        raise InputError(f"{folder}: cannot be looked into ({exc.strerror})", hint="check its permissions") from exc
    reviews: dict[str, list[Path]] = {}
    papers: dict[str, list[Path]] = {}
    for path in files:
        if match := _REVIEW.match(path.name):
            reviews.setdefault(match["paper"], []).append(path)
        elif path.suffix.lower() in SUFFIXES or _OTHER_REVIEW.match(path.name):
            papers.setdefault(path.stem, []).append(path)
    unread = _unread_reviews(papers, reviews)
    lines: list[Line] = []
    for stem, same in papers.items():
        same.sort(key=lambda path: SUFFIXES.index(path.suffix.lower()))
        lines.append(_paper(len(lines) + 1, same[0], reviews.pop(stem, []), tasks))
        for other in same[1:]:
            reason = f"{printable_name(same[0])} has the same name and is taken"
            lines.append(LeftOut(len(lines) + 1, printable_name(other), Status.SKIPPED, reason))
    for found in reviews.values():
        lines += [
            broken(len(lines) + place, "a review without a paper beside it", printable_name(path))
            for place, path in enumerate(found, start=1)
        ]
    for path in unread:
        reason = f"a review in a form that is not read here ({path.suffix}): save it as .md, .txt or .json"
        lines.append(broken(len(lines) + 1, reason, printable_name(path)))
    return lines


def _unread_reviews(papers: dict[str, list[Path]], reviews: Mapping[str, Sequence[Path]]) -> list[Path]:
    """Take out of ``papers`` what is a review of another one of them, in a form that reviews here do not have.

    ``X.review.pdf`` is a paper where there is no ``X.pdf``, or where it has reviews of its own.
    """
    stems = {stem for stem, same in papers.items() if any(path.suffix.lower() in SUFFIXES for path in same)}
    unread = []
    for stem, same in list(papers.items()):
        match = _OTHER_REVIEW.match(same[0].name)
        if match and match["paper"] in stems and stem not in reviews:
            unread += papers.pop(stem)
        else:
            papers[stem] = [path for path in same if path.suffix.lower() in SUFFIXES]
    for stem in [stem for stem, same in papers.items() if not same]:
        del papers[stem]
    return unread


def _paper(number: int, path: Path, reviews: list[Path], tasks: Sequence[Task]) -> Line:
    name = path.name.encode("utf-8", "backslashreplace").decode()
    identity = name.removesuffix(path.suffix)
    if not reviews and Task.AUDIT not in tasks:
        return LeftOut(number, identity, Status.SKIPPED, f"no review beside it ({identity}.review.md)")
    wanted = tuple(task for task in tasks if reviews or task is not Task.VERIFY)
    return Entry(number, identity, path, tuple(map(ReviewFile, reviews)), wanted)
