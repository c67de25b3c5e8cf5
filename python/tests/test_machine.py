"""Machine has the numbers, tables and pictures of the command, whatever steps it ran in."""

import io
import json
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from conftest import call, node_run

import irqscope
from irqscope import Machine
from irqscope.command import arguments
from irqscope.service import service

# Contexts, a scheduler, several cores and caches, a program, a capture.
NOWHERE = Path("nowhere") / "x"
SCENARIOS = ("ring-overflow-three-contexts", "ksoftirqd", "eight-cores", "checksum-program", "capture")
CYCLES = 300_000


def _in_pieces(machine: Machine, cycle: int) -> Machine:
    """Steps of uneven lengths, including single cycles."""
    piece = 1
    while machine.cycle < cycle:
        machine.step(min(piece, cycle - machine.cycle))
        piece = piece * 7 % 30_011 + 1
    return machine


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_metrics_equal_those_of_the_command_in_one_run_and_in_pieces(scenario: str) -> None:
    there = node_run(scenario, "--cycles", str(CYCLES))
    assert irqscope.run(scenario, cycles=CYCLES) == there
    machine = _in_pieces(Machine(scenario), CYCLES)
    assert machine.state_hash == there["stateHash"]
    assert machine.metrics() == there
    # Asking changes nothing.
    machine.step(1000)
    alone = Machine(scenario)
    alone.run_until(CYCLES + 1000)
    assert machine.state_hash == alone.state_hash


def _exported(*words: str) -> pd.DataFrame:
    text = call(["export", *words])
    return pd.read_csv(io.StringIO(text), keep_default_na=False, na_values=[""])


@pytest.mark.parametrize(
    ("what", "scenario", "words"),
    [
        ("packets", "ring-overflow-three-contexts", ()),
        ("interrupts", "eight-cores", ()),
        ("events", "eight-cores", ("--window", "20000..40000")),
        ("series", "capture", ("--every", "7000")),
    ],
)
def test_tables_equal_those_of_the_command(what: str, scenario: str, words: tuple[str, ...]) -> None:
    """Compares all values, including the description."""
    cycles = 60_000
    machine = Machine(scenario)
    machine.run_until(cycles)
    table = getattr(machine, what)
    more: dict[str, Any] = {
        "series": {"every": 7000},
        "events": {"from_cycle": 20_000, "to_cycle": 40_000},
    }.get(what, {})
    frame, arrow = table(**more), table(**more, as_="arrow")
    there = _exported(what, scenario, "--cycles", str(cycles), *words)
    assert len(frame) > 5
    assert list(frame.columns) == list(there.columns)
    for name in frame.columns:
        here = frame[name].astype(object).where(frame[name].notna(), None).tolist()
        assert here == there[name].astype(object).where(there[name].notna(), None).tolist(), name
        assert here == arrow.column(name).to_pylist()
    attrs = frame.attrs
    assert attrs["command"] == " ".join(["irqscope export", what, scenario, f"--cycles {cycles}", *words])
    assert attrs["stateHash"] == (machine.state_hash if what != "events" else attrs["stateHash"])
    assert (attrs["program"], attrs["scenario"]) == (irqscope.__version__, machine.name)
    cycle_columns = [name for name in frame.columns if re.search(r"(^|_)cycles?\b", name)]
    assert cycle_columns
    assert {attrs["units"][name] for name in cycle_columns} == {"cycles"}
    assert arrow.schema.metadata[b"irqscope.command"] == attrs["command"].encode()
    assert arrow.schema.field(cycle_columns[0]).metadata == {b"unit": b"cycles"}


def test_pictures_equal_those_of_the_command(tmp_path: Path) -> None:
    machine = Machine("ring-overflow")
    machine.run_until(100_000)
    picture = machine.timeline(2_000, 90_000, width=800)
    path = tmp_path / "there.svg"
    window = ("--window", "2000..90000", "--cycles", "100000")
    call(["export", "timeline", "ring-overflow", *window, "--width", "800", "-o", str(path)])
    assert picture.svg == path.read_text("utf-8")
    picture.save(tmp_path / "here.svg")
    assert (tmp_path / "here.svg").read_bytes() == path.read_bytes()
    assert machine.pipeline(2_700, 2_760).svg.count("<svg") == 1


def test_a_notebook_shows_the_timeline_and_loads_nothing() -> None:
    machine = Machine("one-packet")
    assert "<img" not in machine._repr_html_()
    machine.run()
    shown = machine._repr_html_()
    assert "<b>One packet</b>" in shown
    assert re.search(r'<img alt="[^"]+" width="900" .* src="data:image/svg\+xml;base64,', shown)
    assert "<script" not in shown
    assert "http" not in re.sub(r"base64,[^\"]*", "", shown)
    assert repr(machine).startswith(f"<irqscope.Machine One packet: cycle {machine.cycle} of {machine.cycle}")


def test_a_warm_up_is_excluded_from_the_metrics() -> None:
    machine = Machine("ring-overflow", seed=3)
    _in_pieces(machine, 120_000).measure_again()
    _in_pieces(machine, 300_000)
    there = node_run("ring-overflow", "--cycles=300000", "--warm-up=120000", "--seed=3")
    assert machine.metrics() == there
    # The packets before that cycle stay in the table.
    assert machine.packets()["offered_cycle"].min() < 120_000


def test_metrics_can_be_expressions() -> None:
    machine = Machine("ring-overflow", settings={"rxRingFrames": 4})
    machine.run_until(200_000)
    asked = ["receive.loss in %", "receive.latency.p99 in us", "receive.loss < 1 %"]
    there = node_run(
        "ring-overflow", "--set=rxRingFrames=4", "--cycles=200000", *(f"--show={one}" for one in asked)
    )
    assert machine.metrics(*asked) == {one["metric"]: one["value"] for one in there["shown"]}
    with pytest.raises(irqscope.BadInput, match=r"metrics: receive\.los in %: .*did you mean receive\.loss"):
        machine.metrics("receive.los in %")


def test_a_machine_stops_right_after_an_event() -> None:
    machine = Machine("ring-overflow")
    assert machine.run_until(100_000, events=["frame-offered", "frame-dropped"]) == ("frame-offered",)
    offered = machine.cycle
    assert machine.events()["kind"].tolist().count("frame-offered") == 1
    assert offered == machine.events().query("kind == 'frame-offered'")["cycle"].iloc[0] + 1
    assert machine.step(5) == ()
    assert machine.cycle == offered + 5
    with pytest.raises(irqscope.BadInput, match="events: 'frame-lost' is not a kind of event; there are"):
        machine.step(events=["frame-lost"])


def test_times_are_cycles_of_the_clock() -> None:
    machine = Machine("ring-overflow", settings={"clockHertz": "200 MHz"})
    machine.run_until(pd.Timedelta("50 us"))
    assert machine.cycle == 10_000
    machine.step(np.timedelta64(2, "us"))
    assert machine.cycle == 10_400
    assert len(machine.series(every=pd.Timedelta("10 us"))) == 6


@pytest.mark.parametrize("seed", [np.int64(7), np.uint8(7), 7.0])
def test_numbers_of_numpy_are_accepted(seed: Any) -> None:
    ring, cycles = np.arange(4, 10, 4)[1], np.float64(1e5)
    here = irqscope.run("ring-overflow", settings={"rxRingFrames": ring}, seed=seed, cycles=cycles)
    assert here == node_run("ring-overflow", "--set", "rxRingFrames=8", "--seed", "7", "--cycles", "100000")


def test_two_machines_run_at_once_and_a_scenario_may_be_an_object() -> None:
    """Each machine continues independently, in any order of calls."""
    deep, flat = (Machine("ring-overflow", settings={"rxRingFrames": ring}) for ring in (64, 2))
    for _ in range(3):
        deep.step(40_000)
        flat.step(20_000)
        assert flat.metrics()["command"].startswith("irqscope run ring-overflow --set rxRingFrames=2")
    there = node_run("ring-overflow", "--set=rxRingFrames=64", "--cycles=120000")
    assert deep.metrics() == there
    again = Machine(deep.scenario)
    again.run_until(120_000)
    assert again.metrics() == {**there, "command": "irqscope run - --cycles 120000"}


def test_threads_share_the_service_and_a_machine() -> None:
    """With eight threads at once, each gets its own answers."""
    shared = Machine("ring-overflow")
    found: dict[int, tuple[str, str]] = {}

    def work(ring: int) -> None:
        own = Machine("ring-overflow", settings={"rxRingFrames": ring})
        for _ in range(4):
            own.step(5_000)
            shared.step(1_000)
            shared.metrics("receive.loss")
            own.packets()
        found[ring] = (own.metrics()["command"], own.state_hash)

    threads = [threading.Thread(target=work, args=(ring,)) for ring in range(2, 10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(found) == list(range(2, 10))
    for ring, (command, state_hash) in found.items():
        assert command == f"irqscope run ring-overflow --set rxRingFrames={ring} --cycles 20000"
        alone = Machine("ring-overflow", settings={"rxRingFrames": ring})
        alone.run_until(20_000)
        assert state_hash == alone.state_hash
    assert shared.cycle == 32_000
    alone = Machine("ring-overflow")
    alone.run_until(32_000)
    assert shared.state_hash == alone.state_hash


@pytest.mark.parametrize(
    ("scenario", "settings", "text"),
    [
        ({"a": 1}, {}, "^scenario: format: must be"),
        ("ring-overflo", {}, "^ring-overflo: .*did you mean ring-overflow"),
        ("-", {}, "^-: is not a file here"),
        (3, {}, "^scenario: must be an id, a path or an object"),
        ("ring-overflow", {"rxRingFrames": 0}, "^settings: rxRingFrames: .* must be from 1"),
        ("ring-overflow", {"rxRingFrames": float("nan")}, r"^settings\.rxRingFrames: is nan"),
        ("ring-overflow", {"rxRingFrames": {1, 2}}, r"^settings\.rxRingFrames: is of the type set"),
        ({"name": b"x"}, {}, r"^scenario\.name: is of the type bytes"),
        ("", {}, "^scenario: must be an id, a path or an object .*, not ''"),
        ("a\0b", {}, "^scenario: must be .*, not 'a"),
        ("ring-overflow", [1], r"^settings: must be an object of fields and values, not \[1\]"),
        ("ring-overflow", {"rxRingFrames": 10**5000}, r"^settings\.rxRingFrames: is inf"),
    ],
)
def test_bad_input_is_refused_with_the_field(scenario: Any, settings: dict[str, Any], text: str) -> None:
    """The error uses the caller's words and names the field."""
    for call_of in (Machine, irqscope.run):
        with pytest.raises(irqscope.BadInput, match=text) as caught:
            call_of(scenario, settings=settings)
        assert "--" not in str(caught.value) or "--list" in str(caught.value)
        assert "/tmp" not in str(caught.value)


def test_a_run_with_a_limit_of_time_ends_there_and_can_go_on() -> None:
    machine = Machine("ring-overflow")
    with pytest.raises(
        irqscope.TookTooLong, match=r"^seconds: the limit of 0.05 s is reached: .* of 1,000,000,000,000 and"
    ):
        machine.run_until(10**12, seconds=0.05)
    reached = machine.cycle
    assert 0 < reached < 10**9
    machine.step(1000, seconds=60)
    alone = Machine("ring-overflow")
    alone.run_until(reached + 1000)
    assert machine.state_hash == alone.state_hash


def test_arguments_that_contradict_are_refused() -> None:
    machine = Machine("ring-overflow")
    for ask_for, text in (
        (machine.packets, "has not run yet"),
        (lambda: machine.run_until("1 ms"), "cycle: must be a whole number, not '1 ms'"),
        (lambda: machine.step(1.5), "cycles: must be a whole number, not 1.5"),
        (lambda: machine.step(-1), "cycles: must be a whole number, not -1"),
        (lambda: machine.run_until(pd.Timestamp("2026-01-01")), "cycle: .* a point in time"),
        (
            lambda: machine.run_until(10**12 + 1),
            "cycle: .* cycle 1,000,000,000,000, but leads to 1,000,000,000,001",
        ),
        (lambda: machine.step(1 << 60), "cycles: must not lead beyond cycle 1,000,000,000,000"),
        (lambda: irqscope.run("ring-overflow", cycles=1 << 60), "cycles: must not lead beyond"),
        (lambda: machine.step(1, seconds=0), "seconds: must be above 0, not 0"),
        (lambda: machine.run(seconds=float("nan")), "seconds: must be above 0, not nan"),
        (lambda: irqscope.run("ring-overflow", cycles=100, warm_up_cycles=100), "warm_up_cycles: .* 0 to 99"),
        (lambda: Machine("one-packet", seed=1 << 60), "^seed: must be at most 9007199254740991$"),
        (lambda: machine.step(events=5), "^events: must be kinds of events, not 5"),  # type: ignore[arg-type]
        (lambda: machine.step(events=[["a"]]), r"^events: \['a'\] is not a kind"),  # type: ignore[list-item]
    ):
        with pytest.raises(irqscope.BadInput, match=text):
            ask_for()
    machine.run_until(1000)
    for asks, text in (
        (lambda: machine.run_until(999), "cycle: 999 has passed, the machine is at 1000"),
        (lambda: machine.packets(0, 2000), "to_cycle: 2000 is ahead of the machine, which is at 1000"),
        (lambda: machine.packets(1000), "from_cycle: must be below 1000"),
        (lambda: machine.packets(as_="polars"), "as_: must be one of 'pandas', 'arrow', not 'polars'"),  # type: ignore[arg-type]
        (lambda: machine.series(every=0), "every: must be a cycle or more"),
        (lambda: machine.series(every=1 << 60), "^every: must be at most 9007199254740991$"),
        (lambda: machine.timeline(width=10), "width: must be at least"),
        (lambda: machine.timeline(width=40_000), "^width: must be at most 32768$"),
        (lambda: machine.timeline().save(NOWHERE), "^path: .*nowhere/x: No such file or directory"),
        (lambda: machine.timeline().save(5), "^path: must be a path, not 5"),  # type: ignore[arg-type]
        (lambda: machine.pipeline(0, 900), "window: has 900 cycles; a pipeline shows at most 512"),
    ):
        with pytest.raises(irqscope.BadInput, match=text):
            asks()
    with machine:
        machine.step()
    with pytest.raises(irqscope.IrqscopeError, match="the machine is closed"):
        machine.step()


@pytest.mark.parametrize(
    ("name", "kind", "text"),
    [("pandas", "pandas", "a table as a DataFrame needs"), ("pyarrow", "arrow", "a table of Arrow needs")],
)
def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch, name: str, kind: Any, text: str) -> None:
    machine = Machine("one-packet")
    machine.step(1000)
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(irqscope.PackageMissing, match=rf"{text} the package {name} .*pip install {name}"):
        machine.packets(as_=kind)
    assert machine.metrics("receive.loss") == {"receive.loss": 0}


def test_a_machine_needs_neither_pandas_nor_numpy() -> None:
    """Importing irqscope does not load them either."""
    script = (
        "import sys, irqscope\n"
        "machine = irqscope.Machine('one-packet')\nmachine.run()\nprint(machine.metrics()['stateHash'])\n"
        "print([name for name in ('numpy', 'pandas', 'pyarrow', 'xarray') if name in sys.modules])"
    )
    around = {"PATH": str(Path(arguments()[0]).parent), "PYTHONPATH": str(Path(__file__).parents[1] / "src")}
    done = subprocess.run(
        [sys.executable, "-c", script], env=around, capture_output=True, text=True, check=True
    )
    machine = Machine("one-packet").run()
    assert done.stdout.splitlines() == [machine.state_hash, "[]"]


def test_a_scenario_that_the_service_has_dropped_is_sent_again() -> None:
    """The service keeps only the latest scenarios."""
    first = Machine("one-packet", seed=1000)
    first.step(100)
    told = first.metrics()
    for seed in range(70):
        Machine("one-packet", seed=seed)
    answer = service().ask({"ask": "table", **_about(first), "what": "events", "from": 0, "to": 100})
    assert answer["unknown"] == "scenario"
    assert first.metrics() == told


def _about(machine: Machine) -> dict[str, Any]:
    own = {"scenario": machine._opened["scenario"], "origin": {"subject": "one-packet", "settings": []}}
    return {**own, "cycle": machine.cycle, "stateHash": machine.state_hash}


def test_a_table_of_another_machine_is_refused() -> None:
    """A table runs the machine again, which must end in the same state."""
    machine = Machine("one-packet")
    machine.step(100)
    asked = {**_about(machine), "stateHash": "0123456789abcdef"}
    with pytest.raises(irqscope.IrqscopeError, match=r"state hash .* but the machine in the request has"):
        service().ask({"ask": "table", **asked, "what": "events", "from": 0, "to": 100})


def test_files_are_relative_to_the_present_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The service was started in another folder."""
    scenario = Machine("one-packet").scenario
    (tmp_path / "mine.json").write_text(json.dumps({**scenario, "name": "Mine"}), "utf-8")
    monkeypatch.chdir(tmp_path)
    assert Machine("mine.json").name == "Mine"
    assert Machine(Path("mine.json")).name == "Mine"
