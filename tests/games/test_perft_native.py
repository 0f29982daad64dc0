"""Greater numbers of lines, which only machine code counts in a test's time.

Sources. Chess: the Chess Programming Wiki and the `chess` package. Draughts: the tests of dctl and aartbik.com, where
captures of the same pieces between the same squares count once (`merged`) or each way (`apart`). Othello: aartbik.com.
Connect Four and Breakthrough: the tests of the RG compiler. Amazons, where a turn is two moves: the RG compiler and
Fairy-Stockfish. Lines that ended earlier do not count.
"""

from __future__ import annotations

from functools import cache

import pytest

import rulewright as rw

COUNTS: list[tuple[str, dict[str, str], str | None, int, int]] = [
    ("draughts", {"rules": "english"}, None, 8, 845_931),
    ("draughts", {"rules": "english"}, None, 9, 3_963_680),
    ("draughts", {"paths": "merged"}, None, 7, 1_049_442),
    ("draughts", {"paths": "merged"}, None, 8, 6_483_961),
    ("draughts", {"paths": "apart"}, None, 7, 1_049_442),
    ("draughts", {"paths": "apart"}, None, 8, 6_483_971),
    ("reversi", {}, None, 7, 55_092),
    ("reversi", {}, None, 8, 390_216),
    ("reversi", {}, None, 9, 3_005_288),
    ("connect_four", {}, None, 7, 823_536),
    ("connect_four", {}, None, 8, 5_673_234),
    ("breakthrough", {}, None, 4, 256_036),
    ("amazons", {}, None, 2, 2_176),
    ("chess", {}, None, 4, 197_281),
    ("chess", {}, None, 5, 4_865_609),
    ("chess", {}, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4_085_603),
    ("chess", {}, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43_238),
    ("chess", {}, "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422_333),
    ("chess", {}, "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2_103_487),
    ("chess", {}, "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3_894_594),
]

FURTHER: list[tuple[str, dict[str, str], str | None, int, int]] = [
    ("draughts", {"rules": "english"}, None, 10, 18_391_564),
    ("draughts", {"paths": "merged"}, None, 9, 41_022_423),
    ("draughts", {"paths": "apart"}, None, 9, 41_022_614),
    # The table goes on with passes where neither side can move; here the game is over: 228 end with the ninth move.
    ("reversi", {}, None, 10, 24_571_284 - 228),
    ("amazons", {}, None, 4, 4_307_152),
    ("chess", {}, None, 6, 119_060_324),
    ("chess", {}, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11_030_083),
    ("chess", {}, "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15_833_292),
]


@cache
def compiled(name: str, **options: str) -> rw.Game:
    return rw.load(name, options, engine="native")


def lines(name: str, options: dict[str, str], setup: str | None, depth: int) -> int:
    game = compiled(name, **options)
    assert game.engine == "native"
    return game.start(chance="explicit", setup=setup).perft(depth)


@pytest.mark.parametrize(("name", "options", "setup", "depth", "count"), COUNTS)
def test_lines(name: str, options: dict[str, str], setup: str | None, depth: int, count: int) -> None:
    assert lines(name, options, setup, depth) == count


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options", "setup", "depth", "count"), FURTHER)
def test_lines_further(name: str, options: dict[str, str], setup: str | None, depth: int, count: int) -> None:
    assert lines(name, options, setup, depth) == count
