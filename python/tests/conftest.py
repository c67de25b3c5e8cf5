"""irqscope's command in Node, with which the tests compare."""

import json
from typing import Any

from irqscope.command import call

# Of the host, not of the machine: Node measures them, Python's run() leaves them out.
HOST_KEYS = {"hostSeconds", "simulatedCyclesPerSecond", "machineBytes", "stateBytes"}


def node_run(*words: str) -> dict[str, Any]:
    """`irqscope run --json` without the fields about the host."""
    report = json.loads(call(["run", *words, "--json"]))
    return {key: value for key, value in report.items() if key not in HOST_KEYS}
