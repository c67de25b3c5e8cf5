"""Columns as a DataFrame of pandas or a table of Arrow; units and origin are in ``attrs`` or the metadata."""

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from irqscope.errors import BadInput
from irqscope.optional import optional

if TYPE_CHECKING:
    import pandas as pd

Kind = Literal["pandas", "arrow"]
# Of columns as the service tells them: a value may be missing in each.
_PANDAS_TYPES = {"whole": "Int64", "real": "float64", "text": "string"}
_ARROW_TYPES = {"whole": "int64", "real": "float64", "text": "string"}


class Columns:
    """Cells that come in parts."""

    def __init__(self) -> None:
        self._cells: list[list[Any]] = []

    def add(self, cells: Sequence[Sequence[Any]]) -> None:
        """More rows: a list for each column."""
        if not self._cells:
            self._cells = [[] for _ in cells]
        for column, more in zip(self._cells, cells, strict=True):
            column.extend(more)

    def table(self, columns: Sequence[Mapping[str, str]], attrs: Mapping[str, Any], kind: Kind) -> Any:
        """``columns``: name, type and unit of each."""
        units = {one["name"]: one["unit"] for one in columns if one["unit"]}
        cells = self._cells or [[] for _ in columns]
        typed = [(one["name"], one["type"], values) for one, values in zip(columns, cells, strict=True)]
        told = {**attrs, "units": units}
        if kind == "arrow":
            return _arrow(typed, told)
        return _frame(typed, told)


def expect_kind(kind: object, known: Sequence[str]) -> None:
    """Raises BadInput for none of them."""
    if kind not in known:
        raise BadInput(f"as_: must be one of {', '.join(map(repr, known))}, not {kind!r}")


def _frame(typed: Sequence[tuple[str, str, list[Any]]], attrs: Mapping[str, Any]) -> "pd.DataFrame":
    pandas = optional("pandas", "a table as a DataFrame")
    data = {name: pandas.array(values, dtype=_PANDAS_TYPES[kind]) for name, kind, values in typed}
    frame: pd.DataFrame = pandas.DataFrame(data)
    frame.attrs.update(attrs)
    return frame


def _arrow(typed: Sequence[tuple[str, str, list[Any]]], attrs: Mapping[str, Any]) -> Any:
    pa = optional("pyarrow", "a table of Arrow")
    units = attrs["units"]
    fields = [
        pa.field(
            name,
            pa.type_for_alias(_ARROW_TYPES[kind]),
            metadata={"unit": units[name]} if name in units else None,
        )
        for name, kind, _ in typed
    ]
    told = {f"irqscope.{key}": _text(value) for key, value in attrs.items()}
    return pa.table([values for _, _, values in typed], schema=pa.schema(fields, metadata=told))


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)
