"""Every deliberate error, as one tree. Each says what, where and what to do, and knows its exit status."""

from __future__ import annotations


class PeerlensError(Exception):
    """Base of all deliberate errors.

    ``message`` is one line for a person; ``hint`` is what to do about it. ``exit_status`` follows the
    documented table: 1 a bug, 2 wrong use or unusable input, 3 engine or store not available.
    """

    exit_status = 2

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(PeerlensError):
    """The command or call itself is wrong."""


class ConfigError(PeerlensError):
    """A setting has a value that cannot be used."""


class InputError(PeerlensError):
    """A file handed in cannot be used."""


class PaperError(InputError):
    """The manuscript cannot be read."""


class PasswordError(PaperError):
    """The manuscript needs a password, or the one given is wrong."""


class DamagedFileError(PaperError):
    """The manuscript file is cut short or broken."""


class NoTextError(PaperError):
    """The manuscript has no text layer to check anything against."""


class ReviewError(InputError):
    """A review cannot be read."""


class ResponseError(InputError):
    """The authors' response cannot be read."""


class BugError(PeerlensError):
    """Something in peerlens itself is wrong, not the input."""

    exit_status = 1


class UnavailableError(PeerlensError):
    """Something this run needs is not available here."""

    exit_status = 3


class ModelMissingError(UnavailableError):
    """The embedding model is not installed or is not the file it should be."""


class StoreError(UnavailableError):
    """The store of a paper cannot be used."""


class StoreLockedError(StoreError):
    """Another process holds the store of this paper."""


class EngineError(UnavailableError):
    """A family of agents cannot work."""


class ServerUnreachableError(EngineError):
    """The model server does not answer, or answers that it cannot now, after all tries."""


class ServerRefusedError(EngineError):
    """The model server refuses the request: key, model name, or the request itself."""


class RateLimitedError(EngineError):
    """The model server asks to wait longer than this run is willing to."""


class ContextOverflowError(EngineError):
    """A prompt does not fit the model's window, even with its evidence trimmed."""


class OutputInvalidError(PeerlensError):
    """An agent returned something that is not a usable record. Ends as a failure, never as a verdict."""

    exit_status = 4


class OutputTruncatedError(OutputInvalidError):
    """A model's reply was cut off by the token limit, also with the raised one."""
