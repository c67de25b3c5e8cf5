"""Converts Python values to JSON: numbers, lists and tables of numpy, pandas and others, times, paths."""

import math
import os
import re
from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal
from numbers import Integral, Real
from typing import Any

from irqscope.errors import BadInput

_NANOSECONDS_PER_SECOND = 1_000_000_000
# A field, or an entry of its list.
_NANOSECOND_FIELD = re.compile(r"nanoseconds(\[\d+\])?$", re.IGNORECASE)


def plain(value: object, place: str) -> Any:
    """Converts a value to JSON. ``place``: path of the value, for errors. Its last word is the field.

    A length of time becomes nanoseconds if the field's name ends with that word, else text with its unit, as
    in ``settings`` and studies. Points in time become nanoseconds since the first point of their list.

    Raises BadInput with the place of a value that has no such form.
    """
    if value is None or isinstance(value, str | bool):
        return value if not isinstance(value, str) else str(value)
    for read in (_time, _number, _text, _mapping, _list):
        found = read(value, place)
        if found is not _OTHER:
            return found
    raise BadInput(f"{place}: is {_a(value)}, which has no form in JSON")


def whole(value: object, name: str, least: int = 0) -> int:
    """Accepts a whole number, also one of numpy, and 1e6. Errors contain the argument's ``name``."""
    found = value if isinstance(value, bool | str) else plain(value, name)
    if isinstance(found, float) and found.is_integer():
        found = int(found)
    if isinstance(found, bool) or not isinstance(found, int) or found < least:
        wanted = "a whole number" if least == 0 else f"a whole number of {least} or more"
        raise BadInput(f"{name}: must be {wanted}, not {value!r}")
    return found


def path_of(value: object, name: str, wanted: str = "a path") -> str:
    """Accepts a path as text or as an object of pathlib. Errors contain the argument's ``name``."""
    path = os.fspath(value) if isinstance(value, str | os.PathLike) else value
    if not isinstance(path, str) or path == "" or "\0" in path:
        raise BadInput(f"{name}: must be {wanted}, not {value!r}")
    return path


def cycles_of(value: object, clock_hertz: int, name: str) -> int:
    """A number of cycles, or the cycles in a length of time."""
    nanoseconds = _nanoseconds(value, name)
    if nanoseconds is None:
        return whole(value, name)
    if nanoseconds < 0:
        raise BadInput(f"{name}: must not be negative, not {value!r}")
    return nanoseconds * clock_hertz // _NANOSECONDS_PER_SECOND


_OTHER = object()


def _a(value: object) -> str:
    kind = type(value)
    name = kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"
    return f"of the type {name}"


def _number(value: object, place: str) -> Any:
    """Callers must check for lengths of time first, because numpy's are whole numbers."""
    if isinstance(value, Real | Decimal):
        number = _real(value)
        if not math.isfinite(number):
            raise BadInput(f"{place}: is {number}, which is not a number of a machine")
        if isinstance(value, Integral):
            return int(value)
        return int(number) if number.is_integer() and not isinstance(value, float) else number
    # numpy: bool_ and arrays without a dimension do not count as numbers above.
    item: Callable[[], object] | None = getattr(value, "item", None)
    is_scalar = item is not None and getattr(value, "ndim", None) == 0 and _kind(value) not in "mM"
    return plain(item(), place) if item is not None and is_scalar else _OTHER


def _real(value: Real | Decimal) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf
    except ValueError:
        # Decimal's signaling NaN.
        return math.nan


def _is_missing(value: object) -> bool:
    """True for NaT and NA of pandas, and NaT of numpy."""
    if type(value).__name__ in ("NaTType", "NAType"):
        return True
    return getattr(value, "ndim", None) == 0 and _kind(value) in "mM" and str(value) == "NaT"


def _kind(value: object) -> str:
    """Letter of numpy's dtype. m and M are times."""
    return str(getattr(getattr(value, "dtype", None), "kind", " "))


def _time(value: object, place: str) -> Any:
    nanoseconds = _nanoseconds(value, place)
    if nanoseconds is not None:
        return nanoseconds if _NANOSECOND_FIELD.search(place) else f"{nanoseconds} ns"
    if _instant(value) is not None:
        raise BadInput(
            f"{place}: is {value!r}, a point in time, but a machine counts times from the start of its run: "
            "use a difference (a Timedelta), or a list of points, which counts from its first"
        )
    return _OTHER


def _nanoseconds(value: object, place: str) -> int | None:
    """Nanoseconds of a length of time. None for other values."""
    if _is_missing(value):
        raise BadInput(f"{place}: is {value!r}, which is not a value")
    if isinstance(value, timedelta):
        # pandas: includes nanoseconds.
        exact = getattr(value, "value", None)
        return exact if isinstance(exact, int) else _exact(value)
    if getattr(value, "ndim", None) == 0 and _kind(value) == "m":
        return _as_integer(value, "timedelta64[ns]")
    return None


def _instant(value: object) -> int | None:
    """Nanoseconds since 1970 of a point in time."""
    if isinstance(value, datetime):
        exact = getattr(value, "value", None)
        begin = datetime(1970, 1, 1, tzinfo=value.tzinfo)
        return exact if isinstance(exact, int) else _exact(value - begin)
    if isinstance(value, date):
        return _instant(datetime(value.year, value.month, value.day))
    if getattr(value, "ndim", None) == 0 and _kind(value) == "M":
        return _as_integer(value, "datetime64[ns]")
    return None


def _exact(value: timedelta) -> int:
    seconds = value.days * 86_400 + value.seconds
    return seconds * _NANOSECONDS_PER_SECOND + value.microseconds * 1000


def _as_integer(value: Any, kind: str) -> int:
    return int(value.astype(kind).astype("int64"))


def _text(value: object, place: str) -> Any:
    del place
    return os.fspath(value) if isinstance(value, os.PathLike) else _OTHER


def _mapping(value: object, place: str) -> Any:
    if not isinstance(value, Mapping):
        return _OTHER
    made = {}
    for key, one in value.items():
        if not isinstance(key, str):
            raise BadInput(f"{place}: has the key {key!r}, which is not text")
        made[str(key)] = plain(one, f"{place}.{key}")
    return made


def _list(value: object, place: str) -> Any:
    items = _items(value)
    if items is None:
        return _OTHER
    if items and _NANOSECOND_FIELD.search(place):
        instants = [_instant(one) for one in items]
        first = instants[0]
        if first is not None and None not in instants:
            return [one - first for one in instants if one is not None]
    return [plain(one, f"{place}[{index}]") for index, one in enumerate(items)]


def _items(value: object) -> list[Any] | None:
    """Items of a list, or of an array or column of another package. None for values without an order."""
    if isinstance(value, list | tuple | range):
        return list(value)
    # Arrays of xarray have numpy arrays as values.
    inner = getattr(value, "values", None)
    array = inner if hasattr(inner, "dtype") and not hasattr(value, "tolist") else value
    for name in ("to_pylist", "to_list", "tolist"):
        turn = getattr(array, name, None)
        # numpy's times would become numbers of an unknown unit.
        if callable(turn) and _kind(array) not in "mM":
            found = turn()
            return found if isinstance(found, list) else None
    if _kind(array) in "mM" and hasattr(array, "__iter__"):
        return list(array)
    return None
