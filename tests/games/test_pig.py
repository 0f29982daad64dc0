"""Pig between two players who hold at 20 points, or as soon as they win: the first one's chance to win.

Found in three ways: by value iteration over all states with their chances; by a calculation that knows of nothing but
two scores; and by playing. The published chance for a goal of 100 is .5347 (nifty.stanford.edu, Todd Neller's Pig).
"""

from math import isclose, sqrt
from typing import NamedTuple

import pytest

import rulewright as rw

HOLD_AT = 20


class Memory(NamedTuple):
    """What the player in turn knows: the own score, the other's, the points of this turn."""

    own: int = 0
    other: int = 0
    points: int = 0

    def choice(self, goal: int) -> str:
        return "hold" if self.points >= HOLD_AT or self.own + self.points >= goal else "roll"

    def held(self) -> "Memory":
        return Memory(self.other, self.own + self.points)

    def rolled(self, face: int) -> "Memory":
        return Memory(self.other, self.own) if face == 1 else self._replace(points=self.points + face)


# ---- all states ----


class Solver:
    """Ann's chance in every state that play by this policy can reach, by the state's hash."""

    def __init__(self, goal: int) -> None:
        self.goal = goal
        self.chance: dict[int, float] = {}
        self.known: dict[int, tuple[str | None, Memory]] = {}
        self.successors: list[tuple[int, list[tuple[float, int]]]] = []

    def explore(self, start: rw.State) -> None:
        """Walk over all states, depth first, so that `successors` lists states after what follows them."""
        stack = [self._entered(start, Memory())]
        while stack:
            key, edges, todo = stack[-1]
            if not todo:
                stack.pop()
                if edges:
                    self.successors.append((key, edges))
                continue
            state, memory = todo.pop()
            if state.hash not in self.chance:
                stack.append(self._entered(state, memory))
            # The same hash must stand for the same facts.
            assert self.known[state.hash] == (state.mover, memory)

    def _entered(
        self, state: rw.State, memory: Memory
    ) -> tuple[int, list[tuple[float, int]], list[tuple[rw.State, Memory]]]:
        self.chance[state.hash] = (state.returns[0] + 1) / 2
        self.known[state.hash] = (state.mover, memory)
        following: list[tuple[float, rw.State, Memory]] = []
        if state.chance():
            following = [(float(p), state.play(face), memory.rolled(int(face.text))) for face, p in state.chance()]
        elif not state.over:
            choice = memory.choice(self.goal)
            following = [(1.0, state.play(choice), memory.held() if choice == "hold" else memory)]
        return state.hash, [(p, after.hash) for p, after, _ in following], [(s, m) for _, s, m in following]

    def iterate(self) -> None:
        """Value iteration in place; it converges fast because nearly all values come after what they depend on."""
        change = 1.0
        while change > 1e-10:
            change = 0.0
            for key, edges in self.successors:
                value = sum(p * self.chance[after] for p, after in edges)
                change = max(change, abs(value - self.chance[key]))
                self.chance[key] = value


def solved(goal: int) -> float:
    solver = Solver(goal)
    start = rw.load("pig", {"goal": goal}).start(chance="explicit")
    solver.explore(start)
    solver.iterate()
    return solver.chance[start.hash]


# ---- by scores alone ----


def turn(own: int, goal: int) -> dict[int, float]:
    """How a turn that begins with this score ends: the points that are held with their chances, 0 for a 1."""
    ends = {0: 0.0}
    reached = {0: 1.0}
    for points in range(goal + 6):
        chance = reached.get(points, 0.0)
        if points >= HOLD_AT or own + points >= goal:
            ends[points] = chance
            continue
        ends[0] += chance / 6
        for face in range(2, 7):
            reached[points + face] = reached.get(points + face, 0.0) + chance / 6
    return ends


def by_scores(goal: int) -> float:
    """The chance of the player to move from 0 to 0.

    For two scores i, j the chances W(i, j) and W(j, i) of who is to move depend on each other only through a 1:
    W(i, j) = a + lost(i) * (1 - W(j, i)), and the same with i and j exchanged.
    """
    ends = [turn(own, goal) for own in range(goal)]
    wins: dict[tuple[int, int], float] = {}

    def without_a_one(i: int, j: int) -> float:
        held = ((points, chance) for points, chance in ends[i].items() if points)
        return sum(chance * (1 if i + points >= goal else 1 - wins[j, i + points]) for points, chance in held if chance)

    for both in range(2 * goal - 2, -1, -1):
        for i in range(max(0, both - goal + 1), min(both, goal - 1) + 1):
            j = both - i
            a, b, lost, other_lost = without_a_one(i, j), without_a_one(j, i), ends[i][0], ends[j][0]
            wins[i, j] = (a + lost * (1 - b - other_lost)) / (1 - lost * other_lost)
    return wins[0, 0]


# ---- the tests ----


def test_the_published_chance_by_scores_alone() -> None:
    assert isclose(by_scores(100), 0.5346983, abs_tol=1e-7)


@pytest.mark.parametrize("goal", [10, 40])
def test_the_chance_over_all_states_of_short_games(goal: int) -> None:
    assert isclose(solved(goal), by_scores(goal), abs_tol=1e-9)


def test_the_chance_over_all_states() -> None:
    assert isclose(solved(100), 0.5346983, abs_tol=1e-7)


def test_two_thousand_games() -> None:
    game = rw.load("pig")
    games, won = 2000, 0
    for seed in range(games):
        state, memory = game.start(seed=seed), Memory()
        while not state.over:
            mover, choice = state.mover, memory.choice(100)
            state = state.play(choice)
            if choice == "hold":
                memory = memory.held()
            elif state.mover != mover:
                memory = memory.rolled(1)
            else:
                points = next((line for line in state.variables() if line.startswith("points: ")), "points: 0")
                memory = memory._replace(points=int(points.removeprefix("points: ")))
        won += state.returns[0] == 1
    # 99 % of all normally distributed values lie within 2.576 deviations.
    expected, deviation = 0.5346983 * games, sqrt(games * 0.5346983 * 0.4653017)
    assert abs(won - expected) < 2.576 * deviation
