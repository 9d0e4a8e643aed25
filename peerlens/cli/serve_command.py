"""``peerlens serve``: start vLLM with the flags that fit, or show its command."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from peerlens.cli.options import serve_options, vllm_option
from peerlens.cli.screen import note
from peerlens.settings import Settings

_STOPPED = 130


@click.command("serve")
@click.option(
    "--lora", "loras", multiple=True, metavar="NAME=PATH", help="LoRA adapter and its model name; repeatable."
)
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Address to listen on; others than loopback need a key."
)
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True)
@click.option(
    "--window",
    type=click.IntRange(512),
    metavar="TOKENS",
    help="Prompt and reply together; what the memory holds by default.",
)
@click.option(
    "--replicas", type=click.IntRange(1, 64), default=1, show_default=True, help="Whole copies of the model, one a GPU."
)
@click.option("--print", "only_print", is_flag=True, help="Show the command, start nothing.")
@vllm_option
@click.argument("further", nargs=-1)
@serve_options
def command(
    loras: tuple[str, ...],
    host: str,
    port: int,
    window: int | None,
    replicas: int,
    only_print: bool,
    vllm: Path | None,
    further: tuple[str, ...],
    settings: Settings,
) -> int:
    """Start vLLM on --model (Qwen/Qwen3-8B by default) until Ctrl-C.

    What follows -- is handed on to vLLM, such as: peerlens serve -- --gpu-memory-utilization 0.8
    """
    from peerlens.serving.command import REFERENCE_MODEL, Adapter, Serving, added_environment, arguments, shell_line
    from peerlens.serving.installation import VllmMissingError, find_vllm, usual_places
    from peerlens.serving.process import check_port, run_server

    serving = Serving(
        model=settings.model or REFERENCE_MODEL,
        adapters=tuple(Adapter.of(one) for one in loras),
        host=host,
        port=port,
        window=window,
        replicas=replicas,
        further=further,
    )
    added = added_environment(serving, os.environ, offline=settings.offline)
    places = usual_places(settings.home, Path(sys.prefix))
    if only_print:
        try:
            start = find_vllm(vllm, places).command
        except VllmMissingError as exc:
            note(f"{exc.message}; the command is for a machine where it is")
            start = ["vllm"]
        sys.stdout.write(shell_line([*start, *arguments(serving)], added) + "\n")
        return 0
    start = find_vllm(vllm, places).watched_command
    check_port(host, port)

    def ready() -> None:
        client = f"--base-url {serving.base_url} --model {serving.clients_name}"
        note(f"ready; from another terminal: peerlens doctor {client}")

    run_server(
        [*start, *arguments(serving)], environment={**os.environ, **added}, base_url=serving.base_url, on_ready=ready
    )
    return _STOPPED
