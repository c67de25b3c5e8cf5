"""What an interrupt costs, cycle by cycle: irqscope's machines in Python.

``Machine(scenario)`` is one to step and to ask; ``run(scenario)`` gives what ``irqscope run --json`` prints,
``sweep(study)`` a table of a study's rows.

The machine is the WebAssembly module of page and command, and runs in this process. Scenarios are checked
and compiled, and metrics made of what comes back, by irqscope's own command, which needs Node on the computer
that calls; a worker needs none.
"""

from irqscope.cube import to_xarray
from irqscope.errors import BadInput, CoreFault, IrqscopeError, NodeMissing, PackageMissing
from irqscope.machine import Machine
from irqscope.picture import Picture
from irqscope.run import run
from irqscope.sweep import read_rows, search, sweep
from irqscope.version import __version__

__all__ = [
    "BadInput",
    "CoreFault",
    "IrqscopeError",
    "Machine",
    "NodeMissing",
    "PackageMissing",
    "Picture",
    "__version__",
    "read_rows",
    "run",
    "search",
    "sweep",
    "to_xarray",
]
