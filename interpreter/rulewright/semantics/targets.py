"""Typing assignments: what stands before `=`, `+=`, `-=` and what it may be given."""

from __future__ import annotations

from rulewright.semantics import codes_statements as codes
from rulewright.semantics import codes_typing, typed, wording
from rulewright.semantics import expressions as ex
from rulewright.semantics.fitting import is_poison
from rulewright.semantics.layers import layers_of, standing
from rulewright.semantics.scope import Scope
from rulewright.semantics.symbols import ConstantFamily, KindDecl
from rulewright.semantics.typed import Local
from rulewright.semantics.types import (
    INT,
    KIND,
    PLAYER,
    ComponentType,
    IntType,
    KindType,
    ListType,
    SetType,
    SiteType,
    Type,
    ZoneType,
)
from rulewright.semantics.zones import contents
from rulewright.syntax import ast

Assignable = typed.LocalRef | typed.VarRef | typed.FieldRef


def type_assign(node: ast.Assign, scope: Scope) -> list[typed.Statement]:
    match node.target:
        case ast.Word(name="mover" | "turn_number" | "round_number" | "active" as name) if not _own(name, scope):
            return _counter(name, node, scope)
        case ast.Property(subject=subject, name=ast.Name(text="owner" | "kind" as name)):
            what = ex.infer(subject, scope)
            if isinstance(what.type, ZoneType) and name == "kind":
                what = contents(what, scope.env.game)
            of = what.type.of if isinstance(what.type, SetType | ListType) else what.type
            if isinstance(of, ComponentType) and not _field(of, name):
                return _of_component(what, name, node, scope)
        case _:
            pass
    target = type_target(node.target, scope)
    if target is None:
        ex.infer(node.value, scope)
        return []
    wanted = target.type
    if node.op != "=" and not isinstance(wanted, IntType | SetType) and not is_poison(wanted):
        ex.error(
            scope,
            codes_typing.WRONG_TYPE,
            f"`{node.op}` needs a number or a set, and this is {wording.a(wanted)}",
            node.target.span,
            hint="give it a new value with =",
        )
        return []
    value = ex.type_expr(node.value, scope, wanted)
    if is_poison(value.type):
        return []
    if node.op == "=":
        lo, hi = bounds(target)
        check_range(value, lo, hi, node.target.span.text, scope)
    if isinstance(value, typed.AnyOf) and isinstance(target, typed.VarRef | typed.LocalRef):
        value.called = target.var.name
    return [typed.Assign(target, node.op, value, span=node.span)]


def _own(name: str, scope: Scope) -> bool:
    return scope.find(name) is not None or name in scope.env.declared


def _field(type_: ComponentType, name: str) -> bool:
    return type_.kind is not None and any(name in kind.fields for kind in type_.kind.ancestors())


def bounds(target: typed.Expr) -> tuple[int | None, int | None]:
    match target:
        case typed.LocalRef(var=var) | typed.VarRef(var=var):
            return var.lo, var.hi
        case typed.FieldRef(field=field) if not field.cycle:
            return field.lo, field.hi
        case _:
            return None, None


def check_range(value: typed.Expr, lo: int | None, hi: int | None, name: str, scope: Scope) -> None:
    """Report a number that is known now and lies outside of what `name` holds."""
    if lo is None or hi is None or not isinstance(value.type, IntType):
        return
    match value:
        case typed.Constant(value=int(number)) if not lo <= number <= hi:
            ex.error(
                scope,
                codes_typing.OUT_OF_RANGE,
                f"{name} holds {lo} to {hi}, not {number}",
                value.span,
                hint="change the number, or the range in the declaration",
            )
        case typed.Cond():
            check_range(value.then, lo, hi, name, scope)
            check_range(value.otherwise, lo, hi, name, scope)
        case _:
            pass


# ---- what may be assigned ----


def type_target(node: ast.Expr, scope: Scope) -> Assignable | None:
    """What is assigned; None after an error. A local variable is marked as assigned."""
    if isinstance(node, ast.Word):
        local = scope.find(node.name)
        if local is not None:
            return _local(node, local, scope)
    found = ex.infer(node, scope)
    if is_poison(found.type):
        return None
    match found:
        case typed.LocalRef(var=var) if isinstance(node, ast.Of) and var.each_size:
            if not var.mutable:
                _fixed(node, var.name, scope)
                return None
            var.assigned = True
            return found
        case typed.VarRef() | typed.FieldRef():
            if not scope.context.effects:
                ex.error(
                    scope,
                    codes.EFFECT_PLACE,
                    f"this changes the game, and {scope.context.place} may not",
                    node.span,
                    hint="a definition changes only its own `var`s",
                )
                return None
            return found
        case _:
            _not_assignable(node, found, scope)
            return None


def _local(node: ast.Word, local: Local | typed.ChoiceVar, scope: Scope) -> Assignable | None:
    if isinstance(local, typed.ChoiceVar) or not local.mutable:
        _fixed(node, node.name, scope)
        return None
    if local.each_size:
        ex.infer(node, scope)
        return None
    local.assigned = True
    return typed.LocalRef(local, type=local.type, span=node.span)


def _fixed(node: ast.Expr, name: str, scope: Scope) -> None:
    ex.error(
        scope,
        codes.ASSIGN_LET,
        f"{name} does not change",
        node.span,
        label="it is no `var`",
        hint=f"declare it with `var {name} = ...`, or use another name",
    )


def _not_assignable(node: ast.Expr, found: typed.Expr, scope: Scope) -> None:
    text = node.span.text
    title, tip = f"{text} cannot be given a value", ""
    match found:
        case typed.KindConstant(family=ConstantFamily(name=name, type=type_, sides=sides)):
            title = f"{name} is a constant of its kind"
            each = f" of each {sides.name}" if sides is not None else ""
            tip = f"if it changes during the game, declare a field: {name}{each}: {type_} = ..."
        case typed.Op(op="at", args=(what,)):
            tip = f"move it: move {what.span.text} to ..."
        case typed.Op(op="on", args=(site,)):
            tip = f"place Kind of P on {site.span.text}, move x to {site.span.text}, or remove {text}"
        case typed.Op(op="all_on" | "pile", args=(site,)):
            tip = f"place Kind of P on {site.span.text}, move x to {site.span.text}, or remove some of these"
        case typed.Op(op="site_owner"):
            there = standing(scope.env.game, text.rsplit(".", 1)[0], None, ".owner")
            tip = f"change the owner of what stands there: {there} = ..."
        case typed.ZoneRef():
            tip = f"move something into it: move ... to {text}; or all of it elsewhere: move {text} to ..."
        case typed.Op(op="zone_owner" | "zone_holder"):
            title = f"{text} is whose the zone is, for the whole game"
            tip = f"for what lies in it, write: for x in {text.rsplit('.', 1)[0]}: x.owner = ..."
        case typed.Op(op="zone_top" | "zone_bottom"):
            tip = "move something there: move ... to the zone, or behind it `bottom`"
        case typed.Bind(word="map", source=source):
            title = f"{text} are many"
            tip = f"change them one by one: for x in {source.span.text}:"
        case typed.Call(generic=generic):
            tip = f"{generic.name} is worked out; change what it is worked out from"
        case typed.Constant() if isinstance(node, ast.Word):
            symbol = scope.env.declared.get(node.name)
            if symbol is not None:
                title = f"{text} is fixed for the whole game"
                tip = "what changes is a `var`"
        case typed.Op() if isinstance(node, ast.Word) and isinstance(scope.env.declared.get(node.name), KindDecl):
            title, tip = f"{text} is a kind", "place, move or remove its components"
        case _:
            pass
    ex.error(scope, codes.NOT_ASSIGNABLE, title, node.span, hint=tip or "only a `var` or a field changes by `=`")


# ---- mover, counters, owner, kind ----


def _counter(name: str, node: ast.Assign, scope: Scope) -> list[typed.Statement]:
    context = scope.context
    if node.op != "=":
        ex.error(scope, codes.NOT_ASSIGNABLE, f"`{name}` is set with =", node.span)
        return []
    wanted: Type = PLAYER if name in ("mover", "active") else INT
    value = ex.type_expr(node.value, scope, wanted)
    if name == "active":
        ex.error(
            scope,
            codes.MOVER_PLACE,
            "`active` follows the turns",
            node.target.span,
            hint="`turn of P:` sets it; in `given`, `mover = P` sets it too",
        )
        return []
    if name == "mover":
        if not context.effects or (context.in_turn and not context.given):
            ex.error(
                scope,
                codes.MOVER_PLACE,
                f"`mover` cannot be set in {context.place}",
                node.span,
                hint="whoever decides is the mover: choose by P ...; further turns: again",
            )
            return []
        return [typed.SetMover(value, context.given, span=node.span)]
    if not context.given:
        ex.error(
            scope,
            codes.NOT_ASSIGNABLE,
            f"`{name}` counts by itself",
            node.span,
            hint="it is set only in the `given` of a scenario",
        )
        return []
    return [typed.SetCounter(name, value, span=node.span)]


def _of_component(what: typed.Expr, name: str, node: ast.Assign, scope: Scope) -> list[typed.Statement]:
    from rulewright.semantics.statements import effects_allowed

    span = node.span
    allowed = effects_allowed(scope, f"`.{name} =`", span)
    value = ex.type_expr(node.value, scope, PLAYER if name == "owner" else KIND)
    if node.op != "=":
        ex.error(scope, codes.NOT_ASSIGNABLE, f"`.{name}` is set with =", span)
        return []
    if not allowed or is_poison(value.type):
        return []
    if name == "owner":
        return [typed.SetOwner(what, value, span=span)]
    _same_layer(what, value, node, scope)
    return [typed.SetKind(what, value, span=span)]


def _same_layer(what: typed.Expr, kind: typed.Expr, node: ast.Assign, scope: Scope) -> None:
    """Report a change into a kind that never stands where the component does."""
    of = what.type.of if isinstance(what.type, SetType | ListType) else what.type
    if not isinstance(of, ComponentType) or not isinstance(kind.type, KindType):
        return
    mine, other = layers_of(of, scope.env.game), layers_of(kind.type, scope.env.game)
    if mine and other and not any(layer in other for layer in mine):
        ex.error(
            scope,
            codes_typing.WRONG_TYPE,
            "a component stays in its layer when its kind changes",
            node.value.span,
            label=f"stands in the layer {other[0].name}, not {mine[0].name}",
            hint="remove it, and place the other one",
        )


def one_component(node: ast.Expr, scope: Scope) -> typed.Expr | None:
    """A component; a site gets the hint to take what stands on it. None after an error."""
    found = ex.infer(node, scope)
    if isinstance(found.type, SiteType):
        ex.error(
            scope,
            codes_typing.WRONG_TYPE,
            "this is a site, not what stands on it",
            node.span,
            hint=f"write {standing(scope.env.game, node.span.text)}",
        )
        return None
    found = ex.require(found, node, scope, ComponentType(None))
    return None if is_poison(found.type) else found
