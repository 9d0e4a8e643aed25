"""The vLLM command for a model: the flags that peerlens' prompts and replies rest on."""

from __future__ import annotations

import ipaddress
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from peerlens.errors import ConfigError, InputError, UsageError

REFERENCE_MODEL: Final = "Qwen/Qwen3-8B"
_SCHEMAS_HOLD: Final = {"backend": "guidance", "disable_any_whitespace": True}
"""Other backends let a model write white space without end (64 of 64 replies valid against 49 and 28)."""
_NO_THINKING: Final = {"enable_thinking": False}
_RANKS: Final = (1, 8, 16, 32, 64, 128, 256, 320, 512)
"""LoRA ranks that vLLM makes room for."""
_KEYS: Final = ("PEERLENS_API_KEY", "VLLM_API_KEY")
_QUIET: Final = {"VLLM_NO_USAGE_STATS": "1", "DO_NOT_TRACK": "1"}
_OURS: Final = frozenset({"--api-key", "--host", "--port", "--uds"})
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


@dataclass(frozen=True, slots=True)
class Adapter:
    """A LoRA adapter: ``name`` is the model name a client asks for, ``rank`` what its configuration says."""

    name: str
    folder: Path
    rank: int

    @classmethod
    def of(cls, argument: str) -> Adapter:
        """Read ``NAME=PATH``. Raises ``UsageError`` for another form, ``InputError`` for a folder without adapter."""
        name, equals, path = argument.partition("=")
        if not equals or not path or not _NAME.fullmatch(name):
            raise UsageError(
                f"--lora {argument!r} is not NAME=PATH", hint="NAME has letters, digits, dots, dashes and underscores"
            )
        folder = Path(path).expanduser().absolute()
        try:
            rank = json.loads((folder / "adapter_config.json").read_text(encoding="utf-8"))["r"]
        except (OSError, ValueError, KeyError, TypeError) as exc:
            raise InputError(
                f"{path} holds no LoRA adapter", hint="name the folder with adapter_config.json and the weights"
            ) from exc
        if type(rank) is not int or not 1 <= rank <= _RANKS[-1]:
            raise InputError(f"{path}: vLLM serves adapters of rank 1 to {_RANKS[-1]}, not {rank!r}")
        return cls(name, folder, rank)


@dataclass(frozen=True, slots=True)
class Serving:
    """What to serve and how. ``window``: tokens of prompt and reply together, ``None`` for what the memory holds.

    ``replicas``: whole copies of the model, one a GPU. ``further``: arguments handed to vLLM as they are.
    """

    model: str = REFERENCE_MODEL
    adapters: tuple[Adapter, ...] = ()
    host: str = "127.0.0.1"
    port: int = 8000
    window: int | None = None
    replicas: int = 1
    further: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        names = [self.name, *(adapter.name for adapter in self.adapters)]
        doubled = sorted({name for name in names if names.count(name) > 1})
        if doubled:
            raise UsageError(f"two models would be called {doubled[0]!r}", hint="give the adapter another NAME")
        ours = next((word for word in self.further if word.partition("=")[0] in _OURS), None)
        if ours is not None:
            raise UsageError(
                f"{ours.partition('=')[0]} is not handed on to vLLM",
                hint="use --host and --port; a key goes into PEERLENS_API_KEY, where no list of processes shows it",
            )

    @property
    def name(self) -> str:
        """The model's name for clients: a folder's own name, else the name it was asked for."""
        folder = Path(self.model)
        return folder.resolve().name if folder.is_dir() else self.model

    @property
    def clients_name(self) -> str:
        """The name to ask for: the first adapter's, else the model's."""
        return self.adapters[0].name if self.adapters else self.name

    @property
    def on_loopback(self) -> bool:
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def base_url(self) -> str:
        """Where a client on this machine reaches it."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(self.host, self.host)
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/v1"


def arguments(serving: Serving) -> list[str]:
    """What follows ``vllm`` on the command line. No key is among it."""
    made = [
        "serve", serving.model,
        "--served-model-name", serving.name,
        "--host", serving.host,
        "--port", str(serving.port),
        "--max-model-len", str(serving.window or "auto"),
        "--structured-outputs-config", _compact(_SCHEMAS_HOLD),
        "--enable-prefix-caching",
        "--enable-prompt-tokens-details",
    ]  # fmt: skip
    if _is_qwen3(serving.model):
        made += ["--reasoning-parser", "qwen3", "--default-chat-template-kwargs", _compact(_NO_THINKING)]
    if serving.replicas > 1:
        made += ["--data-parallel-size", str(serving.replicas)]
    if serving.adapters:
        rank = next(one for one in _RANKS if one >= max(adapter.rank for adapter in serving.adapters))
        made += ["--enable-lora", "--max-loras", str(len(serving.adapters)), "--max-lora-rank", str(rank)]
        made += ["--lora-modules", *(f"{adapter.name}={adapter.folder}" for adapter in serving.adapters)]
    return [*made, *serving.further]


def added_environment(serving: Serving, environment: Mapping[str, str], *, offline: bool) -> dict[str, str]:
    """Variables for vLLM beside those of ``environment``: no usage reports, the key, and no downloads if ``offline``.

    Raises ``ConfigError`` where other machines could reach the server and no key is set.
    """
    key = next((found for name in _KEYS if (found := environment.get(name, "").strip())), None)
    if key is None and not serving.on_loopback:
        raise ConfigError(
            f"{serving.host} can be reached by other machines, and no key is set",
            hint="set PEERLENS_API_KEY to a long random text here and where peerlens runs, or stay on 127.0.0.1",
        )
    added = dict(_QUIET)
    if key is not None:
        added["VLLM_API_KEY"] = key
    if offline:
        added |= {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1"}
    return added


def _is_qwen3(model: str) -> bool:
    """Whether the model thinks as Qwen3 does. A folder's configuration says so, else the name."""
    try:
        configuration: Any = json.loads((Path(model) / "config.json").read_text(encoding="utf-8"))
        return str(configuration.get("model_type", "")).startswith("qwen3")
    except (OSError, ValueError, AttributeError):
        return "qwen3" in model.casefold()


def _compact(value: Mapping[str, object]) -> str:
    return json.dumps(value, separators=(",", ":"))


def shell_line(command: Sequence[str], added: Mapping[str, str]) -> str:
    """The command as a shell takes it. A key is shown as the variable that holds it, never itself."""
    import shlex

    variables = [
        f'{name}="$PEERLENS_API_KEY"' if name == "VLLM_API_KEY" else f"{name}={shlex.quote(value)}"
        for name, value in added.items()
    ]
    return " ".join([*variables, shlex.join(command)])
