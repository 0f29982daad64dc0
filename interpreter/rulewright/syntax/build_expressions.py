"""AST builder: expressions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from lark import Token, Tree

from rulewright.source import Span
from rulewright.syntax import expressions as ast
from rulewright.syntax.building import UNKNOWN, Building, Child, Part, parts, text_of
from rulewright.syntax.codes_words import BINDER_FORM, CHOICES_FORM, NUMBER_TOO_LARGE
from rulewright.syntax.nodes import Name

LARGEST = 2**31 - 1
"""Integers of the language have 32 bits."""


def build_expression(building: Building, part: Part) -> ast.Expr:
    """The expression of a tree."""
    return _BUILDERS[part.data](building, part)


def build_list(building: Building, part: Part | None) -> tuple[ast.Expr, ...]:
    """The expressions of an `expr_list` tree; none of a missing one."""
    return () if part is None else build_all(building, part.children)


def build_all(building: Building, children: Sequence[Child]) -> tuple[ast.Expr, ...]:
    """The expressions among a rule's children."""
    return tuple(build_expression(building, child) for child in parts(children))


def build_optional(building: Building, part: Child) -> ast.Expr | None:
    return None if part is None else build_expression(building, cast(Part, part))


def build_int(building: Building, token: Token) -> ast.Int:
    """The number of an INT token; one that is too large is reported and becomes 0."""
    digits = token.lstrip("0")
    value = int(digits or "0") if len(digits) <= len(str(LARGEST)) else LARGEST + 1
    if value > LARGEST:
        building.findings.add(
            NUMBER_TOO_LARGE,
            f"this number is larger than {LARGEST}",
            building.span(token),
            hint="numbers go from -2147483648 to 2147483647",
        )
        value = 0
    return ast.Int(value, span=building.span(token))


def build_binding(building: Building, part: Part) -> ast.Binding:
    name, value = parts(part.children)
    return ast.Binding(building.name(name), build_expression(building, value), span=building.span(part))


def build_bindings(building: Building, part: Child) -> tuple[ast.Binding, ...]:
    """The bindings of a `bindings` tree; none of a missing one."""
    if part is None:
        return ()
    return tuple(build_binding(building, child) for child in parts(cast(Part, part).children))


def _word(building: Building, part: Part) -> ast.Expr:
    token = cast(Token, part.children[0])
    if token == UNKNOWN:
        return ast.Bad(span=building.span(token))
    return ast.Word(str(token), span=building.span(token))


def _int(building: Building, part: Part) -> ast.Expr:
    return build_int(building, cast(Token, part.children[0]))


def _text(building: Building, part: Part) -> ast.Expr:
    return ast.Text(text_of(cast(Token, part.children[0])), span=building.span(part))


def _paren(building: Building, part: Part) -> ast.Expr:
    return build_expression(building, cast(Part, part.children[0]))


def _bad(building: Building, part: Part) -> ast.Expr:
    return ast.Bad(span=building.span(part))


def _list_of(building: Building, part: Part) -> ast.Expr:
    return ast.ListOf(build_list(building, _first(part)), span=building.span(part))


def _set_of(building: Building, part: Part) -> ast.Expr:
    return ast.SetOf(build_list(building, _first(part)), span=building.span(part))


def _first(part: Part) -> Part | None:
    return cast("Part | None", part.children[0]) if part.children else None


def _such_that(building: Building, part: Part) -> ast.Expr:
    return _binder(building, None, part.children, building.span(part))


def _binder(building: Building, word: Name | None, children: Sequence[Child], span: Span) -> ast.Expr:
    """`var in source [where filter] : body`; the grammar takes any expression for `var in source`."""
    head, *rest = children
    where, body = (build_optional(building, child) for child in rest)
    assert isinstance(head, Tree) and body is not None
    if (split := _name_in(building, head)) is not None:
        return ast.Binder(word, *split, where, body, span=span)
    match build_expression(building, head):
        case ast.Bad():
            pass
        case _:
            called = "x in mine: x.at in goal"
            building.findings.add(
                BINDER_FORM,
                "before the `:` there must be one name, `in`, and where it comes from",
                building.span(head),
                label="this is not of the form `name in set`",
                hint=f"for example `{word.text}({called})`" if word is not None else f"for example `{{{called}}}`",
            )
    return ast.Bad(span=span)


def _name_in(building: Building, part: Part) -> tuple[Name, ast.Expr] | None:
    """The two sides of `name in source`, written without parentheses."""
    if part.data != "in_":
        return None
    left, source = parts(part.children)
    return (building.name(left), build_expression(building, source)) if left.data == "name" else None


def _call(building: Building, part: Part) -> ast.Expr:
    """`word(…)` in all its forms; the name is a tree, or a token at the start of a line."""
    head, *given = part.children
    assert head is not None
    name = building.name(head)
    span = building.span(part)
    if not given:
        return ast.Call(name, (), span=span)
    (args,) = parts(given)
    match args.data:
        case "expr_list":
            return ast.Call(name, build_list(building, args), span=span)
        case "binder":
            return _binder(building, name, args.children, span)
        case "closure":
            return _closure(building, name, args, span)
        case "weighted":
            return _weighted(building, name, args, span)
        case _:
            return _choices(building, name, args, span)


def _closure(building: Building, word: Name, part: Part, span: Span) -> ast.Expr:
    var, start, limit, body = (build_optional(building, child) for child in part.children)
    assert var is not None and start is not None and body is not None
    if isinstance(var, ast.Word):
        return ast.Closure(word, Name(var.name, span=var.span), start, limit, body, span=span)
    if not isinstance(var, ast.Bad):
        building.findings.add(
            BINDER_FORM,
            "before `from` there must be one name",
            var.span,
            label="this is not a name",
            hint=f"write `{word.text}(x from … : …)`, for example `{word.text}(x from {{s}}: neighbors(x))`",
        )
    return ast.Bad(span=span)


def _weighted(building: Building, word: Name, part: Part, span: Span) -> ast.Expr:
    source, weight = parts(part.children)
    by = build_expression(building, weight)
    if (split := _name_in(building, source)) is not None:
        return ast.Weighted(word, *split, by, span=span)
    return ast.Weighted(word, None, build_expression(building, source), by, span=span)


def _choices(building: Building, word: Name, part: Part, span: Span) -> ast.Expr:
    """`A | B(x) with p = q`."""
    *alternatives, bindings = part.children
    found: list[ast.Alternative] = []
    for child in parts(alternatives):
        match build_expression(building, child):
            case ast.Word(name, span=at):
                found.append(ast.Alternative(Name(name, span=at), None, span=at))
            case ast.Call(function, args, span=at):
                found.append(ast.Alternative(function, args, span=at))
            case ast.Bad():
                pass
            case other:
                building.findings.add(
                    CHOICES_FORM,
                    "only names of actions can stand here",
                    other.span,
                    label="this is not an action",
                    hint=f"write `{word.text}(Move | Capture)` or `{word.text}(Move with p = q)`",
                )
    if not found:
        return ast.Bad(span=span)
    return ast.Choices(word, tuple(found), build_bindings(building, bindings), span=span)


def _property(building: Building, part: Part) -> ast.Expr:
    subject, name = part.children
    return ast.Property(
        build_expression(building, cast(Part, subject)), building.name(cast(Token, name)), span=building.span(part)
    )


def _method(building: Building, part: Part) -> ast.Expr:
    subject, name, args = part.children
    return ast.Method(
        build_expression(building, cast(Part, subject)),
        building.name(cast(Token, name)),
        build_list(building, cast("Part | None", cast(Part, args).children[0])),
        span=building.span(part),
    )


def _index(building: Building, part: Part) -> ast.Expr:
    subject, index = (build_expression(building, child) for child in parts(part.children))
    return ast.Index(subject, index, span=building.span(part))


def _of(building: Building, part: Part) -> ast.Expr:
    what, owner = (build_expression(building, child) for child in parts(part.children))
    return ast.Of(what, owner, span=building.span(part))


def _the(building: Building, part: Part) -> ast.Expr:
    return ast.The(_paren(building, part), span=building.span(part))


def _roll(building: Building, part: Part) -> ast.Expr:
    *count, die = (build_expression(building, child) for child in parts(part.children))
    return ast.Roll(count[0] if count else None, die, span=building.span(part))


def _unary(op: str) -> Callable[[Building, Part], ast.Expr]:
    def build(building: Building, part: Part) -> ast.Expr:
        return ast.Unary(op, _paren(building, part), span=building.span(part))

    return build


def _binary(op: str) -> Callable[[Building, Part], ast.Expr]:
    def build(building: Building, part: Part) -> ast.Expr:
        left, right = part.children
        return ast.Binary(
            op,
            build_expression(building, cast(Part, left)),
            build_expression(building, cast(Part, right)),
            span=building.span(part),
        )

    return build


def _written(building: Building, part: Part) -> ast.Expr:
    """A binary operation whose sign is a token of several forms."""
    left, op, right = part.children
    return ast.Binary(
        str(op),
        build_expression(building, cast(Part, left)),
        build_expression(building, cast(Part, right)),
        span=building.span(part),
    )


def _is_kind(negated: bool) -> Callable[[Building, Part], ast.Expr]:
    def build(building: Building, part: Part) -> ast.Expr:
        subject, kind = parts(part.children)
        return ast.IsKind(build_expression(building, subject), building.name(kind), negated, span=building.span(part))

    return build


def _conditional(building: Building, part: Part) -> ast.Expr:
    then, condition, otherwise = (build_expression(building, child) for child in parts(part.children))
    return ast.Conditional(then, condition, otherwise, span=building.span(part))


_BUILDERS: dict[str, Callable[[Building, Part], ast.Expr]] = {
    "name": _word,
    "int": _int,
    "text": _text,
    "paren": _paren,
    "bad": _bad,
    "list_of": _list_of,
    "set_of": _set_of,
    "such_that": _such_that,
    "call": _call,
    "property": _property,
    "method": _method,
    "index": _index,
    "of": _of,
    "the": _the,
    "roll": _roll,
    "roll_many": _roll,
    "negative": _unary("-"),
    "positive": _unary("+"),
    "not_": _unary("not"),
    "plus": _binary("+"),
    "minus": _binary("-"),
    "common": _binary("&"),
    "upto": _binary(".."),
    "in_": _binary("in"),
    "not_in": _binary("not in"),
    "within": _binary("within"),
    "and_": _binary("and"),
    "or_": _binary("or"),
    "compare": _written,
    "times": _written,
    "is_kind": _is_kind(False),
    "is_not_kind": _is_kind(True),
    "conditional": _conditional,
    "expression": _paren,
}
