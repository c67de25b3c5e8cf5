"""``sweep`` and ``search``: a study, on one computer or on many."""

import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from irqscope.errors import BadInput
from irqscope.host import expect_done, host
from irqscope.workers import workers_of

if TYPE_CHECKING:
    import pandas as pd

# A study as JSON has it, or the path of a file.
Study = Mapping[str, Any] | str | os.PathLike[str]


def sweep(  # noqa: PLR0913
    study: Study,
    client: object | None = None,
    *,
    output: str | os.PathLike[str] | None = None,
    resume: bool = False,
    summary: str | os.PathLike[str] | None = None,
    threads: int | None = None,
) -> "pd.DataFrame":
    """Runs a study: a row for each run, a column for each field that is varied and for each metric.

    ``client``: a ``distributed.Client``; its workers need this package. None: threads of this process, one a
    core of the computer, or as many as ``threads`` says.
    ``output``: a file that gets each row as soon as it is there (JSON lines); it must not be there yet.
    ``resume``: unless it is, and then what has a row in it is not run again.
    ``summary``: a file for means, 95 % intervals and differences: F.csv or F.json.

    Raises BadInput with the field and the reason where the study is not valid.
    """
    with tempfile.TemporaryDirectory(prefix="irqscope-") as folder:
        path = _rows_path(output, Path(folder))
        words = ["sweep", _subject(study, Path(folder)), "--out", str(path)]
        if resume:
            words.append("--resume")
        if summary is not None:
            words += ["--summary", os.fspath(summary)]
        expect_done(host([*words, "--elsewhere"], workers_of(client, threads)))
        return read_rows(path)


def search(
    study: Study,
    client: object | None = None,
    *,
    output: str | os.PathLike[str] | None = None,
    resume: bool = False,
    threads: int | None = None,
) -> "pd.DataFrame":
    """Runs the points that the search of a study asks for; a row for each search with what it has found.

    Columns: the fields that are not searched, those that are (the best point; None: none holds), ``value``
    and ``halfWidth`` of the goal, ``points`` that were run, ``isSettled`` and ``contradictions``: a bisection
    takes the conditions to hold from one value on, and these points say otherwise.
    ``output``, ``resume``, ``client``, ``threads``: as for ``sweep``.
    """
    import pandas as pd  # noqa: PLC0415

    with tempfile.TemporaryDirectory(prefix="irqscope-") as folder:
        path = _rows_path(output, Path(folder))
        summary = Path(folder) / "summary.json"
        words = ["search", _subject(study, Path(folder)), "--out", str(path), "--summary", str(summary)]
        if resume:
            words.append("--resume")
        expect_done(host([*words, "--elsewhere"], workers_of(client, threads)))
        found = json.loads(summary.read_text("utf-8"))["search"]
    return pd.DataFrame([_found(one) for one in found])


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
    """Rows of a study from files of JSON lines, of shards one behind the other."""
    rows = [row for path in paths for row in _rows_in(Path(path))]
    return frame_of(rows)


def frame_of(rows: Sequence[Mapping[str, Any]]) -> "pd.DataFrame":
    """Of rows as ``irqscope sweep`` writes them."""
    # Workers, which import this package, do without.
    import pandas as pd  # noqa: PLC0415

    flat = []
    for row in rows:
        rest = {key: value for key, value in row.items() if key not in ("point", "seed", "metrics")}
        flat.append({**row["point"], "seed": row["seed"], **row["metrics"], **rest})
    return pd.DataFrame(flat)


def _rows_path(output: str | os.PathLike[str] | None, folder: Path) -> Path:
    path = folder / "rows.jsonl" if output is None else Path(output)
    if path.suffix.lower() in (".csv", ".parquet"):
        writer = f"frame.to_{path.suffix[1:].lower()}()"
        reason = f"output: {path} must be a file of JSON lines (.jsonl); {writer} writes others"
        raise BadInput(reason)
    return path


def _rows_in(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def _subject(study: Study, folder: Path) -> str:
    if not isinstance(study, Mapping):
        return os.fspath(study)
    path = folder / "study.study.json"
    path.write_text(json.dumps(study), encoding="utf-8")
    return str(path)
