"""Python values in the form of JSON."""

import json
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
import xarray as xr

from irqscope.errors import BadInput
from irqscope.values import cycles_of, plain, whole


@pytest.mark.parametrize(
    ("value", "there"),
    [
        (np.int64(4), 4),
        (np.uint8(4), 4),
        (np.float32(0.5), 0.5),
        (np.bool_(True), True),
        (np.str_("a"), "a"),
        (np.array(7), 7),
        (np.arange(4, 10, 2), [4, 6, 8]),
        (np.array([[1, 2], [3, 4]]), [[1, 2], [3, 4]]),
        (range(3), [0, 1, 2]),
        ((1, None, True), [1, None, True]),
        (pd.Series([1, 2]), [1, 2]),
        (pd.Series([1, 2], dtype="Int64"), [1, 2]),
        (pd.Index(["a", "b"]), ["a", "b"]),
        (pd.Categorical(["a", "b"]), ["a", "b"]),
        (pd.DataFrame({"a": [1, 2], "b": [3, 4]}), [[1, 3], [2, 4]]),
        (xr.DataArray(np.arange(2)), [0, 1]),
        (xr.DataArray(3), 3),
        (pa.array([1, 2]), [1, 2]),
        (Decimal("2"), 2),
        (Fraction(1, 2), 0.5),
        (Path("a") / "b.json", "a/b.json"),
        ({"a": {"b": np.int8(1)}}, {"a": {"b": 1}}),
        (timedelta(microseconds=5), "5000 ns"),
        (pd.Timedelta(7, "ns"), "7 ns"),
        (np.timedelta64(3, "us"), "3000 ns"),
        (pd.to_timedelta([1, 2], unit="us"), ["1000 ns", "2000 ns"]),
        (np.array([1, 2], dtype="timedelta64[us]"), ["1000 ns", "2000 ns"]),
    ],
    ids=str,
)
def test_values_of_numpy_pandas_and_paths_are_accepted(value: Any, there: Any) -> None:
    """The values have the types that a JSON file gives."""
    here = plain(value, "settings.a")
    assert here == there
    assert json.dumps(here) == json.dumps(there)


TIMES = ("2026-11-29 08:00:00.000000001", "2026-11-29 08:00:00.000005001")


@pytest.mark.parametrize(
    "value",
    [
        pd.to_datetime(list(TIMES)),
        pd.Series(pd.to_datetime(list(TIMES)).tz_localize("UTC")),
        np.array(TIMES, dtype="datetime64[ns]"),
        [pd.Timestamp(one) for one in TIMES],
        [datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 1, 1, 0, 0, 0, 5, tzinfo=UTC)],
        pd.to_timedelta([0, 5000], unit="ns"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_points_in_time_are_counted_from_the_first(value: Any) -> None:
    """The same holds for the times of recorded traffic."""
    scenario = {"traffic": [{"events": {"timesNanoseconds": value}}]}
    (traffic,) = plain(scenario, "scenario")["traffic"]
    assert traffic["events"]["timesNanoseconds"] == [0, 5000]


def test_a_length_of_time_in_a_field_of_nanoseconds_is_a_number() -> None:
    assert plain({"coalesceNanoseconds": pd.Timedelta("5 us")}, "scenario") == {"coalesceNanoseconds": 5000}
    assert plain(pd.Timedelta("5 us"), "settings.machine.nics[0].coalesceNanoseconds") == 5000


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (float("nan"), r"^study\.axes\[1\]: is nan, which is not a number"),
        (np.float64("inf"), r"^study\.axes\[1\]: is inf, which is not a number"),
        (Decimal("NaN"), r"^study\.axes\[1\]: is nan"),
        (pd.NaT, r"^study\.axes\[1\]: is NaT, which is not a value"),
        (pd.NA, r"^study\.axes\[1\]: is <NA>, which is not a value"),
        (np.datetime64("NaT"), r"^study\.axes\[1\]: is .*NaT.*, which is not a value"),
        (pd.Timestamp("2026-01-01"), r"^study\.axes\[1\]: is Timestamp.* a point in time, .*a Timedelta"),
        ({1: 2}, r"^study\.axes\[1\]: has the key 1, which is not text"),
        (1j, r"^study\.axes\[1\]: is of the type complex"),
        (object, r"^study\.axes\[1\]: is of the type type"),
        ((one for one in [1]), r"^study\.axes\[1\]: is of the type generator"),
        (pd.Series([1, None], dtype="Int64"), r"^study\.axes\[1\]\[1\]: is <NA>"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_value_without_a_json_form_is_refused_with_its_place(value: Any, text: str) -> None:
    with pytest.raises(BadInput, match=text):
        plain({"axes": [0, value]}, "study")


def test_whole_numbers() -> None:
    assert [whole(one, "n") for one in (np.int32(3), 1e6, np.float64(2), Fraction(4, 2))] == [
        3,
        1_000_000,
        2,
        2,
    ]
    for one in (True, "3", 1.5, -1, None, [1], np.arange(2)):
        with pytest.raises(BadInput, match=r"^n: must be a whole number"):
            whole(one, "n")
    with pytest.raises(BadInput, match=r"^n: must be a whole number of 1 or more, not 0"):
        whole(0, "n", 1)


def test_a_time_is_rounded_down_to_cycles() -> None:
    """The number of completed cycles at that time."""
    assert cycles_of(pd.Timedelta("15 ns"), 100_000_000, "cycle") == 1
    assert cycles_of(timedelta(seconds=2), 33_333_333, "cycle") == 66_666_666
    with pytest.raises(BadInput, match=r"^cycle: must not be negative"):
        cycles_of(timedelta(seconds=-1), 1000, "cycle")
