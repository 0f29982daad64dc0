"""Misty Valley as the rules write it, in the referee's words: choices, what comes off a stack, all that lies there.

Cells of the referee are (q, r) around the start tile; the rules' sites lie in rows that each begin half a step further
to the right, so that a step to the south-east leads one row down and one column on.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

import rulewright as rw
from games.misty_referee import FOOTPRINTS, HOME, Cell, Chosen, Table
from games.misty_referee import WAYS as WAYS_OUT

SIZE, MIDDLE = 42, 20
"""The board goes round; the start tile lies on its column 21, row 21."""
WAYS = ("E", "SE", "SW", "W", "NW", "NE")

SPECIALS = {
    "Counterorder": "counterorder",
    "Mislead": "mislead",
    "Smoke Bomb": "smoke",
    "Reinforcements": "reinforce",
    "Spyglass": "spyglass",
    "Horn of Calling": "horn",
    "Diplomacy": "diplomacy",
    "Magic Scroll": "scroll",
}
NAMES = {
    "Troubadour Cat": "Cat",
    "Hedgehog": "E4",
    "Mole": "E5",
    "Badger": "E6",
    "Blackbird": "E7",
    "Otter": "E8",
    "Wall": "wall",
    "Flower": "flower",
}


@cache
def cell(site: str) -> Cell:
    """The cell of a site, which is called by its letters and number, or by columns and rows from the start tile."""
    match re.fullmatch(r"([a-z]+)(\d+)|(-?\d+),(-?\d+)", site):
        case re.Match() as found if found[1]:
            column = 0
            for letter in found[1]:
                column = 26 * column + ord(letter) - ord("a") + 1
            return _from_middle(column - 1 - MIDDLE, int(found[2]) - 1 - MIDDLE)
        case re.Match() as found:
            return _from_middle(int(found[3]), int(found[4]))
    raise ValueError(site)


def _from_middle(right: int, up: int) -> Cell:
    """The cell so many columns and rows from the start tile, on the shortest way round."""
    right, up = ((step + SIZE // 2) % SIZE - SIZE // 2 for step in (right, up))
    return right + up, -up


def at(site: int) -> Cell:
    """The cell of a site's index."""
    return _from_middle(site % SIZE - MIDDLE, site // SIZE - MIDDLE)


@cache
def name(text: str) -> str:
    """A tile or token: `Berry Trail` is `berry+`."""
    text = re.sub(r"([a-z])([A-Z])", r"\1 \2", text)
    if text.removesuffix(" Trail").lower() in ("acorn", "mushroom", "crystal", "berry", "water"):
        return text.removesuffix(" Trail").lower() + FOOTPRINTS * text.endswith(" Trail")
    return NAMES.get(text, text)


def turned(rotation: str | int) -> int:
    """The rules print the first side towards the north-east, the referee has it to the east."""
    return (int(rotation) - 1) % 6


def choice(move: rw.Move) -> Chosen:
    """A move as the referee writes it."""
    picks = move.picks
    match move.action:
        case "Explore":
            return "explore", name(picks["v"]), cell(picks["there"])
        case "ExploreBlind":
            return ("blind",)
        case "Meet":
            return ("meet",)
        case "SendPatrols":
            return "patrol", picks["p"], cell(picks["there"]), turned(picks["turn"])
        case "MoveCaptain":
            return "captain", cell(picks["t"])
        case "" if not picks:
            return None
        case "" if "there" in picks:
            return "at", cell(picks["there"])
        case "":
            return "wall", WAYS.index(picks["d"])
    assert move.action == "Use", (move.action, move.text, picks)
    what = SPECIALS[picks["self"]]
    match what:
        case "counterorder":
            return what, cell(picks["p"]), cell(picks["there"]), turned(picks["turn"])
        case "mislead":
            return what, cell(picks["p"]), int(picks["way"])
        case "smoke":
            return what, cell(picks["p"]), WAYS.index(picks["d"])
        case "reinforce":
            return what, WAYS.index(picks["d"])
        case "diplomacy":
            return what, cell(picks["give"]), cell(picks["take"])
        case "scroll":
            return what, cell(picks["t"]), cell(picks["there"])
    return (what,)


# ---- all that lies there ----

Lying = dict[tuple[str, object], object]
"""What lies where: ("land", cell), ("patrol", cell), ("captain", player), or a zone with its player or None."""


def told(table: Table) -> Lying:
    """The referee's table as plain values: tiles with control, sides and tokens, captains, hands, stacks."""
    lying: Lying = {}
    for where, land in table.lands().items():
        lying["land", where] = (land.name, land.control, land.wall, land.flower)
    for player, hand in table.hands.items():
        for where, patrol in table.patrols(player).items():
            sides = [(patrol.printed(way), patrol.side(way)) for way in range(6)]
            marked = [(count, side in patrol.smoked, 2 * (side in patrol.reinforced)) for count, side in sides]
            lying["patrol", where] = (patrol.name, player, tuple(marked))
        lying["hand", player] = sorted(hand)
        lying["stack", player] = table.stacks[player].total()
        lying["markers", player] = sorted(table.unused[player])
        lying["captain", player] = table.captains.get(player)
    # The rules leave on the stack what has been turned up until it is laid.
    for zone, stack in (("pile", "valleys"), ("encounters", "encounters"), ("tokens", "tokens")):
        lying[zone, None] = table.stacks[stack].total() + (table.up == stack)
    lying["shown", None] = sorted(table.display.elements())
    lying["box", None] = table.box.total()
    if not table.options.expansion:
        del lying["tokens", None]
    return lying


def seen(state: rw.State) -> Lying:
    """The same of a state of the rules."""
    declared, players = state.game.setting.declared, state.game.players
    assert declared.board is not None
    lying: Lying = {("captain", player): None for player in players}
    for piece in state.standing():
        kind, where = declared.kinds[piece.kind].name, at(piece.site)
        owner = None if piece.owner < 0 else players[piece.owner]
        sides = {(side.name, WAYS.index(declared.board.directions[side.direction])): side.value for side in piece.sides}
        if kind == "Captain":
            lying["captain", owner] = where
        elif kind == "Start":
            assert where == HOME
        elif re.fullmatch(r"P\d", kind):
            names = ("explorers", 0), ("smoked", False), ("more", 0)
            marked = [tuple(sides.get((what, way), nothing) for what, nothing in names) for way in range(6)]
            lying["patrol", where] = (kind, owner, tuple(marked))
        else:
            wall, *more = [way for what, way in sides if what == "walled"] or (None,)
            assert not more
            flower = any(field == "flower" for field, _ in piece.fields)
            lying["land", where] = (name(kind), owner, wall, flower)
    for zone in state.zones():
        cards: list[str] | int = zone.count
        if zone.declared in ("hand", "shown"):
            cards = sorted(name(str(card)) for card in zone.cards)
        elif zone.declared == "markers":
            cards = sorted(SPECIALS[str(card)] for card in zone.cards)
        lying[zone.declared, None if zone.owner < 0 else players[zone.owner]] = cards
    return lying


# ---- the field turned or mirrored ----


@dataclass(frozen=True, slots=True)
class Turn:
    """First the field is mirrored, or not, so that north and south change places; then turned by `steps` clockwise."""

    steps: int
    mirrored: bool = False

    def way(self, way: int) -> int:
        """Where a direction goes."""
        return ((-way if self.mirrored else way) + self.steps) % 6

    def cell(self, where: Cell) -> Cell:
        """Where a cell goes: (q, r) is q steps to the east and r to the south-east."""
        (q, r), (one, other) = where, (WAYS_OUT[self.way(0)], WAYS_OUT[self.way(1)])
        return q * one[0] + r * other[0], q * one[1] + r * other[1]

    def turned(self, turned: int) -> int:
        """How a tile that is turned so far lies then; mirrored it is the tile with mirrored sides."""
        return self.way(turned)

    def choice(self, chosen: Chosen) -> Chosen:
        """The same choice."""
        match chosen:
            case "explore" | "diplomacy" | "scroll" | "captain" | "at", *rest:
                return chosen[0], *(self.cell(one) if isinstance(one, tuple) else one for one in rest)
            case "patrol", who, where, turned:
                return "patrol", who, self.cell(where), self.turned(turned)
            case "counterorder", here, there, turned:
                return "counterorder", self.cell(here), self.cell(there), self.turned(turned)
            case "mislead", where, by:
                return "mislead", self.cell(where), -by if self.mirrored else by
            case "smoke", where, way:
                return "smoke", self.cell(where), self.way(way)
            case "wall" | "reinforce", way:
                return chosen[0], self.way(way)
        return chosen

    def lying(self, lying: Lying) -> Lying:
        """The same position."""
        new: Lying = {}
        for (what, where), there in lying.items():
            match what, where, there:
                case "land", (int(q), int(r)), (one, control, wall, flower):
                    wall = self.way(wall) if isinstance(wall, int) else None
                    new[what, self.cell((q, r))] = (one, control, wall, flower)
                case "patrol", (int(q), int(r)), (one, owner, tuple(sides)):
                    ways = sorted(range(6), key=self.way)
                    new[what, self.cell((q, r))] = (one, owner, tuple(sides[way] for way in ways))
                case "captain", _, (int(q), int(r)):
                    new[what, where] = self.cell((q, r))
                case _:
                    new[what, where] = there
        return new
