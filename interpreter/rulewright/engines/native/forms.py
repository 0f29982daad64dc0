"""The forms in which a generator is written besides the one that lists its yields, and a flow besides the one that
draws what is decided: as they are needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Literal

from rulewright.engines.native.counting import Asker, Counter, Noter, write_making
from rulewright.engines.native.notes import Notes, notes_of
from rulewright.engines.native.routine import Emitter
from rulewright.program import ir

if TYPE_CHECKING:
    from rulewright.engines.native.module import Module

Form = Literal["asker", "counter", "noter", "maker", "explored"]

_ENDS: dict[Form, str] = {"asker": "s", "counter": "c", "noter": "g", "maker": "m", "explored": "w"}


class Forms:
    """Those of a module. `notes` gives how the yields of a generator are noted."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._wanted: dict[tuple[ir.Routine, Form], None] = {}
        self._done: set[tuple[ir.Routine, Form]] = set()
        self._notes: dict[ir.Routine, Notes | None] = {}
        self._write: dict[Form, Callable[[ir.Routine], str]] = {
            "asker": lambda routine: module.function(routine, Asker(), "s"),
            "counter": lambda routine: module.function(routine, Counter(routine), "c", ", ptr noalias %counted"),
            "noter": self._noter,
            "maker": self._maker,
            "explored": lambda routine: module.function(routine, form="w", exploring=True),
        }

    def name(self, routine: ir.Routine, form: Form) -> str:
        """The name of a form, which will be written."""
        self._wanted[routine, form] = None
        return self._module.routine(routine) + _ENDS[form]

    def notes(self, routine: ir.Routine) -> Notes | None:
        if routine not in self._notes:
            entry = self._module.entry(routine)
            apart = entry.distinct and not entry.ranks
            self._notes[routine] = notes_of(routine, self._module.sizes) if apart else None
        return self._notes[routine]

    def written(self) -> Iterator[str]:
        """Every form that is wanted, and those that these want; each once."""
        while waiting := [wanted for wanted in self._wanted if wanted not in self._done]:
            for routine, form in waiting:
                self._done.add((routine, form))
                yield self._write[form](routine)

    def _noter(self, routine: ir.Routine) -> str:
        notes = self.notes(routine)
        assert notes is not None
        more = ", ptr noalias %notes, ptr noalias %counted"
        return self._module.function(routine, Noter(notes), "g", more)

    def _maker(self, routine: ir.Routine) -> str:
        notes = self.notes(routine)
        assert notes is not None
        w = Emitter(self._module, routine)
        write_making(notes, w)
        name = self.name(routine, "maker")
        head = f"define internal i32 {name}(ptr noalias %s, ptr noalias %c, ptr %notes, i32 %index, ptr noalias %entry)"
        return w.text(head)
