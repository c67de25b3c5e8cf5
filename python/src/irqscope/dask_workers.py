"""Workers of a Dask cluster. They need the same version of this package, but not Node."""

import time
from typing import Any, cast

from distributed import Client, Future, KilledWorker

from irqscope.compiled import Head, unpacked
from irqscope.errors import BadInput
from irqscope.workers import Batch, Task, run_batch

# Time between two counts of the workers.
_LOOK_SECONDS = 1.0


class DaskWorkers:
    """Runs tasks on a Dask scheduler, which moves the tasks of a dead worker to another one."""

    def __init__(self, client: object) -> None:
        if not isinstance(client, Client):
            raise BadInput(f"client: must be a distributed.Client, not {type(client).__name__}")
        self._client: Any = client
        # Task results instead of scattered data, because Dask recomputes a result if its worker dies.
        self._traffic: dict[str, Future[bytes]] = {}
        self._slots = 1
        self._looked_at = float("-inf")

    def slots(self) -> int:
        """Threads of all workers. Workers may come and go."""
        now = time.monotonic()
        if now - self._looked_at >= _LOOK_SECONDS:
            self._slots = max(1, sum(self._client.nthreads().values()))
            self._looked_at = now
        return self._slots

    def submit(self, head: Head, batch: Batch) -> Task:
        """Begins a task."""
        traffic: Future[bytes] | bytes = b""
        if batch.traffic is not None:
            name = batch.traffic.name
            if name not in self._traffic:
                self._traffic[name] = self._client.submit(
                    unpacked, batch.traffic.bytes, key=f"irqscope-traffic-{name}"
                )
            traffic = self._traffic[name]
        task = self._client.submit(run_batch, head, batch.runs, traffic, pure=False)
        return cast(Task, task)

    def is_worker_loss(self, error: BaseException) -> bool:
        """Dask gives up after three dead workers by default."""
        return isinstance(error, KilledWorker)

    def close(self) -> None:
        """The client stays open, because its owner closes it."""
        self._traffic.clear()
