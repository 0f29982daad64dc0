"""Typing chance: `roll`, `any_of`, bags of dice. Each is a stop in the course of the game; few places may hold one."""

from __future__ import annotations

from rulewright.semantics import codes_typing as codes
from rulewright.semantics import expressions as ex
from rulewright.semantics import typed, wording
from rulewright.semantics.fitting import is_poison
from rulewright.semantics.scope import Broken, Scope
from rulewright.semantics.symbols import DieDecl
from rulewright.semantics.types import INT, POISON, BagType, ListType, SetType, Type
from rulewright.semantics.zones import contents
from rulewright.source import Span, did_you_mean
from rulewright.syntax import ast


def chance_allowed(scope: Scope, what: str, span: Span) -> bool:
    if scope.context.chance:
        return True
    ex.error(
        scope,
        codes.CHANCE_PLACE,
        f"{what} cannot stand in {scope.context.place}",
        span,
        label="nothing may be left to chance here",
        hint=f"do it before, on a line of its own: let x = {span.text.splitlines()[0]}",
    )
    return False


def type_roll(node: ast.Roll, scope: Scope) -> typed.Expr:
    if not chance_allowed(scope, "`roll`", node.span):
        return ex.poison(node.span)
    die = node.die
    symbol = scope.env.lookup(die.name) if isinstance(die, ast.Word) and scope.find(die.name) is None else None
    count = ex.type_expr(node.count, scope, INT) if node.count is not None else None
    if not isinstance(symbol, DieDecl):
        if not isinstance(symbol, Broken) and not scope.env.gaps:
            near = did_you_mean(die.span.text, list(scope.env.game.dice))
            ex.error(
                scope,
                codes.UNKNOWN_NAME,
                f"there is no die {die.span.text}",
                die.span,
                hint=f"did you mean {near}?" if near else "declare it: die d6: 1..6",
            )
        return ex.poison(node.span)
    type_ = BagType(symbol) if count else symbol.type
    if count and is_poison(count.type):
        return ex.poison(node.span)
    return typed.RollDie(symbol, count, type=type_, span=node.span)


def type_any_of(node: ast.Call, scope: Scope, hint: Type | None) -> typed.Expr:
    allowed = chance_allowed(scope, "`any_of`", node.span)
    if len(node.args) != 1:
        ex.error(scope, codes.ARGUMENTS, "`any_of` takes one set", node.span, hint="write any_of(empty)")
        return ex.poison(node.span)
    found = contents(ex.infer(node.args[0], scope, SetType(hint) if hint else None), scope.env.game)
    if not isinstance(found.type, SetType | ListType):
        if not is_poison(found.type):
            ex.error(
                scope,
                codes.WRONG_TYPE,
                f"any_of(...) needs a set, and this is {wording.a(found.type)}",
                node.args[0].span,
            )
        return ex.poison(node.span)
    if not allowed or is_poison(found.type):
        return ex.poison(node.span)
    return typed.AnyOf(found, None, None, type=found.type.of, span=node.span)


def count_faces(node: ast.Call, scope: Scope) -> typed.Expr:
    """`count(roll 3 of combat, sword)`"""
    bag = ex.infer(node.args[0], scope)
    if not isinstance(bag.type, BagType):
        if not is_poison(bag.type):
            from rulewright.semantics.calls import misused

            misused(node, scope)
        return ex.poison(node.span)
    face = ex.type_expr(node.args[1], scope, bag.type.die.type)
    if face.type == POISON:
        return ex.poison(node.span)
    return typed.Op("bag_count", (bag, face), type=INT, span=node.span)
