"""
A kind of which no component ever comes into the game. Place it, or take it away. (A kind that only stands for the
kinds below it need not be placed.)

```rules wrong
players White, Black
board square 3 by 3
piece Man
piece King
setup:
    place Man of White on a1
turn:
    nothing
```

```rules right
players White, Black
board square 3 by 3
piece Man
piece King
setup:
    place Man of White on a1
    place King of White on b1
turn:
    nothing
```
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.semantics import typed
from rulewright.semantics.scope import Env
from rulewright.semantics.symbols import KindDecl
from rulewright.semantics.types import ComponentType, KindType
from rulewright.semantics.walk import rules, walk
from rulewright.semantics.wording import listing
from rulewright.source import Label, Span, register
from rulewright.syntax import ast

NEVER_PLACED = register("W109", "never-placed", __doc__)


def check(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    """Kinds without kinds below that no `place`, no supply and no change of kind can give."""
    given: set[KindDecl] = set()
    for root in rules(env.game):
        for node in walk(root):
            match node:
                case typed.PlaceOne() | typed.SetKind():
                    given |= _kinds(env, node.kind)
                case typed.Op(op="supply_set", args=(what, *_), data=data):
                    given |= set(data) if isinstance(data, tuple) else _kinds(env, what)
                case _:
                    pass
    never = [kind for kind in env.game.kinds if not kind.children and kind not in given and not kind.placed]
    told: set[KindDecl] = set()
    for table in env.tables.values():
        rows = [kind for kind in never if table is not None and kind.span.source is not table.span.source]
        rows = [kind for kind in rows if table is not None and kind.name in table.rows]
        if table is not None and rows:
            names = [kind.name for kind in rows]
            names = names if len(names) < 5 else [*names[:3], f"{len(names) - 3} others"]
            _tell(env, listing(names, "or"), table.span, (Label(rows[0].span, "the first of them"),))
        told |= set(rows)
    for kind in never:
        if kind not in told:
            _tell(env, kind.name, kind.span)


def _tell(env: Env, names: str, span: Span, others: tuple[Label, ...] = ()) -> None:
    title = f"no {names} ever comes into the game"
    env.findings.add(NEVER_PLACED, title, span, hint="place it, or take it away", others=others)


def _kinds(env: Env, expr: typed.Expr) -> set[KindDecl]:
    """The kinds that an expression may give."""
    if isinstance(expr, typed.Constant):
        return {env.game.kinds[expr.value]} if isinstance(expr.value, int) and expr.value >= 0 else set()
    if isinstance(expr, typed.Cond):
        return _kinds(env, expr.then) | _kinds(env, expr.otherwise)
    if isinstance(expr.type, KindType | ComponentType) and expr.type.kind is not None:
        return set(expr.type.kind.descendants())
    return set(env.game.kinds)
