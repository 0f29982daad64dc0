"""A loop over numbers of which each stands for another one becomes a loop over those others.

Sets of ints that may be negative hold them moved up, and the loop moves each member down again. Before:

    for bit in {257..263}:
        column = bit + -256
        ...

After:

    for column in {1..7}:
        ...

The member itself must be read nowhere else, and the number that it stands for must not change in the loop.
"""

from __future__ import annotations

from rulewright.program import ir, walk


def rewrite(program: ir.Program) -> None:
    """Shift the loops of all routines."""
    for routine in program.routines:
        for stmt in walk.statements(routine.body):
            if isinstance(stmt, ir.Each):
                _shift(stmt, routine)


def _shift(loop: ir.Each, routine: ir.Routine) -> None:
    match loop:
        case ir.Each(
            var=member,
            members=ir.Mask(value=members),
            body=[
                ir.Set(
                    var=number,
                    index=None,
                    check=None,
                    value=ir.Binary(op="add", a=ir.Get(var=moved, index=None), b=ir.Num(value=by)),
                ),
                *rest,
            ],
        ) if moved is member and number.type == ir.INT:
            pass
        case _:
            return
    lowest = (members & -members).bit_length() - 1
    read = [var for stmt in walk.statements(routine.body) for var in walk.variables(walk.expressions(stmt))]
    changed = [var for stmt in walk.statements(rest) for var in walk.assigned(stmt)]
    if by >= 0 or lowest + by < 0 or sum(var is member for var in read) > 1 or number in changed:
        return
    loop.var = number
    loop.members = ir.Mask(members >> -by, members.bit_length() + by)
    loop.body[:] = rest
