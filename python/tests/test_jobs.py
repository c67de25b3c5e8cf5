"""The job files, run by a small batch system, the notebook, and the figure of docs/studies.md."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import call

from irqscope.command import NODE_VARIABLE, find_node

PACKAGE = Path(__file__).parents[1]
JOBS = PACKAGE / "jobs"
SHARDS = 2


def _study(folder: Path) -> Path:
    path = folder / "small.study.json"
    study = {
        "format": "irqscope-study",
        "version": 1,
        "name": "small",
        "scenarios": ["one-packet"],
        "set": {"runCycles": 20_000},
        "seeds": {"count": 5},
    }
    path.write_text(json.dumps(study), "utf-8")
    return path


def _bash(*words: str, **env: str) -> str:
    """Returns what the command prints to standard error."""
    folder = str(Path(sys.executable).parent)
    path = os.pathsep.join([folder, os.environ["PATH"]])
    around = {**os.environ, "PATH": path, "PYTHONPATH": str(PACKAGE / "src"), NODE_VARIABLE: find_node()}
    done = subprocess.run(
        ["bash", *words], env={**around, **env}, check=True, capture_output=True, encoding="utf-8"
    )
    return done.stderr


def _rows_of_node(study: Path) -> str:
    path = study.parent / "node.jsonl"
    call(["sweep", str(study), "--out", str(path)])
    return path.read_text("utf-8")


def test_a_slurm_array_and_its_join_run_the_study(tmp_path: Path) -> None:
    """The join runs a lost task again."""
    study, folder = _study(tmp_path), tmp_path / "parts"
    array = str(JOBS / "slurm-array.sh")
    _bash(array, str(study), str(folder), SLURM_ARRAY_TASK_ID="2", SHARDS=str(SHARDS))
    assert [path.name for path in folder.iterdir()] == ["part-00002.jsonl"]
    _bash(str(JOBS / "join.sh"), str(study), str(folder))
    assert (folder / "all.jsonl").read_text("utf-8") == _rows_of_node(study)
    assert (folder / "summary.csv").read_text("utf-8").startswith("kind,")


def test_a_kubernetes_indexed_job_runs_the_study(tmp_path: Path) -> None:
    """Each index runs one part, and the numbers of parts agree."""
    study, folder = _study(tmp_path), tmp_path / "parts"
    spec = yaml.safe_load((JOBS / "kubernetes-indexed-job.yaml").read_text("utf-8"))["spec"]
    (container,) = spec["template"]["spec"]["containers"]
    env = {one["name"]: one["value"] for one in container["env"]}
    assert spec["completionMode"] == "Indexed"
    assert env["SHARDS"] == str(spec["completions"])
    assert container["command"][0] == "bash"
    words = [*container["command"][1:], *container["args"]]
    own = {"STUDY": str(study), "FOLDER": str(folder), "SHARDS": str(SHARDS)}
    for index in range(SHARDS):
        _bash(*words, **own, JOB_COMPLETION_INDEX=str(index))
    rows = [path.read_text("utf-8") for path in sorted(folder.iterdir())]
    assert sorted("".join(rows).splitlines()) == sorted(_rows_of_node(study).splitlines())
    assert [text.count("\n") for text in rows] == [3, 2]


def test_the_kubernetes_join_job_reads_the_files_of_the_indexed_job() -> None:
    """It uses the same claim and user, and the script of the image."""
    jobs = [
        yaml.safe_load((JOBS / f"kubernetes-{name}-job.yaml").read_text("utf-8"))["spec"]
        for name in ("indexed", "join")
    ]
    for key in ("podReplacementPolicy", "podFailurePolicy"):
        assert jobs[0][key] == jobs[1][key]
    specs = [job["template"]["spec"] for job in jobs]
    for key in ("securityContext", "volumes", "restartPolicy", "terminationGracePeriodSeconds"):
        assert specs[0][key] == specs[1][key]
    (indexed,), (join,) = (spec["containers"] for spec in specs)
    env = {one["name"]: one["value"] for one in indexed["env"]}
    threads = re.search(r"--threads (\d+) ", indexed["args"][0])
    assert threads is not None
    assert indexed["resources"]["requests"]["cpu"] == threads[1]
    assert join["command"] == ["bash", "/opt/irqscope/join.sh", env["STUDY"], env["FOLDER"], threads[1]]
    for key in ("image", "imagePullPolicy", "securityContext", "volumeMounts", "resources"):
        assert indexed[key] == join[key]
    assert "\nCOPY join.sh /opt/irqscope/\n" in (JOBS / "Dockerfile").read_text("utf-8")


def test_the_kubernetes_copy_pod_sees_the_files_of_the_jobs() -> None:
    """The pod that copies the files mounts the same claim as the same user."""
    claim, pod = yaml.safe_load_all((JOBS / "kubernetes-files.yaml").read_text("utf-8"))
    spec = yaml.safe_load((JOBS / "kubernetes-join-job.yaml").read_text("utf-8"))["spec"]["template"]["spec"]
    assert claim["spec"]["accessModes"] == ["ReadWriteMany"]
    assert spec["volumes"][0]["persistentVolumeClaim"]["claimName"] == claim["metadata"]["name"]
    for key in ("volumes", "securityContext"):
        assert pod["spec"][key] == spec[key]
    for key in ("image", "imagePullPolicy", "securityContext", "volumeMounts"):
        assert pod["spec"]["containers"][0][key] == spec["containers"][0][key]


def test_join_omits_a_truncated_line_and_keeps_finished_rows(tmp_path: Path) -> None:
    """One part and the join were each killed while they wrote."""
    study, folder = _study(tmp_path), tmp_path / "parts"
    rows = _rows_of_node(study).splitlines(keepends=True)
    folder.mkdir()
    (folder / "part-00001.jsonl").write_text(rows[0] + rows[2][:40], "utf-8")
    (folder / "part-00002.jsonl").write_text(rows[1], "utf-8")
    (folder / "all.jsonl").write_text("".join(rows[:4]) + rows[4][:9], "utf-8")
    said = _bash(str(JOBS / "join.sh"), str(study), str(folder), "1")
    assert "1 runs in 1 tasks" in said
    assert (folder / "all.jsonl").read_text("utf-8") == "".join(rows)


def test_slurm_scripts_are_valid_bash() -> None:
    """Bash parses them, and they request as many shards as tasks."""
    for path in JOBS.glob("*.sh"):
        _bash("-n", str(path))
    text = (JOBS / "slurm-array.sh").read_text("utf-8")
    assert "#SBATCH --array=1-100\n" in text
    assert "SHARDS=${SHARDS:-100}\n" in text


def test_the_notebook_in_git_has_no_outputs() -> None:
    """It has no execution numbers either. The docs say how to execute it."""
    (path,) = (PACKAGE / "notebooks").glob("*.ipynb")
    cells = json.loads(path.read_text("utf-8"))["cells"]
    sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    assert len(sources) > 5
    for source in sources:
        compile(source, path.name, "exec")
    for cell in cells:
        assert cell.get("outputs", []) == []
        assert cell.get("execution_count") is None


def test_the_docs_lead_from_a_capture_to_a_figure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Runs the example of docs/studies.md with fewer runs: matplotlib draws both measures into a PDF."""
    text = (PACKAGE.parent / "docs" / "studies.md").read_text("utf-8")
    part = text[text.index("## From a capture to a figure") :]
    written = re.search(r"<<'END'\n(.*?)\nEND\n", part, re.DOTALL)
    figure = re.search(r"```python\n(.*?)```", part, re.DOTALL)
    assert written is not None
    assert figure is not None
    study = json.loads(written[1])
    assert study["axes"][1]["name"] == "ring"
    study["axes"][1]["values"] = [4, 256]
    assert study["axes"][2]["kind"] == "windows"
    study["axes"][2]["milliseconds"] = 4
    monkeypatch.chdir(tmp_path)
    Path("day.study.json").write_text(json.dumps(study), "utf-8")
    call(["export", "traffic", "ring-overflow", "-o", "day.pcapng"])
    call(["trace", "--pcap", "day.pcapng", "--busiest", "20", "--machine", "ring-overflow", "-o", "day.json"])
    call(["sweep", "day.study.json", "--out", "day.jsonl", "--summary", "day.csv"])

    monkeypatch.setenv("MPLBACKEND", "agg")
    made: dict[str, Any] = {}
    exec(compile(figure[1], "figure.py", "exec"), made)
    printed = capsys.readouterr().out
    assert re.search(r"^1 +256$", printed, re.MULTILINE), printed
    means, differences = made["rows"]
    for place in (*means, *differences):
        assert list(place.containers[0].lines[0].get_xdata()) == [4, 256]
    for place in means:
        drawn = place.get_legend_handles_labels()[1]
        assert drawn[0] == "1 context"
        assert drawn[1].startswith("2 contexts")
    document = Path("day.pdf").read_bytes()
    assert document.startswith(b"%PDF-")
    assert document.rstrip().endswith(b"%%EOF")
    assert document.count(b"/Type /Page ") == 1
    assert b"CIDFontType2" in document
    assert b"/Type3" not in document
    assert len(document) > 5_000
    assert f"study {made['origin'].studyHash}".encode() in document
