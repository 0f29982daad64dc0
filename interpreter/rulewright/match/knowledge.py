"""What a player knows, apart from any state: what was observed, and the worlds that agree with it.

`Knowledge` holds nothing else, so that whoever gets it, in this process or another, can find out nothing that the
player may not know. The probability of a world is what chance, as the rules say, and the choices of the other
players, taken as uniform over their legal moves, give it after all that the player observed.

While at most `LIMIT` steps, in large games fewer, have to be tried all lines of the game are enumerated, and the result
is exact; beyond, lines are drawn by importance sampling (`sampling.py`), from a pool that is kept.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

from rulewright.engines import canonical
from rulewright.match.enumerating import enumerate_lines
from rulewright.match.replaying import Evidence, Replay
from rulewright.match.sight import Token

if TYPE_CHECKING:
    from rulewright.engines.protocol import Act
    from rulewright.match.game import Game
    from rulewright.match.state import State

LIMIT = 100_000
"""How many steps are tried before worlds are drawn instead of enumerated."""

LIMIT_OF_LARGE = 2_000
"""The same in games whose states have more than `_LARGE` numbers: a step takes long there, and worlds are many."""

_LARGE = 3_000


@dataclass(frozen=True, eq=False)
class Knowledge:
    """What the player of a seat knows. `explicit`: whether chance is explicit in the game; `setup`: see `Game.start`.

    `tokens` and `present`: see `observed.py`; `digest`: 64 bits that stand for the tokens, as `Observed.digest`.
    """

    game: Game
    seat: int
    setup: str
    explicit: bool
    tokens: tuple[Token, ...]
    present: Token
    digest: int

    @cached_property
    def key(self) -> int:
        """64 bits that stand for all of it."""
        return key_of(self.seat, self.digest, self.present)

    def packed(self) -> bytes:
        """All of it as bytes."""
        content = (self.seat, int(self.explicit), self.tokens, self.present)
        return self.game.wrap_view(self.setup, canonical.text(content).encode())

    def worlds(self, n: int, seed: int, limit: int | None = None) -> Worlds:
        """`n` states drawn by their probability: see `State.worlds`."""
        rng = random.Random(seed)
        pool = self._pool(self._steps if limit is None else limit)
        found = pool.drawn(n, rng)
        states = []
        for machine, acts in found:
            own = None if self.explicit else rng.randrange(2**62)
            states.append(self.game.world(self.setup, machine, acts, own))
        return Worlds(tuple(states), pool.exact, pool.effective)

    def some(self, n: int, limit: int) -> tuple[State, ...]:
        """Up to `n` worlds, whatever their probability, for somebody who waits; () if none is found soon. They are
        taken from all worlds where these can be listed with so many steps."""
        rng = random.Random(self.key)
        found = self._pool(limit, soon=True).some(n, rng)
        seeds = [None if self.explicit else rng.randrange(2**62) for _ in found]
        return tuple(
            self.game.world(self.setup, machine, acts, seed) for (machine, acts), seed in zip(found, seeds, strict=True)
        )

    @property
    def _steps(self) -> int:
        """How many steps are tried if nobody says otherwise."""
        numbers = sum(cell.size * max(cell.most, 1) for cell in self.game.setting.program.cells)
        return LIMIT_OF_LARGE if numbers > _LARGE else LIMIT

    def _pool(self, limit: int, *, soon: bool = False) -> Pool:
        """`soon`: one from which only `some` are taken; that changes how a pool goes on."""
        pools: dict[Any, Pool] = self.game.pools
        name = (self.seat, self.setup, self.key, limit, soon)
        if name not in pools:
            while len(pools) >= _KEPT:
                del pools[next(iter(pools))]
            pools[name] = self._found(limit)
        return pools[name]

    def _found(self, limit: int) -> Pool:
        evidence = Evidence(self.seat, self.tokens, self.present)
        replay = Replay(self.game.setting, self.game.given(self.setup), evidence)
        endings = None if self._begins_as_too_many(limit) else enumerate_lines(replay, limit)
        if endings is None:
            self.game.too_many[self.seat, self.setup, limit] = self.tokens
            from rulewright.match.sampling import Sampler

            return Sampler(replay, self.key)
        if not endings:
            raise ValueError("nothing that the rules allow agrees with what was observed")
        return Enumerated([(one.machine, one.lines) for one in endings])

    def _begins_as_too_many(self, limit: int) -> bool:
        """Whether it begins as what already was too much to enumerate. Where players decide together, what is seen
        later may make it less."""
        known = self.game.too_many.get((self.seat, self.setup, limit), ())
        return bool(known) and self.tokens[: len(known)] == known and not self.game.has_together


_KEPT = 64
"""How many pools a game keeps."""


def key_of(seat: int, tokens: int, present: Token) -> int:
    """The information key of a seat from the digest of its tokens and the present."""
    return canonical.digest((seat, tokens, present))


class Pool:
    """Worlds with their weights, from which some can be drawn."""

    exact = False
    effective = 0.0

    def drawn(self, n: int, rng: random.Random) -> list[tuple[Any, tuple[Act, ...]]]:
        """`n` worlds by weight, each as a state of the engine with the acts that lead to it."""
        raise NotImplementedError

    def some(self, n: int, rng: random.Random) -> list[tuple[Any, tuple[Act, ...]]]:
        """Up to `n` worlds, whatever their weight; [] if none is found soon."""
        raise NotImplementedError


class Enumerated(Pool):
    """All worlds."""

    exact = True

    def __init__(self, endings: list[tuple[Any, Any]]) -> None:
        self._endings = endings
        self._weights = [lines.weight for _, lines in endings]
        self.effective = float("inf")

    def drawn(self, n: int, rng: random.Random) -> list[tuple[Any, tuple[Act, ...]]]:
        """See the base class."""
        chosen = rng.choices(self._endings, self._weights, k=n)
        return [(machine, lines.drawn(rng)) for machine, lines in chosen]

    def some(self, n: int, rng: random.Random) -> list[tuple[Any, tuple[Act, ...]]]:
        """See the base class."""
        chosen = rng.sample(self._endings, min(n, len(self._endings)))
        return [(machine, lines.drawn(rng)) for machine, lines in chosen]


@dataclass(frozen=True)
class Worlds(Sequence["State"]):
    """States that agree with what a player knows, drawn by their probability.

    `exact`: whether they were drawn from all there are. `effective`: else how many independent draws the pool from
    which they come is worth (infinite if exact).
    """

    states: tuple[State, ...]
    exact: bool
    effective: float

    def __len__(self) -> int:
        return len(self.states)

    @overload
    def __getitem__(self, index: int) -> State: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[State, ...]: ...
    def __getitem__(self, index: int | slice) -> State | tuple[State, ...]:
        return self.states[index]

    def __iter__(self) -> Iterator[State]:
        return iter(self.states)
