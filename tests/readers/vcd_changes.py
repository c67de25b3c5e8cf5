"""Reads a dump by vcdvcd and prints the changes of each variable as JSON."""
import json
import sys

from vcdvcd import VCDVCD

dump = VCDVCD(sys.argv[1])
json.dump(
    {
        "timescale": str(dump.timescale["timescale"]),
        "end": dump.endtime,
        "variables": {name: [[at, value] for at, value in dump[name].tv] for name in dump.signals},
    },
    sys.stdout,
)
