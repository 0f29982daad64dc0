"""What is known of variables at a place of a routine: in which sets their values are, or are not.

Known is what a loop goes over, what a condition has asked, and what a constant is; it is forgotten when the variable
gets another value, or a cell in which the set lies may have changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from rulewright.program import ir, rewriting, walk
from rulewright.program.passes.lifting import same

_TOGETHER = ("owned", "of_kind", "filled")
"""While one of these cells changes, the others do not agree with it."""


@dataclass(frozen=True, slots=True)
class Fact:
    """`what`: in (a member of the set `of`), out (no member of it), some (not none), is (the number `value`)."""

    what: str
    of: ir.Expr | None = None
    value: int = 0

    def is_like(self, other: Fact) -> bool:
        """Whether both say the same."""
        return self.what == other.what and self.value == other.value and same(self.of, other.of)

    def cells(self) -> Iterator[ir.Cell]:
        """The cells in which its set lies."""
        for expr in walk.within(() if self.of is None else (self.of,)):
            if isinstance(expr, ir.Load):
                yield expr.cell


Facts = tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """The facts by variable; never changed, but made anew. `flat`: every component is its own site, so that what is
    owned, or of a kind, is among what is filled."""

    facts: dict[ir.Var, Facts]
    flat: bool = False

    def of(self, var: ir.Var) -> Facts:
        """What is known of a variable."""
        return self.facts.get(var, ())

    def also(self, var: ir.Var, more: Iterable[Fact]) -> Known:
        """With these facts too."""
        have = list(self.of(var))
        have += [fact for fact in more if not any(fact.is_like(other) for other in have)]
        return replace(self, facts={**self.facts, var: tuple(have)}) if have else self

    def without(self, variables: Iterable[ir.Var], cells: Iterable[ir.Cell], follows: bool = False) -> Known:
        """What is left when variables are assigned and cells stored. `follows`: references may have moved."""
        gone, stored = set(variables), set(cells)
        together = any(cell.name in _TOGETHER for cell in stored)
        kept: dict[ir.Var, Facts] = {}
        for var, facts in self.facts.items():
            left = tuple(
                fact
                for fact in facts
                if not any(cell in stored or (together and cell.name in _TOGETHER) for cell in fact.cells())
            )
            if var not in gone and left and not (follows and var.type.follows):
                kept[var] = left
        return replace(self, facts=kept)

    def both(self, other: Known) -> Known:
        """What is known whichever of the two holds."""
        both = {var: left for var, facts in self.facts.items() if (left := common(facts, other.of(var)))}
        return replace(self, facts=both)

    # ---- conditions ----

    def given(self, condition: ir.Expr, holds: bool) -> Known:
        """What is known where a condition holds, or does not."""
        match condition:
            case ir.Binary(op="and", a=a, b=b) if holds:
                return self.given(a, True).given(b, True)
            case ir.Binary(op="or", a=a, b=b) if not holds:
                return self.given(a, False).given(b, False)
            case ir.Unary(op="not", a=a):
                return self.given(a, not holds)
            case ir.Binary(op="has", a=of, b=ir.Get(var=var, index=None)) if plain(of):
                return self.also(var, member(of) if holds else no_member(of))
            case ir.Binary(op="ge", a=ir.Get(var=var, index=None), b=ir.Num(value=0)) if holds:
                return self.also(var, (Fact("some"),))
            case ir.Binary(op="lt", a=ir.Get(var=var, index=None), b=ir.Num(value=0)) if not holds:
                return self.also(var, (Fact("some"),))
            case _:
                return self

    def truth(self, condition: ir.Expr) -> bool | None:
        """Whether a condition holds; None where that is not known."""
        match condition:
            case ir.Binary(op="has", a=of, b=ir.Get(var=var, index=None)):
                return self._has(of, var)
            case ir.Binary(op=op, a=ir.Get(var=var, index=None), b=ir.Num(value=number)) if op in _COMPARED:
                return self._compared(op, var, number)
            case ir.Binary(op="eq" | "ne" as op, a=ir.Get(var=a, index=None), b=ir.Get(var=b, index=None)):
                apart = self._apart(a, b) or self._apart(b, a)
                return op == "ne" if apart else None
            case _:
                return None

    def _has(self, of: ir.Expr, var: ir.Var) -> bool | None:
        for fact in self.of(var):
            if fact.what == "is" and (fact.value < 0 or isinstance(of, ir.Mask)):
                return fact.value >= 0 and isinstance(of, ir.Mask) and bool(of.value >> fact.value & 1)
            if fact.of is not None and fact.what == "in" and self._holds_all(of, fact.of):
                return True
            if fact.of is not None and fact.what == "out" and self._holds_all(fact.of, of):
                return False
        return None

    def _compared(self, op: str, var: ir.Var, number: int) -> bool | None:
        for fact in self.of(var):
            if fact.what == "is":
                return _COMPARED[op](fact.value, number)
        if any(fact.what in ("in", "some") for fact in self.of(var)) and number + (op not in ("ge", "lt")) <= 0:
            return op in ("ge", "gt", "ne")
        return None

    def _apart(self, a: ir.Var, b: ir.Var) -> bool:
        """Whether `a` is in a set and `b` is not."""
        inside = [fact.of for fact in self.of(a) if fact.what == "in"]
        outside = [fact.of for fact in self.of(b) if fact.what == "out"]
        return any(self._holds_all(big, small) for small in inside for big in outside if big and small)

    def _holds_all(self, big: ir.Expr, small: ir.Expr) -> bool:
        """Whether one set certainly holds all members of another."""
        match big, small:
            case ir.Mask(value=more), ir.Mask(value=fewer):
                return not fewer & ~more
            case ir.Load(cell=cell, index=None), ir.Load(cell=part) if self.flat and cell.name == "filled":
                return part is cell or part.name in ("owned", "of_kind")
            case _:
                return same(big, small)


_COMPARED: dict[str, Callable[[int, int], bool]] = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
}


def common(a: Facts, b: Facts) -> Facts:
    """The facts that are among both."""
    return tuple(fact for fact in a if any(fact.is_like(other) for other in b))


def plain(of: ir.Expr) -> bool:
    """Whether a set is made of cells and constants alone."""
    match of:
        case ir.Mask() | ir.Load(index=None | ir.Num() | ir.Load(index=None)):
            return True
        case ir.Load(index=ir.Binary(op="mod", a=ir.Load(index=None), b=ir.Num())):
            return True
        case ir.Binary(op="common" | "joined" | "without", a=a, b=b):
            return plain(a) and plain(b)
        case _:
            return False


def member(of: ir.Expr) -> Facts:
    """What is known of a member of a set."""
    match of:
        case ir.Binary(op="common", a=a, b=b):
            return (*member(a), *member(b))
        case ir.Binary(op="without", a=a, b=b):
            return (*member(a), *no_member(b))
        case _:
            return (Fact("in", of),) if plain(of) else (Fact("some"),)


def no_member(of: ir.Expr) -> Facts:
    """What is known of what is no member of a set (it may be none)."""
    match of:
        case ir.Binary(op="joined", a=a, b=b):
            return (*no_member(a), *no_member(b))
        case _:
            return (Fact("out", of),) if plain(of) else ()


def simpler(expr: ir.Expr, known: Known) -> ir.Expr:
    """An expression in which conditions that are known are constants."""

    def change(part: ir.Expr) -> ir.Expr | None:
        truth = known.truth(part)
        return None if truth is None else ir.Num(int(truth))

    return rewriting.replaced(expr, change)
