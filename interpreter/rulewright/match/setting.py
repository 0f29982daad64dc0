"""What everything in `match` works on: the checked game, its program, and the engine that runs it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rulewright.engines.protocol import Engine, Stopped, Value, Yielded
from rulewright.program.ir import Cell, Program, Routine
from rulewright.semantics.symbols import ConstantFamily, FieldDecl, VarDecl
from rulewright.semantics.symbols import Game as Declarations
from rulewright.semantics.typed import Call, Generic, KindConstant, Local, LocalRef
from rulewright.semantics.types import PLAYER, ComponentType


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """One compiled game. `declared` has the names, `program` the decisions, `engine` runs them; `language` is the one
    in which its names are shown to people ("": as the rules write them)."""

    declared: Declarations
    program: Program
    engine: Engine
    language: str = ""
    _explainers: dict[int, Routine] = field(default_factory=dict)
    _cells: dict[str, Cell] = field(default_factory=dict)
    _current: dict[tuple[str, str], Routine] = field(default_factory=dict)
    _by_board: dict[str, Setting] = field(default_factory=dict)

    @property
    def untranslated(self) -> Setting:
        """The same with names as the rules write them: what moves and records are made of."""
        return replace(self, language="") if self.language else self

    @property
    def by_board(self) -> Setting:
        """The same with sites called as the board does."""
        board = self.declared.board
        if board is None or not board.called:
            return self
        if self.language not in self._by_board:
            declared = replace(self.declared, board=replace(board, called=()))
            self._by_board[self.language] = replace(self, declared=declared)
        return self._by_board[self.language]

    def say(self, text: str) -> str:
        """A name or a text of the rules in the language that is spoken."""
        return self.declared.labels.get(self.language, {}).get(text, text)

    def view(self, name: str, machine: Any, *args: int) -> int:
        """What one of the program's views (`site_of`, `kind_of` …) gives; -1 if the program has no such view."""
        routine = self.program.views.get(name)
        if routine is None:
            return -1
        value = self.engine.evaluate(routine, machine, args)
        assert isinstance(value, int)
        return value

    def stand_on(self, machine: Any, site: int, layer: int) -> tuple[int, ...]:
        """What stands in a layer of a site: references, of a pile from the top down."""
        if "refs_on" not in self.program.views:
            ref = self.view("ref_on", machine, site, layer)
            return (ref,) if ref >= 0 else ()
        refs = self.engine.evaluate(self.program.views["refs_on"], machine, (site, layer))
        assert not isinstance(refs, int)
        return tuple(refs)

    def filled(self, machine: Any, layer: int) -> int:
        """The sites of a layer where something stands, as bits."""
        cell = next((cell for cell in self.program.cells if cell.name == "filled"), None)
        value = 0 if cell is None else self.held(cell, machine, layer)
        assert isinstance(value, int)
        return value

    def step_site(self, step: int) -> int:
        """The site of a ray's step; -1 if the program keeps no table of them."""
        table = next((table for table in self.program.tables if table.name == "step_site"), None)
        value = -1 if table is None else table.values[step]
        assert isinstance(value, int)
        return value

    def combinations(self, machine: Any, stop: Stopped) -> list[Yielded]:
        """Every combination of picks at a decision, legal or not: see `Decision.explain`."""
        decision = stop.decision
        if decision is None or decision.explain is None:
            return []
        if decision.index not in self._explainers:
            self._explainers[decision.index] = decision.explain()
        return self.engine.generate(self._explainers[decision.index], machine, stop.args)

    def current(self, family: ConstantFamily) -> Routine:
        """A function of a component that gives what one of its kind's constants is now, with all that modifies it."""
        key = family.owner.name, family.name
        if key not in self._current:
            assert self.program.asked is not None
            span = family.owner.span
            local = Local("x", ComponentType(family.owner), span)
            subject = LocalRef(local, type=local.type, span=span)
            self._current[key] = self.program.asked(local, KindConstant(family, subject, type=family.type, span=span))
        return self._current[key]

    def told(self, definition: Generic) -> Routine:
        """A function that gives the value of a definition that people are told, of one of a player for a seat."""
        key = "", definition.name
        if key not in self._current:
            assert self.program.asked is not None and definition.result is not None
            span = definition.methods[0].span
            local = Local("p", PLAYER, span) if definition.methods[0].params else None
            args = (LocalRef(local, type=PLAYER, span=span),) if local is not None else ()
            self._current[key] = self.program.asked(local, Call(definition, args, type=definition.result, span=span))
        return self._current[key]

    @property
    def cells(self) -> dict[str, Cell]:
        """The cells by name; of two with one name the later, which the rules declare."""
        if not self._cells:
            self._cells.update((cell.name, cell) for cell in self.program.cells)
        return self._cells

    def held(self, cell: Cell, machine: Any, index: int = 0) -> Value:
        """The value of a cell at an index."""
        return self.engine.cells(machine)[cell.offset + index]

    def values_of(self, holder: VarDecl | FieldDecl, machine: Any) -> Sequence[Value]:
        """All values of a var, or of a field that is no component's, by index."""
        cell = self.cells[holder.name]
        return self.engine.cells(machine)[cell.offset : cell.offset + cell.size]

    def value_of(self, holder: VarDecl | FieldDecl, machine: Any, index: int = 0) -> Value:
        """The value of a var, or of a field that is no component's, at an index."""
        return self.held(self.cells[holder.name], machine, index)
