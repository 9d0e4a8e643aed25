"""Small invented papers, read without vectors: the checks need words only."""

from __future__ import annotations

from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.reading import Reading
from peerlens.store.paper import IndexedPaper
from peerlens.store.parsers import markdown as reader
from peerlens.store.passages import make_passages
from peerlens.tools import PaperTools

FILLER = "The pond was visited at dawn and the geese were counted by eye from the eastern bank."


def audited(markdown: str) -> AuditPaper:
    manuscript = reader.read(markdown.encode(), source="paper.md", paper_id="p1", password=None)
    tools = PaperTools(IndexedPaper(manuscript, make_passages(manuscript)))
    return AuditPaper(Reading.of(tools))


def sections(title: str = "Counting Geese by Drone", **parts: str) -> str:
    """A paper with these sections in order; ``_`` in a name is a space."""
    body = "\n\n".join(f"# {name.replace('_', ' ')}\n\n{text}" for name, text in parts.items())
    return f"# {title}\n\n{body}\n"


def padded(sentences: int, *, of: str = FILLER) -> str:
    """Paragraphs with this many sentences, none equal to another."""
    lines = [of.replace("The pond", f"Pond number {number}") for number in range(sentences)]
    return "\n\n".join(" ".join(lines[at : at + 5]) for at in range(0, len(lines), 5))
