"""``peerlens labels``: the closed label sets with their definitions."""

from __future__ import annotations

import click

from peerlens.cli.screen import output, print_json
from peerlens.taxonomy import Verdict, Weakness


@click.command("labels")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
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
    from rich.text import Text

    console = output()
    console.print(Text("Verdicts on a claim", style="bold"))
    for verdict in Verdict:
        console.print(Text.assemble("  ", (verdict.value, "bold"), "  ", verdict.definition))
    group = None
    for weakness in Weakness:
        if weakness.group != group:
            group = weakness.group
            console.print(Text.assemble("\n", (f"{group.id}  {group.name}", "bold")))
        console.print(Text.assemble("  ", (weakness.value, "bold"), f"  {weakness.display_name}"))
        console.print(Text(f"          {weakness.definition}", style="dim"))
