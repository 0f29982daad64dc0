"""What lies in the box of Arena of the Planeswalkers, for its referee: figures, army cards and battlefields.

Written from the tables of the clauses, not from those of the rules. A cell is (column, row), counted from the upper
left corner of a battlefield; odd rows lie half a cell further to the right.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

Cell = tuple[int, int]

CRYPTOLITHS, MOORLANDS, AMBUSH = "cryptoliths", "moorlands", "ambush"
BATTLEFIELDS = (CRYPTOLITHS, MOORLANDS, AMBUSH)
STONE_HEIGHT, STONE_LIFE, STONE_TOUGHNESS = 9, 3, 4
HEALING, RECALL = "Healing", "Recall"
WALKER, HERO, SQUAD = "planeswalker", "hero", "squad"


@dataclass(frozen=True, slots=True)
class Sort:
    """A sort of figures, with the numbers of its army card; `points` is the price per figure, or the whole cost."""

    name: str
    card: str
    life: int
    move: int
    range: int
    power: int
    toughness: int
    height: int
    points: int
    flies: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """A side of an army card that bears a cost; `colors` are letters, `other` the figure it may transform into."""

    name: str
    rank: str
    figure: str
    figures: int
    colors: str
    cost: int
    other: str = ""


CARDS = {
    card.name: card
    for card in (
        Card("Jace Beleren", WALKER, "Jace", 1, "U", 325),
        Card("Sorin Markov", WALKER, "Sorin", 1, "WB", 330),
        Card("Nahiri, the Lithomancer", WALKER, "Nahiri", 1, "WR", 330),
        Card("Arlinn, Goldnight Outcast", WALKER, "Arlinn", 1, "GR", 340, "Arlinn Wolf"),
        Card("Avacynian Inquisitors", SQUAD, "Inquisitor", 3, "W", 85),
        Card("Avacyn, On Bloodied Wings", HERO, "Avacyn", 1, "W", 110),
        Card("Lantern Geists", SQUAD, "Lantern Geist", 2, "U", 80),
        Card("Necro-Alchemist", HERO, "Alchemist", 1, "U", 95),
        Card("Skirsdag Cultists", SQUAD, "Cultist", 3, "B", 60),
        Card("Bloodline Nobles", SQUAD, "Noble", 3, "R", 85),
        Card("Mad Prophet", HERO, "Prophet", 1, "R", 80),
        Card("Kessig Rangers", SQUAD, "Ranger", 2, "G", 80, "Ravager"),
    )
}
BACKS = {"Arlinn, Wolf Form": "Arlinn, Goldnight Outcast", "Kessig Ravagers": "Kessig Rangers"}
"""The sides without a cost; here a card is called by its front whichever side is up."""

_NUMBERS = (  # figure, card, life, move, range, power, toughness, height, points
    ("Jace", "Jace Beleren", 6, 5, 6, 4, 3, 4, 325),
    ("Sorin", "Sorin Markov", 7, 5, 1, 5, 4, 4, 330),
    ("Nahiri", "Nahiri, the Lithomancer", 6, 5, 5, 4, 4, 4, 330),
    ("Arlinn", "Arlinn, Goldnight Outcast", 6, 5, 7, 3, 3, 4, 340),
    ("Arlinn Wolf", "Arlinn, Goldnight Outcast", 6, 7, 1, 5, 4, 5, 340),
    ("Inquisitor", "Avacynian Inquisitors", 2, 5, 1, 3, 3, 4, 28),
    ("Avacyn", "Avacyn, On Bloodied Wings", 6, 6, 1, 5, 4, 6, 110),
    ("Lantern Geist", "Lantern Geists", 2, 6, 1, 2, 4, 4, 40),
    ("Alchemist", "Necro-Alchemist", 4, 5, 5, 3, 3, 4, 95),
    ("Cultist", "Skirsdag Cultists", 1, 5, 1, 3, 3, 4, 20),
    ("Noble", "Bloodline Nobles", 2, 6, 1, 3, 2, 4, 28),
    ("Prophet", "Mad Prophet", 4, 5, 4, 3, 3, 4, 80),
    ("Ranger", "Kessig Rangers", 3, 5, 5, 3, 3, 4, 40),
    ("Ravager", "Kessig Rangers", 3, 7, 1, 4, 3, 5, 40),
)
FLYING = ("Avacyn", "Lantern Geist")
SORTS = {row[0]: Sort(*row, flies=row[0] in FLYING) for row in _NUMBERS}
CLIMBER = "Nahiri"
"""Who counts no sides of levels on the way up."""

ARMIES = {
    "jace": ("Jace Beleren", "Lantern Geists", "Necro-Alchemist"),
    "sorin": ("Sorin Markov", "Skirsdag Cultists", "Avacyn, On Bloodied Wings"),
    "nahiri": ("Nahiri, the Lithomancer", "Avacynian Inquisitors", "Bloodline Nobles"),
    "arlinn": ("Arlinn, Goldnight Outcast", "Kessig Rangers", "Mad Prophet"),
}

_MAPS = {
    CRYPTOLITHS: """
D.....~~..w.....
...www.~~.......
..wCw...~~......
..wcw....~..2...
...w..H..~~.....
......wCw..~....
.....wwcw..R....
......ww..~~....
...w.....~~.....
..wCw...~~..2...
..wcw..~~.....1.
...w..~~.......A
""",
    MOORLANDS: """
O.....ww..ww...A
......w....w....
...1...~~~....1.
..ww..~~.~~..ww.
...w...Cc....w..
......w..w......
......w..w......
...w....cC...w..
..ww..~~.~~..ww.
...1...~~~....1.
......w....w....
O.....ww..ww...A
""",
    AMBUSH: """
........~~.....>
O....1..~~......
====....==......
...====.==..1...
..w...====......
......H..P==R..>
......1..w======
..w...====......
...====.==..1...
====....==......
O....1..~~......
........~~.....>
""",
}
WIDTH, HEIGHT = 16, 12
LAND, WATER, ROAD, WEIRDED = "land", "water", "road", "weirded"
_TERRAIN = {"~": WATER, "w": WEIRDED, "=": ROAD}
_LEVELS = {"~": -1, "1": 1, "2": 2, "C": 1, "c": 1}
_GLYPHS = {"H": HEALING, "R": RECALL}


@dataclass(frozen=True, slots=True)
class Ground:
    """A battlefield: what the ground is and how high it lies, where stones and glyphs are placed, where who begins
    (by the letter of the map), and where one leaves."""

    terrain: dict[Cell, str]
    level: dict[Cell, int]
    stones: frozenset[Cell]
    glyphs: dict[Cell, str]
    starts: dict[str, frozenset[Cell]]
    exits: frozenset[Cell]


@cache
def ground(battlefield: str) -> Ground:
    """The ground of a battlefield."""
    marks = {
        (column, row): mark for row, line in enumerate(_MAPS[battlefield].split()) for column, mark in enumerate(line)
    }
    assert len(marks) == WIDTH * HEIGHT

    def marked(mark: str) -> frozenset[Cell]:
        return frozenset(cell for cell, one in marks.items() if one == mark)

    return Ground(
        {cell: _TERRAIN.get(mark, LAND) for cell, mark in marks.items()},
        {cell: _LEVELS.get(mark, 0) for cell, mark in marks.items()},
        marked("C"),
        {cell: _GLYPHS[mark] for cell, mark in marks.items() if mark in _GLYPHS},
        {letter: marked(letter) for letter in "DAOP"},
        marked(">"),
    )
