"""Numbers with their nouns, for people to read."""

from __future__ import annotations


def counted(number: int, noun: str, several: str = "") -> str:
    """ "1 claim", "2 claims"; ``several``: the plural where an s does not make it."""
    return f"{number} {noun}" if number == 1 else f"{number} {several or f'{noun}s'}"
