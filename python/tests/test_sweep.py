"""sweep() has the rows of Node, on threads and on workers that die."""

import json
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from conftest import call
from distributed import Client, LocalCluster

import irqscope
from irqscope import workers
from irqscope.__main__ import main
from irqscope.compiled import Head
from irqscope.host import _Session, host
from irqscope.service import PATIENCE_VARIABLE
from irqscope.workers import Batch, Done, LocalWorkers, Task


def _study(**changes: object) -> dict[str, Any]:
    study = {
        "format": "irqscope-study",
        "version": 1,
        "name": "small",
        "scenarios": ["ring-overflow"],
        "set": {"runCycles": 100_000},
        "axes": [{"kind": "field", "field": "rxRingFrames", "name": "ring", "values": [4, 8]}],
        "seeds": {"count": 3},
    }
    return {**study, **changes}


# A stop rule asks for more seeds while results arrive, after a warm-up. Runs share the frames of a capture.
STUDIES: dict[str, dict[str, Any]] = {
    "stop": _study(
        warmUpCycles=20_000,
        metrics=["receive.loss in %", "receive.rate in Mb/s"],
        stop={"metric": "receive.loss in %", "halfWidth": 1, "batch": 2, "maximumSeeds": 9},
    ),
    "capture": _study(scenarios=["capture", "ring-overflow"], seeds={"count": 2}, axes=[]),
}


def _file(folder: Path, study: dict[str, Any]) -> Path:
    path = folder / "small.study.json"
    path.write_text(json.dumps(study), "utf-8")
    return path


def _rows_of_node(study: Path) -> str:
    path = study.parent / "node.jsonl"
    call(["sweep", str(study), "--out", str(path)])
    return path.read_text("utf-8")


@pytest.mark.parametrize("name", STUDIES)
def test_rows_equal_those_of_node(name: str, tmp_path: Path) -> None:
    """The files are equal byte by byte, with equal state hashes."""
    study = _file(tmp_path, STUDIES[name])
    there = _rows_of_node(study)
    out = tmp_path / "rows.jsonl"
    frame = irqscope.sweep(study, output=out, threads=2)
    assert out.read_text("utf-8") == there
    rows = [json.loads(line) for line in there.splitlines()]
    assert len(frame) == len(rows) >= 4
    assert list(frame["stateHash"]) == [row["stateHash"] for row in rows]
    assert list(frame["seed"]) == [row["seed"] for row in rows]
    column = next(iter(rows[0]["point"]))
    assert list(frame[column]) == [row["point"][column] for row in rows]


def test_a_study_may_be_an_object_and_an_invalid_one_is_refused() -> None:
    """The error of the command names the field."""
    assert len(irqscope.sweep(_study(seeds={"count": 1}), threads=2)) == 2
    with pytest.raises(irqscope.BadInput, match="rxRingFrame"):
        irqscope.sweep(_study(axes=[{"kind": "field", "field": "rxRingFrame", "values": [1]}]))


WRONG: Any = 5
CONTEXTS = {"kind": "field", "field": "machine.core.contexts", "values": [1, 2]}


@pytest.mark.parametrize(
    ("ask_for", "text"),
    [
        (
            lambda: irqscope.sweep(_study(), client="tcp://"),
            r"^client: must be a distributed\.Client, not str",
        ),
        (lambda: irqscope.sweep(WRONG), "^study: must be an id, a path or an object as JSON has it, not 5"),
        (lambda: irqscope.search(WRONG), "^study: must be .*, not 5"),
        (
            lambda: irqscope.sweep("--help"),
            r"^study: must not begin with -, but --help does: write \./--help",
        ),
        (lambda: irqscope.sweep("-"), "^study: must not begin with -"),
        (lambda: irqscope.sweep(_study(), output=WRONG), "^output: must be a path, not 5"),
        (lambda: irqscope.sweep(_study(), summary=WRONG), "^summary: must be a path, not 5"),
        (
            lambda: irqscope.sweep(_study(), output="a"),
            '^output: "a" must end with .jsonl, .csv or .parquet$',
        ),
        (lambda: irqscope.sweep(_study(), summary="a.txt"), '^summary: "a.txt" must end with .csv or .json$'),
        (lambda: irqscope.search(_study()), "; irqscope.sweep runs all its points$"),
        (lambda: irqscope.sweep(_study(axes=[CONTEXTS])), "1 of 2 points is not valid$"),
        (lambda: irqscope.read_rows(WRONG), "^paths: must be a path, not 5"),
        (lambda: irqscope.read_rows("nowhere.jsonl"), "^nowhere.jsonl: No such file or directory"),
        (lambda: irqscope.read_rows(__file__), r"test_sweep.py: line 1: is not a row of a study"),
    ],
)
def test_an_argument_that_cannot_be_used_is_named(ask_for: Callable[[], object], text: str) -> None:
    with pytest.raises(irqscope.BadInput, match=text):
        ask_for()


def test_wrong_numbers_of_the_command_line_and_the_environment_are_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["sweep", "contexts-ring-rate", "--out", "rows.jsonl"]
    assert main([*words, "--threads=-3"]) == 2
    assert capsys.readouterr().err == "error: --threads: must be a whole number of 1 or more, not -3\n"
    monkeypatch.setenv(PATIENCE_VARIABLE, "soon")
    assert main(words) == 2
    assert capsys.readouterr().err == f"error: {PATIENCE_VARIABLE}: must be a number of seconds, not 'soon'\n"


@pytest.mark.long("It adds a sweep that ended by itself. A killed one goes on in the short list.")
def test_a_sweep_resumes_where_it_ended(tmp_path: Path) -> None:
    """Runs that have a row are not repeated."""
    study = _file(tmp_path, _study())
    there = _rows_of_node(study)
    out = tmp_path / "rows.jsonl"
    out.write_text("".join(there.splitlines(keepends=True)[1:4]) + '{"study":"sm', "utf-8")
    words = ["sweep", str(study), "-o", str(out), "--threads=2"]
    assert main(words) == 2
    assert main([*words, "--resume"]) == 0
    assert out.read_text("utf-8") == there


@pytest.mark.long(
    "It adds shards on Python's workers. tests/cli/study.test.ts has the shards of the command."
)
def test_shards_together_equal_the_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The shards run as in an array of jobs."""
    study = _file(tmp_path, _study())
    parts = [tmp_path / f"part{index}.jsonl" for index in (1, 2)]
    for index, part in enumerate(parts, 1):
        assert main(["sweep", str(study), "--out", str(part), f"--shard={index}/2", "--threads=1"]) == 0
    assert "3 runs in" in capsys.readouterr().err
    frame = irqscope.read_rows(*parts)
    keys = {(row["point"]["ring"], row["seed"]) for row in map(json.loads, _rows_of_node(study).splitlines())}
    assert set(zip(frame["ring"], frame["seed"], strict=True)) == keys
    assert len(frame) == len(keys)


class _LossError(Exception):
    """Has the name of Dask's KilledWorker."""


class _DeadlyRuns(LocalWorkers):
    """Kills one worker after another on a task with more than `most` runs or with the run `deadly`."""

    def __init__(self, most: int, deadly: str = "") -> None:
        super().__init__(2)
        self._most = most
        self._deadly = deadly
        self.largest = 0

    def submit(self, head: Head, batch: Batch) -> Task:
        """Fails the task, or runs it on a thread."""
        self.largest = max(self.largest, len(batch.runs))
        if len(batch.runs) <= self._most and all(run.key != self._deadly for run in batch.runs):
            return super().submit(head, batch)
        future: Future[Done] = Future()
        future.set_exception(_LossError("worker died"))
        return future

    def is_worker_loss(self, error: BaseException) -> bool:
        """Whether the error belongs to this class."""
        return isinstance(error, _LossError)


@pytest.mark.long("It adds the task that is split. A run that kills workers ends a sweep in the short list.")
def test_a_task_that_kills_workers_is_split(tmp_path: Path) -> None:
    """The task is split into tasks that the workers survive."""
    study = _file(tmp_path, _study(seeds={"count": 12}))
    out = tmp_path / "rows.jsonl"
    workers = _DeadlyRuns(most=2)
    assert host(["sweep", str(study), "--out", str(out), "--elsewhere"], workers).code == 0
    assert workers.largest > 4
    assert out.read_text("utf-8") == _rows_of_node(study)


def test_a_run_that_kills_workers_ends_the_sweep(tmp_path: Path) -> None:
    """The error names point and seed, and the finished rows are complete."""
    study = _file(tmp_path, _study(seeds={"count": 12}))
    out = tmp_path / "rows.jsonl"
    ending = host(["sweep", str(study), "--out", str(out), "--elsewhere"], _DeadlyRuns(100, deadly="20"))
    assert ending.code == 2
    assert "ring=8 seed=9: _LossError: worker died" in ending.errors
    there = set(_rows_of_node(study).splitlines())
    assert {*out.read_text("utf-8").splitlines()} < there


def _at_answer(monkeypatch: pytest.MonkeyPatch, count: int, act: Callable[[_Session], None]) -> list[int]:
    """Acts once, after at least `count` runs have been answered and before the next answer.

    Returns the number of answered runs at that time.
    """
    tell = _Session._tell
    answered = 0
    acted: list[int] = []

    def telling(self: _Session, lines: Sequence[str]) -> None:
        nonlocal answered
        tell(self, lines)
        answered += len(lines)
        if answered >= count and not acted:
            acted.append(answered)
            act(self)

    monkeypatch.setattr(_Session, "_tell", telling)
    monkeypatch.setattr(workers, "MOST_RUNS", 8)
    return acted


def test_a_dead_worker_loses_no_run_and_repeats_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of two workers is killed when a third of the runs are answered."""
    study = _file(tmp_path, _study(seeds={"count": 30}, set={"runCycles": 100_000}))
    there = _rows_of_node(study)
    out = tmp_path / "rows.jsonl"
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster,
        Client(cluster) as client,
    ):
        victim = next(iter(client.run(os.getpid).values()))
        killed = _at_answer(monkeypatch, 20, lambda _: os.kill(victim, signal.SIGKILL))
        frame = irqscope.sweep(study, client, output=out)
    assert len(frame) == 60
    assert killed
    assert killed[0] < 60
    assert out.read_text("utf-8") == there
    assert max(Counter(zip(frame["ring"], frame["seed"], strict=True)).values()) == 1


def test_a_killed_command_is_reported_and_resume_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The kill equals the one by a system without memory."""
    study = _file(tmp_path, _study(seeds={"count": 30}, set={"runCycles": 100_000}))
    there = _rows_of_node(study)
    out = tmp_path / "rows.jsonl"

    def kill(running: _Session) -> None:
        while out.read_bytes().count(b"\n") < 5:
            time.sleep(0.005)
        running._child.kill()

    words = ["sweep", str(study), "--out", str(out), "--threads", "1"]
    with monkeypatch.context() as patch:
        _at_answer(patch, 5, kill)
        assert main(words) == 3
    assert "ended by SIGKILL" in capsys.readouterr().err
    assert 5 <= out.read_text("utf-8").count("\n") < 60
    assert main([*words, "--resume"]) == 0
    assert out.read_text("utf-8") == there


@pytest.mark.parametrize("name", ["rows.csv", "rows.parquet"])
def test_an_output_that_cannot_be_read_back_is_refused_before_a_run(tmp_path: Path, name: str) -> None:
    """Only the frame can write such a file."""
    out = tmp_path / name
    for call_of in (irqscope.sweep, irqscope.search):
        with pytest.raises(irqscope.BadInput, match=r"must be a file of JSON lines .*frame.to_"):
            call_of(_study(), output=out)
    assert not out.exists()
    rows = tmp_path / "rows.jsonl"
    rows.touch()
    with pytest.raises(irqscope.BadInput, match=r"already exists; resume=True continues it$"):
        irqscope.sweep(_study(), output=rows)


def test_a_command_killed_in_the_middle_of_a_line_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """The signal may have a name or not."""
    for number, name in ((9, "SIGKILL"), (40, "signal 40")):
        script = f"import os; os.write(1, b'{{'); os.kill(os.getpid(), {number})"
        monkeypatch.setattr("irqscope.host.arguments", lambda *_, text=script: [sys.executable, "-c", text])
        with pytest.raises(irqscope.IrqscopeError, match=f"ended by {name}"):
            host([], LocalWorkers(1))


@pytest.mark.long(
    "It adds a whole search on Python's workers. tests/study/search.test.ts has the search itself."
)
def test_a_search_finds_the_answer_of_all_points(tmp_path: Path) -> None:
    no_loss = 'receive.drop["rx-ring-full"] == 0'
    study = _study(
        set={"runCycles": 100_000},
        axes=[
            {"kind": "field", "field": "framesPerSecond", "name": "rate", "values": [60_000, 120_000]},
            {"kind": "field", "field": "rxRingFrames", "name": "ring", "values": "1..24"},
        ],
        metrics=["receive.loss in %"],
        search={"over": ["ring"], "goal": "minimize", "of": "ring", "subjectTo": [no_loss]},
    )
    rows = tmp_path / "rows.jsonl"
    found = irqscope.search(study, output=rows, threads=2)
    everything = irqscope.sweep(study, threads=2)
    for _, one in found.iterrows():
        of_case = everything[everything.rate == one.rate]
        holds = of_case.groupby("ring")[no_loss].min() == 1
        assert one.ring == holds[holds].index.min()
    assert found.isSettled.all()
    assert sum(found.points) * 3 == len(irqscope.read_rows(rows)) < len(everything) / 2
