"""`modify power(f: Figure) by +1 when …`: what changes the value of a definition or of a kind's constant everywhere."""

from __future__ import annotations

from rulewright.semantics import codes_rules as codes
from rulewright.semantics import dispatch, wording
from rulewright.semantics import expressions as ex
from rulewright.semantics.calls import result_of
from rulewright.semantics.facts import knowing
from rulewright.semantics.fitting import fits, is_poison
from rulewright.semantics.methods import params_scope
from rulewright.semantics.scope import Broken, Context, Env, Scope
from rulewright.semantics.symbols import ConstantFamily, KindDecl
from rulewright.semantics.typed import Generic, Local, Modifier
from rulewright.semantics.typenames import resolve_type
from rulewright.semantics.types import INT, POISON, ComponentType, IntType, Type
from rulewright.source import Span, did_you_mean
from rulewright.syntax import ast


def type_modifier(node: ast.Modify, kind: KindDecl | None, env: Env) -> None:
    """Add a modifier to what it modifies."""
    symbol = env.lookup(node.name.text)
    if isinstance(symbol, Broken):
        return
    if isinstance(symbol, Generic) and symbol.pure:
        if not symbol.methods:
            return
        general = dispatch.general_params(symbol, env.game)
        params = _params(node, kind, general, env)
        result = result_of(symbol, node.name.span, Scope(env, Context("a modifier")))
        modifiers = symbol.modifiers
    else:
        found = _family(node, kind, env)
        if found is None:
            return
        family, params = found
        result, modifiers = family.type, family.modifiers
    if params is None or result is None:
        return
    if node.how != "becomes" and not isinstance(result, IntType) and not is_poison(result):
        env.findings.add(
            codes.MODIFY,
            f"{node.name.text} gives {wording.a(result)}, which `{node.how}` cannot change",
            node.name.span,
            hint="write `becomes` and the new value",
        )
        return
    _add(node, kind, params, result if node.how == "becomes" else INT, modifiers, env)


def _add(
    node: ast.Modify, kind: KindDecl | None, params: tuple[Local, ...], wanted: Type, into: list[Modifier], env: Env
) -> None:
    scope = params_scope(params, Context("a modifier"), env)
    self_var = next((param for param in params if param.name == "self"), None)
    if kind is not None and self_var is None:
        self_var = Local("self", ComponentType(kind), node.name.span)
        scope.names["self"] = self_var
    condition = ex.condition(node.condition, scope) if node.condition is not None else None
    value = ex.type_expr(node.value, knowing(scope, node.condition), wanted)
    if is_poison(value.type) or (condition is not None and is_poison(condition.type)):
        return
    tags = tuple(tag.text for tag in node.tags)
    into.append(Modifier(params, node.how, value, condition, kind, self_var, tags, node.name.span))


def _params(node: ast.Modify, kind: KindDecl | None, general: list[Type], env: Env) -> tuple[Local, ...] | None:
    if len(node.params) != len(general):
        env.findings.add(
            codes.MODIFY,
            f"{node.name.text} takes {len(general)} values, not {len(node.params)}",
            node.name.span,
            hint="name all that it takes",
        )
        return None
    out: list[Local] = []
    for param, wanted in zip(node.params, general, strict=True):
        type_ = _param_type(param, kind, wanted, env)
        if not fits(type_, wanted, env.game):
            env.findings.add(
                codes.MODIFY,
                f"{param.name.text} is {wording.a(type_)} here, and {node.name.text} takes {wording.a(wanted)}",
                param.span,
                hint="a modifier may only ask for a more special kind",
            )
            type_ = POISON
        out.append(Local(param.name.text, type_, param.name.span))
    return tuple(out)


def _param_type(param: ast.Param, kind: KindDecl | None, wanted: Type, env: Env) -> Type:
    if param.type is not None:
        return resolve_type(param.type, env)
    if param.name.text == "self":
        if kind is not None:
            return ComponentType(kind)
        env.findings.add(
            codes.NEEDS_SELF,
            "there is no `self` outside of a kind's block",
            param.span,
            hint="write what is modified, such as p: Pawn",
        )
        return POISON
    return wanted


def _family(node: ast.Modify, kind: KindDecl | None, env: Env) -> tuple[ConstantFamily, tuple[Local, ...]] | None:
    """The constant of that name that the kind of the one parameter has, and the parameter; None after an error."""
    name = node.name.text
    families = {f.name: f for k in env.game.kinds for above in k.ancestors() for f in above.constants.values()}
    if name in families and families[name].sides is not None:
        tip = "what changes in play is a field of each side, or a definition that reads it"
        env.findings.add(
            codes.MODIFY, f"{name} has a value of each side, which nothing modifies", node.name.span, hint=tip
        )
        return None
    if name not in families:
        if not env.gaps:
            _unknown(name, node.name.span, [*families, *(g.name for g in env.game.definitions)], env)
        return None
    if len(node.params) != 1:
        env.findings.add(
            codes.MODIFY,
            f"{name} is a constant of kinds, so one component is named",
            node.name.span,
            hint=f"write modify {name}(x: {families[name].owner.name}) ...",
        )
        return None
    param = node.params[0]
    type_ = _param_type(param, kind, ComponentType(families[name].owner), env)
    if not isinstance(type_, ComponentType):
        if not is_poison(type_):
            env.findings.add(
                codes.MODIFY,
                f"{name} belongs to components, and this is {wording.a(type_)}",
                param.span,
                hint=f"write {param.name.text}: {families[name].owner.name}",
            )
        return None
    for above in type_.kind.ancestors() if type_.kind else []:
        if name in above.constants:
            return above.constants[name], (Local(param.name.text, type_, param.name.span),)
    env.findings.add(
        codes.MODIFY,
        f"{wording.a(type_)} has no constant {name}",
        param.span,
        hint=f"{families[name].owner.name} has it",
    )
    return None


def _unknown(name: str, span: Span, known: list[str], env: Env) -> None:
    near = did_you_mean(name, known)
    env.findings.add(
        codes.MODIFY,
        f"there is no definition or constant {name} to modify",
        span,
        label="unknown",
        hint=f"did you mean {near}?" if near else f"declare it: define {name}(x: ...): int = ...",
    )
