"""Errors of this package, and imports of optional packages."""

import importlib
from types import ModuleType


class IrqscopeError(Exception):
    """The base of all errors of this package."""


class BadInput(IrqscopeError):  # noqa: N818
    """A scenario, a study or an argument is not valid. The text names file, field and reason."""


class NodeMissing(IrqscopeError):  # noqa: N818
    """There is no Node that can run irqscope's command."""


class CoreFault(IrqscopeError):  # noqa: N818
    """The core trapped or refused a compiled machine: a fault of irqscope, not of the input."""


class TookTooLong(IrqscopeError):  # noqa: N818
    """A machine has run for as long as the caller allows."""


class PackageMissing(IrqscopeError, ImportError):  # noqa: N818
    """An optional package is not installed."""


def optional(name: str, purpose: str) -> ModuleType:
    """Imports an optional package. ``purpose``: what needs the package, in the user's words."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise PackageMissing(f"{purpose} needs the package {name} ({error}): pip install {name}") from error
