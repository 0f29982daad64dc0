"""Compound stops: every way through the decisions of a body is one move.

`search` runs the body on copies of the state, depth first and in the order of the moves. Inner states with equal keys
lead to the same ends, so each is gone through once, unless ways count by path. What is found is a graph: its nodes are
the inner states that stop, its edges the acts, its ends the states after the body (or where the game ended in it).
Ends are kept, so that making a move is immediate; the graph tells which acts may follow one another step by step, also
on ways that lead to the same end as an earlier one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from rulewright.engines import errors
from rulewright.engines.protocol import Act, PlayError
from rulewright.engines.reference.code import Whole
from rulewright.engines.reference.state import IDLE, OVER, SEARCHING, State, key

Path = tuple[Act, ...]


@dataclass(slots=True, eq=False)
class End:
    """The end of a way: the state there, its key and rank, and the move whose way came here first. `chosen`: it is
    the end of one of the moves that are offered."""

    state: State
    key: Any
    rank: tuple[Any, ...]
    act: Act
    chosen: bool = False


@dataclass(slots=True, eq=False)
class Node:
    """An inner state at a stop. An edge is the acts that leave it (several where a compound stop lies inside) and
    where they lead. `open`: some way from here ends in a move that is offered."""

    state: State
    edges: list[tuple[Path, Node | End]] = field(default_factory=list)
    open: bool = False


@dataclass(slots=True, eq=False)
class Ways:
    """All ways of one compound stop. `ends` are the moves that are offered, in order."""

    root: Node
    ends: tuple[End, ...]

    def end(self, path: Path) -> End | None:
        """Where a whole way ends, if it is a legal one."""
        place: Node | End | None = self.root
        while path and isinstance(place, Node):
            place, path, _ = _along(place, path)
        return place if isinstance(place, End) and place.chosen and not path else None

    def steps(self, done: Path) -> tuple[Act, ...]:
        """The acts that may follow the acts done; none after a whole way."""
        found: dict[Act, None] = {}
        places: list[tuple[Node | End, Path]] = [(self.root, done)]
        while places:
            place, left = places.pop()
            if isinstance(place, Node):
                for label, target in place.edges:
                    if not _leads_on(target):
                        continue
                    if len(left) < len(label):
                        if label[: len(left)] == left:
                            found[label[len(left)]] = None
                    elif label == left[: len(label)]:
                        places.append((target, left[len(label) :]))
        return tuple(found)

    def along(self, path: Path) -> list[State]:
        """For each act of a path the inner state in which it is made."""
        states: list[State] = []
        place: Node | End | None = self.root
        while path and isinstance(place, Node):
            node = place
            place, path, label = _along(node, path)
            inner = node.state.halt.ways
            states += [node.state] if inner is None else inner.along(label)
        return states


def _along(node: Node, path: Path) -> tuple[Node | End | None, Path, Path]:
    """Where the first acts of a path lead, what is left of it, and those acts."""
    for label, target in node.edges:
        if path[: len(label)] == label:
            return target, path[len(label) :], label
    return None, path, ()


def _leads_on(place: Node | End) -> bool:
    return place.chosen if isinstance(place, End) else place.open


class Runner(Protocol):
    """What the search needs of the machine."""

    def advance(self, s: State) -> bool:
        """Run to the next stop, or to the end of the body (then True)."""

    def go_on(self, s: State, alternative: int, picks: tuple[Any, ...]) -> None:
        """Make a move, up to where the state goes on."""


def search(machine: Runner, s: State, whole: Whole, chooser: int, kept: list[slice] | None) -> Ways | State:
    """All ways from `s`, which stands before the body of `whole`; the state after the only way if that has no
    decision. Raises PlayError where another seat than `chooser` is to decide. What is told on a way is kept with its
    end."""
    return _Search(machine, s, whole, chooser, kept).run()


class _Search:
    def __init__(self, machine: Runner, s: State, whole: Whole, chooser: int, kept: list[slice] | None) -> None:
        self._machine = machine
        self._start = s
        self._whole = whole
        self._chooser = chooser
        self._kept = kept
        self._depth = len(s.frames)
        self._nodes: dict[Any, Node] = {}
        self._ends: dict[Any, End] = {}

    def run(self) -> Ways | State:
        s = self._start.copy()
        s.generator = SEARCHING
        s.told = ()
        s.frames[-1][1] = self._whole.entry
        root = self._explore(s, ())
        if isinstance(root, End):
            root.state.told = self._start.told + root.state.told
            return root.state
        ends = self._best()
        _open(self._nodes.values())
        return Ways(root, ends)

    def _explore(self, s: State, path: Path) -> Node | End:
        """Run a copy to its next stop, and all that can follow there."""
        frame = s.frames[self._depth - 1]
        left = self._machine.advance(s)
        if left:
            s.halt = IDLE
            return self._ended(s, s.result, path)
        if s.halt.where is None:
            return self._ended(s, self._rank(s, frame), path)
        name: Any = len(self._nodes) if self._whole.compound.by_path else key(s, self._kept)
        node = self._nodes.get(name)
        if node is None:
            node = self._nodes[name] = Node(s)
            if len(self._nodes) > errors.MAX_MOVES:
                _too_many()
            self._follow(node, path)
        return node

    def _follow(self, node: Node, path: Path) -> None:
        s = node.state
        if s.halt.chooser != self._chooser:
            message = "Another player is to decide inside one move."
            raise PlayError(errors.OTHER_INSIDE, message, None)
        if s.halt.ways is None:
            for identity, picks in s.halt.moves:
                label: Path = (Act(identity[0], identity[1], picks),)
                after = s.copy()
                self._machine.go_on(after, identity[0], picks)
                node.edges.append((label, self._explore(after, path + label)))
            return
        for end in s.halt.ways.ends:
            after = end.state.copy()
            after.told = s.told + after.told
            label = end.act.path
            if after.halt is OVER:
                node.edges.append(
                    (label, self._ended(after, self._rank(after, s.frames[self._depth - 1]), path + label))
                )
            else:
                node.edges.append((label, self._explore(after, path + label)))

    def _rank(self, s: State, frame: list[Any]) -> tuple[Any, ...]:
        """The rank of a way in which the game ended; `frame` is what the body's frame was then."""
        return () if self._whole.rank is None else self._whole.rank(s, frame)

    def _ended(self, s: State, rank: tuple[Any, ...], path: Path) -> End:
        name: Any = len(self._ends) if self._whole.compound.by_path else (rank, key(s, self._kept))
        end = self._ends.get(name)
        if end is None:
            s.generator = self._start.generator
            first = path[0] if path else Act(-1, ())
            act = Act(first.alternative, first.key, first.picks, path)
            end = self._ends[name] = End(s, name if self._whole.compound.by_path else name[1], rank, act)
            if len(self._ends) > errors.MAX_MOVES:
                _too_many()
        return end

    def _best(self) -> tuple[End, ...]:
        """The ends of the greatest rank, in the order in which they were found."""
        best = max(end.rank for end in self._ends.values())
        chosen = tuple(end for end in self._ends.values() if end.rank == best)
        for end in chosen:
            end.chosen = True
        return chosen


def _open(nodes: Any) -> None:
    """Mark the nodes from which a chosen end can be reached (the graph may have cycles)."""
    before: dict[Node, list[Node]] = {}
    waiting: list[Node] = []
    for node in nodes:
        for _, target in node.edges:
            if isinstance(target, Node):
                before.setdefault(target, []).append(node)
            elif target.chosen and not node.open:
                node.open = True
                waiting.append(node)
    while waiting:
        for node in before.get(waiting.pop(), ()):
            if not node.open:
                node.open = True
                waiting.append(node)


def _too_many() -> None:
    raise PlayError(errors.TOO_MANY_MOVES, f"One move can be made in more than {errors.MAX_MOVES:,} ways.", None)
