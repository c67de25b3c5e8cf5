"""Measures the cost of short machines: each is created, run and measured, and each has another ring.

python bench/machines.py [RUNS [CYCLES]] prints the processor time of Python and of the Node process.
"""

import sys
import time

import irqscope
from irqscope.service import service

# The largest ring that each card has.
_DEEPEST = 1024


def main() -> None:
    """Prints one line."""
    runs, cycles = (int(word) for word in (*sys.argv[1:], *("1000", "100000")[len(sys.argv) - 1 :]))
    with irqscope.Machine("ring-overflow") as first:
        first.step(cycles)
        first.metrics()
    begin, begin_children = time.process_time(), _node_seconds()
    clock = time.monotonic()
    rings = range(1, min(runs, _DEEPEST) + 1)
    delivered = [_delivered(ring, cycles) for ring in rings]
    wall = time.monotonic() - clock
    here, node = time.process_time() - begin, _node_seconds() - begin_children
    print(
        f"{len(rings)} machines of {cycles} cycles, each with another ring: {here:.1f} s of processor time "
        f"in Python and {node:.1f} s in Node, {(here + node) / len(rings) * 1e3:.1f} ms a machine, "
        f"{wall:.0f} s by the clock; {min(delivered)} to {max(delivered)} frames delivered"
    )


def _delivered(ring: int, cycles: int) -> int:
    with irqscope.Machine("ring-overflow", settings={"rxRingFrames": ring}) as machine:
        machine.step(cycles)
        return int(machine.metrics()["receive"]["delivered"])


def _node_seconds() -> float:
    """Processor time of all threads of the service. Works only on Linux."""
    with open(f"/proc/{service().pid}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


if __name__ == "__main__":
    main()
