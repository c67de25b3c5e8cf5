"""Rows of a study as a Dataset of xarray: a dimension for each axis, and one for the seeds."""

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from irqscope.errors import BadInput
from irqscope.optional import optional

if TYPE_CHECKING:
    import pandas as pd
    from xarray import Dataset

_SEED = "seed"


def metric_unit(name: str) -> str | None:
    """Of a metric as rows name it: ``receive.loss in %``."""
    text, sign, unit = name.rpartition(" in ")
    return unit if sign and text and " " not in unit else None


def to_xarray(frame: "pd.DataFrame") -> "Dataset":
    """Of rows that ``sweep`` or ``read_rows`` gave: a variable for each metric, over the axes and the seeds.

    Columns that a study walks together are one dimension, named as the first of them, and the others
    coordinates along it. What was not run is NaN. ``attrs``: of the Dataset versions, the study, its hash
    and its command, of each variable its unit.
    """
    xr = optional("xarray", "a study as a Dataset")
    np = optional("numpy", "a study as a Dataset")
    attrs = frame.attrs
    if "axes" not in attrs:
        raise BadInput("frame: has no axes in its attrs; irqscope.sweep and irqscope.read_rows give them")
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
    """Columns that change together."""

    def __init__(self, frame: "pd.DataFrame", columns: Sequence[str]) -> None:
        self._columns = columns
        rows = list(zip(*(frame[column].tolist() for column in columns), strict=True))
        texts = [json.dumps(row) for row in rows]
        numbers: dict[str, int] = {}
        # In the order of the study.
        self.places = [numbers.setdefault(text, len(numbers)) for text in texts]
        self.keys: list[Any] = [None] * len(numbers)
        for place, row in zip(self.places, rows, strict=True):
            self.keys[place] = row
        firsts = {json.dumps(key[0]) for key in self.keys}
        self.name = columns[0] if len(firsts) == len(self.keys) else " and ".join(columns)

    def coordinates(self) -> list[tuple[str, list[Any]]]:
        """Of each column, along the axis."""
        return [(column, _scalars([key[at] for key in self.keys])) for at, column in enumerate(self._columns)]


def _scalars(values: list[Any]) -> list[Any]:
    """Of one kind: numbers, or text; lists and objects are text."""
    if all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
        return values
    if all(isinstance(value, bool) for value in values):
        return values
    return [value if isinstance(value, str) else json.dumps(value) for value in values]
