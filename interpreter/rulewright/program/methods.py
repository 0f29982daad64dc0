"""Definitions, procedures and modified constants as routines: dispatch becomes a chain of tests on kinds, modifiers
become terms after it.

A procedure is lowered once for each level it is called from, since what follows a finished effect depends on that.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.program import ir, knowing
from rulewright.program.builder import Builder, Level
from rulewright.program.expressions import among, kind_of_ref, lower
from rulewright.semantics import typed
from rulewright.semantics import types as t
from rulewright.semantics.symbols import ConstantFamily

if TYPE_CHECKING:
    from rulewright.program.compiler import Compiler


@dataclass(slots=True)
class Methods:
    c: Compiler
    definitions: dict[typed.Generic, ir.Routine] = field(default_factory=dict)
    procedures: dict[tuple[typed.Generic, Level, bool, bool], ir.Routine] = field(default_factory=dict)
    constants: dict[ConstantFamily, ir.Routine] = field(default_factory=dict)

    def definition(self, generic: typed.Generic) -> ir.Routine:
        if generic not in self.definitions:
            assert generic.result is not None
            routine = ir.Routine(self.c.fresh(generic.name), (), self.c.layout.type(generic.result), [])
            routine.span = generic.methods[0].span
            self.definitions[generic] = routine
            if generic.modifiers:
                plain = ir.Routine(self.c.fresh(f"{generic.name}_unmodified"), (), routine.result, [])
                self._fill(generic, plain, None)
                self.c.routines.append(plain)
                params = [ir.Var(p.name, p.type) for p in plain.params]
                routine.params = tuple(params)
                self._modified(routine, params, ir.Invoke(plain, tuple(map(ir.Get, params))), generic.modifiers)
            else:
                self._fill(generic, routine, None)
            self.c.routines.append(routine)
        return self.definitions[generic]

    def procedure(self, generic: typed.Generic, b: Builder) -> ir.Routine:
        """The routine of a procedure as called from `b`."""
        key = (generic, b.level, b.in_turn, b.end_waits)
        if key not in self.procedures:
            routine = ir.Routine(self.c.fresh(generic.name), (), None, [], sort="flow")
            routine.span = generic.methods[0].span
            self.procedures[key] = routine
            self._fill(generic, routine, b)
            self.c.routines.append(routine)
        return self.procedures[key]

    # ---- dispatch ----

    def _fill(self, generic: typed.Generic, routine: ir.Routine, caller: Builder | None) -> None:
        first = generic.methods[0]
        if len(generic.methods) == 1:
            b = self._builder(routine.name, routine.sort, caller)
            b.span = first.span
            b.params = [b.bind(p) for p in first.params]
            routine.params = tuple(b.params)
            self._body(b, first)
            routine.body = b.blocks[0]
            routine.about = "" if first.kind is None else first.kind.name
            return
        b = self._builder(routine.name, routine.sort, caller)
        b.params = [ir.Var(p.name, self.c.layout.type(p.type)) for p in first.params]
        routine.params = tuple(b.params)
        ordered = generic.specific_first
        most_general = ordered[-1]
        for method in ordered[:-1]:
            target = self._method(generic, method, caller, routine)
            condition = self._fits(b, method, most_general)
            with b.when(condition):
                self._jump(b, target)
        self._jump(b, self._method(generic, most_general, caller, routine))
        routine.body = b.blocks[0]

    def _builder(self, name: str, sort: str, caller: Builder | None) -> Builder:
        if caller is None:
            return Builder(self.c, name, Level.PURE, sort=sort)
        return Builder(self.c, name, caller.level, sort=sort, in_turn=caller.in_turn, end_waits=caller.end_waits)

    def _method(
        self, generic: typed.Generic, method: typed.Method, caller: Builder | None, family: ir.Routine
    ) -> ir.Routine:
        where = method.kind.name if method.kind else "any"
        name = self.c.fresh(f"{generic.name}_{where}")
        b = self._builder(name, family.sort, caller)
        b.span = method.span
        b.params = [b.bind(p) for p in method.params]
        for p in method.params:
            if isinstance(p.type, t.ComponentType) and p.type.kind is not None and method is not generic.methods[-1]:
                b.never_none.add(id(p))
        self._body(b, method)
        return b.done(family.result, where)

    def _fits(self, b: Builder, method: typed.Method, general: typed.Method) -> ir.Expr:
        condition: ir.Expr | None = None
        for var, p, q in zip(b.params, method.params, general.params, strict=True):
            if not isinstance(p.type, t.ComponentType) or p.type.kind is None:
                continue
            if isinstance(q.type, t.ComponentType) and q.type.kind is p.type.kind:
                continue
            kinds = [kind.index for kind in p.type.kind.descendants()]
            test = among(kind_of_ref(b, ir.Get(var)), kinds, len(self.c.game.kinds))
            condition = test if condition is None else ir.Binary("and", condition, test)
        return condition or ir.Num(1)

    def _jump(self, b: Builder, target: ir.Routine) -> None:
        args = tuple(ir.Get(var) for var in b.params)
        if target.result is not None:
            b.add(ir.Return(ir.Invoke(target, args)))
        else:
            b.add(ir.Do(target, args))
            b.add(ir.Return())

    def _body(self, b: Builder, method: typed.Method) -> None:
        from rulewright.program.statements import lower_block

        if isinstance(method.body, typed.Block):
            lower_block(b, method.body)
            last = method.body.statements[-1] if method.body.statements else None
            if method.result is not None and not isinstance(last, typed.Return):
                b.add(ir.Return(none_of(self.c, method.result)))
        else:
            b.add(ir.Return(lower(b, method.body)))

    # ---- modifiers ----

    def constant(self, family: ConstantFamily) -> ir.Routine:
        """A constant that modifiers change, as a function of the component."""
        if family not in self.constants:
            type = self.c.layout.type(family.type)
            routine = ir.Routine(self.c.fresh(family.name), (), type, [])
            self.constants[family] = routine
            params = [ir.Var("x", ir.REF)]
            routine.params = tuple(params)
            table = self.c.constant_table(family)
            kind = ir.Load(self.c.layout.cell("kind"), ir.Get(params[0]))
            self._modified(routine, params, ir.Look(table, (kind,)), family.modifiers)
            self.c.routines.append(routine)
        return self.constants[family]

    def _modified(
        self, routine: ir.Routine, params: list[ir.Var], plain: ir.Expr, modifiers: list[typed.Modifier]
    ) -> None:
        """`becomes` first (the last that applies wins), then all `by`, then `at most`, then `at least`."""
        assert routine.result is not None
        b = Builder(self.c, routine.name)
        b.params = params
        value = ir.Var("value", routine.result)
        b.add(ir.Set(value, plain))
        for how in ("becomes", "by", "at most", "at least"):
            own = [modifier for modifier in modifiers if modifier.how == how]
            # outside kinds first, then those of components, as triggers go; for `becomes` alone the order counts
            turn = b.var("turn", ir.INT) if how == "becomes" and any(m.kind is not None for m in own) else None
            if turn is not None:
                b.add(ir.Set(turn, ir.Num(-1)))
            for modifier in sorted(own, key=lambda m: m.kind is not None):
                self._apply(b, modifier, params, value, turn)
        b.add(ir.Return(ir.Get(value)))
        routine.body = b.blocks[0]

    def _apply(
        self, b: Builder, modifier: typed.Modifier, params: list[ir.Var], value: ir.Var, turn: ir.Var | None
    ) -> None:
        for local, var in zip(modifier.params, params, strict=False):
            b.vars[local] = var
        fits: ir.Expr | None = None
        for local, var in zip(modifier.params, params, strict=False):
            if isinstance(local.type, t.ComponentType) and local.type.kind is not None:
                kinds = [kind.index for kind in local.type.kind.descendants()]
                test = among(kind_of_ref(b, ir.Get(var)), kinds, len(self.c.game.kinds))
                fits = test if fits is None else ir.Binary("and", fits, test)
        if modifier.self_var is not None and modifier.self_var not in modifier.params:
            from rulewright.program.operations import of_kinds

            assert modifier.kind is not None
            kinds = [kind.index for kind in modifier.kind.descendants()]
            x = b.bind(modifier.self_var, never_none=True)
            with b.each_item(x, self.c.library.in_order(of_kinds(b, kinds))):
                self._term(b, modifier, value, fits, turn)
        else:
            self._term(b, modifier, value, fits, turn)

    def _term(
        self, b: Builder, modifier: typed.Modifier, value: ir.Var, fits: ir.Expr | None, turn: ir.Var | None
    ) -> None:
        """Change `value` as one modifier says. `turn`: whose modifier gave it (see `Players.rank`); only one that does
        not come before that in the order of reactions may change it."""
        condition = fits
        owned: ir.Expr | None = None
        if modifier.self_var is not None and self.c.layout.flips:  # face down it modifies nothing
            up = ir.negated(knowing.face_down(self.c.library, ir.Get(b.find(modifier.self_var))))
            condition = up if condition is None else ir.Binary("and", condition, up)
        if turn is not None and modifier.self_var is not None:
            owned = self.c.players.rank(ir.Load(self.c.layout.cell("owner"), ir.Get(b.find(modifier.self_var))))
            last = ir.Binary("ge", owned, ir.Get(turn))
            condition = last if condition is None else ir.Binary("and", condition, last)
        if modifier.condition is not None:
            written = lower(b, modifier.condition)
            condition = written if condition is None else ir.Binary("and", condition, written)
        change = lower(b, modifier.value)
        match modifier.how:
            case "becomes":
                new = change
            case "by" if value.type.width:
                new = ir.Binary("joined", ir.Get(value), change)
            case "by":
                new = ir.Binary("add", ir.Get(value), change, modifier.span)
            case "at most":
                new = ir.Binary("min", ir.Get(value), change)
            case _:
                new = ir.Binary("max", ir.Get(value), change)
        with b.when(condition) if condition is not None else nullcontext():
            b.add(ir.Set(value, new))
            if turn is not None and owned is not None:
                b.add(ir.Set(turn, owned))


def none_of(c: Compiler, of: t.Type) -> ir.Expr:
    """What a block definition gives that returns nothing: none, false, {}; of an int 0."""
    type = c.layout.type(of)
    if type.width:
        return ir.Mask(0, type.width)
    if type.name in ("list", "reflist"):
        return ir.MakeList(())
    return ir.Num(0 if isinstance(of, t.IntType | t.BoolType) else -1)
