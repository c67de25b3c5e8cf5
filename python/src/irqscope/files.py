"""The two files of irqscope that this package brings: the core, and the command as one file."""

from pathlib import Path

from irqscope.errors import IrqscopeError

CORE = "core_fast.wasm"
COMMAND = "irqscope.mjs"

_HERE = Path(__file__).resolve().parent
# In the wheel; in the source tree what ``npm run setup`` builds.
_FOLDERS = (_HERE / "data", _HERE.parents[2] / "cli" / "dist")


def data_file(name: str) -> Path:
    """Where the file is."""
    for folder in _FOLDERS:
        path = folder / name
        if path.is_file():
            return path
    raise IrqscopeError(f"{name} is missing: install the wheel again, or run npm run setup")
