"""
A trigger that without any condition brings about the very event it waits for, itself or by way of other triggers and
procedures. It never comes to an end: put a condition on it (`if`), or let it do something else.

```rules wrong
players White, Black
board square 4 by 4
event shaken(n: int)
when shaken(n):
    emit shaken(n + 1)
turn:
    emit shaken(1)
```

```rules right
players White, Black
board square 4 by 4
event shaken(n: int)
when shaken(n) if n < 4:
    emit shaken(n + 1)
turn:
    emit shaken(1)
```
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.semantics import typed
from rulewright.semantics.checks.unreachable_statement import leaves
from rulewright.semantics.scope import Env
from rulewright.semantics.walk import walk
from rulewright.source import Label, Span, register
from rulewright.syntax import ast

FEEDS_ITSELF = register("W111", "feeds-itself", __doc__)


def check(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    """Cycles of events that triggers without `if` bring about in statements that always run.

    What may come to an end by itself is left alone: removing what there is, or moving until the edge.
    """
    causes: dict[str, list[tuple[str, Span]]] = {}
    endless = [trigger for trigger in env.game.triggers if trigger.condition is None and not _uses_up(trigger)]
    for trigger in endless:
        causes.setdefault(trigger.event.name, []).extend(_caused(trigger.body, trigger))
    told: set[frozenset[str]] = set()
    for trigger in endless:
        start = trigger.event.name
        for event, span in _caused(trigger.body, trigger):
            way = _way(causes, event, start)
            if way is not None and frozenset([start, event, *way]) not in told:
                told.add(frozenset([start, event, *way]))
                chain = " -> ".join([start, event, *way])
                env.findings.add(
                    FEEDS_ITSELF,
                    f"this trigger sets itself off: {chain}",
                    span,
                    hint="write after `if` when it shall happen, or let it do something else",
                    others=(Label(_heading(trigger), "and this is what it waits for"),),
                )
                break


def _uses_up(trigger: typed.Trigger) -> bool:
    """Whether a kind's trigger takes components away, so that at last none is there to react."""
    return trigger.kind is not None and any(
        isinstance(node, typed.Remove | typed.SetKind | typed.SetOwner) for node in walk(trigger.body)
    )


def _way(causes: dict[str, list[tuple[str, Span]]], start: str, goal: str) -> list[str] | None:
    """The events that lead from one to another, the first left out; None if there is no way."""
    ways: dict[str, list[str]] = {start: []}
    todo = [start]
    while todo:
        at = todo.pop(0)
        if at == goal:
            return ways[at]
        for event, _ in causes.get(at, []):
            if event not in ways:
                ways[event] = [*ways[at], event]
                todo.append(event)
    return None


def _caused(block: typed.Block, trigger: typed.Trigger | None, depth: int = 0) -> Iterator[tuple[str, Span]]:
    """The events that the statements of a block bring about whenever it runs."""
    for statement in block.statements:
        match statement:
            case typed.Emit():
                yield statement.event.name, statement.span
            case typed.SetOwner(what=typed.LocalRef(var=what), owner=typed.LocalRef(var=value)) if trigger is not None:
                if trigger.event.name == "owner_changed" and trigger.params == (what, value):
                    yield "owner_changed", statement.span
            case typed.SetKind(what=typed.LocalRef(var=what), kind=typed.LocalRef(var=value)) if trigger is not None:
                if trigger.event.name == "kind_changed" and trigger.params == (what, value):
                    yield "kind_changed", statement.span
            case typed.MoveTo(what=typed.LocalRef(var=what), place=typed.LocalRef(var=place)) if trigger is not None:
                if trigger.event.name == "moved" and trigger.params[:2] == (what, place):
                    yield "moved", statement.span
            case typed.CallProcedure() if depth < 20:
                bodies = [method.body for method in statement.generic.methods]
                if len(bodies) == 1 and isinstance(bodies[0], typed.Block):
                    for event, _ in _caused(bodies[0], None, depth + 1):
                        yield event, statement.span
            case _:
                pass
        if leaves(statement) or (isinstance(statement, typed.If | typed.For | typed.While) and _may_leave(statement)):
            return


def _may_leave(statement: typed.Statement) -> bool:
    """Whether some way through a statement ends the game or leaves the block."""
    match statement:
        case typed.If():
            blocks = [inner for _, inner in statement.branches] + ([statement.otherwise] if statement.otherwise else [])
        case typed.For() | typed.While():
            blocks = [statement.body]
        case _:
            return False
    return any(leaves(inner) or _may_leave(inner) for block in blocks for inner in block.statements)


def _heading(trigger: typed.Trigger) -> Span:
    span = trigger.span
    end = span.text.find("\n")
    return span if end < 0 else Span(span.source, span.start, span.start + end)
