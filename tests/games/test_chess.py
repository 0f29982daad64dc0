"""Chess: perft counts that independent programs agree on, and random games beside the `chess` package."""

import random
from typing import Any

import pytest

import rulewright as rw

chess = pytest.importorskip("chess")

GAME = rw.load("chess")
REFERENCE = rw.load("chess", engine="reference")

# Chess Programming Wiki, and `tricky.perft` of the chess package: (name, position, nodes by depth).
COUNTS: list[tuple[str, str, list[int]]] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", [20, 400, 8902, 197281, 4865609]),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", [48, 2039, 97862, 4085603]),
    ("position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812, 43238, 674624]),
    ("position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", [6, 264, 9467, 422333]),
    ("position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", [44, 1486, 62379, 2103487]),
    (
        "position 6",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        [46, 2079, 89890, 3894594],
    ),
    ("promotions", "8/ppp3p1/8/8/3p4/5Q2/1ppp2K1/brk4n w - - 0 1", [27, 390, 9354, 134167]),
    ("many queens", "8/6kR/8/8/8/bq6/1rqqqqqq/K1nqnbrq b - - 0 1", [7, 52, 4593, 50268]),
    ("pinned in passing", "1b1k4/8/8/1rPpK3/8/8/8/8 w - d6 0 1", [5, 100, 555]),
]


@pytest.mark.parametrize(("name", "position", "nodes"), COUNTS, ids=[name for name, _, _ in COUNTS])
def test_nodes(name: str, position: str, nodes: list[int]) -> None:
    state = REFERENCE.start(setup=position)
    few = [depth for depth, number in enumerate(nodes, 1) if number <= 10_000]
    assert [state.perft(depth) for depth in few] == nodes[: len(few)]


@pytest.mark.parametrize(("name", "position", "nodes"), COUNTS, ids=[name for name, _, _ in COUNTS])
def test_more_nodes(name: str, position: str, nodes: list[int]) -> None:
    if GAME.engine != "native":
        pytest.skip("millions of nodes are for the native engine")
    assert GAME.start(setup=position).perft(len(nodes)) == nodes[-1]


def test_claims_change_no_count() -> None:
    assert rw.load("chess", preset="FIDE").perft(3) == 8902


# ---- games ----

CASTLED = {"white_short": "e1g1", "white_long": "e1c1", "black_short": "e8g8", "black_long": "e8c8"}
LETTER = {"none": "", "Queen": "q", "Rook": "r", "Bishop": "b", "Knight": "n"}


def result(board: Any) -> str | None:
    """Who wins, "tie", or None while the game goes on, when draws come by themselves."""
    if board.is_checkmate():
        return "Black" if board.turn else "White"
    over = board.is_stalemate() or board.is_insufficient_material() or board.is_repetition(3)
    return "tie" if over or board.is_fifty_moves() else None


def squares(move: rw.Move, board: Any) -> str:
    """A move as engines write it: `e2e4`, `e7e8q`."""
    picks = move.picks
    if move.action == "Castle":
        return CASTLED[picks["c"]]
    if move.action == "EnPassant":
        return picks["m"] + chess.square_name(board.ep_square)
    return picks["m"] + picks["there"] + LETTER[picks["into"]]


def walk(seed: int, position: str | None = None, texts: int = 1) -> str | None:
    """A random game in both programs, and how it ends. At every `texts`th decision the moves are written, too."""
    draw = random.Random(seed)
    board = chess.Board(position or chess.STARTING_FEN)
    state = GAME.start(setup=position)
    number = 0
    while result(board) is None:
        assert not state.over, board.fen()
        assert state.notation() == board.fen(en_passant="fen")
        legal = {move.uci(): move for move in board.legal_moves}
        moves = {squares(move, board): move for move in state.moves()}
        assert sorted(moves) == sorted(legal) and len(moves) == len(state.moves()), board.fen()
        if number % texts == 0:
            told = {name: move.text for name, move in moves.items()}
            assert told == {name: board.san(move) for name, move in legal.items()}, board.fen()
        chosen = draw.choice(sorted(legal))
        board.push(legal[chosen])
        state = state.play(moves[chosen])
        number += 1
    assert state.over, board.fen()
    won = {(1.0, -1.0): "White", (-1.0, 1.0): "Black", (0.0, 0.0): "tie"}[state.returns]
    assert won == result(board)
    return won


def test_random_games() -> None:
    for seed in range(5):
        walk(seed, texts=25)


RARE = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "1b1k4/8/8/1rPpK3/8/8/8/8 w - d6 0 1",
    "8/PPPPk3/8/8/8/8/4Kppp/8 w - - 0 1",
    "n1n1k3/PPP5/8/8/8/8/5ppp/4K1N1 b - - 90 60",
    "4k3/8/3N1N2/8/1N3N2/8/3N4/4K3 w - - 0 1",
]


@pytest.mark.parametrize("position", RARE)
def test_from_positions_with_rare_moves(position: str) -> None:
    board, state = chess.Board(position), GAME.start(setup=position)
    assert sorted(move.text for move in state.moves()) == sorted(board.san(move) for move in board.legal_moves)


@pytest.mark.slow
def test_many_random_games() -> None:
    ends = {walk(seed, texts=20) for seed in range(200)}
    assert ends == {"White", "Black", "tie"}


@pytest.mark.slow
@pytest.mark.parametrize("position", RARE)
def test_many_random_games_with_rare_moves(position: str) -> None:
    for seed in range(10):
        walk(seed, position, texts=5)


def test_a_claim_is_a_move() -> None:
    state = rw.load("chess", options={"draws": "claimed"}).start(setup="4k3/8/8/8/8/8/8/R3K3 w - - 98 70")
    assert "draw" not in {move.text for move in state.moves()}
    state = state.play("Ra2").play("Kd8")
    assert "draw" in {move.text for move in state.moves()} and "Ra3 draw" in {move.text for move in state.moves()}
    assert state.play("draw").returns == (0.0, 0.0)
