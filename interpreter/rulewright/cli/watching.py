"""Doing something anew whenever files change, for `lint --watch`.

A change is seen by looking, twice a second, at when each file was last written: that works on every system, on network
drives, and with editors that write a new file in the place of the old one. Looked at are the rule files and tables of a
ruleset's folder and the folders below it, so that files that are included later are among them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path

Stamps = dict[Path, tuple[int, int]]
"""When each file was last written, in nanoseconds, and how many bytes it has."""

SUFFIXES = frozenset({".rules", ".csv", ".graphml"})
INTERVAL = 0.5
"""Seconds between two looks."""
_MOST = 2_000


def stamps(paths: Iterable[Path]) -> Stamps:
    """The files that belong to the rule files `paths`; those that are missing, or vanish meanwhile, are left out."""
    out: Stamps = {}
    for path in paths:
        for file in [path.absolute(), *_beside(path)]:
            try:
                found = file.stat()
            except OSError:
                continue
            out[file] = (found.st_mtime_ns, found.st_size)
    return out


def _beside(path: Path) -> Iterator[Path]:
    """What lies beside a rule file, and if the folder is a ruleset's (`go/go.rules`) below it; the first files only."""
    folder = path.absolute().parent
    found = folder.rglob("*") if path.stem == folder.name else folder.iterdir()
    try:
        yield from (file for file in islice(found, _MOST) if file.suffix in SUFFIXES)
    except OSError:
        return


def follow(looks: Iterable[Stamps], draw: Callable[[], None]) -> None:
    """Call `draw` at the first look and at each one that differs from the look before."""
    before: Stamps | None = None
    for now in looks:
        if now != before:
            draw()
        before = now


def looks(paths: Iterable[Path], wait: Callable[[float], object]) -> Iterator[Stamps]:
    """One look after the other without end, with `wait(seconds)` between them."""
    watched = tuple(paths)
    while True:
        yield stamps(watched)
        wait(INTERVAL)
