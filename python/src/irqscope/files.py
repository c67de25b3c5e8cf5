"""Files of this package: the core, the command as one file, and the version that both share."""

import json
from importlib.metadata import version as installed
from pathlib import Path

from irqscope.errors import IrqscopeError

CORE = "core_fast.wasm"
COMMAND = "irqscope.mjs"

_HERE = Path(__file__).resolve().parent
# The folder in the wheel, and the one that ``npm run setup`` builds in the source tree.
_FOLDERS = (_HERE / "data", _HERE.parents[2] / "cli" / "dist")


def data_file(name: str) -> Path:
    """The path of a file in the package."""
    for folder in _FOLDERS:
        path = folder / name
        if path.is_file():
            return path
    raise IrqscopeError(f"{name} is missing: install the wheel again, or run npm run setup")


def _version() -> str:
    """The version of Node's package in the source tree, otherwise the installed version."""
    manifest = _HERE.parents[2] / "package.json"
    if not (_HERE / "data").is_dir() and manifest.is_file():
        return str(json.loads(manifest.read_text("utf-8"))["version"])
    return installed("irqscope")


__version__ = _version()
