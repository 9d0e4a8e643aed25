"""``peerlens labels``: the closed label sets with their definitions."""

from __future__ import annotations

import click

from peerlens.cli.options import json_option
from peerlens.cli.screen import output, print_json
from peerlens.taxonomy import Verdict, Weakness


@click.command("labels")
@json_option
def command(as_json: bool) -> None:
    """List verdicts and the 17 weakness labels."""
    if as_json:
        print_json(
            {
                "verdicts": [{"label": v.value, "definition": v.definition} for v in Verdict],
                "weaknesses": [
                    {
                        "label": w.value,
                        "name": w.display_name,
                        "group": w.group.id,
                        "group_name": w.group.name,
                        "definition": w.definition,
                    }
                    for w in Weakness
                ],
            }
        )
        return
    from rich.padding import Padding
    from rich.text import Text

    console = output()
    console.print(Text("Verdicts on a claim", style="bold"))
    for verdict in Verdict:
        console.print(Padding(Text.assemble((verdict.value, "bold"), "  ", verdict.definition), (0, 0, 0, 2)))
    group = None
    for weakness in Weakness:
        if weakness.group != group:
            group = weakness.group
            console.print(Text.assemble("\n", (f"{group.id}  {group.name}", "bold")))
        console.print(Text.assemble("  ", (weakness.value, "bold"), f"  {weakness.display_name}"))
        console.print(Padding(Text(weakness.definition, style="dim"), (0, 0, 0, 10)))
