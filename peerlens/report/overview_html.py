"""A batch as one HTML page that loads nothing: what it came to, and the board over its papers."""

from __future__ import annotations

from markupsafe import Markup

from peerlens.report.html import ours, policy, template
from peerlens.report.overview import POINTS_SHOWN, Overview, counts_of, group_title
from peerlens.report.overview_figures import figure_lines


def overview_to_html(overview: Overview) -> str:
    """The page. Foreign text is escaped and made harmless wherever it stands; no script runs at all."""
    css = ours("overview.css")
    return template("overview.html.j2").render(
        overview=overview,
        groups=overview.groups(),
        figures=figure_lines(overview.figures),
        shown=POINTS_SHOWN,
        group_title=group_title,
        counts_of=counts_of,
        css=Markup(css),
        policy=Markup(policy(css)),
    )
