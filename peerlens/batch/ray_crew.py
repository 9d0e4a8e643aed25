"""Workers on a Ray cluster: a paper is a task, its files travel with it, and the driver here keeps the ledger alone."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any

from peerlens.batch.jobs import Event, Finished, Outcome, PaperJob, Trouble, Unit, UnitJob
from peerlens.batch.worker import SETTINGS
from peerlens.errors import PaperError, ReviewError, UnavailableError
from peerlens.settings import Settings
from peerlens.store.parsers import gather_files

_HINT = "pip install 'peerlens[ray]', in an environment that all machines of the cluster share"
_TRIES = 3
"""How often Ray does a paper anew whose worker has died."""
_PAPERS = 100
"""After so many, Ray's worker is replaced: what leaks, ends with it."""
_QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0", "RAY_DEDUP_LOGS": "0"}
"""Ray reports its use to its makers unless it is told not to."""


class RayCrew:
    """Papers as tasks of a cluster: ``local`` starts one on this machine with ``count`` processors, else its address.

    On each machine the papers are stored under the same ``home``, which need not be shared.
    """

    def __init__(self, settings: Settings, *, address: str, count: int | None = None) -> None:
        """Raises ``UnavailableError`` where Ray is not installed or the cluster does not answer."""
        self._settings = SETTINGS.dump_python(replace(settings, home=settings.home.absolute()), mode="json")
        self._ray = _connected(address, count)
        self._size = count or max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        options = {"num_cpus": 1, "max_retries": _TRIES, "max_calls": _PAPERS}
        self._task = self._ray.remote(**options)(do_paper)
        self._flying: dict[Any, PaperJob] = {}
        self._pending: list[Event] = []
        self._winding_down = False

    def room(self) -> int:
        return 0 if self._winding_down else self._size - len(self._flying)

    def give(self, job: PaperJob) -> None:
        try:
            files = gather_files(job.path)
            units = [unit.job().model_dump_json() for unit in job.units]
        except (PaperError, ReviewError) as exc:
            trouble = Trouble(stage="read", error=type(exc).__name__, message=exc.message, hint=exc.hint)
            self._pending += [Outcome(key=unit.key, trouble=trouble) for unit in job.units]
            self._pending.append(Finished(job))
            return
        packed = (files.source, files.main, files.files, job.path.is_dir())
        self._flying[self._task.remote(self._settings, packed, units)] = job

    def events(self, wait_s: float) -> list[Event]:
        found, self._pending = self._pending, []
        if found or not self._flying:
            return found
        ready, _ = self._ray.wait(list(self._flying), num_returns=1, timeout=wait_s)
        for reference in ready:
            job = self._flying.pop(reference)
            found += self._outcomes(reference, job.units)
            found.append(Finished(job))
        return found

    def wind_down(self) -> None:
        """Papers in flight are done to their end: a task cannot be told to hand units back."""
        self._winding_down = True

    def close(self) -> None:
        for reference in self._flying:
            self._ray.cancel(reference, force=True)
        self._flying.clear()
        self._ray.shutdown()

    def _outcomes(self, reference: Any, units: Sequence[Unit]) -> list[Outcome]:
        try:
            return [Outcome.model_validate_json(one) for one in self._ray.get(reference)]
        except self._ray.exceptions.RayError as exc:
            return [Outcome(key=unit.key, trouble=_lost(exc)) for unit in units]


def do_paper(settings: dict[str, Any], packed: tuple[str, str, dict[str, bytes], bool], units: list[str]) -> list[str]:
    """What a machine of the cluster does: the paper's files into a folder of its own, then one unit after the other."""
    from peerlens.batch.processes import ONE_THREAD
    from peerlens.batch.work import PaperWork

    os.environ.update(ONE_THREAD)
    chosen = SETTINGS.validate_python(settings)
    source, main, files, is_folder = packed
    work = PaperWork(chosen)
    with tempfile.TemporaryDirectory(prefix="peerlens-") as place:
        path = laid_out(Path(place), source, main, files, is_folder=is_folder)
        try:
            return [work.do(path, UnitJob.model_validate_json(unit)).model_dump_json() for unit in units]
        finally:
            work.close()


def laid_out(place: Path, source: str, main: str, files: dict[str, bytes], *, is_folder: bool) -> Path:
    """Write a paper's files below ``place`` as they lay where they came from; the path that names the paper there."""
    top = place / source if is_folder else place
    for name, data in files.items():
        path = top.joinpath(*PurePosixPath(name).parts)
        if not path.resolve().is_relative_to(top.resolve()):
            raise PaperError(f"{source}: a file of it leads out of its folder", hint="supply its files in one folder")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return top if is_folder else top / main


def _connected(address: str, count: int | None) -> Any:
    os.environ.update({name: value for name, value in _QUIET.items() if name not in os.environ})
    try:
        import ray
    except ImportError as exc:
        raise UnavailableError("--ray needs Ray, which is not installed", hint=_HINT) from exc
    where: dict[str, Any] = {"address": address}
    if address == "local":
        where |= {"num_cpus": count, "include_dashboard": False, "_node_ip_address": "127.0.0.1"}
    try:
        ray.init(**where, log_to_driver=False, configure_logging=False, ignore_reinit_error=False)
    except (ConnectionError, RuntimeError, ValueError, OSError, ray.exceptions.RayError) as exc:
        raise UnavailableError(f"--ray {address}: no cluster answers ({exc})", hint="check the address") from exc
    return ray


def _lost(exc: Exception) -> Trouble:
    return Trouble(
        stage="process",
        error="WorkerLostError",
        message=f"the process at work on it ended again and again ({type(exc).__name__})",
        hint="give the paper in another format",
    )
