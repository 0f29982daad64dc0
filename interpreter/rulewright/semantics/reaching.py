"""What leads to what: nothing may reach itself by calls, and no modifier may need what it modifies.

The nodes are definitions, procedures, actions and constants of kinds; an edge leads from a body to all that it calls,
chooses, asks for or reads. Triggers are no edges: they may nest; nor is how a move is written, for nothing needs that.
Also found here: procedures that hold a whole turn, or set `mover`, called from inside a turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.semantics import codes_rules, codes_statements, codes_typing, typed
from rulewright.semantics.scope import Env
from rulewright.semantics.symbols import ConstantFamily
from rulewright.semantics.typed import Action, Generic
from rulewright.semantics.walk import walk
from rulewright.source import Label, Span

Point = Generic | Action | ConstantFamily


@dataclass(frozen=True, slots=True, eq=False)
class Edge:
    """`span` is where `to` is named; `modifier` that it is named by a modifier of the start."""

    to: Point
    span: Span
    modifier: bool


def check_reaching(env: Env) -> None:
    """Report every cycle once."""
    search = _Search(env)
    points: list[Point] = [*env.game.definitions, *env.game.procedures, *env.game.actions]
    points += [family for kind in env.game.kinds for family in kind.constants.values()]
    for point in points:
        search.visit(point)
    _check_turns(env)


@dataclass(slots=True)
class _Search:
    """A depth-first search with its own stack; a point on the path that is met again closes a cycle."""

    env: Env
    done: set[Point] = field(default_factory=set)

    def visit(self, start: Point) -> None:
        if start in self.done:
            return
        path: list[tuple[Point, Iterator[Edge], Edge | None]] = [(start, iter(edges(start)), None)]
        on_path: list[Point] = [start]
        while path:
            point, rest, _ = path[-1]
            edge = next(rest, None)
            if edge is None:
                path.pop()
                on_path.pop()
                self.done.add(point)
            elif edge.to in on_path:
                at = on_path.index(edge.to)
                chain = [part for _, _, part in path[at + 1 :] if part is not None] + [edge]
                self.report(edge.to, chain)
            elif edge.to not in self.done:
                path.append((edge.to, iter(edges(edge.to)), edge))
                on_path.append(edge.to)

    def report(self, start: Point, chain: list[Edge]) -> None:
        names = [start.name, *(edge.to.name for edge in chain)]
        shown = " -> ".join(names)
        by = next((edge for edge in chain if edge.modifier), None)
        others = tuple(
            Label(edge.span, f"{edge.to.name} is needed here") for edge in chain if edge is not (by or chain[0])
        )
        if by is not None:
            self.env.findings.add(
                codes_rules.SELF_DEPENDENT,
                f"this modifier needs what it modifies: {shown}",
                by.span,
                hint="let it read something that it does not change",
                others=others,
            )
            return
        self.env.findings.add(
            codes_typing.REACHES_ITSELF,
            f"{start.name} reaches itself: {shown}",
            chain[0].span,
            hint="use a loop, reach(...) or a trigger: a game must come to an end",
            others=others,
        )


def edges(point: Point) -> list[Edge]:
    """All that a point leads to, each target once."""
    out: dict[Point, Edge] = {}
    modifiers: list[typed.Modifier] = []
    match point:
        case Generic():
            for method in point.methods:
                _collect(method.body, method.span, False, out)
            modifiers = point.modifiers
        case Action():
            for part in (point.items, point.after, point.do):
                _collect(part, point.span, False, out)
        case ConstantFamily():
            modifiers = point.modifiers
    for modifier in modifiers:
        _collect((modifier.value, modifier.condition), modifier.span, True, out)
    return list(out.values())


def _collect(root: object, span: Span, modifier: bool, out: dict[Point, Edge]) -> None:
    for node in walk(root):
        at = getattr(node, "span", None)
        if isinstance(at, Span):
            span = at
        target: Point | None = None
        match node:
            case typed.Call(generic=generic) | typed.CallProcedure(generic=generic):
                target = generic
            case typed.Offer(action=action):
                target = action
            case typed.KindConstant(family=family) if family.modifiers:
                target = family
            case _:
                pass
        if target is not None and target not in out:
            out[target] = Edge(target, span, modifier)


# ---- turns inside turns ----


def _check_turns(env: Env) -> None:
    """A procedure that begins turns or sets `mover` belongs to the flow; report its calls from inside a turn."""
    outside = _flow_procedures(env)
    if not outside:
        return
    game = env.game
    roots: list[object] = [action.do for action in game.actions if action.do is not None]
    roots += [trigger.body for trigger in game.triggers]
    roots += [game.turn] if game.turn is not None else []
    whole = [game.flow, *(method.body for generic in game.procedures for method in generic.methods)]
    roots += [node.body for part in whole for node in walk(part) if isinstance(node, typed.TurnOf)]
    for root in roots:
        for node in walk(root):
            if isinstance(node, typed.CallProcedure) and node.generic in outside:
                what = outside[node.generic]
                turn = isinstance(what, typed.TurnOf)
                env.findings.add(
                    codes_statements.TURN_PLACE if turn else codes_statements.MOVER_PLACE,
                    f"{node.generic.name} {'begins a turn' if turn else 'sets `mover`'}, and this is inside a turn",
                    node.span,
                    hint="call it in the `flow`, between turns",
                    others=(Label(what.span, "here"),),
                )


def _flow_procedures(env: Env) -> dict[Generic, typed.Statement]:
    """Procedures that begin a turn or set `mover`, themselves or through others, with the statement that does."""
    out: dict[Generic, typed.Statement] = {}
    for generic in env.game.procedures:
        for method in generic.methods:
            for node in walk(method.body):
                if isinstance(node, typed.TurnOf | typed.SetMover):
                    out.setdefault(generic, node)
    changed = bool(out)
    while changed:
        changed = False
        for generic in env.game.procedures:
            if generic in out:
                continue
            for node in (node for method in generic.methods for node in walk(method.body)):
                if isinstance(node, typed.CallProcedure) and node.generic in out:
                    out[generic] = out[node.generic]
                    changed = True
                    break
    return out
