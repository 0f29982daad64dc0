"""The course of a game: set-up, turns one after the other (or a flow), what happens between turns, the end.

main(start):
    start values and set-up (start = 0), the first turn's beginning, then
    turn after turn: the turn's statements; turn_end, round_end; resets; counters; history; end; turn_start
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING

from rulewright.program import fields, ir, outcomes
from rulewright.program.builder import Builder, Level
from rulewright.program.expressions import lower
from rulewright.program.facts import reads_repetitions, walk
from rulewright.semantics import typed
from rulewright.semantics.symbols import FieldDecl, VarDecl

if TYPE_CHECKING:
    from rulewright.program.compiler import Compiler


@dataclass(slots=True)
class Turns:
    c: Compiler
    tests: dict[bool, ir.Routine | None] = field(default_factory=dict)

    def _cell(self, name: str) -> ir.Cell:
        return self.c.layout.cell(name)

    @property
    def rounds(self) -> bool:
        """Whether anything depends on rounds."""
        return "round_number" in self.c.layout.named or self.c.events.heard_builtin("round_end")

    # ---- main ----

    def main(self) -> ir.Routine:
        game = self.c.game
        b = Builder(self.c, "main", Level.FLOW, sort="flow")
        start = b.param("start", ir.INT)
        with b.when(ir.Binary("eq", ir.Get(start), ir.Num(0))):
            self.c.set_initial_values(b)
            self.run_setup(b)
        if game.flow is not None:
            b.add(ir.Do(self._body("flow", game.flow, in_turn=False), ()))
            outcomes.lower_outcome(b, typed.Tie(span=game.flow.statements[0].span))
        elif game.turn is not None:
            self._turn_after_turn(b, game.turn)
        return b.done()

    def _body(self, name: str, block: typed.Block, *, in_turn: bool) -> ir.Routine:
        from rulewright.program.statements import lower_block

        first = block.statements[0].span if block.statements else None
        h = Builder(self.c, name, Level.FLOW, sort="flow", in_turn=in_turn, span=first)
        lower_block(h, block)
        return h.done()

    def _turn_after_turn(self, b: Builder, block: typed.Block) -> None:
        mover, active = self._cell("mover"), self._cell("active")
        turn = self._body("turn", block, in_turn=True)
        b.add(ir.Store(active, None, ir.Load(mover)))
        if self.rounds:
            starter = self.c.layout.once("starter", ir.INT)
            b.add(ir.Store(starter, None, ir.Load(mover)))
        self._record(b)
        self._start_turn(b)
        with b.forever():
            b.add(ir.Do(turn, ()))
            b.add(ir.Store(mover, None, ir.Load(active)))
            self._finish_turn(b)
            following = self.c.players.next(ir.Load(active))
            again = self.c.layout.named.get("again")
            after = b.var("after", ir.INT)
            if again is None:
                b.add(ir.Set(after, following))
            else:
                b.add(ir.Set(after, ir.Select(ir.Load(again), ir.Load(active), following)))
            if self.rounds:
                wraps = self._wraps(ir.Load(active), ir.Get(after))
                if again is not None:
                    wraps = ir.Binary("and", ir.negated(ir.Load(again)), wraps)
                self._end_round(b, wraps)
            if again is not None:
                b.add(ir.Store(again, None, ir.Num(0)))
            self._reset(b, "turn_end")
            self._next_turn(b, ir.Get(after))

    def _wraps(self, before: ir.Expr, after: ir.Expr) -> ir.Expr:
        """Whether going from one seat to another begins a new round: the seat that began the game is reached or
        passed."""
        starter = ir.Load(self.c.layout.once("starter", ir.INT))
        seats = ir.Num(self.c.players.seats)
        old = ir.Binary("mod", ir.Binary("sub", before, starter), seats)
        new = ir.Binary("mod", ir.Binary("sub", after, starter), seats)
        return ir.Binary("le", new, old)

    # ---- between turns ----

    def _start_turn(self, b: Builder) -> None:
        self._reset(b, "turn_start")
        self.c.events.emit(b, "turn_start", (ir.Load(self._cell("active")),))
        self.c.events.drain(b)

    def _finish_turn(self, b: Builder) -> None:
        self.c.events.emit(b, "turn_end", (ir.Load(self._cell("active")),))
        self.c.events.drain(b)

    def _end_round(self, b: Builder, wraps: ir.Expr) -> None:
        with b.when(wraps):
            self.c.events.emit(b, "round_end", ())
            self.c.events.drain(b)
            number = self.c.layout.named.get("round_number")
            if number is not None:
                b.add(ir.Store(number, None, ir.Binary("add", ir.Load(number), ir.Num(1))))

    def _next_turn(self, b: Builder, player: ir.Expr) -> None:
        """Everything between the resets of the old turn and the first statement of the new one."""
        number = self.c.layout.named.get("turn_number")
        if number is not None:
            b.add(ir.Store(number, None, ir.Binary("add", ir.Load(number), ir.Num(1))))
        b.add(ir.Store(self._cell("active"), None, player))
        b.add(ir.Store(self._cell("mover"), None, ir.Load(self._cell("active"))))
        self._record(b)
        self.test_end(b, between_turns=True)
        self._start_turn(b)

    def _record(self, b: Builder) -> None:
        if self.c.history.used:
            b.add(ir.Record(self.c.history.parts(b)))

    def _reset(self, b: Builder, moment: str) -> None:
        """`until turn_end`, `until turn_start [of owner]`: back to the declared value."""
        for var in self.c.game.vars:
            if var.until == moment:
                self._reset_var(b, var)
        ending = [one for one in self.c.fields() if one.until == moment and self.c.layout.fields[one].size]
        for _, alike in groupby(ending, self._extent):
            self._reset_fields(b, list(alike))

    def _extent(self, declared: FieldDecl) -> tuple[object, ...]:
        """Neighbours with the same may be reset in one loop: constants of the same components."""
        if declared.owner is None or not isinstance(declared.init, typed.Constant | None):
            return (declared,)
        size = self.c.layout.fields[declared].size
        return declared.owner, size, declared.each.size if declared.each else 1, declared.until_of_owner

    def _reset_var(self, b: Builder, var: VarDecl) -> None:
        cell = self.c.layout.vars[var]
        value = self.c.initial(var)
        for i in range(cell.size):
            b.add(ir.Store(cell, ir.Num(i) if cell.size > 1 else None, value))

    def _reset_fields(self, b: Builder, alike: list[FieldDecl]) -> None:
        """Those of the same components, one after the other."""
        declared = alike[0]
        layout = self.c.layout
        i = b.var("i", ir.INT)
        with b.block() as body:
            stores: list[ir.Stmt] = [ir.Store(layout.fields[one], ir.Get(i), self.c.initial(one)) for one in alike]
            if declared.owner is not None:
                width = declared.each.size if declared.each else 1
                number = ir.Binary("div", ir.Get(i), ir.Num(width)) if width > 1 else ir.Get(i)
                ref = ir.Binary("add", number, ir.Num(layout.first_number))
                test = fields.in_game(self.c, declared, ref)
                if declared.until_of_owner:
                    own = ir.Binary("eq", ir.Load(self._cell("owner"), ref), ir.Load(self._cell("active")))
                    test = ir.Binary("and", test, own)
                body.append(ir.If(test, stores))
            else:
                body += stores
        b.add(ir.Count(i, ir.Num(0), ir.Num(layout.fields[declared].size - 1), body))

    # ---- set-up ----

    def run_setup(self, b: Builder) -> None:
        """The set-up's statements. In `given` nothing reacts to it."""
        from rulewright.program.statements import lower_statement

        level = Level.SILENT if b.level is Level.SILENT else Level.SETUP
        h = Builder(self.c, self.c.fresh("setup"), level, sort="flow")
        for block in self.c.game.setup:
            for statement in block.statements:
                lower_statement(h, statement)
        if h.blocks[0]:
            b.add(ir.Do(h.done(), ()))
            self.c.events.drain(b)

    # ---- turns in a flow ----

    def turn_of(self, b: Builder, s: typed.TurnOf) -> None:
        """A turn in a flow. All that lies between two turns happens on entering the second one, but for `turn_end` and
        its resets."""
        mover, active = self._cell("mover"), self._cell("active")
        begun = self.c.layout.once("begun", ir.INT)
        player = b.keep("player", ir.INT, lower(b, s.player))
        old_mover, old_active = b.var("old_mover", ir.INT), b.var("old_active", ir.INT)
        b.add(ir.Set(old_mover, ir.Load(mover)))
        b.add(ir.Set(old_active, ir.Load(active)))
        again = self.c.layout.named.get("again")
        further = b.var("further", ir.INT) if again is not None and self.rounds else None
        if further is not None:
            b.add(ir.Set(further, ir.Num(0)))
        with b.forever():
            with b.block() as later:
                if self.rounds:
                    last = self.c.layout.once("last", ir.INT, 1, -1)
                    wraps = self._wraps(ir.Load(last), player)
                    if further is not None:  # a turn that `again` gave begins no round
                        wraps = ir.Binary("and", ir.Unary("not", ir.Get(further)), wraps)
                    self._end_round(b, wraps)
                self._next_turn(b, player)
            with b.block() as first:
                b.add(ir.Store(begun, None, ir.Num(1)))
                b.add(ir.Store(active, None, player))
                b.add(ir.Store(mover, None, player))
                if self.rounds:
                    b.add(ir.Store(self.c.layout.once("starter", ir.INT), None, player))
                self._record(b)
                self._start_turn(b)
            b.add(ir.If(ir.Load(begun), later, first))
            self._turn_body(b, s.body)
            b.add(ir.Store(mover, None, ir.Load(active)))
            self._finish_turn(b)
            self._reset(b, "turn_end")
            if self.rounds:
                b.add(ir.Store(self.c.layout.once("last", ir.INT, 1, -1), None, ir.Load(active)))
            if again is None:
                b.add(ir.Break())
            else:
                if further is not None:
                    b.add(ir.Set(further, ir.Num(1)))
                with b.when(ir.negated(ir.Load(again))):
                    b.add(ir.Break())
                b.add(ir.Store(again, None, ir.Num(0)))
        b.add(ir.Store(mover, None, ir.Get(old_mover)))
        b.add(ir.Store(active, None, ir.Get(old_active)))

    def _turn_body(self, b: Builder, body: typed.Block) -> None:
        """Where `return` or an eliminated player may leave it, a loop that is gone through once."""
        from rulewright.program.statements import lower_block

        b.in_turn = True
        if self.c.players.out is None and not any(isinstance(node, typed.Return) for node in walk(body)):
            lower_block(b, body)
        else:
            b.leaving = b.var("left", ir.INT)
            b.add(ir.Set(b.leaving, ir.Num(0)))
            with b.forever():
                lower_block(b, body)
                b.add(ir.Break())
            b.leaving = None
        b.in_turn = False

    # ---- the end ----

    def test_end(self, b: Builder, *, between_turns: bool) -> None:
        """The first line of the `end` blocks that holds ends the game."""
        if between_turns not in self.tests:
            self.tests[between_turns] = self._make_test(between_turns)
        routine = self.tests[between_turns]
        if routine is not None:
            b.add(ir.Do(routine, ()))

    def _make_test(self, between_turns: bool) -> ir.Routine | None:
        rules = [rule for rule in self.c.game.ends if between_turns or not _needs_history(rule)]
        if not rules:
            return None
        if between_turns and not any(_needs_history(rule) for rule in self.c.game.ends):
            # the same lines, the same routine
            self.test_end(Builder(self.c, ""), between_turns=False)
            same = self.tests[False]
            if same is not None:
                return same
        b = Builder(self.c, self.c.fresh("end"))
        for rule in rules:
            self._test_rule(b, rule)
        return b.done()

    def _test_rule(self, b: Builder, rule: typed.EndRule) -> None:
        outcome = rule.outcome
        about_player = rule.player is not None and isinstance(outcome, typed.Win | typed.Lose)
        if not about_player:
            with b.when(lower(b, rule.condition)):
                if isinstance(outcome, typed.Win | typed.Lose):
                    outcomes.lower_outcome(b, outcome)
                else:
                    outcomes.gains(b, outcome, None)
                    outcomes.finish(b)
            return
        assert rule.player is not None
        assert isinstance(outcome, typed.Win | typed.Lose)
        held = b.var("held", self.c.players.bits)
        b.add(ir.Set(held, ir.Mask(0, self.c.players.seats)))
        var = b.bind(rule.player, never_none=True)
        with b.each(var, self.c.players.all_in()), b.when(lower(b, rule.condition)):
            who = lower(b, outcome.player)
            b.add(ir.Set(held, ir.Binary("joined", ir.Get(held), ir.Unary("single", who))))
        with b.when(ir.Unary("some", ir.Get(held))):
            outcomes.gains(b, outcome, ir.Get(held))
            outcomes.finish(b)


def _needs_history(rule: typed.EndRule) -> bool:
    return rule.between_turns or reads_repetitions([rule.condition, rule.outcome])
