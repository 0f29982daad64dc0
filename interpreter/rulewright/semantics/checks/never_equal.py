"""
A question about kinds to which the answer is always no: a Pawn is never a Queen, and components of two kinds of which
neither is below the other are never the same. Perhaps another kind was meant.

```rules wrong
players White, Black
board square 4 by 4
piece Man
piece King
setup:
    place Man of White on a1
    place King of White on b1
turn:
    nothing
end:
    player wins when any(m in Man of player: m is King)
```

```rules right
players White, Black
board square 4 by 4
piece Man
piece King is Man
setup:
    place Man of White on a1
    place King of White on b1
turn:
    nothing
end:
    player wins when any(m in Man of player: m is King)
```
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.semantics import typed, wording
from rulewright.semantics.scope import Env
from rulewright.semantics.symbols import KindDecl
from rulewright.semantics.types import ComponentType, KindType, ListType, SetType, Type
from rulewright.semantics.walk import rules, walk
from rulewright.source import Span, register
from rulewright.syntax import ast

NEVER_EQUAL = register("W113", "never-equal", __doc__)

_PAIRS = ("eq", "ne", "member", "intersect", "within", "difference")


def check(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    for root in rules(env.game):
        for node in walk(root):
            match node:
                case typed.IsKind():
                    _unlike(env, _kinds(env, node.subject), node.kind.descendants(), node.span)
                case typed.Op(op=op, args=(left, right)) if op in _PAIRS:
                    _unlike(env, _kinds(env, left), _kinds(env, right), node.span)
                case _:
                    pass


def _unlike(env: Env, left: list[KindDecl], right: list[KindDecl], span: Span) -> None:
    if left and right and not set(left) & set(right):
        env.findings.add(
            NEVER_EQUAL,
            f"{wording.article(left[0].name)} is never {wording.article(right[0].name)}",
            span,
            hint="perhaps another kind was meant",
        )


def _kinds(env: Env, expr: typed.Expr) -> list[KindDecl]:
    """The kinds that an expression's components, or kinds, can be of; the first gives the name. None known: []."""
    if isinstance(expr, typed.Constant) and isinstance(expr.type, KindType):
        at = expr.value
        return [env.game.kinds[at]] if isinstance(at, int) and 0 <= at < len(env.game.kinds) else []
    kind = _kind(expr.type)
    return kind.descendants() if kind is not None else []


def _kind(type_: Type) -> KindDecl | None:
    match type_:
        case SetType(of=of) | ListType(of=of):
            return _kind(of)
        case ComponentType(kind=kind) | KindType(kind=kind):
            return kind
        case _:
            return None
