"""Typing expressions: an AST expression becomes a `typed.Expr`, in which every name is bound.

Types flow both ways. `infer` works out what an expression is; a `hint` (the type that is wanted at the place, or that
the other operand has) decides what words such as `off`, `none`, `{}` and a kind's name mean. `type_expr` infers and
then requires the wanted type. What is wrong is reported once and has the poison type from then on, which fits
everywhere.

The families of expressions stand in modules of their own: `words`, `properties`, `belonging` (`X of P`), `calls`,
`binders`, `operators`, `choices`.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.semantics import builtins, typed, wording
from rulewright.semantics import codes_typing as codes
from rulewright.semantics.fitting import adopt, fits, is_poison, overlap
from rulewright.semantics.layers import standing
from rulewright.semantics.scope import Context, Removed, Scope
from rulewright.semantics.symbols import KindDecl, OptionDecl
from rulewright.semantics.types import (
    BOOL,
    INT,
    NONE,
    POISON,
    BoolType,
    ComponentType,
    IntType,
    KindType,
    ListType,
    PlayerType,
    SetType,
    SiteType,
    StepType,
    Type,
    ZoneType,
)
from rulewright.source import Findings, Span
from rulewright.syntax import ast

LEAST, GREATEST = -(2**31), 2**31 - 1


def type_expr(node: ast.Expr, scope: Scope, expected: Type | None = None) -> typed.Expr:
    """The typed tree of `node`; its type fits `expected` if that is given.

    After an error, which goes to the findings of `scope.env`, the result has the type POISON.
    """
    found = infer(node, scope, expected)
    return found if expected is None else require(found, node, scope, expected)


def condition(node: ast.Expr, scope: Scope) -> typed.Expr:
    return type_expr(node, scope, BOOL)


def infer(node: ast.Expr, scope: Scope, hint: Type | None = None) -> typed.Expr:
    """The typed tree of `node`, whatever its type; `hint` is what would fit."""
    from rulewright.semantics import (
        belonging,
        binders,
        calls,
        chance,
        choices,
        indices,
        literals,
        operators,
        properties,
        words,
    )

    match node:
        case ast.Bad():
            return poison(node.span)
        case ast.Word():
            return words.type_word(node, scope, hint)
        case ast.Int():
            return integer(node.value, node.span, scope)
        case ast.Text():
            return literals.type_text(node, scope, hint)
        case ast.ListOf() | ast.SetOf():
            return literals.type_collection(node, scope, hint)
        case ast.Binder():
            return binders.type_binder(node, scope, hint)
        case ast.Closure():
            return binders.type_closure(node, scope)
        case ast.Weighted():
            return binders.type_weighted(node, scope)
        case ast.Choices():
            return choices.type_choices(node, scope)
        case ast.Call():
            return calls.type_call(node, scope, hint)
        case ast.Property():
            return properties.type_property(node, scope)
        case ast.Method():
            return properties.type_method(node, scope)
        case ast.Index():
            return indices.type_index(node, scope, hint)
        case ast.Of():
            return belonging.type_of(node, scope)
        case ast.The():
            return belonging.type_the(node, scope)
        case ast.Roll():
            return chance.type_roll(node, scope)
        case ast.Unary():
            return operators.type_unary(node, scope)
        case ast.Binary():
            return operators.type_binary(node, scope, hint)
        case ast.IsKind():
            return operators.type_is_kind(node, scope)
        case ast.Conditional():
            return operators.type_conditional(node, scope, hint)
        case _:
            raise AssertionError(node)


def poison(span: Span) -> typed.Expr:
    return typed.Constant(-1, type=POISON, span=span)


def integer(value: int, span: Span, scope: Scope) -> typed.Expr:
    if not LEAST <= value <= GREATEST:
        error(
            scope,
            codes.IMPOSSIBLE_NUMBER,
            f"{value} is too large a number",
            span,
            hint="numbers go from -2,147,483,648 to 2,147,483,647",
        )
        return poison(span)
    return typed.Constant(value, type=INT, span=span)


def error(scope: Scope, code: str, title: str, span: Span, *, label: str = "", hint: str = "", fix: str = "") -> None:
    scope.env.findings.add(code, title, span, label=label, hint=hint, fix=fix)


def probe(node: ast.Expr, scope: Scope, hint: Type | None = None) -> typed.Expr:
    """What `node` would be, without reporting anything."""
    env = scope.env
    kept, env.findings = env.findings, Findings()
    try:
        return infer(node, scope, hint)
    finally:
        env.findings = kept


def needs_hint(node: ast.Expr, scope: Scope) -> bool:
    """Whether what `node` means may depend on what is wanted: kinds, words of options and enums, `none`, `{}`."""
    from rulewright.semantics.unknown_words import all_enums

    match node:
        case ast.Word(name=name):
            if scope.find(name) is not None:
                return False
            symbol = scope.env.declared.get(name)
            if isinstance(symbol, OptionDecl):
                return names_players(symbol, scope)
            if symbol is None and name != "none" and name in builtins.WORD_NAMES:
                return any(name in enum.values for enum in all_enums(scope))
            return symbol is None or isinstance(symbol, KindDecl | Removed)
        case ast.SetOf(items=items) | ast.ListOf(items=items):
            return all(needs_hint(item, scope) for item in items)
        case ast.Conditional():
            return needs_hint(node.then, scope) and needs_hint(node.otherwise, scope)
        case ast.Binary(op="+" | "-" | "&"):
            return needs_hint(node.left, scope) and needs_hint(node.right, scope)
        case _:
            return False


def names_players(option: OptionDecl, scope: Scope) -> bool:
    """Whether the words of an option are players: it then stands for a player where one is wanted."""
    return option.enum is not None and all(word in scope.env.game.players for word in option.enum.values)


def pure(scope: Scope, place: str) -> Context:
    """The context of a part that may be evaluated any number of times, or not at all: no chance in it."""
    return replace(scope.context, place=place, chance=False, effects=False, decisions=False)


def require(found: typed.Expr, node: ast.Expr, scope: Scope, expected: Type) -> typed.Expr:
    """`found`, if it fits `expected`; else an error and poison. `none` and `{}` get the type that is wanted."""
    game = scope.env.game
    if is_poison(found.type) or is_poison(expected):
        return found
    if isinstance(found.type, ZoneType) and isinstance(expected, SetType | ListType):
        found = _contents(found, expected, node, scope)
    if isinstance(found.type, ListType) and isinstance(expected, SetType):
        found = typed.Op("as_set", (found,), type=SetType(found.type.of), span=found.span)
    if fits(found.type, expected, game):
        return adopt(found, expected)
    if overlap(found.type, expected, game) and isinstance(expected, ComponentType) and expected.kind:
        name, text = expected.kind.name, node.span.text
        error(
            scope,
            codes.MAYBE_OTHER_KIND,
            f"{text} need not be {wording.article(name)}",
            node.span,
            label=f"it may be {wording.a(found.type)} of another kind" if _kind(found) else "it may be any component",
            hint=f"take it from {name}, or test it first: {text} is {name} and ...",
        )
        return poison(node.span)
    if found.type == NONE:
        error(
            scope,
            codes.WRONG_TYPE,
            f"none is not {wording.a(expected)}",
            node.span,
            hint=f"{wording.a(expected)} is always there; give its value",
        )
        return poison(node.span)
    error(
        scope,
        codes.WRONG_TYPE,
        f"this is {wording.a(found.type)}, and {wording.a(expected)} is needed",
        node.span,
        label=wording.a(found.type),
        hint=_conversion(found.type, expected, node, scope),
    )
    return poison(node.span)


def _contents(zone: typed.Expr, expected: Type, node: ast.Expr, scope: Scope) -> typed.Expr:
    """What lies in a zone, where a set or a list is wanted."""
    from rulewright.semantics.zones import contents, look

    found = contents(zone, scope.env.game)
    if isinstance(expected, ListType) and not look(found, node.span.text, node.span, scope):
        return poison(node.span)
    return found


def _kind(found: typed.Expr) -> bool:
    return isinstance(found.type, ComponentType) and found.type.kind is not None


def _zone_of_players(scope: Scope) -> str:
    """The name of a zone that each player has; "" if there is none."""
    zones = (zone for zone in scope.env.game.zones if zone.each and isinstance(zone.each.over, PlayerType))
    return next((zone.name for zone in zones), "")


def _conversion(actual: Type, expected: Type, node: ast.Expr, scope: Scope) -> str:
    """How to get from what is there to what is wanted, where there is a usual way."""
    text = node.span.text
    if any(isinstance(node, c) for c in (ast.Binary, ast.Conditional, ast.Of, ast.The, ast.Unary, ast.IsKind)):
        text = f"({text})"
    match actual, expected:
        case SetType() | ListType(), BoolType():
            return f"ask whether there is one: any({text.strip('()') if text.startswith('(') else text})"
        case ((ComponentType() | SiteType() | PlayerType() | KindType()), BoolType()):
            return f"compare it: {text} != none"
        case IntType(), BoolType():
            return f"compare it: {text} > 0"
        case PlayerType(), SiteType() if zone := _zone_of_players(scope):
            return f"name the zone: {zone} of {text}"
        case ComponentType(), SiteType():
            return f"its site is {text}.at"
        case ComponentType(), PlayerType():
            return f"its owner is {text}.owner"
        case ComponentType(), KindType():
            return f"its kind is {text}.kind"
        case SiteType(), ComponentType():
            return f"what stands on it is {standing(scope.env.game, text)}"
        case SiteType(), PlayerType():
            return f"who owns what stands on it is {text}.owner"
        case ZoneType(), BoolType():
            return f"ask whether anything lies in it: any({text.strip('()')})"
        case ZoneType(), IntType():
            return f"how many lie in it is count({text.strip('()')})"
        case ZoneType(), PlayerType():
            return f"whose it is, is {text}.owner"
        case ZoneType(), ComponentType():
            return f"if there is just one in it, take only({text}); the uppermost of an ordered zone is top({text})"
        case ComponentType(), ZoneType():
            return f"the zone in which it lies is {text}.zone"
        case ZoneType(), ZoneType():
            return "what may be one zone or another is declared: var z: zone = ..."
        case StepType(), SiteType():
            return f"its site is {text}.site"
        case (SetType(of=ComponentType()), SetType(of=SiteType())):
            return f"their sites are {text}.at"
        case (SetType(of=SiteType()), SetType(of=ComponentType())):
            return f"what stands on them is {standing(scope.env.game, text)}"
        case ((SetType(of=of) | ListType(of=of)), _) if of == expected:
            return f"if it has just one member, take only({text}); if any will do, first({text})"
        case _, SetType(of=of) if of == actual:
            return f"a set with just this member is {{{text}}}"
        case _:
            return ""
