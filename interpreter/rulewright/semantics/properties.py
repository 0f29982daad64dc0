"""Typing what stands after a dot: `x.at`, `s.piece`, `h.passed(loop)`, `j.p`.

A property of a set is the set of the properties, a `map`.
"""

from __future__ import annotations

from rulewright.semantics import builtins, typed, wording
from rulewright.semantics import codes_typing as codes
from rulewright.semantics import expressions as ex
from rulewright.semantics.fitting import is_poison, kinds_of
from rulewright.semantics.layers import layer_named, standing, standing_on
from rulewright.semantics.scope import Removed, Scope
from rulewright.semantics.sides import ROTATION
from rulewright.semantics.symbols import ConstantFamily, FieldDecl, KindDecl, VarDecl
from rulewright.semantics.typed import ChoiceVar, Generic
from rulewright.semantics.types import (
    INT,
    LINK,
    BoolType,
    ComponentType,
    KindType,
    ListType,
    NoneType,
    PlayerType,
    SetType,
    SiteType,
    StepType,
    Type,
    ZoneType,
)
from rulewright.semantics.words import narrow
from rulewright.semantics.zones import contents, holder_type
from rulewright.source import Span, did_you_mean
from rulewright.syntax import ast


def type_property(node: ast.Property, scope: Scope) -> typed.Expr:
    subject = node.subject
    if isinstance(subject, ast.Word):
        chosen = scope.find(subject.name)
        if isinstance(chosen, ChoiceVar):
            return _chosen(chosen, node.name, node.span, scope)
    found = ex.infer(subject, scope)
    if is_poison(found.type):
        return ex.poison(node.span)
    result = property_of(found, node.name, node.span, scope)
    return narrow(result, node, scope, constant=False)


def _chosen(choice: ChoiceVar, name: ast.Name, span: Span, scope: Scope) -> typed.Expr:
    type_ = choice.members.get(name.text)
    if type_ is None:
        unknown_property(scope, name, f"the choice {choice.name}", list(choice.members))
        return ex.poison(span)
    return typed.Chosen(choice, name.text, type=type_, span=span)


def property_of(subject: typed.Expr, name: ast.Name, span: Span, scope: Scope) -> typed.Expr:
    """`subject.name`, typed; subject is not poison."""
    match subject.type:
        case SetType(of=of) | ListType(of=of):
            return _mapped(subject, of, name, span, scope)
        case SiteType():
            return _of_site(subject, name, span, scope)
        case ComponentType():
            return _of_component(subject, subject.type, name, span, scope)
        case KindType():
            return _of_kind(subject, subject.type, name, span, scope)
        case StepType():
            return _of_step(subject, name, span, scope)
        case ZoneType():
            return _of_zone(subject, name, span, scope)
        case NoneType():
            ex.error(scope, codes.UNKNOWN_PROPERTY, "none has no properties", span, hint="name what is meant")
            return ex.poison(span)
        case _:
            return _of_other(subject, name, span, scope)


def _simple(table: dict[str, tuple[str, Type]], subject: typed.Expr, name: str, span: Span) -> typed.Expr | None:
    if name not in table:
        return None
    op, type_ = table[name]
    return typed.Op(op, (subject,), type=type_, span=span)


def _mapped(subject: typed.Expr, of: Type, name: ast.Name, span: Span, scope: Scope) -> typed.Expr:
    if isinstance(of, NoneType):
        return typed.MakeSet((), type=SetType(of), span=span)
    var = typed.Local("each", of, subject.span)
    body = property_of(typed.LocalRef(var, type=of, span=subject.span), name, span, scope)
    if is_poison(body.type):
        return ex.poison(span)
    if isinstance(body.type, BoolType):
        text = subject.span.text
        ex.error(
            scope,
            codes.WRONG_TYPE,
            f"`{name.text}` is asked of many things at once",
            span,
            hint=f"ask for all or any of them: all(x in {text}: x.{name.text})",
        )
        return ex.poison(span)
    if isinstance(body.type, ZoneType):
        ex.error(
            scope,
            codes.WRONG_TYPE,
            f"`{name.text}` is asked of many things at once, and there is no set of zones",
            span,
            hint=f"ask it of each of them: all(x in {subject.span.text}: x.{name.text} == ...)",
        )
        return ex.poison(span)
    inner = body.type.of if isinstance(body.type, SetType | ListType) else body.type
    return typed.Bind("map", var, subject, None, body, type=SetType(inner), span=span)


# ---- sites ----


def _of_site(subject: typed.Expr, name: ast.Name, span: Span, scope: Scope) -> typed.Expr:
    word = name.text
    layer = layer_named(scope.env.game, word)
    if layer is not None:
        return standing_on(layer, subject, span)
    field = scope.env.declared.get(word)
    if isinstance(field, FieldDecl) and field.owner is None:
        return site_field(field, subject, span, scope)
    found = _simple(builtins.SITE_PROPERTIES, subject, word, span)
    if found is not None:
        return found
    if scope.env.gaps or (word in scope.env.declared and _broken(word, scope)):
        return ex.poison(span)
    text = subject.span.text
    if word in builtins.COMPONENT_PROPERTIES or _some_kind_with(word, scope):
        ex.error(
            scope,
            codes.UNKNOWN_PROPERTY,
            f"a site has no `{word}`; what stands on it may have",
            name.span,
            hint=f"write {standing(scope.env.game, text, _some_kind_with(word, scope), f'.{word}')}",
        )
        return ex.poison(span)
    if isinstance(field, Removed):
        ex.error(
            scope,
            codes.REMOVED_NAME,
            f"{word} is not part of the game as it is set up now",
            name.span,
            hint=field.reason,
        )
        return ex.poison(span)
    fields = [field.name for field in scope.env.game.site_fields]
    layers = [layer.name for layer in scope.env.game.layers]
    if word == "piece":
        ex.error(
            scope,
            codes.UNKNOWN_PROPERTY,
            "no component stands in a layer `piece`",
            name.span,
            hint=f"every kind is in a layer of its own name: write {standing(scope.env.game, text)}",
        )
        return ex.poison(span)
    unknown_property(scope, name, "a site", [*builtins.SITE_PROPERTIES, *layers, *fields], text)
    return ex.poison(span)


def site_field(field: FieldDecl, subject: typed.Expr, span: Span, scope: Scope) -> typed.Expr:
    """`s.level`, `level of s`: a field of a site, or of another thing that it is declared for."""
    scope.env.used.add(field.name)
    return typed.FieldRef(field, subject, None, type=field.type, span=span)


def _broken(word: str, scope: Scope) -> bool:
    from rulewright.semantics.scope import Broken

    return isinstance(scope.env.declared.get(word), Broken)


def _some_kind_with(word: str, scope: Scope) -> KindDecl | None:
    return next((kind for kind in scope.env.game.kinds if word in kind.constants or word in kind.fields), None)


# ---- components and kinds ----


def _of_component(subject: typed.Expr, type_: ComponentType, name: ast.Name, span: Span, scope: Scope) -> typed.Expr:
    member = member_of(type_, name, subject, span, scope)
    if member is not None:
        return member
    word, text = name.text, subject.span.text
    found = _simple(builtins.COMPONENT_PROPERTIES, subject, word, span)
    if found is not None:
        if word in _ABOUT_ZONES and not scope.env.game.zones:
            return _no_zones(name, scope, span)
        if word == "kind":
            found.type = KindType(type_.kind)
        elif word == "holder":
            found.type = holder_type(scope.env.game)
        return found
    if word == ROTATION and not scope.env.gaps:
        ex.error(
            scope,
            codes.UNKNOWN_PROPERTY,
            f"{wording.a(type_)} has no `rotation`: it has no sides",
            name.span,
            hint="what turns has sides: write `open of each direction: … ` in the block of its kind",
        )
        return ex.poison(span)
    of_site = [*builtins.SITE_PROPERTIES, *(field.name for field in scope.env.game.site_fields)]
    if word in of_site:
        ex.error(
            scope,
            codes.UNKNOWN_PROPERTY,
            f"`{word}` belongs to sites, not to what stands on them",
            name.span,
            hint=f"write {text}.at.{word}",
        )
        return ex.poison(span)
    if _definition(word, scope):
        ex.error(
            scope,
            codes.UNKNOWN_PROPERTY,
            f"{word} is a definition, not a property",
            name.span,
            hint=f"write {word}({text})",
        )
        return ex.poison(span)
    if scope.env.gaps:
        return ex.poison(span)
    members = [
        word
        for word in builtins.COMPONENT_PROPERTIES
        if scope.env.game.zones or word not in (*_ABOUT_ZONES, "face_down")
    ]
    for kind in kinds_of(type_, scope.env.game):
        for above in kind.ancestors():
            members += [*above.constants, *above.fields]
    unknown_property(scope, name, wording.a(type_), members, text)
    return ex.poison(span)


_ABOUT_ZONES = ("zone", "holder", "position")


def _no_zones(name: ast.Name, scope: Scope, span: Span) -> typed.Expr:
    if not scope.env.gaps:
        ex.error(
            scope,
            codes.UNKNOWN_PROPERTY,
            f"`{name.text}` is about zones, and this game has none",
            name.span,
            hint="the site of a component is x.at",
        )
    return ex.poison(span)


def member_of(
    type_: ComponentType | KindType, name: ast.Name, subject: typed.Expr, span: Span, scope: Scope
) -> typed.Expr | None:
    """A constant or field that all kinds of the type have, read; None if none of them has it. See `shared_member`."""
    word = name.text
    first = shared_member(type_, name, subject, span, scope)
    match first:
        case ConstantFamily(sides=None):
            return typed.KindConstant(first, subject, type=first.type, span=span)
        case FieldDecl(each=None):
            return typed.FieldRef(first, subject, None, type=first.type, span=span)
        case ConstantFamily(sides=each) | FieldDecl(each=each):
            over = each.name if each else "thing"
            if each is not None and each.turns:
                over = "direction"
            text = subject.span.text
            ex.error(
                scope, codes.OF_WHOM, f"there is a `{word}` of each {over}", span, hint=f"say which: {text}.{word}[...]"
            )
            return ex.poison(span)
        case _:
            return first


def shared_member(
    type_: ComponentType | KindType, name: ast.Name, subject: typed.Expr, span: Span, scope: Scope
) -> ConstantFamily | FieldDecl | typed.Expr | None:
    """The constant or field of that name that all kinds of the type have; None if none of them has it, poison where
    that is an error: where some of them lack it, or where a field is asked of a kind."""
    kinds = kinds_of(type_, scope.env.game)
    members = [member_named(kind, name.text) for kind in kinds]
    have = [member for member in members if member is not None]
    if not have:
        return None
    first = have[0]
    lacking = [kind for kind, member in zip(kinds, members, strict=True) if member is None]
    # A kind above that only gathers others (never on the board itself) need not have what all of those have.
    lacking = [kind for kind in lacking if not kind.children or kind.placed]
    word, text = name.text, subject.span.text
    if any(member is not first for member in have):
        both = wording.listing([kind.name for kind, member in zip(kinds, members, strict=True) if member][:3])
        ex.error(
            scope,
            codes.UNKNOWN_PROPERTY,
            f"{both} each have a `{word}` of their own",
            name.span,
            hint=f"declare {word} once, in a kind that is above them all",
        )
        return ex.poison(span)
    if lacking:
        owner = first.owner.name if first.owner else ""
        ex.error(
            scope,
            codes.MAYBE_OTHER_KIND,
            f"{text} may be {wording.article(lacking[0].name)}, which has no `{word}`",
            name.span,
            hint=f"take {text} from {owner}, or test it first: {text} is {owner} and ...",
        )
        return ex.poison(span)
    if isinstance(first, FieldDecl) and isinstance(type_, KindType):
        ex.error(
            scope,
            codes.UNKNOWN_PROPERTY,
            f"`{word}` belongs to each component, not to its kind",
            name.span,
            hint="read it from a component",
        )
        return ex.poison(span)
    return first


def member_named(kind: KindDecl, name: str) -> ConstantFamily | FieldDecl | None:
    for above in kind.ancestors():
        if name in above.constants:
            return above.constants[name]
        if name in above.fields:
            return above.fields[name]
    return None


def _of_kind(subject: typed.Expr, type_: KindType, name: ast.Name, span: Span, scope: Scope) -> typed.Expr:
    member = member_of(type_, name, subject, span, scope)
    if member is not None:
        return member
    constants = [c for kind in kinds_of(type_, scope.env.game) for above in kind.ancestors() for c in above.constants]
    if not scope.env.gaps:
        unknown_property(scope, name, "a kind", constants, subject.span.text)
    return ex.poison(span)


# ---- zones ----


def _of_zone(subject: typed.Expr, name: ast.Name, span: Span, scope: Scope) -> typed.Expr:
    """`z.owner`, `z.holder`; else the property of all that lies in it."""
    word, text = name.text, subject.span.text
    found = _simple(builtins.ZONE_PROPERTIES, subject, word, span)
    if found is not None:
        if word == "holder":
            found.type = holder_type(scope.env.game)
        return found
    if word in _FUNCTIONS:
        ex.error(
            scope,
            codes.UNKNOWN_PROPERTY,
            f"a zone has no `{word}`",
            name.span,
            hint=f"write {_FUNCTIONS[word]}({text})",
        )
        return ex.poison(span)
    return property_of(contents(subject, scope.env.game), name, span, scope)


_FUNCTIONS = {
    "top": "top", "bottom": "bottom", "first": "top", "last": "bottom", "count": "count", "size": "count",
    "length": "count", "empty": "no", "cards": "count",
}  # fmt: skip
"""What people look for as a property of a zone, and the function that gives it."""

# ---- the others ----


def _of_step(subject: typed.Expr, name: ast.Name, span: Span, scope: Scope) -> typed.Expr:
    found = _simple(builtins.STEP_PROPERTIES, subject, name.text, span)
    if found is not None:
        return found
    text = subject.span.text
    if name.text == "passed":
        ex.error(scope, codes.ARGUMENTS, "`passed` needs the name of a link", name.span, hint=f"{text}.passed(loop)")
    elif name.text in builtins.SITE_PROPERTIES or layer_named(scope.env.game, name.text):
        ex.error(
            scope,
            codes.UNKNOWN_PROPERTY,
            f"a step of a ray has no `{name.text}`; its site has",
            name.span,
            hint=f"write {text}.site.{name.text}",
        )
    else:
        unknown_property(scope, name, "a step of a ray", [*builtins.STEP_PROPERTIES, "passed"], text)
    return ex.poison(span)


def _of_other(subject: typed.Expr, name: ast.Name, span: Span, scope: Scope) -> typed.Expr:
    word, text = name.text, subject.span.text
    symbol = scope.env.declared.get(word)
    if isinstance(symbol, FieldDecl) and symbol.each is not None and symbol.each.over == subject.type:
        return site_field(symbol, subject, span, scope)
    if _broken(word, scope):
        return ex.poison(span)
    of = (isinstance(symbol, VarDecl | FieldDecl) and symbol.each is not None) or (
        isinstance(subject.type, PlayerType) and (word in builtins.SQUARE_TURNS or symbol is not None)
    )
    if of and not _definition(word, scope):
        tip = f"write {word} of {text}"
    elif _definition(word, scope):
        tip = f"write {word}({text})"
    else:
        tip = ""
    ex.error(scope, codes.UNKNOWN_PROPERTY, f"{wording.a(subject.type)} has no `{word}`", name.span, hint=tip)
    return ex.poison(span)


def _definition(word: str, scope: Scope) -> bool:
    symbol = scope.env.declared.get(word)
    return isinstance(symbol, Generic) and symbol.pure and not scope.env.bare.get(symbol, False)


def unknown_property(scope: Scope, name: ast.Name, what: str, candidates: list[str], text: str = "") -> None:
    near = did_you_mean(name.text, candidates) if len(set(candidates)) > 1 else None
    known = list(dict.fromkeys(candidates))
    if near:
        tip = f"did you mean {text}.{near}?" if text else f"did you mean {near}?"
    elif known and len(known) <= 12:
        tip = f"it has {wording.listing(known)}"
    else:
        tip = ""
    ex.error(scope, codes.UNKNOWN_PROPERTY, f"{what} has no `{name.text}`", name.span, label="unknown", hint=tip)


# ---- h.passed(loop) ----


def type_method(node: ast.Method, scope: Scope) -> typed.Expr:
    subject = ex.infer(node.subject, scope)
    if is_poison(subject.type):
        return ex.poison(node.span)
    name, text = node.name.text, node.subject.span.text
    if isinstance(subject.type, StepType) and name == "passed":
        if len(node.args) != 1:
            ex.error(
                scope, codes.ARGUMENTS, "`passed` takes the name of one link", node.span, hint=f"{text}.passed(loop)"
            )
            return ex.poison(node.span)
        link = ex.type_expr(node.args[0], scope, LINK)
        return typed.Op("step_passed", (subject, link), type=INT, span=node.span)
    args = ", ".join([text, *(arg.span.text for arg in node.args)])
    ex.error(
        scope,
        codes.UNKNOWN_PROPERTY,
        f"{wording.a(subject.type)} has no `{name}(...)`",
        node.name.span,
        hint=f"write {name}({args})",
    )
    return ex.poison(node.span)
