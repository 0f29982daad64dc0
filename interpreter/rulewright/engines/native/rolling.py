"""Random games that roll from start to end, as a module of LLVM assembly of its own.

Only what is noted of each game counts here. So nothing ever stands still: flows are routines like others, a decision is
a draw among its moves, and there are no frames. Where rules break down or a limit of the engine is met, the module that
knows how to stop plays that game again, so errors need no words, and cells that only tell what would be said in them
are not stored.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from rulewright.engines import errors, pcg
from rulewright.engines.native import analysis, apart, apart_moves, apart_state, context, machine, memory
from rulewright.engines.native.games import GAME_BRANCHING, GAME_DECISIONS, GAME_KIND, GAME_RETURNS, game_size
from rulewright.engines.native.module import Module
from rulewright.engines.native.routine import Emitter
from rulewright.engines.native.sized import sized
from rulewright.engines.native.standing import standing
from rulewright.engines.native.weights import Weights
from rulewright.program import exploring, flowgraph, ir, liveness, walk
from rulewright.program.growing import growing
from rulewright.program.rolled import rolled
from rulewright.program.rolls import rejects
from rulewright.program.seated import seated
from rulewright.program.unread import unread


class RollingModule(Module):
    """The routines that a program's games run through, and `playouts`. For a program that `rolls`. `branching`: moves
    are counted also where they are drawn among candidates."""

    rolling = True

    def __init__(self, program: ir.Program, branching: bool = False) -> None:
        self.branching = branching
        self.rejecting = rejects(program)
        program = seated(program)
        several = any(exploring.compounds(walk.reachable([program.main])))
        self.main = program.main if several else rolled(program)
        reached = analysis.needed([self.main], self._decided)
        self.sized = sized(reached, program.cells)
        if self.sized:
            self.growing = growing(program, memory.flows_of(reached))
        asked = [stmt.decision for flow in memory.flows_of(reached) for stmt in _decides(flow)]
        self.standing = standing([decision.generator for decision in asked], reached)
        kept = [cell for one in self.standing.values() for cell in (one.members, one.size)]
        super().__init__(replace(program, cells=(*program.cells, *self.sized.values(), *kept)))

    def _roots(self, extras: list[ir.Routine]) -> list[ir.Routine]:
        return [self.main]

    def _decided(self, decision: ir.Decision) -> list[ir.Routine]:
        if not self.rejecting or decision.candidates is None:
            return [decision.generator]
        tests = [test for test in decision.holds if test is not None]
        return [decision.candidates, *tests, *([decision.generator] if self.branching else [])]

    def _cuts(self) -> list[flowgraph.Flow]:
        return []

    def _dead(self) -> frozenset[ir.Cell]:
        program = self.program
        told = [exploring.telling(program, compound) for _, compound in exploring.compounds(self.routines)]
        wanted = (program.ended, program.returns, *(cell for cells in told for cell in cells))
        unasked = unread(self.routines, wanted, program.cells)
        kept = {cell for one in self.standing.values() for cell in (one.members, one.size)}
        return unasked - kept - {kept for cell, kept in self.sized.items() if cell not in unasked}

    @cached_property
    def _weights(self) -> Weights | None:
        """None: every round takes one."""
        if self.recursive:
            return None
        weights = Weights(self.main, self.routines, self.sizes)
        return weights if weights.budget > errors.MAX_ITERATIONS // 2 else None

    @property
    def budget(self) -> int:
        return errors.MAX_ITERATIONS if self._weights is None else self._weights.budget

    def weight(self, loop: ir.Stmt) -> int:
        return 1 if self._weights is None else self._weights.of(loop)

    @cached_property
    def _held(self) -> set[ir.Routine]:
        """The routines during which callers hold references of their own."""
        found: set[ir.Routine] = set()
        for routine in self.routines:
            kept = liveness.keeps(routine)
            calls = (stmt for stmt in walk.statements(routine.body) if isinstance(stmt, ir.Do))
            found.update(stmt.routine for stmt in calls if kept.get(stmt))
        return set(analysis.needed(found, self._decided))

    def follows(self, routine: ir.Routine) -> bool:
        cells = any(cell.type.follows and cell not in self.dead for cell in self.program.cells)
        queue = any(kind.follows for entry in self.program.queue for kind in entry)
        choices = self.memory.apart is not None and self.memory.apart.references > 0
        return cells or queue or choices or routine in self._held

    def initial(self) -> bytes:
        content = super().initial()
        return content + bytes(_even(len(content)) - len(content))

    def _write(self) -> str:
        parts = [self.function(routine) for routine in self.routines if routine.sort != "generator"]
        parts.append(machine.write_copies(self, self.main))
        parts += [apart.write_apart(self), apart_moves.write_moves(self)]
        parts.append(_playouts(Emitter(self, self.main)))
        return self._complete(parts)


_LINE = 64
"""Bytes of the processor's memory come in lines; what is stored across two of them cannot be read at once."""


def _decides(flow: ir.Routine) -> Iterator[ir.Decide]:
    return (stmt for stmt in walk.statements(flow.body) if isinstance(stmt, ir.Decide))


def _even(size: int) -> int:
    return -(-size // _LINE) * _LINE


def _playouts(w: Emitter) -> str:
    """Games from the start, numbered from `%first` up to before `%end`; `%games` receives what is noted. The context
    tells how many were done; the sign is not OK if the next one went wrong."""
    mem = w.linker.memory
    index = w.alloca("i64")
    w.store("i64", "%first", index)
    w.store("i64", "0", w.at("%c", context.GAMES))
    w.store("i64", "%limit", w.at("%c", context.LIMIT))
    head, more, done, over, noted, other = (w.label() for _ in range(6))
    w.mark(head)
    now = w.load("i64", index)
    w.branch(w.new(f"icmp slt i64 {now}, %end"), more, done)
    w.mark(more)
    seed = w.new(f"call i64 @game_seed(i64 %seed, i64 {now})")
    w.copy("%s", "@init", _even(mem.args))
    for place, base, stream in (
        (context.POLICY, "%c", pcg.POLICY_STREAM),
        (memory.GENERATOR, "%s", pcg.RULES_STREAM),
    ):
        w.line(f"call void @seeded(ptr {w.at(base, place)}, i64 {seed}, i64 {stream})")
    for place in (context.DECISIONS, context.BRANCHING):
        w.store("i64", "0", w.at("%c", place))
    if mem.apart is not None:
        w.store("i32", "0", apart_state.header(w, memory.ACTIVE))
    if w.linker.recorded:
        keys, size = w.at("%c", context.ONCE), context.NOTED_END - context.ONCE
        w.line(f"call void @llvm.memset.p0.i64(ptr {keys}, i8 0, i64 {size}, i1 false)")
    machine.begin_run(w)
    sign = w.new(f"call i32 {w.linker.routine(w.routine)}(ptr %s, ptr %c, i32 0)")
    w.leave(
        f"switch i32 {sign}, label %{other} [i32 {context.OK}, label %{over} i32 {context.ENDED}, label %{over} "
        f"i32 {context.CUT}, label %{noted}]"
    )
    w.mark(other)
    w.leave(f"ret i32 {sign}")
    w.mark(over)
    w.jump(noted)
    w.mark(noted)
    ended = w.new(f"icmp ne i32 {w.load('i32', w.cell(mem.program.ended))}, 0")
    kind = w.new(f"select i1 {ended}, i32 {memory.OVER}, i32 {memory.DECISION}")
    at = w.new(f"sub i64 {now}, %first")
    game = w.at("%games", w.scaled(at, game_size(mem.program.seats)))
    w.store("i32", kind, w.at(game, GAME_KIND))
    made = w.new(f"trunc i64 {w.load('i64', w.at('%c', context.DECISIONS))} to i32")
    w.store("i32", made, w.at(game, GAME_DECISIONS))
    w.store("i64", w.load("i64", w.at("%c", context.BRANCHING)), w.at(game, GAME_BRANCHING))
    for seat in range(mem.program.seats):
        value = w.load("i32", w.cell(mem.program.returns, str(seat)))
        w.store("i32", value, w.at(game, GAME_RETURNS + 4 * seat))
    w.store("i64", w.new(f"add i64 {now}, 1"), index)
    w.store("i64", w.new(f"add i64 {at}, 1"), w.at("%c", context.GAMES))
    w.jump(head)
    w.mark(done)
    w.leave(f"ret i32 {context.OK}")
    return w.text("define i32 @playouts(ptr %s, ptr %c, i64 %first, i64 %end, i64 %seed, i64 %limit, ptr %games)")
