"""Tables of results: a DataFrame of pandas, a table of Arrow, a Dataset of xarray.

Units and origin are in ``attrs`` or in the metadata.
"""

import itertools
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, cast

from irqscope.errors import BadInput, optional

if TYPE_CHECKING:
    import pandas as pd
    from xarray import Dataset

Kind = Literal["pandas", "arrow"]
# Types by the column type of the service. Any column may have missing values.
_PANDAS_TYPES = {"whole": "Int64", "real": "float64", "text": "string"}
_ARROW_TYPES = {"whole": "int64", "real": "float64", "text": "string"}


class Columns:
    """Columns of a table that arrive in parts."""

    def __init__(self) -> None:
        self._cells: list[list[Any]] = []

    def add(self, cells: Sequence[Sequence[Any]]) -> None:
        """Adds rows: a list for each column."""
        if not self._cells:
            self._cells = [[] for _ in cells]
        for column, more in zip(self._cells, cells, strict=True):
            column.extend(more)

    def table(self, columns: Sequence[Mapping[str, str]], attrs: Mapping[str, Any], kind: Kind) -> Any:
        """``columns``: name, type and unit of each column."""
        units = {one["name"]: one["unit"] for one in columns if one["unit"]}
        cells = self._cells or [[] for _ in columns]
        typed = [(one["name"], one["type"], values) for one, values in zip(columns, cells, strict=True)]
        told = {**attrs, "units": units}
        if kind == "arrow":
            return _arrow(typed, told)
        return _frame(typed, told)


def expect_kind(kind: object, known: Sequence[str]) -> None:
    """Raises BadInput if ``kind`` is not known."""
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


_SEED = "seed"


def metric_unit(name: str) -> str | None:
    """The unit in the name of a metric in rows: ``receive.loss in %``."""
    text, sign, unit = name.rpartition(" in ")
    return unit if sign and text and " " not in unit else None


def to_xarray(frame: "pd.DataFrame") -> "Dataset":
    """Makes a Dataset of rows from ``sweep`` or ``read_rows``: a variable for each metric.

    Columns that a study changes together are one dimension, named after the first of them. The others are
    coordinates along it. Missing runs are NaN. ``attrs`` of the Dataset has the versions, the study, its hash
    and its command. ``attrs`` of a variable has its unit.
    """
    xr = optional("xarray", "a study as a Dataset")
    np = optional("numpy", "a study as a Dataset")
    attrs = getattr(frame, "attrs", {})
    if "axes" not in attrs:
        raise BadInput("frame: has no axes in its attrs; irqscope.sweep and irqscope.read_rows give them")
    for column in [*itertools.chain(*attrs["axes"]), *attrs["metrics"], _SEED]:
        if column not in frame:
            raise BadInput(f"frame: has no column {column}, which its attrs name")
    axes = [_Axis(frame, columns) for columns in [*attrs["axes"], [_SEED]]]
    places = tuple(np.array(axis.places, dtype=int) for axis in axes)
    shape = tuple(len(axis.keys) for axis in axes)
    units: Mapping[str, str] = attrs["units"]
    variables = {}
    for metric in attrs["metrics"]:
        values = np.full(shape, np.nan)
        values[places] = frame[metric].astype("float64")
        variables[metric] = ([axis.name for axis in axes], values, _named(metric, units))
    coordinates = {}
    for axis in axes:
        for column, values in axis.coordinates():
            unit = {"units": units[column]} if column in units else {}
            coordinates[column] = (axis.name, values, unit)
    told = {key: value for key, value in attrs.items() if isinstance(value, str)}
    return cast("Dataset", xr.Dataset(variables, coordinates, told))


def _named(metric: str, units: Mapping[str, str]) -> dict[str, str]:
    unit = units.get(metric)
    if unit is None:
        return {"long_name": metric}
    return {"long_name": metric.removesuffix(f" in {unit}"), "units": unit}


class _Axis:
    """Columns that a study changes together."""

    def __init__(self, frame: "pd.DataFrame", columns: Sequence[str]) -> None:
        self._columns = columns
        rows = list(zip(*(frame[column].tolist() for column in columns), strict=True))
        texts = [json.dumps(row) for row in rows]
        numbers: dict[str, int] = {}
        # Positions in the order of the study.
        self.places = [numbers.setdefault(text, len(numbers)) for text in texts]
        self.keys: list[Any] = [None] * len(numbers)
        for place, row in zip(self.places, rows, strict=True):
            self.keys[place] = row
        firsts = {json.dumps(key[0]) for key in self.keys}
        self.name = columns[0] if len(firsts) == len(self.keys) else " and ".join(columns)

    def coordinates(self) -> list[tuple[str, list[Any]]]:
        """The values of each column along the axis."""
        return [(column, _scalars([key[at] for key in self.keys])) for at, column in enumerate(self._columns)]


def _scalars(values: list[Any]) -> list[Any]:
    """Values of one type: numbers, booleans or text. Lists and objects become text."""
    if all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
        return values
    if all(isinstance(value, bool) for value in values):
        return values
    return [value if isinstance(value, str) else json.dumps(value) for value in values]
