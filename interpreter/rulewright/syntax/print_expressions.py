"""Printer: expressions and types, with as few parentheses as the grammar needs.

Each sort of expression has a level, the higher the tighter; an operand whose level is below what its place asks for
stands in parentheses. The levels are the rules of `grammar/rules.lark`, from `expr` down to `atom`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never, cast

from rulewright.syntax import expressions as ast
from rulewright.syntax.grammar import soft_words
from rulewright.syntax.nodes import Name
from rulewright.syntax.statements import TypeName

EXPR, OR, AND, NOT, COMPARISON, RANGE, SUM, PRODUCT, UNARY, OF, POSTFIX, ATOM = range(12)

_LEFT = {"or": OR, "and": AND, "+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT, "%": PRODUCT, "&": PRODUCT}
"""Signs that chain to the left: the right operand must be one level tighter."""

Sum = (
    ast.Bad
    | ast.Word
    | ast.Int
    | ast.Text
    | ast.ListOf
    | ast.SetOf
    | ast.Binder
    | ast.Closure
    | ast.Weighted
    | ast.Choices
    | ast.Call
    | ast.Property
    | ast.Method
    | ast.Index
    | ast.Of
    | ast.The
    | ast.Roll
    | ast.Unary
    | ast.Binary
    | ast.IsKind
    | ast.Conditional
)
"""Every class of expression, so that a new one is an error of types here."""


def print_expression(expression: ast.Expr) -> str:
    """The expression as the formatter writes it, on one line."""
    return _print(expression, EXPR)


def print_operand(expression: ast.Expr, level: int) -> str:
    """The expression as it must stand where the grammar asks for `level`."""
    return _print(expression, level)


def print_subject(expression: ast.Expr, *, alone: bool = False) -> str:
    """The expression as it must stand at the beginning of a statement; `alone` where a soft word may be the whole."""
    match expression:
        case ast.Of(what, owner):
            return f"{_subject_part(what, soft=True)} of {_print(owner, OF)}"
        case _:
            return _subject_part(expression, soft=alone)


def _subject_part(expression: ast.Expr, *, soft: bool) -> str:
    """A postfix expression whose first word begins a statement; `soft` where that may be a soft word."""
    match expression:
        case ast.Word(name) if name not in _NEVER_FIRST and (soft or name not in soft_words()):
            return name
        case ast.Property(subject, name):
            return f"{_subject_part(subject, soft=isinstance(subject, ast.Word))}.{name}"
        case ast.Index(subject, index):
            return f"{_subject_part(subject, soft=False)}[{print_expression(index)}]"
        case ast.Call(word) | ast.Binder(Name() as word) | ast.Closure(word) | ast.Weighted(word) | ast.Choices(word):
            text = print_expression(expression)
            return f"({text})" if word.text in soft_words() else text
        case _:
            return f"({print_expression(expression)})"


_NEVER_FIRST = ("turn", "on")
"""Names that do not begin a statement."""


def print_type(type_: TypeName) -> str:
    """The type as written: `set of site`."""
    return type_.name.text if type_.of is None else f"{type_.name.text} of {print_type(type_.of)}"


def print_text(text: str) -> str:
    """The text in the quotations it needs."""
    return f'"""{text}"""' if '"' in text or "\n" in text else f'"{text}"'


def print_list(expressions: Iterable[ast.Expr]) -> str:
    return ", ".join(print_expression(expression) for expression in expressions)


def print_bindings(bindings: Iterable[ast.Binding]) -> str:
    return ", ".join(f"{binding.name} = {print_expression(binding.value)}" for binding in bindings)


def print_alternative(alternative: ast.Alternative) -> str:
    if alternative.args is None:
        return alternative.action.text
    return f"{alternative.action}({print_list(alternative.args)})"


def _print(expression: ast.Expr, least: int) -> str:
    level, text = _written(cast(Sum, expression))
    return text if level >= least else f"({text})"


def _written(expression: Sum) -> tuple[int, str]:
    """Level and text."""
    match expression:
        case ast.Bad():
            return ATOM, "?"
        case ast.Word(name):
            return ATOM, name
        case ast.Int(value):
            return ATOM, str(value)
        case ast.Text(value):
            return ATOM, print_text(value)
        case ast.ListOf(items):
            return ATOM, f"[{print_list(items)}]"
        case ast.SetOf(items):
            return ATOM, f"{{{print_list(items)}}}"
        case ast.Binder():
            return ATOM, _binder(expression)
        case ast.Closure(word, var, start, limit, body):
            reach = "" if limit is None else f" up to {print_expression(limit)}"
            return ATOM, f"{word}({var} from {print_expression(start)}{reach}: {print_expression(body)})"
        case ast.Weighted(word, None, source, weight):
            least = RANGE if isinstance(source, ast.Binary) and source.op == "in" else EXPR
            # A bare `x in S` before `by` would be read as a variable and its source.
            return ATOM, f"{word}({_print(source, least)} by {print_expression(weight)})"
        case ast.Weighted(word, var, source, weight):
            return ATOM, f"{word}({var} in {_print(source, RANGE)} by {print_expression(weight)})"
        case ast.Choices(word, alternatives, bindings):
            shown = " | ".join(print_alternative(alternative) for alternative in alternatives)
            return ATOM, f"{word}({shown}{f' with {print_bindings(bindings)}' if bindings else ''})"
        case ast.Call(function, args):
            return ATOM, f"{function}({print_list(args)})"
        case ast.Property(subject, name):
            return POSTFIX, f"{_print(subject, POSTFIX)}.{name}"
        case ast.Method(subject, name, args):
            return POSTFIX, f"{_print(subject, POSTFIX)}.{name}({print_list(args)})"
        case ast.Index(subject, index):
            return POSTFIX, f"{_print(subject, POSTFIX)}[{print_expression(index)}]"
        case ast.Of(what, owner):
            return OF, f"{_print(what, POSTFIX)} of {_print(owner, OF)}"
        case ast.The(what):
            return OF, f"the {_print(what, OF)}"
        case ast.Roll(count, die):
            if count is None:
                return OF, f"roll {_print(die, POSTFIX)}"
            return OF, f"roll {_print(count, POSTFIX)} of {_print(die, OF)}"
        case ast.Unary("not", operand):
            return NOT, f"not {_print(operand, NOT)}"
        case ast.Unary(op, operand):
            return UNARY, f"{op}{_print(operand, UNARY)}"
        case ast.Binary("..", left, right):
            return RANGE, f"{_print(left, SUM)}..{_print(right, SUM)}"
        case ast.Binary(op, left, right) if op in _LEFT:
            level = _LEFT[op]
            return level, f"{_print(left, level)} {op} {_print(right, level + 1)}"
        case ast.Binary(op, left, right):
            return COMPARISON, f"{_print(left, RANGE)} {op} {_print(right, RANGE)}"
        case ast.IsKind(subject, kind, negated):
            return COMPARISON, f"{_print(subject, RANGE)} is {'not ' if negated else ''}{kind}"
        case ast.Conditional(then, condition, otherwise):
            parts = _print(then, OR), _print(condition, OR), print_expression(otherwise)
            return EXPR, "{} if {} else {}".format(*parts)
        case _:
            assert_never(expression)


def _binder(binder: ast.Binder) -> str:
    where = "" if binder.filter is None else f" where {print_expression(binder.filter)}"
    inside = f"{binder.var} in {_print(binder.source, RANGE)}{where}: {print_expression(binder.body)}"
    return f"{{{inside}}}" if binder.word is None else f"{binder.word}({inside})"
