"""
A local name that nothing reads: a `let`, a `var`, the name behind `as`, or a pick of an action that neither its
conditions, nor its `do`, nor its `say`, nor a `choose` speak of. Often another name stands where this one was meant.

```rules wrong
players White, Black
board square 4 by 4
piece Man
action Put:
    pick there in empty
    do:
        place Man of mover on a1
turn:
    may choose Put
```

```rules right
players White, Black
board square 4 by 4
piece Man
action Put:
    pick there in empty
    do:
        place Man of mover on there
turn:
    may choose Put
```
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.semantics import typed
from rulewright.semantics.scope import Env
from rulewright.semantics.typed import Local
from rulewright.semantics.walk import first_values, rules, walk
from rulewright.source import Span, register
from rulewright.syntax import ast

UNUSED_LOCAL = register("W114", "unused-local", __doc__)


def check(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    """Locals of statements and of actions; the names of loops, parameters and triggers are part of their form."""
    read: set[Local] = set()
    members: set[str] = set()
    named: list[Local] = []
    for root in [*rules(env.game), *first_values(env.game)]:
        targets: set[int] = set()
        for node in walk(root):
            match node:
                case typed.Assign(target=typed.LocalRef() as target):
                    targets.add(id(target))
                case typed.LocalRef() if id(node) not in targets:
                    read.add(node.var)
                case typed.Chosen():
                    members.add(node.name)
                case typed.Offer():
                    read |= {local for local, _ in node.fixed}
                case typed.Emit():
                    read |= {answer.var for _, answer in node.answers if isinstance(answer, typed.LocalRef)}
                case _:
                    pass
            named += _named(node)
    for local in named:
        if local not in read and not (local.name in members and local.span in _picks(env)):
            env.findings.add(
                UNUSED_LOCAL,
                f"nothing reads {local.name}",
                local.span,
                hint="use it where it was meant, or take it away",
            )


def _named(node: object) -> Iterator[Local]:
    match node:
        case typed.Let():
            yield node.var
        case typed.PlaceOne(name=local) if local is not None:
            yield local
        case typed.PickItem() | typed.LetItem() if node.var.name != "self":
            yield node.var
        case _:
            pass


def _picks(env: Env) -> set[Span]:
    """Where the picks and lets of actions stand, which `j.p` may read after `let j = choose`."""
    return {
        item.var.span
        for action in env.game.actions
        for item in action.items
        if isinstance(item, typed.PickItem | typed.LetItem)
    }
