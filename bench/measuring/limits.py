"""Programs written by hand for one game each, in C: see `bench/limit`. They need the system's `cc`."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from measuring import clock

FOLDER = Path(__file__).parents[1] / "limit"


def playouts(name: str) -> clock.Games | None:
    """Random games of a limit program; None where there is no program, or no compiler."""
    source, cc = FOLDER / f"{name}.c", shutil.which("cc")
    if cc is None or not source.exists():
        return None
    rates, length = [], 0.0
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / name
        subprocess.run([cc, "-O3", "-march=native", "-o", str(made), str(source)], check=True)
        for run in range(clock.RUNS):
            command = [str(made), str(clock.SECONDS), str(run)]
            told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            rates.append(told["playouts"] / told["seconds"])
            length = told["moves"] / told["playouts"]
    return clock.Games(clock.rate_of(rates), length)
