"""Which runs make a task, and how many tasks are on their way. Pure: no process, no thread."""

from collections import deque
from dataclasses import dataclass, field

from irqscope.compiled import CompiledRun

# A task of Dask costs some milliseconds, and its scheduler takes a few hundred of them a second: by what the
# tasks before it took, one takes so long.
TASK_SECONDS = 1.5
# A worker has the next task before it asks for it.
TASKS_PER_SLOT = 2
# Of one task: what is lost with a worker, and what a message holds.
MOST_RUNS = 500
# How far the speed of a task counts beside that of those before it.
_WEIGHT = 0.3


@dataclass(slots=True)
class Speed:
    """Of one worker thread, as measured."""

    seconds_per_run: float = 0.0
    seconds_per_cycle: float = 0.0
    tasks: int = 0

    def learn(self, runs: int, cycles: int, seconds: float) -> None:
        """A task of so many runs took so long."""
        weight = 1.0 if self.tasks == 0 else _WEIGHT
        self.seconds_per_run += weight * (seconds / runs - self.seconds_per_run)
        self.seconds_per_cycle += weight * (seconds / max(cycles, 1) - self.seconds_per_cycle)
        self.tasks += 1

    def seconds_of(self, cycles: int) -> float:
        """What a run of so many cycles will take."""
        return self.seconds_per_cycle * cycles


@dataclass(slots=True)
class Dispatcher:
    """Runs that wait, by their traffic, and what is known of the speed."""

    speed: Speed = field(default_factory=Speed)
    _waiting: dict[str | None, deque[CompiledRun]] = field(default_factory=dict)
    _count: int = 0

    def __len__(self) -> int:
        return self._count

    def add(self, run: CompiledRun) -> None:
        """Behind those of its traffic."""
        self._waiting.setdefault(run.traffic, deque()).append(run)
        self._count += 1

    def wanted(self, slots: int, on_the_way: int) -> int:
        """How many runs to ask for, when so many were asked for and are not done."""
        per_task = 1
        if self.speed.tasks > 0:
            per_task = min(MOST_RUNS, int(TASK_SECONDS / max(self.speed.seconds_per_run, 1e-6)) + 1)
        # As much again as the tasks hold waits here.
        return max(0, 2 * TASKS_PER_SLOT * slots * per_task - on_the_way)

    def take(self, *, partial: bool) -> tuple[CompiledRun, ...]:
        """The next task; nothing where too few runs wait for it, unless a part of one will do."""
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
