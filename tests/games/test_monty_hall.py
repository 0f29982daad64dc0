"""Monty Hall, honestly: who uses nothing but views and worlds wins 2 times in 3 by switching, and never more.

And whoever looks for the car in all that a view tells does not find it: with equal observations every surface of the
view is the same to the byte, wherever the car is.
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import sqrt
from pathlib import Path

import pytest
from click.testing import CliRunner

import rulewright as rw
from games.trees import Solver, nodes
from rulewright.cli import root

ME = "Contestant"
Host = str
EXACT = {"knows": Fraction(2, 3), "guesses": Fraction(1, 3)}


def game(host: Host) -> rw.Game:
    return rw.load("monty_hall", {"host": host})


# ---- a searcher ----


def value(world: rw.State) -> float:
    """What can be won in a world, as if it were known: the searcher's guess of what a later decision is worth."""
    if world.over:
        return world.returns[0]
    if outcomes := world.chance():
        return sum(float(chance) * value(world.play(move)) for move, chance in outcomes)
    return max(value(world.play(move)) for move in world.moves())


def best(view: rw.View, worlds: int, seed: int) -> str:
    """The move that wins most in worlds drawn from a view; a game drawn from a seed is what `play` makes of it."""
    drawn = view.worlds(worlds, seed)
    won = {move.text: sum(value(world.play(move.text)) for world in drawn) for move in view.moves()}
    return max(won, key=lambda text: won[text])


def chance_to_win(state: rw.State, worlds: int) -> Fraction:
    """The exact chance of the searcher, over all that chance may bring."""
    if state.over:
        return Fraction(state.returns[0] == 1)
    if outcomes := state.chance():
        return sum((chance * chance_to_win(state.play(move), worlds) for move, chance in outcomes), Fraction(0))
    return chance_to_win(state.play(best(state.view(ME), worlds, seed=1)), worlds)


@pytest.mark.parametrize("host", EXACT)
def test_the_searcher_wins_exactly_so_often(host: Host) -> None:
    assert chance_to_win(game(host).start(chance="explicit"), worlds=200) == EXACT[host]


@pytest.mark.parametrize("host", EXACT)
def test_nobody_who_knows_only_what_the_contestant_knows_wins_more(host: Host) -> None:
    """The best answer over information sets, found from the whole tree."""
    solver = Solver(nodes(game(host).start(chance="explicit")))
    _, won = solver.values(solver.chosen, 0, best=True)
    assert (won + 1) / 2 == pytest.approx(float(EXACT[host]))


def simulate(games: int) -> int:
    """How many games the searcher wins that are drawn from seeds. With equal views it need not search again."""
    rules = game("knows")
    known: dict[rw.View, str] = {}
    won = 0
    for seed in range(games):
        state = rules.start(seed=seed).play(f"door {seed % 3 + 1}")
        view = state.view(ME)
        if view not in known:
            known[view] = best(view, 200, seed)
        won += state.play(known[view]).returns[0] == 1
    assert len(known) == 6
    return won


def check(games: int) -> None:
    # 99.9 % of all normally distributed values lie within 3.29 deviations.
    assert abs(simulate(games) - games * 2 / 3) < 3.29 * sqrt(games * 2 / 9)


def test_two_thousand_games_from_seeds() -> None:
    check(2000)


@pytest.mark.slow
def test_switching_wins_two_thirds() -> None:
    games = 25_000
    assert abs(simulate(games) / games - 2 / 3) < 0.01


# ---- worlds ----


def car(world: rw.State) -> int:
    """The door behind which the car is, once it is over."""
    return next(int(zone.label) for zone in world.zones() if zone.declared == "behind" and zone.cards == ("Car",))


@pytest.mark.parametrize(("host", "switch"), [("knows", 2 / 3), ("guesses", 1 / 2)])
def test_how_often_the_car_is_behind_the_other_door(host: Host, switch: float) -> None:
    state = after(game(host), "Car", "door 1", "3")
    drawn = state.view(ME).worlds(3000, 5)
    assert drawn.exact
    doors = Counter(car(world.play("stay")) for world in drawn)
    assert set(doors) == {1, 2}
    assert doors[2] / 3000 == pytest.approx(switch, abs=3.29 * sqrt(switch * (1 - switch) / 3000))


# ---- looking for the car ----


def after(rules: rw.Game, *texts: str) -> rw.State:
    """The state with explicit chance after moves and outcomes."""
    state = rules.start(chance="explicit")
    for text in texts:
        state = state.play(text)
    return state


def surfaces(view: rw.View) -> Iterator[tuple[str, object]]:
    """Everything public of a view: whatever it can be asked, and as what it can be written. `about` is about sites,
    and there are none."""
    yield "str", str(view)
    yield "repr", repr(view)
    yield "hash", hash(view)
    yield "pickle", pickle.dumps(view)
    yield "moves", [(move.text, repr(move), str(move), move.action, move.picks, hash(move)) for move in view.moves()]
    yield "why", [view.why(text) for text in ("stay", "switch", "door 1", "door 2", "door 3", "nonsense")]
    yield "worlds", [world.serialize() for world in view.worlds(40, seed=3)]
    yield "weights", (view.worlds(40, seed=3).exact, view.worlds(40, seed=3).effective)
    for name in dir(view):
        if name.startswith("_") or name in ("about", "moves", "why", "worlds", "game"):
            continue
        found = getattr(view, name)
        yield name, repr(answer(found) if callable(found) else found)


def answer(ask: Callable[[], object]) -> object:
    """What is answered, were it that there is nothing to answer: a game without a board is not drawn."""
    try:
        return ask()
    except ValueError as error:
        return str(error)


def pairs() -> Iterator[tuple[rw.State, rw.State]]:
    """States that the contestant cannot tell apart, with the car elsewhere."""
    rules = game("knows")
    start = rules.start(chance="explicit")
    hidden = [start.play("Car"), start.play("Goat").play("Car"), start.play("Goat").play("Goat")]
    yield hidden[0], hidden[1]
    yield hidden[1], hidden[2]
    yield after(rules, "Car", "door 1", "3"), after(rules, "Goat", "Car", "door 1")
    yield after(rules, "Goat", "Car", "door 2", "3"), after(rules, "Car", "door 2")
    drawn: dict[tuple[str, bool], rw.State] = {}
    for seed in range(200):
        state = rules.start(seed=seed).play("door 1")
        opened = next(line for line in state.variables() if line.startswith("opened"))
        drawn.setdefault((opened, state.play("stay").returns == (1.0,)), state)
    for opened in sorted({opened for opened, _ in drawn}):
        yield drawn[opened, True], drawn[opened, False]


@pytest.mark.parametrize("number", range(6))
def test_the_car_is_not_found(number: int) -> None:
    one, other = list(pairs())[number]
    first, second = one.view(ME), other.view(ME)
    assert first == second and hash(first) == hash(second)
    assert one.information_key(ME) == other.information_key(ME)
    assert dict(surfaces(first)) == dict(surfaces(second))
    # The states themselves differ: there was something to find.
    assert one != other


ASKED = ["door 1", "why switch", "why door 2", "log", "zone behind of 2", "undo", "board", "moves", "save game.record"]


def test_the_terminal_does_not_tell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games from different seeds look alike at the terminal where the host opens the same door, and so do their
    records, although the car is not always behind the same door."""
    monkeypatch.chdir(tmp_path)
    rules = game("knows")
    shown: dict[str, set[tuple[str, str]]] = {}
    staying: dict[str, set[float]] = {}
    for seed in range(12):
        state = rules.start(seed=seed).play("door 1")
        opened = next(line for line in state.variables() if line.startswith("opened"))
        arguments = ["play", "monty_hall", "--as", ME, "--seed", str(seed)]
        said = CliRunner().invoke(root, arguments, input="\n".join([*ASKED, "quit"]))
        assert said.exit_code == 0, said.output
        shown.setdefault(opened, set()).add((said.output, Path("game.record").read_text(encoding="utf-8")))
        staying.setdefault(opened, set()).add(state.play("stay").returns[0])
    assert staying == {"opened: 2": {1.0, -1.0}, "opened: 3": {1.0, -1.0}}
    assert [len(alike) for alike in shown.values()] == [1, 1]


def test_what_is_seen_is_told() -> None:
    """The same search finds what the contestant may know: which door was opened, and the car in the end."""
    rules = game("knows")
    left, right = after(rules, "Goat", "Car", "door 1"), after(rules, "Goat", "Goat", "door 1")
    told, other = dict(surfaces(left.view(ME))), dict(surfaces(right.view(ME)))
    for name in ("str", "hash", "pickle", "worlds", "information_key", "log", "zones"):
        assert told[name] != other[name], name
    assert "Car" not in str(left.view(ME)) and "Car" in str(left.play("switch").view(ME))
