"""irqscope's command in Node, with which the tests compare."""

import json
import os
from typing import Any

from irqscope.command import call
from irqscope.service import PATIENCE_VARIABLE

# A command that hangs fails its test within a minute.
os.environ.setdefault(PATIENCE_VARIABLE, "60")

# Of the host, not of the machine: Node measures them, Python's run() leaves them out.
HOST_KEYS = {"hostSeconds", "simulatedCyclesPerSecond", "machineBytes", "stateBytes"}


def node_run(*words: str) -> dict[str, Any]:
    """`irqscope run --json` without the fields about the host."""
    report = json.loads(call(["run", *words, "--json"]))
    return {key: value for key, value in report.items() if key not in HOST_KEYS}
