"""What an interrupt costs, cycle by cycle: irqscope's machines in Python.

``Machine(scenario)`` is a machine to step and to inspect. ``run(scenario)`` gives the object that
``irqscope run --json`` prints. ``sweep(study)`` gives a table of a study's rows.

The machine is the WebAssembly module of the page and the command, and runs in this process. irqscope's
command checks and compiles scenarios and computes metrics from the results. It needs Node on the calling
computer. Workers need no Node.
"""

from irqscope.errors import BadInput, CoreFault, IrqscopeError, NodeMissing, PackageMissing, TookTooLong
from irqscope.files import __version__
from irqscope.machine import Machine
from irqscope.picture import Picture
from irqscope.run import run
from irqscope.sweep import read_rows, search, sweep
from irqscope.tables import to_xarray

__all__ = [
    "BadInput",
    "CoreFault",
    "IrqscopeError",
    "Machine",
    "NodeMissing",
    "PackageMissing",
    "Picture",
    "TookTooLong",
    "__version__",
    "read_rows",
    "run",
    "search",
    "sweep",
    "to_xarray",
]
