"""A result as a table: for the terminal, as Markdown and as HTML with plots, published figures beside ours."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence

from peerlens.evals.plots import plots
from peerlens.evals.published import published_figures
from peerlens.evals.results import EvalResult, Figure
from peerlens.text.harmless import harmless

_HEAD = ("measure", "value", "95 % interval", "n")
_PUBLISHED = "published"


def table(result: EvalResult) -> list[tuple[str, ...]]:
    """The rows of the printed table, heading first: measure, value, interval, n, and published where any measure is."""
    published = published_figures(result.suite)
    beside = bool(published.keys() & result.metrics.keys())
    rows: list[tuple[str, ...]] = [(*_HEAD, _PUBLISHED) if beside else _HEAD]
    for name, figure in result.metrics.items():
        cells = (name, shown(figure.value), interval(figure), str(figure.n))
        values = " / ".join(f"{one.value:g}" for one in published.get(name, ()))
        rows.append((*cells, values) if beside else cells)
    return rows


def notes(result: EvalResult) -> list[str]:
    """Whose the published figures of the table are and where they stand; then on what versions ours stand."""
    return [*_published_notes(result), *(f"{name}: {value}" for name, value in result.versions.items())]


def _published_notes(result: EvalResult) -> list[str]:
    lines = []
    for name, rows in published_figures(result.suite).items():
        if name in result.metrics:
            whose = "; ".join(f"{one.value:g} {one.system}" for one in rows)
            lines.append(f"published, {name}: {whose} ({'; '.join(dict.fromkeys(one.source for one in rows))})")
    return lines


def side_by_side(results: Mapping[str, EvalResult], measures: Sequence[str], *, prefix: str = "") -> str:
    """Several results as Markdown, a row a system, a column a measure, each with its interval; n last.

    ``prefix``: of the names of the measures in the results (a set's name and a space).
    """
    rows = [("system", *measures, "n")]
    for system, result in results.items():
        found = [result.metrics.get(f"{prefix}{name}") for name in measures]
        rows.append((system, *map(_with_interval, found), str(found[0].n if found and found[0] else 0)))
    published = published_figures(next(iter(results.values())).suite)
    beside = [published.get(f"{prefix}{name}", ()) for name in measures]
    if any(beside):
        said = ["; ".join(f"{one.value:g} {one.system}" for one in values) for values in beside]
        rows.append(("published", *said, ""))
    head, *body = rows
    return "\n".join([_line(head), "| --- " + "| ---: " * (len(head) - 1) + "|", *map(_line, body)]) + "\n"


def _with_interval(figure: Figure | None) -> str:
    if figure is None or figure.value is None:
        return "–"
    return f"{shown(figure.value)} ({interval(figure)})" if interval(figure) else shown(figure.value)


def interval(figure: Figure) -> str:
    """The 95 % interval of a figure, "" where it has none."""
    return "" if figure.low is None or figure.high is None else f"{shown(figure.low)} – {shown(figure.high)}"


def shown(value: float | None) -> str:
    """A value as printed: three decimals, counts as they are."""
    if value is None:
        return "–"
    return f"{value:.0f}" if value.is_integer() and abs(value) > 1 else f"{value:.3f}"


def to_markdown(result: EvalResult, *, only: Sequence[str] | None = None) -> str:
    """The table as Markdown, ``only`` the measures named where given, and a line of versions."""
    kept = result if only is None else _only(result, only)
    head, *rows = table(kept)
    lines = [_line(head), "| --- " + "| ---: " * (len(head) - 1) + "|", *(_line(row) for row in rows)]
    versions = "; ".join(f"{name} {value}" for name, value in kept.versions.items())
    said = [f"- {_plain(note)}" for note in [*_published_notes(kept), versions] if note]
    return "\n".join([*lines, "", *said]) + "\n"


def to_html(result: EvalResult) -> str:
    """The table as one HTML page without scripts, its plots as SVG."""
    head, *rows = table(result)
    cells = ["".join(f"<th>{_text(name)}</th>" for name in head)]
    cells += ["".join(f"<td>{_text(cell)}</td>" for cell in row) for row in rows]
    body = "\n".join(f"<tr>{row}</tr>" for row in cells)
    drawn = "\n".join(
        f"<figure><figcaption>{_text(name)}</figcaption>\n{svg}</figure>" for name, svg in plots(result).items()
    )
    said = "\n".join(f"<li>{_text(note)}</li>" for note in notes(result))
    title = _text(f"{result.suite}, n = {result.n}")
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>\n'
        f"<style>{_STYLE}</style></head>\n<body><h1>{title}</h1>\n<ul>{said}</ul>\n"
        f"{drawn}\n<table>\n{body}\n</table></body></html>\n"
    )


def table_files(result: EvalResult) -> dict[str, str]:
    """The texts of ``table.md``, ``table.html`` and ``result.json``."""
    return {"table.md": to_markdown(result), "table.html": to_html(result), "result.json": result.to_json() + "\n"}


_STYLE = (
    "body{font:15px/1.4 system-ui,sans-serif;margin:2em;max-width:70em}table{border-collapse:collapse}"
    "td,th{padding:.15em .8em;border-bottom:1px solid #ddd;text-align:right}td:first-child,th:first-child"
    "{text-align:left}figure{display:inline-block;margin:1em 1em 1em 0}figcaption{font-weight:600}"
)


_SIGNS = re.compile(r"[|<>*`\[\]]|(?<!\w)_|_(?!\w)")
"""What Markdown would act on; an underscore inside a word is none of it."""


def _only(result: EvalResult, names: Sequence[str]) -> EvalResult:
    return result.model_copy(
        update={"metrics": {name: result.metrics[name] for name in names if name in result.metrics}}
    )


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(_plain(cell) for cell in cells)} |"


def _plain(cell: str) -> str:
    """A cell that Markdown reads as text."""
    escaped = harmless(" ".join(cell.split())).replace("\\", "\\\\")
    return _SIGNS.sub(lambda sign: f"\\{sign[0]}", escaped)


def _text(text: str) -> str:
    return html.escape(harmless(text))
