"""Which sites moves lead to, so that a picture can show what may be chosen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulewright.boards import Board

if TYPE_CHECKING:
    from rulewright.match.state import Move
    from rulewright.match.view import ViewMove


def targets(board: Board | None, moves: Iterable[Move | ViewMove]) -> frozenset[int]:
    """Of each move the last of its picks that is a site or stands on one, by index: of a step where it ends, of an
    attack who is attacked. Of a move of several steps the first one counts."""
    if board is None:
        return frozenset()
    found: set[int] = set()
    called = {name: site for site, name in enumerate(board.names)}
    for move in moves:
        values = [text for _, value in move.picked for text in ((value,) if isinstance(value, str) else value)]
        sites = [called[one] for one in (text.partition(".")[0] for text in values) if one in called]
        found.update(sites[-1:])
    return frozenset(found)
