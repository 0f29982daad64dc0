"""A state as one player may know it.

A `View` is made of plain values only: it holds no state, and nothing from which what is hidden could be found, so it
may be given to anybody who plays for that player, also in another process. It answers what a state answers for people,
offers the player's own moves where the player decides, and gives the worlds that agree with what the player knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.match import picture
from rulewright.match.about import about, about_standing, site_of
from rulewright.match.knowing import knowledge, seat_of
from rulewright.match.knowledge import Knowledge, Worlds
from rulewright.match.pieces import Marked, Piece, Standing, grounds, numbers, pieces, standing
from rulewright.match.svg import svg_of
from rulewright.match.targets import targets
from rulewright.match.view_log import Line, lines_of
from rulewright.match.zones import Zone, zone_lines, zones

if TYPE_CHECKING:
    from rulewright.match.game import Game
    from rulewright.match.state import Move, State


_TRIED = 1000
"""So many steps are tried to list the worlds of which one tells why a move may not be made: somebody waits for it."""


@dataclass(frozen=True)
class ViewMove:
    """A move that the player of a view may make. `State.play` takes it where it is legal.

    `text`, `told`, `action`, `picks`, `picked`, `steps`, `declines`: as of `Move`. `index`: its place among the moves.
    """

    text: str
    told: str
    action: str
    picks: Mapping[str, str]
    picked: tuple[tuple[str, tuple[str, ...] | str], ...]
    steps: tuple[str, ...]
    declines: bool
    index: int
    key: int
    """The information key of the view that offers it."""

    def __hash__(self) -> int:
        return hash((self.key, self.index))

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, eq=False, repr=False)
class View:
    """What a player may know of a state. Made by `State.view`.

    `game`: what is played; `player`: whose view it is. `mover`: who decides, None at chance, at the end, and where the
    player may not know it. `active`, `question`, `status`, `outcome`, `returns`, `ranking`: as of `State`, as far as
    the player knows; `drawn`: what chance decides in the open. `log`: what happened, as the player saw it.
    """

    game: Game
    player: str
    over: bool
    mover: str | None
    active: str | None
    question: str
    drawn: str
    status: str
    outcome: str
    returns: tuple[float, ...]
    ranking: tuple[tuple[str, ...], ...]
    lines: tuple[Line, ...]
    _knowledge: Knowledge | None
    _moves: tuple[ViewMove, ...]
    _standing: tuple[Standing, ...]
    _grounds: tuple[Marked, ...]
    _numbers: tuple[Marked, ...]
    _zones: tuple[Zone, ...]
    _variables: tuple[str, ...]

    # ---- what may be done ----

    def moves(self) -> tuple[ViewMove, ...]:
        """All legal moves where the player decides; () elsewhere."""
        return self._moves

    def why(self, text: str) -> str:
        """The reason why a move may not be made; "" if it may: see `State.why`. What the player does not know plays no
        part in it. Raises ValueError if no state is found soon that agrees with all that the player knows."""
        if self.over:
            return "the game is over"
        if self.mover != self.player:
            return f"it is not for {self.game.say(self.player)} to decide"
        if any(text.casefold() in (move.text.casefold(), move.told.casefold()) for move in self._moves):
            return ""
        for world in self.knowledge.some(1, _TRIED):
            return world.why(text)
        raise ValueError("no world was found soon that agrees with what was observed")

    # ---- what is known ----

    @property
    def knowledge(self) -> Knowledge:
        """All that the player observed. Raises ValueError if the state's log did not begin with the game."""
        if self._knowledge is None:
            raise ValueError("what was played before this state is not known")
        return self._knowledge

    @property
    def information_key(self) -> int:
        """See `State.information_key`."""
        return self.knowledge.key

    hash = information_key

    def worlds(self, n: int = 1, seed: int = 0, limit: int | None = None) -> Worlds:
        """See `State.worlds`. `limit`: how many steps may be tried to enumerate all worlds; beyond, they are drawn. By
        default many in small games, and few in large ones."""
        return self.knowledge.worlds(n, seed, limit)

    def __eq__(self, other: object) -> bool:
        """Whether the same player could not tell the two apart."""
        if not isinstance(other, View):
            return NotImplemented
        same = self.game.identity == other.game.identity and self.player == other.player
        return same and self.information_key == other.information_key

    def __hash__(self) -> int:
        return hash(self.information_key)

    def serialize(self) -> bytes:
        """What the player knows as bytes, equal for equal views."""
        return self.knowledge.packed()

    # ---- for people ----

    @property
    def log(self) -> tuple[str, ...]:
        """What happened, as the player saw it: `South: Play Owl`, `d6: 4`, `deck: Owl`."""
        return tuple(map(str, self.lines))

    @property
    def told(self) -> tuple[str, ...]:
        """The same in the language with which the game was loaded."""
        return tuple(line.told for line in self.lines)

    def record(self, comments: Mapping[int, str] | None = None) -> str:
        """The game so far as the player saw it, in the form of a `.record`: without a seed, with what others did as far
        as it was seen. `comments` stand after the move of that number, 0 for before the first."""
        from rulewright.match.view_record import record_of_view

        return record_of_view(self, comments or {})

    def zones(self) -> tuple[Zone, ...]:
        """What lies in the zones; what the player does not know is only counted."""
        return self._zones

    def variables(self) -> tuple[str, ...]:
        """The game's variables as lines such as `score: White 3, Black 0`."""
        return self._variables

    def standing(self) -> tuple[Standing, ...]:
        """All components on the board by site and layer; the kind of those that are not known is -1."""
        return self._standing

    def pieces(self) -> tuple[Piece, ...]:
        """The same components as pictures show them."""
        return pieces(self.game.setting, self._standing)

    def grounds(self) -> tuple[Marked, ...]:
        """The sites that `display:` marks while they are empty, by site."""
        return self._grounds

    def about(self, site: str) -> tuple[str, ...]:
        """See `State.about`. What the player does not know plays no part in it: where no state is found soon that
        agrees with all that is known, numbers are told as printed. Raises KeyError if there is no such site, ValueError
        as `knowledge` does."""
        place = site_of(self.game.setting, site)
        if all(stand.site != place for stand in self._standing):
            return tuple(one.name for one in self._grounds if one.site == place)
        for world in self.knowledge.some(1, _TRIED):
            return about(self.game.setting, world._machine, place, seat_of(self.game, self.player))
        return about_standing(self.game.setting, self._standing, self._grounds, place)

    def svg(self, moves: Iterable[Move | ViewMove] = ()) -> str:
        """The position as an SVG document; the sites to which `moves` lead are marked. Raises ValueError if the game
        has no board."""
        chosen = targets(self.game.setting.declared.board, moves)
        return svg_of(
            self.game.setting, self._standing, self._grounds, self._zones, self._variables, self.status, chosen
        )

    def __str__(self) -> str:
        """The board, the zones, the variables, who is to move."""
        board = picture.drawn(self.game.setting, self._standing, self._grounds)
        return "\n".join([*([board] if board else []), *zone_lines(self._zones), *self._variables, self.status])

    def __repr__(self) -> str:
        return f"<View of {self.game.name} by {self.player}, {self.status}>"


def view_of(state: State, player: str | int) -> View:
    """See `State.view`."""
    game = state.game
    seat = seat_of(game, player)
    setting, engine = game.setting, game.setting.engine
    stop = state._stop
    machine = engine.seen(state._machine, seat)
    mine = stop.kind == "decision" and stop.chooser == seat
    seen = game.observer(seat).seen_to_decide(state._machine, stop)
    known = knowledge(state, seat) if state.begun else None
    key = known.key if known else 0
    active = engine.active(machine)
    open_draw = stop.draw is not None and not stop.draw.secret
    return View(
        game,
        game.players[seat],
        state.over,
        state.mover if seen else None,
        game.players[active] if active >= 0 else None,
        state.question if mine else "",
        state.drawn if open_draw else "",
        _status(state, mine=mine, seen=seen, drawn=open_draw),
        state.outcome,
        state.returns,
        state.ranking,
        lines_of(state, seat) if state.begun else (),
        known,
        tuple(_move(move, key) for move in state.moves()) if mine else (),
        standing(setting, machine, seat),
        grounds(setting, machine),
        numbers(setting, machine),
        zones(setting, machine, seat),
        tuple(picture.variables(setting, machine, seat)),
    )


def _move(move: Move, key: int) -> ViewMove:
    return ViewMove(
        move.text, move.told, move.action, move.picks, move.picked, move.steps, move.declines, move._index, key
    )


def _status(state: State, *, mine: bool, seen: bool, drawn: bool) -> str:
    if state.over or mine or drawn:
        return state.status
    if seen:
        return f"{state.game.say(state.mover or '')} to move"
    return "chance decides" if state._stop.kind == "chance" else "others may be deciding"
