"""``peerlens doctor``: check what a run needs, say what to do about what is missing."""

from __future__ import annotations

import click

from peerlens.cli.options import check_options, json_option
from peerlens.cli.screen import output, print_json
from peerlens.settings import Settings


@click.command("doctor")
@json_option
@check_options
def command(as_json: bool, settings: Settings) -> int:
    """Check parser, index, embedding model and model server; say what to do."""
    from peerlens.graph.open import server_checks
    from peerlens.store.checks import Status, run_checks

    checks = (*run_checks(settings), *server_checks(settings))
    if as_json:
        print_json({"checks": [{"name": c.name, "status": c.status.value, "message": c.message} for c in checks]})
    else:
        from rich.text import Text

        from peerlens.text.harmless import harmless

        console = output()
        styles = {Status.OK: "green", Status.WARN: "yellow", Status.FAIL: "bold red"}
        for check in checks:
            line = (harmless(f"{check.status.value:<5}"), styles[check.status])
            console.print(Text.assemble(line, harmless(f"{check.name}: {check.message}")))
    return 3 if any(check.status is Status.FAIL for check in checks) else 0
