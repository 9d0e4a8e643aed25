"""``peerlens search``: what retrieval returns for a query."""

from __future__ import annotations

from pathlib import Path

import click

from peerlens.cli.options import common_options
from peerlens.cli.screen import output, print_json
from peerlens.settings import Settings


@click.command("search")
@click.argument("paper", type=click.Path(path_type=Path))
@click.argument("query")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@common_options
def command(paper: Path, query: str, as_json: bool, settings: Settings) -> None:
    """Show what retrieval returns for QUERY in PAPER."""
    from peerlens.graph.open import open_paper
    from peerlens.tools import PaperTools

    with open_paper(paper, settings) as store:
        tools = PaperTools(store, retriever=settings.retriever)
        results = [
            {
                "rank": hit.rank,
                "passage_id": hit.passage.id,
                "section": tools.section_of(hit.passage.start).display,
                "page": hit.passage.page,
                "start": hit.passage.start,
                "end": hit.passage.end,
                "score": hit.score,
                "text": tools.text_of(hit.passage),
            }
            for hit in tools.search(query, k=settings.k)
        ]
    if as_json:
        print_json(
            {"schema": "peerlens.search/1", "query": query, "retriever": settings.retriever.value, "results": results}
        )
        return
    from peerlens.report.listing import print_results

    print_results(results, output())
