"""Whole games of Arena of the Planeswalkers by its referee: set-up, turns, summoning, transforming, how games end.

As in arena_referee.py; nobody casts spells. Further choices and what else chance decides:

    ("space", cell)    ("card", name)    ("summon", name), ("space", cell)    ("spell", name)    ("transform",)
    ("sweep", cell, cell)    ("assault", cell, cell)    ("yes",), or None for who would rather attack

and `Drawn` where the top of a player's library is turned up, which is sent its name. What may be declined has None.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from games.arena_box import (
    AMBUSH,
    ARMIES,
    CARDS,
    CRYPTOLITHS,
    HEALING,
    MOORLANDS,
    SORTS,
    WALKER,
    Card,
    Cell,
    ground,
)
from games.arena_referee import AMBER, SEATS, SIDES, TEAL, VIOLET, YES, Arena, Choice, Chosen, Dice, Figure, First
from games.arena_sight import distance

LAST_TURN = {CRYPTOLITHS: 30, MOORLANDS: 60, AMBUSH: 39}
SUMMONS, SUMMON_RANGE, SUMMONED_CARDS = 2, 5, 2
HAND, FIRST_HAND, DECK = 7, 3, 12
ESCAPE, MASSACRE = 500, 501
ASSAULT_RANGE, ASSAULT_ROLL = 7, 11


@dataclass(frozen=True, slots=True)
class Drawn:
    """The top of a player's library is drawn."""

    player: str


Result = TypeVar("Result")
Playing = Generator[Choice | Dice | First | Drawn, Any, Result]


class Over(Exception):  # noqa: N818 (no error)
    """The game is over, won by a side, or by nobody."""

    def __init__(self, winners: tuple[str, ...]) -> None:
        super().__init__(winners)
        self.winners = winners


@dataclass
class War(Arena):
    """A game: army cards in play, in reserve and lost, by their fronts; how many spells each library holds; who was
    destroyed and has come back, as often as that was; the number of the turn."""

    armies: dict[str, list[str]] = field(default_factory=dict)
    reserves: dict[str, list[str]] = field(default_factory=dict)
    lost: dict[str, list[str]] = field(default_factory=dict)
    libraries: dict[str, int] = field(default_factory=dict)
    returned: list[Figure] = field(default_factory=list)
    turn: int = 1
    winners: tuple[str, ...] | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody, in the order of the turns."""
        return SEATS[self.battlefield]

    # ---- cards and figures ----

    def of(self, player: str) -> list[Figure]:
        """A player's figures on the battlefield."""
        return [f for f in self.standing() if f.owner == player]

    def squad(self, player: str, card: str) -> list[Figure]:
        """Those of a card."""
        return [f for f in self.of(player) if f.sort.card == card]

    def walker(self, player: str) -> Figure | None:
        """A player's planeswalker, while on the battlefield."""
        return next((f for f in self.of(player) if f.walker), None)

    def remove(self, f: Figure) -> None:
        """A figure leaves the battlefield, and its card with the last of them: it is not lost as long as others wait in
        the reserve [AP-LIF-3]."""
        Arena.remove(self, f)
        card = f.sort.card
        if card in self.armies.get(f.owner, ()) and not self.squad(f.owner, card):
            self.armies[f.owner].remove(card)
            (self.reserves if self.absent(f.owner, card) else self.lost)[f.owner].append(card)

    def absent(self, player: str, card: str) -> list[Figure]:
        """Those of a card that are in the reserve."""
        gone = (*self.standing(), *self.fallen, *self.escaped)
        return [f for f in self.figures if f.owner == player and f.sort.card == card and f not in gone]

    # ---- the end ----

    def side(self, player: str) -> tuple[str, ...]:
        """Who wins with a player."""
        return next(side for side in SIDES[self.battlefield] if player in side)

    def other_side(self, player: str) -> tuple[str, ...]:
        """Who wins if a player loses."""
        return next(side for side in SIDES[self.battlefield] if player not in side)

    def score(self, side: tuple[str, ...]) -> int:
        """The points of a side's figures on the battlefield [AP-END-2]."""
        return sum(f.sort.points for player in side for f in self.of(player))

    def look(self) -> None:
        """Whether the game has been won. Raises Over [AP-B1-2, AP-B2-1, AP-B3-4]."""
        if self.battlefield == CRYPTOLITHS and not self.stones:
            raise Over(self.other_side(self.defender))
        if self.battlefield == MOORLANDS:
            for player in self.players:
                if not self.of(player):
                    raise Over(self.other_side(player))
        if self.battlefield == AMBUSH:
            if sum(f.sort.points for f in self.escaped if f.owner != VIOLET) >= ESCAPE:
                raise Over(self.side(AMBER))
            if sum(f.sort.points for f in (*self.fallen, *self.returned) if f.owner != VIOLET) >= MASSACRE:
                raise Over((VIOLET,))

    def last(self) -> None:
        """After the last turn. Raises Over [AP-END-1, AP-B1-2, AP-B2-2, AP-B3-4]."""
        if self.battlefield == CRYPTOLITHS:
            raise Over((self.defender,))
        if self.battlefield == AMBUSH:
            raise Over((VIOLET,))
        one, other = (self.score(side) for side in SIDES[self.battlefield])
        raise Over(() if one == other else SIDES[self.battlefield][one < other])

    # ---- set-up ----

    def set_up(self, armies: dict[str, str]) -> Playing[str]:
        """Who begins."""
        first = yield from self.roll_off()
        for player in self.from_(first):
            yield from self.deploy(player, armies[player])
        for player in self.players:
            self.libraries[player] = DECK
            self.hands[player], self.graveyards[player] = [], []
            for _ in range(FIRST_HAND):
                yield from self.draw(player)
        return first

    def from_(self, first: str) -> tuple[str, ...]:
        """The players in order, from one on [AP-MUL-1]."""
        at = self.players.index(first)
        return self.players[at:] + self.players[:at]

    def roll_off(self) -> Playing[str]:
        """Who begins. Of two rolls the higher one decides; they are repeated until they differ [AP-SET-2, AP-MUL-2,
        AP-B1-0, AP-B1-1, AP-B3-1]."""
        if self.battlefield == AMBUSH:
            return VIOLET
        one, other = (side[0] for side in SIDES[self.battlefield])
        while True:
            (mine,) = yield Dice("d20")
            (theirs,) = yield Dice("d20")
            if mine != theirs:
                break
        higher, lower = (one, other) if mine > theirs else (other, one)
        if self.battlefield == MOORLANDS:
            return higher
        self.defender = higher if (yield Choice(higher, frozenset([YES, None]))) else lower
        return self.defender

    def starts(self, player: str) -> frozenset[Cell]:
        """The starting zone of a player."""
        starts = self.ground.starts
        if self.battlefield == CRYPTOLITHS:
            return starts["D" if player == self.defender else "A"]
        if self.battlefield == MOORLANDS:
            return starts["O" if player in (AMBER, TEAL) else "A"]
        return starts["P" if player == VIOLET else "O"]

    def deploy(self, player: str, army: str) -> Playing[None]:
        """A planeswalker is placed, the rest is in reserve [AP-SET-3, AP-SET-4]."""
        walker, *rest = ARMIES[army]
        self.armies[player], self.reserves[player], self.lost[player] = [walker], rest, []
        for card in map(CARDS.__getitem__, ARMIES[army]):
            self.figures += (Figure(SORTS[card.figure], player) for _ in range(card.figures))
        cells = [cell for cell in self.starts(player) if self.free(cell)]
        _, cell = yield Choice(player, frozenset(("space", cell) for cell in cells))
        next(f for f in self.figures if f.owner == player and f.walker).cell = cell

    def draw(self, player: str) -> Playing[None]:
        """A card of the library, if there is any [AP-TRN-3]."""
        if self.libraries[player]:
            self.libraries[player] -= 1
            self.hands[player].append((yield Drawn(player)))

    # ---- turns ----

    def play(self, armies: dict[str, str]) -> Playing[None]:
        """The game, with the recommended armies of these planeswalkers."""
        try:
            first = yield from self.set_up(armies)
            order = self.from_(first)
            while self.turn <= LAST_TURN[self.battlefield]:
                yield from self.one_turn(order[(self.turn - 1) % len(order)])
                self.turn += 1
                self.rest()
            self.last()
        except Over as over:
            self.winners = over.winners

    def turns(self, players: tuple[str, ...]) -> Playing[None]:
        """Some turns one after another, as long as the game is not over. Figures may be moving already."""
        try:
            for player in players:
                yield from self.one_turn(player)
                self.turn += 1
                self.rest()
        except Over as over:
            self.winners = over.winners

    def rest(self) -> None:
        """A turn is over, and with it what lasts for a turn."""
        self.walking = None
        for f in self.figures:
            f.rested()
            f.more_power = f.more_move = 0

    def one_turn(self, player: str) -> Playing[None]:
        """A turn [AP-TRN-1]. More toughness lasts until one's own next turn."""
        for f in self.of(player):
            f.more_toughness = 0
        self.heal(player)
        # Of two players the first one does not draw in the first turn [AP-TRN-2, AP-SET-6].
        if self.walker(player) and (self.turn > 1 or len(self.players) > 2):
            yield from self.draw(player)
        if self.armies[player]:
            _, name = yield Choice(player, frozenset(("card", card) for card in self.armies[player]))
            yield from self.before_moving(player, CARDS[name])
            yield from self.moving(player, name)
            if self.battlefield != MOORLANDS or self.turn > len(self.players):  # [AP-B2-4]
                yield from self.attacking(player, name)
        while len(self.hands[player]) > HAND:  # [AP-TRN-4]
            _, spell = yield Choice(player, frozenset(("spell", one) for one in self.hands[player]))
            self.hands[player].remove(spell)
            self.graveyards[player].append(spell)

    def heal(self, player: str) -> None:
        """Who stands on the Glyph of Healing [AP-GLY-3]."""
        for cell, glyph in self.glyphs.items():
            for f in self.on(cell) if glyph == HEALING else ():
                if f.owner == player:
                    f.damage = max(0, f.damage - 1)

    # ---- before anybody moves ----

    def before_moving(self, player: str, card: Card) -> Playing[None]:
        """Summoning, at most two cards, and transforming, once [AP-SUM-1, AP-XF-1, AP-XF-4]."""
        summoned, transformed = 0, not card.other
        while True:
            among: list[Chosen] = [] if transformed else [("transform",)]
            if card.rank == WALKER and summoned < SUMMONS:
                among += (("summon", name) for name in self.reserves[player] if self.room(player, CARDS[name]))
            if not among or not (chosen := (yield Choice(player, frozenset([*among, None])))):
                return
            if chosen[0] == "transform":
                transformed = True
                self.transform(player, card)
            else:
                summoned += 1
                yield from self.summon(player, CARDS[chosen[1]])

    def transform(self, player: str, card: Card) -> None:
        """All figures of a card, with their markers [AP-XF-1, AP-XF-2, AP-XF-4]."""
        for f in self.squad(player, card.name):
            f.sort = SORTS[card.other if f.sort.name == card.figure else card.figure]

    def landings(self, player: str, card: Card) -> list[Cell]:
        """Where a figure of a card may be summoned to [AP-SUM-2, AP-TRM-1, AP-B1-6, AP-B2-3, AP-B3-2]."""
        return [cell for cell in self.ground.level if self.empty(cell) and self.callable_to(player, card, cell)]

    def empty(self, cell: Cell) -> bool:
        """Whether there is no cryptolith, figure or glyph."""
        return not (cell in self.stones or cell in self.glyphs or self.on(cell))

    def callable_to(self, player: str, card: Card, cell: Cell) -> bool:
        """Whether the planeswalker may call a figure of a card there."""
        walker = self.walker(player)
        assert walker is not None
        if self.battlefield == AMBUSH:
            return distance(walker.here, cell) == 1
        sort = SORTS[card.figure]
        if self.battlefield == MOORLANDS:
            there = Figure(sort, player, cell)
            if any(g.walker and self.adjacent(there, g) for g in self.foes(there)):
                return False
        return self.clear_space(walker, cell, sort.height, SUMMON_RANGE)

    def room(self, player: str, card: Card) -> bool:
        """Whether there is room for the whole squad [AP-SUM-3]."""
        return len(self.landings(player, card)) >= card.figures

    def summon(self, player: str, card: Card) -> Playing[None]:
        """The figures of a card, one by one."""
        for f in self.absent(player, card.name):
            cells = self.landings(player, card)
            _, cell = yield Choice(player, frozenset(("space", cell) for cell in cells))
            self.into_play(player, card.name)
            f.cell = cell
            if self.is_exit(cell):  # [AP-B3-3]
                yield from self.enter(f)
                self.look()

    def into_play(self, player: str, card: str) -> None:
        """A card of which figures come, from where it is."""
        for zone in (self.reserves, self.lost):
            if card in zone[player]:
                zone[player].remove(card)
                self.armies[player].append(card)

    # ---- moving and attacking ----

    def moving(self, player: str, card: str) -> Playing[None]:
        """Action 3 [AP-MOV-1, AP-MOV-2]."""
        while among := frozenset(self.moves(self.squad(player, card))):
            chosen = yield Choice(player, among if self.crowded() else among | {None})
            if chosen is None:
                return
            what, here, there = chosen
            (f,) = (f for f in self.on(here) if (what, here, there) in set(self.moves([f])))
            yield from {"step": self.step, "scale": self.scale, "fly": self.fly}[what](f, there)
            self.look()

    def moves(self, squad: list[Figure]) -> Iterator[Chosen]:
        """What figures may do."""
        for f in squad:
            yield from (("step", f.cell, there) for there in self.steps(f))
            if not self.crowded():
                yield from (("scale", f.cell, there) for there in self.scales(f))
                yield from (("fly", f.cell, there) for there in self.flights(f))

    def attacking(self, player: str, card: str) -> Playing[None]:
        """Action 4."""
        swept: list[Figure] = []
        while among := frozenset(self.attacks(self.squad(player, card), swept)):
            chosen = yield Choice(player, among | {None})
            if chosen is None:
                return
            what, here, there = chosen
            (f,) = self.on(here)
            if what == "batter":
                yield from self.batter(f, there)
                swept.append(f)  # an attack is an attack: Sorin may sweep after it
            elif what == "assault":
                f.attacked = True
                if (yield Dice("d20"))[0] >= ASSAULT_ROLL:
                    self.hurt(self.on(there)[0], 1)
            else:
                (g,) = self.on(there)
                swept.append(g)
                destroyed = yield from self.attack(f, g)
                if destroyed and f.sort.name == "Sorin" and not g.walker:
                    f.damage = max(0, f.damage - 1)
            self.look()

    def attacks(self, squad: list[Figure], struck: list[Figure]) -> Iterator[Chosen]:
        """What figures may do; `struck` are those whom Sorin has attacked, or he himself for a cryptolith."""
        for f in squad:
            yield from (("attack", f.cell, g.cell) for g in self.targets(f))
            yield from (("batter", f.cell, stone) for stone in self.stone_targets(f))
            if f.sort.name == "Sorin" and len(struck) == 1:
                yield from (("sweep", f.cell, g.cell) for g in self.engaged(f) if g not in struck)
            if f.sort.name == "Arlinn" and not f.attacked:
                others = (g for g in self.standing() if g.owner != f.owner)
                yield from (("assault", f.cell, g.cell) for g in others if self.clear_figure(f, g, ASSAULT_RANGE))


def war(battlefield: str) -> War:
    """A battlefield before the game."""
    lies = ground(battlefield)
    return War(battlefield, lies, stones=dict.fromkeys(lies.stones, 0), glyphs=dict(lies.glyphs))
