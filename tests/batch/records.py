"""Lines of a batch with reports made by hand."""

from __future__ import annotations

from pathlib import Path

from peerlens.batch.entries import Entry, Status, Task
from peerlens.batch.jobs import Trouble, Unit
from peerlens.batch.plan import PlannedLine, Wanted
from peerlens.batch.results import LineResult, TaskResult
from peerlens.schema import Report, ReportReview


def line_of(
    number: int, report: Report | None, *, review: str | dict[str, str] = "A review.", trouble: Trouble | None = None
) -> LineResult:
    """A line that asked for one verify report; ``review`` is the text of its only review, or texts by id."""
    entry = Entry(number, f"id-{number}", Path("paper.pdf"), tasks=(Task.VERIFY,))
    wanted = Wanted(Unit(f"key-{number}", Task.VERIFY, entry, "0" * 16, ""), f"0000{number}.verify.json")
    planned = PlannedLine(entry, "0" * 16, (wanted,))
    if report is None:
        return LineResult(
            planned, Status.FAILED, trouble.message if trouble else None, (TaskResult(wanted, trouble=trouble),)
        )
    texts = {"r1": review} if isinstance(review, str) else review
    reviews = tuple(
        ReportReview(id=name, source="review.md", text=text, claims=len(report.findings), unused=())
        for name, text in texts.items()
    )
    made = report.model_copy(update={"reviews": reviews})
    return LineResult(planned, Status.DONE, None, (TaskResult(wanted, made, made.to_json(), seconds=3.0, opening=1.0),))
