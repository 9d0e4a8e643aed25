"""Find the manuscripts that a frozen set names, in whichever data set below the folder holds them."""

from __future__ import annotations

from pathlib import Path

from peerlens.evals.datasets.files import files_below, fingerprint
from peerlens.evals.datasets.limitgen import read_texts

_FOLDER_TEXTS = ("paper.mmd", "paper.md", "paper.txt", "paper.pdf")
"""A paper with a folder of its own, best first."""
_SUFFIXES = (".md", ".txt", ".pdf")


class Manuscripts:
    """Manuscripts by paper id. Twins of LimitGen-Syn are written below ``folder`` when they are first asked for."""

    def __init__(self, data: Path, folder: Path) -> None:
        """Look at the names of all files below ``data``; raises ``InputError`` when it is no folder."""
        self._files = files_below(data)
        self._texts = read_texts(self._files)
        self._folder = folder

    @property
    def version(self) -> str:
        """What changes when the texts of the twins do."""
        return fingerprint(self._texts.sources)

    def find(self, paper_id: str, *, source: str | None = None) -> Path | None:
        """The file of a paper, from below a folder named ``source`` where there is one; ``None`` when it is not there.

        It is ``papers/ID.md`` (or txt, pdf), ``ID/paper.*``, or a clean paper of LimitGen-Syn.
        """
        found = [path for path in self._files if _is_paper(path, paper_id)]
        found.sort(key=lambda path: (source not in path.parts, _rank(path)))
        if found and source in found[0].parts:
            return found[0]
        twin = self.clean(paper_id) if source in {part for path in self._texts.sources for part in path.parts} else None
        return twin or next(iter(found), None) or self.clean(paper_id)

    def clean(self, paper_id: str) -> Path | None:
        """The clean paper of LimitGen-Syn with that id."""
        return self._written(f"{paper_id} clean", self._texts.clean.get(paper_id))

    def perturbed(self, item_id: str) -> Path | None:
        """The twin of LimitGen-Syn with that id."""
        return self._written(f"{item_id} perturbed", self._texts.perturbed.get(item_id))

    def _written(self, name: str, text: str | None) -> Path | None:
        if text is None:
            return None
        path = self._folder / f"{name.replace(':', ' ').replace('/', ' ')}.md"
        if not path.exists():
            path.write_text(text, encoding="utf-8")
        return path


def _is_paper(path: Path, paper_id: str) -> bool:
    if path.name in _FOLDER_TEXTS:
        return path.parent.name == paper_id
    return path.parent.name == "papers" and path.suffix in _SUFFIXES and path.stem == paper_id


def _rank(path: Path) -> int:
    return _FOLDER_TEXTS.index(path.name) if path.name in _FOLDER_TEXTS else 0
