"""The permanent Node process (``irqscope service``, docs/elsewhere.md). It compiles scenarios for the
machines of this process, and makes metrics, tables and pictures of their records."""

import atexit
import contextlib
import json
import os
import queue
import re
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import Any

from irqscope.command import arguments, ended_text
from irqscope.compiled import Head, strange
from irqscope.errors import BadInput, IrqscopeError

PATIENCE_VARIABLE = "IRQSCOPE_NODE_SECONDS"
# Longest time without output. A request that runs a machine reports progress more often.
_PATIENCE_SECONDS = 120.0
# Speed of the slowest machines. A picture is drawn only after its whole run.
_CYCLES_PER_SECOND = 1_000_000
_LOOK_SECONDS = 0.5
_LAST_WORDS_SECONDS = 5.0
_READ_BYTES = 1 << 20
_KEPT_ERRORS = 4000
_GREETING = -1
_NUMBER = re.compile(rb'\{"id":(\d+)$')

Answer = dict[str, Any]


class _GoneError(IrqscopeError):
    """The process has ended before it answered. A new process may answer."""


def patience_of(usual: float) -> float:
    """Seconds of silence after which a process counts as hanging."""
    text = os.environ.get(PATIENCE_VARIABLE, str(usual))
    try:
        return float(text)
    except ValueError:
        raise BadInput(f"{PATIENCE_VARIABLE}: must be a number of seconds, not {text!r}") from None


class Service:
    """One process. Threads may ask at the same time, because answers have the number of their request."""

    def __init__(self) -> None:
        self._patience = patience_of(_PATIENCE_SECONDS)
        self._process = subprocess.Popen(
            arguments("service"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            # Ctrl-C in a terminal is for Python. On other systems the service ignores it.
            start_new_session=os.name == "posix",
        )
        self._lock = threading.Lock()
        self._waiting: dict[int, _Waiting] = {}
        self._to_send: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._errors = bytearray()
        self._numbers = count()
        # Number of received lines and parts of lines. Only its growth matters.
        self._heard = 0
        self._reason: str | None = None
        # True after kill(). The requests of a killed process are not repeated.
        self.was_killed = False
        greeting = self._expect(_GREETING, 0)
        self._listener = threading.Thread(target=self._listen, name="irqscope-service", daemon=True)
        self._listener.start()
        for work in (self._send, self._read):
            threading.Thread(target=work, name="irqscope-service", daemon=True).start()
        told = self._last(greeting, _GREETING, None)
        try:
            if not isinstance(told["head"], dict):
                raise TypeError(told["head"])
            self.head = Head.of_value(told["head"])
            # Kinds of events at which a machine may stop, by name.
            self.events: dict[str, int] = told["events"]
        except (LookupError, TypeError) as error:
            self.kill("was no irqscope")
            raise IrqscopeError(strange(json.dumps(told))) from error

    @property
    def pid(self) -> int:
        """Id of the process."""
        return self._process.pid

    @property
    def is_over(self) -> bool:
        """True if the process no longer answers."""
        return self._reason is not None

    def ask(
        self, request: Mapping[str, Any], cycles: int = 0, part: Callable[[Answer], None] | None = None
    ) -> Answer:
        """Returns the last line of the answer. ``part`` gets the earlier lines.

        ``cycles``: cycles that the service must run again. Raises BadInput with the service's message, or
        IrqscopeError if there is no answer.
        """
        number = next(self._numbers)
        line = json.dumps({"id": number, **request}, separators=(",", ":"), allow_nan=False)
        waiting = self._expect(number, cycles)
        self._to_send.put(line.encode() + b"\n")
        return self._last(waiting, number, part)

    def _expect(self, number: int, cycles: int) -> "_Waiting":
        waiting = _Waiting(self._patience + cycles / _CYCLES_PER_SECOND)
        with self._lock:
            if self._reason is not None:
                raise _GoneError(self._reason)
            self._waiting[number] = waiting
        return waiting

    def _last(self, waiting: "_Waiting", number: int, part: Callable[[Answer], None] | None) -> Answer:
        try:
            for line in self._lines(waiting):
                value = _object_of(line)
                if number == _GREETING or value.get("end"):
                    break
                if part is not None:
                    part(value)
        except BaseException as error:
            # No caller waits for the rest, which may take long. The next call starts another process.
            if not isinstance(error, _GoneError) and set(self._waiting) == {number}:
                self.kill("was ended with its only call")
            raise
        finally:
            with self._lock:
                self._waiting.pop(number, None)
        return _checked(value)

    def _lines(self, waiting: "_Waiting") -> Iterator[bytes]:
        silent, heard = 0.0, -1
        while True:
            try:
                line = waiting.lines.get(timeout=_LOOK_SECONDS)
            except queue.Empty:
                # Counts checks instead of clock time, because this process may have been stopped, too.
                silent = silent + _LOOK_SECONDS if heard == self._heard else 0.0
                heard = self._heard
                with self._lock:
                    patience = max((one.patience for one in self._waiting.values()), default=0.0)
                if silent >= patience:
                    self.kill(
                        f"has said nothing for {patience:.3g} s and was ended "
                        f"({PATIENCE_VARIABLE} sets the time limit)"
                    )
                continue
            if line is None:
                raise _GoneError(self._reason or "")
            yield line

    def _take(self, line: bytes) -> None:
        """Passes a line to its caller. Each line starts with the number of its request."""
        first = line[: line.find(b",")]
        told = first.removeprefix(b'{"id":')
        number = int(told) if told != first and told.isdigit() else _GREETING
        with self._lock:
            waiting = self._waiting.get(number)
        # None if the caller no longer waits.
        if waiting is not None:
            waiting.lines.put(line)

    def _read(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        pending = bytearray()
        while chunk := _read_from(stream.fileno()):
            self._heard += 1
            searched = len(pending)
            pending += chunk
            begin = 0
            while (end := pending.find(b"\n", max(begin, searched))) >= 0:
                self._take(bytes(pending[begin:end]))
                begin = end + 1
            del pending[:begin]
        stream.close()
        code = self._process.wait()
        # The last output may arrive after the end of the process.
        self._listener.join(_LAST_WORDS_SECONDS)
        told = bytes(self._errors).decode("utf-8", "replace").strip()
        self._end(f"{ended_text(code)}{': ' if told else ''}{told}")

    def _listen(self) -> None:
        stream = self._process.stderr
        assert stream is not None
        while chunk := _read_from(stream.fileno()):
            self._errors += chunk
            del self._errors[:-_KEPT_ERRORS]
        stream.close()

    def _send(self) -> None:
        """Runs in a separate thread. A process that does not read blocks only this thread."""
        stream = self._process.stdin
        assert stream is not None
        with contextlib.suppress(OSError):
            while (data := self._to_send.get()) is not None:
                rest = memoryview(data)
                while rest:
                    rest = rest[os.write(stream.fileno(), rest) :]
        with contextlib.suppress(OSError):
            stream.close()

    def _end(self, reason: str) -> None:
        with self._lock:
            if self._reason is None:
                self._reason = f"irqscope's Node process {reason}; the next call starts another one"
            waiting = list(self._waiting.values())
        for one in waiting:
            one.lines.put(None)

    def kill(self, reason: str) -> None:
        """Ends the process at once. Waiting callers get ``reason``."""
        self.was_killed = True
        self._end(reason)
        self._process.kill()
        self._to_send.put(None)

    def close(self) -> None:
        """Closes the standard input of the process, which ends it."""
        self._end("was closed")
        self._to_send.put(None)
        try:
            self._process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def abandon(self) -> None:
        """Called in a forked process. The service belongs to the parent, and ends only with the parent."""
        self._reason = "is that of the parent process"
        self._process.returncode = 0
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()


class _Waiting:
    """A caller that waits for an answer."""

    def __init__(self, patience: float) -> None:
        # None if the process has ended.
        self.lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        # Seconds.
        self.patience = patience


def _read_from(file: int) -> bytes:
    try:
        return os.read(file, _READ_BYTES)
    except OSError:
        return b""


def _object_of(line: bytes) -> Answer:
    text = line.decode("utf-8", "replace")
    try:
        value = json.loads(text)
    except ValueError as error:
        raise IrqscopeError(strange(text)) from error
    if not isinstance(value, dict):
        raise IrqscopeError(strange(text))
    return value


def _checked(value: Answer) -> Answer:
    if "complaints" in value:
        raise BadInput("\n".join(value["complaints"]))
    if "fault" in value:
        raise IrqscopeError(f"irqscope failed: {value['fault']}")
    return value


_start = threading.Lock()
_running: list[Service] = []


def service() -> Service:
    """The service of this process. Starts one if there is none."""
    with _start:
        if not _running or _running[-1].is_over:
            _running[:] = [Service()]
        return _running[-1]


def ask(request: Mapping[str, Any], cycles: int = 0, part: Callable[[Answer], None] | None = None) -> Answer:
    """Calls ``Service.ask`` of the running service. Restarts the service once if it has ended unnoticed."""
    had_part = False

    def told(value: Answer) -> None:
        nonlocal had_part
        had_part = True
        if part is not None:
            part(value)

    running = _running[-1] if _running else None
    here = service()
    try:
        return here.ask(request, cycles, told)
    except _GoneError:
        if here is not running or had_part or here.was_killed:
            raise
    return service().ask(request, cycles, part)


@atexit.register
def _close() -> None:
    for one in _running:
        if not one.is_over:
            one.close()


def _forget() -> None:
    global _start  # noqa: PLW0603
    _start = threading.Lock()
    for one in _running:
        one.abandon()
        _abandoned.append(one)
    _running.clear()


_abandoned: list[Service] = []
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
