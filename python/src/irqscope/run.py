"""``run``: one scenario to its end."""

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from irqscope.command import call
from irqscope.core import core

# A scenario as JSON has it, the path of a file, or the id of a built-in one.
Scenario = Mapping[str, Any] | str | os.PathLike[str]


def run(
    scenario: Scenario,
    *,
    settings: Mapping[str, object] | None = None,
    cycles: int | None = None,
    warm_up_cycles: int | None = None,
    seed: int | None = None,
) -> dict[str, Any]:
    """Runs a scenario and tells what came of it: the object that ``irqscope run --json`` prints.

    ``settings``: other values of fields by their path or its end: ``{"clockHertz": "2 GHz"}``;
    whole objects too: ``{"traffic[0].resample": {"blockEvents": 500}}``.
    ``cycles``, ``seed``: instead of the scenario's.
    ``warm_up_cycles``: so many first cycles are in none of the numbers, as ``warmUpCycles`` of a study.
    Latencies are in cycles; None: there is no value.

    Raises BadInput with the field and the reason where the scenario or a setting is not valid.
    """
    subject, text = _subject(scenario)
    words = ["compile", subject, *_options(settings or {}, cycles=cycles, warm_up=warm_up_cycles, seed=seed)]
    with tempfile.TemporaryDirectory(prefix="irqscope-") as folder:
        compiled = Path(folder) / "compiled.jsonl"
        call([*words, "-o", str(compiled)], text)
        with compiled.open(encoding="utf-8") as lines:
            answer = "".join(core().run_lines(lines))
        printed = call(["decode", "-", "--of", str(compiled)], answer)
    (report,) = map(json.loads, printed.splitlines())
    del report["run"]
    return dict(report)


def _subject(scenario: Scenario) -> tuple[str, str | None]:
    if isinstance(scenario, Mapping):
        return "-", json.dumps(scenario)
    return os.fspath(scenario), None


def _options(settings: Mapping[str, object], **numbers: int | None) -> list[str]:
    words = [f"--set={field}={_value(value)}" for field, value in settings.items()]
    given = {name.replace("_", "-"): value for name, value in numbers.items() if value is not None}
    return [*words, *(f"--{name}={value}" for name, value in given.items())]


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None or isinstance(value, Mapping | list):
        return json.dumps(value)
    return str(value)
