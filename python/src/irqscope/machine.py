"""``Machine``: one machine of a scenario, for stepping and for queries."""

import os
import threading
import zlib
from base64 import b64decode
from collections.abc import Iterable, Mapping
from html import escape
from json import dumps, loads
from numbers import Real
from types import TracebackType
from typing import Any, Literal, Self

from irqscope.compiled import CompiledRun, packed, unpacked
from irqscope.core import core
from irqscope.errors import BadInput, IrqscopeError
from irqscope.picture import Picture
from irqscope.service import Answer, ask, service
from irqscope.tables import Columns, Kind, expect_kind
from irqscope.values import cycles_of, path_of, plain, whole

# A scenario as JSON has it, the path of a file, or the id of a built-in one.
Scenario = Mapping[str, Any] | str | os.PathLike[str]
# A cycle, or a length of time: a timedelta, also of pandas or numpy.
Cycle = Any

# The longest run, with the same limit as ``irqscope run --cycles``.
_CYCLE_LIMIT = 10**12
# A notebook draws a longer run only on request, because the picture takes too long.
_SHOWN_CYCLES = 100_000_000
_SHOWN_PX = 900
_PICTURE_LEAST = 64


class Machine:
    """A machine at cycle 0, as its scenario describes it.

    ``settings``: values that replace fields, by path or end of path: ``{"clockHertz": "2 GHz"}``. A value may
    be an object: ``{"traffic[0].resample": {"blockEvents": 500}}``. ``seed`` replaces the scenario's seed.

    The core runs in this process. One Node process interprets the records of all machines. The same scenario,
    settings and seed give the same numbers at the same cycle. Threads may share a machine.

    Raises BadInput with the field and the reason if the scenario or a setting is not valid.
    """

    def __init__(
        self,
        scenario: Scenario,
        *,
        settings: Mapping[str, object] | None = None,
        seed: int | None = None,
    ) -> None:
        self._lock = threading.RLock()
        self._origin = _origin(scenario, settings or {}, seed)
        sent = {"scenario": plain(scenario, "scenario")} if isinstance(scenario, Mapping) else {}
        known = dict(_traffic)
        request = {"ask": "open", **self._origin, **sent, "folder": os.getcwd(), "has": list(known)}
        self._opened = ask(request)
        traffic = _traffic_of(self._opened, known)
        self._core = core().machine(service().head, _compiled(self._opened), traffic)
        # Records of the cycle at which measuring starts.
        self._before: dict[str, Any] | None = None

    @property
    def name(self) -> str:
        """Name of the scenario."""
        return str(self._opened["name"])

    @property
    def cycle(self) -> int:
        """Number of completed cycles."""
        return self._core.cycle

    @property
    def run_cycles(self) -> int:
        """Length of the scenario in cycles. ``run`` ends there."""
        return int(self._opened["runCycles"])

    @property
    def clock_hertz(self) -> int:
        """Cycles per second."""
        return int(self._opened["clockHertz"])

    @property
    def seed(self) -> int:
        """Seed of all random numbers of its traffic."""
        return int(self._opened["seed"])

    @property
    def warnings(self) -> list[str]:
        """Warnings about fields of the scenario that have no effect."""
        return [f"{one['field']}: {one['message']}" for one in self._opened["warnings"]]

    @property
    def scenario(self) -> dict[str, Any]:
        """The scenario as JSON, with the settings and the values of all omitted fields."""
        return dict(loads(zlib.decompress(b64decode(self._opened["packed"]))))

    @property
    def state_hash(self) -> str:
        """Hash of the whole state: 16 hex digits, the same here, in Node and in a browser."""
        with self._lock:
            return self._core.state_hash()

    def step(
        self, cycles: Cycle = 1, *, events: Iterable[str] = (), seconds: float | None = None
    ) -> tuple[str, ...]:
        """Runs this number of cycles, or this length of time. Stops as in ``run_until``."""
        with self._lock:
            more = cycles_of(cycles, self.clock_hertz, "cycles")
            return self._run_to(self.cycle + more, "cycles", events, seconds)

    def run_until(
        self, cycle: Cycle, *, events: Iterable[str] = (), seconds: float | None = None
    ) -> tuple[str, ...]:
        """Runs until this cycle, or until this time since the start of the run.

        ``events``: kinds of events, named as in ``events()``. The machine stops after the first cycle with
        one of them, and the kinds that occurred are returned.
        ``seconds``: limit of real time. TookTooLong names the cycle reached. The machine can continue.
        """
        return self._run_to(cycles_of(cycle, self.clock_hertz, "cycle"), "cycle", events, seconds)

    def _run_to(self, until: int, name: str, events: Iterable[str], seconds: float | None) -> tuple[str, ...]:
        mask = _mask(events)
        expect_end(until, name)
        if seconds is not None and not (isinstance(seconds, Real) and seconds > 0):
            raise BadInput(f"seconds: must be above 0, not {seconds!r}")
        with self._lock:
            if until < self.cycle:
                raise BadInput(f"cycle: {until} has passed, the machine is at {self.cycle}")
            stopped = self._core.step(until, mask, seconds)
        return tuple(name for name, bit in service().events.items() if stopped >> bit & 1) if stopped else ()

    def run(self, *, seconds: float | None = None) -> Self:
        """Runs to the end of the scenario, unless it is there already. ``seconds``: as in ``run_until``."""
        with self._lock:
            if self.cycle < self.run_cycles:
                self.run_until(self.run_cycles, seconds=seconds)
        return self

    def measure_again(self) -> None:
        """Restarts ``metrics``. Everything before is a warm-up."""
        with self._lock:
            self._before = self._records()
            self._core.measure_again()

    def metrics(self, *expressions: str) -> dict[str, Any]:
        """Returns the object that ``irqscope run --json`` prints. Times are in cycles, None means no value.

        With expressions (docs/expressions.md) such as ``"receive.loss in %"``, returns the value of each.
        """
        with self._lock:
            end = self._records()
            request = {
                **self._end(),
                "ask": "report",
                "brokenLaw": self._core.broken_law(),
                "stops": [end] if self._before is None else [self._before, end],
            }
        if not expressions:
            return dict(self._ask(request)["report"])
        asked = [str(one) for one in expressions]
        values = self._ask({**request, "metrics": asked})["values"]
        return {name: one["value"] for name, one in zip(asked, values, strict=True)}

    def packets(self, from_cycle: Cycle = 0, to_cycle: Cycle = None, *, as_: Kind = "pandas") -> Any:
        """A row for each packet: its size, when it was offered, its fate, and every part of its latency.

        The table has the packets that ended in these cycles (default: all so far) and those still under way,
        without an end. The machine runs again with a log, which takes the time of the run. ``as_="arrow"``
        gives a table of Arrow. ``attrs`` has units, versions, the equivalent command and the state hash.
        """
        return self._table("packets", from_cycle, to_cycle, as_)

    def interrupts(self, from_cycle: Cycle = 0, to_cycle: Cycle = None, *, as_: Kind = "pandas") -> Any:
        """A row for each interrupt of a line, timer or software, with its parts. See ``packets``."""
        return self._table("interrupts", from_cycle, to_cycle, as_)

    def traps(self, from_cycle: Cycle = 0, to_cycle: Cycle = None, *, as_: Kind = "pandas") -> Any:
        """A row for each trap of a thread in machine mode: cause, when taken, answered. See ``packets``."""
        return self._table("traps", from_cycle, to_cycle, as_)

    def events(self, from_cycle: Cycle = 0, to_cycle: Cycle = None, *, as_: Kind = "pandas") -> Any:
        """A row for each event of the log. See ``packets``."""
        return self._table("events", from_cycle, to_cycle, as_)

    def series(
        self,
        every: Cycle = None,
        from_cycle: Cycle = 0,
        to_cycle: Cycle = None,
        *,
        as_: Kind = "pandas",
    ) -> Any:
        """A row for each period: fill of rings and queues, cycles by layer, frames, interrupts.

        ``every``: the period, as cycles or a length of time. Default: about a thousand periods.
        See ``packets`` for the rest.
        """
        cycles = None if every is None else cycles_of(every, self.clock_hertz, "every")
        if cycles == 0:
            raise BadInput(f"every: must be a cycle or more, not {every!r}")
        return self._table(
            "series", from_cycle, to_cycle, as_, **({} if cycles is None else {"every": cycles})
        )

    def timeline(
        self,
        from_cycle: Cycle = 0,
        to_cycle: Cycle = None,
        *,
        width: int = _SHOWN_PX,
        theme: Literal["light", "dark"] = "light",
    ) -> Picture:
        """Draws contexts, lines, rings, queues and memory over these cycles, as on the page."""
        return self._picture("timeline", from_cycle, to_cycle, width, theme)

    def pipeline(
        self,
        from_cycle: Cycle,
        to_cycle: Cycle,
        *,
        width: int | None = None,
        theme: Literal["light", "dark"] = "light",
    ) -> Picture:
        """Draws the instructions of at most 512 cycles, with their stages and the reasons of their stalls."""
        return self._picture("pipeline", from_cycle, to_cycle, width, theme)

    def _table(self, what: str, from_cycle: Cycle, to_cycle: Cycle, kind: Kind, **more: Any) -> Any:
        expect_kind(kind, ("pandas", "arrow"))
        request = {"ask": "table", "what": what, **self._window(from_cycle, to_cycle), **more}
        columns = Columns()
        answer = self._ask(request, columns)
        return columns.table(answer["columns"], self._attrs(answer["notes"]), kind)

    def _attrs(self, notes: Mapping[str, str]) -> dict[str, Any]:
        own = {"scenario": self.name, "seed": self.seed, "clockHertz": self.clock_hertz}
        return {**own, **notes, "cycle": int(notes["cycle"])}

    def _picture(
        self, what: str, from_cycle: Cycle, to_cycle: Cycle, width: int | None, theme: str
    ) -> Picture:
        window = self._window(from_cycle, to_cycle)
        if theme not in ("light", "dark"):
            raise BadInput(f"theme: must be 'light' or 'dark', not {theme!r}")
        wide = {} if width is None else {"width": whole(width, "width", 1)}
        answer = self._ask({"ask": "picture", "what": what, **window, **wide, "theme": theme})
        title = f"{self.name}: {what} of cycles {window['from']} to {window['to']}"
        return Picture(answer["svg"], title, answer["widthPx"], answer["heightPx"])

    def _window(self, from_cycle: Cycle, to_cycle: Cycle) -> dict[str, Any]:
        begin = cycles_of(from_cycle, self.clock_hertz, "from_cycle")
        to = None if to_cycle is None else cycles_of(to_cycle, self.clock_hertz, "to_cycle")
        end = self._end()
        cycle = end["cycle"]
        if cycle == 0:
            raise BadInput("the machine has not run yet: step(), run_until() or run() comes first")
        if to is not None and to > cycle:
            raise BadInput(f"to_cycle: {to} is ahead of the machine, which is at {cycle}")
        to = cycle if to is None else to
        if begin >= to:
            raise BadInput(f"from_cycle: must be below {to}, where the rows end, not {begin}")
        return {**end, "from": begin, "to": to}

    def _end(self) -> dict[str, Any]:
        with self._lock:
            return {"cycle": self._core.cycle, "stateHash": self._core.state_hash()}

    def _records(self) -> dict[str, Any]:
        return {"cycle": self._core.cycle, "records": packed(self._core.records())}

    def _ask(self, request: Mapping[str, Any], columns: Columns | None = None) -> Answer:
        """Asks about this machine. Sends the scenario again if the service no longer knows it."""
        own = {"scenario": self._opened["scenario"], "origin": self._origin}
        again = request["cycle"] if "from" in request else 0

        def part(value: Answer) -> None:
            if columns is not None and "cells" in value:
                columns.add(value["cells"])

        answer = ask({**request, **own}, again, part)
        if "unknown" not in answer:
            return answer
        return ask({**request, **own, "packed": self._opened["packed"]}, again, part)

    def close(self) -> None:
        """Frees its memory. The machine cannot be used afterwards."""
        with self._lock:
            self._core.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<irqscope.Machine {self.name}: cycle {self.cycle} of {self.run_cycles}, seed {self.seed}>"

    def _repr_html_(self) -> str:
        told = (
            f"<b>{escape(self.name)}</b>: cycle {self.cycle:,} of {self.run_cycles:,}, "
            f"{self.cycle / self.clock_hertz * 1e6:,.6g} µs at {self.clock_hertz / 1e6:,.6g} MHz, "
            f"seed {self.seed}"
        )
        return f"<div>{told}{self._shown()}</div>"

    def _shown(self) -> str:
        """The picture or a text. A failure becomes text, because the user did not ask for a picture."""
        if self.cycle < _PICTURE_LEAST:
            return ""
        if self.cycle > _SHOWN_CYCLES:
            return "<br>timeline() draws this long run"
        try:
            return f"<br>{self.timeline()._repr_html_()}"
        except IrqscopeError as error:
            return f"<br>{escape(str(error))}"


def expect_end(cycle: int, name: str) -> None:
    """Refuses a run that is too long. ``name``: name of the argument."""
    if cycle > _CYCLE_LIMIT:
        raise BadInput(f"{name}: must not lead beyond cycle {_CYCLE_LIMIT:,}, but leads to {cycle:,}")


def _origin(scenario: Scenario, settings: Mapping[str, object], seed: object) -> dict[str, Any]:
    """The scenario as a reference in commands of the service."""
    wanted = "an id, a path or an object as JSON has it"
    named = {} if isinstance(scenario, Mapping) else {"subject": path_of(scenario, "scenario", wanted)}
    if not isinstance(settings, Mapping):
        raise BadInput(f"settings: must be an object of fields and values, not {settings!r}")
    seeded = {} if seed is None else {"seed": whole(seed, "seed")}
    return {**named, "settings": [_setting(str(field), value) for field, value in settings.items()], **seeded}


def _setting(field: str, value: object) -> str:
    found = plain(value, f"settings.{field}")
    return f"{field}={found if isinstance(found, str) else dumps(found)}"


def _mask(events: Iterable[str]) -> int:
    if not isinstance(events, Iterable):
        raise BadInput(f"events: must be kinds of events, not {events!r}")
    wanted = [events] if isinstance(events, str) else list(events)
    if not wanted:
        return 0
    known = service().events
    for one in wanted:
        if not isinstance(one, str) or one not in known:
            raise BadInput(f"events: {one!r} is not a kind of event; there are {', '.join(known)}")
    return sum({1 << known[one] for one in wanted})


def _compiled(opened: Answer) -> CompiledRun:
    traffic = opened["traffic"]
    name = None if traffic is None else traffic["name"]
    return CompiledRun("0", opened["config"], name, opened["pages"], (), opened["more"])


# Traffic of the previous machine. Machines of one study have the same traffic.
_traffic: dict[str, bytes] = {}


def _traffic_of(opened: Answer, known: Mapping[str, bytes]) -> bytes:
    traffic = opened["traffic"]
    if traffic is None:
        return b""
    name = traffic["name"]
    if "bytes" not in traffic:
        return known[name]
    data = unpacked(traffic["bytes"])
    _traffic.clear()
    _traffic[name] = data
    return data
