"""Say how much of what a check looks at this paper has, so that "nothing located" is no clean bill."""

from __future__ import annotations

from peerlens.agents.embedded.audit.checks.stated_values import numbers_alone
from peerlens.agents.embedded.audit.checks.sweeping import tables_meant
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.audit.prose import counted, listed
from peerlens.agents.embedded.audit.result_tables import result_tables
from peerlens.agents.embedded.audit.scores import score_tables
from peerlens.agents.embedded.audit.sweeps import sweeping_claims


def tables_examined(paper: AuditPaper) -> str:
    """How many tables of results there are to look at, and how many come with a spread."""
    tables = result_tables(paper)
    spread = sum(table.has_spread for table in tables)
    return f"Examined here: {counted(len(tables), 'table')} of results" + (
        f", {spread} with a spread." if tables else "."
    )


def statements_examined(paper: AuditPaper) -> str:
    """How many statements and numbers were set against how many tables, and which tables could not be read."""
    tables = score_tables(paper)
    claims = list(sweeping_claims(paper))
    placed = sum(bool(tables_meant(claim, paper)) for claim in claims)
    read = [f"Table {table.number}" for table in tables if table.number]
    printed = {one.label for one in paper.tools.manuscript.captions if one.label.startswith("Table")}
    unread = sorted(printed - set(read), key=lambda label: (len(label), label))
    swept = f", {placed} of them about one of these" if claims else ""
    return (
        f"Examined here: {counted(len(tables), 'table')} of scores, cell by cell"
        + (f" (not {listed(unread, joint='or')})" if unread else "")
        + f"; {counted(len(claims), 'statement')} that something is ahead everywhere{swept}; "
        f"{counted(len(list(numbers_alone(paper))), 'exact number')} of the text that no second line gives."
    )
