"""Where work breaks, it becomes a failure record: the border between one unit and its siblings."""

from __future__ import annotations

import logging

from peerlens.errors import PeerlensError
from peerlens.schema import Failure

_log = logging.getLogger(__name__)


def failure_of(exc: Exception, *, unit_id: str, claim_id: str | None, stage: str) -> Failure:
    """Record a broken unit.

    An error that is not ours is a bug: its traceback goes to the log as well (``PEERLENS_DEBUG=1`` shows it).
    """
    if not isinstance(exc, PeerlensError):
        _log.debug("bug in stage %s of %s", stage, unit_id, exc_info=exc)
    return Failure(id=unit_id, claim_id=claim_id, stage=stage, error=type(exc).__name__, message=str(exc))
