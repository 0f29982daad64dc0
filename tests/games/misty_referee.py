"""A referee of Misty Valley, written from the clauses of its rulebook alone, for the tests.

It shares no code and no data with the rules, nor with any engine. A cell is a pair (q, r); the start tile begins at
(0, 0); directions are numbered clockwise from east. The field is a dict from cells to tiles, control is an attribute of
a tile that changes only when a trigger makes the tile be looked at again (T1..T6 in the comments). `game` is a
generator: it yields a `Choice` wherever a player decides and a `Draw` wherever a tile or token is turned up or drawn
from a shuffled stack, and is sent what was chosen or what came. Choices are tuples, `None` where a player may decline:

    ("explore", tile, cell)         ("blind",)                  ("patrol", name, cell, turned)
    ("captain", cell)               ("counterorder", cell, cell, turned)
    ("mislead", cell, 1 or -1)      ("smoke", cell, direction)  ("reinforce", direction)
    ("diplomacy", own cell, enemy cell)                         ("scroll", cell, cell)
    ("spyglass",), then one of the first two or ("meet",)       ("horn",), then a patrol
    ("at", cell) for a tile that has been turned up             ("wall", direction)
"""

from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from typing import Any

BLUE, RED = "Blue", "Red"
Cell = tuple[int, int]
HOME: Cell = (0, 0)
WAYS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
RESOURCES = ("acorn", "mushroom", "crystal", "berry", "water")

# Explorers by side, clockwise; every tile exists once for each tribe.
PATROLS = {
    "P1": (1, 1, 1, 1, 0, 0),
    "P2": (1, 1, 1, 0, 1, 0),
    "P3": (1, 1, 0, 1, 1, 0),
    "P4": (2, 1, 1, 0, 0, 0),
    "P5": (2, 1, 0, 1, 0, 0),
    "P6": (2, 0, 1, 0, 1, 0),
    "P7": (2, 2, 0, 0, 0, 0),
    "P8": (2, 0, 0, 2, 0, 0),
    "P9": (1, 2, 1, 0, 0, 0),
}
# What each encounter asks for; "other" is control of another encounter.
ENCOUNTERS = {
    "Mouse": ("acorn",),
    "Bear": ("water", "berry"),
    "Cat": ("acorn", "other"),
    "E4": ("mushroom",),
    "E5": ("crystal",),
    "E6": ("mushroom", "crystal"),
    "E7": ("berry", "other"),
    "E8": ("water", "other"),
}
FOOTPRINTS = "+"
"""Ends the name of a valley tile with footprints: of each resource two tiles without and one with."""
VALLEYS = Counter(dict.fromkeys(RESOURCES, 2) | {r + FOOTPRINTS: 1 for r in RESOURCES})
ABILITIES = {
    (RED, "A"): ("counterorder", "mislead", "reinforce", "horn"),
    (RED, "B"): ("counterorder", "smoke", "spyglass", "scroll"),
    (BLUE, "A"): ("diplomacy", "smoke", "reinforce", "spyglass"),
    (BLUE, "B"): ("diplomacy", "mislead", "horn", "scroll"),
}
TOKENS = Counter({"wall": 7, "flower": 7})

Chosen = tuple[Any, ...] | None


@dataclass(frozen=True, slots=True)
class Options:
    """The sides of the tribe boards, who begins, whether it is a first game, whether the expansion is used."""

    blue_side: str = "A"
    red_side: str = "A"
    first: str = BLUE
    first_game: bool = False
    expansion: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision: who makes it, and everything that may be chosen."""

    player: str
    among: frozenset[Chosen]


@dataclass(frozen=True, slots=True)
class Draw:
    """Something comes off a shuffled stack: "valleys", "encounters", "tokens", "Blue" or "Red" for patrols."""

    stack: str
    among: Counter[str]


Playing = Generator[Choice | Draw, Any, None]
Drawing = Generator[Choice | Draw, Any, str]


@dataclass(eq=False, slots=True)
class Tile:
    """A tile of any sort; as it is, the start tile."""

    name: str = "Start"


@dataclass(eq=False, slots=True)
class Patrol(Tile):
    """`turned` is the number of steps by which it is turned clockwise; the sides of markers are printed sides."""

    owner: str = BLUE
    turned: int = 0
    smoked: set[int] = field(default_factory=set)
    reinforced: set[int] = field(default_factory=set)

    def side(self, way: int) -> int:
        """The printed side that faces a direction."""
        return (way - self.turned) % 6

    def printed(self, way: int) -> int:
        """The explorers on the side that faces a direction."""
        return PATROLS[self.name][self.side(way)]

    def active(self, way: int) -> int:
        """The explorers that count there [CTRL-1, AB-SM, AB-RE]."""
        side = self.side(way)
        return 0 if side in self.smoked else self.printed(way) + 2 * (side in self.reinforced)


@dataclass(eq=False, slots=True)
class Land(Tile):
    """A valley tile or an encounter: what can be controlled."""

    control: str | None = None
    wall: int | None = None
    flower: bool = False

    @property
    def valley(self) -> bool:
        """Whether it is a valley tile."""
        return self.name not in ENCOUNTERS

    @property
    def resource(self) -> str:
        """What a valley tile bears."""
        return self.name.removesuffix(FOOTPRINTS)


def other(player: str) -> str:
    """The opponent."""
    return RED if player == BLUE else BLUE


def around(cell: Cell) -> list[Cell]:
    """The six cells around, clockwise from east."""
    return [(cell[0] + q, cell[1] + r) for q, r in WAYS]


def opposite(way: int) -> int:
    """The direction back."""
    return (way + 3) % 6


@dataclass
class Table:
    """All that lies on the table. Nobody knows the order of the stacks; `up` is the one whose top has just been
    turned up and is to be laid."""

    options: Options = field(default_factory=Options)
    tiles: dict[Cell, Tile] = field(default_factory=lambda: {HOME: Tile()})
    captains: dict[str, Cell] = field(default_factory=dict)
    hands: dict[str, set[str]] = field(default_factory=lambda: {BLUE: set(), RED: set()})
    unused: dict[str, set[str]] = field(default_factory=lambda: {BLUE: set(), RED: set()})
    stacks: dict[str, Counter[str]] = field(default_factory=dict)
    display: Counter[str] = field(default_factory=Counter)
    box: Counter[str] = field(default_factory=Counter)
    up: str | None = None
    ended_by: str | None = None
    seen: Counter[str] = field(default_factory=Counter)

    # ---- the field ----

    @property
    def home(self) -> Cell:
        """Where the start tile lies."""
        return next(cell for cell, tile in self.tiles.items() if type(tile) is Tile)

    def lands(self, player: str | None = None) -> dict[Cell, Land]:
        """The valley tiles and encounters in play, or those that a player controls."""
        found = {cell: tile for cell, tile in self.tiles.items() if isinstance(tile, Land)}
        return {cell: tile for cell, tile in found.items() if player is None or tile.control == player}

    def patrols(self, player: str) -> dict[Cell, Patrol]:
        """A player's patrols in play."""
        return {c: t for c, t in self.tiles.items() if isinstance(t, Patrol) and t.owner == player}

    def free(self, cells: set[Cell] | None = None) -> set[Cell]:
        """Where a tile may be put onto a field of these cells: beside a tile, not surrounded [EXP-2, TILE-1]."""
        cells = set(self.tiles) if cells is None else cells
        beside = {there for cell in cells for there in around(cell)} - cells
        return {cell for cell in beside if not cells.issuperset(around(cell))}

    def moves_of(self, here: Cell) -> set[Cell]:
        """Where a tile that lies here may be moved to by an ability [ABI-3]."""
        if all(cell in self.tiles for cell in around(here)):
            return set()
        rest = set(self.tiles) - {here}
        return {there for there in self.free(rest) - {here} if connected(rest | {there})}

    # ---- control ----

    def explorers(self, cell: Cell, player: str) -> int:
        """A tribe's active explorers around a tile [CTRL-1, X-3]."""
        land = self.tiles[cell]
        assert isinstance(land, Land)
        found = 0
        for way, there in enumerate(around(cell)):
            tile = self.tiles.get(there)
            if isinstance(tile, Patrol) and tile.owner == player and way != land.wall:
                found += tile.active(opposite(way))
        return found

    def strength(self, cell: Cell, player: str) -> int:
        """With the captain, who counts only beside somebody else [CAPT-2, CTRL-5]."""
        found = self.explorers(cell, player)
        return found + 1 if found and self.captains.get(player) == cell else found

    def evaluate(self, *cells: Cell) -> None:
        """Who controls the tiles there; other cells are passed over [CTRL-2, CTRL-3, CTRL-4, CTRL-8]."""
        for cell in cells:
            land = self.tiles.get(cell)
            if not isinstance(land, Land):
                continue
            blue, red = self.strength(cell, BLUE), self.strength(cell, RED)
            if blue != red:
                self.give(cell, BLUE if blue > red else RED)
            elif blue == 0:
                self.give(cell, None)

    def give(self, cell: Cell, player: str | None) -> None:
        """A tile comes under a player's control, or nobody's; the other's captain goes home [CAPT-3]."""
        land = self.tiles[cell]
        assert isinstance(land, Land)
        if land.control != player:
            self.seen["lost" if player is None else "taken" if land.control is None else "flipped"] += 1
        land.control = player
        for captain, there in self.captains.items():
            if there == cell and captain != player:
                self.go_home(captain)

    def go_home(self, captain: str) -> None:
        """A captain returns to the start tile, which triggers nothing."""
        self.seen["captain sent home"] += 1
        self.captains[captain] = self.home

    # ---- what may be chosen ----

    def sends(self, player: str) -> Iterator[tuple[Any, ...]]:
        """Every patrol of the hand, everywhere, turned in every way [PAT-1]."""
        for cell in self.free():
            yield from ((name, cell, turned) for name in self.hands[player] for turned in range(6))

    def explores(self) -> Iterator[tuple[Any, ...]]:
        """The open tiles everywhere, and the top of the pile [EXP-1]."""
        yield from (("explore", name, cell) for name in self.display for cell in self.free())
        if self.stacks["valleys"].total():
            yield ("blind",)

    def mains(self, player: str) -> Iterator[Chosen]:
        """The main actions [TRN-1]."""
        yield from self.explores()
        yield from (("patrol", *send) for send in self.sends(player))

    def specials(self, player: str, sent: Cell | None) -> Iterator[Chosen]:
        """The special actions; `sent` is where the main action of this turn has put a patrol [TRN-2]."""
        if player in self.captains:
            yield from (("captain", cell) for cell in self.lands(player) if cell != self.captains[player])
        for ability in self.unused[player]:
            yield from ((ability, *rest) for rest in self.uses(ability, player, sent))

    def uses(self, ability: str, player: str, sent: Cell | None) -> Iterator[tuple[Any, ...]]:
        """What a player can do with an ability."""
        enemies = self.patrols(other(player))
        match ability:
            case "counterorder":
                for here in self.patrols(player):
                    yield from ((here, there, turned) for there in self.moves_of(here) for turned in range(6))
            case "mislead":
                yield from ((cell, by) for cell in enemies for by in (1, -1))
            case "smoke":
                for cell, patrol in enemies.items():
                    yield from ((cell, way) for way in range(6) if patrol.side(way) not in patrol.smoked)
            case "reinforce":
                if sent:
                    yield from ((way,) for way in range(6) if self.patrol(sent).printed(way))
            case "spyglass":
                if any(True for _ in self.explores()) or self.stacks["encounters"].total():
                    yield ()
            case "horn":
                if self.hands[player]:
                    yield ()
            case "diplomacy":
                yield from ((own, theirs) for own in self.lands(player) for theirs in self.lands(other(player)))
            case "scroll":
                for here in self.lands():
                    yield from ((here, there) for there in self.moves_of(here))

    # ---- what comes of it ----

    def draw(self, stack: str) -> Drawing:
        """The next of a stack."""
        name: str = yield Draw(stack, Counter(self.stacks[stack]))
        assert self.stacks[stack][name]
        self.stacks[stack] -= Counter([name])
        return name

    def refill(self, player: str) -> Playing:
        """A hand of three, as far as there are patrols [PAT-2, SET-4]."""
        while len(self.hands[player]) < 3 and self.stacks[player].total():
            self.hands[player].add((yield from self.draw(player)))

    def put(self, name: str, cell: Cell) -> None:
        """A valley tile or an encounter comes into play (T5) [CTRL-7]."""
        assert cell in self.free()
        self.tiles[cell] = Land(name)
        self.evaluate(cell)

    def choose_cell(self, player: str, stack: str, cells: set[Cell]) -> Generator[Choice | Draw, Any, Cell]:
        """Where something goes that has been turned up from a stack."""
        self.up = stack
        chosen: tuple[str, Cell] = yield Choice(player, frozenset(("at", cell) for cell in cells))
        self.up = None
        return chosen[1]

    def meet(self, player: str, cells: set[Cell]) -> Playing:
        """An encounter is turned up and put into one of these cells; if it can be [EXP-3]."""
        if cells and self.stacks["encounters"].total():
            name = yield from self.draw("encounters")
            self.put(name, (yield from self.choose_cell(player, "encounters", cells)))
            self.seen["met"] += 1
        else:
            self.seen["met nobody"] += 1

    def explore(self, player: str, *how: Any) -> Playing:
        """An open valley tile, or the top of the pile [EXP, X-1, X-2]."""
        if how[0] == "explore":
            _, name, cell = how
            self.display -= Counter([name])
        else:
            name = yield from self.draw("valleys")
            cell = yield from self.choose_cell(player, "valleys", self.free())
        self.put(name, cell)
        if self.options.expansion:
            if (yield from self.draw("tokens")) == "flower":
                self.land(cell).flower = True
            else:
                self.up = "tokens"
                sides = [way for way, there in enumerate(around(cell)) if there not in self.tiles]
                _, self.land(cell).wall = yield Choice(player, frozenset(("wall", way) for way in sides))
                self.up = None
        if name.endswith(FOOTPRINTS):
            yield from self.meet(player, self.free() & set(around(cell)))
        if how[0] == "explore" and self.stacks["valleys"].total():
            self.display[(yield from self.draw("valleys"))] += 1
        if not self.stacks["valleys"].total() and not self.display and self.ended_by is None:
            self.ended_by = player

    def land(self, cell: Cell) -> Land:
        """The valley tile or encounter there."""
        tile = self.tiles[cell]
        assert isinstance(tile, Land)
        return tile

    def patrol(self, cell: Cell) -> Patrol:
        """The patrol there."""
        tile = self.tiles[cell]
        assert isinstance(tile, Patrol)
        return tile

    def send(self, player: str, name: str, cell: Cell, turned: int) -> Playing:
        """A patrol of the hand is put down (T1), and the hand filled up [PAT-1, PAT-2]."""
        self.hands[player].remove(name)
        self.tiles[cell] = Patrol(name, player, turned)
        self.evaluate(*around(cell))
        yield from self.refill(player)

    def special(self, player: str, what: str, *how: Any, sent: Cell | None = None) -> Playing:
        """A special action, with all that it makes be evaluated again."""
        self.seen[what] += 1
        if what != "captain":
            self.unused[player].remove(what)  # ABI-1
        match (what, *how):
            case "captain", cell:
                left, self.captains[player] = self.captains[player], cell
                self.evaluate(left)  # T6
            case "counterorder", here, there, turned:
                self.patrol(here).turned = turned
                self.tiles[there] = self.tiles.pop(here)
                self.evaluate(*around(here), *around(there))  # T2, T1
            case "mislead", cell, by:
                self.patrol(cell).turned = (self.patrol(cell).turned + by) % 6
                self.evaluate(*around(cell))  # T3
            case "smoke", cell, way:
                self.patrol(cell).smoked.add(self.patrol(cell).side(way))
                self.evaluate(around(cell)[way])  # T4
            case "reinforce", way:
                assert sent is not None
                self.patrol(sent).reinforced.add(self.patrol(sent).side(way))
                self.evaluate(around(sent)[way])  # T4
            case ("spyglass",):
                meeting = {("meet",)} if self.stacks["encounters"].total() else set()
                chosen = yield Choice(player, frozenset(self.explores()) | meeting)
                if chosen[0] == "meet":
                    yield from self.meet(player, self.free())
                else:
                    yield from self.explore(player, *chosen)
            case ("horn",):
                chosen = yield Choice(player, frozenset(("patrol", *send) for send in self.sends(player)))
                yield from self.send(player, *chosen[1:])
            case "diplomacy", own, theirs:
                for cell, control in ((own, other(player)), (theirs, player)):
                    self.give(cell, control)  # no trigger: explorers are not counted
            case "scroll", here, there:
                for captain, stands in self.captains.items():
                    if stands == here:
                        self.go_home(captain)
                self.tiles[there] = self.tiles.pop(here)
                self.evaluate(there)  # T5

    # ---- the game ----

    def set_up(self) -> Playing:
        """Two valley tiles that nobody sees, hands, the two first valley tiles with encounters, the display [SET]."""
        self.stacks = {"valleys": Counter(VALLEYS), "encounters": Counter(list(ENCOUNTERS)), "tokens": Counter(TOKENS)}
        for _ in range(2):
            self.box[(yield from self.draw("valleys"))] += 1
        for player in (BLUE, RED):
            if not self.options.first_game:
                self.captains[player] = HOME
                side = self.options.blue_side if player == BLUE else self.options.red_side
                self.unused[player] = set(ABILITIES[player, side])
            self.stacks[player] = Counter(list(PATROLS))
            yield from self.refill(player)
        for cell in ((-1, 0), (1, 0)):
            name = yield from self.draw("valleys")
            self.put(name, cell)
            if name.endswith(FOOTPRINTS):
                yield from self.meet(self.options.first, set(around(cell)) & set(around(HOME)))
        for _ in range(2):
            self.display[(yield from self.draw("valleys"))] += 1

    def turn(self, player: str) -> Playing:
        """A main action, and a special action before or after it [TRN-1, TRN-2, TRN-3]."""
        sent: Cell | None = None
        special = False
        while mains := frozenset(self.mains(player)):
            chosen = yield Choice(player, mains if special else mains | set(self.specials(player, None)))
            match chosen:
                case "explore" | "blind", *_:
                    yield from self.explore(player, *chosen)
                    break
                case "patrol", name, cell, turned:
                    yield from self.send(player, name, cell, turned)
                    sent = cell
                    break
                case _:
                    yield from self.special(player, *chosen)
                    special = True
        if not mains:
            self.seen["no main action"] += 1
        choices = frozenset() if special else frozenset(self.specials(player, sent))
        if choices and (chosen := (yield Choice(player, choices | {None}))):
            yield from self.special(player, *chosen, sent=sent)

    def last_turn(self, player: str) -> Playing:
        """The last turn, after the one in which the last valley tile was laid [END-2]."""
        sends = frozenset(("patrol", *send) for send in self.sends(player))
        if sends and (chosen := (yield Choice(player, sends | {None}))):
            yield from self.send(player, *chosen[1:])

    # ---- the score ----

    def score(self, player: str) -> int:
        """Points at the end [SCO-1..4, X-4]."""
        lands = list(self.lands(player).values())
        held = Counter(land.resource for land in lands if land.valley)
        points = sum((0, 2, 6, 12)[number] for number in held.values())
        for land in lands:
            if not land.valley:
                needs = ENCOUNTERS[land.name]
                others = any(one is not land and not one.valley for one in lands)
                met = all(others if need == "other" else held[need] for need in needs)
                points += (5, 7)[len(needs) - 1] if met else 2
        flowers = [sum(land.flower for land in self.lands(one).values()) for one in (player, other(player))]
        return points + 2 * len(self.unused[player]) + 5 * (flowers[0] > flowers[1])

    def winner(self) -> str | None:
        """Who has won; None for a draw [SCO-5]."""
        blue, red = ((self.score(player), len(self.hands[player])) for player in (BLUE, RED))
        return None if blue == red else BLUE if blue > red else RED


def connected(cells: set[Cell]) -> bool:
    """Whether one can go from each cell to each other."""
    reached: set[Cell] = set()
    edge = {min(cells)}
    while edge:
        reached |= edge
        edge = {there for cell in edge for there in around(cell)} & cells - reached
    return reached == cells


def game(table: Table, player: str | None = None) -> Playing:
    """A whole game; or from a table that has been laid, with this player to move."""
    if player is None:
        player = table.options.first
        yield from table.set_up()
    while table.ended_by is None:
        yield from table.turn(player)
        player = other(player)
    yield from table.last_turn(player)
