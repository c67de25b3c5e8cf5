"""The core: irqscope's machine as WebAssembly, run by wasmtime. This module does not interpret records."""

import contextlib
import functools
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import wasmtime

from irqscope.compiled import CompiledRun, Head, Traffic, line_of, lines_of, packed, unpacked
from irqscope.errors import CoreFault, IrqscopeError, TookTooLong
from irqscope.files import CORE, data_file

# Ctrl-C is noticed between two slices. The length of a slice does not change the result.
SLICE_CYCLES = 20_000_000
# Used with a time limit.
_TIMED_SLICE_CYCLES = 100_000
# Limit.
_VERSION_BYTES = 32
_ALL_64 = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Stop:
    """The records at a cycle, in the order of the reads."""

    cycle: int
    records: str


@dataclass(frozen=True, slots=True)
class Result:
    """Results of a machine."""

    key: str
    state_hash: str
    broken_law: int
    stops: tuple[Stop, ...]

    def line(self) -> str:
        """Returns a line for a file of results."""
        stops = [{"cycle": stop.cycle, "records": stop.records} for stop in self.stops]
        value = {"run": self.key, "stateHash": self.state_hash, "brokenLaw": self.broken_law}
        return line_of({**value, "stops": stops})


class Core:
    """The compiled module. Threads may share it, because each machine has a store of its own."""

    def __init__(self) -> None:
        self._engine = wasmtime.Engine(_config())
        self._module = wasmtime.Module.from_file(self._engine, str(data_file(CORE)))

    def machine(self, head: Head, run: CompiledRun, traffic: bytes = b"") -> "CoreMachine":
        """Makes a machine at cycle 0."""
        return CoreMachine(self._engine, self._module, head, run, traffic)

    def run(self, head: Head, run: CompiledRun, traffic: bytes = b"") -> Result:
        """Runs a machine to its last stop."""
        machine = self.machine(head, run, traffic)
        stops = []
        for cycle in run.stops:
            machine.step(cycle)
            stops.append(Stop(machine.cycle, packed(machine.records())))
            if cycle != run.stops[-1]:
                machine.measure_again()
        return Result(run.key, machine.state_hash(), machine.broken_law(), tuple(stops))

    def run_lines(self, compiled: Iterable[str]) -> Iterator[str]:
        """The file of results of a compiled file, each line as soon as its run has ended."""
        entries = lines_of(compiled)
        head = next(entries)
        assert isinstance(head, Head)
        yield head.result_line()
        traffic = {"": b""}
        for entry in entries:
            if isinstance(entry, Traffic):
                traffic[entry.name] = unpacked(entry.bytes)
            elif isinstance(entry, CompiledRun):
                yield self.run(head, entry, traffic[entry.traffic or ""]).line()


class CoreMachine:
    """One machine in an instance of its own. Only one thread at a time may use it."""

    def __init__(
        self,
        engine: wasmtime.Engine,
        module: wasmtime.Module,
        head: Head,
        run: CompiledRun,
        traffic: bytes,
    ) -> None:
        self._store = wasmtime.Store(engine)
        limits = wasmtime.Limits(run.pages, run.pages)
        self._memory = wasmtime.Memory(self._store, wasmtime.MemoryType(limits))
        instance = wasmtime.Instance(self._store, module, [self._memory])
        self._exports = instance.exports(self._store)
        *others, last = head.reads
        self._reads = (*others, replace(last, size=last.size + run.more))
        self.cycle = 0
        self._is_closed = False
        self._expect(head)
        self._memory.write(self._store, unpacked(run.config), self._pointer("core_config"))
        if traffic:
            self._memory.write(self._store, traffic, self._pointer("core_transfer"))
        status = self._call("core_create")
        if status != 0:
            raise CoreFault(f"run {run.key}: the core refuses the machine, with status {status}")

    def _expect(self, head: Head) -> None:
        layout = f"{self._call('core_layout_hash') & _ALL_64:016x}"
        if layout != head.layout:
            raise CoreFault(f"the core has record layout {layout}, the scenario has {head.layout}")
        address = self._pointer("core_version")
        text = bytes(self._memory.read(self._store, address, address + _VERSION_BYTES))
        model = text.partition(b"\0")[0].decode("ascii")
        if model != head.model:
            raise CoreFault(f"the core has model {model}, the scenario was compiled for {head.model}")

    def step(self, until_cycle: int, stop_mask: int = 0, seconds: float | None = None) -> int:
        """Runs to ``until_cycle``, or to the end of the first cycle with an event of the mask.

        Returns the kinds that stopped the run, or 0. Raises TookTooLong after the slice that takes too long.
        """
        stopped = 0
        end = None if seconds is None else time.monotonic() + seconds
        slice_cycles = SLICE_CYCLES if end is None else _TIMED_SLICE_CYCLES
        while self.cycle < until_cycle and stopped == 0:
            if end is not None and time.monotonic() > end:
                where = f"the machine is at cycle {self.cycle:,} of {until_cycle:,} and can continue"
                raise TookTooLong(f"seconds: the limit of {seconds} s is reached: {where}")
            stopped = self._call("core_step", min(until_cycle, self.cycle + slice_cycles), _signed(stop_mask))
            self.cycle = self._call("core_cycle")
        return stopped & 0xFFFF_FFFF

    def records(self) -> bytearray:
        """The bytes that the head requests, record after record."""
        data = bytearray()
        for read in self._reads:
            address = self._pointer(read.call, *read.arguments)
            data += self._memory.read(self._store, address, address + read.size)
        return data

    def measure_again(self) -> None:
        """Restarts the measurements that begin at a cycle."""
        self._call("core_measure_again")

    def state_hash(self) -> str:
        """Hash of the whole state: 16 hex digits."""
        return f"{self._call('core_state_hash') & _ALL_64:016x}"

    def broken_law(self) -> int:
        """Number of an invariant of docs/model.md that does not hold, or 0."""
        return self._call("core_check_invariants")

    def close(self) -> None:
        """Frees its memory."""
        self._is_closed = True
        self._store.close()

    def _pointer(self, name: str, *arguments: int) -> int:
        return self._call(name, *arguments) & 0xFFFF_FFFF

    def _call(self, name: str, *arguments: int) -> int:
        if self._is_closed:
            raise IrqscopeError("the machine is closed")
        try:
            function: Callable[..., Any] = self._exports[name]  # type: ignore[assignment]
            return int(function(self._store, *arguments) or 0)
        except KeyError:
            raise CoreFault(f"the core has no {name}") from None
        except wasmtime.Trap as trap:
            raise CoreFault(f"the core failed after cycle {self.cycle}: {trap.message}") from trap


def _signed(bits: int) -> int:
    """Converts to a signed number of 32 bits, as WebAssembly expects it."""
    return bits - (1 << 32) if bits >> 31 else bits


def _config() -> wasmtime.Config:
    config = wasmtime.Config()
    # A restarted worker reuses its machine code if its user has a home folder, unlike in a container.
    with contextlib.suppress(wasmtime.WasmtimeError):
        config.cache = True
    return config


@functools.cache
def core() -> Core:
    """The core of this process."""
    return Core()
