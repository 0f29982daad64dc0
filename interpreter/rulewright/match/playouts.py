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
    finished = games["stands"] == noted.OVER
    lengths = games["decisions"].astype(np.int64)
    arrays = (
        np.where(finished[:, None], games["returns"] / program.scale, 0.0),
        lengths,
        games["moves"] / np.maximum(lengths, 1) if counted else None,
        finished,
    )
    for array in arrays:
        if array is not None:
            array.flags.writeable = False
    return Playouts(game, seed, *arrays, decisions=int(lengths.sum()))
