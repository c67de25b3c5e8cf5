"""Packages that some answers need and a worker does not."""

import importlib
from types import ModuleType

from irqscope.errors import PackageMissing


def optional(name: str, purpose: str) -> ModuleType:
    """The package, when it is needed. ``purpose``: what needs it, as a user would say it."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise PackageMissing(f"{purpose} needs the package {name} ({error}): pip install {name}") from error
