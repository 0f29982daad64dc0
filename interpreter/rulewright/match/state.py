"""States and moves: the values that people and programs play with.

A `State` never changes; `play` gives the next one. What is asked of it is computed once and kept: where it stops, its
moves, their texts. Beside the engine's own state it knows the state before and the move between them, so that the log
costs nothing; that takes no part in equality.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import repeat
from typing import TYPE_CHECKING, Any

from rulewright.engines.protocol import Act, PlayError, Stopped
from rulewright.match import picture
from rulewright.match.about import about, site_of
from rulewright.match.errors import IllegalMove
from rulewright.match.notation import (
    Step,
    alternative_of,
    answered,
    move_texts,
    outcome_text,
    pick_texts,
    picked_texts,
    step_text,
    steps_of,
)
from rulewright.match.outcomes import told_outcome
from rulewright.match.pieces import Marked, Piece, Standing, grounds, pieces, standing
from rulewright.match.positions import measured, write_position
from rulewright.match.reading import Position
from rulewright.match.stepwise import Way
from rulewright.match.svg import svg
from rulewright.match.targets import targets
from rulewright.match.zones import Zone, zones

if TYPE_CHECKING:
    from rulewright.match.game import Game
    from rulewright.match.knowledge import Worlds
    from rulewright.match.observed import Observed
    from rulewright.match.view import View, ViewMove
    from rulewright.match.view_log import Logged


@dataclass(frozen=True, eq=False, repr=False, init=False)
class State:
    """A position in a game, stopped where a player or chance decides, or at the end. Made by `Game.start` and `play`.

    `seed` is the seed from which chance is drawn, None if chance is explicit. `game` is what is played.
    """

    game: Game
    seed: int | None
    _machine: Any
    _before: State | None
    _index: int
    _setup: str | None

    def __init__(
        self,
        game: Game,
        seed: int | None,
        machine: Any,
        before: State | None = None,
        index: int = 0,
        setup: str | None = None,
    ) -> None:
        # One call in place of one for each name: states are made by the million.
        self.__dict__.update(game=game, seed=seed, _machine=machine, _before=before, _index=index, _setup=setup)

    # ---- what players know ----

    def view(self, player: str | int) -> View:
        """What a player, by name or seat, may know of this state, and nothing else. Raises LookupError."""
        from rulewright.match.view import view_of

        return view_of(self, player)

    def worlds(self, player: str | int, n: int = 1, seed: int = 0) -> Worlds:
        """`n` states that agree with everything the player has observed, drawn by the probability that chance, and the
        choices of the others taken as uniform over their legal moves, give them after it.

        The state itself plays no part in it: the same as `view(player).worlds(n, seed)`. Raises LookupError, and
        ValueError if the state's log does not begin with the start of the game.
        """
        from rulewright.match.knowing import knowledge, seat_of

        return knowledge(self, seat_of(self.game, player)).worlds(n, seed)

    def information_key(self, player: str | int) -> int:
        """64 bits that are equal for two states of a game exactly if the player cannot tell them apart after all that
        was observed; the same on every machine. Raises as `worlds`."""
        from rulewright.match.knowing import information_key, seat_of

        return information_key(self, seat_of(self.game, player))

    @cached_property
    def _observed(self) -> dict[int, Observed]:
        """What was observed up to here, by seat, as far as anybody asked."""
        return {}

    @cached_property
    def _logged(self) -> dict[int, Logged]:
        """What is told of the last move, by seat, as far as anybody asked."""
        return {}

    # ---- where it stands ----

    @property
    def _stop(self) -> Stopped:
        return self.game.setting.engine.stopped(self._machine)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._stop.kind == "over"

    @property
    def mover(self) -> str | None:
        """The name of the player who decides; None at chance and at the end."""
        return self.game.players[self._stop.chooser] if self._stop.kind == "decision" else None

    @property
    def active(self) -> str | None:
        """The name of the player whose turn it is; None outside turns."""
        seat = self.game.setting.engine.active(self._machine)
        return self.game.players[seat] if seat >= 0 else None

    @property
    def question(self) -> str:
        """What is asked of the mover, in words; "" if the moves say it."""
        decision = self._stop.decision
        if decision is None:
            return ""
        asked = self.game.say(decision.question)
        first = decision.alternatives[0]
        return f"pick {asked}" if not first.action and decision.question in first.names else asked

    @property
    def drawn(self) -> str:
        """What chance decides here: the die's name or the like; "" elsewhere."""
        return self._stop.draw.name if self._stop.draw else ""

    # ---- moves ----

    @cached_property
    def _outcomes(self) -> tuple[tuple[Act, Fraction], ...]:
        return self.game.setting.engine.outcomes(self._machine)

    @cached_property
    def _acts(self) -> tuple[Act, ...]:
        if self._stop.kind == "chance":
            return tuple(act for act, _ in self._outcomes)
        return self.game.setting.engine.moves(self._machine) if self._stop.kind == "decision" else ()

    @cached_property
    def _texts(self) -> tuple[str, ...]:
        setting, stop = self.game.setting.untranslated, self._stop
        if stop.kind == "chance" and stop.draw:
            return tuple(outcome_text(setting, self._machine, stop.draw, act) for act in self._acts)
        return move_texts(setting, self._machine, stop, self._acts)

    @cached_property
    def _told(self) -> tuple[str, ...]:
        """The texts in the language that is spoken."""
        setting = self.game.setting
        if setting is setting.untranslated or self._stop.kind != "decision":
            return self._texts
        return move_texts(setting, self._machine, self._stop, self._acts)

    @property
    def _position(self) -> Position:
        return Position(self.game.setting, self._machine, self._stop, self._acts, self._texts)

    def moves(self) -> tuple[Move, ...]:
        """All legal moves in the order of the rules, declining last; () at chance and at the end. Raises PlayError."""
        return tuple(map(Move, repeat(self), range(self.game.setting.engine.count(self._machine))))

    def chance(self) -> tuple[tuple[Move, Fraction], ...]:
        """Where chance decides, every outcome with its exact probability; () elsewhere."""
        return tuple((Move(self, index), chance) for index, (_, chance) in enumerate(self._outcomes))

    def find(self, text: str) -> Move | None:
        """The legal move (or outcome of chance) that a text means, read as `play` does; None if there is none.

        Raises AmbiguousMove.
        """
        index = self._position.by_text(text)
        return None if index is None else Move(self, index)

    def play(self, move: Move | ViewMove | str) -> State:
        """The state after a move, or after an outcome of chance.

        A text is read as `Move.text` shows it, without regard to case; as `Capture b3 W e5`, action and picks in
        order; or as `Capture p = b3, d = W`, where naming some picks is enough if one legal move fits. Raises
        IllegalMove with the reason, AmbiguousMove with the candidates, PlayError if the rules break down.
        """
        if isinstance(move, Move):
            index = self._own(move)
        else:
            index = self._find(move) if isinstance(move, str) else self._viewed(move)
        try:
            machine = self.game.setting.engine.taken(self._machine, index)
        except PlayError as error:
            cause = f"after {'the move ' if self._stop.kind == 'decision' else ''}{self._texts[index]}"
            raise PlayError(error.code, f"{error.message.rstrip('.')} ({cause})", error.span) from error
        return State(self.game, self.seed, machine, self, index)

    def _find(self, text: str) -> int:
        index = self._position.by_text(text)
        if index is None:
            refusal = self._position.refusal(text)
            raise IllegalMove(text, refusal.reason, refusal.span)
        return index

    def _own(self, move: Move) -> int:
        """The index here of a move that may have been made by an equal state."""
        if move._state is self:
            return move._index
        if not _same_stop(self, move._state) or move._act not in self._acts:
            raise IllegalMove(move.text, "it is a move of another position")
        return self._acts.index(move._act)

    def _viewed(self, move: ViewMove) -> int:
        """The index here of a move that a view of the player who decides has offered."""
        if self._stop.kind == "decision" and self.begun and move.key == self.information_key(self._stop.chooser):
            return move.index
        return self._find(move.text)

    def why(self, text: str, way: Way | None = None) -> str:
        """The reason why a move may not be made; "" if it may. Raises AmbiguousMove.

        `way`: why it may not be the next step of a move of several steps that is begun.
        """
        position = self._position
        if way is not None and (place := way.place) is not None:
            onward = way.onward()
            acts, texts = tuple(one.done[-1] for one in onward), tuple(one.texts[-1] for one in onward)
            position = Position(self.game.setting, *place, acts, texts)
        return "" if position.by_text(text) is not None else position.refusal(text).reason

    def means(self, text: str) -> bool:
        """Whether a text means some move that the rules know here, legal or not. Raises AmbiguousMove."""
        position = self._position
        return position.by_text(text) is not None or position.refusal(text).met

    def begin(self) -> Way | None:
        """Where the move to make consists of several decisions, the way on which no step is made yet; else None."""
        return Way(self.game.setting, self._machine) if self._stop.compound else None

    def finish(self, way: Way) -> State:
        """The state after a whole way that began here. Raises as `play` does."""
        act = way.act
        if act is None:
            raise IllegalMove(way.text, "it is not finished")
        return self.play(Move(self, self._acts.index(act)))

    # ---- results ----

    @property
    def returns(self) -> tuple[float, ...]:
        """What each seat has won, in seat order; zeros before the end."""
        return tuple(float(value) for value in self.game.setting.engine.returns(self._machine))

    @property
    def ranking(self) -> tuple[tuple[str, ...], ...]:
        """The players' names, best first, those with equal returns together; () before the end."""
        if not self.over:
            return ()
        won = self.returns
        names = zip(self.game.players, won, strict=True)
        return tuple(
            tuple(name for name, own in zip(self.game.players, won, strict=True) if own == value)
            for value in sorted({own for _, own in names}, reverse=True)
        )

    @property
    def outcome(self) -> str:
        """How the game ended, in words: `White wins`, `a tie`, or each player's return; "" before the end."""
        if not self.over:
            return ""
        return told_outcome([*map(self.game.say, self.game.players)], self.game.setting.engine.returns(self._machine))

    def perft(self, depth: int) -> int:
        """The number of different lines of `depth` moves from here; every outcome of chance between
        them is followed.

        For a state with explicit chance. Raises PlayError, and ValueError for a negative depth.
        """
        if depth < 0:
            raise ValueError("a depth is 0 or more")
        return self.game.whole.perft(self._machine, depth)

    def playout(self, seed: int = 0, limit: int = 1_000_000) -> State:
        """The last state of a game that goes on from here with random moves, each legal move as likely as the others.

        Moves and chance are drawn from `seed`, also where chance is explicit. After `limit` decisions it stops where it
        is. The moves in between are not kept: the log of the last state is empty. Raises PlayError, ValueError.
        """
        if limit < 0:
            raise ValueError("a limit is 0 or more")
        return State(self.game, seed, self.game.whole.playout(self._machine, seed, limit))

    # ---- identity ----

    @cached_property
    def _key(self) -> tuple[Any, ...]:
        return self.game.setting.engine.key(self._machine)

    @cached_property
    def hash(self) -> int:
        """64 bits that stand for everything that counts, the same on every machine."""
        return self.game.setting.engine.digest(self._machine)

    @property
    def position(self) -> int | None:
        """64 bits for what the rules declare as the position; None if they declare nothing."""
        return self.game.setting.engine.position(self._machine)

    def __eq__(self, other: object) -> bool:
        """Whether everything that counts is the same; the seed and what was played before do not count."""
        if not isinstance(other, State):
            return NotImplemented
        return self.game.identity == other.game.identity and self._key == other._key

    def __hash__(self) -> int:
        return hash(self.hash)

    def serialize(self) -> bytes:
        """The state as bytes, for `Game.unserialize`. The log is left out."""
        return self.game.wrap(self.seed, self.game.setting.engine.pack(self._machine))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as the moves that led to it."""
        from rulewright.match.pickling import state_again, state_parts

        return state_again, state_parts(self)

    # ---- for people ----

    @property
    def begun(self) -> bool:
        """Whether its log tells everything since the start of the game."""
        return self.setup is not None

    @property
    def setup(self) -> str | None:
        """How the game began: "" as the rules say, else the position with which it was set up. None if that is not
        known, as after `Game.unserialize`."""
        return self.line[0]._setup

    @property
    def log(self) -> tuple[str, ...]:
        """The texts of all moves and outcomes so far, from where this line of states began."""
        return tuple(state._before._texts[state._index] for state in self.line if state._before)

    @property
    def before(self) -> State | None:
        """The state in which the last move was made; None at the start."""
        return self._before

    @property
    def line(self) -> tuple[State, ...]:
        """The states from where this line began to this one, which is the last."""
        line: list[State] = [self]
        while line[-1]._before is not None:
            line.append(line[-1]._before)
        return tuple(reversed(line))

    @property
    def made(self) -> Move | None:
        """The last move, or the last outcome of explicit chance; None at the start."""
        return None if self._before is None else Move(self._before, self._index)

    @cached_property
    def fell(self) -> tuple[tuple[str, str], ...]:
        """What chance gave since the last move in a game with a seed: of each draw what was drawn, as the die's name,
        and what came. () with explicit chance, where outcomes are entries of the log."""
        engine = self.game.setting.engine
        if self._before is not None:
            falls = engine.fallen(self._before._machine, self._before._acts[self._index])
        elif self._setup is not None and self.seed is not None:
            falls = engine.fallen_first(self.seed, self.game.given(self._setup))
        else:
            return ()
        shown = []
        for machine, act in falls:
            at_chance = State(self.game, None, machine)
            shown.append((at_chance.drawn, at_chance._texts[at_chance._acts.index(act)]))
        return tuple(shown)

    def record(self, comments: Mapping[int, str] | None = None) -> str:
        """The game so far as the text of a `.record`.

        `comments` stand after the move of that number, 0 for before the first. Raises ValueError if the state's log
        does not begin with the start of the game, as after `Game.unserialize`.
        """
        from rulewright.match.records import record_of

        return record_of(self, comments or {})

    @property
    def status(self) -> str:
        """Who is to move, or what came out: one line."""
        match self._stop.kind:
            case "over":
                return f"over: {self.outcome}"
            case "chance":
                return f"chance: {self.game.say(self.drawn)}"
            case "decision":
                return f"{self.game.say(self.mover or '')} to move" + (f": {self.question}" if self.question else "")
            case _:
                return "nothing to decide"

    def zones(self) -> tuple[Zone, ...]:
        """What lies in the zones, without what no player knows."""
        return zones(self.game.setting, self._machine)

    def variables(self) -> tuple[str, ...]:
        """The game's variables as lines such as `score: White 3, Black 0`."""
        return tuple(picture.variables(self.game.setting, self._machine))

    def standing(self) -> tuple[Standing, ...]:
        """All components on the board by site and layer."""
        return standing(self.game.setting, self._machine)

    def pieces(self) -> tuple[Piece, ...]:
        """The same components as pictures show them: marks, signs, names, colours."""
        return pieces(self.game.setting, self.standing())

    def grounds(self) -> tuple[Marked, ...]:
        """The sites that `display:` marks while they are empty, by site."""
        return grounds(self.game.setting, self._machine)

    def about(self, site: str) -> tuple[str, ...]:
        """All about what stands on a site, a line for each component, with its numbers as they are now:
        `Noble of Violet (damage 1): life 2, power 4 (printed 3)`. Raises KeyError if there is no such site."""
        return about(self.game.setting, self._machine, site_of(self.game.setting, site))

    def svg(self, moves: Iterable[Move | ViewMove] = ()) -> str:
        """The position as an SVG document; the sites to which `moves` lead are marked. Raises ValueError if the game
        has no board."""
        return svg(self.game.setting, self._machine, self.status, targets(self.game.setting.declared.board, moves))

    def notation(self, name: str | None = None) -> str:
        """The position in a notation of the rules, by default in their first. Raises LookupError if there is none."""
        return write_position(self.game.setting, self._machine, name)

    def measures(self) -> dict[str, int | tuple[int, ...]]:
        """What the rules measure, by name, on this state: a number, or one for each seat. Raises PlayError."""
        return measured(self.game.setting, self._machine)

    def __str__(self) -> str:
        """The board, the zones, the variables, who is to move. What no player knows is left out."""
        return "\n".join([*picture.whole(self.game.setting, self._machine), self.status])

    def __repr__(self) -> str:
        return f"<State of {self.game.name}, {self.status}>"


class Move:
    """A legal move of one state, or an outcome of chance there. Equal to the same move of an equal decision."""

    __slots__ = ("_index", "_state")

    def __init__(self, state: State, index: int) -> None:
        self._state = state
        self._index = index

    @property
    def _act(self) -> Act:
        return self._state._acts[self._index]

    @property
    def text(self) -> str:
        """Its notation."""
        return self._state._texts[self._index]

    @property
    def told(self) -> str:
        """Its notation with names in the language with which the game was loaded."""
        return self._state._told[self._index]

    def answer(self, text: str = "") -> str:
        """`told`, or another text that means the move, behind what was asked: `Go on? yes`."""
        state = self._state
        return answered(state.game.setting, state._stop, self._act, text or self.told)

    @property
    def action(self) -> str:
        """The name of the action; "" for a pick, a yes or no, declining and chance."""
        alternative = alternative_of(self._first[1], self._first[2])
        return alternative.action if alternative else ""

    @property
    def picks(self) -> dict[str, str]:
        """The names of the picks with their values as texts; of a move of several steps those of the first."""
        machine, stop, act = self._first
        alternative = alternative_of(stop, act)
        setting = self._state.game.setting.untranslated
        return dict(pick_texts(setting, machine, alternative, act, seat=stop.chooser)) if alternative else {}

    @property
    def picked(self) -> tuple[tuple[str, tuple[str, ...] | str], ...]:
        """The same in the language that is spoken, as pairs; of a pick of several the texts of its members."""
        machine, stop, act = self._first
        alternative = alternative_of(stop, act)
        return (
            tuple(picked_texts(self._state.game.setting, machine, alternative, act, stop.chooser))
            if alternative
            else ()
        )

    @property
    def steps(self) -> tuple[str, ...]:
        """The steps of a move that is made of several decisions; else the move itself."""
        if not self._act.path:
            return (self.text,)
        setting = self._state.game.setting
        return tuple(step_text(setting, step) for step in self._way)

    @property
    def declines(self) -> bool:
        """Whether it is the move of not doing what is offered."""
        return self._state._stop.kind == "decision" and not self._act.path and self._act.alternative < 0

    @property
    def _way(self) -> list[Step]:
        return steps_of(self._state.game.setting, self._state._machine, self._state._stop, self._act)

    @property
    def _first(self) -> Step:
        return self._way[0]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return _same_stop(self._state, other._state) and self._act == other._act

    def __hash__(self) -> int:
        return hash((self._act.alternative, self._act.key))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Move {self.text}>"


def _same_stop(one: State, other: State) -> bool:
    """Whether two states stand at the same decision of the rules, or at the same draw; also if the rules were loaded
    twice."""
    mine, theirs = one._stop, other._stop
    if one.game is other.game:
        return mine.decision is theirs.decision and mine.draw is theirs.draw
    here, there = (
        (stop.decision.index if stop.decision else -1, stop.draw.name if stop.draw else "") for stop in (mine, theirs)
    )
    same = one.game.identity == other.game.identity and one.game.hash == other.game.hash
    return same and here == there
