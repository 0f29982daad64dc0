"""Many random games: what came out, as arrays. numpy is imported when the first games have been played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulewright.engines import noted
from rulewright.program.rolls import rejects

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from rulewright.match.game import Game

_AT_ONCE = 1 << 13
"""So many games are gone through together: what is read again lies near then."""


@dataclass(frozen=True, slots=True, eq=False)
class Playouts:
    """What came out of random games, game k at place k of each array.

    `returns`: what each seat has won, floats in an array of games by seats, zeros for a game that was cut off;
    `lengths`: how many decisions were made in each game; `branching`: how many legal moves there were at a decision of
    it on the average, 0 without decisions (None where that takes time of its own and was not asked for); `finished`:
    whether it came to its end; `decisions`: the sum of the lengths.
    """

    game: Game
    seed: int
    returns: NDArray[np.float64]
    lengths: NDArray[np.int64]
    branching: NDArray[np.float64] | None
    finished: NDArray[np.bool_]
    decisions: int

    def __len__(self) -> int:
        return len(self.lengths)

    def __repr__(self) -> str:
        return f"<{len(self)} playouts of {self.game.title}>"


def played(
    game: Game,
    n: int,
    seed: int,
    jobs: int | None,
    limit: int,
    progress: Callable[[int, int], None] | None,
    branching: bool,
) -> Playouts:
    """See `Game.playouts`."""
    if n < 0 or limit < 0:
        raise ValueError("numbers of games and of decisions are 0 or more")
    if jobs is not None and jobs < 1:
        raise ValueError("jobs are 1 or more")
    data = game.whole.playouts(n, seed, min(limit, 2**31 - 1), jobs, progress, branching)
    return _arrays(game, seed, data, branching or not rejects(game.setting.program))


def _arrays(game: Game, seed: int, data: bytearray, counted: bool) -> Playouts:
    import numpy as np

    program = game.setting.program
    form: Any = {
        "names": ["stands", "decisions", "moves", "returns"],
        "formats": ["<i4", "<i4", "<i8", ("<i4", (program.seats,))],
        "offsets": [0, 4, 8, 16],
        "itemsize": noted.form(program.seats).size,
    }
    games = np.frombuffer(data, np.dtype(form))
    returns, finished = np.empty((len(games), program.seats)), np.empty(len(games), np.bool_)
    lengths, branching = np.empty(len(games), np.int64), np.empty(len(games)) if counted else None
    for first in range(0, len(games), _AT_ONCE):
        part = slice(first, first + _AT_ONCE)
        some = games[part]
        np.equal(some["stands"], noted.OVER, out=finished[part])
        np.divide(some["returns"], program.scale, out=returns[part])
        returns[part][~finished[part]] = 0.0
        lengths[part] = some["decisions"]
        if branching is not None:
            np.divide(some["moves"], np.maximum(lengths[part], 1), out=branching[part])
    for array in (returns, lengths, branching, finished):
        if array is not None:
            array.flags.writeable = False
    return Playouts(game, seed, returns, lengths, branching, finished, decisions=int(lengths.sum()))
