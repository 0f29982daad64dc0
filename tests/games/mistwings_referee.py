"""A referee of Duel of the Mistwings, written from the clauses of its rulebook alone, for the tests.

It shares no code with the rules, nor with any engine: a position is a dict from points to pieces, a piece is a tuple
(identity, owner, strength), and everything is tried out point by point. `game` is a generator that yields a `Choice`
wherever a player decides and is sent the text of what was chosen. Texts: a step `c2-c3`, a step of Nightwing that
displaces `f1-e1>d1`, a capture `c2xa3`, one that goes on out of the thicket `c2xb3>a3`, a point when pieces are
distributed, and `None` where a player may decline.
"""

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import TypeVar

SOUTH, NORTH = "South", "North"
VELVETFLUTTER, THORNHOPPER, PURRFEATHER, SCURRYCLAW = 1, 2, 3, 4
MISTTRICKSTER, STORMWING, SHADOWSTALKER, NIGHTWING = 5, 6, 7, 8

COLUMNS, ROWS = "abcdef", "123456"
POINTS = [column + row for row in ROWS for column in COLUMNS]
GROVE = {SOUTH: "a1", NORTH: "f6"}
TURBULENCE = {"a2", "b1", "b2", "f5", "e6", "e5"}
UNDERGROWTH = {"b3", "d3", "c4", "e4"}
STARTS = {
    SOUTH: {"c2": 1, "d2": 2, "e2": 3, "f2": 4, "c1": 5, "d1": 6, "e1": 7, "f1": 8},
    NORTH: {"d5": 1, "c5": 2, "b5": 3, "a5": 4, "d6": 5, "c6": 6, "b6": 7, "a6": 8},
}

UP, DOWN, RIGHT, LEFT = (0, 1), (0, -1), (1, 0), (-1, 0)
STRAIGHT = [UP, RIGHT, DOWN, LEFT]
EIGHT = [*STRAIGHT, (1, 1), (1, -1), (-1, -1), (-1, 1)]

# Who leaves the first end outward enters the second inward, and the other way round.
LOOPS = [
    ("b1", DOWN, "a2", LEFT),
    ("c1", DOWN, "a3", LEFT),
    ("e1", DOWN, "f2", RIGHT),
    ("d1", DOWN, "f3", RIGHT),
    ("b6", UP, "a5", LEFT),
    ("c6", UP, "a4", LEFT),
    ("e6", UP, "f5", RIGHT),
    ("d6", UP, "f4", RIGHT),
]

Way = tuple[int, int]
Piece = tuple[int, str, int]
Position = dict[str, Piece]


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the game: all abilities or only Velvetflutter's, the variants, draws, and who starts."""

    full: bool = True
    shadows: bool = False
    swoop: bool = False
    draws: bool = True
    first: str = SOUTH


@dataclass(frozen=True, slots=True)
class Act:
    """What a piece does: it goes from a point to a point; `pushed` is where Nightwing puts what stood there, `rest`
    the point where a Thornhopper goes on to, `takes` whether it captures."""

    here: str
    there: str
    takes: bool = False
    pushed: str | None = None
    rest: str | None = None

    def text(self) -> str:
        """The act as it is written in records."""
        further = self.pushed or self.rest
        return f"{self.here}{'x' if self.takes else '-'}{self.there}" + (f">{further}" if further else "")


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision: who makes it, and the texts of everything that may be chosen, `None` for declining."""

    player: str
    texts: frozenset[str | None]


Result = TypeVar("Result")
Deciding = Generator[Choice, str | None, Result]


class GameOver(Exception):  # noqa: N818 (no error)
    """The game is over; `winner` is None for a draw."""

    def __init__(self, winner: str | None) -> None:
        super().__init__(winner)
        self.winner = winner


def other(player: str) -> str:
    """The opponent."""
    return NORTH if player == SOUTH else SOUTH


def grid(point: str, way: Way) -> str | None:
    """The next point of the grid, or None."""
    column, row = COLUMNS.index(point[0]) + way[0], ROWS.index(point[1]) + way[1]
    return COLUMNS[column] + ROWS[row] if 0 <= column < 6 and 0 <= row < 6 else None


def onward(point: str, way: Way) -> tuple[str, Way, bool] | None:
    """The next point on a capture path, the direction on arrival, and whether a loop led there [CAP-4]."""
    ahead = grid(point, way)
    if ahead:
        return ahead, way, False
    for one, out, two, out_two in LOOPS:
        if (point, way) == (one, out):
            return two, (-out_two[0], -out_two[1]), True
        if (point, way) == (two, out_two):
            return one, (-out[0], -out[1]), True
    return None


def enterable(piece: Piece, point: str | None) -> bool:
    """Whether the ground lets the piece onto the point [MOV-2, MOV-3, GRV-2, UND-1]."""
    if point is None or point == GROVE[piece[1]]:
        return False
    return point not in UNDERGROWTH or piece[2] == VELVETFLUTTER


def steps(board: Position, here: str, options: Options) -> list[Act]:
    """All that a piece may do without capturing [MOV-1..4, NW-2..5, SS-2, SC-2, TH-2]."""
    piece = board[here]
    found = []
    for way in EIGHT:
        there = grid(here, way)
        if there is None:
            continue
        standing = board.get(there)
        beyond = grid(there, way)
        if standing is None and enterable(piece, there):
            found.append(Act(here, there))
        if not options.full:
            continue
        if piece[2] == NIGHTWING and standing and enterable(piece, there):
            for aside in EIGHT:
                spot = grid(there, aside)
                if spot and (spot == here or spot not in board) and enterable(standing, spot):
                    found.append(Act(here, there, pushed=spot))
        if beyond is None or beyond in board or not enterable(piece, beyond):
            continue
        leaps_thicket = piece[2] == SHADOWSTALKER and there in UNDERGROWTH and standing is None
        if leaps_thicket or leaps_piece(piece, standing, there):
            found.append(Act(here, beyond))
    return found


def leaps_piece(piece: Piece, standing: Piece | None, point: str) -> bool:
    """Whether the piece may leap what stands there, with all abilities [SC-2, TH-2]."""
    if standing is None or point in UNDERGROWTH:
        return False
    return standing[1] == piece[1] if piece[2] == SCURRYCLAW else piece[2] == THORNHOPPER and standing[1] != piece[1]


def strong_enough(piece: Piece, target: Piece, point: str, bonus: int) -> bool:
    """Strength decides, but for two exceptions [CAP-2, TUR-1, VF-2, VAR-3]."""
    flutter = piece[2] == VELVETFLUTTER and target[2] == NIGHTWING
    return piece[2] + bonus >= target[2] or flutter or point in TURBULENCE


def captures(board: Position, here: str, options: Options) -> list[Act]:
    """All captures of a piece [CAP-1..8, SS-2, SC-2, TH-1, TH-2, VF-3]. Two paths may give equal acts."""
    piece = board[here]
    found = []
    for way in STRAIGHT:
        found += along(board, here, way, options)
    if piece[2] == VELVETFLUTTER and here in UNDERGROWTH:
        for way in EIGHT:
            there = grid(here, way)
            target = board.get(there) if there else None
            if there is None or target is None or target[1] == piece[1] or not enterable(piece, there):
                continue
            if strong_enough(piece, target, there, 0):
                found.append(Act(here, there, takes=True))
    return found


def along(board: Position, here: str, way: Way, options: Options) -> list[Act]:
    """The captures on the one path that begins in a direction."""
    piece = board[here]
    found: list[Act] = []
    at, leapt, loops = here, False, 0
    seen = {(at, way, leapt)}
    while True:
        ahead = onward(at, way)
        if ahead is None:
            return found
        there, way, looped = ahead
        loops += looped
        if (there, way, leapt) in seen:
            return found
        seen.add((there, way, leapt))
        standing = board.get(there) if there != here else None
        straight_on = grid(there, way)
        if standing:
            bonus = min(3, max(0, loops - 1)) if options.swoop else 0
            if standing[1] != piece[1] and loops and strong_enough(piece, standing, there, bonus):
                if enterable(piece, there):
                    found.append(Act(here, there, takes=True))
                elif options.full and piece[2] == THORNHOPPER and standing[2] == VELVETFLUTTER and there in UNDERGROWTH:
                    free = straight_on == here or straight_on not in board
                    if free and enterable(piece, straight_on):
                        found.append(Act(here, there, takes=True, rest=straight_on))
            may_leap = options.full and not leapt and not looped and leaps_piece(piece, standing, there)
            if not may_leap or straight_on is None:
                return found
            leapt = True
        elif not enterable(piece, there):
            over = options.full and piece[2] == SHADOWSTALKER and there in UNDERGROWTH and not looped
            if not over or not enterable(piece, straight_on):
                return found
        at = there


def acts(board: Position, here: str, options: Options) -> list[Act]:
    """Everything that the piece on a point may do."""
    return steps(board, here, options) + captures(board, here, options)


def of_player(board: Position, player: str) -> list[str]:
    """The points of a player's pieces."""
    return [point for point in POINTS if point in board and board[point][1] == player]


@dataclass(slots=True)
class Game:
    """A game under way: the position, and the arrivals that may still be answered (piece, point)."""

    options: Options
    board: Position = field(default_factory=dict)
    arrivals: list[tuple[Piece, str]] = field(default_factory=list)
    quiet: int = 0

    def arrive(self, piece: Piece, there: str) -> None:
        """The piece stands on the point now; entering the enemy grove wins [WIN-1, GRV-1]."""
        self.board[there] = piece
        if there == GROVE[other(piece[1])]:
            raise GameOver(piece[1])

    def carry_out(self, act: Act) -> None:
        """The act and its compulsory follow-up, but for a displaced Purrfeather's move [EVT 1, 2]."""
        board = self.board
        piece = board.pop(act.here)
        if act.takes:
            target = board.pop(act.there)
            self.quiet = -1
            if piece[2] == MISTTRICKSTER and self.options.full:
                board[act.there] = (target[0], piece[1], target[2])
            else:
                self.arrive(piece, act.rest or act.there)
                self.arrivals.append((piece, act.rest or act.there))
            if not of_player(board, other(piece[1])):
                raise GameOver(piece[1])
            return
        if act.pushed:
            standing = board.pop(act.there)
            self.arrive(standing, act.pushed)
            if standing[2] != PURRFEATHER:
                self.arrivals.append((standing, act.pushed))
        self.arrive(piece, act.there)
        self.arrivals.append((piece, act.there))

    def decide(self, player: str, choices: list[Act], may_decline: bool = False) -> Deciding[Act | None]:
        """One decision of a player among acts."""
        by_text: dict[str | None, Act | None] = {act.text(): act for act in choices}
        if may_decline:
            by_text[None] = None
        chosen = yield Choice(player, frozenset(by_text))
        return by_text[chosen]

    def turn(self, player: str) -> Deciding[None]:
        """One turn with all that follows from it [TRN-1..3, EVT]."""
        board = self.board
        self.arrivals = []
        choices = [act for here in of_player(board, player) for act in acts(board, here, self.options)]
        if not choices:
            raise GameOver(other(player))
        act = yield from self.decide(player, choices)
        assert act is not None
        self.carry_out(act)
        if act.pushed and board[act.pushed][2] == PURRFEATHER:
            yield from self.displaced(act.pushed)
        while self.arrivals:
            yield from self.answer(*self.arrivals.pop(0))
        self.quiet += 1

    def displaced(self, point: str) -> Deciding[None]:
        """A displaced Purrfeather moves or captures at once; it counts as arriving first, where it rests [PU-2]."""
        before, self.arrivals = self.arrivals, []
        piece = self.board[point]
        choices = acts(self.board, point, self.options)
        if choices:
            act = yield from self.decide(piece[1], choices)
            assert act is not None
            self.carry_out(act)
        else:
            self.arrivals.append((piece, point))
        self.arrivals += before

    def answer(self, piece: Piece, point: str) -> Deciding[None]:
        """The opponent of a piece that arrived may take it with a Stormwing [ST-2..5]."""
        if self.board.get(point) != piece or not self.options.full:
            return
        player = other(piece[1])
        choices = []
        for here in of_player(self.board, player):
            if self.board[here][2] == STORMWING:
                choices += [act for act in captures(self.board, here, self.options) if act.there == point]
        if choices:
            act = yield from self.decide(player, choices, may_decline=True)
            if act:
                self.carry_out(act)

    def set_up(self) -> Deciding[None]:
        """The printed points [SET-3], or each player distributes the strengths 1 to 8 [VAR-2]."""
        for player in (SOUTH, NORTH):
            for strength in range(1, 9):
                point = next(p for p, s in STARTS[player].items() if s == strength)
                if self.options.shadows:
                    free = frozenset(p for p in STARTS[player] if p not in self.board)
                    chosen = yield Choice(player, free)
                    assert chosen is not None
                    point = chosen
                self.board[point] = (len(self.board), player, strength)


def game(options: Options, board: Position | None = None, player: str | None = None) -> Deciding[str]:
    """A whole game, from the set-up or from a position with a player to move; returns who won, or "draw"."""
    play = Game(options)
    try:
        if board is None:
            yield from play.set_up()
        else:
            play.board = dict(board)
        player = player or options.first
        seen: Counter[tuple[frozenset[tuple[str, str, int]], str]] = Counter()
        while True:
            position = frozenset((point, piece[1], piece[2]) for point, piece in play.board.items()), player
            seen[position] += 1
            if options.draws and (seen[position] >= 3 or play.quiet >= 100):
                raise GameOver(None)
            yield from play.turn(player)
            player = other(player)
    except GameOver as over:
        return over.winner or "draw"
