"""If a program instead of Node prints unknown text, the error says so."""

import sys
import time
from pathlib import Path

import pytest

import irqscope
from irqscope import command
from irqscope.compiled import lines_of
from irqscope.errors import IrqscopeError
from irqscope.service import PATIENCE_VARIABLE


def _node(folder: Path, monkeypatch: pytest.MonkeyPatch, answer: str) -> None:
    """A program that prints a version of Node, and prints `answer` for everything else."""
    program = folder / "node"
    lines = [
        f"#!{sys.executable}",
        "import sys, time",
        "print('v22.12.0') if '--version' in sys.argv else exec(" + repr(answer) + ")",
    ]
    program.write_text("\n".join(lines))
    program.chmod(0o755)
    monkeypatch.setenv(command.NODE_VARIABLE, str(program))
    command.find_node.cache_clear()


@pytest.fixture(autouse=True)
def _forget_node() -> "object":
    yield
    command.find_node.cache_clear()


STUDY = {
    "format": "irqscope-study",
    "version": 1,
    "name": "s",
    "scenarios": ["ring-overflow"],
    "seeds": {"count": 1},
}


@pytest.mark.parametrize("answer", ["print('hello')", "print('[1]')", "print('{}')", "pass"])
def test_an_unreadable_answer_of_a_sweep_is_an_irqscope_error(
    answer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _node(tmp_path, monkeypatch, answer)
    with pytest.raises(IrqscopeError):
        irqscope.sweep(STUDY)


@pytest.mark.parametrize("line", ["hello\n", "[1]\n", "null\n", '{"x": 1}\n', '{"format": 3}\n', "\x1b[2J\n"])
def test_a_line_of_another_program_is_quoted_in_the_error(line: str) -> None:
    with pytest.raises(IrqscopeError) as caught:
        list(lines_of([line]))
    assert "\x1b" not in str(caught.value)


def test_a_node_that_prints_no_version_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "node"
    program.write_text(f"#!{sys.executable}\nimport time\ntime.sleep(600)\n")
    program.chmod(0o755)
    monkeypatch.setattr(command, "_VERSION_SECONDS", 1)
    monkeypatch.setenv(command.NODE_VARIABLE, str(program))
    command.find_node.cache_clear()
    with pytest.raises(irqscope.NodeMissing, match="does not say its version"):
        command.find_node()


# For a study that is larger than the capacity of a pipe.
_HANGS = {
    "says nothing": "time.sleep(600)",
    "does not end with its standard input": "print('hello', flush=True); time.sleep(600)",
    "closes its output and goes on": "os.close(1); time.sleep(600)",
}


@pytest.mark.parametrize("script", _HANGS.values(), ids=_HANGS.keys())
def test_a_hanging_command_is_ended(script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PATIENCE_VARIABLE, "1")
    words = [sys.executable, "-c", f"import os, time; {script}"]
    monkeypatch.setattr("irqscope.host.arguments", lambda *_: words)
    began = time.monotonic()
    with pytest.raises(IrqscopeError, match=r"said nothing for 1 s and was ended .*NODE_SECONDS"):
        irqscope.sweep({**STUDY, "description": "x" * 200_000})
    assert time.monotonic() - began < 60
