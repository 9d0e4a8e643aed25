"""``--offline``: refuse every connection that is not loopback, for the whole process."""

from __future__ import annotations

import ipaddress
import socket
import sys
from typing import Any

from peerlens.errors import UnavailableError


def refuse_connections() -> None:
    """Install the guard (audit hooks cannot be removed again). Raises ``UnavailableError`` where one connects."""
    sys.addaudithook(_guard)


def _guard(event: str, args: tuple[Any, ...]) -> None:
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg"):
        connection, address = args[0], args[-1]
        if connection.family != socket.AF_UNIX and not _is_loopback(address):
            raise UnavailableError(f"--offline: a connection to {address!r} was refused")
    elif event == "socket.getaddrinfo" and not _is_loopback(args):
        raise UnavailableError(f"--offline: looking up {args[0]!r} was refused")


def _is_loopback(address: Any) -> bool:
    host = address[0] if isinstance(address, tuple) and address else address
    if isinstance(host, bytes):
        host = host.decode("ascii", "replace")
    if host in ("localhost", None):
        return True
    try:
        return ipaddress.ip_address(str(host)).is_loopback
    except ValueError:
        return False
