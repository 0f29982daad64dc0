"""Sides that turn: which side of a component faces a direction, and what is asked of it.

A component turned by r (its field `rotation`) has towards the direction number p of its kind's sides the side that is
printed for number p - r. What fields hold of each side lies in their cells in the order as printed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulewright.program import ir
from rulewright.program.failures import BAD_INDEX, OF_NONE
from rulewright.program.values import nothing
from rulewright.semantics import typed
from rulewright.semantics import types as t

if TYPE_CHECKING:
    from rulewright.program.builder import Builder
    from rulewright.program.compiler import Compiler
    from rulewright.semantics.symbols import ConstantFamily, Domain, FieldDecl, KindDecl
    from rulewright.source import Span


def facing_table(c: Compiler, sides: Domain) -> ir.Table:
    """By direction and rotation the side that faces there, as a number of `sides`; -1 for none, and where none is."""
    directions, n = c.geometry.directions, sides.size
    values: list[int] = []
    for d in range(directions):
        at = sides.turns.index(d) if d in sides.turns else -1
        values += [(at - r) % n if at >= 0 else -1 for r in range(n)] + [-1]
    return c.table(f"side {sides.name}", (directions + 1, n + 1), (*values, *[-1] * (n + 1)))


def printed_table(c: Compiler, family: ConstantFamily) -> ir.Table:
    """A constant of sides by kind and side, as printed; kinds that do not have it hold none."""
    assert family.sides is not None
    type, n = c.layout.type(family.type), family.sides.size
    none = nothing(family.type)
    values: list[int] = []
    for kind in c.game.kinds:
        own = family.values.get(kind.index, (none,) * n)
        assert isinstance(own, tuple)
        values += [*own, none]
    shape = (len(c.game.kinds) + 1, n + 1)
    return c.table(f"{family.owner.name}.{family.name}", shape, (*values, *[none] * (n + 1)), type)


def rotation(kind: KindDecl) -> FieldDecl:
    """The field that says how components of a kind with sides are turned."""
    from rulewright.semantics.sides import ROTATION

    return next(above.fields[ROTATION] for above in kind.ancestors() if above.own_sides is not None)


def turned(c: Compiler, owner: KindDecl, sides: Domain, number: ir.Expr, direction: ir.Expr) -> ir.Expr:
    """The side of the component with a number (-1: none) that faces a direction; -1 if there is none."""
    rotated = ir.Load(c.layout.fields[rotation(owner)], number)
    return ir.Look(facing_table(c, sides), (direction, rotated))


def cell_of_side(b: Builder, declared: FieldDecl, ref: ir.Expr, direction: ir.Expr) -> ir.Expr:
    """The index of what a field holds for the side of a component that faces a direction, -1 if there is none."""
    c, owner, sides = b.c, declared.owner, declared.each
    assert owner is not None and sides is not None
    owner = next(above for above in owner.ancestors() if above.own_sides is not None)

    def make(h: Builder) -> ir.IrType:
        from rulewright.program.expressions import identity

        x, d, side = h.param("x", ir.REF), h.param("d", ir.INT), h.var("side", ir.INT)
        h.add(ir.Set(side, turned(c, owner, sides, identity(h, ir.Get(x)), ir.Get(d))))
        with h.when(ir.Binary("lt", ir.Get(side), ir.Num(0))):
            h.add(ir.Return(ir.Num(-1)))
        first = ir.Binary("mul", identity(h, ir.Get(x)), ir.Num(sides.size))
        h.add(ir.Return(ir.Binary("add", first, ir.Get(side))))
        return ir.INT

    return ir.Invoke(c.library.once(f"side_of_{owner.name}", make), (ref, direction))


def field(b: Builder, e: typed.FieldRef) -> ir.Expr:
    """What a field holds for the side of a component that faces a direction."""
    from rulewright.program.expressions import lower

    declared, cell = e.field, b.c.layout.fields[e.field]
    assert e.index is not None and declared.each is not None
    ref, direction = lower(b, e.subject), lower(b, e.index)

    def get(h: Builder, x: ir.Expr, d: ir.Expr) -> ir.Expr:
        return ir.Load(cell, cell_of_side(h, declared, x, d))

    return _asked(b, e, e.subject, e.index, declared.each, declared.name, ref, direction, get)


def constant(b: Builder, e: typed.KindConstant) -> ir.Expr:
    """A constant of the side of a component that faces a direction; of a kind, as it is printed."""
    from rulewright.program.expressions import identity, kind_of_ref, lower

    family, c = e.family, b.c
    sides = family.sides
    assert e.index is not None and sides is not None
    table = printed_table(c, family)
    subject, direction = lower(b, e.subject), lower(b, e.index)

    def of_kind(h: Builder, kind: ir.Expr, d: ir.Expr) -> ir.Expr:
        return ir.Look(table, (kind, ir.Look(facing_table(c, sides), (d, ir.Num(0)))))

    def of_component(h: Builder, x: ir.Expr, d: ir.Expr) -> ir.Expr:
        return ir.Look(table, (kind_of_ref(h, x), turned(c, family.owner, sides, identity(h, x), d)))

    get = of_kind if isinstance(e.subject.type, t.KindType) else of_component
    return _asked(b, e, e.subject, e.index, sides, family.name, subject, direction, get)


def _asked(
    b: Builder,
    e: typed.Expr,
    subject: typed.Expr,
    index: typed.Expr,
    sides: Domain,
    name: str,
    value: ir.Expr,
    direction: ir.Expr,
    get: Callable[[Builder, ir.Expr, ir.Expr], ir.Expr],
) -> ir.Expr:
    """What `get` gives for a component or kind and a direction; of a number it is a rules error that there is none."""
    from rulewright.program.builder import sure

    number = isinstance(e.type, t.IntType)
    safe = not number or (sure(b, subject) and _is_side(b, sides, index))
    if safe and isinstance(value, ir.Get | ir.Num) and isinstance(direction, ir.Get | ir.Num):
        return get(b, value, direction)
    h = b.helper(f"{name}_of")
    x, d = h.param("x", ir.INT if isinstance(subject.type, t.KindType) else ir.REF), h.param("d", ir.INT)
    if not safe:
        _refuse(h, ir.Get(x), ir.Get(d), sides, name, e.span)
    h.add(ir.Return(get(h, ir.Get(x), ir.Get(d))))
    return ir.Invoke(h.done(b.c.layout.type(e.type)), (value, direction, *h.captured))


def _is_side(b: Builder, sides: Domain, index: typed.Expr) -> bool:
    """Whether a direction is certain to be that of a side."""
    from rulewright.program.builder import sure

    if isinstance(index, typed.Constant):
        return index.value in sides.turns
    return sides.size == b.c.geometry.directions and sure(b, index)


def _refuse(h: Builder, x: ir.Expr, direction: ir.Expr, sides: Domain, name: str, span: Span) -> None:
    with h.when(ir.Binary("lt", x, ir.Num(0))):
        h.add(ir.Fail(OF_NONE, (f"`{name}` is asked of nothing (none)",), span))
    with h.when(ir.Binary("lt", ir.Look(facing_table(h.c, sides), (direction, ir.Num(0))), ir.Num(0))):
        what = (direction, h.c.shown(t.DIRECTION))
        h.add(ir.Fail(BAD_INDEX, (f"there is no {name} of ", what), span))
