"""What may go wrong."""


class IrqscopeError(Exception):
    """Of all errors of this package."""


class BadInput(IrqscopeError):  # noqa: N818
    """A scenario, a study or an argument is not valid; the text names file, field and reason."""


class NodeMissing(IrqscopeError):  # noqa: N818
    """There is no Node that irqscope's command runs on."""


class CoreFault(IrqscopeError):  # noqa: N818
    """The core trapped or refused a compiled machine: a fault of irqscope, not of the input."""


class PackageMissing(IrqscopeError, ImportError):  # noqa: N818
    """A package that not all of irqscope needs is not installed."""
