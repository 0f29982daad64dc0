"""Lowering of statements: values, control and calls. Decisions are in `decisions.py`, effects in `effects.py`, outcomes
in `outcomes.py`.

After each finished effect or decision at a transparent level the queue is emptied; after an outermost decision the end
of the game is tested.
"""

from __future__ import annotations

from rulewright.program import binders, chance, decisions, effects, ir, knowing, outcomes, together, undecided
from rulewright.program.builder import Builder, Level
from rulewright.program.choices import as_list
from rulewright.program.expressions import array_index, domain_index, field_index, lower
from rulewright.program.facts import walk
from rulewright.program.fields import in_range
from rulewright.program.fold import known
from rulewright.semantics import typed
from rulewright.semantics import types as t


def lower_block(b: Builder, block: typed.Block) -> None:
    for statement in block.statements:
        lower_statement(b, statement)


def lower_statement(b: Builder, s: typed.Statement) -> None:
    _lower(b, s)
    if isinstance(s, typed.For | typed.While | typed.Repeat | typed.MayChoose):
        b.leave_further()


def _lower(b: Builder, s: typed.Statement) -> None:
    match s:
        case typed.Let(var=local, value=value):
            _let(b, local, value)
        case typed.Assign():
            _assign(b, s)
        case typed.CallProcedure(generic=generic, args=args):
            b.add(ir.Do(b.c.methods.procedure(generic, b), tuple(lower(b, arg) for arg in args)))
            leave_if_out(b)
        case typed.If(branches=branches, otherwise=otherwise):
            _if(b, list(branches), otherwise)
        case typed.For():
            _for(b, s)
        case typed.While(condition=condition, body=body):
            _while(b, condition, body)
        case typed.Repeat(times=times, body=body):
            i = b.var("i", ir.INT)
            times_ = lower(b, times)
            with b.block() as statements, b.loop():
                lower_block(b, body)
            b.add(ir.Count(i, ir.Num(1), times_, statements))
        case typed.Break():
            b.leave_loop()
        case typed.Return(value=value):
            b.leave(lower(b, value) if value is not None else None)
        case typed.Nothing():
            pass
        case typed.Choose() | typed.MayChoose() | typed.PickOne() | typed.Ask() | typed.OneMove():
            decisions.lower_decision(b, s)
        case typed.Together():
            together.lower_together(b, s)
        case typed.TurnOf():
            b.c.turns.turn_of(b, s)
        case typed.Again():
            b.add(ir.Store(b.c.layout.once("again", ir.INT), None, ir.Num(1)))
        case typed.RunSetup():
            b.c.turns.run_setup(b)
        case typed.Win() | typed.Lose() | typed.Tie() | typed.EveryoneLoses() | typed.RankBy() | typed.PayOut():
            outcomes.lower_outcome(b, s)
        case _:
            effects.lower_effect(b, s)


def _while(b: Builder, condition: typed.Expr, body: typed.Block) -> None:
    """The condition stands in the loop's head, unless chance must be drawn for it each time."""
    with b.block() as before:
        test = lower(b, condition)
    if not before:
        with b.forever(test), b.loop():
            lower_block(b, body)
        return
    with b.forever(), b.loop():
        b.blocks[-1] += before
        with b.when(ir.negated(test)):
            b.add(ir.Break())
        lower_block(b, body)


def _let(b: Builder, local: typed.Local, value: typed.Expr) -> None:
    lowered = lower(b, value)
    if local.each_size:
        var = b.bind(local)
        b.add(ir.Fill(var, lowered))
        return
    from rulewright.program.builder import sure

    never = not local.assigned and sure(b, value)
    var = b.bind(local, never_none=never)
    stored, check = in_range(b, local, lowered, local.span)
    b.add(ir.Set(var, stored, check=check))


def _assign(b: Builder, s: typed.Assign) -> None:
    """What chance gives to a field of a component is seen by those who see the component."""
    target = s.target
    of_component = isinstance(target, typed.FieldRef) and target.field.owner is not None
    if of_component and isinstance(s.value, typed.RollDie | typed.AnyOf):
        value = chance.draw(b, s.value, secret=b.c.layout.hides)
    else:
        value = lower(b, s.value)

    def new(old: ir.Expr, of: t.Type) -> ir.Expr:
        if s.op == "=":
            return value
        if isinstance(of, t.SetType):
            return ir.Binary("joined" if s.op == "+=" else "without", old, value)
        return ir.Binary("add" if s.op == "+=" else "sub", old, value, s.span)

    match target:
        case typed.LocalRef(var=local, index=index):
            var = b.find(local)
            at = array_index(b, local, index) if index is not None else None
            stored, check = in_range(b, local, new(ir.Get(var, at), target.type), s.span)
            b.add(ir.Set(var, stored, at, check))
        case typed.VarRef(var=declared, index=index):
            cell = b.c.layout.vars[declared]
            place: ir.Expr | None = None
            if index is not None:
                assert declared.each is not None
                place = domain_index(b, declared.each, index, declared.name, s.span)
                place = b.keep("index", ir.INT, place)
            stored, check = in_range(b, declared, new(ir.Load(cell, place), target.type), s.span)
            b.add(ir.Store(cell, place, stored, check))
        case typed.FieldRef(field=field):
            changes = of_component and (by_chance(s.value) or knowing.mixes(b.c.library))
            ref = b.keep("x", ir.REF, lower(b, target.subject)) if changes else None
            cell, place = field_index(b, target)
            place = b.keep("index", ir.INT, place)
            with b.when(ir.Binary("ge", place, ir.Num(0))):
                stored, check = in_range(b, field, new(ir.Load(cell, place), target.type), s.span)
                b.add(ir.Store(cell, place, stored, check))
                if ref is not None:
                    unseen_change(b, s.value, ref)
        case _:
            raise TypeError(f"cannot assign to {type(target).__name__}")


def by_chance(e: typed.Expr) -> bool:
    return any(isinstance(node, typed.RollDie | typed.AnyOf) for node in walk(e))


def unseen_change(b: Builder, value: typed.Expr, ref: ir.Expr) -> None:
    """A component has got a value that not all see."""
    if by_chance(value):
        unknown_to_others(b, ref)
    elif knowing.mixes(b.c.library):
        b.add(knowing.change(b.c.library, ref))


def unknown_to_others(b: Builder, ref: ir.Expr) -> None:
    """Chance changed a component: those who do not see it do not know it any more."""
    if b.c.layout.hides:
        b.add(knowing.change_unseen(b.c.library, ref))


def _if(b: Builder, branches: list[tuple[typed.Expr, typed.Block]], otherwise: typed.Block | None) -> None:
    (condition, body), rest = branches[0], branches[1:]
    fixed = known(condition)
    if fixed:
        lower_block(b, body)
        return
    if fixed == 0:
        if rest:
            _if(b, rest, otherwise)
        elif otherwise is not None:
            lower_block(b, otherwise)
        return
    test = lower(b, condition)
    with b.block() as then:
        lower_block(b, body)
    with b.block() as other:
        if rest:
            _if(b, rest, otherwise)
        elif otherwise is not None:
            lower_block(b, otherwise)
    b.add(ir.If(test, then, other))


def _for(b: Builder, s: typed.For) -> None:
    """Source, filter and keys are evaluated once, at the start. Components go into a list, whose references follow
    what happens in the body; those that become none are skipped."""
    if s.by_choice:
        decisions.for_by_choice(b, s)
        return
    undecided.settle_all(b, s.source)
    components = binders.is_components(s.source.type)
    if not s.keys and not components and (s.filter is None or b.level is Level.PURE):
        var = b.bind(s.var, never_none=isinstance(s.source.type, t.SetType))
        with binders.loop(b, var, s.source, ordered=True), b.loop():
            if s.filter is None:
                lower_block(b, s.body)
            else:
                with b.when(lower(b, s.filter)):
                    lower_block(b, s.body)
        return
    items = listed(b, s)
    todo = b.var("todo", items_type(s.source.type))
    b.add(ir.Set(todo, items))
    i = b.var("i", ir.INT)
    b.add(ir.Set(i, ir.Num(0)))
    var = b.bind(s.var)
    with b.forever(ir.Binary("lt", ir.Get(i), ir.Unary("length", ir.Get(todo)))), b.loop():
        b.add(ir.Set(var, ir.Binary("nth", ir.Get(todo), ir.Get(i))))
        b.add(ir.Set(i, ir.Binary("add", ir.Get(i), ir.Num(1))))
        if components:
            with b.when(ir.Binary("ge", ir.Get(var), ir.Num(0))):
                lower_block(b, s.body)
        else:
            lower_block(b, s.body)


def items_type(of: t.Type) -> ir.IrType:
    return ir.REFLIST if binders.is_components(of) else ir.LIST


def listed(b: Builder, s: typed.For) -> ir.Expr:
    """The members of a loop's source that pass its filter, sorted by its keys, as a list."""
    if s.filter is None and not s.keys:
        return as_list(b, s.source)
    h = b.helper("listed")
    local = h.bind(s.var)
    out = h.var("out", items_type(s.source.type))
    keys = [h.var(f"key_{i}", ir.LIST) for i in range(len(s.keys))]
    items = as_list(h, s.source)
    with h.each_item(local, items), h.when(lower(h, s.filter) if s.filter is not None else ir.Num(1)):
        h.add(ir.Append(out, ir.Get(local)))
        for var, key in zip(keys, s.keys, strict=True):
            h.add(ir.Append(var, lower(h, key)))
    result: ir.Expr = ir.Get(out)
    if keys:
        result = ir.Sorted(result, tuple(ir.Get(var) for var in keys))
    h.add(ir.Return(result))
    return ir.Invoke(h.done(items_type(s.source.type)), tuple(h.captured))


def leave_if_out(b: Builder) -> None:
    """A player who was eliminated ends the own turn after the outermost decision."""
    out = b.c.players.out
    if out is not None and b.level is Level.FLOW and b.in_turn and not b.end_waits:
        with b.when(ir.Binary("has", ir.Load(out), ir.Load(b.c.layout.cell("active")))):
            b.leave()
