"""``python -m irqscope sweep STUDY --out F --scheduler ADDRESS``."""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from statistics import median

from irqscope.errors import BadInput, IrqscopeError, NodeMissing
from irqscope.host import Ending, host
from irqscope.values import whole
from irqscope.workers import workers_of

_FAULT = 3
_BAD_INPUT = 2
_INTERRUPTED = 130


def main(words: Sequence[str] | None = None) -> int:
    """Returns the exit code of ``irqscope sweep``."""
    parser = _parser()
    options, rest = parser.parse_known_args(words)
    try:
        return _sweep(options, rest)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except (IrqscopeError, OSError) as error:
        sys.stderr.write(f"error: {error}\n")
        return _BAD_INPUT if isinstance(error, BadInput | NodeMissing | OSError) else _FAULT


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m irqscope",
        description="Runs a study on threads of this computer or on a Dask cluster.",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    sweep = commands.add_parser(
        "sweep",
        help="run a study",
        description="Runs a study on threads of this computer, or on the workers of a Dask cluster. Workers "
        "need this package, but not Node. These options of irqscope sweep STUDY work here, too: --resume, "
        "--shard I/N, --format, --summary F, --skip-invalid, --force.",
        allow_abbrev=False,
    )
    sweep.add_argument("study", help="a file, - for standard input, or the id of a built-in study")
    sweep.add_argument("-o", "--out", required=True, help="a row for each run: F.jsonl, F.csv or F.parquet")
    where = sweep.add_mutually_exclusive_group()
    where.add_argument(
        "--scheduler", metavar="ADDRESS", help="address of a Dask scheduler, such as tcp://10.0.0.1:8786"
    )
    where.add_argument("--scheduler-file", metavar="FILE", help="file that dask scheduler wrote")
    where.add_argument("--threads", type=int, metavar="N", help="default: one for each core")
    return parser


def _sweep(options: argparse.Namespace, rest: Sequence[str]) -> int:
    words = ["sweep", options.study, "--out", options.out, *rest, "--elsewhere"]
    if options.scheduler is None and options.scheduler_file is None:
        return _told(words, None, None if options.threads is None else whole(options.threads, "--threads", 1))
    try:
        from distributed import Client  # noqa: PLC0415
    except ImportError:
        raise BadInput("--scheduler needs pip install 'irqscope[dask]'") from None
    file = options.scheduler_file
    with Client(scheduler_file=file) if file is not None else Client(options.scheduler) as client:
        return _told(words, client, None)


def _told(words: Sequence[str], client: object | None, threads: int | None) -> int:
    begin = time.monotonic()
    # Read here, because results use the command's standard input.
    study = _study_in(sys.stdin.read()) if words[1] == "-" else None
    ending = host(words, workers_of(client, threads), sys.stderr, study)
    if ending.runs > 0:
        sys.stderr.write(f"{_text(ending, time.monotonic() - begin)}\n")
    return ending.code


def _study_in(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError as error:
        raise BadInput(f"standard input: is not JSON: {error}") from None


def _text(ending: Ending, seconds: float) -> str:
    tasks = ending.task_seconds
    return (
        f"{ending.runs} runs in {len(tasks)} tasks of {median(tasks):.1f} s (median), "
        f"{sum(tasks):.0f} s of work in {seconds:.0f} s"
    )


if __name__ == "__main__":
    sys.exit(main())
