"""Typing operators, collections, `a if c else b` and `x is Kind`.

Long chains (`a + b + c …`) are walked in a loop, so that their length does not matter.
"""

from __future__ import annotations

from rulewright.semantics import codes_typing as codes
from rulewright.semantics import expressions as ex
from rulewright.semantics import typed, wording
from rulewright.semantics.facts import knowing
from rulewright.semantics.fitting import adopt, comparable, is_poison, join
from rulewright.semantics.layers import standing
from rulewright.semantics.literals import refuse_texts
from rulewright.semantics.scope import Broken, Removed, Scope
from rulewright.semantics.symbols import KindDecl
from rulewright.semantics.types import (
    BOOL,
    INT,
    INTS,
    BoolType,
    ComponentType,
    IntType,
    KindType,
    ListType,
    NoneType,
    Poison,
    SetType,
    Type,
    ZoneType,
)
from rulewright.semantics.zones import contents
from rulewright.source import Span, did_you_mean
from rulewright.syntax import ast

_SET_OPS = {"+": "union", "-": "difference", "&": "intersect"}
_INT_OPS = {"+": "add", "-": "sub", "*": "mul", "/": "div", "%": "mod"}
_COMPARE = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


def type_unary(node: ast.Unary, scope: Scope) -> typed.Expr:
    if node.op == "not":
        operand = ex.condition(node.operand, scope)
        return typed.Op("not", (operand,), type=BOOL, span=node.span)
    if isinstance(node.operand, ast.Int) and node.op == "-":
        return ex.integer(-node.operand.value, node.span, scope)
    operand = ex.type_expr(node.operand, scope, INT)
    if node.op == "+" or is_poison(operand.type):
        return operand
    if isinstance(operand, typed.Constant) and isinstance(operand.value, int):
        return ex.integer(-operand.value, node.span, scope)
    return typed.Op("neg", (operand,), type=INT, span=node.span)


def type_binary(node: ast.Binary, scope: Scope, hint: Type | None) -> typed.Expr:
    match node.op:
        case "and" | "or":
            return _logic(node, scope)
        case "+" | "-" | "*" | "/" | "%" | "&":
            return _arithmetic(node, scope, hint)
        case "..":
            return _range(node, scope)
        case "in" | "not in":
            return _membership(node, scope)
        case "within":
            left, right = _pair(node, scope, hint=None)
            return _sets(node, "within", left, right, scope, BOOL)
        case _:
            return _comparison(node, scope)


# ---- and, or ----


def _spine(node: ast.Binary, ops: tuple[str, ...]) -> tuple[ast.Expr, list[ast.Binary]]:
    """The leftmost operand of a chain of `ops`, and the chain's nodes from the inside out."""
    nodes: list[ast.Binary] = []
    at: ast.Expr = node
    while isinstance(at, ast.Binary) and at.op in ops:
        nodes.append(at)
        at = at.left
    return at, nodes[::-1]


def _logic(node: ast.Binary, scope: Scope) -> typed.Expr:
    """`and`, `or`: the right side is evaluated only if the left does not decide, and knows what the left told."""
    first, nodes = _spine(node, (node.op,))
    out = ex.condition(first, scope)
    inside = scope.inner(ex.pure(scope, f"the right side of `{node.op}`"))
    last = first
    for part in nodes:
        inside = knowing(inside, last, node.op == "and")
        last = part.right
        right = ex.condition(part.right, inside)
        out = typed.Logic(node.op, out, right, type=BOOL, span=part.span)
    return out


# ---- arithmetic and sets ----


def _arithmetic(node: ast.Binary, scope: Scope, hint: Type | None) -> typed.Expr:
    first, nodes = _spine(node, ("+", "-", "*", "/", "%", "&"))
    wanted: Type | None = hint if isinstance(hint, SetType | IntType) else None
    known: typed.Expr | None = None
    if wanted is None and ex.needs_hint(first, scope) and not ex.needs_hint(nodes[0].right, scope):
        known = ex.infer(nodes[0].right, scope)
        wanted = None if is_poison(known.type) else known.type
    out = ex.infer(first, scope, wanted)
    for part in nodes:
        right_hint = wanted if _undecided(out.type) else out.type
        right = known if known is not None and part is nodes[0] else ex.infer(part.right, scope, right_hint)
        out = _combine(part, out, right, scope)
    return out


def _undecided(type_: Type) -> bool:
    return isinstance(type_, Poison | NoneType) or (isinstance(type_, SetType) and _undecided(type_.of))


def _combine(node: ast.Binary, left: typed.Expr, right: typed.Expr, scope: Scope) -> typed.Expr:
    if is_poison(left.type) or is_poison(right.type):
        return ex.poison(node.span)
    left, right = (contents(side, scope.env.game) if node.op in _SET_OPS else side for side in (left, right))
    sets = any(isinstance(side.type, SetType | ListType) for side in (left, right))
    if sets and node.op in _SET_OPS:
        return _sets(node, _SET_OPS[node.op], left, right, scope, None)
    if node.op == "&":
        tip = "join conditions with `and`" if isinstance(left.type, BoolType) else "`&` gives what two sets share"
        ex.error(
            scope,
            codes.WRONG_TYPE,
            f"`&` stands between two sets, and this is {wording.a(left.type)}",
            node.span,
            hint=tip,
        )
        return ex.poison(node.span)
    left = ex.require(left, node.left, scope, INT)
    right = ex.require(right, node.right, scope, INT)
    if is_poison(left.type) or is_poison(right.type):
        return ex.poison(node.span)
    return fold(_INT_OPS[node.op], left, right, node.span, scope)


def fold(op: str, left: typed.Expr, right: typed.Expr, span: Span, scope: Scope) -> typed.Expr:
    """An operation on two numbers, worked out at once where both are known."""
    if op in ("div", "mod") and isinstance(right, typed.Constant) and right.value == 0:
        ex.error(scope, codes.IMPOSSIBLE_NUMBER, "nothing can be divided by 0", span, hint="divide by another number")
        return ex.poison(span)
    if not (isinstance(left, typed.Constant) and isinstance(right, typed.Constant)):
        return typed.Op(op, (left, right), type=INT, span=span)
    a, b = left.value, right.value
    assert isinstance(a, int) and isinstance(b, int)
    match op:
        case "add":
            value = a + b
        case "sub":
            value = a - b
        case "mul":
            value = a * b
        case "div":
            value = a // b
        case _:
            value = a % b
    return ex.integer(value, span, scope)


def _sets(
    node: ast.Binary, op: str, left: typed.Expr, right: typed.Expr, scope: Scope, result: Type | None
) -> typed.Expr:
    """A set operation; a list counts as the set of its items."""
    if is_poison(left.type) or is_poison(right.type):
        return ex.poison(node.span)
    left, right = contents(left, scope.env.game), contents(right, scope.env.game)
    sides = []
    for side, part, other in ((left, node.left, right), (right, node.right, left)):
        if isinstance(side.type, ListType):
            side = typed.Op("as_set", (side,), type=SetType(side.type.of), span=side.span)
        if not isinstance(side.type, SetType):
            member = isinstance(other.type, SetType | ListType) and side.type == other.type.of
            tip = f"write {{{part.span.text}}}" if member else ""
            ex.error(
                scope,
                codes.WRONG_TYPE,
                f"both sides of `{node.op}` are sets, and this is {wording.a(side.type)}",
                part.span,
                hint=tip,
            )
            return ex.poison(node.span)
        sides.append(side)
    game = scope.env.game
    joined = join(sides[0].type, sides[1].type, game)
    if joined is None:
        ex.error(
            scope,
            codes.UNLIKE,
            f"{wording.a(left.type)} and {wording.a(right.type)} have nothing in common",
            node.span,
            hint=_unlike_hint(left.type, right.type, node),
        )
        return ex.poison(node.span)
    for side in sides:
        adopt(side, joined)
    if result is None:
        result = joined if op == "union" else sides[0].type
    return typed.Op(op, tuple(sides), type=result, span=node.span)


def _unlike_hint(left: Type, right: Type, node: ast.Binary) -> str:
    match left, right:
        case SetType(of=ComponentType()), SetType():
            return f"the sites of components are ({node.left.span.text}).at"
        case SetType(), SetType(of=ComponentType()):
            return f"the sites of components are ({node.right.span.text}).at"
        case _:
            return ""


def _range(node: ast.Binary, scope: Scope) -> typed.Expr:
    left = ex.type_expr(node.left, scope, INT)
    right = ex.type_expr(node.right, scope, INT)
    return typed.Op("range", (left, right), type=INTS, span=node.span)


# ---- comparisons ----


def _pair(node: ast.Binary, scope: Scope, hint: Type | None) -> tuple[typed.Expr, typed.Expr]:
    """Both operands, each understood by the other's type."""
    if ex.needs_hint(node.left, scope) and not ex.needs_hint(node.right, scope):
        right = ex.infer(node.right, scope, hint)
        left = ex.infer(node.left, scope, right.type)
    else:
        left = ex.infer(node.left, scope, hint)
        right = ex.infer(node.right, scope, left.type)
    return left, right


def _comparison(node: ast.Binary, scope: Scope) -> typed.Expr:
    left, right = _pair(node, scope, None)
    if is_poison(left.type) or is_poison(right.type):
        return ex.poison(node.span)
    if node.op not in ("==", "!="):
        left = ex.require(left, node.left, scope, INT)
        right = ex.require(right, node.right, scope, INT)
        if is_poison(left.type) or is_poison(right.type):
            return ex.poison(node.span)
        return typed.Op(_COMPARE[node.op], (left, right), type=BOOL, span=node.span)
    if refuse_texts(left, node.span, scope) or refuse_texts(right, node.span, scope):
        return ex.poison(node.span)
    game = scope.env.game
    if isinstance(left.type, SetType | ListType):
        right = contents(right, scope.env.game)
    elif isinstance(right.type, SetType | ListType):
        left = contents(left, scope.env.game)
    if isinstance(left.type, SetType) and isinstance(right.type, ListType):
        right = typed.Op("as_set", (right,), type=SetType(right.type.of), span=right.span)
    if isinstance(left.type, ListType) and isinstance(right.type, SetType):
        left = typed.Op("as_set", (left,), type=SetType(left.type.of), span=left.span)
    if not comparable(left.type, right.type, game):
        title = f"{wording.a(left.type)} is never {wording.a(right.type)}"
        if isinstance(left.type, ComponentType) and isinstance(right, typed.Op) and right.op == "of_kinds":
            title = f"{node.right.span.text} stands for all its components here, and {node.left.span.text} is one"
        ex.error(
            scope,
            codes.UNLIKE,
            title,
            node.span,
            hint=_compare_hint(left.type, right.type, node, scope),
        )
        return ex.poison(node.span)
    joined = join(left.type, right.type, game)
    if joined is not None:
        adopt(left, joined)
        adopt(right, joined)
    return typed.Op(_COMPARE[node.op], (left, right), type=BOOL, span=node.span)


def _compare_hint(left: Type, right: Type, node: ast.Binary, scope: Scope) -> str:
    a, b = node.left.span.text, node.right.span.text
    negated = node.op == "!="
    match left, right:
        case ComponentType(), SetType(of=ComponentType() | KindType()) if isinstance(node.right, ast.Word):
            return f"write {a} is {'not ' if negated else ''}{b}"
        case ZoneType(), IntType():
            return f"how many lie in it is count({a})"
        case ComponentType(), KindType():
            return f"write {a} is {'not ' if negated else ''}{b}, or {a}.kind {node.op} {b}"
        case _, SetType(of=of) if of == left:
            return f"write {a} {'not ' if negated else ''}in {b}"
        case SetType(of=of), _ if of == right:
            return f"a set of one is {{{b}}}; whether it is among them: {b} {'not ' if negated else ''}in {a}"
        case ComponentType(), _ if str(right) == "site":
            return f"its site is {a}.at"
        case ComponentType(), _ if str(right) == "player":
            return f"its owner is {a}.owner"
        case _ if str(left) == "site" and isinstance(right, ComponentType):
            return f"what stands on it is {standing(scope.env.game, a)}"
        case _ if str(left) == "site" and str(right) == "player":
            return f"who owns what stands there is {a}.owner"
        case _:
            return ""


def _membership(node: ast.Binary, scope: Scope) -> typed.Expr:
    left_first = not ex.needs_hint(node.left, scope) or ex.needs_hint(node.right, scope)
    if left_first:
        left = ex.infer(node.left, scope)
        wanted = None if _undecided(left.type) or not ex.needs_hint(node.right, scope) else SetType(left.type)
        right = ex.infer(node.right, scope, wanted)
    else:
        right = ex.infer(node.right, scope)
        left = ex.infer(node.left, scope, right.type.of if isinstance(right.type, SetType | ListType) else None)
    if is_poison(left.type) or is_poison(right.type):
        return ex.poison(node.span)
    game = scope.env.game
    if not isinstance(left.type, ZoneType):
        right = contents(right, scope.env.game)
    if not isinstance(right.type, SetType | ListType):
        same = comparable(left.type, right.type, game)
        ex.error(
            scope,
            codes.WRONG_TYPE,
            f"`in` needs a set, and this is {wording.a(right.type)}",
            node.right.span,
            hint=f"write {node.left.span.text} == {node.right.span.text}"
            if same
            else _compare_hint(left.type, right.type, node, scope),
        )
        return ex.poison(node.span)
    of = right.type.of
    if not comparable(left.type, of, game):
        tip = ""
        if isinstance(left.type, ComponentType) and isinstance(of, KindType):
            tip = f"write {node.left.span.text}.kind {node.op} {node.right.span.text}"
        elif isinstance(left.type, ComponentType) and str(of) == "site":
            tip = f"write {node.left.span.text}.at {node.op} {node.right.span.text}"
        elif str(left.type) == "site" and isinstance(of, ComponentType):
            tip = f"write {standing(game, node.left.span.text, None, f' {node.op} {node.right.span.text}')}"
        elif left.type == right.type:
            tip = f"write {node.left.span.text} within {node.right.span.text}"
        ex.error(
            scope, codes.UNLIKE, f"{wording.a(left.type)} is never in {wording.a(right.type)}", node.span, hint=tip
        )
        return ex.poison(node.span)
    joined = join(left.type, of, game)
    if joined is not None:
        adopt(left, joined)
        if isinstance(right.type, SetType):
            adopt(right, SetType(joined))
    found: typed.Expr = typed.Op("member", (left, right), type=BOOL, span=node.span)
    return typed.Op("not", (found,), type=BOOL, span=node.span) if node.op == "not in" else found


# ---- conditional, is ----


def type_conditional(node: ast.Conditional, scope: Scope, hint: Type | None) -> typed.Expr:
    condition = ex.condition(node.condition, scope)
    context = ex.pure(scope, "a part of `if … else`")
    yes = knowing(scope.inner(context), node.condition, True)
    no = knowing(scope.inner(context), node.condition, False)
    if hint is None and ex.needs_hint(node.then, scope) and not ex.needs_hint(node.otherwise, scope):
        otherwise = ex.infer(node.otherwise, no)
        then = ex.infer(node.then, yes, otherwise.type)
    else:
        then = ex.infer(node.then, yes, hint)
        wanted = hint if hint is not None or _undecided(then.type) else then.type
        otherwise = ex.infer(node.otherwise, no, wanted)
    if is_poison(then.type) or is_poison(otherwise.type):
        return ex.poison(node.span)
    then, otherwise = _beside(then, otherwise, scope), _beside(otherwise, then, scope)
    joined = join(then.type, otherwise.type, scope.env.game)
    if joined is None:
        ex.error(
            scope,
            codes.UNLIKE,
            f"either {wording.a(then.type)} or {wording.a(otherwise.type)}",
            node.span,
            hint="both parts of `a if c else b` are of one type",
        )
        return ex.poison(node.span)
    adopt(then, joined)
    adopt(otherwise, joined)
    return typed.Cond(condition, then, otherwise, type=joined, span=node.span)


def _beside(part: typed.Expr, other: typed.Expr, scope: Scope) -> typed.Expr:
    """A zone as the collection that the other part is."""
    if not isinstance(part.type, ZoneType) or not isinstance(other.type, SetType | ListType):
        return part
    found = contents(part, scope.env.game)
    if isinstance(found.type, ListType) and isinstance(other.type, SetType):
        return typed.Op("as_set", (found,), type=SetType(found.type.of), span=found.span)
    return found


def type_is_kind(node: ast.IsKind, scope: Scope) -> typed.Expr:
    subject = ex.infer(node.subject, scope)
    if _is_for_equal(node, subject.type, scope):
        return ex.poison(node.span)
    kind = kind_named(node.kind, scope)
    if kind is None or is_poison(subject.type):
        return ex.poison(node.span)
    if not isinstance(subject.type, ComponentType | KindType):
        tip = ""
        if str(subject.type) == "site":
            tip = f"write {standing(scope.env.game, node.subject.span.text, kind, f' is {kind.name}')}"
        elif isinstance(subject.type, SetType | ListType | ZoneType):
            tip = f"ask for all or any of them: all(x in {node.subject.span.text}: x is {kind.name})"
        ex.error(
            scope,
            codes.WRONG_TYPE,
            f"`is {kind.name}` is asked of a component, and this is {wording.a(subject.type)}",
            node.subject.span,
            hint=tip,
        )
        return ex.poison(node.span)
    return typed.IsKind(subject, kind, node.negated, type=BOOL, span=node.span)


def _is_for_equal(node: ast.IsKind, subject: Type, scope: Scope) -> bool:
    """Whether `is` stands between two values, as in `mover is White`; reported then."""
    if isinstance(scope.env.declared.get(node.kind.text), KindDecl | Broken | Removed) or is_poison(subject):
        return False
    value = ex.probe(ast.Word(node.kind.text, span=node.kind.span), scope, subject)
    if is_poison(value.type) or not comparable(subject, value.type, scope.env.game):
        return False
    sign = "!=" if node.negated else "=="
    span = Span(node.span.source, node.subject.span.end, node.kind.span.start)
    words = span.text.strip(" )")
    start = span.start + span.text.find(words)
    line, column = span.source.line(node.kind.span.line), Span(span.source, start, start).column - 1
    ex.error(
        scope,
        codes.WRONG_TYPE,
        f"`is` asks of what kind something is, and {node.kind.text} is {wording.a(value.type)}",
        Span(span.source, start, start + len(words)),
        hint=f"write `{sign}`",
        fix=line[:column] + sign + line[column + len(words) :] if "\n" not in span.text else "",
    )
    return True


def kind_named(name: ast.Name, scope: Scope) -> KindDecl | None:
    """The kind of that name; None, with an error, if there is none."""
    symbol = scope.env.lookup(name.text)
    if isinstance(symbol, KindDecl):
        return symbol
    if isinstance(symbol, Broken) or scope.env.gaps:
        return None
    if isinstance(symbol, Removed):
        ex.error(
            scope,
            codes.REMOVED_NAME,
            f"{name.text} is not part of the game as it is set up now",
            name.span,
            hint=symbol.reason,
        )
        return None
    kinds = [kind.name for kind in scope.env.game.kinds]
    near = did_you_mean(name.text, kinds)
    if name.text in ("none", "empty"):
        tip = "compare with ==: x == none, or s.empty"
    else:
        tip = f"did you mean {near}?" if near else ""
    ex.error(scope, codes.UNKNOWN_NAME, f"there is no kind {name.text}", name.span, label="unknown", hint=tip)
    return None
