"""Routines under construction.

A `Builder` collects the statements of one routine. Expressions that need a loop (`any(…)`, `reach(…)`) become helper
functions of their own: a helper is a builder inside a builder, and a local of the outer one that it names becomes one
of its parameters (closure conversion), so that `Builder.get` is all that the rest of the compiler needs to know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from rulewright.program import ir
from rulewright.semantics import typed
from rulewright.semantics.types import ComponentType, Type
from rulewright.source import Span

if TYPE_CHECKING:
    from rulewright.program.compiler import Compiler


class Level(Enum):
    """Where code runs, which decides what follows a finished effect or decision.

    FLOW: in `turn`, `flow` and procedures called from there; SETUP: the same in the set-up; INNER: inside a `do` or a
    trigger's body; SILENT: in `given`, where nothing reacts; PURE: changes nothing.
    """

    FLOW = "flow"
    SETUP = "setup"
    INNER = "inner"
    SILENT = "silent"
    PURE = "pure"

    @property
    def transparent(self) -> bool:
        return self in (Level.FLOW, Level.SETUP)


def whole(var: ir.Var) -> ir.Expr:
    """The value of a local, of an array as a list."""
    return ir.MakeList(tuple(ir.Get(var, ir.Num(i)) for i in range(var.size))) if var.size else ir.Get(var)


@dataclass(slots=True)
class Builder:
    """One routine being built. `c` is the compiler, `outer` the builder whose locals may be captured.

    `saved`: the locals that hold outer movers while somebody else decides; `loops`: how many of them there were where
    each loop around began. `end_waits`: inside `one move`, where the end of the game is not tested. `leaving`: inside a
    turn that is part of a flow, set to 1 when it is left; then every loop in it is left.
    """

    c: Compiler
    name: str
    level: Level = Level.PURE
    outer: Builder | None = None
    params: list[ir.Var] = field(default_factory=list)
    captured: list[ir.Expr] = field(default_factory=list)
    vars: dict[typed.Local, ir.Var] = field(default_factory=dict)
    members: dict[tuple[typed.ChoiceVar, str], ir.Var] = field(default_factory=dict)
    blocks: list[list[ir.Stmt]] = field(default_factory=lambda: [[]])
    never_none: set[int] = field(default_factory=set)
    in_turn: bool = False
    sort: str = "function"
    span: Span | None = None
    before_return: Callable[[], None] | None = None
    end_waits: bool = False
    saved: list[ir.Var] = field(default_factory=list)
    loops: list[int] = field(default_factory=list)
    leaving: ir.Var | None = None

    # ---- statements ----

    def add(self, statement: ir.Stmt) -> None:
        self.blocks[-1].append(statement)

    @contextmanager
    def block(self) -> Iterator[list[ir.Stmt]]:
        """Statements added inside go to a new list, which is what the `with` names."""
        statements: list[ir.Stmt] = []
        self.blocks.append(statements)
        yield statements
        self.blocks.pop()

    @contextmanager
    def when(self, condition: ir.Expr) -> Iterator[None]:
        """Statements added inside run only if `condition` holds."""
        with self.block() as then:
            yield
        if isinstance(condition, ir.Num):
            self.blocks[-1] += then if condition.value else []
        elif then:
            self.add(ir.If(condition, then))

    @contextmanager
    def forever(self, condition: ir.Expr | None = None) -> Iterator[None]:
        with self.block() as body:
            yield
        self.add(ir.While(condition or ir.Num(1), body))

    @contextmanager
    def each(self, var: ir.Var, members: ir.Expr) -> Iterator[None]:
        with self.block() as body:
            yield
        self.add(ir.Each(var, members, body))

    @contextmanager
    def each_item(self, var: ir.Var, items: ir.Expr) -> Iterator[None]:
        with self.block() as body:
            yield
        self.add(ir.EachItem(var, items, body))

    @contextmanager
    def loop(self) -> Iterator[None]:
        """Marks the body of a loop of the language, which `break` may leave."""
        self.loops.append(len(self.saved))
        yield
        self.loops.pop()

    @contextmanager
    def deciding(self, chooser: ir.Expr | None) -> Iterator[Callable[[], None]]:
        """Somebody else (None: the mover) decides and is `mover` inside. Gives what restores the mover, to be called
        once at the end of every way through."""
        if chooser is None:
            yield lambda: None
            return
        mover = self.c.layout.cell("mover")
        before = self.var("outer_mover", ir.INT)
        self.add(ir.Set(before, ir.Load(mover)))
        self.add(ir.Store(mover, None, chooser))
        self.saved.append(before)
        yield lambda: self.add(ir.Store(mover, None, ir.Get(before)))
        self.saved.pop()

    def leave_loop(self) -> None:
        depth = self.loops[-1] if self.loops else 0
        if len(self.saved) > depth:
            self.add(ir.Store(self.c.layout.cell("mover"), None, ir.Get(self.saved[depth])))
        self.add(ir.Break())

    def leave(self, value: ir.Expr | None = None) -> None:
        """Return, after what must be done before."""
        if self.before_return is not None:
            self.before_return()
        if self.saved:
            self.add(ir.Store(self.c.layout.cell("mover"), None, ir.Get(self.saved[0])))
        if self.leaving is None:
            self.add(ir.Return(value))
        else:
            self.add(ir.Set(self.leaving, ir.Num(1)))
            self.add(ir.Break())

    def leave_further(self) -> None:
        """Behind a loop inside a block that is left loop by loop."""
        if self.leaving is not None:
            with self.when(ir.Get(self.leaving)):
                self.add(ir.Break())

    # ---- locals ----

    def var(self, name: str, type: ir.IrType, size: int = 0) -> ir.Var:
        return ir.Var(name, type, size)

    def param(self, name: str, type: ir.IrType) -> ir.Var:
        var = ir.Var(name, type)
        self.params.append(var)
        return var

    def keep(self, name: str, type: ir.IrType, value: ir.Expr) -> ir.Expr:
        """A use of `value` that may be repeated: itself if it is cheap, else a local that holds it."""
        if isinstance(value, ir.Num | ir.Mask) or (isinstance(value, ir.Get) and value.index is None):
            return value
        var = self.var(name, type)
        self.add(ir.Set(var, value))
        return ir.Get(var)

    def bind(self, local: typed.Local, *, never_none: bool = False) -> ir.Var:
        """A new IR local for a local of the language."""
        var = ir.Var(local.name, self.c.layout.type(local.type), local.each_size)
        self.vars[local] = var
        # a component may be removed, and its references become none, wherever something is done
        if never_none and (self.level is Level.PURE or not isinstance(local.type, ComponentType)):
            self.never_none.add(id(local))
        return var

    def find(self, local: typed.Local) -> ir.Var:
        """The IR local for a local of the language; captured from outside if it belongs to an outer routine, an array
        as a list."""
        var = self.vars.get(local)
        if var is None:
            if self.outer is None:
                raise KeyError(f"{self.name} has no local {local.name}")
            outside = self.outer.find(local)
            follows = outside.type.follows
            listed = (ir.REFLIST if follows else ir.LIST) if outside.size else outside.type
            var = self.param(local.name, listed)
            self.vars[local] = var
            self.captured.append(whole(outside))
            if id(local) in self.outer.never_none:
                self.never_none.add(id(local))
        return var

    def find_member(self, choice: typed.ChoiceVar, name: str) -> ir.Var:
        var = self.members.get((choice, name))
        if var is None:
            if self.outer is None:
                raise KeyError(f"{self.name} has no choice {choice.name}.{name}")
            outside = self.outer.find_member(choice, name)
            var = self.param(f"{choice.name}_{name}", outside.type)
            self.members[choice, name] = var
            self.captured.append(ir.Get(outside))
        return var

    # ---- routines ----

    def helper(self, name: str, sort: str = "function") -> Builder:
        """A builder for a helper of this one, which may name this one's locals."""
        return Builder(self.c, self.c.fresh(name), Level.PURE, self, sort=sort, span=self.span)

    def closure(self, e: typed.Expr, name: str, fill: Callable[[Builder], ir.IrType]) -> ir.Invoke:
        """A helper for an expression, invoked with what it names. The same expression lowered once more, elsewhere,
        shares the helper, if the same names are certain not to be none there."""
        known = self.c.closures.get(id(e))
        if known is not None:
            routine, names = known
            vars = [self.find(one) if isinstance(one, typed.Local) else self.find_member(*one) for one, _ in names]
            if all((id(one) in self.never_none) == certain for one, certain in names):
                return ir.Invoke(routine, tuple(map(whole, vars)))
        h = self.helper(name)
        routine = h.done(fill(h))
        stands: dict[int, typed.Local | tuple[typed.ChoiceVar, str]] = {id(var): one for one, var in h.vars.items()}
        stands |= {id(var): one for one, var in h.members.items()}
        names = [(stands[id(var)], id(stands[id(var)]) in h.never_none) for var in h.params]
        if self.c.history.coming is None:
            self.c.closures[id(e)] = routine, names
        return ir.Invoke(routine, tuple(h.captured))

    def shared(self, name: str, key: tuple[object, ...], fill: Callable[[Builder], ir.IrType | None]) -> ir.Routine:
        """The routine of that name and key that captures nothing, made by `fill` when it is first asked for."""
        found = self.c.shared.get((name, key))
        if found is None:
            h = self.c.function(name)
            found = h.done(fill(h))
            self.c.shared[name, key] = found
        return found

    def done(self, result: ir.IrType | None = None, about: str = "") -> ir.Routine:
        routine = ir.Routine(self.name, tuple(self.params), result, self.blocks[0], about, self.sort, span=self.span)
        if self.sort == "generator":
            names = {id(var): local for local, var in self.vars.items()}
            members = {id(var): key for key, var in self.members.items()}
            self.c.captures[routine] = [
                (var, names[id(var)] if id(var) in names else members[id(var)])
                for var in self.params
                if id(var) in names or id(var) in members
            ]
        self.c.routines.append(routine)
        return routine

    def invoke(self, result: ir.IrType) -> ir.Invoke:
        """Finish this helper and call it from outside with what it captured."""
        return ir.Invoke(self.done(result), tuple(self.captured))


def sure(b: Builder, e: typed.Expr) -> bool:
    """Whether an expression is certainly not none."""
    match e:
        case typed.Constant(value=value):
            return value != -1
        case typed.LocalRef(var=var):
            b.find(var)
            return id(var) in b.never_none
        case typed.Op(op="mover"):
            return True
        case typed.Op(op="at", args=(of,)):
            return sure(b, of)
        case _:
            return False


def type_of(b: Builder, of: Type) -> ir.IrType:
    return b.c.layout.type(of)
