"""Plots of a result as SVG: confusion, bars of labels and ranks, curves, each drawn from the names of its figures."""

from __future__ import annotations

import html
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from peerlens.evals.results import EvalResult, Figure
from peerlens.text.harmless import harmless

_CONFUSION = re.compile(r"^(?P<of>.*?)\s*confusion\[(?P<gold>[^→]+) → (?P<given>[^\]]+)\]$")
_LABEL = re.compile(r"^(?P<of>.*?)\s*f1\[(?P<at>[^\]]+)\]$")
_RANK = re.compile(r"^(?P<of>.*?)\s*recall@(?P<at>\d+)$")
_CURVE = re.compile(r"^(?P<of>.*?)\s*(?P<kind>risk at coverage|share right at confidence) (?P<at>[\d.]+(?:–[\d.]+)?)$")
_WIDTH, _HEIGHT, _LEFT = 320, 180, 130


def plots(result: EvalResult) -> dict[str, str]:
    """SVG drawings by caption: confusion matrices, bars of F1 by label and recall by rank, curves: what there is."""
    drawn = {f"{of} confusion, gold in rows".strip(): _grid(cells) for of, cells in _confusions(result.metrics).items()}
    for name, pattern in (("F1", _LABEL), ("recall@", _RANK)):
        for of, bars in _series(result.metrics, pattern).items():
            drawn[f"{of} {name}".strip()] = _bars(bars)
    for of, points in _series(result.metrics, _CURVE).items():
        drawn[of] = _curve([(_middle(at), value) for at, value in points], diagonal="confidence" in of)
    return drawn


def _confusions(metrics: Mapping[str, Figure]) -> dict[str, dict[tuple[str, str], float]]:
    found: dict[str, dict[tuple[str, str], float]] = defaultdict(dict)
    for name, figure in metrics.items():
        match = _CONFUSION.match(name)
        if match is not None and figure.value is not None:
            found[match["of"]][match["gold"], match["given"]] = figure.value
    return found


def _series(metrics: Mapping[str, Figure], pattern: re.Pattern[str]) -> dict[str, list[tuple[str, float]]]:
    found: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for name, figure in metrics.items():
        match = pattern.match(name)
        if match is not None and figure.value is not None:
            kind = match.groupdict().get("kind") or ""
            found[f"{match['of']} {kind}".strip()].append((match["at"], figure.value))
    return found


def _grid(cells: Mapping[tuple[str, str], float]) -> str:
    rows = list(dict.fromkeys(gold for gold, _ in cells))
    columns = list(dict.fromkeys(given for _, given in cells))
    width, height = 125, 30
    parts = [_label(_LEFT + i * width + width / 2, 16, name, "middle") for i, name in enumerate(columns)]
    for r, gold in enumerate(rows):
        top = 24 + r * height
        parts.append(_label(_LEFT - 8, top + 20, gold, "end"))
        total = sum(cells.get((gold, given), 0.0) for given in columns) or 1.0
        for c, given in enumerate(columns):
            value = cells.get((gold, given), 0.0)
            left = _LEFT + c * width
            parts.append(
                f'<rect x="{left}" y="{top}" width="{width - 2}" height="{height - 2}" fill="#2b6cb0" '
                f'fill-opacity="{0.08 + 0.8 * value / total:.2f}"/>'
            )
            parts.append(_label(left + width / 2, top + 20, f"{value:.0f}", "middle"))
    return _svg(_LEFT + len(columns) * width, 30 + len(rows) * height, parts)


def _bars(bars: Sequence[tuple[str, float]]) -> str:
    parts = []
    for i, (name, value) in enumerate(bars):
        top = 6 + i * 26
        parts.append(_label(_LEFT - 8, top + 15, name, "end"))
        parts.append(f'<rect x="{_LEFT}" y="{top}" width="{_WIDTH * value:.1f}" height="20" fill="#2b6cb0"/>')
        parts.append(_label(_LEFT + _WIDTH * value + 6, top + 15, f"{value:.2f}", "start"))
    return _svg(_LEFT + _WIDTH + 50, 12 + len(bars) * 26, parts)


def _middle(at: str) -> float:
    """A number, or the middle of a range of two."""
    ends = [float(end) for end in at.split("–")]
    return sum(ends) / len(ends)


def _curve(points: Sequence[tuple[float, float]], *, diagonal: bool) -> str:
    left, top = 40, 10
    spots = [(left + _WIDTH * x, top + _HEIGHT * (1 - y)) for x, y in sorted(points)]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
    parts = [f'<rect x="{left}" y="{top}" width="{_WIDTH}" height="{_HEIGHT}" fill="none" stroke="#999"/>']
    if diagonal:
        ends = f'x1="{left}" y1="{top + _HEIGHT}" x2="{left + _WIDTH}" y2="{top}"'
        parts.append(f'<line {ends} stroke="#bbb" stroke-dasharray="4"/>')
    parts.append(f'<polyline points="{path}" fill="none" stroke="#2b6cb0" stroke-width="2"/>')
    parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="#2b6cb0"/>' for x, y in spots]
    for share in (0.0, 0.5, 1.0):
        parts.append(_label(left - 6, top + _HEIGHT * (1 - share) + 5, f"{share:g}", "end"))
        parts.append(_label(left + _WIDTH * share, top + _HEIGHT + 18, f"{share:g}", "middle"))
    return _svg(left + _WIDTH + 20, top + _HEIGHT + 26, parts)


def _label(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="12">{html.escape(harmless(text))}</text>'


def _svg(width: float, height: float, parts: Sequence[str]) -> str:
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</svg>\n'
