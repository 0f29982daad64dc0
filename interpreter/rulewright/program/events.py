"""Events: which triggers answer, in which order, and the queue of `emit … later`.

Every event that something reacts to becomes one routine `on EVENT`. Triggers outside kinds without keys are called one
after the other; where several components or keys decide the order, the routine first lists who reacts (fixed at the
event) with sort keys, sorts, and calls each that still stands.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.program import ir, zones
from rulewright.program.builder import Builder, Level
from rulewright.program.expressions import among, kind_of_ref, lower
from rulewright.program.failures import MAX_DEPTH, REACTION_DEPTH
from rulewright.semantics import typed

if TYPE_CHECKING:
    from rulewright.program.compiler import Compiler


@dataclass(slots=True)
class Events:
    """The events of one program."""

    c: Compiler
    routines: dict[typed.Event, ir.Routine] = field(default_factory=dict)
    bodies: dict[typed.Trigger, ir.Routine] = field(default_factory=dict)
    queue: list[typed.Event] = field(default_factory=list)
    _drain: ir.Routine | None = None

    def triggers(self, event: typed.Event) -> list[typed.Trigger]:
        return [trigger for trigger in self.c.game.triggers if trigger.event is event]

    def heard(self, event: typed.Event | None) -> bool:
        return event is not None and bool(self.triggers(event))

    def builtin(self, name: str) -> typed.Event | None:
        for event in self.c.game.events:
            if event.builtin and event.name == name:
                return event
        return None

    def heard_builtin(self, name: str) -> bool:
        return self.heard(self.builtin(name))

    @property
    def queued(self) -> bool:
        """Whether any rule uses `emit … later`."""
        return self.c.facts.later

    def emit(self, b: Builder, name: str, args: tuple[ir.Expr, ...]) -> None:
        """A built-in event happens (nothing, where nobody listens or nothing may react)."""
        event = self.builtin(name)
        if event is not None and b.level is not Level.SILENT and self.triggers(event):
            b.add(ir.Do(self.routine(event), args))

    # ---- the routine of an event ----

    def routine(self, event: typed.Event) -> ir.Routine:
        if event not in self.routines:
            span = event.span or self.triggers(event)[0].span
            routine = ir.Routine(self.c.fresh(f"on_{event.name}"), (), None, [], sort="flow", span=span)
            self.routines[event] = routine
            self._fill(event, routine)
            self.c.routines.append(routine)
        return self.routines[event]

    def _fill(self, event: typed.Event, routine: ir.Routine) -> None:
        h = Builder(self.c, routine.name, Level.INNER, sort="flow", span=routine.span)
        h.params = [ir.Var(p.name, self.c.layout.type(p.type)) for p in event.params]
        routine.params = tuple(h.params)
        deep = self.c.facts.may_nest(event)
        answers = [v for v, answer in zip(h.params, event.answer, strict=True) if answer]
        if deep:
            self._enter(h, event)
        for rank in (0, 1, 2):
            own = [trigger for trigger in self.triggers(event) if trigger.rank == rank]
            self._outside_kinds(h, [trigger for trigger in own if trigger.kind is None])
            self._of_components(h, [trigger for trigger in own if trigger.kind is not None])
        if deep:
            depth = self.c.layout.cell("depth")
            h.add(ir.Store(depth, None, ir.Binary("sub", ir.Load(depth), ir.Num(1))))
        if answers:
            for i, var in enumerate(answers):
                h.add(ir.Store(self.c.layout.once(f"answer_{i}", ir.INT), None, ir.Get(var)))
        routine.body = h.blocks[0]

    def _enter(self, h: Builder, event: typed.Event) -> None:
        """Count how deep reactions are nested; beyond the limit the error shows the last links of the chain."""
        depth = self.c.layout.once("depth", ir.INT)
        chain = self.c.layout.once("chain", ir.INT, MAX_DEPTH, -1)
        number = self.c.game.events.index(event)
        names = ir.Shown("enum", tuple(other.name for other in self.c.game.events))
        with h.when(ir.Binary("ge", ir.Load(depth), ir.Num(MAX_DEPTH))):
            last = [(ir.Load(chain, ir.Num(MAX_DEPTH - i)), names) for i in (4, 3, 2, 1)]
            shown: list[str | tuple[ir.Expr, ir.Shown]] = []
            for pair in last:
                shown += [pair, " -> "]
            text = (f"more than {MAX_DEPTH} reactions inside one another: … ", *shown, (ir.Num(number), names))
            h.add(ir.Fail(REACTION_DEPTH, text, self.triggers(event)[0].span))
        h.add(ir.Store(chain, ir.Load(depth), ir.Num(number)))
        h.add(ir.Store(depth, None, ir.Binary("add", ir.Load(depth), ir.Num(1))))

    def _outside_kinds(self, h: Builder, triggers: list[typed.Trigger]) -> None:
        if not any(trigger.keys for trigger in triggers):
            for trigger in triggers:
                self._call(h, trigger, None)
            return
        self._list_and_call(h, triggers)

    def _of_components(self, h: Builder, triggers: list[typed.Trigger]) -> None:
        if not triggers:
            return
        alone = len(triggers) == 1 and triggers[0].about is not None
        if alone:
            about = triggers[0].about
            assert about is not None
            with h.when(self._is_of(h, triggers[0], ir.Get(h.params[about]))):
                self._call(h, triggers[0], ir.Get(h.params[about]))
            return
        self._list_and_call(h, triggers)

    def _is_of(self, h: Builder, trigger: typed.Trigger, ref: ir.Expr) -> ir.Expr:
        assert trigger.kind is not None
        kinds = [kind.index for kind in trigger.kind.descendants()]
        return among(kind_of_ref(h, ref), kinds, len(self.c.game.kinds))

    def _list_and_call(self, h: Builder, triggers: list[typed.Trigger]) -> None:
        """List (trigger, component) with the keys: seat in order of turns, `by` keys, declaration, site; sort; call."""
        c = self.c
        who, which, order = h.var("who", ir.REFLIST), h.var("which", ir.LIST), h.var("order", ir.LIST)
        width = max(len(trigger.keys) for trigger in triggers)
        key_lists = [h.var(f"key_{i}", ir.LIST) for i in range(width + 2)]
        lists = (who, which, *key_lists)
        for var in lists:
            h.add(ir.Set(var, ir.MakeList(())))
        for number, trigger in enumerate(triggers):
            if trigger.kind is None:
                self._enlist(h, trigger, number, ir.Num(-1), lists, width)
            elif trigger.about is not None:
                ref = ir.Get(h.params[trigger.about])
                with h.when(self._is_of(h, trigger, ref)):
                    self._enlist(h, trigger, number, ref, lists, width)
            else:
                x = h.var("x", ir.REF)
                from rulewright.program.operations import of_kinds

                kinds = [kind.index for kind in trigger.kind.descendants()]
                with h.each_item(x, c.library.in_order(of_kinds(h, kinds))):
                    self._enlist(h, trigger, number, ir.Get(x), lists, width)
        keys = tuple(ir.Get(var) for var in key_lists)
        h.add(ir.Set(order, ir.Sorted(ir.Get(which), keys)))
        h.add(ir.Set(who, ir.Sorted(ir.Get(who), keys)))
        h.add(ir.Set(which, ir.Get(order)))
        i, reactor, turn = h.var("i", ir.INT), h.var("reactor", ir.REF), h.var("trigger", ir.INT)
        h.add(ir.Set(i, ir.Num(0)))
        with h.forever(ir.Binary("lt", ir.Get(i), ir.Unary("length", ir.Get(which)))):
            h.add(ir.Set(reactor, ir.Binary("nth", ir.Get(who), ir.Get(i))))
            h.add(ir.Set(turn, ir.Binary("nth", ir.Get(which), ir.Get(i))))
            h.add(ir.Set(i, ir.Binary("add", ir.Get(i), ir.Num(1))))
            for number, trigger in enumerate(triggers):
                chosen: ir.Expr = ir.Binary("eq", ir.Get(turn), ir.Num(number))
                if trigger.kind is not None:
                    stands = self._is_of(h, trigger, ir.Get(reactor))
                    if trigger.about is None:
                        stands = ir.Binary("and", stands, zones.in_play(c.library, ir.Get(reactor)))
                    chosen = ir.Binary("and", chosen, stands)
                with h.when(chosen):
                    self._call(h, trigger, ir.Get(reactor) if trigger.kind is not None else None)

    def _enlist(
        self, h: Builder, trigger: typed.Trigger, number: int, ref: ir.Expr, lists: tuple[ir.Var, ...], width: int
    ) -> None:
        who, which, *key_lists = lists
        h.add(ir.Append(who, ref))
        h.add(ir.Append(which, ir.Num(number)))
        seat: ir.Expr = ir.Num(-1)
        if trigger.kind is not None:
            seat = self.c.players.rank(ir.Load(self.c.layout.cell("owner"), ref))
        keys = [seat]
        for i in range(width):
            keys.append(self._key(h, trigger, i, ref) if i < len(trigger.keys) else ir.Num(0))
        keys.append(ir.Num(number))
        for var, key in zip(key_lists, keys, strict=True):
            h.add(ir.Append(var, key))

    def _key(self, h: Builder, trigger: typed.Trigger, index: int, ref: ir.Expr) -> ir.Expr:
        inner = h.helper("key")
        args: list[ir.Expr] = []
        if trigger.self_var is not None:
            inner.params.append(inner.bind(trigger.self_var, never_none=True))
            args.append(ref)
        for local, var in zip(trigger.params, h.params, strict=False):
            if local is not trigger.self_var:
                inner.params.append(inner.bind(local))
                args.append(ir.Get(var))
        inner.add(ir.Return(lower(inner, trigger.keys[index])))
        return ir.Invoke(inner.done(ir.INT), tuple(args))

    # ---- one trigger ----

    def _call(self, h: Builder, trigger: typed.Trigger, reactor: ir.Expr | None) -> None:
        args: list[ir.Expr] = [] if reactor is None else [reactor]
        for local, var in zip(trigger.params, h.params, strict=False):
            if local is not trigger.self_var:
                args.append(ir.Get(var))
        h.add(ir.Do(self.body(trigger), tuple(args)))
        for i, (var, local) in enumerate(self._answers(trigger, h.params)):
            if local.assigned:
                cell = self.c.layout.once(f"answer_{i}", ir.INT)
                h.add(ir.Set(var, ir.Load(cell)))
                h.add(ir.Store(cell, None, ir.Num(0)))

    def _answers(self, trigger: typed.Trigger, params: list[ir.Var]) -> list[tuple[ir.Var, typed.Local]]:
        return [
            (var, local)
            for var, local, answer in zip(params, trigger.params, trigger.event.answer, strict=False)
            if answer
        ]

    def body(self, trigger: typed.Trigger) -> ir.Routine:
        if trigger not in self.bodies:
            number = self.c.game.triggers.index(trigger) + 1
            name = f"{trigger.kind.name}_" if trigger.kind else ""
            called = self.c.fresh(f"when_{name}{trigger.event.name}_{number}")
            routine = ir.Routine(called, (), None, [], sort="flow", span=trigger.span)
            self.bodies[trigger] = routine
            self._fill_body(trigger, routine)
            self.c.routines.append(routine)
        return self.bodies[trigger]

    def _fill_body(self, trigger: typed.Trigger, routine: ir.Routine) -> None:
        from rulewright.program.statements import lower_block

        h = Builder(self.c, routine.name, Level.INNER, sort="flow", in_turn=True, span=routine.span)
        if trigger.self_var is not None:
            h.params.append(h.bind(trigger.self_var, never_none=True))
        for local in trigger.params:
            if local is not trigger.self_var:
                h.params.append(h.bind(local))
        routine.params = tuple(h.params)
        answers = [local for local, answer in zip(trigger.params, trigger.event.answer, strict=False) if answer]

        def give_answers() -> None:
            for i, local in enumerate(answers):
                if local.assigned:
                    cell = self.c.layout.once(f"answer_{i}", ir.INT)
                    h.add(ir.Store(cell, None, ir.Get(h.find(local))))

        h.before_return = give_answers
        if trigger.condition is None:
            lower_block(h, trigger.body)
        else:
            with h.when(lower(h, trigger.condition)):
                lower_block(h, trigger.body)
        give_answers()
        routine.body = h.blocks[0]

    # ---- the queue ----

    def sort(self, event: typed.Event) -> int:
        if event not in self.queue:
            self.queue.append(event)
        return self.queue.index(event)

    def queue_types(self) -> tuple[tuple[ir.IrType, ...], ...]:
        return tuple(tuple(self.c.layout.type(p.type) for p in event.params) for event in self.queue)

    def drain(self, b: Builder) -> None:
        """Empty the queue, oldest first - where the language says so: at transparent places."""
        if b.level.transparent and self.queued:
            if self._drain is None:
                self._drain = ir.Routine("drain", (), None, [], sort="flow")
                self.c.facts.on_finish.append(self._fill_drain)
                self.c.routines.append(self._drain)
            b.add(ir.Do(self._drain, ()))

    def _fill_drain(self) -> None:
        assert self._drain is not None
        for event in self.c.facts.queued_events:
            self.sort(event)
        h = Builder(self.c, "drain", Level.INNER, sort="flow")
        width = max((len(event.params) for event in self.queue), default=0)
        sort = h.var("sort", ir.INT)
        # one local for each place and each type that a value there may have
        with h.forever(ir.Binary("gt", ir.QueueLength(), ir.Num(0))):
            values = tuple(h.var(f"value_{i}", self._value_type(i)) for i in range(width))
            h.add(ir.Dequeue(sort, values))
            for number, event in enumerate(self.queue):
                args = tuple(ir.Get(values[i]) for i in range(len(event.params)))
                with h.when(ir.Binary("eq", ir.Get(sort), ir.Num(number))):
                    if self.triggers(event):
                        h.add(ir.Do(self.routine(event), args))
        self._drain.body = h.blocks[0]

    def _value_type(self, index: int) -> ir.IrType:
        """References are followed from the queue into the call: between the two nothing happens."""
        types = [types[index] for types in self.queue_types() if index < len(types)]
        return types[0]
