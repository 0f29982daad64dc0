"""Whole game trees, taken from the public API alone, and counterfactual regret minimisation on them.

`nodes` lists a tree, parents before children. `Solver` puts it into arrays and finds strategies for two players by CFR+
(Oskari Tammelin, "Solving large imperfect information games using CFR+", 2014): regrets are clipped at zero, the
players are updated in turn, and the average weighs later strategies more. `bounds` encloses the value of the game: what
each player is sure of against the best answer of the other.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np

import rulewright as rw

CHANCE, END = -1, -2
Floats = np.ndarray[Any, np.dtype[np.float64]]
Ints = np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True, slots=True)
class Node:
    """A history: who decides there (a seat, CHANCE or END) and what may follow.

    `keys` tells what each seat knows, where a seat decides.
    """

    parent: int
    path: tuple[str, ...]
    seat: int
    keys: tuple[Hashable, ...] = ()
    moves: tuple[str, ...] = ()
    chances: tuple[float, ...] = ()
    returns: tuple[float, ...] = ()

    @property
    def key(self) -> tuple[int, Hashable]:
        """The information set: who decides, and what that seat knows."""
        return self.seat, self.keys[self.seat]


def nodes(start: rw.State) -> list[Node]:
    """The tree below a state with explicit chance, depth first; children in the order of the moves."""
    found: list[Node] = []
    stack: list[tuple[rw.State, int, tuple[str, ...]]] = [(start, -1, ())]
    while stack:
        state, parent, path = stack.pop()
        node, following = _node(state, parent, path)
        here = len(found)
        found.append(node)
        stack += [(after, here, (*path, text)) for text, after in reversed(following)]
    return found


def _node(state: rw.State, parent: int, path: tuple[str, ...]) -> tuple[Node, list[tuple[str, rw.State]]]:
    if state.over:
        return Node(parent, path, END, returns=state.returns), []
    if outcomes := state.chance():
        texts = tuple(move.text for move, _ in outcomes)
        node = Node(parent, path, CHANCE, moves=texts, chances=tuple(float(p) for _, p in outcomes))
        return node, [(move.text, state.play(move)) for move, _ in outcomes]
    moves = state.moves()
    players = state.game.players
    assert state.mover is not None
    keys = tuple(state.information_key(player) for player in players)
    node = Node(parent, path, players.index(state.mover), keys, tuple(move.text for move in moves))
    return node, [(move.text, state.play(move)) for move in moves]


def ranks(tree: list[Node]) -> list[int]:
    """Numbers that rise from parents to children, and are the same all over an information set.

    Depths need not be: where chance has no choice it does not stop.
    """
    found = [0] * len(tree)
    shared: dict[tuple[int, Hashable], int] = {}
    changed = True
    while changed:
        changed = False
        for index, node in enumerate(tree):
            rank = found[node.parent] + 1 if index else 0
            if node.seat >= 0:
                rank = shared[node.key] = max(rank, shared.get(node.key, 0))
            changed |= rank > found[index]
            found[index] = max(rank, found[index])
    return found


class Solver:
    """A tree for two players in arrays. A slot is a choice at an information set; slots of one set lie together."""

    def __init__(self, tree: list[Node]) -> None:
        first: dict[tuple[int, Hashable], int] = {}
        owner: list[int] = []
        example: list[int] = []
        for index, node in enumerate(tree):
            if node.seat < 0:
                continue
            if node.key not in first:
                first[node.key] = len(owner)
                owner += [len(first) - 1] * len(node.moves)
                example += [index] * len(node.moves)
            known = tree[example[first[node.key]]]
            assert known.moves == node.moves, "who cannot tell states apart has the same choices in them"
        size = len(tree)
        #: For each slot its information set, a node in that, and the seat that chooses.
        self.owner: Ints = np.array(owner)
        self.example: Ints = np.array(example)
        self.seats: Ints = np.array([tree[index].seat for index in example])
        self.sets = len(first)
        self.returns: Floats = np.array([node.returns[0] if node.returns else 0.0 for node in tree])
        self.parent: Ints = np.array([node.parent for node in tree])
        #: What led to a node: the slot and the seat that chose it, or -1 and CHANCE with a probability.
        self.slot: Ints = np.full(size, -1)
        self.led_by: Ints = np.full(size, CHANCE)
        self.chance: Floats = np.ones(size)
        children = [0] * size
        for index, node in enumerate(tree):
            if node.parent >= 0:
                above, order = tree[node.parent], children[node.parent]
                children[node.parent] += 1
                self.led_by[index] = above.seat
                if above.seat == CHANCE:
                    self.chance[index] = above.chances[order]
                else:
                    self.slot[index] = first[above.key] + order
        #: The nodes below those of rank 0, 1, ...
        over = np.where(self.parent >= 0, np.array(ranks(tree))[self.parent], -1)
        self.levels = [np.flatnonzero(over == rank) for rank in range(int(over.max()) + 1)]
        self.regrets: Floats = np.zeros(len(owner))
        self.chosen: Floats = np.zeros(len(owner))

    def solve(self, rounds: int) -> None:
        """So many rounds of CFR+."""
        for number in range(1, rounds + 1):
            for seat in (0, 1):
                strategy = self.normal(self.regrets)
                values, _ = self.values(strategy, seat)
                mean = np.bincount(self.owner, strategy * values, self.sets)[self.owner]
                # For the slots of the other seat all of this is zero.
                self.regrets = np.maximum(self.regrets + values - mean, 0)
                reached = self.reach(self.edges(strategy, (seat,)))[self.example]
                self.chosen += number * np.where(self.seats == seat, reached * strategy, 0)

    def bounds(self) -> tuple[float, float]:
        """What the first player wins at least with the average strategy, and at most against that of the second."""
        average = self.normal(self.chosen)
        return -self.values(average, 1, best=True)[1], self.values(average, 0, best=True)[1]

    def normal(self, weights: Floats) -> Floats:
        """Strategies in proportion to weights; even ones where all weights are zero."""
        total = np.bincount(self.owner, weights, self.sets)[self.owner]
        count = np.bincount(self.owner, minlength=self.sets)[self.owner]
        return np.where(total > 0, weights / np.where(total > 0, total, 1), 1 / count)

    def edges(self, strategy: Floats, seats: tuple[int, ...]) -> Floats:
        """For each node how likely these choose it at its parent; 1 where others do."""
        chosen = np.where(self.slot >= 0, strategy[self.slot], self.chance)
        return np.where(np.isin(self.led_by, seats), chosen, 1.0)

    def reach(self, edges: Floats) -> Floats:
        """How likely each node is reached, if these are the probabilities of its last step."""
        reached = edges.copy()
        for level in self.levels:
            reached[level] *= reached[self.parent[level]]
        return reached

    def values(self, strategy: Floats, seat: int, best: bool = False) -> tuple[Floats, float]:
        """What the seat wins by each slot, times how likely all others play to it; and by the whole game.

        With `best` the seat takes the best slot everywhere instead of its own strategy.
        """
        edges = self.edges(strategy, (seat,))
        values = self.returns * (1 - 2 * seat) * self.reach(self.edges(strategy, (1 - seat, CHANCE)))
        slots = np.zeros(len(self.owner))
        for level in reversed(self.levels):
            own = level[self.led_by[level] == seat]
            np.add.at(slots, self.slot[own], values[own])
            if best:
                taken = np.unique(self.slot[own])
                order = taken[np.lexsort((-slots[taken], self.owner[taken]))]
                _, firsts = np.unique(self.owner[order], return_index=True)
                edges[own] = np.isin(self.slot[own], order[firsts])
            np.add.at(values, self.parent[level], edges[level] * values[level])
        return slots, values[0]
