"""What a condition tells about kinds: after `if m is Pawn`, `m` is known to be a Pawn.

A fact binds a path (a name, or properties of one: `there.piece`) to a kind. A name that never changes is then simply
of that kind; for everything else the checker inserts an operation that gives none should it no longer hold.
"""

from __future__ import annotations

from rulewright.semantics.scope import Scope
from rulewright.semantics.symbols import KindDecl
from rulewright.syntax import ast

Facts = dict[ast.Expr, KindDecl]


def facts(condition: ast.Expr, scope: Scope, holds: bool = True) -> Facts:
    """What is known of kinds where `condition` holds, or (`holds` False) where it does not."""
    out: Facts = {}
    work = [(condition, holds)]
    while work:
        node, truth = work.pop()
        match node:
            case ast.Binary(op="and") if truth:
                work += [(node.left, True), (node.right, True)]
            case ast.Binary(op="or") if not truth:
                work += [(node.left, False), (node.right, False)]
            case ast.Unary(op="not"):
                work.append((node.operand, not truth))
            case ast.IsKind() if node.negated is not truth and is_path(node.subject):
                kind = scope.env.declared.get(node.kind.text)
                if isinstance(kind, KindDecl):
                    known = out.get(node.subject)
                    if known is None or kind.is_a(known):
                        out[node.subject] = kind
            case _:
                pass
    return out


def is_path(node: ast.Expr) -> bool:
    while isinstance(node, ast.Property):
        node = node.subject
    return isinstance(node, ast.Word)


def knowing(scope: Scope, condition: ast.Expr | None, holds: bool = True) -> Scope:
    """A scope inside `scope` in which `condition` is known to hold (or not to)."""
    inner = scope.inner()
    if condition is not None:
        inner.narrowed.update(facts(condition, scope, holds))
    return inner


def learn(scope: Scope, condition: ast.Expr) -> None:
    """From here on `condition` holds in `scope` itself."""
    scope.narrowed.update(facts(condition, scope))


def known_kind(node: ast.Expr, scope: Scope) -> KindDecl | None:
    """The kind that the path is known to be of, or None."""
    if not is_path(node):
        return None
    root = node
    while isinstance(root, ast.Property):
        root = root.subject
    name = root.name if isinstance(root, ast.Word) else ""
    at: Scope | None = scope
    while at is not None:
        if node in at.narrowed:
            return at.narrowed[node]
        if name in at.names:
            return None
        at = at.parent
    return None
