"""How long `rulewright --help` takes to answer: the median of ten runs, beside an empty Python and the limit.

Exits with 1 when the median is over the limit. Run it on an idle machine.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

LIMIT = 0.150  # seconds
RUNS = 10


def median(*arguments: str) -> float:
    """Median wall time of `python ARGUMENTS` in seconds; the first run, which fills caches, is not counted."""

    def once() -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
        return time.perf_counter() - start

    once()
    return statistics.median(once() for _ in range(RUNS))


def main() -> int:
    """Print the table; the exit code."""
    empty = median("-c", "pass")
    answer = median("-m", "rulewright", "--help")
    print(f"python -c pass      {empty * 1000:6.1f} ms")
    print(f"rulewright --help   {answer * 1000:6.1f} ms   {answer / empty:.1f} times an empty Python")
    print(f"limit               {LIMIT * 1000:6.1f} ms   {answer / LIMIT:.0%} of it used")
    return int(answer > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
