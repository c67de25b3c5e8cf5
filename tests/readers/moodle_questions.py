"""Reads Moodle XML by moodle2amc, which makes a printed exam of it, and prints the questions of the exam as JSON.

moodle2amc rounds a tolerance to its first digit, which stands at the last of so many decimals."""
import contextlib
import json
import re
import sys
import tempfile
from pathlib import Path
from types import ModuleType

# Of pictures, which the questions do not have. It needs a library of ImageMagick.
sys.modules["wand.image"] = ModuleType("wand.image")
sys.modules["wand.image"].Image = None

from amc2moodle.moodle2amc.bin.moodle2amc import run

with tempfile.TemporaryDirectory() as folder:
    exam = Path(folder) / "exam.tex"
    sys.argv = ["moodle2amc", sys.argv[1], "-o", str(exam), "--no-log-file", "-s"]
    with contextlib.suppress(SystemExit):
        run()
    text = exam.read_text("utf-8")
parts = re.split(r"\\begin\{question(?:multx)?\}\{([^}]*)\}", text)[1:]


def read(name, body):
    number = re.search(r"\\AMCnumericChoices\{([^}]*)\}\{exact = (\d+), decimals = (\d+)", body)
    if number is not None:
        digit = 10 ** -int(number[3])
        return {"name": name, "value": float(number[1]), "tolerance": int(number[2]) * digit, "digit": digit}
    if "\\AMCOpen" in body:
        return {"name": name}
    return {"name": name, "options": [kind == "correct" for kind in re.findall(r"\\(correct|wrong)choice\{", body)]}


json.dump([read(*pair) for pair in zip(parts[::2], parts[1::2])], sys.stdout)
