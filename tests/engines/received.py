"""What whole games are noted as, received from the engines."""

from __future__ import annotations

from rulewright.engines import noted
from rulewright.engines.choose import Whole


def noted_of(of: Whole, count: int, seed: int, limit: int, jobs: int = 1) -> bytes:
    """What is noted of so many games, in their order; all of them are received, each once."""
    found: dict[int, bytes] = {}
    of.playouts(found.__setitem__, count, seed, limit, jobs)
    size, at = noted.form(of.engine.program.seats).size, 0
    for first in sorted(found):
        assert first == at
        at += len(found[first]) // size
    assert at == count
    return b"".join(found[first] for first in sorted(found))
