"""Fields of components: what they hold when one comes into the game, becomes of another kind, leaves the game.

A field that a component does not have - it is of a kind without it, or not in the game - holds none (0, {}), so that
states in which all components are the same are equal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulewright.program import ir
from rulewright.program.failures import OUT_OF_RANGE
from rulewright.semantics import typed
from rulewright.semantics import types as t
from rulewright.semantics.symbols import FieldDecl

if TYPE_CHECKING:
    from rulewright.program.builder import Builder
    from rulewright.program.compiler import Compiler
    from rulewright.semantics.symbols import KindDecl, VarDecl
    from rulewright.source import Span


def begin(h: Builder, number: ir.Expr, kind: ir.Expr) -> None:
    """The fields of a new component of a kind hold their first values."""
    for owner, declared in _all(h.c):
        with h.when(_has(h.c, owner, kind)):
            _store(h, declared, number, h.c.initial(declared))


def change(h: Builder, number: ir.Expr, old: ir.Expr, new: ir.Expr) -> None:
    """A component becomes of another kind: what both have stays, what only the new one has begins."""
    for owner, declared in _all(h.c):
        had, has = _has(h.c, owner, old), _has(h.c, owner, new)
        with h.when(ir.Binary("ne", had, has)):
            with h.block() as gained:
                _store(h, declared, number, h.c.initial(declared))
            with h.block() as lost:
                _clear(h, declared, number)
            h.add(ir.If(has, gained, lost))


def clear(h: Builder, number: ir.Expr) -> None:
    """A component has left the game."""
    for _, declared in _all(h.c):
        _clear(h, declared, number)


def differences(h: Builder, one: ir.Expr, other: ir.Expr) -> Iterator[ir.Expr]:
    """Whether two components differ in a field, for every field that may hold something."""
    for _, declared in _all(h.c):
        cell = h.c.layout.fields[declared]
        size = declared.each.size if declared.each else 1
        op = "differs" if cell.type.width else "ne"
        for i in range(size):
            yield ir.Binary(op, ir.Load(cell, _at(one, size, i)), ir.Load(cell, _at(other, size, i)))


def in_game(c: Compiler, declared: FieldDecl, ref: ir.Expr) -> ir.Expr:
    """Whether a reference is of a component that has the field."""
    assert declared.owner is not None
    return _has(c, declared.owner, ir.Load(c.layout.cell("kind"), ref))


def _all(c: Compiler) -> Iterator[tuple[KindDecl, FieldDecl]]:
    """Every field with the kind that declares it."""
    for kind in c.game.kinds:
        for declared in kind.fields.values():
            if declared.owner is kind:
                yield kind, declared


def _has(c: Compiler, owner: KindDecl, kind: ir.Expr) -> ir.Expr:
    from rulewright.program.expressions import among

    kinds = [below.index for below in owner.descendants()]
    return ir.Binary("and", ir.Binary("ge", kind, ir.Num(0)), among(kind, kinds, len(c.game.kinds)))


def _clear(h: Builder, declared: FieldDecl, number: ir.Expr) -> None:
    from rulewright.program.methods import none_of

    _store(h, declared, number, none_of(h.c, declared.type))


def _store(h: Builder, declared: FieldDecl, number: ir.Expr, value: ir.Expr) -> None:
    cell = h.c.layout.fields[declared]
    size = declared.each.size if declared.each else 1
    for i in range(size):
        h.add(ir.Store(cell, _at(number, size, i), value))


def _at(number: ir.Expr, size: int, i: int) -> ir.Expr:
    """The index of the i-th value of a field that has `size` values of each component."""
    return number if size == 1 else ir.Binary("add", ir.Binary("mul", number, ir.Num(size)), ir.Num(i))


def in_range(
    b: Builder, declared: VarDecl | FieldDecl | typed.Local, value: ir.Expr, span: Span
) -> tuple[ir.Expr, ir.Check | None]:
    """A value that is about to be stored, and the check of its range; the members of a set are tested beforehand."""
    low, high = declared.lo, declared.hi
    if isinstance(declared, FieldDecl) and declared.cycle:
        return ir.Binary("mod", value, ir.Num(declared.cycle)), None
    if low is None or high is None:
        return value, None
    if not isinstance(declared.type, t.SetType):
        return value, ir.Check(low, high, declared.name, span)
    kind = b.c.layout.type(declared.type)
    members = sum(1 << t.bit_of(declared.type.of, number) for number in range(low, high + 1))
    value = b.keep("stored", kind, value)
    with b.when(ir.negated(ir.Binary("inside", value, ir.Mask(members, kind.width)))):
        b.add(ir.Fail(OUT_OF_RANGE, (f"{declared.name} holds numbers from {low} to {high} only",), span))
    return value, None
