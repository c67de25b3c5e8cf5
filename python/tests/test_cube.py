"""A study as a Dataset, and the values of numpy, pandas and paths that a study takes."""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from conftest import call

import irqscope


def _study(**changes: object) -> dict[str, Any]:
    """A small study without optional entries."""
    ring = {"kind": "field", "field": "rxRingFrames", "name": "ring", "values": np.arange(4, 9, 4)}
    study = {
        "scenarios": ["ring-overflow"],
        "set": {"runCycles": np.int64(100_000)},
        "axes": [ring],
        "seeds": {"count": np.int32(2)},
        "metrics": ["receive.loss in %", "receive.latency.p99 in us"],
    }
    return {**study, **changes}


WALKED = {
    "kind": "together",
    "fields": [
        {"field": "framesPerSecond", "name": "rate", "values": pd.Series([60_000, 90_000])},
        {
            "field": "coalescing.throttleNanoseconds",
            "name": "wait",
            "values": pd.to_timedelta([0, 50], unit="us"),
        },
    ],
}


def test_dimensions_are_the_axes_and_the_seeds() -> None:
    axes = [*_study()["axes"], WALKED]
    rows = irqscope.sweep(_study(axes=axes))
    cube = irqscope.to_xarray(rows)
    assert dict(cube.sizes) == {"ring": 2, "rate": 2, "seed": 2}
    assert cube["wait"].dims == ("rate",)
    assert cube["wait"].to_numpy().tolist() == [0, 50_000]
    assert (cube["wait"].attrs, cube["ring"].attrs) == ({"units": "ns"}, {"units": "frames"})
    loss = cube["receive.loss in %"]
    assert loss.attrs == {"long_name": "receive.loss", "units": "%"}
    for _, row in rows.iterrows():
        there = loss.sel(ring=row["ring"], rate=row["rate"], seed=row["seed"]).item()
        assert there == row["receive.loss in %"]
    told = {key: cube.attrs[key] for key in ("study", "studyHash", "program", "model", "command")}
    assert told == {key: rows.attrs[key] for key in told} == {key: rows[key].iloc[0] for key in told}
    # The study is not a file, so it comes through standard input.
    assert told["command"] == "irqscope sweep -"
    units = {"ring": "frames", "wait": "ns", "receive.loss in %": "%", "receive.latency.p99 in us": "us"}
    assert units.items() <= rows.attrs["units"].items()


def test_missing_runs_are_nan_and_rows_of_files_have_dimensions(tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    irqscope.sweep(_study(), output=out)
    lines = out.read_text("utf-8").splitlines(keepends=True)
    out.write_text("".join(lines[:3]), "utf-8")
    frame = irqscope.read_rows(out)
    assert frame.attrs["units"] == {"receive.loss in %": "%", "receive.latency.p99 in us": "us"}
    cube = irqscope.to_xarray(frame)
    assert dict(cube.sizes) == {"ring": 2, "seed": 2}
    missing = cube["receive.loss in %"].isnull()
    assert missing.to_numpy().tolist() == [[False, False], [False, True]]
    with pytest.raises(irqscope.BadInput, match="frame: has no axes"):
        irqscope.to_xarray(frame.drop(columns="ring").assign().pipe(lambda one: pd.DataFrame(one.to_numpy())))
    with pytest.raises(irqscope.BadInput, match="frame: has no axes"):
        irqscope.to_xarray(5)  # type: ignore[arg-type]
    with pytest.raises(irqscope.BadInput, match="frame: has no column ring, which its attrs name"):
        irqscope.to_xarray(frame.drop(columns="ring"))


def test_objects_as_values_are_text(tmp_path: Path) -> None:
    """Also for a table of points whose first column does not identify the point."""
    rows = [
        {"point": {"ring": 4, "x": None}, "seed": 1, "metrics": {"a": 1}},
        {"point": {"ring": 4, "x": {"b": 1}}, "seed": 1, "metrics": {"a": None}},
    ]
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    frame = irqscope.read_rows(path)
    cube = irqscope.to_xarray(frame)
    assert cube["x"].to_numpy().tolist() == ["null", '{"b": 1}']
    assert cube["a"].to_numpy().tolist()[0][0] == [1.0]
    frame.attrs["axes"] = [["ring", "x"]]
    assert dict(irqscope.to_xarray(frame).sizes) == {"ring and x": 2, "seed": 1}


def test_files_of_a_study_are_relative_to_the_present_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As paths, also for a study without a file."""
    (tmp_path / "mine.json").write_text(json.dumps(irqscope.Machine("one-packet").scenario), "utf-8")
    monkeypatch.chdir(tmp_path)
    study = {"scenarios": [Path("mine.json")], "set": {"runCycles": 20_000}, "seeds": {"count": 1}}
    cube = irqscope.sweep(study, output="cube.jsonl", as_="xarray")
    assert dict(cube.sizes) == {"seed": 1}
    (row,) = irqscope.read_rows("cube.jsonl").itertuples()
    (tmp_path / "study.study.json").write_text(
        json.dumps(
            {**study, "format": "irqscope-study", "version": 1, "name": "study", "scenarios": ["mine.json"]}
        ),
        "utf-8",
    )
    text = Path("study.study.json").read_text("utf-8")
    call([*str(row.command).split()[1:], "--out", "rows.jsonl"], text)
    (there,) = irqscope.read_rows("rows.jsonl").itertuples()
    assert row == there


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"scenarios": ["nowhere.json"]}, "^nowhere.json: no such file"),
        ({"axes": [{"kind": "field", "field": "rxRingFrame", "values": [1]}]}, "^study: axes.*rxRingFrame"),
        ({"seeds": {"count": 0}}, r"^study: seeds\.count"),
        ({"set": {"runCycles": np.nan}}, r"^study\.set\.runCycles: is nan"),
        ({"set": {"runCycles": pd.Timestamp("2026-01-01")}}, r"^study\.set\.runCycles: .* a point in time"),
    ],
)
def test_errors_name_the_study_and_no_temporary_file(changes: dict[str, Any], text: str) -> None:
    call_of = irqscope.search if "seeds" in changes else irqscope.sweep
    with pytest.raises(irqscope.BadInput, match=text) as caught:
        call_of(_study(**changes))
    assert "irqscope-" not in str(caught.value)


def test_a_missing_package_is_named_before_the_first_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    out = tmp_path / "rows.jsonl"
    for name, kind in (("xarray", "xarray"), ("pandas", "pandas")):
        with monkeypatch.context() as patch:
            patch.setitem(sys.modules, name, None)
            with pytest.raises(irqscope.PackageMissing, match=f"a study as a .* needs the package {name}"):
                irqscope.sweep(_study(), output=out, as_=kind)  # type: ignore[call-overload]
    with pytest.raises(irqscope.BadInput, match="as_: must be one of 'pandas', 'xarray', not 'polars'"):
        irqscope.sweep(_study(), output=out, as_="polars")  # type: ignore[call-overload]
    assert not out.exists()
