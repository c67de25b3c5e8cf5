"""The version of irqscope, which package and command have in common."""

import json
from importlib.metadata import version as installed
from pathlib import Path

_HERE = Path(__file__).resolve().parent


def _version() -> str:
    """In the source tree where Node's package has it; else that which is installed."""
    manifest = _HERE.parents[2] / "package.json"
    if not (_HERE / "data").is_dir() and manifest.is_file():
        return str(json.loads(manifest.read_text("utf-8"))["version"])
    return installed("irqscope")


__version__ = _version()
