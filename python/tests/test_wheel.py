"""The wheel contains its files, and runs where it is installed."""

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
from conftest import call

import irqscope
from irqscope.command import NODE_VARIABLE, find_node

PACKAGE = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Builds the wheel from the sources and from cli/dist."""
    folder = tmp_path_factory.mktemp("wheel")
    words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(words, cwd=PACKAGE, check=True, capture_output=True)
    (path,) = folder.iterdir()
    return path


def test_the_wheel_has_the_core_the_command_and_the_licences(wheel: Path) -> None:
    """It has the version of irqscope, and fits every platform."""
    assert wheel.name == f"irqscope-{irqscope.__version__}-py3-none-any.whl"
    names = set(ZipFile(wheel).namelist())
    data = ("LICENSE", "THIRD-PARTY-LICENSES.txt", "core_fast.wasm", "irqscope.mjs", "machineWorker.mjs")
    assert {f"irqscope/data/{name}" for name in data} < names
    assert {"irqscope/py.typed", "irqscope/__init__.py"} < names
    core = PACKAGE.parent / "core-wasm/binding/core_fast.wasm"
    assert ZipFile(wheel).read("irqscope/data/core_fast.wasm") == core.read_bytes()


def test_the_wheel_runs_where_it_is_installed(wheel: Path, tmp_path: Path) -> None:
    """It is installed outside of the clone."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--target", str(tmp_path), str(wheel)], check=True)
    script = (
        "import irqscope; print(irqscope.__file__); print(irqscope.run('one-packet')['scenario']); "
        "print(irqscope.__version__)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path), NODE_VARIABLE: find_node()},
        capture_output=True,
        text=True,
        check=True,
    )
    file, scenario, version = done.stdout.splitlines()
    assert Path(file).is_relative_to(tmp_path)
    assert scenario == "One packet"
    assert version == call(["--version"]).strip()
