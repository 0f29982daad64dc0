"""The meaning of built-in operations on constants: arithmetic, sets, and the geometry that is fixed with the board.

Each function takes the machine, the operation and the values of its arguments. What reads a position is not listed,
so it has no constant value; neither have rays, whose steps are numbered later.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from rulewright.boards import Board, mask, sites_in
from rulewright.semantics import typed
from rulewright.semantics.constant_values import (
    NONE_VALUE,
    Machine,
    NotConstantError,
    bits,
    checked,
    items,
    make_set,
    truth,
)
from rulewright.semantics.symbols import Const, KindDecl
from rulewright.semantics.types import INTS, IntType, SetType

Operation = Callable[[Machine, typed.Op, list[Const]], Const]


def _board(machine: Machine) -> Board:
    if machine.game.board is None:
        raise NotConstantError
    return machine.game.board


def _ints(args: list[Const]) -> list[int]:
    out = []
    for arg in args:
        if not isinstance(arg, int):
            raise NotConstantError
        out.append(arg)
    return out


def _arithmetic(compute: Callable[[int, int], int]) -> Operation:
    def run(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
        return checked(reduce(compute, _ints(args)))

    return run


def _compare(test: Callable[[int, int], bool]) -> Operation:
    def run(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
        a, b = _ints(args)
        return int(test(a, b))

    return run


def _divide(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    a, b = _ints(args)
    if b == 0:
        raise NotConstantError
    return checked(a // b)


def _modulo(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    a, b = _ints(args)
    if b == 0:
        raise NotConstantError
    return a % abs(b)


def _negate(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    return checked(-_ints(args)[0])


def _absolute(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    return checked(abs(_ints(args)[0]))


def _range(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    low, high = _ints(args)
    machine.step(max(0, high - low))
    return make_set(INTS, list(range(low, high + 1)))


def _member(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    value, group = args
    if not isinstance(value, int):
        raise NotConstantError
    return int(value in items(op.args[1].type, group))


def _within(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    return int(not bits(args[0]) & ~bits(args[1]))


def _count(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    return len(items(op.args[0].type, args[0]))


def _first(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    members = items(op.args[0].type, args[0])
    if not members and isinstance(op.type, IntType):
        raise NotConstantError
    return members[0] if members else NONE_VALUE


def _only(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    members = items(op.args[0].type, args[0])
    if len(members) != 1 and isinstance(op.type, IntType):
        raise NotConstantError
    return members[0] if len(members) == 1 else NONE_VALUE


def _item(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    members, index = args
    if not isinstance(members, tuple) or not isinstance(index, int) or not 1 <= index <= len(members):
        raise NotConstantError
    return members[index - 1]


def _as_set(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    return make_set(op.type, items(op.args[0].type, args[0]))


def _allies(machine: Machine, player: int) -> int:
    game = machine.game
    seats = range(len(game.players))
    return mask(seat for seat in seats if game.team_of(seat) == game.team_of(player))


def _allies_of(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    player = _ints(args)[0]
    return _allies(machine, player) if player >= 0 else 0


def _enemies_of(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    player = _ints(args)[0]
    return ((1 << len(machine.game.players)) - 1) & ~_allies(machine, player) if player >= 0 else 0


def _kinds(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    assert isinstance(op.data, tuple)
    return mask(kind.index for kind in op.data if isinstance(kind, KindDecl))


# ---- geometry ----


def _row(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    return _number_of(_board(machine).row, args)


def _column(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    return _number_of(_board(machine).column, args)


def _edge(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    a, b = _ints(args)
    return _board(machine).edge(a, b) if a >= 0 and b >= 0 else NONE_VALUE


def _around_parts(parts: Callable[[Board, int], tuple[int, ...]]) -> Operation:
    def run(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
        site = _ints(args)[0]
        return mask(parts(_board(machine), site)) if site >= 0 else 0

    return run


def _number_of(table: tuple[int, ...], args: list[Const]) -> int:
    site = _ints(args)[0]
    if site < 0:
        raise NotConstantError
    return table[site]


def _masks(table: Callable[[Board], tuple[int, ...]]) -> Operation:
    def run(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
        masks = table(_board(machine))
        numbers = items(INTS, args[0]) if isinstance(op.args[0].type, SetType) else _ints(args)
        return reduce(lambda a, b: a | b, (masks[number - 1] for number in numbers if 1 <= number <= len(masks)), 0)

    return run


def _side(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    return mask(_board(machine).sides.get(str(op.data), ()))


def _step(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    site, direction = _ints(args)
    return _board(machine).step[site][direction] if site >= 0 and direction >= 0 else NONE_VALUE


def _steps(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    """`steps(s, D)` and `neighbors(s[, D])`."""
    site, *more = _ints(args)
    if site < 0:
        return 0
    board = _board(machine)
    directions = sites_in(more[0]) if more else board.all_directions
    found = (board.step[site][direction] for direction in directions)
    return mask(there for there in found if there >= 0)


def _neighbors(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    site, *more = _ints(args)
    return _board(machine).neighbor_mask(site, tuple(sites_in(more[0])) if more else None) if site >= 0 else 0


def _neighbors_of_set(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    sites, *more = _ints(args)
    directions = tuple(sites_in(more[0])) if more else None
    out = 0
    for site in sites_in(sites):
        out |= _board(machine).neighbor_mask(site, directions)
    return out & ~sites


def _along(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    site, direction, count = _ints(args)
    if site < 0 or direction < 0 or count < 0:
        return NONE_VALUE
    board = _board(machine)
    for _ in range(count):
        machine.step()
        if site < 0:
            break
        site, direction = board.step[site][direction], board.step_heading[site][direction]
    return site


def _adjacent(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    a, b = _ints(args)
    return int(a >= 0 and b >= 0 and b in _board(machine).neighbors(a))


def _distance(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    if len(args) != 2:
        raise NotConstantError
    a, b = _ints(args)
    if a < 0 or b < 0:
        raise NotConstantError
    machine.step(len(_board(machine).sites) // 16)
    return _board(machine).distance(a, b)


def _around(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    site, n = _ints(args)
    machine.step(len(_board(machine).sites) // 16)
    return mask(_board(machine).around(site, n)) if site >= 0 else 0


def _between(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    a, b = _ints(args)
    return mask(_board(machine).between(a, b)) if a >= 0 and b >= 0 else 0


def _line(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    a, b, i = _ints(args)
    return mask(_board(machine).line(a, b, i)) if a >= 0 and b >= 0 else 0


def _lines(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    assert isinstance(op.data, int)
    board = _board(machine)
    machine.step(len(board.sites) * len(board.directions))
    return tuple(mask(line) for line in board.lines(op.data))


def _towards(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    a, b = _ints(args)
    return _board(machine).towards(a, b) if a >= 0 and b >= 0 else NONE_VALUE


def _opposite(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    direction = _ints(args)[0]
    return _board(machine).opposite[direction] if direction >= 0 else NONE_VALUE


def _turned(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    direction, k = _ints(args)
    return _board(machine).turned(direction, k) if direction >= 0 else NONE_VALUE


def _facing(machine: Machine, op: typed.Op, args: list[Const]) -> Const:
    player = _ints(args)[0]
    facing = machine.game.facing
    if facing is None or not isinstance(op.data, int):
        raise NotConstantError
    return _board(machine).turned(facing[player], op.data) if player >= 0 else NONE_VALUE


OPERATIONS: dict[str, Operation] = {
    "add": _arithmetic(lambda a, b: a + b),
    "sub": _arithmetic(lambda a, b: a - b),
    "mul": _arithmetic(lambda a, b: a * b),
    "div": _divide,
    "mod": _modulo,
    "neg": _negate,
    "abs": _absolute,
    "min": _arithmetic(min),
    "max": _arithmetic(max),
    "eq": lambda machine, op, args: int(args[0] == args[1]),
    "ne": lambda machine, op, args: int(args[0] != args[1]),
    "lt": _compare(lambda a, b: a < b),
    "le": _compare(lambda a, b: a <= b),
    "gt": _compare(lambda a, b: a > b),
    "ge": _compare(lambda a, b: a >= b),
    "not": lambda machine, op, args: int(not args[0]),
    "range": _range,
    "union": lambda machine, op, args: bits(args[0]) | bits(args[1]),
    "intersect": lambda machine, op, args: bits(args[0]) & bits(args[1]),
    "difference": lambda machine, op, args: bits(args[0]) & ~bits(args[1]),
    "member": _member,
    "within": _within,
    "count": _count,
    "any": lambda machine, op, args: truth(args[0]),
    "no": lambda machine, op, args: 1 - truth(args[0]),
    "first": _first,
    "only": _only,
    "item": _item,
    "as_set": _as_set,
    "allies": _allies_of,
    "enemies": _enemies_of,
    "kinds": _kinds,
    "sites": lambda machine, op, args: _board(machine).cell_mask,
    "edges": lambda machine, op, args: mask(_board(machine).edges),
    "vertices": lambda machine, op, args: mask(_board(machine).vertices),
    "edge": _edge,
    "cells_of": _around_parts(lambda board, site: board.cells_of(site)),
    "edges_of": _around_parts(lambda board, site: board.edges_of(site)),
    "vertices_of": _around_parts(lambda board, site: board.vertices_of(site)),
    "row": _row,
    "column": _column,
    "site_at": lambda machine, op, args: _board(machine).site_at(*_ints(args)),
    "rows": _masks(lambda board: board.row_masks),
    "columns": _masks(lambda board: board.column_masks),
    "all_rows": lambda machine, op, args: make_set(INTS, list(range(1, _board(machine).rows + 1))),
    "all_columns": lambda machine, op, args: make_set(INTS, list(range(1, _board(machine).columns + 1))),
    "side": _side,
    "corners": lambda machine, op, args: mask(_board(machine).corners),
    "step": _step,
    "steps": _steps,
    "along": _along,
    "neighbors": _neighbors,
    "neighbors_of_set": _neighbors_of_set,
    "adjacent": _adjacent,
    "distance": _distance,
    "around": _around,
    "between": _between,
    "line": _line,
    "lines": _lines,
    "towards": _towards,
    "opposite": _opposite,
    "turned": _turned,
    "facing": _facing,
}
