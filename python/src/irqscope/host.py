"""Hosts ``irqscope sweep --elsewhere``: the command plans a study, keeps its rows and decides when they
suffice. The machines run here."""

import contextlib
import json
import queue
import subprocess
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import IO, Any

from irqscope.command import CHECK_FAILED, arguments, ended_text, error_of
from irqscope.compiled import CompiledRun, Head, Traffic, line_of, lines_of
from irqscope.errors import CoreFault, IrqscopeError
from irqscope.service import PATIENCE_VARIABLE, patience_of
from irqscope.workers import TASKS_PER_SLOT, Batch, Dispatcher, Done, Task, Workers

# Greatest number of kept lines of the command's standard error.
_KEPT_LINES = 1000
# Longest time without output of the command while no run is active here. Even the longest plan takes less.
_PATIENCE_SECONDS = 600.0
_LOOK_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class _Ended:
    """The command has closed its standard output."""


@dataclass(frozen=True, slots=True)
class _Idle:
    """The command has sent all available runs. It sends no more until results arrive."""


@dataclass(frozen=True, slots=True)
class _Finished:
    task: Task
    batch: Batch


@dataclass(frozen=True, slots=True)
class Ending:
    """How the command ended, and how long the tasks took."""

    code: int
    errors: str
    # Seconds of each task on its worker, in the order in which they ended.
    task_seconds: tuple[float, ...]
    runs: int
    # Columns of the study: axes, metrics, units.
    columns: dict[str, Any] | None


def host(
    words: Sequence[str], workers: Workers, shows: IO[str] | None = None, study: object | None = None
) -> Ending:
    """Runs ``irqscope WORDS``, and its machines on the workers.

    ``shows`` gets the command's standard error. ``study``: the study as JSON if ``words`` name it ``-``.
    """
    patience = patience_of(_PATIENCE_SECONDS)
    child = subprocess.Popen(
        arguments(*words),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    session = _Session(child, workers, None if study is None else json.dumps(study) + "\n")
    errors: list[str] = []
    watch = _Watch(child, session, patience)
    listener = threading.Thread(target=_listen, args=(child.stderr, errors, shows, watch), daemon=True)
    listener.start()
    try:
        session.work()
        code = child.wait()
    except BaseException as error:
        # The command completes its rows when its standard input ends.
        session.close()
        code = child.wait()
        if watch.sentence is not None and isinstance(error, Exception):
            raise IrqscopeError(watch.sentence) from error
        # The last line of a killed command may be incomplete.
        if code < 0 and isinstance(error, Exception):
            raise _killed(code) from error
        raise
    finally:
        session.close()
        workers.close()
        watch.close()
        listener.join()
    if watch.sentence is not None:
        raise IrqscopeError(watch.sentence)
    if code < 0:
        raise _killed(code)
    return Ending(code, "".join(errors), tuple(session.task_seconds), session.runs, session.columns)


def _killed(code: int) -> IrqscopeError:
    """Another program killed it, or the system for lack of memory. ``code`` is negative."""
    return IrqscopeError(
        f"irqscope's command {ended_text(code)}; rows in a file are complete, and resuming uses them"
    )


# What the command says about its options, in terms of arguments of ``sweep`` and ``search``.
_WORDS = {
    "error: --out: ": "error: output: ",
    ", unless --format gives the format": "",
    "error: --summary: ": "error: summary: ",
    "; --force replaces it": "; resume=True continues it",
    "; --skip-invalid runs the rest": "",
    "; irqscope sweep runs all its points": "; irqscope.sweep runs all its points",
}


def expect_done(ending: Ending, *written: Path) -> None:
    """Raises BadInput or IrqscopeError with the command's message. ``written``: files that it must write."""
    if ending.code not in (0, CHECK_FAILED):
        text = ending.errors
        for option, argument in _WORDS.items():
            text = text.replace(option, argument)
        raise error_of(ending.code, text)
    missing = next((path.name for path in written if not path.is_file()), None)
    if missing is not None:
        raise IrqscopeError(f"the Node process {ended_text(ending.code)} without writing {missing}")


class _Watch:
    """Ends a command that hangs: it prints nothing, and no run is active for it."""

    def __init__(self, child: subprocess.Popen[str], session: "_Session", patience: float) -> None:
        self._child = child
        self._session = session
        self._patience = patience
        self._over = threading.Event()
        # Number of received lines. Only its growth matters.
        self.heard = 0
        # Message for a command that this process ended.
        self.sentence: str | None = None
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def _look(self) -> None:
        silent, heard = 0.0, -1
        while not self._over.wait(_LOOK_SECONDS):
            now = self.heard + self._session.heard
            # Counts checks instead of clock time, because this process may have been stopped, too.
            is_silent = now == heard and self._session.running == 0
            silent = silent + _LOOK_SECONDS if is_silent else 0.0
            heard = now
            if silent >= self._patience:
                self.sentence = (
                    f"irqscope's command has said nothing for {self._patience:.3g} s and was ended "
                    f"({PATIENCE_VARIABLE} sets the time limit); rows in a file are complete, "
                    "and resuming continues with them"
                )
                self._child.kill()
                return

    def close(self) -> None:
        self._over.set()
        self._thread.join()


def _listen(stream: IO[str] | None, kept: list[str], shows: IO[str] | None, watch: _Watch) -> None:
    assert stream is not None
    for line in stream:
        watch.heard += 1
        kept.append(line)
        del kept[:-_KEPT_LINES]
        if shows is not None:
            shows.write(line)
            shows.flush()


class _Session:
    """One command and its runs. Everything except reading happens in the calling thread."""

    def __init__(self, child: subprocess.Popen[str], workers: Workers, first: str | None) -> None:
        assert child.stdin is not None
        self._child = child
        self._stdin = child.stdin
        self._workers = workers
        self._first = first
        self._events: queue.Queue[object] = queue.Queue()
        self._head: Head | None = None
        self._traffic: dict[str, Traffic] = {}
        self._dispatcher = Dispatcher()
        # Number of requested runs that have not arrived yet.
        self._asked = 0
        self._tasks = 0
        # Number of tasks that are not done. The tasks' own threads report their end.
        self.running = 0
        self._counting = threading.Lock()
        # Number of lines received from the command. The watchdog only checks whether it grows.
        self.heard = 0
        self._is_idle = False
        self.task_seconds: list[float] = []
        self.runs = 0
        self.columns: dict[str, Any] | None = None

    def work(self) -> None:
        """Runs until the command has ended."""
        if self._first is not None:
            self._send(self._first)
        threading.Thread(target=self._read, daemon=True).start()
        while True:
            event = self._events.get()
            match event:
                case _Ended():
                    return
                case _Idle():
                    self._is_idle = True
                case Head():
                    # Workers do not need the columns.
                    self._head, self.columns = replace(event, study=None), event.study
                    self._send(event.result_line())
                case Traffic():
                    self._traffic[event.name] = event
                case CompiledRun():
                    self._is_idle = False
                    self._dispatcher.add(event)
                case _Finished():
                    self._take(event)
                case BaseException():
                    raise event
            if self._events.empty():
                self._advance()

    def close(self) -> None:
        """Closes the command's input, which ends the command."""
        with contextlib.suppress(BrokenPipeError):
            self._stdin.close()

    def _read(self) -> None:
        assert self._child.stdout is not None
        try:
            for entry in lines_of(self._child.stdout):
                self.heard += 1
                self._events.put(_Idle() if entry is None else entry)
        except Exception as error:  # the line is not JSON
            self._events.put(error)
        self._events.put(_Ended())

    def _advance(self) -> None:
        """Starts tasks for idle workers, then requests runs for the next tasks."""
        if self._head is None:
            return
        slots = self._workers.slots()
        while self._tasks < TASKS_PER_SLOT * slots:
            runs = self._dispatcher.take(partial=self._is_idle or self._tasks == 0)
            if not runs:
                break
            self._begin(self._head, self._batch(runs))
        wanted = self._dispatcher.wanted(slots, self._asked)
        if wanted > 0:
            self._asked += wanted
            self._send(line_of({"want": wanted}))

    def _batch(self, runs: tuple[CompiledRun, ...]) -> Batch:
        name = runs[0].traffic
        return Batch(runs, None if name is None else self._traffic[name])

    def _begin(self, head: Head, batch: Batch) -> None:
        task = self._workers.submit(head, batch)
        self._tasks += 1
        with self._counting:
            self.running += 1
        task.add_done_callback(partial(self._finished, batch))

    def _finished(self, batch: Batch, task: Task) -> None:
        with self._counting:
            self.running -= 1
        self._events.put(_Finished(task, batch))

    def _take(self, finished: _Finished) -> None:
        self._tasks -= 1
        batch = finished.batch
        try:
            done = finished.task.result()
        except CoreFault as error:
            self._fail(batch, error)
        except Exception as error:
            if not self._workers.is_worker_loss(error):
                raise
            self._split(batch, error)
        else:
            self._answer(batch, done)

    def _answer(self, batch: Batch, done: Done) -> None:
        keys = [result.key for result in done.results]
        if keys != [run.key for run in batch.runs]:
            # The command would wait for the missing results.
            raise IrqscopeError(f"the results of a task do not match its runs: {', '.join(keys)}")
        cycles = sum(run.stops[-1] for run in batch.runs)
        self._dispatcher.speed.learn(len(batch.runs), cycles, done.seconds)
        self.task_seconds.append(done.seconds)
        self.runs += len(batch.runs)
        self._tell([result.line() for result in done.results])

    def _split(self, batch: Batch, error: BaseException) -> None:
        """Workers died with these runs, perhaps by chance. Tries halves, and gives up on a single run."""
        half = len(batch.runs) // 2
        if half == 0 or self._head is None:
            self._fail(batch, error)
            return
        for runs in (batch.runs[:half], batch.runs[half:]):
            self._begin(self._head, Batch(runs, batch.traffic))

    def _fail(self, batch: Batch, error: BaseException) -> None:
        text = f"{type(error).__name__}: {error}"
        self._tell([line_of({"run": run.key, "failed": text}) for run in batch.runs])

    def _tell(self, lines: Sequence[str]) -> None:
        self._asked -= len(lines)
        self._send("".join(lines))

    def _send(self, text: str) -> None:
        # A command that no longer reads is about to end. Its standard error contains the reason.
        with contextlib.suppress(BrokenPipeError):
            self._stdin.write(text)
            self._stdin.flush()
