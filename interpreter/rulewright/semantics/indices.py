"""Typing indices: `x.sides[d]`, `L[i]`, `deck[2]`."""

from __future__ import annotations

from rulewright.semantics import codes_typing as codes
from rulewright.semantics import expressions as ex
from rulewright.semantics import typed, wording
from rulewright.semantics.fitting import is_poison, kinds_of
from rulewright.semantics.properties import member_named, property_of, shared_member
from rulewright.semantics.scope import Scope
from rulewright.semantics.symbols import ConstantFamily, Domain, FieldDecl, VarDecl
from rulewright.semantics.typed import ChoiceVar
from rulewright.semantics.types import INT, ComponentType, KindType, ListType, SetType, Type
from rulewright.semantics.zones import contents, look
from rulewright.syntax import ast


def type_index(node: ast.Index, scope: Scope, hint: Type | None) -> typed.Expr:
    match node.subject:
        case ast.Property(subject=inner, name=name) if not _is_choice(inner, scope):
            owner = ex.infer(inner, scope)
            if is_poison(owner.type):
                return ex.poison(node.span)
            found = _of_member(owner, name, node, scope)
            if found is not None:
                return found
            subject = property_of(owner, name, node.subject.span, scope)
        case ast.Word(name=word) if scope.find(word) is None and _of_each(word, scope):
            ex.error(
                scope,
                codes.OF_WHOM,
                f"`{word}` is read with `of`",
                node.span,
                hint=f"write {word} of {node.index.span.text}",
            )
            return ex.poison(node.span)
        case _:
            subject = contents(
                ex.infer(node.subject, scope, ListType(hint) if hint is not None else None), scope.env.game
            )
    match subject.type:
        case ListType() if not look(subject, node.span.text, node.span, scope):
            return ex.poison(node.span)
        case ListType(of=of):
            index = ex.type_expr(node.index, scope, INT)
            return typed.Op("item", (subject, index), type=of, span=node.span)
        case _ if is_poison(subject.type):
            return ex.poison(node.span)
        case SetType():
            tip = "a set has no order; only(...) gives its one member, first(...) the first in the order of the board"
        case _:
            tip = "square brackets take an item from a list"
    ex.error(scope, codes.WRONG_TYPE, f"{wording.a(subject.type)} has no items to count", node.span, hint=tip)
    return ex.poison(node.span)


def _is_choice(node: ast.Expr, scope: Scope) -> bool:
    return isinstance(node, ast.Word) and isinstance(scope.find(node.name), ChoiceVar)


def _of_each(word: str, scope: Scope) -> bool:
    symbol = scope.env.declared.get(word)
    return isinstance(symbol, VarDecl | FieldDecl) and symbol.each is not None


def _of_member(owner: typed.Expr, name: ast.Name, node: ast.Index, scope: Scope) -> typed.Expr | None:
    """`x.explorers[d]`: a field `of each`, or a constant of sides; None if there is no such member."""
    if not isinstance(owner.type, ComponentType | KindType) or not _is_of_each(owner.type, name, scope):
        return None
    match shared_member(owner.type, name, owner, node.subject.span, scope):
        case FieldDecl(each=Domain() as each) as field:
            index = ex.type_expr(node.index, scope, each.over)
            return typed.FieldRef(field, owner, index, type=field.type, span=node.span)
        case ConstantFamily(sides=Domain() as sides) as family:
            index = ex.type_expr(node.index, scope, sides.over)
            return typed.KindConstant(family, owner, index, type=family.type, span=node.span)
        case _:
            return ex.poison(node.span)


def _is_of_each(type_: ComponentType | KindType, name: ast.Name, scope: Scope) -> bool:
    """Whether any kind of the type has a member of that name with several values."""
    for kind in kinds_of(type_, scope.env.game):
        match member_named(kind, name.text):
            case FieldDecl(each=Domain()) | ConstantFamily(sides=Domain()):
                return True
            case _:
                pass
    return False
