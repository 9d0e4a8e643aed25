"""The counters of a LaTeX paper: sections, floats, equations and theorems as LaTeX would number them."""

from __future__ import annotations

import re

from peerlens.store.parsers.latex_macros import argument, optional

_THEOREM = re.compile(
    r"\\newtheorem(?P<star>\*?)\s*\{(?P<name>[^{}]+)\}\s*(?:\[(?P<shared>[^\]]*)\])?\s*\{(?P<printed>[^{}]*)\}\s*(?:\[(?P<within>[^\]]*)\])?"
)
_USUAL = "theorem lemma definition proposition corollary remark assumption example claim".split()
_PREFIX = re.compile(r"^\s*(?:\\textup\{)?([A-Z]{1,2})(?:\.|-)?\s*\\(?:@?arabic|roman)")


class Numbering:
    """``current``: what ``\\label`` would name at this point ("3.2", "Table 4")."""

    def __init__(self, preamble: str) -> None:
        self.current = ""
        self._sections: list[int] = []
        self._appendix = False
        self._counters: dict[str, int] = {}
        self._prefixes: dict[str, str] = {}
        self._within: set[str] = set()
        self._depth = 3
        self._theorems = {name: (name.capitalize(), name, False) for name in _USUAL}
        for match in _THEOREM.finditer(preamble):
            counter = None if match["star"] else match["shared"] or match["name"]
            self._theorems[match["name"]] = (match["printed"], counter or "", match["within"] == "section")
        for match in re.finditer(r"\\(setcounter|counterwithin|renewcommand|numberwithin)\*?", preamble):
            self.command(preamble, match[1], match.end())

    def begin_appendix(self) -> None:
        self._appendix = True
        self._sections = []

    def section(self, rank: int) -> str | None:
        """The number of the next section of this depth (1 = section), ``None`` where it prints none."""
        if rank > self._depth:
            self.current = self._number()
            return None
        self._sections = [*self._sections[:rank], *([0] * (rank - len(self._sections)))]
        self._sections[rank - 1] += 1
        if rank == 1:
            for counter in self._within:
                self._counters[counter] = 0
        self.current = self._number()
        return self.current

    def _number(self) -> str:
        numbers = [str(number) for number in self._sections]
        if self._appendix and numbers and 1 <= self._sections[0] <= 26:
            numbers[0] = chr(64 + self._sections[0])
        return ".".join(numbers)

    def float(self, kind: str) -> str:
        """The label of the next float of this kind: "Table 3", "Figure S1", "Algorithm 2"."""
        counter = kind.casefold()
        self._counters[counter] = self._counters.get(counter, 0) + 1
        top = self._number().split(".")[0] if counter in self._within else ""
        number = f"{top}.{self._counters[counter]}" if top else str(self._counters[counter])
        self.current = f"{kind} {self._prefixes.get(counter, '')}{number}"
        return self.current

    def equation(self) -> None:
        self._counters["equation"] = self._counters.get("equation", 0) + 1
        self.current = str(self._counters["equation"])

    def theorem(self, environment: str) -> str | None:
        """How a theorem-like environment begins ("Lemma 2"), ``None`` for other environments."""
        known = self._theorems.get(environment)
        if known is None:
            return None
        printed, counter, within = known
        if not counter:
            return printed
        if within:
            self._within.add(counter)
        self._counters[counter] = self._counters.get(counter, 0) + 1
        top = self._number().split(".")[0] if within else ""
        number = f"{top}.{self._counters[counter]}" if top else str(self._counters[counter])
        self.current = number
        return f"{printed} {number}"

    def command(self, source: str, name: str, end: int) -> int:
        """``\\setcounter`` and its kin: what they mean for numbers; returns where the source goes on."""
        _, end = optional(source, end)
        first, end = argument(source, end)
        _, end = optional(source, end) if name == "renewcommand" else (None, end)
        second, end = argument(source, end)
        counter = first.strip().lstrip("\\").removeprefix("the")
        if name == "setcounter" and re.fullmatch(r"-?\d{1,3}", second.strip()):
            value = int(second)
            if counter == "secnumdepth":
                self._depth = value
            elif counter == "section":
                self._sections = [value] if value else []
            else:
                self._counters[counter] = value
        elif name in ("counterwithin", "numberwithin") and second.strip() == "section":
            self._within.add(counter)
        elif name == "renewcommand":
            self._renew(counter, second)
        return end

    def _renew(self, counter: str, body: str) -> None:
        if counter == "section" and "Alph" in body:
            self._appendix = True
        elif counter in ("figure", "table", "algorithm"):
            prefix = _PREFIX.match(body)
            if prefix is not None:
                self._prefixes[counter] = prefix[1]
            elif "\\thesection" in body:
                self._within.add(counter)
