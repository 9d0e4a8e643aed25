"""A report as one HTML page that loads nothing: claims beside the manuscript, each leading to its passages."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from peerlens.report.page_view import page_of
from peerlens.report.roles import View
from peerlens.schema import Manuscript, Report
from peerlens.text.harmless import harmless


def to_html(report: Report, manuscript: Manuscript | None, views: Sequence[View] = ()) -> str:
    """The page. Without the manuscript it shows the passages quoted instead of the paper.

    Foreign text is escaped and made harmless wherever it stands; scripts and styles run by the hashes of ours alone.
    """
    css, js = ours("page.css"), ours("page.js")
    return template("page.html.j2").render(
        page=page_of(report, manuscript, views), css=Markup(css), js=Markup(js), policy=Markup(policy(css, js))
    )


@cache
def template(name: str) -> Template:
    """A page of ours. Every value that is put into it is escaped and made harmless."""
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, finalize=_shown, trim_blocks=True, lstrip_blocks=True
    )
    return environment.from_string(ours(name))


def _shown(value: object) -> object:
    return harmless(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def ours(name: str) -> str:
    """The text of a file of ours beside the pages."""
    return files("peerlens.report").joinpath("page", name).read_text(encoding="utf-8")


def policy(css: str, js: str = "") -> str:
    """The content security policy of a page with this style and script: nothing else runs, nothing is loaded."""
    script = f" script-src '{_hash(js)}';" if js else ""
    return f"default-src 'none'; style-src '{_hash(css)}';{script} base-uri 'none'; form-action 'none'"


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")
