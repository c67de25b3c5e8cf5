"""The permanent Node process: it ends with Python, answers each caller, and blocks no caller."""

import _thread
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import call

import irqscope
from irqscope import Machine
from irqscope import service as module
from irqscope.service import PATIENCE_VARIABLE, service

SOURCE = Path(__file__).parents[1] / "src"

# Greets like the service, and then runs the requested code.
GREETING = '{"format":"irqscope-service","head":HEAD,"events":{}}'
HANGS = "import time\nprint(GREETING, flush=True)\ntime.sleep(600)"
DIES = "import sys\nprint(GREETING, flush=True)\nsys.stdin.readline()\nsys.exit('out of luck')"


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No service runs before or after the test."""
    module._close()
    yield
    monkeypatch.undo()
    module._close()


def _plays(monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Replaces the service with another program."""
    head = call(["compile", "one-packet", "--cycles", "1"]).splitlines()[0]
    text = script.replace("GREETING", repr(GREETING.replace("HEAD", head)))
    monkeypatch.setattr("irqscope.service.arguments", lambda *_: [sys.executable, "-c", text])


def _is_there(pid: int) -> bool:
    """Whether the process still runs. A process that has ended but was not waited for does not count."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(") ")[2][0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def _ends(pid: int) -> bool:
    end = time.monotonic() + 30
    while _is_there(pid) and time.monotonic() < end:
        time.sleep(0.02)
    return not _is_there(pid)


@pytest.mark.usefixtures("played")
def test_a_hanging_service_is_ended_with_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PATIENCE_VARIABLE, "1")
    _plays(monkeypatch, HANGS)
    pid = service().pid
    errors: list[str] = []

    def ask() -> None:
        with pytest.raises(irqscope.IrqscopeError) as caught:
            Machine("one-packet")
        errors.append(str(caught.value))

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    sentence = (
        "irqscope's Node process has said nothing for 1 s and was ended .*; the next call starts another"
    )
    assert len(errors) == 2
    for error in errors:
        assert re.match(sentence, error)
    assert _ends(pid)
    monkeypatch.undo()
    assert Machine("one-packet").cycle == 0


@pytest.mark.usefixtures("played")
def test_the_error_of_a_dead_service_has_its_last_output(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is started again once if it had been running before."""
    _plays(monkeypatch, DIES)
    with pytest.raises(irqscope.IrqscopeError, match="Node process ended with code 1: out of luck"):
        Machine("one-packet")


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize("line", ["hello", "[1]", "{}", '{"head":3,"events":1}'])
def test_output_of_another_program_is_quoted_in_the_error(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    _plays(monkeypatch, f"import time\nprint({line!r}, flush=True)\ntime.sleep(600)")
    with pytest.raises(irqscope.IrqscopeError, match="with a line that irqscope cannot have written"):
        Machine("one-packet")


def test_a_killed_service_is_replaced() -> None:
    machine = Machine("ring-overflow")
    machine.step(20_000)
    told = machine.metrics()
    before = service().pid
    os.kill(before, signal.SIGKILL)
    # Whether or not its end has been noticed.
    assert machine.metrics() == told
    assert service().pid != before


@pytest.mark.usefixtures("played")
def test_ctrl_c_leaves_no_late_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next call does not take a late answer for its own."""
    _plays(monkeypatch, HANGS)
    pid = service().pid
    threading.Timer(0.3, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        Machine("one-packet")
    assert _ends(pid)
    monkeypatch.undo()
    assert Machine("one-packet").name == "One packet"


_BUSY = """
import os, sys, threading, time, irqscope
from irqscope.service import service
machine = irqscope.Machine("ring-overflow")
# Minutes of work, and not a line before its end.
cycles = 10_000_000_000
request = {"ask": "table", "what": "series", "from": 0, "to": cycles, "every": 4_000_000_000}
about = {"scenario": machine._opened["scenario"], "origin": {}, "cycle": cycles, "stateHash": ""}
threading.Thread(target=lambda: service().ask({**request, **about}), daemon=True).start()
time.sleep(0.3)
print(service().pid, flush=True)
time.sleep(600)
"""


def test_a_busy_service_ends_with_python() -> None:
    """Python is killed while a machine runs in the service."""
    around = {**os.environ, "PYTHONPATH": str(SOURCE)}
    with subprocess.Popen(
        [sys.executable, "-c", _BUSY], env=around, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        pid = int(child.stdout.readline())
        assert _is_there(pid)
        child.kill()
    assert _ends(pid)


def test_the_service_ends_with_python() -> None:
    script = "import irqscope; from irqscope.service import service; print(service().pid)"
    around = {**os.environ, "PYTHONPATH": str(SOURCE)}
    done = subprocess.run(
        [sys.executable, "-c", script], env=around, capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    assert _ends(int(done.stdout))


def test_a_forked_process_has_its_own_service() -> None:
    """Neither process reads the answers of the other."""
    script = (
        "import os, irqscope; from irqscope.service import service\n"
        "machine = irqscope.Machine('one-packet'); here = service().pid\n"
        "machine.run()\n"
        "child = os.fork()\n"
        "told = [machine.metrics()['stateHash'] for _ in range(20)]\n"
        "assert len(set(told)) == 1 and (service().pid == here) == (child != 0)\n"
        "print(told[0], flush=True)\n"
        "if child: assert os.waitpid(child, 0)[1] == 0"
    )
    around = {**os.environ, "PYTHONPATH": str(SOURCE)}
    done = subprocess.run(
        [sys.executable, "-c", script], env=around, capture_output=True, text=True, check=True
    )
    first, second = done.stdout.splitlines()
    assert first == second == Machine("one-packet").run().state_hash


def test_a_wrong_request_is_answered_with_an_error() -> None:
    """The service continues after it."""
    pid = service().pid
    with pytest.raises(irqscope.BadInput, match="ask: must be one of"):
        service().ask({"ask": "coffee"})
    stops = [{"cycle": 1, "records": ""}]
    own = {"scenario": Machine("one-packet")._opened["scenario"], "origin": {}}
    with pytest.raises(irqscope.BadInput, match="records: are not the"):
        service().ask({"ask": "report", **own, "cycle": 1, "stateHash": "0", "brokenLaw": 0, "stops": stops})
    assert service().pid == pid
