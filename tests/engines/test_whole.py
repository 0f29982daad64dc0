"""Whole games on both engines: the same results whatever plays them, portions in threads, what cannot be compiled."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import pytest

import rulewright as rw
from engines.programs import tic_tac_toe
from engines.received import noted_of
from rulewright.engines.batch import dealt
from rulewright.engines.choose import EngineMissing, Whole
from rulewright.engines.native import whole as native_whole
from rulewright.engines.native.layout import NativeUnsupported
from rulewright.engines.reference import ReferenceEngine

RULESETS = Path(__file__).parents[2] / "rulesets"


@pytest.fixture(scope="module")
def both() -> tuple[Whole, Whole]:
    return tuple(Whole(ReferenceEngine(tic_tac_toe()), kind) for kind in ("reference", "native"))


def test_the_same_games(both: tuple[Whole, Whole]) -> None:
    reference, native = both
    assert (reference.name, native.name) == ("reference", "native")
    games = noted_of(reference, 40, 11, 100)
    assert noted_of(native, 40, 11, 100) == games
    assert noted_of(native, 40, 11, 100, jobs=3) == games
    assert noted_of(native, 40, 12, 100) != games
    assert noted_of(reference, 7, 11, 100) == games[: 7 * len(games) // 40]
    assert noted_of(native, 9, 11, 3) == noted_of(reference, 9, 11, 3)


def test_a_game_that_goes_on(both: tuple[Whole, Whole]) -> None:
    reference, native = both
    engine = reference.engine
    state = engine.start(1)
    for _ in range(3):
        state = engine.apply(state, engine.moves(state)[1])
    for seed in range(10):
        ended, other = reference.playout(state, seed, 100), native.playout(state, seed, 100)
        assert engine.stopped(ended).kind == "over"
        assert engine.key(ended) == native.engine.key(other)
        assert engine.moves(native.playout(state, seed, 0)) == engine.moves(state)


# Tic-tac-toe: 9 * 8 * 7 * 6 * 5, less nothing before the fifth mark; the games that are over by then lead no further.
@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 9), (2, 72), (4, 3024), (5, 15120), (6, 54720)])
def test_lines_are_counted(both: tuple[Whole, Whole], depth: int, count: int) -> None:
    for one in both:
        if one.wanted == "native" or depth < 6:
            assert one.perft(one.engine.start(explicit=True), depth) == count


def test_little_is_counted_without_machine_code() -> None:
    chosen = Whole(ReferenceEngine(tic_tac_toe()))
    assert chosen.perft(chosen.engine.start(), 2) == 72
    assert chosen._made is None
    assert chosen.perft(chosen.engine.start(), 3) == 504
    assert chosen._made is not None


# ---- what cannot be compiled ----


def unknown(*_: object) -> None:
    raise NativeUnsupported("such a thing")


def test_auto_falls_back_and_says_so(monkeypatch: pytest.MonkeyPatch, both: tuple[Whole, Whole]) -> None:
    monkeypatch.setattr(native_whole, "NativeGames", unknown)
    chosen = Whole(ReferenceEngine(tic_tac_toe()))
    assert noted_of(chosen, 5, 11, 100) == noted_of(both[0], 5, 11, 100)
    assert chosen.name == "reference"
    assert "such a thing" in chosen.note and chosen.note.endswith("The reference engine does it, slowly.")
    with pytest.raises(EngineMissing, match="such a thing"):
        noted_of(Whole(ReferenceEngine(tic_tac_toe()), "native"), 5, 11, 100)


def test_without_llvmlite(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "llvmlite.binding", None)
    game = rw.load("tic_tac_toe")
    assert (
        game.playouts(3, seed=4).lengths.tolist()
        == rw.load("tic_tac_toe", engine="reference").playouts(3, seed=4).lengths.tolist()
    )
    assert game.engine == "reference" and "llvmlite is not installed" in game.engine_note
    with pytest.raises(rw.EngineMissing, match="llvmlite is not installed"):
        rw.load("tic_tac_toe", engine="native")


def test_a_limit_met_while_playing(monkeypatch: pytest.MonkeyPatch, both: tuple[Whole, Whole]) -> None:
    def met(*_: object) -> bytes:
        raise NativeUnsupported("a value that is larger than this engine holds")

    chosen = Whole(ReferenceEngine(tic_tac_toe()))
    assert chosen.name == "native"
    monkeypatch.setattr(chosen._made, "playouts", met)
    assert noted_of(chosen, 5, 11, 100) == noted_of(both[0], 5, 11, 100)
    assert chosen.name == "reference" and "larger" in chosen.note


def test_another_word() -> None:
    with pytest.raises(ValueError, match="an engine is auto, reference or native, not fast"):
        Whole(ReferenceEngine(tic_tac_toe()), "fast")


# ---- rules that break down ----

BREAKING = """
game "Breaking"
players A, B
var count: int in 0..3 = 0
action Up:
    do:
        count += 1
    say "up"
action Stop:
    do:
        tie
    say "stop"
turn:
    choose Up | Stop
"""


def test_the_same_errors() -> None:
    told = []
    for engine in ("reference", "native"):
        game = rw.loads(BREAKING, engine=engine)
        with pytest.raises(rw.PlayError) as caught:
            game.playouts(200, seed=1, jobs=2)
        told.append((caught.value.code, caught.value.message, str(caught.value.span)))
    assert told[0] == told[1] and told[0][0] == "X001"


# ---- portions ----


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_everything_is_done_once(jobs: int) -> None:
    done: list[int] = []
    told: list[tuple[int, int]] = []
    dealt(1000, lambda: lambda first, end: done.extend(range(first, end)), jobs, lambda *n: told.append(n))
    assert sorted(done) == list(range(1000))
    assert told[-1] == (1000, 1000) and told == sorted(told)


@pytest.mark.parametrize("jobs", [1, 4])
def test_the_first_failure_is_told(jobs: int) -> None:
    together = threading.Barrier(jobs)

    def portion(first: int, end: int) -> None:
        if first < jobs:
            together.wait(10)
        raise ValueError(first)

    with pytest.raises(ValueError, match=r"^0$"):
        dealt(100, lambda: portion, jobs)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interruption_ends_the_work(jobs: int) -> None:
    done: list[int] = []

    def interrupted(number: int, of: int) -> None:
        if number:
            raise KeyboardInterrupt

    def portion(first: int, end: int) -> None:
        done.append(first)
        threading.Event().wait(0.05)

    with pytest.raises(KeyboardInterrupt):
        dealt(10_000, lambda: portion, jobs, interrupted)
    assert len(done) < 100
