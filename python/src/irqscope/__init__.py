"""What an interrupt costs, cycle by cycle: irqscope's machines in Python.

``run(scenario)`` gives what ``irqscope run --json`` prints, ``sweep(study)`` a DataFrame of a study's rows.

The machine is the WebAssembly module of page and command. Scenarios are checked and compiled, and metrics
made of what comes back, by irqscope's own command, which needs Node on the computer that calls; a worker
needs none.
"""

from irqscope.command import version
from irqscope.errors import BadInput, CoreFault, IrqscopeError, NodeMissing
from irqscope.run import run
from irqscope.sweep import read_rows, search, sweep

__all__ = [
    "BadInput",
    "CoreFault",
    "IrqscopeError",
    "NodeMissing",
    "read_rows",
    "run",
    "search",
    "sweep",
    "version",
]
