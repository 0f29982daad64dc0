"""Typing calls: definitions of the rule file, built-in functions, `supply`, `side`, dice."""

from __future__ import annotations

from rulewright.boards import Board
from rulewright.semantics import builtins, chance, choices, dispatch, typed, wording
from rulewright.semantics import codes_typing as codes
from rulewright.semantics import expressions as ex
from rulewright.semantics.fitting import is_poison, real_kinds
from rulewright.semantics.operators import kind_named
from rulewright.semantics.scope import ActionName, Broken, Removed, Scope
from rulewright.semantics.typed import Event, Generic
from rulewright.semantics.types import (
    BOOL,
    DIRECTION,
    DIRECTIONS,
    INT,
    SITE,
    SITES,
    BagType,
    ComponentType,
    IntType,
    KindType,
    ListType,
    SetType,
    SiteType,
    Type,
    ZoneType,
)
from rulewright.semantics.words import board_or_error, has_parts
from rulewright.semantics.zone_calls import end_of_zone, is_supply, misplaced_supply, size_question, supply_question
from rulewright.semantics.zones import contents, look
from rulewright.source import Span, did_you_mean
from rulewright.syntax import ast


def type_call(node: ast.Call, scope: Scope, hint: Type | None) -> typed.Expr:
    name, span = node.function.text, node.span
    if scope.find(name) is not None:
        ex.error(
            scope,
            codes.UNKNOWN_FUNCTION,
            f"{name} is a value here and cannot be called",
            node.function.span,
            hint="a local name hides a function of the same name; rename it",
        )
        return ex.poison(span)
    symbol = scope.env.lookup(name)
    match symbol:
        case None:
            pass
        case Generic(pure=True):
            if scope.env.bare.get(symbol, False):
                ex.error(scope, codes.ARGUMENTS, f"{name} is used without parentheses", span, hint=f"write {name}")
                return ex.poison(span)
            return call_generic(symbol, node.args, span, scope)
        case Broken():
            for arg in node.args:
                ex.infer(arg, scope)
            return ex.poison(span)
        case Removed():
            ex.error(
                scope,
                codes.REMOVED_NAME,
                f"{name} is not part of the game as it is set up now",
                node.function.span,
                hint=symbol.reason,
            )
            return ex.poison(span)
        case _:
            _not_callable(node, symbol, scope)
            return ex.poison(span)
    if name in builtins.SPECIAL:
        return _special(node, scope, hint)
    if name in builtins.FUNCTIONS:
        return _function(node, scope)
    unknown_function(node, scope)
    return ex.poison(span)


def _not_callable(node: ast.Call, symbol: object, scope: Scope) -> None:
    name = node.function.text
    code = codes.UNKNOWN_FUNCTION
    match symbol:
        case Generic():
            code, title = codes.PROCEDURE_AS_VALUE, f"{name} is a procedure: it does something and gives no value"
            tip = "call it on a line of its own; what gives a value is a define"
        case Event():
            title, tip = f"{name} is an event", f"let it happen with: emit {name}(...)"
        case ActionName():
            title, tip = f"{name} is an action", f"offer it with: choose {name}; ask for it with: possible({name})"
        case _:
            title, tip = f"{name} is not a function", "leave the parentheses away"
    ex.error(scope, code, title, node.function.span, hint=tip)


def unknown_function(node: ast.Call, scope: Scope) -> None:
    if scope.env.gaps:
        return
    name = node.function.text
    args = [ex.infer(arg, scope) for arg in node.args]
    defined = [word for word, symbol in scope.env.declared.items() if isinstance(symbol, Generic) and symbol.pure]
    near = _SLIPS.get(name) or did_you_mean(name, [*builtins.FUNCTION_NAMES, *defined])
    tip = f"did you mean {near}?" if near else ""
    if len(node.args) == 1:
        arg = node.args[0].span.text
        subject = args[0]
        tables = {"site": builtins.SITE_PROPERTIES, "step": builtins.STEP_PROPERTIES}
        table = builtins.COMPONENT_PROPERTIES if isinstance(subject.type, ComponentType) else None
        if name in (table or tables.get(str(subject.type), {})):
            tip = f"write {arg}.{name}"
    ex.error(
        scope, codes.UNKNOWN_FUNCTION, f"there is no function {name}", node.function.span, label="unknown", hint=tip
    )


_SLIPS = {"within": "around", "len": "count", "size": "count", "exists": "any", "every": "all", "none": "no",
    "random": "any_of", "draw": "top", "cards": "count"}  # fmt: skip

# ---- definitions and procedures ----


def call_generic(generic: Generic, nodes: tuple[ast.Expr, ...], span: Span, scope: Scope) -> typed.Expr:
    args = arguments(generic, nodes, span, scope)
    result = result_of(generic, span, scope)
    if args is None or result is None or is_poison(result):
        return ex.poison(span)
    return typed.Call(generic, args, type=result, span=span)


def result_of(generic: Generic, span: Span, scope: Scope) -> Type | None:
    """What a definition gives; its body is typed first if only that tells. None, with an error, if it needs itself."""
    scope.env.resume(generic)
    if generic.result is None and generic.pure:
        ex.error(
            scope,
            codes.REACHES_ITSELF,
            f"{generic.name} would need itself to be worked out",
            span,
            hint="a definition may not use itself, not even through others; use a loop or reach(...)",
        )
    return generic.result


def arguments(generic: Generic, nodes: tuple[ast.Expr, ...], span: Span, scope: Scope) -> tuple[typed.Expr, ...] | None:
    """The arguments of a call, fitting some method whatever their kinds; None after an error."""
    game = scope.env.game
    if not generic.methods:
        return None
    wanted = dispatch.general_params(generic, game)
    if len(nodes) != len(wanted):
        names = ", ".join(param.name for param in generic.methods[0].params)
        ex.error(
            scope,
            codes.ARGUMENTS,
            f"{generic.name} takes {_count(len(wanted))}, not {len(nodes)}",
            span,
            hint=f"it is called as {generic.name}({names})",
        )
        for node in nodes:
            ex.infer(node, scope)
        return None
    args = tuple(ex.type_expr(node, scope, type_) for node, type_ in zip(nodes, wanted, strict=True))
    if any(is_poison(arg.type) for arg in args):
        return None
    lacking = dispatch.missing(generic, [arg.type for arg in args], game)
    if lacking is not None:
        names = wording.listing([wording.article(kind.name) for kind in lacking])
        place = next((arg for arg in args if isinstance(arg.type, ComponentType)), None)
        owners = wording.listing(list(dict.fromkeys(m.kind.name for m in generic.methods if m.kind)), "or")
        ex.error(
            scope,
            codes.MAYBE_OTHER_KIND,
            f"{generic.name} is not defined for {names}",
            place.span if place else span,
            label=f"this may be {names}",
            hint=f"test it first (x is {owners}), or define {generic.name} for all kinds" if owners else "",
        )
        return None
    return args


def _count(number: int) -> str:
    return "nothing in parentheses" if number == 0 else "one argument" if number == 1 else f"{number} arguments"


# ---- built-in functions with fixed types ----


def _function(node: ast.Call, scope: Scope) -> typed.Expr:
    name, span = node.function.text, node.span
    signatures = builtins.FUNCTIONS[name]
    if any(SITE in s.params or SITES in s.params for s in signatures):
        board = board_or_error(scope, name, node.function.span)
        if board is None or (name in builtins.NEEDS_PARTS and not has_parts(scope, board, name, node.function.span)):
            return ex.poison(span)
    fitting = [s for s in signatures if len(s.params) == len(node.args)]
    if not fitting:
        usages = wording.listing([s.usage for s in signatures], "or")
        ex.error(scope, codes.ARGUMENTS, f"{name} does not take {_count(len(node.args))}", span, hint=f"write {usages}")
        return ex.poison(span)
    signature = fitting[0]
    if len(fitting) > 1:
        first = ex.infer(node.args[0], scope, fitting[0].params[0])
        for other in fitting:
            if isinstance(first.type, SetType) == isinstance(other.params[0], SetType):
                signature = other
        checked = ex.require(first, node.args[0], scope, signature.params[0])
        rest = zip(node.args[1:], signature.params[1:], strict=True)
        args = (checked, *(ex.type_expr(arg, scope, type_) for arg, type_ in rest))
    else:
        args = tuple(ex.type_expr(arg, scope, type_) for arg, type_ in zip(node.args, signature.params, strict=True))
    if any(is_poison(arg.type) for arg in args):
        return ex.poison(span)
    if name in builtins.WITH_EMPTY:
        args = (*args, typed.Op("empty", (), type=SITES, span=span))
    return typed.Op(signature.op, args, type=signature.result, span=span)


# ---- the others ----


def _special(node: ast.Call, scope: Scope, hint: Type | None) -> typed.Expr:
    name, span = node.function.text, node.span
    match name:
        case "possible" | "moves":
            return choices.type_question(node, scope)
        case "kinds":
            return _kinds(node, scope)
        case "supply":
            misplaced_supply(node, scope)
            return ex.poison(span)
        case "side":
            return _side(node, scope)
        case "lines":
            return _lines(node, scope)
        case "any_of":
            return chance.type_any_of(node, scope, hint)
        case "top" | "bottom":
            return _end_of_pile(node, scope)
        case "min" | "max" if len(node.args) >= 2:
            args = tuple(ex.type_expr(arg, scope, INT) for arg in node.args)
            return typed.Op(name, args, type=INT, span=span)
        case "count" if len(node.args) == 2:
            return chance.count_faces(node, scope)
        case "any" | "no" | "count" | "first" | "only" | "sum" if len(node.args) == 1:
            return _of_set(node, node.args[0], scope, hint)
        case _:
            misused(node, scope)
            return ex.poison(span)


def misused(node: ast.Call, scope: Scope) -> None:
    name = node.function.text
    shape = {
        "reach": "reach(s from {a1}: neighbors(s) & empty)",
        "union": "union(d in orthogonal: slide(s, d))",
        "only": "only(set)",
        "count": "count(set), or count(x in set: condition)",
        "any": "any(set), or any(x in set: condition)",
        "no": "no(set), or no(x in set: condition)",
        "first": "first(set), or first(x in set: condition)",
        "min": "min(a, b), or min(x in set: number)",
        "max": "max(a, b), or max(x in set: number)",
    }
    default = f"{name}(x in set: {'number' if name in builtins.NUMBER_BINDERS else 'condition'})"
    ex.error(
        scope, codes.BINDER_FORM, f"{name} is not used like this", node.span, hint=f"write {shape.get(name, default)}"
    )


def _of_set(node: ast.Call, arg: ast.Expr, scope: Scope, hint: Type | None) -> typed.Expr:
    """`any(S)`, `no(S)`, `count(S)`, `first(S)`, `only(S)`, `sum(bag)`; `any(supply(K of p))`."""
    name, span = node.function.text, node.span
    if isinstance(arg, ast.Call) and is_supply(arg, scope) and name in ("any", "no", "count"):
        return supply_question(name, arg, span, scope)
    found = ex.infer(arg, scope, SetType(hint) if hint and name in ("first", "only") else None)
    if is_poison(found.type):
        return ex.poison(span)
    if isinstance(found.type, ZoneType) and name in ("any", "no", "count"):
        return size_question(name, found, span)
    found = contents(found, scope.env.game)
    if name == "first" and not look(found, span.text, span, scope):
        return ex.poison(span)
    if name == "sum":
        if isinstance(found.type, BagType) and isinstance(found.type.die.type, IntType):
            return typed.Op("bag_sum", (found,), type=INT, span=span)
        misused(node, scope)
        return ex.poison(span)
    if isinstance(found.type, BagType) and name == "count":
        return typed.Op("count", (found,), type=INT, span=span)
    if not isinstance(found.type, SetType | ListType):
        tip = f"compare it: {arg.span.text} != none" if name in ("any", "no") else ""
        ex.error(
            scope, codes.WRONG_TYPE, f"{name}(...) needs a set, and this is {wording.a(found.type)}", arg.span, hint=tip
        )
        return ex.poison(span)
    result: Type = {"count": INT, "any": BOOL, "no": BOOL}.get(name, found.type.of)
    return typed.Op(name, (found,), type=result, span=span)


def _end_of_pile(node: ast.Call, scope: Scope) -> typed.Expr:
    """`top(s.NAME)`, `bottom(s.NAME)`, `top(deck)`"""
    name, span = node.function.text, node.span
    if len(node.args) != 1:
        usage = f"write {name}(deck)" if scope.env.game.zones else f"write {name}(s.NAME)"
        ex.error(scope, codes.ARGUMENTS, f"{name} takes one pile", span, hint=usage)
        return ex.poison(span)
    (arg,) = node.args
    found = ex.infer(arg, scope)
    if is_poison(found.type):
        return ex.poison(span)
    if isinstance(found.type, ZoneType):
        return end_of_zone(name, found, arg, span, scope)
    if isinstance(found.type, ListType) and isinstance(found.type.of, ComponentType):
        if not look(found, span.text, span, scope):
            return ex.poison(span)
        return typed.Op(name, (found,), type=found.type.of, span=span)
    tip = ""
    piles = [layer.name for layer in scope.env.game.layers if layer.mode == "pile"]
    if isinstance(found.type, SiteType) and piles:
        tip = f"write {name}({arg.span.text}.{piles[0]})"
    elif isinstance(found.type, SetType):
        tip = f"a set has no order; if any will do, first({arg.span.text})"
    ex.error(scope, codes.WRONG_TYPE, f"{name} needs a pile, and this is {wording.a(found.type)}", arg.span, hint=tip)
    return ex.poison(span)


def _kinds(node: ast.Call, scope: Scope) -> typed.Expr:
    if len(node.args) != 1 or not isinstance(node.args[0], ast.Word):
        ex.error(scope, codes.ARGUMENTS, "`kinds` takes the name of a kind", node.span, hint="write kinds(Man)")
        return ex.poison(node.span)
    word = node.args[0]
    kind = kind_named(ast.Name(word.name, span=word.span), scope)
    if kind is None:
        return ex.poison(node.span)
    return typed.Op("kinds", (), real_kinds(kind), type=SetType(KindType(kind)), span=node.span)


def _side(node: ast.Call, scope: Scope) -> typed.Expr:
    """`side(N)`; a direction known only in play becomes a choice among the board's sides."""
    span = node.span
    board = board_or_error(scope, "side", node.function.span)
    if board is None:
        return ex.poison(span)
    if len(node.args) != 1:
        ex.error(scope, codes.ARGUMENTS, "`side` takes one direction", span, hint="write side(N)")
        return ex.poison(span)
    arg = node.args[0]
    if isinstance(arg, ast.Word) and scope.find(arg.name) is None and arg.name not in scope.env.declared:
        if arg.name in board.sides:
            return typed.Op("side", (), arg.name, type=SITES, span=span)
        if arg.name in board.direction_index:
            ex.error(
                scope,
                codes.UNKNOWN_NAME,
                f"this board has no side {arg.name}",
                arg.span,
                hint=f"its sides are {wording.listing(list(board.sides))}",
            )
            return ex.poison(span)
    direction = ex.type_expr(arg, scope, DIRECTION)
    if is_poison(direction.type):
        return ex.poison(span)
    if isinstance(direction, typed.Constant) and isinstance(direction.value, int):
        name = board.directions[direction.value]
        if name in board.sides:
            return typed.Op("side", (), name, type=SITES, span=span)
        return typed.Constant(0, type=SITES, span=span)
    if isinstance(direction, typed.LocalRef):
        return _side_of(direction, board, span)
    var = typed.Local("each", DIRECTION, span)
    just_one = typed.MakeSet((direction,), type=DIRECTIONS, span=span)
    body = _side_of(typed.LocalRef(var, type=DIRECTION, span=span), board, span)
    return typed.Bind("union", var, just_one, None, body, type=SITES, span=span)


def _side_of(direction: typed.Expr, board: Board, span: Span) -> typed.Expr:
    """The side of a direction that only the game knows: one condition for each side there is."""
    out: typed.Expr = typed.Constant(0, type=SITES, span=span)
    for name in reversed(list(board.sides)):
        if name in board.direction_index:
            value = typed.Constant(board.direction_index[name], type=DIRECTION, span=span)
            same = typed.Op("eq", (direction, value), type=BOOL, span=span)
            out = typed.Cond(same, typed.Op("side", (), name, type=SITES, span=span), out, type=SITES, span=span)
    return out


def _lines(node: ast.Call, scope: Scope) -> typed.Expr:
    if board_or_error(scope, "lines", node.function.span) is None:
        return ex.poison(node.span)
    if len(node.args) != 1:
        ex.error(scope, codes.ARGUMENTS, "`lines` takes one number", node.span, hint="write lines(3)")
        return ex.poison(node.span)
    length = ex.type_expr(node.args[0], scope, INT)
    if is_poison(length.type):
        return ex.poison(node.span)
    if not isinstance(length, typed.Constant):
        ex.error(
            scope,
            codes.WRONG_PLACE,
            "the length of `lines` must be known before play",
            node.args[0].span,
            hint="write a number, or an option",
        )
        return ex.poison(node.span)
    return typed.Op("lines", (), length.value, type=ListType(SITES), span=node.span)
