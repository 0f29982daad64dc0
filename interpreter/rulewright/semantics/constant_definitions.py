"""Definitions that depend on nothing but what they are given become tables: their values are worked out here.

    define leaps(s: site): set of site = union(d in orthogonal: steps(step(s, d), {turned(d, 1), turned(d, -1)}))

gives, for each site, what follows from the board alone, so that a game looks it up and never works it out. That is so
of a definition with one body, no modifiers and one parameter of few values (a site, player, direction, kind, enum or
bool) for which every value can be worked out while checking. One without parameters becomes its value.
"""

from __future__ import annotations

from rulewright.semantics import typed
from rulewright.semantics.constant_values import NONE_VALUE
from rulewright.semantics.constants import evaluate
from rulewright.semantics.scope import Env
from rulewright.semantics.symbols import Const
from rulewright.semantics.types import (
    POISON,
    BoolType,
    DirectionType,
    EnumType,
    IntType,
    KindType,
    PlayerType,
    SetType,
    SiteType,
    TextType,
    Type,
)

MOST = 1_024
"""Definitions over more values than this stay what they are."""


def tabulate(env: Env) -> None:
    """Fill `Generic.table` of all definitions for which that is possible. Bodies are typed, and without errors."""
    for generic in env.game.definitions:
        generic.table = _table(generic, env)


def _table(generic: typed.Generic, env: Env) -> tuple[Const | None, ...] | None:
    if len(generic.methods) != 1 or generic.modifiers or not _fine_result(generic.result):
        return None
    method = generic.methods[0]
    call = typed.Call(generic, (), type=generic.result or POISON, span=method.span)
    if not method.params:
        alone = evaluate(call, env)
        return None if alone is None else (alone,)
    if len(method.params) != 1:
        return None
    param = method.params[0]
    size = _size(param.type, env)
    if not 1 <= size <= MOST:
        return None
    values: list[Const | None] = []
    for value in range(size):
        call.args = (typed.Constant(value, type=param.type, span=call.span),)
        found = evaluate(call, env)
        if found is None:
            return None
        values.append(found)
    call.args = (typed.Constant(NONE_VALUE, type=param.type, span=call.span),)
    return (*values, evaluate(call, env))


def _fine_result(type_: Type | None) -> bool:
    match type_:
        case SetType(of=of):
            return isinstance(of, SiteType | PlayerType | DirectionType | KindType | EnumType)
        case _:
            return isinstance(
                type_, IntType | BoolType | SiteType | PlayerType | DirectionType | KindType | EnumType | TextType
            )


def _size(type_: Type, env: Env) -> int:
    """How many values a type has besides none; 0 if that is not a small fixed number."""
    game = env.game
    match type_:
        case SiteType():
            return len(game.board.sites) if game.board else 0
        case DirectionType():
            return len(game.board.directions) if game.board else 0
        case PlayerType():
            return len(game.players)
        case EnumType(enum=enum):
            return len(enum.values)
        case KindType():
            return len(game.kinds)
        case BoolType():
            return 2
        case _:
            return 0
