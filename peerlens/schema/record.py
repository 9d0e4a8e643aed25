"""What every record has in common: immutable, complete, nothing besides."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Confidence = Annotated[float, Field(ge=0.0, le=1.0)]


class Record(BaseModel):
    """Base of every record: immutable, and closed to fields it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")
