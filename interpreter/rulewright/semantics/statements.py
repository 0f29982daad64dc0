"""Typing statements: values, control, calls. Decisions stand in `decisions`, effects in `effects`.

What may stand where is in the scope's `Context`: definitions have no effects, `given` no decisions, a part that may be
evaluated several times no chance.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.semantics import codes_statements as codes
from rulewright.semantics import codes_typing, typed, wording
from rulewright.semantics import expressions as ex
from rulewright.semantics.binders import type_source
from rulewright.semantics.calls import arguments
from rulewright.semantics.declare_state import constant_int, local_domain
from rulewright.semantics.facts import knowing, learn
from rulewright.semantics.fitting import bare, is_poison
from rulewright.semantics.local_names import declare_local
from rulewright.semantics.names import what_is
from rulewright.semantics.scope import Broken, Scope
from rulewright.semantics.targets import check_range, type_assign
from rulewright.semantics.typed import Event, Generic, Local
from rulewright.semantics.typenames import resolve_type
from rulewright.semantics.types import INT, PLAYER, POISON, IntType, ListType, NoneType, SetType, Type
from rulewright.semantics.zones import look
from rulewright.source import Span, did_you_mean
from rulewright.syntax import ast


def type_block(nodes: ast.Block, scope: Scope) -> typed.Block:
    """The statements of one block; names that they introduce are bound in `scope` itself."""
    out: list[typed.Statement] = []
    for node in nodes:
        out += type_statement(node, scope)
    return typed.Block(out)


def type_statement(node: ast.Statement, scope: Scope) -> list[typed.Statement]:
    """One statement; a list, as `place` may become several and a broken one none."""
    from rulewright.semantics import decisions, effects, together

    span = node.span
    match node:
        case ast.BadStatement():
            return []
        case ast.Let():
            return [_let(node, scope)]
        case ast.LocalVar():
            return [_local_var(node, scope)]
        case ast.Assign():
            return type_assign(node, scope)
        case ast.Do():
            return _call(node.call, span, scope)
        case ast.If():
            return [_if(node, scope)]
        case ast.For():
            return [_for(node, scope)]
        case ast.While():
            condition = ex.condition(node.condition, scope)
            return [typed.While(condition, _loop(node.body, knowing(scope, node.condition)), span=span)]
        case ast.Repeat():
            return [typed.Repeat(ex.type_expr(node.times, scope, INT), _loop(node.body, scope), span=span)]
        case ast.Break():
            if not scope.context.loop:
                ex.error(
                    scope,
                    codes.LOOP_PLACE,
                    "`break` stands outside of a loop",
                    span,
                    hint="`return` leaves a procedure or a definition",
                )
            return [typed.Break(span=span)]
        case ast.Return():
            return [_return(node, scope)]
        case ast.Together():
            return together.type_together(node, scope)
        case ast.OneMove():
            return decisions.type_one_move(node, scope)
        case ast.TurnOf():
            return _turn_of(node, scope)
        case ast.Choose() | ast.MayChoose() | ast.LetChoose() | ast.PickOne() | ast.Ask():
            return decisions.type_decision(node, scope)
        case _:
            return effects.type_effect(node, scope)


def effects_allowed(scope: Scope, what: str, span: Span) -> bool:
    """Whether the game may be changed here; reports it if not."""
    if scope.context.effects:
        return True
    ex.error(
        scope,
        codes.EFFECT_PLACE,
        f"{what} changes the game, and {scope.context.place} may not",
        span,
        hint="put it into `do`, a procedure, a trigger, or the flow of the game",
    )
    return False


# ---- values ----


def _let(node: ast.Let, scope: Scope) -> typed.Statement:
    value = ex.infer(node.value, scope)
    local = Local(node.name.text, known_type(value, node.name, scope), node.name.span)
    declare_local(scope, node.name, local)
    if isinstance(value, typed.AnyOf):
        value.called = local.name
    return typed.Let(local, value, span=node.span)


def known_type(value: typed.Expr, name: ast.Name, scope: Scope) -> Type:
    if isinstance(value.type, ListType | SetType) and isinstance(value.type.of, SetType):
        return value.type
    if bare(value.type):
        example = "site" if isinstance(value.type, NoneType) else "set of site"
        ex.error(
            scope,
            codes_typing.NEEDS_TYPE,
            f"{name.text} may be anything",
            value.span,
            label="this does not tell its type",
            hint=f"write var {name.text}: {example} = {value.span.text}",
        )
        return POISON
    return value.type


def _local_var(node: ast.LocalVar, scope: Scope) -> typed.Statement:
    env = scope.env
    declared = resolve_type(node.type, env) if node.type is not None else None
    value = ex.type_expr(node.value, scope, declared)
    type_ = declared if declared is not None else known_type(value, node.name, scope)
    local = Local(node.name.text, type_, node.name.span, mutable=True)
    if node.each is not None:
        domain = local_domain(env, node.each)
        if domain is None:
            local.type = POISON
        else:
            local.each_size, local.each_base, local.over = domain.size, domain.base, domain.over
    if isinstance(node.range, ast.Binary) and node.range.op == ".." and isinstance(type_, IntType):
        local.lo, local.hi = constant_int(env, node.range.left), constant_int(env, node.range.right)
        check_range(value, local.lo, local.hi, local.name, scope)
    elif node.range is not None and not is_poison(type_):
        ex.error(scope, codes_typing.WRONG_TYPE, "only a number has a range", node.range.span, hint="write int in 0..9")
    declare_local(scope, node.name, local)
    if isinstance(value, typed.AnyOf):
        value.called = local.name
    return typed.Let(local, value, span=node.span)


# ---- control ----


def _loop(body: ast.Block, scope: Scope) -> typed.Block:
    return type_block(body, scope.inner(replace(scope.context, loop=True)))


def _if(node: ast.If, scope: Scope) -> typed.Statement:
    branches: list[tuple[typed.Expr, typed.Block]] = []
    otherwise = scope
    for condition, body in node.branches:
        test = ex.condition(condition, otherwise)
        branches.append((test, type_block(body, knowing(otherwise, condition))))
        otherwise = knowing(otherwise, condition, False)
    last = type_block(node.otherwise, otherwise.inner()) if node.otherwise is not None else None
    if last is None and len(node.branches) == 1 and _leaves(branches[0][1]):
        scope.narrowed.update(otherwise.narrowed)
    return typed.If(branches, last, span=node.span)


_LEAVING = (typed.Return, typed.Win, typed.Lose, typed.Tie, typed.EveryoneLoses, typed.RankBy, typed.PayOut)


def _leaves(block: typed.Block) -> bool:
    """Whether what follows is not reached after the block."""
    return bool(block.statements) and isinstance(block.statements[-1], _LEAVING)


def _for(node: ast.For, scope: Scope) -> typed.Statement:
    source, of = type_source(node.source, scope)
    if not look(source, "`for`", node.source.span, scope):
        source = ex.poison(node.source.span)
    var = Local(node.var.text, of, node.var.span)
    inner = scope.inner(ex.pure(scope, "what a loop goes through"))
    declare_local(inner, node.var, var)
    filter_ = ex.condition(node.filter, inner) if node.filter is not None else None
    by_choice = len(node.keys) == 1 and node.keys[0] == ast.Word("choice", span=node.keys[0].span)
    if by_choice and scope.find("choice") is None:
        from rulewright.semantics.decisions import decision_allowed

        decision_allowed(scope, "`by choice`", node.keys[0].span)
    keys = () if by_choice else tuple(_key(key, knowing(inner, node.filter)) for key in node.keys)
    body_scope = knowing(scope.inner(replace(scope.context, loop=True)), None)
    body_scope.names[node.var.text] = var
    if node.filter is not None:
        learn(body_scope, node.filter)
    body = type_block(node.body, body_scope)
    return typed.For(var, source, filter_, keys, by_choice, body, span=node.span)


def _key(node: ast.Expr, scope: Scope) -> typed.Expr:
    return ordering_key(node, scope)


def ordering_key(node: ast.Expr, scope: Scope) -> typed.Expr:
    """What things are ordered by: any single value."""
    key = ex.infer(node, scope)
    if isinstance(key.type, SetType | ListType | NoneType) and not is_poison(key.type):
        ex.error(
            scope,
            codes_typing.WRONG_TYPE,
            f"things cannot be ordered by {wording.a(key.type)}",
            node.span,
            hint="order them by a number, a player, a site",
        )
        return ex.poison(node.span)
    return key


def _return(node: ast.Return, scope: Scope) -> typed.Statement:
    wanted = scope.context.returns
    if wanted is None:
        if node.value is not None:
            ex.infer(node.value, scope)
            ex.error(
                scope,
                codes.RETURN,
                f"{scope.context.place} gives no value",
                node.span,
                hint="write `return` alone; what gives a value is a define",
            )
        return typed.Return(None, span=node.span)
    if node.value is None:
        ex.error(
            scope,
            codes.RETURN,
            "a definition returns a value",
            node.span,
            hint=f"write what it gives: {wording.a(wanted)}",
        )
        return typed.Return(None, span=node.span)
    return typed.Return(ex.type_expr(node.value, scope, wanted), span=node.span)


def always_returns(block: typed.Block) -> bool:
    """Whether every way through the block ends with a `return`."""
    for statement in block.statements:
        match statement:
            case typed.Return():
                return True
            case typed.If(branches=branches, otherwise=otherwise) if otherwise is not None:
                if all(always_returns(body) for _, body in branches) and always_returns(otherwise):
                    return True
            case typed.While(condition=typed.Constant(value=1), body=body) if not _breaks(body):
                return True
            case _:
                pass
    return False


def _breaks(block: typed.Block) -> bool:
    for statement in block.statements:
        match statement:
            case typed.Break():
                return True
            case typed.If(branches=branches, otherwise=otherwise):
                if any(_breaks(body) for _, body in branches) or (otherwise is not None and _breaks(otherwise)):
                    return True
            case _:
                pass
    return False


def _turn_of(node: ast.TurnOf, scope: Scope) -> list[typed.Statement]:
    context = scope.context
    player = ex.type_expr(node.player, scope, PLAYER)
    if context.in_turn or context.setup or context.given or not context.effects:
        within = "inside another turn" if context.in_turn else f"in {context.place}"
        ex.error(
            scope, codes.TURN_PLACE, f"a turn cannot begin {within}", _head(node), hint="`turn of P:` stands in `flow`"
        )
        return []
    inner = replace(context, in_turn=True, procedure=False, loop=False, place="a turn")
    body = type_block(node.body, scope.inner(inner))
    return [typed.TurnOf(player, body, tuple(tag.text for tag in node.tags), span=node.span)]


def _head(node: ast.TurnOf) -> Span:
    return Span(node.span.source, node.span.start, node.player.span.end)


# ---- calls ----


def _call(call: ast.Call, span: Span, scope: Scope) -> list[typed.Statement]:
    name = call.function.text
    symbol = scope.env.lookup(name) if scope.find(name) is None else None
    match symbol:
        case Generic(pure=False):
            args = arguments(symbol, call.args, span, scope)
            if not effects_allowed(scope, f"the procedure {name}", span) or args is None:
                return []
            return [typed.CallProcedure(symbol, args, span=span)]
        case Broken():
            for arg in call.args:
                ex.infer(arg, scope)
            return []
        case Event():
            _no_effect(scope, f"{name} is an event", span, f"let it happen with: emit {name}(...)")
            return []
        case None:
            found = _quiet(call, scope)
            if found is None:
                _unknown_procedure(call, scope)
                return []
        case Generic():
            pass
        case _ if what_is(symbol) == "an action":
            _no_effect(scope, f"{name} is an action", span, f"offer it with: choose {name}")
            return []
        case _:
            pass
    value = ex.infer(call, scope)
    if not is_poison(value.type):
        _no_effect(
            scope,
            f"{name}(...) changes nothing, and what it gives is not used",
            span,
            f"keep it with: let x = {span.text}",
        )
    return []


def _no_effect(scope: Scope, title: str, span: Span, tip: str) -> None:
    ex.error(scope, codes.NO_EFFECT, title, span, hint=tip)


def _quiet(call: ast.Call, scope: Scope) -> str | None:
    """The name, if it is a built-in function or a local."""
    from rulewright.semantics.builtins import FUNCTION_NAMES

    name = call.function.text
    return name if name in FUNCTION_NAMES or scope.find(name) is not None else None


def _unknown_procedure(call: ast.Call, scope: Scope) -> None:
    if scope.env.gaps:
        return
    name = call.function.text
    known = [word for word, symbol in scope.env.declared.items() if isinstance(symbol, Generic) and not symbol.pure]
    near = did_you_mean(name, known)
    tip = f"did you mean {near}?" if near else f"declare it: procedure {name}(...):"
    ex.error(
        scope,
        codes_typing.UNKNOWN_FUNCTION,
        f"there is no procedure {name}",
        call.function.span,
        label="unknown",
        hint=tip,
    )
