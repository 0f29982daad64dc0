"""Tables that are made of tables of lists: what of the items of each list is in a set, and which items there are."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.program import constants, ir, walk
from rulewright.program.constants import Value


class Lists:
    """The new tables of a program. `made`: by what they are made of."""

    def __init__(self, program: ir.Program) -> None:
        self._names = {table.name for table in program.tables}
        self.made: dict[tuple[object, ...], ir.Table] = {}

    def table(
        self, key: tuple[object, ...], name: str, shape: tuple[int, ...], values: list[Value], kind: ir.IrType
    ) -> ir.Table:
        """The table that is made of this, with a name of its own."""
        if key not in self.made:
            fresh = name
            while fresh in self._names:
                fresh += "_2"
            self._names.add(fresh)
            self.made[key] = ir.Table(fresh, shape, tuple(values), kind)  # type: ignore[arg-type]
        return self.made[key]

    def among(self, listed: ir.Table, table: ir.Table | None, width: int) -> ir.Table | None:
        """A table of the sets of what `table` gives (None: the items themselves) for the items of the lists; None where
        something else than a number below `width` is among it."""
        values: list[Value] = []
        for items in listed.values:
            assert isinstance(items, tuple)
            found = [item if table is None else table.values[item] for item in items if table is None or item >= 0]
            if len(found) < len(items) or not all(isinstance(one, int) and 0 <= one < width for one in found):
                return None
            values.append(sum({1 << one for one in found if isinstance(one, int)}))
        name = f"{listed.name}_set" if table is None else f"{listed.name}_{table.name}"
        return self.table((listed, table, width), name, listed.shape, values, ir.bits(width))

    def chosen(
        self, look: ir.Look, item: ir.Var, conditions: list[ir.Expr], is_sure: Callable[[ir.Expr], bool]
    ) -> tuple[ir.Look, list[ir.Expr]]:
        """The list without the items that fail what they decide alone, and the other conditions. A condition that
        stands behind one that may fail is not tested before it."""
        table, left = look.table, []
        sure = True
        for condition in conditions:
            alone = set(walk.variables([condition])) == {item} and sure
            verdicts = _verdicts(condition, item, table) if alone else None
            if verdicts is None:
                left.append(condition)
                sure = sure and is_sure(condition)
            else:
                values: list[Value] = []
                for items in table.values:
                    assert isinstance(items, tuple)
                    values.append(tuple(one for one in items if verdicts[one]))
                if values != list(table.values):
                    table = self.table((table, tuple(values)), f"{look.table.name}_2", table.shape, values, table.type)
        return ir.Look(table, look.indices), left


def _verdicts(condition: ir.Expr, item: ir.Var, table: ir.Table) -> dict[int, int] | None:
    """What a condition says of each item of a table of lists; None if that is not known of each."""
    every = {one for items in table.values if isinstance(items, tuple) for one in items}
    found = {one: constants.known(condition, {item: one}) for one in every}
    verdicts = {one: int(bool(said)) for one, said in found.items() if said is not None}
    return verdicts if len(verdicts) == len(every) else None
