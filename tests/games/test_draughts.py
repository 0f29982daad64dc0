"""Draughts beside published counts, examples of the official rules, and other people's programs.

Counts and positions: the tests of dctl (github.com/rhalbersma/dctl), aartbik.com, talkchess t=27814, and, where they
could be compared, pydraughts. "Merged" counts captures of the same pieces from the same square to the same square once,
"apart" counts each way.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pyspiel
import pytest
from draughts.core.game import BLACK, WHITE
from draughts.core.game import Game as Board

import rulewright as rw


@cache
def draughts(rules: str = "international", **options: object) -> rw.Game:
    return rw.load("draughts", {"rules": rules, "squares": "numbers", **options})


# Rules, further options, counts by depth, how many of them are quick.
TABLES: list[tuple[str, dict[str, object], list[int], int]] = [
    ("international", {}, [9, 81, 658, 4265, 27117, 167140, 1049442], 5),
    ("international", {"size": 6}, [5, 25, 106, 369, 1301, 4214, 12912, 39526], 6),
    ("international", {"size": 12}, [11, 121, 1222, 10053, 79049], 3),
    ("english", {}, [7, 49, 302, 1469, 7361, 36768, 179740], 5),
    ("english", {"size": 6}, [5, 25, 106, 369, 1271, 4104, 12495, 37474], 6),
    ("russian", {}, [7, 49, 302, 1469, 7482, 37986, 190146], 5),
    ("brazilian", {}, [7, 49, 302, 1469, 7473, 37628, 187302], 5),
]


def rows(quick: bool) -> list[Any]:
    return [
        pytest.param(rules, options, depth, count, id="-".join([rules, *map(str, options.values()), str(depth)]))
        for rules, options, counts, limit in TABLES
        for depth, count in enumerate(counts, 1)
        if (depth <= limit) is quick
    ]


@pytest.mark.parametrize(("rules", "options", "depth", "count"), rows(quick=True))
def test_perft(rules: str, options: dict[str, object], depth: int, count: int) -> None:
    assert draughts(rules, **options).perft(depth) == count


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "options", "depth", "count"), rows(quick=False))
def test_perft_further(rules: str, options: dict[str, object], depth: int, count: int) -> None:
    assert draughts(rules, **options).perft(depth) == count


@pytest.mark.slow
@pytest.mark.parametrize(("paths", "count"), [("merged", 6483961), ("apart", 6483971)])
def test_ways_merged_and_apart(paths: str, count: int) -> None:
    assert draughts(paths=paths).perft(8) == count


def test_two_ways_round() -> None:
    """A man leaps over four others back to where it began, one way round or the other."""
    position = "W:W37:B21,22,31,32,5"
    ways = ["37x26x17x28x37", "37x28x17x26x37"]
    (move,) = draughts().start(seed=0, setup=position).moves()
    assert move.text in ways
    for text in (*ways, "37x37"):
        assert draughts().start(seed=0, setup=position).find(text) == move
    apart = draughts(paths="apart").start(seed=0, setup=position)
    assert sorted(one.text for one in apart.moves()) == ways
    assert apart.play(ways[0]) == apart.play(ways[1])
    assert apart.play(ways[0]).notation() == "B:W37:B5"


# Positions of the international game as other programs write them, Black's pieces perhaps first.
POSITIONS = [
    ("W:B12,13,14,16,18,19,21,23,24,26:W25,27,28,30,32,33,34,35,37,38", [6, 12, 30, 73, 215, 590, 1944]),  # Woldouby
    ("B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46", [14, 55, 1168, 5432]),
    ("W:W6,7,8,9,10:B41,42,43,44,45", [9, 81, 795]),
]


def fen(text: str) -> str:
    """The position with White's pieces before Black's."""
    mover, *sides = text.split(":")
    white, black = sorted(sides, reverse=True)
    return f"{mover}:{white}:{black}"


@pytest.mark.parametrize(("position", "counts"), POSITIONS, ids=["Woldouby", "random178", "almost-crowned"])
def test_perft_of_positions(position: str, counts: list[int]) -> None:
    start = draughts().start(chance="explicit", setup=fen(position))
    assert [start.perft(depth) for depth in range(1, len(counts) + 1)] == counts


# Articles of the official rules of the FMJD, with the captures that they allow.
ARTICLES = [
    ("W:WK41,49:B9,10,12,19,38", "41x43"),
    ("B:W27,28,38,39,42:BK25", "25x33"),
    ("W:W48:B24,K31,34,K42,43", "48x19"),
    ("W:WK48:B7,8,31,34,K42,44", "48x50"),
    ("W:W26:B12,K21,31,32", "26x8 26x28"),
    ("W:W15:B9,10", "15x13"),
    ("W:WK47:B9,12,33", "47x17 47x21 47x26"),
]


@pytest.mark.parametrize(("position", "captures"), ARTICLES)
def test_examples_of_the_official_rules(position: str, captures: str) -> None:
    state = draughts().start(seed=0, setup=fen(position))
    assert state.notation() == fen(position)
    assert sorted(ends(move.text) for move in state.moves()) == sorted(captures.split())
    for text in captures.split():
        assert ends(state.find(text).text) == text


def ends(text: str) -> str:
    """A move by its first and its last square."""
    return re.sub(r"x.*x", "x", text)


def test_positions_as_pdn_writes_them() -> None:
    game = draughts()
    start = game.start(seed=0)
    assert start == game.start(seed=0, setup="W:W31-50:B1-20")
    assert start.notation() == f"W:W{','.join(map(str, range(31, 51)))}:B{','.join(map(str, range(1, 21)))}"
    # Squares are read by the names of the board too.
    assert game.start(seed=0, setup="B:Wa1,Kb2:B").notation() == "B:WK41,46:B"
    letters = draughts("russian", squares="letters").start(seed=0, setup="W:Wa1,Kb2:Bh8")
    assert letters.notation() == "W:WKb2,a1:Bh8"
    for wrong, words in [("W:W51:B1", "51"), ("W:W46,46:B1", "46"), ("W:WQ46:B1", "Q46"), ("W:W46", "")]:
        with pytest.raises(rw.PositionError) as caught:
            game.start(seed=0, setup=wrong)
        assert words in str(caught.value)


def test_squares_are_named_as_in_books() -> None:
    """The corners, and the squares of the sides of the large board."""
    game = draughts()
    board = game.setting.declared.board
    called = dict(zip(board.sites, board.names, strict=True))
    assert (called["b10"], called["j10"], called["a1"], called["i1"]) == ("1", "5", "46", "50")
    assert [called[f"a{row}"] for row in (9, 7, 5, 3, 1)] == ["6", "16", "26", "36", "46"]
    assert [called[f"j{row}"] for row in (10, 8, 6, 4, 2)] == ["5", "15", "25", "35", "45"]
    board = draughts("english").setting.declared.board
    called = dict(zip(board.sites, board.names, strict=True))
    assert (called["b8"], called["h8"], called["a1"], called["g1"]) == ("1", "4", "29", "32")


# ---- random games beside pydraughts ----


class Referee:
    """Counts towards a tie as the official rules have it, from positions alone.

    Who has lost is asked of pydraughts, what is a tie is not: it counts endings from the last move of a man or capture
    where the rules count from when the ending came about, and reads the numbers of pieces as those of each side.
    """

    def __init__(self, rules: str, board: Board) -> None:
        self.rules = rules
        self.counts: Counter[str] = Counter()
        self.seen: Counter[str] = Counter()
        self.look(board)
        self.seen[board.get_fen()] += 1

    def look(self, board: Board) -> None:
        pieces = board.board.searcher.uncaptured_pieces
        self.men = {side: [p for p in pieces if p.player == side and not p.king] for side in (WHITE, BLACK)}
        self.kings = {side: [p for p in pieces if p.player == side and p.king] for side in (WHITE, BLACK)}
        self.all = {side: self.men[side] + self.kings[side] for side in (WHITE, BLACK)}
        self.number = len(pieces)

    def note(self, board: Board) -> None:
        number, kings = self.number, sum(map(len, self.kings.values()))
        men = {(p.player, p.position) for side in self.men.values() for p in side}
        self.look(board)
        self.seen[board.get_fen()] += 1
        taken, crowned = self.number < number, sum(map(len, self.kings.values())) > kings
        still = {(p.player, p.position) for side in self.men.values() for p in side} == men
        self.count("kings alone", still and not taken)
        self.count("balance", not taken and not crowned)
        self.since("three", self.lone(3))
        self.since("two", self.lone(2))
        self.since("road", self.lone(3, road=True))

    def count(self, what: str, holds: bool) -> None:
        self.counts[what] = self.counts[what] + 1 if holds else 0

    def since(self, what: str, holds: bool) -> None:
        """The moves since something began to hold; it began with this move if it did not hold before."""
        began = what in self.counts
        if holds:
            self.counts[what] = self.counts[what] + 1 if began else 0
        else:
            self.counts.pop(what, None)

    def lone(self, most: int, road: bool = False) -> bool:
        """Only a king of one side is left, and at most so many pieces of the other with a king among them."""
        for one, other in ((WHITE, BLACK), (BLACK, WHITE)):
            if len(self.all[one]) == len(self.kings[one]) == 1 and self.kings[other]:
                on_road = self.kings[one][0].position in (4, 8, 11, 15, 18, 22, 25, 29)
                if len(self.all[other]) <= most and (not road or (on_road and len(self.all[other]) == 3)):
                    return True
        return False

    def tie(self, board: Board) -> bool:
        counts = self.counts
        if self.seen[board.get_fen()] >= 3:
            return True
        if self.rules == "international":
            return counts["kings alone"] >= 50 or counts.get("three", 0) >= 32 or counts.get("two", 0) >= 10
        both = all(self.kings.values())
        limit = 10 if self.number <= 3 else 60 if self.number <= 5 else 120 if self.number <= 7 else 10**6
        return counts["kings alone"] >= 30 or counts.get("road", 0) >= 10 or (both and counts["balance"] >= limit)


Key = tuple[int, int, frozenset[int]]


def key(text: str, between: dict[tuple[int, int], list[int]], men: set[int]) -> Key:
    """First and last square of a move, and the squares of what it takes."""
    squares = [int(square) for square in re.split("[-x]", text)]
    steps = pairwise(squares)
    return squares[0], squares[-1], frozenset(s for step in steps for s in between[step] if s in men)


@cache
def between(width: int) -> dict[tuple[int, int], list[int]]:
    """The squares between two on one diagonal, by their numbers."""
    half = width // 2
    at = {n: ((n - 1) // half, 2 * ((n - 1) % half) + 1 - (n - 1) // half % 2) for n in range(1, width * half + 1)}
    number = {place: n for n, place in at.items()}
    out = {}
    for n, (row, column) in at.items():
        for up in (-1, 1):
            for right in (-1, 1):
                line: list[int] = []
                step = (row + up, column + right)
                while step in number:
                    out[n, number[step]] = list(line)
                    line.append(number[step])
                    step = (step[0] + up, step[1] + right)
    return out


def an_ending(width: int, random: Random) -> str:
    """A position with a king of each side and few other pieces, wherever they may stand."""
    last = width * width // 2
    squares = random.sample(range(1, last + 1), random.randint(2, 7))
    sides: dict[str, list[str]] = {"W": [], "B": []}
    for number, square in enumerate(squares):
        side = "WB"[number] if number < 2 else random.choice("WWB")
        at_last = square <= width // 2 if side == "W" else square > last - width // 2
        sides[side].append(f"K{square}" if number < 2 or at_last or random.random() < 0.5 else str(square))
    return f"{random.choice('WB')}:W{','.join(sides['W'])}:B{','.join(sides['B'])}"


def a_game(rules: str, random: Random, ending: bool = False) -> tuple[str, int]:
    """Play one at random on both sides, from an ending or from the start; how it ended and how many moves it had."""
    width = 10 if rules == "international" else 8
    setup = an_ending(width, random) if ending else None
    state = draughts(rules).start(seed=0, setup=setup)
    board = Board("standard" if rules == "international" else rules, setup or "startpos")
    referee, moves = Referee(rules, board), 0
    while True:
        side = board.whose_turn()
        lost = board.has_player_won(BLACK if side == WHITE else WHITE)
        expected = ("White" if side == BLACK else "Black") + " wins" if lost else "a tie" if referee.tie(board) else ""
        assert (state.outcome or "") == expected, state.log
        if expected:
            return expected, moves
        assert state.mover == ("White" if side == WHITE else "Black")
        steps, captures = board.legal_moves()
        theirs: dict[Key, list[list[int]]] = {}
        for move, taken in zip(steps, captures, strict=True):
            theirs.setdefault((move[0][0], move[-1][1], frozenset(taken) - {None}), move)
        enemies = {piece.position for piece in referee.all[BLACK if side == WHITE else WHITE]}
        ours = {key(move.text, between(width), enemies): move for move in state.moves()}
        assert len(ours) == len(state.moves()) and set(ours) == set(theirs), state.log
        chosen = random.choice(sorted(ours, key=lambda one: (one[0], one[1], sorted(one[2]))))
        state = state.play(ours[chosen])
        board.push(theirs[chosen])
        referee.note(board)
        moves += 1


RULES = ["international", "russian", "brazilian"]


def games(rules: str, number: int, ending: bool = False) -> Counter[str]:
    """How random games ended."""
    what = "ending" if ending else "game"
    return Counter(a_game(rules, Random(f"{what} {rules} {n}"), ending)[0] for n in range(number))


@pytest.mark.parametrize("rules", RULES)
def test_random_games(rules: str) -> None:
    number = 1 if rules == "international" else 2
    assert sum(games(rules, number).values()) == number


@pytest.mark.parametrize("rules", RULES)
def test_random_endings(rules: str) -> None:
    assert {"White wins", "a tie"} <= set(games(rules, 30, ending=True))


@pytest.mark.slow
@pytest.mark.parametrize("ending", [False, True], ids=["games", "endings"])
@pytest.mark.parametrize("rules", RULES)
def test_many_random_games(rules: str, ending: bool) -> None:
    assert set(games(rules, 200, ending)) == {"White wins", "Black wins", "a tie"}


# ---- English draughts beside OpenSpiel ----


def turned(text: str) -> str:
    """A path of OpenSpiel, whose first player sits at row 1, on a board turned by half."""
    return "".join(chr(ord("a") + ord("h") - ord(c)) if c.isalpha() else str(9 - int(c)) for c in text)


def paths(state: Any) -> dict[tuple[str, str, frozenset[str]], list[int]]:
    """The whole moves of OpenSpiel's player, who makes each leap by itself, by what `path_key` gives."""
    found: dict[tuple[str, str, frozenset[str]], list[int]] = {}
    seat = state.current_player()
    waiting: list[tuple[Any, list[int], str]] = [(state, [], "")]
    while waiting:
        at, actions, path = waiting.pop()
        for action in at.legal_actions():
            after = at.child(action)
            text = turned(at.action_to_string(seat, action))
            longer = path + text[2:] if path else text
            if not after.is_terminal() and after.current_player() == seat:
                waiting.append((after, [*actions, action], longer))
            else:
                found.setdefault(path_key(longer), [*actions, action])
    return found


def path_key(path: str) -> tuple[str, str, frozenset[str]]:
    """First and last square of a path, and the squares that it leaps over."""
    squares = re.findall("[a-h][1-8]", path)
    over = set()
    for here, there in pairwise(squares):
        if abs(ord(here[0]) - ord(there[0])) == 2:
            over.add(chr((ord(here[0]) + ord(there[0])) // 2) + str((int(here[1]) + int(there[1])) // 2))
    return squares[0], squares[-1], frozenset(over)


@pytest.mark.parametrize("count", [pytest.param(10, id="some"), pytest.param(200, id="many", marks=pytest.mark.slow)])
def test_random_games_of_english_draughts(count: int) -> None:
    """OpenSpiel knows no repetitions, and calls a tie after 40 moves of both together without a capture."""
    game = draughts("english", squares="letters")
    won = 0
    for number in range(count):
        random = Random(f"english {number}")
        state, mirror = game.start(seed=0), pyspiel.load_game("checkers").new_initial_state()
        while not mirror.is_terminal() and not state.over:
            assert state.mover == ("White" if mirror.current_player() else "Black")
            theirs = paths(mirror)
            ours = {path_key(move.text): move for move in state.moves()}
            assert set(ours) == set(theirs), state.log
            chosen = random.choice(sorted(ours, key=lambda one: (one[0], one[1], sorted(one[2]))))
            state = state.play(ours[chosen])
            for action in theirs[chosen]:
                mirror.apply_action(action)
        if state.over and state.outcome != "a tie":
            assert mirror.is_terminal() and tuple(mirror.returns()) == state.returns, state.log
            won += 1
        elif mirror.is_terminal():
            assert tuple(mirror.returns()) == (0, 0), state.log
    assert won > count // 4


def test_pieces_are_named_by_either_name_of_their_square() -> None:
    state = draughts().start(seed=0)
    move = state.find("32-28")
    assert move is not None and move.picks == {"m": "32", "d": "NE", "there": "28"}
    assert state.find("Step m = 32, d = NE") == state.find("Step m = d4, d = NE") == state.find("step 32 ne 28") == move
    assert str(state.play(move)).splitlines()[5] == " 5 | .   .   w   .   .   | 26 27 28 29 30"
    assert "Man of White on 28" in state.play(move).svg()
    letters = draughts(squares="letters").start(seed=0)
    assert letters.find("d4-e5") is not None and letters.find("32-28") is None
