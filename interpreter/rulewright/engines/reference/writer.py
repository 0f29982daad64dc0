"""Where the source of a routine is gathered, and how the routine calls its things."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from rulewright.program import ir
from rulewright.program.flowgraph import Flow
from rulewright.program.typeof import family

_KINDS = {"int": "r", "set": "s", "list": "l"}


class Linker(Protocol):
    """Gives the names under which compiled routines find one another, tables and constants."""

    guarded: bool

    def routine(self, routine: ir.Routine) -> str: ...

    def table(self, table: ir.Table) -> str: ...

    def constant(self, thing: object) -> str: ...

    def moves_of(self, routine: ir.Routine) -> str: ...

    def flow_number(self, routine: ir.Routine) -> int: ...

    def flow(self, routine: ir.Routine) -> Flow: ...


def kind_of(var: ir.Var) -> str:
    """How the references in a local are followed: r a reference, s a set, l a list; capitals for arrays of them."""
    kind = _KINDS[family(var.type)]
    return kind.upper() if var.size else kind


def identifier(name: str) -> str:
    """A name that Python takes, from any name."""
    return re.sub(r"\W", "_", name, flags=re.ASCII) or "_"


class Writer:
    """Lines of Python source. With a flow, locals are slots of the frame; without, variables of Python."""

    def __init__(
        self, linker: Linker, routine: ir.Routine, variables: Iterable[ir.Var], flow: Flow | None, full: bool
    ) -> None:
        self.lines: list[str] = []
        self.title = routine.name
        self.span = routine.span
        self.full = full
        self.state, self.cells, self.frame = "s", "c", "f"
        self.guarded = linker.guarded
        self.in_frame = flow is not None
        self._linker = linker
        self._flow = flow
        self._indent = 1
        self._made = 0
        self._names: dict[ir.Var, str] = {}
        for i, var in enumerate(variables):
            self._names[var] = f"{identifier(var.name)}_{i}"

    def line(self, text: str) -> None:
        self.lines.append("    " * self._indent + text)

    @contextmanager
    def deeper(self) -> Iterator[None]:
        """Lines inside are indented once more."""
        self._indent += 1
        yield
        self._indent -= 1

    @contextmanager
    def on_copy(self, how: str = "copy") -> Iterator[None]:
        """Lines inside work on a copy of the state."""
        outer = self.state, self.cells, self.frame
        self._made += 1
        self.state, self.cells, self.frame = (f"{name}_copy{self._made}" for name in "scf")
        self.line(f"{self.state} = {outer[0]}.{how}()")
        self.line(f"{self.cells} = {self.state}.cells")
        if self.in_frame:
            self.line(f"{self.frame} = {self.state}.frames[-1]")
        yield
        self.state, self.cells, self.frame = outer

    def temporary(self) -> str:
        """A new name."""
        self._made += 1
        return f"_{self._made}"

    def variable(self, var: ir.Var) -> str:
        if self._flow is None:
            return self._names[var]
        return f"{self.frame}[{self._slot(var)}]"

    def array(self, var: ir.Var, index: str) -> str:
        if self._flow is None:
            return f"{self._names[var]}[{index}]"
        return f"{self.frame}[{self._slot(var)} + {index}]"

    def fill(self, var: ir.Var, value: str) -> None:
        """A local, or every entry of an array, becomes `value`."""
        if not var.size:
            self.line(f"{self.variable(var)} = {value}")
        elif self._flow is None:
            self.line(f"{self._names[var]} = [{value}] * {var.size}")
        else:
            slot = self._slot(var)
            self.line(f"{self.frame}[{slot}:{slot + var.size}] = [{value}] * {var.size}")

    def slots(self, variables: Iterable[ir.Var]) -> list[int]:
        """The slots of variables of a flow."""
        return [self._slot(var) + i for var in variables for i in range(var.size or 1)]

    def _slot(self, var: ir.Var) -> int:
        assert self._flow is not None
        return self._flow.slots[var] + 2

    def new_frame(self, routine: ir.Routine, args: Sequence[str]) -> str:
        """A frame of another flow, at its start."""
        given = [*args, *(str(value) for value in defaults(self._linker.flow(routine))[len(args) :])]
        return f"[{self._linker.flow_number(routine)}, 0, {', '.join(given)}]"

    def routine(self, routine: ir.Routine) -> str:
        return self._linker.routine(routine)

    def table(self, table: ir.Table) -> str:
        return self._linker.table(table)

    def constant(self, thing: object) -> str:
        return self._linker.constant(thing)

    def moves_of(self, routine: ir.Routine) -> str:
        return self._linker.moves_of(routine)


def defaults(flow: Flow) -> list[int | tuple[int, ...]]:
    """What the slots of a new frame hold."""
    return [value for var in flow.slots for value in [var.default()] * (var.size or 1)]
