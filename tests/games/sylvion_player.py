"""Three players of Sylvion for the tests, who see what the referee's table shows of the board and of their hand.

`anyhow` chooses at random and loses by the fifth turn or so; `idly` mostly does nothing and holds many cards.
`carefully` weighs each choice by the damage that stands on the board, by how well the rows are guarded and by the
trees; it sees the Final Assault in one game of four and wins one of twenty.
"""

from collections import Counter
from random import Random
from typing import Any

from games.sylvion_referee import (
    FOREST,
    PLACES,
    ROWS,
    STACK,
    Choice,
    Choosable,
    Playing,
    Space,
    Table,
    cost,
    elemental,
    strength,
)

Board = dict[Space, str]
PLENTY = 1000
UNGUARDED = (1.9, 1.2, 0.6, 0.25, 0.0)
"""What is to be feared of a row whose strongest fountain is so strong."""


def anyhow(table: Table, choice: Choice, random: Random) -> Choosable:
    """Anything."""
    return random.choice(sorted(choice.among, key=str))


def idly(table: Table, choice: Choice, random: Random) -> Choosable:
    """Nothing, three times of four, where that may be."""
    return None if None in choice.among and random.random() < 0.75 else anyhow(table, choice, random)


def carefully(table: Table, choice: Choice, random: Random) -> Choosable:
    """What gains most; nothing, if that may be and nothing gains anything. Now and then anything."""
    if random.random() < 0.02:
        return anyhow(table, choice, random)
    among = sorted((one for one in choice.among if one), key=str)
    if among[0][0] == "cards":
        return min(among, key=lambda one: sum(_worth(card, table.turn) for card in one[1]))
    gains = [_gain(table, one) for one in among]
    best = max(gains)
    return among[gains.index(best)] if best > 0 or None not in choice.among else None


def _worth(card: str, turn: int) -> float:
    """What it costs to give up a card."""
    match card[0]:
        case "F":
            return 1.2 + strength(card) / 2
        case "T":
            return (0.15 if turn < 8 else 0.6) * int(card[1])
        case _:
            return {"W": 0.9, "P": 2.2, "H": 2.3, "O": 2.0}[card]


def _gain(table: Table, choice: tuple[Any, ...]) -> float:
    board, turn, cards = table.board, table.turn, table.hand.total()
    before = _fear(board, turn)
    match choice:
        case ("draw",):
            return 1
        case ("O",):
            # With all cards in hand Owls could go round for ever.
            return 0.9 if cards <= 8 else 0
        case ("H", row):
            return _revealed(board, (row, STACK), turn) - 1.6
        case ("W" | "walk", here, there):
            walk = Table(board=dict(board), bloom=PLENTY, last=True)
            _run(walk.go(here, there))
            return before - _fear(walk.board, turn) - (PLENTY - walk.bloom) - (0.5 if choice[0] == "W" else 0)
        case ("P", row, place):
            return before - _fear(_without(board, (row, place)), turn) - 1.8
        case (card, row, place):
            price = 0.55 * (cost(card) + (0 if cards > 7 else 0.5))
            return before - _fear({**board, (row, place): card}, turn) - price + place / 50
    raise AssertionError(choice)


def _revealed(board: Board, space: Space, turn: int) -> float:
    """How bad it is what has just been revealed."""
    match board[space]:
        case "C":
            return sum({"E0": 2.4, "E1": 0.6, "E2": 0.6, "E3": 0.6}.get(card, 0) for card in board.values())
        case "D":
            return 0.35 * sum(map(elemental, board.values()))
        case _:
            return _fear(board, turn) - _fear(_without(board, space), turn)


def _fear(board: Board, turn: int) -> float:
    """How bad a position is: the damage if everything there marched to the end, and what else may come."""
    table = Table(board=dict(board), bloom=PLENTY, last=True)
    for row, place in table.elementals():
        while place < FOREST and (row, place) in table.board and elemental(table.board[row, place]):
            _run(table.go((row, place), (row, place + 1)))
            place += 1
    trees = sum(int(card[1]) for card in table.board.values() if card[0] == "T")
    guards = 0.0
    for row in ROWS:
        there = Counter(strength(card) for place in PLACES if (card := table.board.get((row, place), "."))[0] == "F")
        best = max(there, default=0)
        guards += UNGUARDED[best] - 0.15 * (sum(there.elements()) - best)
    return PLENTY - table.bloom + (guards if turn < 12 else 0) - trees * (0.35 if turn < 10 else 1)


def _without(board: Board, space: Space) -> Board:
    return {there: card for there, card in board.items() if there != space}


def _run(playing: Playing) -> None:
    for _ in playing:
        raise AssertionError("nothing is asked")
