"""Games small enough to be looked at whole: all positions, all ways to play, who wins."""

from itertools import islice

import rulewright as rw
from games.walking import games, plies, value


def test_every_game_of_tic_tac_toe() -> None:
    start = rw.load("tic_tac_toe").start(seed=0)
    assert games(start) == {"X wins": 131184, "O wins": 77904, "a tie": 46080}
    positions = [state for level in plies(start) for state in level]
    assert len(positions) == 5478
    assert sum(state.over for state in positions) == 958
    assert value(start, {}) == 0


def test_positions_of_connect_four() -> None:
    # OEIS A212693: different positions after n moves.
    levels = islice(plies(rw.load("connect_four").start(seed=0)), 7)
    assert [len(level) for level in levels] == [1, 7, 49, 238, 1120, 4263, 16422]


def test_every_game_of_connect_four_on_a_small_grid() -> None:
    # OEIS A342329: different games on a grid of n + 1 columns and n rows.
    start = rw.load("connect_four", {"width": 4, "height": 3}).start(seed=0)
    assert sum(games(start).values()) == 356232


def test_every_position_of_hex_on_three_by_three() -> None:
    start = rw.load("hex", {"size": 3}).start(seed=0)
    positions = [state for level in plies(start) for state in level]
    assert len(positions) == 5514
    # There is always a winner, and never a tie.
    assert {state.outcome for state in positions if state.over} == {"Red wins", "Blue wins"}
    assert all(len(state.moves()) > 0 for state in positions if not state.over)


def test_where_to_begin_in_hex() -> None:
    start = rw.load("hex", {"size": 3}).start(seed=0)
    known: dict[int, float] = {}
    winning = {move.text for move in start.moves() if value(start.play(move), known) == 1}
    assert value(start, known) == 1
    # The whole middle row and the two obtuse corners.
    assert winning == {"a2", "b2", "c2", "c1", "a3"}


def test_where_to_begin_in_hex_on_two_by_two() -> None:
    start = rw.load("hex", {"size": 2}).start(seed=0)
    assert {move.text for move in start.moves() if value(start.play(move), {}) == 1} == {"b1", "a2"}


def test_the_swap_takes_the_first_move_away() -> None:
    # Whatever wins as a first stone can be taken over, and whatever does not need not be: Blue wins.
    start = rw.load("hex", {"size": 3, "swap": True}).start(seed=0)
    known: dict[int, float] = {}
    assert value(start, known) == -1
    taken = {move.text for move in start.moves() if value(start.play(move).play("swap"), known) == -1}
    assert taken == {"a2", "b2", "c2", "c1", "a3"}


def test_reversi_on_four_by_four_is_won_by_the_second_player_with_eleven_discs_to_three() -> None:
    start = rw.load("reversi", {"size": 4}).start(seed=0)
    assert margin(start, {}) == 3 - 11


def margin(state: rw.State, known: dict[int, int]) -> int:
    """Black's discs less White's at the end, if both go for as many as possible."""
    if state.hash not in known:
        if state.over:
            owners = [piece.owner for piece in state.standing()]
            known[state.hash] = owners.count(0) - owners.count(1)
        else:
            best = max if state.mover == "Black" else min
            known[state.hash] = best(margin(state.play(move), known) for move in state.moves())
    return known[state.hash]
