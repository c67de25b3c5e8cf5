"""Number of runs in a task."""

from irqscope.compiled import CompiledRun
from irqscope.workers import MOST_RUNS, TASK_SECONDS, TASKS_PER_SLOT, Dispatcher


def _run(key: int, cycles: int = 1000, traffic: str | None = None) -> CompiledRun:
    return CompiledRun(str(key), "", traffic, 1, (cycles,), more=0)


def _filled(count: int, seconds_per_run: float) -> Dispatcher:
    dispatcher = Dispatcher()
    for key in range(count):
        dispatcher.add(_run(key))
    if seconds_per_run > 0:
        dispatcher.speed.learn(10, 10_000, 10 * seconds_per_run)
    return dispatcher


def test_the_first_tasks_are_single_runs() -> None:
    """The speed is still unknown."""
    dispatcher = _filled(3, 0)
    assert [run.key for run in dispatcher.take(partial=False)] == ["0"]
    assert len(dispatcher) == 2


def test_a_task_takes_about_the_intended_time() -> None:
    """The measured speed in cycles determines the number of runs."""
    dispatcher = _filled(100, 0.1)
    assert len(dispatcher.take(partial=False)) == round(TASK_SECONDS / 0.1)
    longer = Dispatcher(dispatcher.speed)
    for key in range(10):
        longer.add(_run(key, cycles=5000))
    assert len(longer.take(partial=False)) == 3


def test_too_few_runs_wait_for_more_unless_none_will_come() -> None:
    """If no more runs arrive, these form the last task."""
    dispatcher = _filled(4, 0.1)
    assert dispatcher.take(partial=False) == ()
    assert len(dispatcher.take(partial=True)) == 4
    assert len(dispatcher) == 0
    assert dispatcher.take(partial=True) == ()


def test_the_length_of_a_message_is_bounded() -> None:
    """The bound holds for machines of any speed."""
    dispatcher = _filled(MOST_RUNS + 50, 1e-6)
    assert len(dispatcher.take(partial=False)) == MOST_RUNS


def test_runs_of_one_task_have_one_traffic() -> None:
    """A task sends its traffic once."""
    dispatcher = _filled(0, 0.1)
    for key in range(8):
        dispatcher.add(_run(key, traffic="a" if key % 2 else None))
    first, second = dispatcher.take(partial=True), dispatcher.take(partial=True)
    assert [{run.traffic for run in runs} for runs in (first, second)] == [{None}, {"a"}]


def test_as_many_runs_are_requested_as_the_workers_take() -> None:
    """Runs on their way to the workers count."""
    assert _filled(0, 0).wanted(slots=2, on_the_way=0) == 2 * TASKS_PER_SLOT * 2
    dispatcher = _filled(0, 0.1)
    per_task = int(TASK_SECONDS / 0.1) + 1
    assert dispatcher.wanted(slots=2, on_the_way=0) == 2 * TASKS_PER_SLOT * 2 * per_task
    assert dispatcher.wanted(slots=2, on_the_way=10_000) == 0


def test_the_speed_follows_the_tasks() -> None:
    """A single outlier changes the estimate little."""
    speed = _filled(0, 0.1).speed
    speed.learn(10, 10_000, 10.0)
    assert 0.1 < speed.seconds_per_run < 0.5
    for _ in range(20):
        speed.learn(10, 10_000, 10.0)
    assert abs(speed.seconds_per_run - 1.0) < 0.01
