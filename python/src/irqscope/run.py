"""``run``: runs one scenario to its end."""

from collections.abc import Mapping
from typing import Any

from irqscope.errors import BadInput
from irqscope.machine import Cycle, Machine, Scenario, expect_end
from irqscope.values import cycles_of


def run(
    scenario: Scenario,
    *,
    settings: Mapping[str, object] | None = None,
    cycles: Cycle = None,
    warm_up_cycles: Cycle = None,
    seed: int | None = None,
) -> dict[str, Any]:
    """Runs a scenario and returns its report: the object that ``irqscope run --json`` prints.

    ``settings``, ``seed``: as in ``Machine``.
    ``cycles``: length of the run in cycles or as a time, instead of the scenario's.
    ``warm_up_cycles``: first cycles that are not measured, as ``warmUpCycles`` of a study.
    Latencies are in cycles. None means that there is no value.

    Raises BadInput with the field and the reason if the scenario or a setting is not valid.
    """
    with Machine(scenario, settings=settings, seed=seed) as machine:
        clock = machine.clock_hertz
        end = machine.run_cycles if cycles is None else cycles_of(cycles, clock, "cycles")
        warm_up = 0 if warm_up_cycles is None else cycles_of(warm_up_cycles, clock, "warm_up_cycles")
        expect_end(end, "cycles")
        if end == 0:
            raise BadInput("cycles: must be 1 or more, not 0")
        if warm_up >= end:
            raise BadInput(
                f"warm_up_cycles: must be from 0 to {end - 1}, below the length of the run, not {warm_up}"
            )
        if warm_up > 0:
            machine.run_until(warm_up)
            machine.measure_again()
        machine.run_until(end)
        return machine.metrics()
