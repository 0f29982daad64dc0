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
    taken = _Taken(game, n, branching or not rejects(game.setting.program))
    game.whole.playouts(taken.receive, n, seed, min(limit, 2**31 - 1), jobs, progress, branching)
    return taken.done(seed)


class _Taken:
    """Arrays that are filled with what came out of games. `counted`: their moves were."""

    def __init__(self, game: Game, n: int, counted: bool) -> None:
        import numpy as np

        program = game.setting.program
        self._game, self._scale = game, program.scale
        form: Any = {
            "names": ["stands", "decisions", "moves", "returns"],
            "formats": ["<i4", "<i4", "<i8", ("<i4", (program.seats,))],
            "offsets": [0, 4, 8, 16],
            "itemsize": noted.form(program.seats).size,
        }
        self._form = np.dtype(form)
        self._returns, self._finished = np.empty((n, program.seats)), np.empty(n, np.bool_)
        self._lengths, self._branching = np.empty(n, np.int64), np.empty(n) if counted else None

    def receive(self, first: int, noted_: bytes) -> None:
        """Games one after the other, of which the first has this number."""
        import numpy as np

        games = np.frombuffer(noted_, self._form)
        part = slice(first, first + len(games))
        over = np.equal(games["stands"], noted.OVER, out=self._finished[part])
        returns = np.divide(games["returns"], self._scale, out=self._returns[part])
        returns[~over] = 0.0
        lengths = self._lengths[part]
        lengths[:] = games["decisions"]
        if self._branching is not None:
            np.divide(games["moves"], np.maximum(lengths, 1), out=self._branching[part])

    def done(self, seed: int) -> Playouts:
        """All of them."""
        arrays = self._returns, self._lengths, self._branching, self._finished
        for array in arrays:
            if array is not None:
                array.flags.writeable = False
        return Playouts(self._game, seed, *arrays, decisions=int(self._lengths.sum()))
