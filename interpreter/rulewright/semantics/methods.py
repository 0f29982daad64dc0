"""Definitions and procedures: signatures first, then bodies.

All bodies of one name are the methods of one `Generic`. What a definition gives is declared, or worked out from its
body when it is first asked for; `Env.pending` holds what is still to be typed.
"""

from __future__ import annotations

from rulewright.semantics import codes_rules, codes_typing, dispatch, typed, wording
from rulewright.semantics import codes_statements as codes
from rulewright.semantics import expressions as ex
from rulewright.semantics.fitting import bare, is_poison, join
from rulewright.semantics.local_names import declare_local
from rulewright.semantics.names import broken, declare, doubled
from rulewright.semantics.scope import Context, Env, Scope
from rulewright.semantics.statements import always_returns, type_block
from rulewright.semantics.symbols import KindDecl
from rulewright.semantics.typed import Generic, Local, Method
from rulewright.semantics.typenames import resolve_type
from rulewright.semantics.types import POISON, ComponentType, NoneType, Type
from rulewright.source import Label
from rulewright.syntax import ast
from rulewright.syntax.codes_words import KEYWORD_AS_NAME
from rulewright.syntax.grammar import soft_words

PROCEDURE = Context("a procedure", effects=True, decisions=True, chance=True, procedure=True)


def declare_method(env: Env, node: ast.Define | ast.Procedure, kind: KindDecl | None) -> None:
    """Bind the name of a definition or procedure, and add this body to its methods (not typed yet)."""
    pure = isinstance(node, ast.Define)
    if not pure and node.name.text in soft_words():
        # A statement that begins with such a word is read as something else, never as a call.
        env.findings.add(
            KEYWORD_AS_NAME,
            f"a procedure cannot be called `{node.name.text}`",
            node.name.span,
            hint="at the start of a line it is a word of the language; choose another name",
        )
        broken(env, node.name.text, node.name.span)
        return
    generic = env.declared.get(node.name.text)
    if not isinstance(generic, Generic):
        generic = Generic(node.name.text, [], None, pure)
        if not declare(env, node.name, generic):
            return
        (env.game.definitions if pure else env.game.procedures).append(generic)
    elif generic.pure != pure:
        what = "a definition" if generic.pure else "a procedure"
        doubled(env.findings, node.name, what, env.spans.get(node.name.text))
        return
    has_self = any(param.name.text == "self" for param in node.params or ())
    if kind is not None and not has_self:
        params = ", ".join(["self", *(param.name.text for param in node.params or ())])
        env.findings.add(
            codes_rules.NEEDS_SELF,
            f"{node.name.text} stands in the block of {kind.name} and does not take `self`",
            node.name.span,
            hint=f"write {node.name.text}({params}), or put it outside of the block",
        )
    params_ = tuple(_param(param, kind, env) for param in node.params or ())
    result = resolve_type(node.result, env) if isinstance(node, ast.Define) and node.result is not None else None
    tags = tuple(tag.text for tag in node.tags)
    method = Method(node.name.text, params_, result, typed.Block([]), kind, tags, node.name.span)
    if generic.methods and not _alike(generic, method, env):
        return
    generic.methods.append(method)
    env.bare[generic] = node.params is None
    env.postpone(method, lambda: _type_body(method, generic, node, env))


def _param(param: ast.Param, kind: KindDecl | None, env: Env) -> Local:
    name = param.name.text
    type_: Type
    if name == "self":
        type_ = ComponentType(kind) if kind is not None else POISON
        if kind is None:
            env.findings.add(
                codes_rules.NEEDS_SELF,
                "there is no `self` outside of a kind's block",
                param.span,
                hint="write what it takes, such as p: Pawn; or move it into the kind's block",
            )
    elif param.type is None:
        type_ = POISON
        env.findings.add(
            codes_typing.NEEDS_TYPE, f"{name} may be anything", param.span, hint=f"write its type: {name}: site"
        )
    else:
        type_ = resolve_type(param.type, env)
    return Local(name, type_, param.name.span)


def _alike(generic: Generic, method: Method, env: Env) -> bool:
    """Whether a further method goes with the first; reports it if not."""
    first = generic.methods[0]

    def differ(title: str, hint: str) -> bool:
        others = (Label(first.span, "the first one"),)
        env.findings.add(codes_rules.METHODS_DIFFER, title, method.span, hint=hint, others=others)
        return False

    if len(first.params) != len(method.params):
        return differ(
            f"{generic.name} takes {len(first.params)} values elsewhere, and {len(method.params)} here",
            "all bodies of one name take the same values; give this one another name",
        )
    if not any(isinstance(param.type, ComponentType) for param in method.params):
        if not any(is_poison(param.type) for param in method.params):
            doubled(env.findings, ast.Name(generic.name, span=method.span), "one", first.span)
        return False
    for one, other in zip(first.params, method.params, strict=True):
        same = isinstance(one.type, ComponentType) and isinstance(other.type, ComponentType)
        if not same and one.type != other.type and not is_poison(one.type) and not is_poison(other.type):
            return differ(
                f"{other.name} is {wording.a(other.type)} here, and {wording.a(one.type)} elsewhere",
                "only the kinds of components may differ",
            )
    return True


def settle_results(env: Env) -> None:
    """After all signatures: what each definition gives, where that is declared; and no two methods tie."""
    for generic in [*env.game.definitions, *env.game.procedures]:
        if not generic.methods:
            continue
        tied = _ambiguity(generic, env)
        if not generic.pure:
            continue
        declared = [method for method in generic.methods if method.result is not None]
        for method in declared:
            assert method.result is not None
            first = declared[0].result or POISON
            wider = method.result if generic.result is None else join(generic.result, method.result, env.game)
            if wider is None and tied:
                wider = POISON
            elif wider is None:
                env.findings.add(
                    codes_rules.METHODS_DIFFER,
                    f"{generic.name} gives {wording.a(method.result)} here, and {wording.a(first)} elsewhere",
                    method.span,
                    hint="all bodies of one definition give the same type",
                    others=(Label(declared[0].span, "the first one"),),
                )
                wider = POISON
            generic.result = wider
        if generic.result is None:
            _infer_later(generic, env)
            continue
        for method in generic.methods:
            method.result = method.result if method.result is not None else generic.result


def _ambiguity(generic: Generic, env: Env) -> bool:
    """Report two methods that fit some kinds equally well; whether there are any."""
    tie = dispatch.ambiguous(generic, env.game)
    if tie is None:
        return False
    kinds, methods = tie
    last = max(methods, key=lambda method: (method.span.source.name, method.span.start))
    names = wording.listing([wording.article(kind.name) for kind in kinds])
    env.findings.add(
        codes_rules.AMBIGUOUS_METHOD,
        f"two bodies of {generic.name} fit {names} equally well",
        last.span,
        hint=f"write one for {names}, or make one of the two more special",
        others=tuple(Label(method.span, "fits as well") for method in methods if method is not last),
    )
    return True


def _infer_later(generic: Generic, env: Env) -> None:
    def infer() -> None:
        result: Type | None = None
        for method in generic.methods:
            env.resume(method)
            found = method.result or POISON
            result = found if result is None else join(result, found, env.game) or POISON
        generic.result = result

    env.postpone(generic, infer)


def _type_body(method: Method, generic: Generic, node: ast.Define | ast.Procedure, env: Env) -> None:
    if isinstance(node, ast.Procedure):
        method.body = type_block(node.body, _body_scope(method, PROCEDURE, env))
        return
    if not isinstance(node.body, tuple):
        scope = _body_scope(method, Context("a definition"), env)
        body = ex.type_expr(node.body, scope, method.result)
        method.body = body
        if method.result is None:
            method.result = body.type
            if bare(body.type):
                _say_type(method, env, "site" if isinstance(body.type, NoneType) else "set of site")
        return
    if method.result is None:
        _say_type(method, env, "int")
    result = method.result or POISON
    scope = _body_scope(method, Context("a definition", returns=result), env)
    method.body = type_block(node.body, scope)
    if not is_poison(result) and not always_returns(method.body):
        env.findings.add(
            codes.RETURN,
            f"{generic.name} does not always give a value",
            method.span,
            hint="end it with `return` and the value for all other cases",
        )


def _say_type(method: Method, env: Env, example: str) -> None:
    env.findings.add(
        codes_typing.NEEDS_TYPE,
        f"{method.name} does not say what it gives",
        method.span,
        hint=f"write the type before what follows: {method.name}{'(...)' if method.params else ''}: {example}",
    )
    method.result = POISON


def _body_scope(method: Method, context: Context, env: Env) -> Scope:
    return params_scope(method.params, context, env)


def params_scope(params: tuple[Local, ...], context: Context, env: Env) -> Scope:
    """A scope with the parameters in it; they may not share a name."""
    scope = Scope(env, context)
    for param in params:
        declare_local(scope, ast.Name(param.name, span=param.span), param)
    return scope
