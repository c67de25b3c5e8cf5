"""Where the machines of a sweep run: threads of this process, or workers of a Dask cluster."""

import os
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol

from irqscope.compiled import CompiledRun, Head, Traffic, unpacked
from irqscope.core import Result, core
from irqscope.errors import IrqscopeError


@dataclass(frozen=True, slots=True)
class Batch:
    """Runs of one task; all have the same traffic, or none."""

    runs: tuple[CompiledRun, ...]
    traffic: Traffic | None


@dataclass(frozen=True, slots=True)
class Done:
    """What a task has come to."""

    results: tuple[Result, ...]
    # Of the worker's own clock, for all of them.
    seconds: float


class Task(Protocol):
    """A future of ``concurrent.futures`` or of Dask."""

    def result(self) -> Done:
        """Raises what the task raised."""

    def add_done_callback(self, fn: Callable[[Any], object], /) -> object:
        """Called from another thread."""


class Workers(Protocol):
    """What a sweep needs of them."""

    def slots(self) -> int:
        """Tasks that run at once, as of now."""

    def submit(self, head: Head, batch: Batch) -> Task:
        """Begins a task."""

    def is_worker_loss(self, error: BaseException) -> bool:
        """Workers have died of it again and again: the task may be the cause, or their host."""

    def close(self) -> None:
        """Nothing is submitted any more; what still runs is not waited for."""


def run_batch(head: Head, runs: Sequence[CompiledRun], traffic: bytes) -> Done:
    """A task. It needs the core and no Node."""
    here = core()
    begin = time.perf_counter()
    results = tuple(here.run(head, run, traffic) for run in runs)
    return Done(results, time.perf_counter() - begin)


class LocalWorkers:
    """Threads: the core runs outside of Python's lock."""

    def __init__(self, count: int | None = None) -> None:
        self._count = count or _processors()
        self._pool = ThreadPoolExecutor(self._count, "irqscope")
        self._traffic: dict[str, bytes] = {"": b""}

    def slots(self) -> int:
        """One a core of the computer that this process may use."""
        return self._count

    def submit(self, head: Head, batch: Batch) -> Task:
        """Begins a task."""
        traffic = batch.traffic
        if traffic is not None and traffic.name not in self._traffic:
            self._traffic[traffic.name] = unpacked(traffic.bytes)
        bytes_ = self._traffic[traffic.name if traffic is not None else ""]
        return self._pool.submit(run_batch, head, batch.runs, bytes_)

    def is_worker_loss(self, error: BaseException) -> bool:
        """A thread does not die alone."""
        del error
        return False

    def close(self) -> None:
        """Waiting tasks are given up."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _processors() -> int:
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def workers_of(client: object | None, count: int | None = None) -> Workers:
    """Of a Dask client; None: threads."""
    if client is None:
        return LocalWorkers(count)
    try:
        from irqscope.dask_workers import DaskWorkers  # noqa: PLC0415
    except ImportError as error:
        raise IrqscopeError(f"a Dask client needs pip install 'irqscope[dask]' ({error})") from error
    return DaskWorkers(client)
