"""Runs studies (``sweep`` and ``search``) on one computer or on many."""

import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from irqscope.errors import BadInput, optional
from irqscope.host import expect_done, host
from irqscope.tables import expect_kind, metric_unit, to_xarray
from irqscope.values import path_of, plain, whole
from irqscope.workers import Workers, workers_of

if TYPE_CHECKING:
    import pandas as pd
    import xarray as xr

# A study as JSON has it, the path of a file, or the id of a built-in one.
Study = Mapping[str, Any] | str | os.PathLike[str]

# Fields that only a study in a file must have.
_USUAL = {"format": "irqscope-study", "version": 1, "name": "study"}
# Columns with the same value in all rows of a study.
_ORIGIN = ("study", "studyHash", "program", "model", "command")


@overload
def sweep(
    study: Study,
    client: object | None = None,
    *,
    output: str | os.PathLike[str] | None = None,
    resume: bool = False,
    summary: str | os.PathLike[str] | None = None,
    threads: int | None = None,
    as_: Literal["pandas"] = "pandas",
) -> "pd.DataFrame": ...


@overload
def sweep(
    study: Study,
    client: object | None = None,
    *,
    output: str | os.PathLike[str] | None = None,
    resume: bool = False,
    summary: str | os.PathLike[str] | None = None,
    threads: int | None = None,
    as_: Literal["xarray"],
) -> "xr.Dataset": ...


def sweep(  # noqa: PLR0913
    study: Study,
    client: object | None = None,
    *,
    output: str | os.PathLike[str] | None = None,
    resume: bool = False,
    summary: str | os.PathLike[str] | None = None,
    threads: int | None = None,
    as_: Literal["pandas", "xarray"] = "pandas",
) -> Any:
    """Runs a study. Returns a row for each run and a column for each varied field and each metric.

    ``study``: an object may omit ``format``, ``version`` and ``name``. Its values may be arrays of numpy,
    columns of pandas and lengths of time. File names are relative to the working directory.
    ``client``: a ``distributed.Client`` whose workers have this package. None: ``threads`` threads of this
    process, by default one for each core of the computer.
    ``output``: a new file (JSON lines) that gets each row as soon as its run has ended.
    ``resume``: the file may exist, and runs with a row in it are not repeated.
    ``summary``: a file for means, 95 % intervals and differences, F.csv or F.json.
    ``as_``: ``"xarray"`` gives a Dataset with a dimension for each axis and for the seeds (``to_xarray``).

    ``attrs`` has units, axes, versions, the study's hash and the command that repeats the study.

    Raises BadInput with the field and the reason if the study is not valid.
    """
    expect_kind(as_, ("pandas", "xarray"))
    if as_ == "xarray":
        optional("xarray", "a study as a Dataset")
    optional("pandas", "a study as a table")
    with tempfile.TemporaryDirectory(prefix="irqscope-") as folder:
        path = _rows_path(output, Path(folder))
        subject, json_ = _subject(study)
        words = ["sweep", subject, f"--out={path}"]
        if resume:
            words.append("--resume")
        if summary is not None:
            words.append(f"--summary={path_of(summary, 'summary')}")
        ending = host([*words, "--elsewhere"], _workers(client, threads), study=json_)
        expect_done(ending, path)
        frame = _frame(_rows_in(path), ending.columns)
    return to_xarray(frame) if as_ == "xarray" else frame


def search(
    study: Study,
    client: object | None = None,
    *,
    output: str | os.PathLike[str] | None = None,
    resume: bool = False,
    threads: int | None = None,
) -> "pd.DataFrame":
    """Runs the points that the search of a study asks for. Returns a row with the result of each search.

    Columns: the fields that are not searched, the searched fields at the best point (None if no point meets
    the conditions), ``value`` and ``halfWidth`` of the goal, the number of ``points`` that ran, ``isSettled``
    and ``contradictions``: points that contradict a bisection's assumption that conditions hold from one
    value on.
    ``study``, ``output``, ``resume``, ``client``, ``threads``: see ``sweep``.
    """
    pandas = optional("pandas", "the answers of a search as a table")

    with tempfile.TemporaryDirectory(prefix="irqscope-") as folder:
        path = _rows_path(output, Path(folder))
        summary = Path(folder) / "summary.json"
        subject, json_ = _subject(study)
        words = ["search", subject, f"--out={path}", f"--summary={summary}"]
        if resume:
            words.append("--resume")
        expect_done(host([*words, "--elsewhere"], _workers(client, threads), study=json_), summary)
        told = json.loads(summary.read_text("utf-8"))
    frame: pd.DataFrame = pandas.DataFrame([_found(one) for one in told["search"]])
    frame.attrs.update({key: told[key] for key in _ORIGIN if key in told})
    return frame


def _found(one: Mapping[str, Any]) -> dict[str, Any]:
    best = one["best"] or dict.fromkeys(one["tried"][0]["point"])
    return {
        **best,
        **one["case"],
        "value": one["value"],
        "halfWidth": one["halfWidth"],
        "points": len(one["tried"]),
        "isSettled": one["isSettled"],
        "contradictions": len(one["contradictions"]),
    }


def read_rows(*paths: str | os.PathLike[str]) -> "pd.DataFrame":
    """Reads rows of a study from files of JSON lines, such as those of several shards."""
    return _frame([row for path in paths for row in _rows_in(Path(path_of(path, "paths")))], None)


def _frame(rows: Sequence[Mapping[str, Any]], columns: Mapping[str, Any] | None) -> "pd.DataFrame":
    """Makes a table of rows of ``irqscope sweep``. ``columns`` is None if the study is not known."""
    # Imported here because workers do not need it.
    pandas = optional("pandas", "rows of a study as a table")
    flat = []
    for row in rows:
        rest = {key: value for key, value in row.items() if key not in ("point", "seed", "metrics")}
        flat.append({**row["point"], "seed": row["seed"], **row["metrics"], **rest})
    frame: pd.DataFrame = pandas.DataFrame(flat)
    first = rows[0] if rows else None
    if first is not None:
        frame.attrs.update({key: first[key] for key in _ORIGIN if key in first})
        frame.attrs.update(columns or _columns_of(first))
    return frame


def _columns_of(row: Mapping[str, Any]) -> dict[str, Any]:
    """Columns as far as a row shows them. The names of metrics contain their units."""
    units = {name: unit for name in row["metrics"] if (unit := metric_unit(name)) is not None}
    return {"axes": [[column] for column in row["point"]], "metrics": list(row["metrics"]), "units": units}


def _workers(client: object | None, threads: object | None) -> Workers:
    return workers_of(client, None if threads is None else whole(threads, "threads", 1))


def _rows_path(output: str | os.PathLike[str] | None, folder: Path) -> Path:
    path = folder / "rows.jsonl" if output is None else Path(path_of(output, "output"))
    if path.suffix.lower() in (".csv", ".parquet"):
        writer = f"frame.to_{path.suffix[1:].lower()}()"
        reason = f"output: {path} must be a file of JSON lines (.jsonl); {writer} writes others"
        raise BadInput(reason)
    return path


def _rows_in(path: Path) -> list[dict[str, Any]]:
    try:
        with path.open(encoding="utf-8") as lines:
            return [_row_of(line, f"{path}: line {at}") for at, line in enumerate(lines, 1) if line.strip()]
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: is not UTF-8 text") from error


def _row_of(line: str, place: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
        if isinstance(row["point"], dict) and isinstance(row["metrics"], dict) and "seed" in row:
            return dict(row)
    except (ValueError, LookupError, TypeError):
        pass
    raise BadInput(f"{place}: is not a row of a study: sweep(output=F.jsonl) writes such files")


def _subject(study: Study) -> tuple[str, object | None]:
    """Returns the study's name for the command. An object is sent through its standard input."""
    if isinstance(study, Mapping):
        return "-", plain({**_USUAL, **study}, "study")
    subject = path_of(study, "study", "an id, a path or an object as JSON has it")
    if subject.startswith("-"):
        raise BadInput(f"study: must not begin with -, but {subject} does: write ./{subject}")
    return subject, None
