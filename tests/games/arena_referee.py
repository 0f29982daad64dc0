"""A referee of Arena of the Planeswalkers, written from the clauses of its rulebook alone, for the tests.

It shares no code and no data with the rules, nor with any engine. An `Arena` is all that stands on a battlefield; its
methods tell what figures may do (steps with their costs, scaling, flights, attacks), and what comes of it. What may ask
or roll is a generator: it yields a `Choice` wherever a player decides and a `Dice` wherever dice are rolled, and is
sent what was chosen, or the faces that came. Spells are not cast here: what they add are fields of figures.

Choices are tuples; a figure is meant by the cell on which it stands:

    ("step", cell, cell)      ("scale", cell, cell)      ("fly", cell, cell)
    ("attack", cell, cell)    ("batter", cell, cell)     ("yes",), or None for letting go
    ("spell", name)
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from games import arena_sight
from games.arena_box import (
    AMBUSH,
    BATTLEFIELDS,
    CARDS,
    CLIMBER,
    CRYPTOLITHS,
    MOORLANDS,
    RECALL,
    ROAD,
    SORTS,
    STONE_HEIGHT,
    STONE_LIFE,
    STONE_TOUGHNESS,
    WALKER,
    WATER,
    WEIRDED,
    Cell,
    Ground,
    Sort,
    ground,
)
from games.arena_sight import around, distance

CROSSED, SHIELD, BLANK = "crossed", "shield", "blank"
AMBER, VIOLET, TEAL, ROSE = "Amber", "Violet", "Teal", "Rose"
SIDES = {
    CRYPTOLITHS: ((AMBER,), (VIOLET,)),
    MOORLANDS: ((AMBER, TEAL), (VIOLET, ROSE)),
    AMBUSH: ((VIOLET,), (AMBER, TEAL)),
}
"""Who plays with whom."""
SEATS = {battlefield: tuple(player for side in SIDES[battlefield] for player in side) for battlefield in BATTLEFIELDS}
"""In the order of their turns."""
SCALE, ROAD_BONUS, NIGHT_RANGE = 4, 3, 4

Chosen = tuple[Any, ...] | None
YES: Chosen = ("yes",)


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision: who makes it, and everything that may be chosen."""

    player: str
    among: frozenset[Chosen]


@dataclass(frozen=True, slots=True)
class Dice:
    """So many dice are rolled: "combat", or "d20". What comes is a list of faces."""

    die: str
    number: int = 1


@dataclass(frozen=True, slots=True)
class First:
    """Several players are to be asked, in an order of which no clause speaks: what comes is who is the next."""

    players: frozenset[str]


Result = TypeVar("Result")
Playing = Generator[Choice | Dice | First, Any, Result]


@dataclass(eq=False, slots=True)
class Figure:
    """A figure: on the battlefield (`cell`), or nowhere. `damage` are its markers. `more_…` are what spells add.

    Of this turn: `spent` are the spaces counted so far, `begun` whether it has begun to move, `on_road` whether all its
    move was on roads, `halted` whether it may not go on; `attacked` whether it has attacked.
    """

    sort: Sort
    owner: str
    cell: Cell | None = None
    damage: int = 0
    more_power: int = 0
    more_toughness: int = 0
    more_move: int = 0
    spent: int = 0
    begun: bool = False
    on_road: bool = True
    halted: bool = False
    attacked: bool = False

    @property
    def walker(self) -> bool:
        """Whether it is a planeswalker."""
        return CARDS[self.sort.card].rank == WALKER

    @property
    def here(self) -> Cell:
        """The cell of a figure that is on the battlefield."""
        assert self.cell is not None
        return self.cell

    def rested(self) -> None:
        """A new turn."""
        self.spent, self.begun, self.on_road, self.halted, self.attacked = 0, False, True, False, False


@dataclass
class Arena:
    """A battlefield with all that stands on it: markers on `stones`, `glyphs`, `figures` of all players, also those
    that are elsewhere. `defender` is a role of the first battlefield, `walking` who moves now. `fallen` are those that
    were destroyed, `escaped` those that came to an exit. Of spells only hands and graveyards count here, by names."""

    battlefield: str
    ground: Ground
    figures: list[Figure] = field(default_factory=list)
    defender: str = AMBER
    stones: dict[Cell, int] = field(default_factory=dict)
    glyphs: dict[Cell, str] = field(default_factory=dict)
    walking: Figure | None = None
    hands: dict[str, list[str]] = field(default_factory=dict)
    graveyards: dict[str, list[str]] = field(default_factory=dict)
    fallen: list[Figure] = field(default_factory=list)
    escaped: list[Figure] = field(default_factory=list)

    # ---- who is who ----

    def friends(self, one: str, other: str) -> bool:
        """Whether the figures of both are friendly to one another [AP-MUL-3]."""
        return any(one in side and other in side for side in SIDES[self.battlefield])

    def standing(self) -> Iterator[Figure]:
        """The figures on the battlefield."""
        return (f for f in self.figures if f.cell is not None)

    def on(self, cell: Cell) -> list[Figure]:
        """Who stands there."""
        return [f for f in self.standing() if f.cell == cell]

    def foes(self, f: Figure) -> list[Figure]:
        """The figures of opponents on the battlefield."""
        return [g for g in self.standing() if not self.friends(f.owner, g.owner)]

    # ---- heights ----

    def surface(self, cell: Cell) -> int:
        """The level on which one stands there: the ground, or the top of a cryptolith [AP-MOV-7, AP-CRY-1]."""
        return self.ground.level[cell] + STONE_HEIGHT * (cell in self.stones)

    def on_top(self, f: Figure) -> bool:
        """Whether it stands on a cryptolith."""
        return f.cell in self.stones

    # ---- engagement ----

    def adjacent_at(self, f: Figure, here: Cell, g: Figure) -> bool:
        """Whether f on that cell is adjacent to g: not if the height of the lower one reaches no more than the base of
        the other [AP-ENG-2]."""
        if distance(here, g.here) != 1:
            return False
        mine, theirs = self.surface(here), self.surface(g.here)
        lower = f if mine < theirs else g
        return abs(mine - theirs) < lower.sort.height

    def adjacent(self, f: Figure, g: Figure) -> bool:
        """Whether two figures are adjacent."""
        return self.adjacent_at(f, f.here, g)

    def engaged(self, f: Figure) -> list[Figure]:
        """With whom a figure is engaged [AP-ENG-1]."""
        return [g for g in self.foes(f) if self.adjacent(f, g)]

    def beside_stone(self, f: Figure, stone: Cell) -> bool:
        """Whether a figure is adjacent to a cryptolith, by the levels of the bases [AP-CRY-2]."""
        if distance(f.here, stone) != 1:
            return False
        up = self.ground.level[stone] - self.surface(f.here)
        return up < f.sort.height and -up < STONE_HEIGHT

    # ---- moving ----

    def move(self, f: Figure) -> int:
        """The spaces a figure may move."""
        return f.sort.move + f.more_move

    def cost(self, f: Figure, there: Cell) -> int:
        """The spaces that a step counts [AP-MOV-4, AP-MOV-6, AP-WAT-2, AP-ROD-1]."""
        return self._cost(f, f.here, there)

    def _cost(self, f: Figure, here: Cell, there: Cell) -> int:
        up = max(0, self.surface(there) - self.surface(here))
        return 1 if f.sort.name == CLIMBER else 1 + up

    def keeps_road(self, f: Figure, here: Cell, there: Cell, on_road: bool) -> bool:
        """Whether the whole move is on roads after a step [AP-ROD-2]."""
        return on_road and self.ground.terrain[here] == self.ground.terrain[there] == ROAD

    def is_exit(self, cell: Cell) -> bool:
        """Whether figures leave the battlefield there."""
        return self.battlefield == AMBUSH and cell in self.ground.exits

    def free(self, cell: Cell) -> bool:
        """Whether a figure may end its move there [AP-MOV-3]."""
        return not self.on(cell)

    def passable(self, f: Figure, cell: Cell) -> bool:
        """Whether f may move through whoever stands there: friends that are not engaged, but nobody on weirded ground
        of the moorlands [AP-MOV-3, AP-B2-7]; and where a move ends one cannot go through."""
        if self.battlefield == MOORLANDS and self.ground.terrain[cell] == WEIRDED:
            return False
        if self.ground.terrain[cell] == WATER or cell in self.glyphs:
            return False
        return all(self.friends(f.owner, g.owner) and not self.engaged(g) for g in self.on(cell))

    def _next(self, f: Figure, here: Cell, spent: int, on_road: bool) -> Iterator[tuple[Cell, int, bool]]:
        """Every cell that the move allows and the height, with what is spent then and whether all was road
        [AP-MOV-1, AP-MOV-5, AP-ROD-2]."""
        for there in around(here):
            if self.surface(there) - self.surface(here) >= f.sort.height:
                continue
            then, road = spent + self._cost(f, here, there), self.keeps_road(f, here, there, on_road)
            if then <= self.move(f) + ROAD_BONUS * road:
                yield there, then, road

    def _open(self, f: Figure, there: Cell, spent: int, on_road: bool, seen: tuple[Cell, ...] = ()) -> bool:
        """Whether f may go there: there is room, or it may go on from there to where there is."""
        if self.free(there) or all(g is f for g in self.on(there)):
            return True
        if not self.passable(f, there):
            return False
        return any(
            self._open(f, further, then, road, (*seen, there))
            for further, then, road in self._next(f, there, spent, on_road)
            if further not in seen
        )

    def may_move(self, f: Figure) -> bool:
        """Whether a figure may still begin, or go on [AP-MOV-2]."""
        if f.cell is None or f.halted:
            return False
        if self.walking is not None and self.walking is not f and self.crowded():
            return False
        return not f.begun or self.walking is f

    def crowded(self) -> bool:
        """Whether who moves now is on a friend's space, and must go on."""
        return self.walking is not None and self.walking.cell is not None and len(self.on(self.walking.cell)) > 1

    def steps(self, f: Figure) -> set[Cell]:
        """Where a figure may step to."""
        if not self.may_move(f):
            return set()
        return {
            there for there, then, road in self._next(f, f.here, f.spent, f.on_road) if self._open(f, there, then, road)
        }

    def scales(self, f: Figure) -> set[Cell]:
        """Where a figure may scale to: the top of a cryptolith beside it, or down from one [AP-CRY-6, AP-CRY-7]."""
        if not self.may_move(f) or f.spent + SCALE > self.move(f):
            return set()
        down = self.on_top(f)
        return {
            there
            for there in around(f.here)
            if self.free(there)
            and ((there not in self.stones) if down else (there in self.stones and self.beside_stone(f, there)))
        }

    def flights(self, f: Figure) -> set[Cell]:
        """Where a figure may fly to [AP-CRY-10, AP-B3-2]."""
        if not f.sort.flies or f.begun or not self.may_move(f) or self.battlefield == AMBUSH:
            return set()
        cells = self.ground.level
        return {there for there in cells if self.free(there) and 0 < distance(f.here, there) <= self.move(f)}

    def leaves(self, f: Figure, there: Cell) -> list[Figure]:
        """The foes that f leaves by going there [AP-ENG-3, AP-ENG-4]."""
        return [g for g in self.engaged(f) if not self.adjacent_at(f, there, g)]

    # ---- what comes of moving ----

    def step(self, f: Figure, there: Cell) -> Playing[None]:
        """A step."""
        here = f.here
        cost, road = self.cost(f, there), self.keeps_road(f, here, there, f.on_road)
        drop = self.surface(here) - self.surface(there)
        falls = drop >= f.sort.height and self.ground.terrain[there] != WATER  # stones stand on land
        falls = falls and not self.is_exit(there)  # who comes there is gone at once [AP-B3-3]
        yield from self._go(f, there, cost, road, falls=falls)

    def scale(self, f: Figure, there: Cell) -> Playing[None]:
        """Climbing up or down a cryptolith: no fall."""
        yield from self._go(f, there, SCALE, False)

    def _go(self, f: Figure, there: Cell, cost: int, road: bool, *, falls: bool = False) -> Playing[None]:
        first = not f.begun
        f.begun, self.walking = True, f
        if self.battlefield == MOORLANDS and first and not (yield from self._leaves_weirded(f)):
            return
        yield from self.swipes(f, there)
        if f.cell is None:
            return
        f.cell, f.spent, f.on_road = there, f.spent + cost, road
        if falls and (yield Dice("combat")) == [CROSSED]:
            self.hurt(f, 1)
        if f.cell is not None:
            yield from self.enter(f)

    def _leaves_weirded(self, f: Figure) -> Playing[bool]:
        """Whether it gets off weirded ground on which its move begins [AP-B2-6]."""
        if self.ground.terrain[f.here] != WEIRDED:
            return True
        (rolled,) = yield Dice("d20")
        if rolled == 1:
            self.hurt(f, 1)
        f.halted = rolled < 6
        return rolled >= 6

    def fly(self, f: Figure, there: Cell) -> Playing[None]:
        """A flight, which is the whole move of the figure."""
        f.begun, self.walking = True, f
        yield from self.swipes(f, there)
        if f.cell is not None:
            f.cell = there
            yield from self.enter(f)
        f.halted = True

    def swipes(self, f: Figure, there: Cell) -> Playing[None]:
        """Those that are left may strike, each with one die [AP-ENG-3, AP-ENG-4]."""
        left = self.leaves(f, there)
        while left and f.cell is not None:
            owners = frozenset(g.owner for g in left)
            first = (yield First(owners)) if len(owners) > 1 else left[0].owner
            left.remove(next(g for g in left if g.owner == first))
            if (yield Choice(first, frozenset([YES, None]))) and (yield Dice("combat")) == [CROSSED]:
                self.hurt(f, 1)

    def enter(self, f: Figure) -> Playing[None]:
        """What comes of coming to stand there."""
        cell = f.here
        if self.on_top(f):
            return
        if self.is_exit(cell):
            self.escaped.append(f)
            self.remove(f)
            return
        terrain = self.ground.terrain[cell]
        if terrain == WATER or cell in self.glyphs:
            f.halted = True
        if self.glyphs.get(cell) == RECALL:
            yield from self.recall(f.owner)
            del self.glyphs[cell]
        if terrain == WEIRDED and self.battlefield == MOORLANDS:
            (rolled,) = yield Dice("d20")
            if rolled == 1:
                self.hurt(f, 1)
            if rolled < 15:
                f.halted = True

    def recall(self, player: str) -> Playing[None]:
        """A player takes a spell back from the graveyard [AP-GLY-2]."""
        spells = self.graveyards.get(player)
        if spells:
            _, name = yield Choice(player, frozenset(("spell", name) for name in spells))
            spells.remove(name)
            self.hands[player].append(name)

    # ---- markers ----

    def hurt(self, f: Figure, markers: int) -> None:
        """Markers, and what they bring about [AP-LIF-1, AP-LIF-2, AP-LIF-5]."""
        f.damage += markers
        if f.damage >= f.sort.life:
            self.fallen.append(f)
            self.remove(f)

    def remove(self, f: Figure) -> None:
        """A figure leaves the battlefield."""
        f.cell, f.damage = None, 0

    # ---- numbers ----

    def weird(self, f: Figure) -> int:
        """What weirded ground adds to power and toughness [AP-B1-3]."""
        if self.battlefield != CRYPTOLITHS or self.ground.terrain[f.here] != WEIRDED or self.on_top(f):
            return 0
        for_defender = {3: 1, 1: -1}.get(len(self.stones), 0)
        return for_defender if f.owner == self.defender else -for_defender

    def range(self, f: Figure) -> int:
        """How far a figure attacks [AP-B1-4]."""
        dark = self.battlefield == CRYPTOLITHS and not self.on_top(f)
        return min(f.sort.range, NIGHT_RANGE) if dark else f.sort.range

    def attack_dice(self, f: Figure, g: Figure) -> int:
        """The dice of f when it attacks g [AP-ATK-7, AP-ATK-8]."""
        higher = self.surface(f.here) > self.surface(g.here)
        return max(0, f.sort.power + f.more_power + self.weird(f)) + higher

    def defence_dice(self, f: Figure, g: Figure) -> int:
        """The dice of g when f attacks it."""
        higher = self.surface(g.here) > self.surface(f.here)
        return max(0, g.sort.toughness + g.more_toughness + self.weird(g)) + higher

    def batter_dice(self, f: Figure) -> int:
        """The dice of f when it attacks a cryptolith: heights do not count."""
        return max(0, f.sort.power + f.more_power + self.weird(f))

    # ---- sight ----

    def eye(self, f: Figure) -> int:
        """The height of a figure's sight point and of its hit zone, in half levels."""
        return 2 * self.surface(f.here) + 2 * f.sort.height - 1

    def sees(self, f: Figure, g: Figure) -> bool:
        """Whether f sees the hit zone of g from its own sight point."""
        return not arena_sight.blocked(self.surface, f.here, self.eye(f), g.here, self.eye(g))

    def in_sight(self, f: Figure, g: Figure) -> bool:
        """Whether f sees the hit zone of g, perhaps leaning over the edge [AP-ATK-2, AP-CRY-13]."""
        return self._seen(f, g.here, self.eye(g))

    def clear_figure(self, f: Figure, g: Figure, spaces: int) -> bool:
        """Whether any part of g is in clear sight within so many spaces [AP-TRM-2]."""
        near = distance(f.here, g.here) <= spaces
        return near and (self.adjacent(f, g) or self._seen(f, g.here, self.eye(g) + 1))

    def clear_space(self, f: Figure, cell: Cell, height: int, spaces: int) -> bool:
        """Whether a figure of that height would be in clear sight if it stood on a space."""
        return distance(f.here, cell) <= spaces and self._seen(f, cell, 2 * self.surface(cell) + 2 * height)

    def stone_in_sight(self, f: Figure, stone: Cell) -> bool:
        """Whether f sees a cryptolith."""
        foot = self.ground.level[stone]
        return self._seen(f, stone, 2 * (foot + STONE_HEIGHT) - 1, foot)

    def _seen(self, f: Figure, cell: Cell, t: int, foot: int | None = None) -> bool:
        if not arena_sight.blocked(self.surface, f.here, self.eye(f), cell, t, foot):
            return True
        edge = 2 * self.surface(f.here)
        return self.on_top(f) and not arena_sight.blocked(self.surface, f.here, edge, cell, t, foot, leaning=True)

    # ---- attacking ----

    def targets(self, f: Figure) -> list[Figure]:
        """Whom a figure may attack [AP-ATK-1..6, AP-ENG-5]."""
        if f.cell is None or f.attacked:
            return []
        return [g for g in self.foes(f) if self.can_attack(f, g)]

    def can_attack(self, f: Figure, g: Figure) -> bool:
        """Whether g is one whom f could attack from where it stands."""
        if self.adjacent(f, g):
            return True
        reach = self.range(f)
        return not self.engaged(f) and 1 < reach >= distance(f.here, g.here) and self.in_sight(f, g)

    def stone_targets(self, f: Figure) -> set[Cell]:
        """Which cryptoliths a figure may attack; never its own, and none while it is engaged [AP-CRY-3, AP-B1-5]."""
        if f.cell is None or f.attacked or self.engaged(f):
            return set()
        return {stone for stone in self.stones if self._reaches(f, stone)}

    def _reaches(self, f: Figure, stone: Cell) -> bool:
        if self.beside_stone(f, stone):
            return True
        far = self.battlefield != CRYPTOLITHS and 1 < self.range(f) >= distance(f.here, stone) > 0
        return far and self.stone_in_sight(f, stone)

    def attack(self, f: Figure, g: Figure) -> Playing[bool]:
        """An attack, and whether it has destroyed g [AP-ATK-8, AP-ATK-9]."""
        f.attacked = True
        offence, defence = self.attack_dice(f, g), self.defence_dice(f, g)
        hits = (yield from roll(offence)).count(CROSSED)
        shields = (yield from roll(defence)).count(SHIELD)
        if hits > shields:
            self.hurt(g, hits - shields)
        return g.cell is None

    def batter(self, f: Figure, stone: Cell) -> Playing[None]:
        """An attack on a cryptolith [AP-CRY-1, AP-CRY-4, AP-CRY-5]."""
        f.attacked = True
        hits = (yield from roll(self.batter_dice(f))).count(CROSSED)
        shields = (yield from roll(STONE_TOUGHNESS)).count(SHIELD)
        self.stones[stone] += max(0, hits - shields)
        if self.stones[stone] < STONE_LIFE:
            return
        height = self.surface(stone)
        del self.stones[stone]
        for rider in self.on(stone):
            if height - self.surface(stone) >= rider.sort.height and (yield Dice("combat")) == [CROSSED]:
                self.hurt(rider, 1)


def roll(number: int) -> Playing[list[str]]:
    """Combat dice; none at all need not be rolled."""
    if number == 0:
        return []
    faces: list[str] = yield Dice("combat", number)
    assert len(faces) == number
    return faces


def arena(battlefield: str, *figures: Figure, **more: Any) -> Arena:
    """A battlefield with its stones and glyphs, and these figures."""
    lies = ground(battlefield)
    return Arena(
        battlefield, lies, list(figures), stones=dict.fromkeys(lies.stones, 0), glyphs=dict(lies.glyphs), **more
    )


def figure(name: str, owner: str, cell: Cell | None, **more: Any) -> Figure:
    """A figure of a sort."""
    return Figure(SORTS[name], owner, cell, **more)
