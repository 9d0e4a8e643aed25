"""Replies of a model about one paper, kept beside its ledger: losing one costs a request, never a result."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from peerlens.store.ledger import Ledger, open_ledger

_KIND = "reply"


class Replies:
    """Texts by the hash of the request that they answer. They outlive a killed process, not a power cut."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def get(self, key: str) -> str | None:
        return self._ledger.get(key)

    def put(self, key: str, reply: str) -> None:
        self._ledger.put(key, _KIND, reply)

    def __len__(self) -> int:
        return self._ledger.count(_KIND)


@contextmanager
def open_replies(folder: Path) -> Iterator[Replies]:
    """The replies in a paper's folder. Raises ``StoreError`` where the disk or another process is in the way."""
    with open_ledger(folder / "replies.sqlite") as ledger:
        ledger.wait_for_disk_less()
        yield Replies(ledger)
