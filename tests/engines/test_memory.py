"""How much memory many games take: of a game only what is noted of it is kept."""

from __future__ import annotations

import subprocess
import sys

import pytest

MOST = 300
"""Megabytes, with Python, numpy and LLVM."""

PLAY = """
import resource, sys
import rulewright as rw

games = rw.load("hex", engine="native").playouts(10_000)
assert games.finished.all() and games.decisions > 10_000 * 100
used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # in bytes on macOS, elsewhere in kilobytes
print(used // 1024 // (1024 if sys.platform == "darwin" else 1))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no module resource")
def test_ten_thousand_games_of_hex() -> None:
    # A process begins with the peak of the one that it was forked from, so a shell stands in between.
    command = ["sh", "-c", '"$0" -c "$1"; exit $?', sys.executable, PLAY]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert 20 < int(done.stdout) < MOST
