"""Read a manuscript in LaTeX: a root file and what it reads in, as the text that its PDF would show."""

from __future__ import annotations

import re
from collections.abc import Mapping

from peerlens.errors import NoTextError
from peerlens.schema import Manuscript, PaperWarning
from peerlens.store.parsers.composing import Composer, hidden_text_warning
from peerlens.store.parsers.latex_body import Body
from peerlens.store.parsers.latex_macros import Expander, argument, optional, take_definitions
from peerlens.store.parsers.latex_references import Citations, references_of
from peerlens.store.parsers.latex_source import Gathered, gather
from peerlens.store.parsers.latex_words import Context, words_of
from peerlens.store.parsers.versions import LATEX as PARSER_VERSION
from peerlens.taxonomy import PassageType

_TITLE = re.compile(r"\\(?:icml|acl|aistats|cvpr|neurips)?[tT]itle(?![a-zA-Z])\s*")
_AUTHOR = re.compile(r"\\(?:author|authors|icmlauthor|aistatsauthor)(?![a-zA-Z])\s*")
_DOCUMENT = re.compile(r"\\begin\{document\}(?P<body>.*?)(?:\\end\{document\}|\Z)", re.DOTALL)


def read(files: Mapping[str, bytes], *, main: str, source: str, paper_id: str) -> Manuscript:
    """Read the LaTeX paper whose root is ``main``; ``files`` are those of its folder, by POSIX names relative to it.

    ``text`` is the reading text: numbers of sections, floats and references as they print, mathematics in plain signs.
    Raises ``PaperError`` or one of its kinds.
    """
    gathered = gather(main, files)
    whole, macros = take_definitions(gathered.text)
    whole = Expander(macros).expand(whole)
    document = _DOCUMENT.search(whole)
    preamble = whole[: document.start()] if document else ""
    content = document["body"] if document else whole
    if not re.search(r"\w", content):
        raise NoTextError(f"{source}: no text in it", hint="check that this is the right file")
    references = references_of(whole, files, main)
    citations = Citations(references, whole)
    context = Context(cite=citations.printed)
    title, title_source = _title(preamble, content, context)
    composer = Composer()
    composer.block(title or "", PassageType.FRONT)
    composer.block(_authors(preamble + content, context), PassageType.FRONT)
    context.footnotes.clear()
    body = Body(composer, context, references, numbered=not citations.by_name)
    body.read(content.replace(title_source, " ") if title_source else content, preamble=preamble)
    return composer.manuscript(
        title=title,
        source=source,
        paper_id=paper_id,
        parser=PARSER_VERSION,
        warnings=(*gathered.warnings, *_missing(gathered), *hidden_text_warning(context.hidden)),
    )


def _missing(gathered: Gathered) -> tuple[PaperWarning, ...]:
    if not gathered.missing:
        return ()
    names = ", ".join(dict.fromkeys(gathered.missing))
    message = f"files that the source reads in and that are not in its folder: {names[:300]}"
    return (PaperWarning(code="missing_files", message=message),)


def _title(preamble: str, content: str, context: Context) -> tuple[str | None, str | None]:
    """The title's words, and where it stands in the body its source."""
    for text in (preamble, content):
        for match in _TITLE.finditer(text):
            position = optional(text, match.end())[1]
            value, end = argument(text, position)
            words = words_of(re.sub(r"\\\\(?:\[[^\]]*\])?", " ", value), context)
            if re.search(r"\w{2}", words):
                return words, text[match.start() : end] if text is content else None
    return None, None


def _authors(text: str, context: Context) -> str:
    shown = []
    for match in _AUTHOR.finditer(text):
        value, _ = argument(text, optional(text, match.end())[1])
        shown.append(words_of(value, context))
    return ", ".join(one for one in shown if one)[:2000]
