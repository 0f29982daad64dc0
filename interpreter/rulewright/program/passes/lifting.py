"""Conditions on a member of a set, for all members at once: the set of those for which they hold.

A condition may ask for the member `p` itself, and in a loop over steps for the site `to` that is `step` further. Then

    filled has to           becomes     shift_down(filled, step)
    owner[to] != 1          becomes     all - shift_down(owned[1], step)
    kind[p] == 2            becomes     of_kind[2]
    to != step[p, 4]        becomes     the sites of which the table says so

Where every component is its own site, `owned[v]` and `of_kind[k]` hold exactly the sites whose `owner` and `kind` are
these. Sets that are compared with nothing that depends on the member are the same for all; what cannot be said in sets
stays a condition.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.program import constants, ir, walk
from rulewright.program.typeof import type_of

_MOST_SHIFTS = 4


@dataclass(frozen=True, slots=True)
class Sites:
    """Which cells say what stands where, if every component is its own site. `count`: how many sites there are."""

    owner: ir.Cell
    owned: ir.Cell
    kind: ir.Cell
    of_kind: ir.Cell
    filled: ir.Cell

    @property
    def count(self) -> int:
        return self.filled.type.width


def sites_of(program: ir.Program) -> Sites | None:
    """The cells of a program in which every component is its own site."""
    cells = {cell.name: cell for cell in program.cells if cell.name in Sites.__slots__}
    if len(cells) < len(Sites.__slots__):
        return None
    found = Sites(**cells)
    count = found.count
    plain = (
        found.filled.size == 1
        and found.owner.size == found.kind.size == count
        and found.owned.type.width == found.of_kind.type.width == count
        and found.owned.size == program.seats + 1
    )
    return found if plain else None


@dataclass(frozen=True, slots=True)
class Member:
    """The member that conditions are asked of: `p`, one of `sources`; `to` is `step` further (None: not asked of)."""

    sites: Sites
    p: ir.Var
    sources: int
    to: ir.Var | None = None
    step: int = 0
    changing: frozenset[ir.Var] = frozenset()

    # ---- conditions ----

    def where(self, test: ir.Expr) -> ir.Expr | None:
        """The members for which a condition holds (of others nothing is said); None if that cannot be said."""
        match test:
            case ir.Binary(op="and", a=a, b=b):
                one, other = self.where(a), self.where(b)
                return None if one is None or other is None else common(one, other)
            case ir.Binary(op="or", a=a, b=b):
                one, other = self.where(a), self.where(b)
                return None if one is None or other is None else joined(one, other)
            case ir.Unary(op="not", a=a):
                one = self.where(a)
                return None if one is None else contrary(one)
        known = self._known(test)
        if known is not None:
            return self._constant(sum(1 << at for at, value in known.items() if value))
        match test:
            case ir.Binary(op="has", a=of, b=b) if self.fixed(of):
                return self._inside(of, b)
            case ir.Unary(op="some" | "none_of" as op, a=ir.Binary(op="common", a=ir.Unary(op="single", a=a), b=of)):
                found = self._inside(of, a) if self.fixed(of) else None
                return found if found is None or op == "some" else contrary(found)
            case ir.Binary(op="eq" | "ne" as op, a=ir.Load(cell=cell, index=at), b=b) if at is not None:
                found = self._owned(at, b) if cell is self.sites.owner else None
                found = self._of_kind(at, b) if cell is self.sites.kind else found
                return found if found is None or op == "eq" else contrary(found)
            case _ if self.fixed(test) and is_cheap(test):
                return ir.Select(test, self._all(), ir.Mask(0, self.sites.count))
            case _:
                return None

    def _owned(self, at: ir.Expr, seat: ir.Expr) -> ir.Expr | None:
        """Those at which the component is a seat's; `seat` must be a number, since nobody's are also the empty ones."""
        if isinstance(seat, ir.Num) and 0 <= seat.value < self.sites.owned.size - 1:
            return self._inside(ir.Load(self.sites.owned, seat), at)
        return None

    def _of_kind(self, at: ir.Expr, kind: ir.Expr) -> ir.Expr | None:
        if isinstance(kind, ir.Num) and kind.value == -1:
            found = self._inside(ir.Load(self.sites.filled), at)
            return None if found is None else contrary(found)
        if isinstance(kind, ir.Num) and 0 <= kind.value < self.sites.of_kind.size:
            index = kind if self.sites.of_kind.size > 1 else None
            return self._inside(ir.Load(self.sites.of_kind, index), at)
        return None

    def _inside(self, of: ir.Expr, at: ir.Expr) -> ir.Expr | None:
        """The members whose `at` is in the set `of`."""
        match at:
            case ir.Select(condition=condition, a=a, b=ir.Num(value=-1)):
                one, other = self.where(condition), self._inside(of, a)
                return None if one is None or other is None else common(one, other)
        known = self._known(at)
        if known is None or type_of(of).width > self.sites.count:
            return None
        shifts: dict[int, int] = {}
        for here, there in known.items():
            if 0 <= there < self.sites.count:
                shifts[there - here] = shifts.get(there - here, 0) | 1 << here
        if len(shifts) > _MOST_SHIFTS:
            return None
        out: ir.Expr = ir.Mask(0, self.sites.count)
        for by, some in shifts.items():
            out = joined(out, common(self._constant(some), shifted(of, by)))
        return out

    def _known(self, expr: ir.Expr) -> dict[int, int] | None:
        """The value of an expression for each member, if it depends on nothing else."""
        out = {}
        for at in constants.members(self.sources):
            names: dict[ir.Var, constants.Value] = {self.p: at}
            if self.to is not None:
                names[self.to] = at + self.step
            found = constants.known(expr, names)
            if not isinstance(found, int):
                return None
            out[at] = found
        return out

    def _all(self) -> ir.Mask:
        return ir.Mask((1 << self.sites.count) - 1, self.sites.count)

    def _constant(self, some: int) -> ir.Expr:
        """Some of the members."""
        return self._all() if some == self.sources else ir.Mask(some, self.sites.count)

    # ---- what is the same for all members ----

    def asked(self, expr: ir.Expr) -> bool:
        """Whether an expression asks for the member."""
        return any(var is self.p for var in walk.variables([expr]))

    def fixed(self, expr: ir.Expr) -> bool:
        """Whether an expression has one value for all members, and can be evaluated before the loop."""
        if not is_total(expr):
            return False
        free = set(walk.variables([expr]))
        return self.p not in free and self.to not in free and free.isdisjoint(self.changing)


def is_total(expr: ir.Expr) -> bool:
    """Whether an expression always has a value, at no great cost: reading and set algebra."""
    match expr:
        case ir.Num() | ir.Mask() | ir.Get(index=None) | ir.Load(index=None):
            return True
        case ir.Load(cell=cell, index=index) if index is not None:
            return _inside_cell(cell, index)
        case ir.Look(indices=indices):
            return all(map(is_total, indices))
        case ir.Unary(op="elements" | "length" | "gather"):
            return False
        case ir.Unary(a=a, span=None):
            return is_total(a)
        case ir.Binary(op="nth" | "joined_lists" | "contains" | "head" | "tail" | "leaving" | "place"):
            return False
        case ir.Binary(op="mod" | "div", b=b) if not (isinstance(b, ir.Num) and b.value):
            return False
        case ir.Binary(a=a, b=b, span=None):
            return is_total(a) and is_total(b)
        case ir.Select(condition=condition, a=a, b=b):
            return is_total(condition) and is_total(a) and is_total(b)
        case _:
            return False


def _inside_cell(cell: ir.Cell, index: ir.Expr) -> bool:
    match index:
        case ir.Num(value=value):
            return 0 <= value < cell.size
        case ir.Binary(op="mod", a=a, b=ir.Num(value=divisor), span=None):
            return 0 < divisor <= cell.size and is_total(a)
        case ir.Get(index=None) | ir.Load(index=None):
            return True
        case _:
            return cell.guarded and is_total(index)


def is_cheap(expr: ir.Expr) -> bool:
    """Whether a condition is no more than a look or a comparison."""
    return sum(1 for _ in walk.within([expr])) <= 4


# ---- algebra, with what is certain left out ----


def is_all(a: ir.Expr) -> bool:
    return isinstance(a, ir.Mask) and a.value == (1 << a.width) - 1


def is_none(a: ir.Expr) -> bool:
    return isinstance(a, ir.Mask) and a.value == 0


def common(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    """What two sets of one width share."""
    if is_all(b) or is_none(a) or same(a, b):
        return a
    if is_all(a) or is_none(b):
        return b
    match a, b:
        case ir.Mask(value=x, width=width), ir.Mask(value=y):
            return ir.Mask(x & y, width)
        case ir.Binary(op="without", a=all_, b=x), _ if is_all(all_):
            return without(b, x)
        case _, ir.Binary(op="without", a=all_, b=y) if is_all(all_):
            return without(a, y)
        case ir.Mask(), _:
            return common(b, a)
        case ir.Binary(op="common", a=x, b=ir.Mask() as y), ir.Mask():
            return common(x, common(y, b))
        case ir.Binary(op="without", a=x, b=y), _:
            return without(common(x, b), y)
        case _, ir.Binary(op="without", a=x, b=y):
            return without(common(a, x), y)
        case ir.Binary(op="common", a=x, b=ir.Mask() as y), _:
            return common(common(x, b), y)
    return ir.Binary("common", a, b)


def joined(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    """What is in either of two sets of one width."""
    if is_none(b) or is_all(a) or same(a, b):
        return a
    if is_none(a) or is_all(b):
        return b
    match a, b:
        case ir.Mask(value=x, width=width), ir.Mask(value=y):
            return ir.Mask(x | y, width)
        case ir.Binary(op="without", a=all_, b=x), ir.Binary(op="without", a=others, b=y) if is_all(all_) and (
            is_all(others)
        ):
            return without(all_, common(x, y))
        case ir.Binary(op="without", a=all_, b=x), _ if is_all(all_):
            return without(all_, without(x, b))
        case _, ir.Binary(op="without", a=all_, b=y) if is_all(all_):
            return without(all_, without(y, a))
    return ir.Binary("joined", a, b)


def without(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    """What is in the first of two sets of one width and not in the second."""
    if is_none(b) or is_none(a):
        return a
    if is_all(b) or same(a, b):
        return ir.Mask(0, b.width if isinstance(b, ir.Mask) else _width(a))
    match a, b:
        case ir.Mask(value=x, width=width), ir.Mask(value=y):
            return ir.Mask(x & ~y, width)
        case _, ir.Mask(value=y, width=width):
            return common(a, ir.Mask(((1 << width) - 1) & ~y, width))
        case _, ir.Binary(op="without", a=all_, b=y) if is_all(all_):
            return common(a, y)
        case ir.Binary(op="without", a=x, b=y), _ if _covers(b, y):
            return without(x, b)
        case ir.Binary(op="without", b=y), _ if _covers(y, b):
            return a
        case _, ir.Binary(op="joined", a=x, b=y):
            return without(without(a, x), y)
    return ir.Binary("without", a, b)


def contrary(a: ir.Expr) -> ir.Expr:
    """All but a set."""
    return without(ir.Mask((1 << _width(a)) - 1, _width(a)), a)


def shifted(of: ir.Expr, step: int) -> ir.Expr:
    """The sites from which a step leads into a set; others may be among them where it would lead over the edge."""
    if step == 0 or is_all(of) or is_none(of):
        return of
    if isinstance(of, ir.Mask):
        moved = of.value >> step if step > 0 else of.value << -step
        return ir.Mask(moved & (1 << of.width) - 1, of.width)
    match of:
        case ir.Binary(op="without", a=a, b=b) if isinstance(a, ir.Mask):
            return without(a if is_all(a) else shifted(a, step), shifted(b, step))
        case ir.Binary(op="common" | "joined" as op, a=a, b=b) if isinstance(a, ir.Mask) or isinstance(b, ir.Mask):
            both = shifted(a, step), shifted(b, step)
            return common(*both) if op == "common" else joined(*both)
    return ir.Binary("shift_down" if step > 0 else "shift_up", of, ir.Num(abs(step)))


def _width(a: ir.Expr) -> int:
    return type_of(a).width


def _covers(a: ir.Expr, b: ir.Expr) -> bool:
    """Whether a set certainly holds all of another: what is anybody's, or of any kind, is among what is filled."""
    match a, b:
        case ir.Load(cell=big, index=None), ir.Load(cell=small):
            return big is small or (big.name == "filled" and small.name in ("owned", "of_kind"))
        case ir.Binary(op="shift_up" | "shift_down" as op, a=x, b=ir.Num(value=by)), ir.Binary(
            op=other, a=y, b=ir.Num(value=far)
        ):
            return op == other and by == far and _covers(x, y)
        case _:
            return False


def same(a: ir.Expr | None, b: ir.Expr | None) -> bool:
    """Whether two expressions are plainly the same."""
    match a, b:
        case ir.Num(value=x), ir.Num(value=y):
            return x == y
        case ir.Mask(value=x), ir.Mask(value=y):
            return x == y
        case ir.Get(var=v, index=i), ir.Get(var=w, index=j):
            return v is w and same(i, j)
        case ir.Load(cell=c, index=i), ir.Load(cell=d, index=j):
            return c is d and same(i, j)
        case ir.Look(table=t, indices=at), ir.Look(table=u, indices=there):
            return t is u and all(map(same, at, there))
        case ir.Binary(op=op, a=a1, b=b1), ir.Binary(op=other, a=a2, b=b2):
            return op == other and same(a1, a2) and same(b1, b2)
        case _:
            return a is b
