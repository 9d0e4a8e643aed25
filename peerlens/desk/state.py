"""What a person has before them and what they do to it: every action goes to the session at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from peerlens.desk.dossier import Dossier, worked_on
from peerlens.desk.worklist import Item, audit_items, claim_items
from peerlens.report.roles import Role
from peerlens.schema import Finding, Report, Request
from peerlens.store.marks import keys_in
from peerlens.store.rulings import Ruling
from peerlens.store.session import ActionKind, Session, Work
from peerlens.store.wordings import Wording, storable, wording_of
from peerlens.taxonomy import Verdict

_ACTION_WORDS = {ActionKind.RULE: "verdict", ActionKind.NOTE: "note", ActionKind.DONE: "mark"}


class DeskState:
    """One paper on the desk. ``now`` gives the time of an action as text. Methods raise ``StoreError``."""

    def __init__(self, dossier: Dossier, session: Session, *, role: Role | None, now: Callable[[], str]) -> None:
        self._dossier = dossier
        self.session = session
        self.role = role
        self._now = now
        self.refresh()

    def refresh(self) -> None:
        """Read what stands from the session."""
        self.work: Work = self.session.work()
        self.dossier = worked_on(self._dossier, self.work)
        review = self.dossier.review
        self._keys = keys_in(review, self.work) if review else {}
        self.claims: tuple[Item, ...] = claim_items(review, self.role, self._keys) if review else ()
        self.audit: tuple[Item, ...] = audit_items(self.dossier.audit) if self.dossier.audit else ()

    @property
    def elsewhere(self) -> int:
        """How many claims and questions with a ruling, note or mark this run does not have: kept for one that has."""
        stands = {key for key, ruling in self.work.rulings.items() if ruling is not None}
        stands |= {key for key in (*self.work.notes, *self.work.done) if self.work.wordings.get(key)}
        return len(stands - set(self._keys.values()))

    def take_audit(self, report: Report) -> None:
        self._dossier = replace(self._dossier, audit=report)
        self.refresh()

    def rule(self, item: Item, label: Verdict, reason: str) -> None:
        """Overrule (or confirm) the verdict on a claim, with a reason."""
        finding = item.finding
        assert finding is not None
        claim, quote, why = map(storable, (finding.claim, finding.quote, reason))
        ruling = Ruling(label=label, reason=why, at=self._now(), claim=claim, quote=quote)
        self._act(ActionKind.RULE, item.key, ruling.model_dump_json(), item)

    def note(self, item: Item, text: str) -> None:
        self._act(ActionKind.NOTE, item.note_key, storable(text), item)

    def mark(self, item: Item) -> None:
        """Mark done, or take the mark off."""
        self._act(ActionKind.DONE, item.key, "" if item.key in self.work.done else "1", item)

    def undo(self) -> str:
        """Take the last action back; what was done, in words."""
        return self._turned("undone", self.session.undo())

    def redo(self) -> str:
        return self._turned("done again", self.session.redo())

    def _turned(self, word: str, turned: tuple[ActionKind, str] | None) -> str:
        if turned is None:
            return f"nothing to be {word}"
        self.refresh()
        kind, key = turned
        item = next((one for one in (*self.claims, *self.audit) if key in (one.key, one.note_key)), None)
        on = f" on {item.ref}" if item is not None else ""
        return f"{word}: {_ACTION_WORDS[kind]}{on}"

    def _act(self, kind: ActionKind, key: str, value: str, item: Item) -> None:
        self.session.act(kind, key, value, at=self._now(), wording=self._wording(item))
        self.refresh()

    def _wording(self, item: Item) -> Wording | None:
        """``None`` for a row of the audit, which is known by its label."""
        review = self.dossier.review
        points: tuple[Finding | Request, ...] = (*review.findings, *review.requests) if review is not None else ()
        point = next((one for one in points if one.id == item.id), None)
        return None if point is None else wording_of(point, points)
