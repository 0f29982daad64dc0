"""A reference engine that has the native engine do everything too, and compares: values, states, rules errors."""

from __future__ import annotations

from typing import Any

from rulewright.engines.native import convert
from rulewright.engines.native.compile import object_code
from rulewright.engines.native.layout import NativeUnsupported
from rulewright.engines.native.module import Module
from rulewright.engines.native.worker import Block, Compiled, Worker
from rulewright.engines.protocol import PlayError, Value
from rulewright.engines.reference import ReferenceEngine
from rulewright.engines.reference.state import State, key
from rulewright.program import finish, ir


class CheckedEngine(ReferenceEngine):
    """`compared` counts what was compared, over all engines."""

    compared = 0

    def _own(self) -> Worker | None:
        if not hasattr(self, "_made"):
            self._made = self._worker()
        return self._made

    def _worker(self, *extra: ir.Routine) -> Worker | None:
        try:
            finish.complete(extra)
            module = Module(self.program, extra)
        except NativeUnsupported:
            return None
        return Worker(Compiled(module, object_code(module.text, 0)))

    def evaluate(self, routine: ir.Routine, state: State, args: tuple[Value, ...] = ()) -> Value:
        worker = None if _foreign(self, state) else self._worker(routine)
        if worker is None:
            return super().evaluate(routine, state, args)
        block = worker.block()
        convert.write_state(worker.module, state, block.content)
        wanted = _caught(super().evaluate, routine, state, args)
        found = _caught(worker.evaluate, routine, block, args)
        _compare(found, wanted, routine.result is not None)
        return _given(wanted)

    def _advanced(self, s: State) -> State:
        worker = None if _foreign(self, s) else self._own()
        if worker is None:
            return super()._advanced(s)
        block = worker.block()
        s.halt = s.halt if s.halt.where is None else type(s.halt)()
        convert.write_state(worker.module, s, block.content)
        wanted = _caught(super()._advanced, s)
        found = _caught(worker.run, block, worker._advance)
        if isinstance(wanted, State) and isinstance(found, Block):
            same = convert.read_state(worker.module, self._machine, found.content)
            assert key(same, None) == key(wanted, None)
            assert self.stopped(same) == self.stopped(wanted)
            assert (same.generator, same.history) == (wanted.generator, wanted.history)
            CheckedEngine.compared += 1
        else:
            _compare(found, wanted, True)
        return _given(wanted)


def _foreign(engine: ReferenceEngine, state: State) -> bool:
    """Whether the state is inside a flow that does not belong to the program, or only shown to one seat."""
    if state.apart is not None and state.apart.alone:
        return True
    return any(frame[0] >= len(engine._machine.own_flows) or frame[1] < 0 for frame in state.frames)


def _caught(call: Any, *args: Any) -> Any:
    """What a call gives; a rules error is given too."""
    try:
        return call(*args)
    except PlayError as error:
        return error


def _compare(found: Any, wanted: Any, valued: bool) -> None:
    if isinstance(wanted, PlayError) or isinstance(found, PlayError):
        assert isinstance(found, PlayError) and isinstance(wanted, PlayError), (found, wanted)
        assert (found.code, found.message, found.span) == (wanted.code, wanted.message, wanted.span)
    elif valued:
        assert found == wanted
    CheckedEngine.compared += 1


def _given(wanted: Any) -> Any:
    if isinstance(wanted, PlayError):
        raise wanted
    return wanted
