"""The same seed and the same moves give the same states, in every process; saved states go on as if nothing was."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import rulewright as rw
from constructs.playing import load, texts, trail

RICH = """
board square 4 by 4

die quad: 1..4
die combat: sword, shield, blank, blank
enum Weather: sun, rain, snow

piece Man:
    energy: int in 0..9 = 5
    mood: Weather = sun
    met: set of site = {}
piece King is Man

var weather: Weather = sun
var seen: set of direction = {}
var hero: Man = none

event storm(k: int)

when storm(k):
    weather = rain if weather == sun else snow if weather == rain else sun
    for m in Man by m.energy:
        m.mood = weather
    if k > 2:
        may opponent "shelter?":
            note(k)

when moved(x, here, there) if there.row == 3:
    emit storm(there.column) later

setup:
    place Man of White on a1, c1
    place Man of Black on b4, d4
    hero = c1.piece

action Go:
    pick m in Man of mover
    pick d in orthogonal
    let there = step(m.at, d)
    where there.empty
    do:
        m.met += {m.at}
        m.energy = max(0, m.energy - 1)
        seen += {d}
        move m to there
        let luck = roll quad
        if luck == 4:
            m.kind = King
        let bag = roll 2 of combat
        if count(bag, sword) > 0:
            m.energy = min(9, m.energy + 2)

action Rest:
    do:
        note(roll quad)

position is placement, mover

turn:
    choose Go | Rest

end:
    tie when repetitions >= 3
    mover wins when noted > 20
"""

SCRIPT = """
import sys
sys.path[:0] = sys.argv[1:3]
from constructs.test_determinism import RICH, line
for state in line(RICH, seed=5, plies=25):
    print(state.hash, state.position, state.serialize().hex(), [move.text for move in state.moves()])
"""


def line(rules: str, seed: int, plies: int) -> list[rw.State]:
    """A game in which the moves are taken by a fixed rule."""
    state = load(rules).start(seed=seed)
    states = [state]
    for ply in range(plies):
        if state.over:
            break
        moves = state.moves()
        state = state.play(moves[(7 * ply + 3) % len(moves)])
        states.append(state)
    return states


def test_no_process_differs_from_another() -> None:
    """Hashes, positions, saved bytes and moves of a whole game, with two seeds of Python's own hashing."""
    tests = Path(__file__).parents[1]
    printed = []
    for hash_seed in ("0", "4711"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        command = [sys.executable, "-c", SCRIPT, str(tests), str(tests.parent / "interpreter")]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=120)
        printed.append(done.stdout)
    assert printed[0] == printed[1]
    here = line(RICH, seed=5, plies=25)
    assert printed[0].splitlines() == [
        f"{s.hash} {s.position} {s.serialize().hex()} {[move.text for move in s.moves()]}" for s in here
    ]
    assert len({s.hash for s in here}) > 15


def test_saved_states_are_the_same_and_go_on_the_same() -> None:
    """From every state of a game: it comes back equal, and the rest of the game is the same, chance included."""
    states = line(RICH, seed=3, plies=16)
    game = states[0].game
    for ply, state in enumerate(states[:-1]):
        again = game.unserialize(state.serialize())
        assert again == state and again.hash == state.hash and again.position == state.position
        assert texts(again) == texts(state) and (again.mover, again.active) == (state.mover, state.active)
        assert str(again) == str(state) and again.serialize() == state.serialize()
        for later in range(ply, len(states) - 1):
            moves = again.moves()
            again = again.play(moves[(7 * later + 3) % len(moves)])
        assert again == states[-1]
        assert again.serialize() == states[-1].serialize()


STOPS = """
board square 3 by 1

piece Man

die d3: 1..3

setup:
    place Man of White on a1
    place Man of Black on c1

event ping(m: Man, k: int)

when ping(m, k):
    note(k)
    choose by opponent Push(m)
    note(m.at.column)

action Push(m: Man):
    pick there in empty
    do:
        move m to there
        note(roll d3)
    say "{there}"

action Go:
    pick m in mine
    do:
        emit ping(m, 1) later
        emit ping(m, 2) later
        choose Push(m)
        note(m.at.column)

turn:
    let j = choose Go
    note(10 + j.m.at.column)
    one move:
        for k in 1..2:
            may choose Go2 repeatedly

action Go2:
    pick m in mine
    pick there in neighbors(m.at) & empty
    do:
        move m to there
    say "{m.at}{there}"
"""


@pytest.mark.parametrize("seed", [1, 2])
def test_states_that_stop_in_the_midst_of_things_are_saved_too(seed: int) -> None:
    """In nested decisions, with a queue, loops and references that wait, in explicit chance, and in `one move`."""
    game = load(STOPS)
    for state in (game.start(seed), game.start(chance="explicit")):
        for ply in range(18):
            acts = [move for move, _ in state.chance()] or list(state.moves())
            index = (5 * ply + seed) % len(acts)
            again = game.unserialize(state.serialize())
            assert again == state
            others = [move for move, _ in again.chance()] or list(again.moves())
            assert [move.text for move in others] == [move.text for move in acts]
            if len(trail(state)) > 24:
                break
            state = state.play(acts[index])
            again = again.play(others[index])
            assert again == state and again.hash == state.hash and again.serialize() == state.serialize()


def test_a_state_does_not_change_when_it_is_played_on() -> None:
    state = load(RICH).start(seed=9)
    before = (state.serialize(), state.hash, texts(state), str(state))
    once = state.play(state.moves()[0])
    twice = state.play(state.moves()[0])
    assert once == twice and once.serialize() == twice.serialize()
    assert (state.serialize(), state.hash, texts(state), str(state)) == before
