"""irqscope's command in Node, with which the tests compare."""

import json
import os
import subprocess
from collections.abc import Sequence
from typing import Any

from irqscope.command import CHECK_FAILED, arguments, error_of
from irqscope.service import PATIENCE_VARIABLE

# A command that hangs fails its test within a minute.
os.environ.setdefault(PATIENCE_VARIABLE, "60")

# Measured by Node for its computer, not for the machine. Python's run() omits them.
HOST_KEYS = {"hostSeconds", "simulatedCyclesPerSecond", "machineBytes", "stateBytes"}
# Some minutes, because others use the computer, too.
_CALL_SECONDS = 600


def call(words: Sequence[str], text: str | None = None) -> str:
    """Runs the command to its end and returns its output. Reports contain its warnings."""
    done = subprocess.run(
        arguments(*words),
        input=text or "",
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=_CALL_SECONDS,
    )
    if done.returncode not in (0, CHECK_FAILED):
        raise error_of(done.returncode, done.stderr)
    return done.stdout


def node_run(*words: str) -> dict[str, Any]:
    """`irqscope run --json` without the fields about the host."""
    report = json.loads(call(["run", *words, "--json"]))
    return {key: value for key, value in report.items() if key not in HOST_KEYS}
