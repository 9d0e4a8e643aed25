"""What nearer sentences say against a sentence that bears a statement out."""

from __future__ import annotations

from peerlens.agents.embedded.nearest import Nearest, Statement
from peerlens.agents.embedded.paired_directions import crossed
from peerlens.agents.embedded.reading import Reading
from peerlens.agents.embedded.reversal import points_along, points_elsewhere, turned_in_place
from peerlens.agents.embedded.substituted import substitute


class Scrutiny:
    """Whether near sentences speak of what a statement speaks of, and point its way."""

    def __init__(self, statement: Statement, reading: Reading) -> None:
        self._statement, self._reading = statement, reading
        self._turned = self._settled = False

    def hear(self, near: Nearest) -> None:
        """A nearer sentence that says it of another name, or the other way, speaks against all farther ones."""
        found = substitute(self._statement, near.line, self._reading)
        same_slot = found is not None and found.same_slot
        self._settled = self._settled or same_slot or crossed(self._statement.text, near.line.text)

    def passes(self, near: Nearest) -> bool:
        """After a sentence that points the other way, only one with a word that points the claim's way passes.

        After one that says it of another name in the same slot, or pairs it with the other direction, none does:
        it is nearer than any that has the name.
        """
        statement, line = self._statement, near.line
        found = substitute(statement, line, self._reading)
        self._settled = self._settled or crossed(statement.text, line.text) or (found is not None and found.same_slot)
        if self._settled or found is not None or turned_in_place(statement.text, line.text):
            return False
        if points_elsewhere(statement.text, line.text, self._reading.tools):
            self._turned = True
        return not self._turned or points_along(statement.text, line.text)
