"""Which server is used, and whether it is on this machine."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from peerlens.errors import ConfigError

_KEYS = ("PEERLENS_API_KEY", "OPENAI_API_KEY")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """``base_url`` ends before ``/chat/completions``. ``api_key`` is never shown (not in ``repr`` either)."""

    base_url: str
    model: str | None = None
    api_key: str | None = field(default=None, repr=False)

    @property
    def host(self) -> str:
        parts = urlsplit(self.base_url)
        return parts.hostname or ""

    @property
    def on_this_machine(self) -> bool:
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False


def endpoint_of(base_url: str, *, model: str | None, environment: Mapping[str, str]) -> Endpoint:
    """The server that the user named. The key comes from the environment only.

    Raises ``ConfigError`` for an address that is none, or that carries a key or a password.
    """
    try:
        parts = urlsplit(base_url.strip())
    except ValueError as exc:
        raise ConfigError(
            f"{base_url!r} is no address of a model server", hint="such as http://127.0.0.1:8000/v1"
        ) from exc
    try:
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        usable = False
    if parts.username or parts.password or parts.query or parts.fragment:
        raise ConfigError(
            "the model server's address carries a name, key or query",
            hint="give the bare address; a key goes into PEERLENS_API_KEY",
        )
    if not usable:
        raise ConfigError(f"{base_url!r} is no address of a model server", hint="such as http://127.0.0.1:8000/v1")
    path = parts.path.rstrip("/").removesuffix("/chat/completions")
    key = next((found for name in _KEYS if (found := environment.get(name, "").strip())), None)
    return Endpoint(base_url=f"{parts.scheme}://{parts.netloc}{path or '/v1'}", model=model or None, api_key=key)
