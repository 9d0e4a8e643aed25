"""``peerlens search``: what retrieval returns for a query."""

from __future__ import annotations

from pathlib import Path

import click

from peerlens.cli.options import common_options, json_option
from peerlens.cli.paths import FileName
from peerlens.cli.screen import output, print_json
from peerlens.errors import UsageError
from peerlens.settings import Settings


@click.command("search")
@click.argument("paper", type=FileName())
@click.argument("query")
@json_option
@common_options
def command(paper: Path, query: str, as_json: bool, settings: Settings) -> None:
    """Show what retrieval returns for QUERY in PAPER."""
    query = query.encode("utf-8", "replace").decode("utf-8")
    if not query.strip():
        raise UsageError("the query is empty", hint="say what to look for")
    from peerlens.graph.open import open_paper, open_tools

    with open_paper(paper, settings) as store:
        tools = open_tools(store, settings)
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
            {
                "schema": "peerlens.search/1",
                "query": query,
                "retriever": settings.retriever.value,
                "rerank": settings.rerank,
                "results": results,
            }
        )
        return
    from peerlens.report.listing import print_results

    print_results(results, output())
