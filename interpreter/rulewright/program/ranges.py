"""Bounds of integer expressions, so that only what could overflow 32 bits is checked while playing."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.semantics import typed
from rulewright.semantics.symbols import Game

LOW, HIGH = -(2**31), 2**31 - 1
Bounds = tuple[int, int]
ANY: Bounds = (LOW, HIGH)


@dataclass(slots=True)
class Ranges:
    game: Game

    def fits(self, e: typed.Expr) -> bool:
        """Whether an arithmetic operation stays within 32 bits whatever happens."""
        low, high = self.of(e, bounded=False)
        return low >= LOW and high <= HIGH

    def may_be_zero(self, e: typed.Expr) -> bool:
        low, high = self.of(e)
        return low <= 0 <= high

    def of(self, e: typed.Expr, *, bounded: bool = True) -> Bounds:
        """Least and greatest value of an int expression; `bounded`: cut to 32 bits, as every checked value is."""
        found = self._of(e)
        return (max(found[0], LOW), min(found[1], HIGH)) if bounded else found

    def _of(self, e: typed.Expr) -> Bounds:
        match e:
            case typed.Constant(value=int() as value):
                return value, value
            case typed.VarRef(var=var) if var.lo is not None and var.hi is not None:
                return var.lo, var.hi
            case typed.FieldRef(field=field) if field.lo is not None and field.hi is not None:
                return field.lo, field.hi
            case typed.LocalRef(var=local) if local.lo is not None and local.hi is not None:
                return local.lo, local.hi
            case typed.KindConstant(family=family) if not family.modifiers:
                values = [one for of in family.values.values() for one in ([of] if isinstance(of, int) else of)]
                return (min(values), max(values)) if values else ANY
            case typed.Cond(then=then, otherwise=otherwise):
                a, b = self.of(then), self.of(otherwise)
                return min(a[0], b[0]), max(a[1], b[1])
            case typed.Bind(word="count"):
                return 0, 65_535
            case typed.RollDie(die=die, count=None):
                return min(die.faces), max(die.faces)
            case typed.Op(op=op, args=args):
                return self._op(op, args)
            case _:
                return ANY

    def _op(self, op: str, args: tuple[typed.Expr, ...]) -> Bounds:
        match op:
            case "count" | "bag_count" | "supply_count" | "distance" | "row" | "column" | "step_index":
                return -1, 65_535
            case "zone_size" | "index_in_zone":
                return -1, 65_535
            case "turn_number" | "round_number" | "repetitions" | "step_passed":
                return 0, 1_000_000
            case "add" | "sub" | "mul":
                return self._arithmetic(op, self.of(args[0]), self.of(args[1]))
            case "neg":
                low, high = self.of(args[0])
                return -high, -low
            case "abs":
                low, high = self.of(args[0])
                return 0, max(abs(low), abs(high))
            case "min" | "max":
                all_of = [self.of(arg) for arg in args]
                pick = min if op == "min" else max
                return pick(low for low, _ in all_of), pick(high for _, high in all_of)
            case "mod":
                low, high = self.of(args[1])
                return 0, max(abs(low), abs(high)) - 1
            case "div":
                low, high = self.of(args[0])
                if low == LOW:
                    return LOW, HIGH + 1
                return min(low, -high), max(high, -low)
            case _:
                return ANY

    def _arithmetic(self, op: str, a: Bounds, b: Bounds) -> Bounds:
        if op == "add":
            return a[0] + b[0], a[1] + b[1]
        if op == "sub":
            return a[0] - b[1], a[1] - b[0]
        products = [x * y for x in a for y in b]
        return min(products), max(products)
