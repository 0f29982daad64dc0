"""States: moves, playing, results, identity. All numbers are worked out by hand from the rules in `rules/`."""

from __future__ import annotations

from fractions import Fraction

import pytest

import rulewright as rw


def test_a_game_of_nim(load) -> None:
    game = load("nim")
    assert (game.title, game.players, game.options, game.board) == ("Nim", ("Ann", "Bob"), {"heap": "5"}, None)
    state = game.start(seed=1)
    assert (state.mover, state.active, state.over, state.seed) == ("Ann", "Ann", False, 1)
    assert [move.text for move in state.moves()] == ["Take 1", "Take 2"]
    for text, mover in [("Take 2", "Bob"), ("take  1", "Ann"), ("Take n = 2", None)]:
        state = state.play(text)
        assert state.mover == mover
    assert state.over and state.moves() == () and state.chance() == ()
    assert state.returns == (1.0, -1.0)
    assert state.ranking == (("Ann",), ("Bob",))
    assert state.outcome == "Ann wins"
    assert state.log == ("Take 2", "Take 1", "Take 2")


def test_options(load) -> None:
    assert load("nim", heap=7).options == {"heap": "7"}
    assert str(load("nim", heap=7).start(1)).splitlines()[0] == "left: 7"


def test_states_are_values(load) -> None:
    game = load("nim")
    start = game.start(seed=1)
    one = start.play("Take 1").play("Take 2")
    two = start.play("Take 2").play("Take 1")
    assert one == two and hash(one) == hash(two) and one.hash == two.hash
    assert one.log != two.log
    assert one != start and one.hash != start.hash
    assert start.moves()[0].text == "Take 1"
    assert {start, one, two} == {start, one}
    assert start == game.start(seed=2)
    assert start != load("nim", heap=7).start(seed=1)


def test_moves_know_their_action_and_picks(load) -> None:
    move = load("nim").start(1).moves()[1]
    assert (str(move), move.action, move.picks, move.declines) == ("Take 2", "Take", {"n": "2"}, False)


def test_a_move_may_be_used_where_it_is_legal(load) -> None:
    start = load("nim").start(1)
    take_two = start.moves()[1]
    four = start.play("Take 1")
    assert four.play(take_two).log == ("Take 1", "Take 2")
    assert take_two == four.moves()[1] and hash(take_two) == hash(four.moves()[1])
    one = four.play("Take 2").play("Take 1").before
    assert one is not None
    last = start.play("Take 2").play("Take 2")
    with pytest.raises(rw.IllegalMove, match="of another position"):
        last.play(take_two)
    assert [move.text for move in last.moves()] == ["Take 1"]


def test_no_seed_makes_one_up(load) -> None:
    state = load("race").start()
    assert state.seed is not None
    again = load("race").start(state.seed)
    for _ in range(3):
        state, again = state.play("go"), again.play("go")
        assert state == again


def test_explicit_chance(load) -> None:
    state = load("race").start(chance="explicit")
    assert state.seed is None and state.chance() == ()
    state = state.play("go")
    assert (state.mover, state.moves(), state.over) == (None, (), False)
    assert [(move.text, chance) for move, chance in state.chance()] == [(str(n), Fraction(1, 3)) for n in (1, 2, 3)]
    state = state.play("2")
    assert state.mover == "Blue" and state.log == ("go", "2")
    outcome = state.play("go").chance()[2][0]
    assert state.play("go").play(outcome).log == ("go", "2", "go", "3")
    with pytest.raises(rw.IllegalMove, match="chance decides here"):
        state.play("go").play("4")
    with pytest.raises(ValueError, match="sampled or explicit"):
        load("race").start(chance="never")


def test_perft(load) -> None:
    # Nim with 5: 1 and 2 are always possible while 2 are left. Lines of 3 moves: all 8 but 2-2-2;
    # of 4: 1-1-1-1 and the four orders of 1-1-1-2.
    game = load("nim")
    assert [game.perft(depth) for depth in range(7)] == [1, 2, 4, 7, 5, 1, 0]
    # Race: there is one move, and three ways to fall between two moves. Nobody can be done before his second one.
    assert [load("race").perft(depth) for depth in range(4)] == [1, 1, 3, 9]
    # Lines is tic-tac-toe.
    assert [load("lines").perft(depth) for depth in range(5)] == [1, 9, 72, 504, 3024]
    with pytest.raises(ValueError, match="0 or more"):
        game.perft(-1)


def test_serialize(load) -> None:
    game = load("race")
    state = game.start(7).play("go")
    data = state.serialize()
    again = game.unserialize(data)
    assert again == state and again.seed == 7 and again.log == ()
    assert again.play("go") == state.play("go")  # the generator was saved, too
    with pytest.raises(ValueError, match="no saved state"):
        game.unserialize(b"nonsense")
    with pytest.raises(ValueError, match="damaged"):
        game.unserialize(data.split(b"\n")[0] + b"\n{\n")
    with pytest.raises(ValueError, match="a state of Race"):
        load("nim").unserialize(data)
    with pytest.raises(ValueError, match="a state of Nim with heap=7"):
        load("nim").unserialize(load("nim", heap=7).start(1).serialize())


def test_ties(load) -> None:
    state = load("lines").start(1)
    for site in ["a1", "b1", "c1", "a2", "c2", "b2", "a3", "c3", "b3"]:
        state = state.play(f"Put {site}")
    # X: a1 c1 c2 a3 b3, O: b1 a2 b2 c3 - no row of three
    assert state.over and state.outcome == "a tie"
    assert state.returns == (0.0, 0.0) and state.ranking == (("X", "O"),)


def test_drawing(load) -> None:
    state = load("lines").start(1).play("Put a1").play("Put b2")
    assert str(state) == "3 | . . .\n2 | . m .\n1 | M . .\n    a b c\nX to move"
    assert repr(state) == "<State of lines, X to move>"


def test_a_move_of_several_steps(load) -> None:
    state = load("jumps").start(1)
    # From a1 over b1 to c1; then one may stop, or go on over d1 to e1.
    assert [move.text for move in state.moves()] == ["a1xc1xe1", "a1xc1"]
    both = state.moves()[0]
    assert both.steps == ("a1xc1", "c1xe1") and both.action == "Jump" and both.picks == {"p": "a1", "d": "E"}
    assert state.play("a1xc1 c1xe1").outcome == "White wins"
    assert state.play("a1xc1").outcome == "a tie"


def test_wrong_rules_are_told_all_at_once() -> None:
    with pytest.raises(rw.RulesError) as caught:
        rw.loads('game "X"\nplayers A, B\nturn:\n    choose Nothing\n')
    assert caught.value.diagnostics and all(found.code.startswith("E") for found in caught.value.diagnostics)
