"""What a whole game uses, found before lowering, so that nothing unused gets a cell or a routine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache, cached_property
from typing import TypeVar, cast

from rulewright.program.failures import MAX_DEPTH
from rulewright.program.fold import known
from rulewright.semantics import typed
from rulewright.semantics.symbols import Game

T = TypeVar("T")

_STOP = (typed.Generic, typed.Action, typed.Event, typed.Local, typed.ChoiceVar, typed.Trigger, typed.Scenario)


def walk(node: object) -> Iterator[object]:
    """All nodes of a piece of the typed tree, without following names to what they stand for."""
    if isinstance(node, list | tuple):
        for item in node:
            yield from walk(item)
    elif is_dataclass(node) and type(node).__module__ == typed.__name__:
        yield node
        if isinstance(node, _STOP) or (isinstance(node, typed.Expr) and known(node) is not None):
            return
        if isinstance(node, typed.If):
            yield from _live_branches(node)
            return
        for name in _names(node.__class__):
            value = getattr(node, name)
            if isinstance(value, list | tuple) or is_dataclass(value):
                yield from walk(value)


@cache
def _names(of: type) -> tuple[str, ...]:
    """The fields of a class of nodes."""
    return tuple(part.name for part in fields(of))


def _live_branches(node: typed.If) -> Iterator[object]:
    """Without the branches that options switch off."""
    for condition, body in node.branches:
        value = known(condition)
        if value != 0:
            yield from walk([condition, body])
        if value:
            return
    yield from walk(node.otherwise)


def parts_of(node: object) -> list[object]:
    """The bodies behind a name: what runs when a routine, action or trigger does."""
    match node:
        case typed.Generic(methods=methods):
            return [method.body for method in methods]
        case typed.Action():
            conditions = [item.condition for item in node.items if isinstance(item, typed.WhereItem)]
            if any(known(condition) == 0 for condition in conditions):
                return []
            return [node.items, node.after, node.do, node.say, node.then]
        case typed.Trigger():
            return [node.condition, node.keys, node.body]
        case _:
            return []


@dataclass
class Facts:
    """`on_finish` collects what the compiler must do at its end (routines whose bodies need to know all others)."""

    game: Game
    nodes: list[object] = field(default_factory=list)
    on_finish: list[Callable[[], None]] = field(default_factory=list)
    _nesting: dict[typed.Event, bool] = field(default_factory=dict)

    @cached_property
    def _by_class(self) -> dict[type, list[object]]:
        found: dict[type, list[object]] = {}
        for node in self.nodes:
            found.setdefault(type(node), []).append(node)
        return found

    def of(self, wanted: type[T]) -> list[T]:
        """The nodes of exactly this class."""
        return cast(list[T], self._by_class.get(wanted, []))

    def uses(self, *classes: type) -> bool:
        return any(issubclass(known, classes) for known in self._by_class)

    def uses_op(self, *names: str) -> bool:
        return any(node.op in names for node in self.of(typed.Op))

    @property
    def later(self) -> bool:
        return any(node.later for node in self.of(typed.Emit))

    @property
    def queued_events(self) -> list[typed.Event]:
        found: list[typed.Event] = []
        for node in self.of(typed.Emit):
            if node.later and node.event not in found:
                found.append(node.event)
        return found

    def listens(self, name: str) -> bool:
        return any(trigger.event.builtin and trigger.event.name == name for trigger in self.game.triggers)

    def ghosts(self, room: int) -> int:
        """How many references are needed for what was just removed: a whole set at once (`room` components) while
        reactions are nested, or one, and another one for a swap."""
        if self.listens("removed"):
            return room + MAX_DEPTH + 2
        return 2 if self.uses(typed.Swap) else 0

    def may_nest(self, event: typed.Event) -> bool:
        """Whether reactions to an event may set it off again."""
        if event not in self._nesting:
            self._nesting[event] = event in self._reached(event)
        return self._nesting[event]

    def _reached(self, event: typed.Event) -> list[typed.Event]:
        seen: list[typed.Event] = []
        todo = [event]
        while todo:
            current = todo.pop()
            for trigger in self.game.triggers:
                if trigger.event is current:
                    for other in self._set_off(trigger):
                        if other not in seen:
                            seen.append(other)
                            todo.append(other)
        return seen

    def _set_off(self, trigger: typed.Trigger) -> list[typed.Event]:
        """The events that a trigger's body may cause at once."""
        names: list[str] = []
        found: list[typed.Event] = []
        for node in reachable([*parts_of(trigger)]):
            if isinstance(node, typed.Emit) and not node.later and node.event not in found:
                found.append(node.event)
            for kind, name in (*_CAUSES, *(_CAUSES_IN_ZONES if self.game.zones else ())):
                if isinstance(node, kind):
                    names.append(name)
        found += [event for event in self.game.events if event.builtin and event.name in names]
        return found


_CAUSES: tuple[tuple[type, str], ...] = (
    (typed.PlaceOne, "placed"),
    (typed.MoveTo, "moved"),
    (typed.Swap, "moved"),
    (typed.Remove, "removed"),
    (typed.SetOwner, "owner_changed"),
    (typed.SetKind, "kind_changed"),
)

_CAUSES_IN_ZONES: tuple[tuple[type, str], ...] = (
    (typed.PlaceOne, "dealt"),
    *((typed.MoveTo, name) for name in ("placed", "removed", "dealt")),
    *((typed.Swap, name) for name in ("placed", "removed", "dealt")),
    *((typed.Deal, name) for name in ("placed", "dealt")),
)
"""What statements may cause besides where there are zones."""


def reachable(parts: list[object]) -> list[object]:
    """All nodes of some pieces of the tree and of what they call or offer."""
    out: list[object] = []
    seen: list[object] = []
    todo = list(parts)
    while todo:
        for node in walk(todo.pop()):
            out.append(node)
            if isinstance(node, typed.Generic | typed.Action) and node not in seen:
                seen.append(node)
                todo += parts_of(node)
    return out


def gather(game: Game) -> Facts:
    """The facts of a checked game, scenarios included."""
    roots: list[object] = [
        game.setup,
        game.turn,
        game.flow,
        game.ends,
        game.position,
        [parts_of(trigger) for trigger in game.triggers],
        [parts_of(action) for action in game.actions],
        [parts_of(generic) for generic in [*game.definitions, *game.procedures]],
        [[modifier.value, modifier.condition] for generic in game.definitions for modifier in generic.modifiers],
        [
            [modifier.value, modifier.condition]
            for kind in game.kinds
            for family in kind.constants.values()
            for modifier in family.modifiers
        ],
        [var.init for var in game.vars],
        [measure.value for measure in game.measures],
    ]
    for scenario in game.scenarios:
        for step in scenario.steps:
            roots += [step.block, step.condition, list(step.values)]
    facts = Facts(game)
    facts.nodes = [node for root in roots for node in walk(root)]
    return facts


def reads_repetitions(node: object) -> bool:
    return any(isinstance(part, typed.Op) and part.op == "repetitions" for part in reachable([node]))
