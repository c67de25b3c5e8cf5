"""Compiled files: machines as bytes (docs/elsewhere.md). Only the command interprets them."""

import base64
import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Self

from irqscope.errors import IrqscopeError

FORMAT = "irqscope-compiled"
FORMAT_VERSION = 1
RESULT_FORMAT = "irqscope-results"
# The lowest level is enough for data that compress well.
_LEVEL = 1


@dataclass(frozen=True, slots=True)
class Read:
    """A call of the core that returns an address, and the number of bytes to copy from there."""

    call: str
    arguments: tuple[int, ...]
    size: int


@dataclass(frozen=True, slots=True)
class Head:
    """Head of a compiled file: the program that made it, and the results that it requests."""

    irqscope: str
    model: str
    layout: str
    reads: tuple[Read, ...]
    # Columns of the study whose runs follow: axes, metrics, units.
    study: dict[str, Any] | None = None

    @classmethod
    def of(cls, line: str) -> Self:
        """Reads the first line."""
        return cls.of_value(json.loads(line))

    @classmethod
    def of_value(cls, value: dict[str, Any]) -> Self:
        """Reads its JSON."""
        if value.get("format") != FORMAT or value.get("formatVersion") != FORMAT_VERSION:
            raise IrqscopeError(f"no file of {FORMAT}, version {FORMAT_VERSION}")
        reads = tuple(Read(call, tuple(numbers), size) for call, numbers, size in value["reads"])
        return cls(value["irqscope"], value["model"], value["layout"], reads, value.get("study"))

    def result_line(self) -> str:
        """The first line of the results."""
        return line_of(
            {
                "format": RESULT_FORMAT,
                "formatVersion": FORMAT_VERSION,
                "irqscope": self.irqscope,
                "model": self.model,
                "layout": self.layout,
            }
        )


@dataclass(frozen=True, slots=True)
class CompiledRun:
    """One machine: its configuration and traffic for the core, and the cycles at which it stops."""

    key: str
    config: str
    # Name of its traffic in the file. None if the machine has no traffic of its own.
    traffic: str | None
    pages: int
    stops: tuple[int, ...]
    # Bytes to copy after the last record.
    more: int


@dataclass(frozen=True, slots=True)
class Traffic:
    """Frames of a capture. Runs that share them refer to their name."""

    name: str
    bytes: str


def lines_of(lines: Iterable[str]) -> Iterator[Head | Traffic | CompiledRun | None]:
    """The contents of the lines of a compiled file, the head first. None if no further run is waiting now."""
    is_head = True
    for number, line in enumerate(lines, 1):
        try:
            if is_head:
                yield Head.of(line)
                is_head = False
            elif line.strip():
                yield _entry_of(json.loads(line))
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise IrqscopeError(strange(line, number)) from error


# Greatest number of shown characters of a line that another program has printed.
_SHOWN_CHARACTERS = 80


def strange(line: str, number: int | None = None) -> str:
    """Message about a line that irqscope's command does not print."""
    place = "" if number is None else f" in line {number}"
    more = "…" if len(line) > _SHOWN_CHARACTERS else ""
    return (
        f"the Node process answered{place} with a line that irqscope cannot have written: "
        f"{line[:_SHOWN_CHARACTERS]!r}{more}; "
        f"is IRQSCOPE_NODE the path of Node, and is this package complete?"
    )


def _entry_of(value: dict[str, Any]) -> Traffic | CompiledRun | None:
    if "waiting" in value:
        return None
    if "run" in value:
        stops = tuple(value["stops"])
        config, traffic, pages = value["config"], value["traffic"], value["pages"]
        return CompiledRun(value["run"], config, traffic, pages, stops, value["more"])
    return Traffic(value["traffic"], value["bytes"])


def unpacked(text: str) -> bytes:
    """Encodes bytes for a field: zlib in base64."""
    return zlib.decompress(base64.b64decode(text))


def packed(data: bytes | bytearray) -> str:
    """Decodes the bytes of a field."""
    return base64.b64encode(zlib.compress(data, _LEVEL)).decode("ascii")


def line_of(value: dict[str, Any]) -> str:
    """A line of JSON, with its line feed."""
    return json.dumps(value, separators=(",", ":")) + "\n"
