"""Workers that run the machines of a sweep, and the division of runs into tasks."""

import os
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Protocol

from irqscope.compiled import CompiledRun, Head, Traffic, unpacked
from irqscope.core import Result, core
from irqscope.errors import IrqscopeError


@dataclass(frozen=True, slots=True)
class Batch:
    """Runs of one task. They share their traffic, or have none."""

    runs: tuple[CompiledRun, ...]
    traffic: Traffic | None


@dataclass(frozen=True, slots=True)
class Done:
    """The results of a task."""

    results: tuple[Result, ...]
    # Duration of all runs together, on the worker's clock.
    seconds: float


class Task(Protocol):
    """A future of ``concurrent.futures`` or of Dask."""

    def result(self) -> Done:
        """Returns the result, or raises the error of the task."""

    def add_done_callback(self, fn: Callable[[Any], object], /) -> object:
        """``fn`` is called from another thread."""


class Workers(Protocol):
    """Interface of workers."""

    def slots(self) -> int:
        """Number of tasks that can run at once."""

    def submit(self, head: Head, batch: Batch) -> Task:
        """Begins a task."""

    def is_worker_loss(self, error: BaseException) -> bool:
        """True if several workers died with the task. The cause may be the task or the hosts."""

    def close(self) -> None:
        """Accepts no more tasks, and does not wait for running ones."""


def run_batch(head: Head, runs: Sequence[CompiledRun], traffic: bytes) -> Done:
    """Runs a task. Needs the core, but not Node."""
    here = core()
    begin = time.perf_counter()
    results = tuple(here.run(head, run, traffic) for run in runs)
    return Done(results, time.perf_counter() - begin)


class LocalWorkers:
    """Threads of this process. The core runs outside Python's lock."""

    def __init__(self, count: int | None = None) -> None:
        self._count = count or _processors()
        self._pool = ThreadPoolExecutor(self._count, "irqscope")
        self._traffic: dict[str, bytes] = {"": b""}

    def slots(self) -> int:
        """One task for each processor core that this process may use."""
        return self._count

    def submit(self, head: Head, batch: Batch) -> Task:
        """Begins a task."""
        traffic = batch.traffic
        if traffic is not None and traffic.name not in self._traffic:
            self._traffic[traffic.name] = unpacked(traffic.bytes)
        bytes_ = self._traffic[traffic.name if traffic is not None else ""]
        return self._pool.submit(run_batch, head, batch.runs, bytes_)

    def is_worker_loss(self, error: BaseException) -> bool:
        """False, because a thread dies only with the process."""
        del error
        return False

    def close(self) -> None:
        """Cancels waiting tasks."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _processors() -> int:
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def workers_of(client: object | None, count: int | None = None) -> Workers:
    """Workers of a Dask client, or threads without one."""
    if client is None:
        return LocalWorkers(count)
    try:
        from irqscope.dask_workers import DaskWorkers  # noqa: PLC0415
    except ImportError as error:
        raise IrqscopeError(f"a Dask client needs pip install 'irqscope[dask]' ({error})") from error
    return DaskWorkers(client)


# Intended duration of a task. A Dask task costs some milliseconds, and its scheduler handles a few hundred
# tasks a second.
TASK_SECONDS = 1.5
# Tasks for each worker thread: one runs and one waits.
TASKS_PER_SLOT = 2
# Limit of runs in a task. A lost worker loses all of them, and they must fit into a message.
MOST_RUNS = 500
# Weight of the last task's speed against the earlier ones.
_WEIGHT = 0.3


@dataclass(slots=True)
class Speed:
    """Measured speed of one worker thread."""

    seconds_per_run: float = 0.0
    seconds_per_cycle: float = 0.0
    tasks: int = 0

    def learn(self, runs: int, cycles: int, seconds: float) -> None:
        """Takes a finished task into account."""
        weight = 1.0 if self.tasks == 0 else _WEIGHT
        self.seconds_per_run += weight * (seconds / runs - self.seconds_per_run)
        self.seconds_per_cycle += weight * (seconds / max(cycles, 1) - self.seconds_per_cycle)
        self.tasks += 1

    def seconds_of(self, cycles: int) -> float:
        """Expected seconds of a run."""
        return self.seconds_per_cycle * cycles


@dataclass(slots=True)
class Dispatcher:
    """Waiting runs by traffic, and the measured speed."""

    speed: Speed = field(default_factory=Speed)
    _waiting: dict[str | None, deque[CompiledRun]] = field(default_factory=dict)
    _count: int = 0

    def __len__(self) -> int:
        return self._count

    def add(self, run: CompiledRun) -> None:
        """Appends a run to those with the same traffic."""
        self._waiting.setdefault(run.traffic, deque()).append(run)
        self._count += 1

    def wanted(self, slots: int, on_the_way: int) -> int:
        """Number of runs to request, if ``on_the_way`` requested runs are not done."""
        per_task = 1
        if self.speed.tasks > 0:
            per_task = min(MOST_RUNS, int(TASK_SECONDS / max(self.speed.seconds_per_run, 1e-6)) + 1)
        # The factor 2: as many runs wait here as all tasks hold.
        return max(0, 2 * TASKS_PER_SLOT * slots * per_task - on_the_way)

    def take(self, *, partial: bool) -> tuple[CompiledRun, ...]:
        """The runs of the next task. Empty if too few runs wait, unless ``partial`` allows a smaller task."""
        if not self._waiting:
            return ()
        traffic, queue = max(self._waiting.items(), key=lambda item: len(item[1]))
        runs: list[CompiledRun] = []
        seconds = 0.0
        for run in queue:
            runs.append(run)
            seconds += self.speed.seconds_of(run.stops[-1])
            if self.speed.tasks == 0 or seconds >= TASK_SECONDS or len(runs) == MOST_RUNS:
                break
        else:
            if not partial:
                return ()
        for _ in runs:
            queue.popleft()
        if not queue:
            del self._waiting[traffic]
        self._count -= len(runs)
        return tuple(runs)
