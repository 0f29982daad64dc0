"""AST: expressions. Parentheses are not kept; the printer puts them where precedence needs them."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.syntax.nodes import Name, Node


@dataclass(frozen=True, slots=True)
class Expr(Node):
    """Any expression."""


@dataclass(frozen=True, slots=True)
class Bad(Expr):
    """What stands where a broken expression stood; the error is reported already."""


@dataclass(frozen=True, slots=True)
class Word(Expr):
    """A name used as a value: a variable, kind, site, option value, built-in, `none`, `true` …"""

    name: str


@dataclass(frozen=True, slots=True)
class Int(Expr):
    value: int


@dataclass(frozen=True, slots=True)
class Text(Expr):
    """`value` is the text between the quotes."""

    value: str


@dataclass(frozen=True, slots=True)
class ListOf(Expr):
    """`[a, b]`"""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class SetOf(Expr):
    """`{a, b}`, `{}`"""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Binder(Expr):
    """`word(var in source where filter: body)`, or `{var in source where filter: body}` when `word` is None."""

    word: Name | None
    var: Name
    source: Expr
    filter: Expr | None
    body: Expr


@dataclass(frozen=True, slots=True)
class Closure(Expr):
    """`reach(var from start up to limit: body)`"""

    word: Name
    var: Name
    start: Expr
    limit: Expr | None
    body: Expr


@dataclass(frozen=True, slots=True)
class Weighted(Expr):
    """`any_of(source by weight)`; `any_of(var in source by weight)` when `var` is given."""

    word: Name
    var: Name | None
    source: Expr
    weight: Expr


@dataclass(frozen=True, slots=True)
class Binding(Node):
    """`name = value` after `with`, in a preset, in a scenario's `play`."""

    name: Name
    value: Expr


@dataclass(frozen=True, slots=True)
class Alternative(Node):
    """One action to choose: `Capture`, `Shoot(there)`; `args` is None without parentheses."""

    action: Name
    args: tuple[Expr, ...] | None


@dataclass(frozen=True, slots=True)
class Choices(Expr):
    """`possible(A | B(x) with p = q)`, `moves(A)` - built only where there is a `|` or a `with`; the checker turns
    `possible(A)` (a Call) and `possible(A(x))` into the same."""

    word: Name
    alternatives: tuple[Alternative, ...]
    bindings: tuple[Binding, ...]


@dataclass(frozen=True, slots=True)
class Call(Expr):
    """`f(a, b)`"""

    function: Name
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Property(Expr):
    """`subject.name`"""

    subject: Expr
    name: Name


@dataclass(frozen=True, slots=True)
class Method(Expr):
    """`subject.name(a, b)`"""

    subject: Expr
    name: Name
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Index(Expr):
    """`subject[index]`"""

    subject: Expr
    index: Expr


@dataclass(frozen=True, slots=True)
class Of(Expr):
    """`what of owner`"""

    what: Expr
    owner: Expr


@dataclass(frozen=True, slots=True)
class The(Expr):
    """`the King of p`: `what` is the whole behind `the`."""

    what: Expr


@dataclass(frozen=True, slots=True)
class Roll(Expr):
    """`roll die`, `roll count of die`"""

    count: Expr | None
    die: Expr


@dataclass(frozen=True, slots=True)
class Unary(Expr):
    """`op` is `-`, `+` or `not`."""

    op: str
    operand: Expr


@dataclass(frozen=True, slots=True)
class Binary(Expr):
    """`op` is one of `or and == != <= >= < > in`, `not in`, `within .. + - * / % &`."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class IsKind(Expr):
    """`subject is Kind`, `subject is not Kind`"""

    subject: Expr
    kind: Name
    negated: bool


@dataclass(frozen=True, slots=True)
class Conditional(Expr):
    """`then if condition else otherwise`"""

    then: Expr
    condition: Expr
    otherwise: Expr
