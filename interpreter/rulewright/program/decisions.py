"""Lowering of decisions: the stop, what the move made does, and what follows.

Every decision has one shape: the chooser becomes `mover`; a Decide; if something was chosen, it is done; then, outside
of any effect, the queue is emptied, the mover restored and the end of the game tested.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.program import alike, choices, ir, texts, undecided
from rulewright.program.builder import Builder, Level
from rulewright.program.expressions import lower
from rulewright.program.failures import NOTHING_LEGAL
from rulewright.semantics import typed
from rulewright.semantics import types as t
from rulewright.source import Span


def lower_decision(b: Builder, s: typed.Statement) -> None:
    match s:
        case typed.Choose():
            _choose(b, s)
        case typed.MayChoose():
            _may_choose(b, s)
        case typed.PickOne():
            _pick(b, s)
        case typed.Ask():
            _ask(b, s)
        case typed.OneMove():
            _one_move(b, s)
        case _:
            raise TypeError(type(s).__name__)


def settle(b: Builder, restore: Callable[[], None]) -> None:
    """What follows a finished decision where no effect and no reaction runs."""
    from rulewright.program.statements import leave_if_out

    b.c.events.drain(b)
    restore()
    if b.level is Level.FLOW and not b.end_waits:
        b.c.turns.test_end(b, between_turns=False)
    leave_if_out(b)


def first_line(span: Span) -> Span:
    """The first line of a statement that may have a block."""
    end = span.source.text.find("\n", span.start)
    return Span(span.source, span.start, min(span.end, end if end >= 0 else span.end))


def _mover(b: Builder) -> ir.Expr:
    return ir.Load(b.c.layout.cell("mover"))


def _choose(b: Builder, s: typed.Choose) -> None:
    if s.into is not None:
        for name, of in s.into.members.items():
            b.members[s.into, name] = ir.Var(f"{s.into.name}_{name}", b.c.layout.type(of))
    chooser = lower(b, s.choice.chooser) if s.choice.chooser is not None else None
    with b.deciding(chooser) as restore:
        chosen, picks = _stop_for(b, s.choice, s.into, optional=False)
        with b.block() as nothing:
            if s.otherwise is not None:
                _otherwise(b, s.otherwise)
            else:
                _nobody_can(b, s.choice.span)
            restore()
        with b.block() as done:
            choices.run_offers(b, s.choice, (chosen, picks), s.into)
            settle(b, restore)
        b.add(ir.If(ir.Binary("eq", ir.Get(chosen), ir.Num(-2)), nothing, done))


def _otherwise(b: Builder, block: typed.Block) -> None:
    from rulewright.program.statements import lower_block

    lower_block(b, block)


def _nobody_can(b: Builder, span: Span) -> None:
    """Nothing is legal and no `else` says what then: an error, unless the chooser was eliminated."""
    fail = ir.Fail(NOTHING_LEGAL, ((_mover(b), b.c.shown(t.PLAYER)), " must choose here, but nothing is legal"), span)
    out = b.c.players.out
    if out is None:
        b.add(fail)
    else:
        b.add(ir.If(ir.negated(ir.Binary("has", ir.Load(out), _mover(b))), [fail]))


def _stop_for(
    b: Builder, choice: typed.Choice, into: typed.ChoiceVar | None, *, optional: bool
) -> tuple[ir.Var, list[tuple[ir.Var, ...]]]:
    """The stop of a choice; the locals that receive the alternative and, for each alternative, its picks."""
    generator, args = choices.generator(b, choice, into)
    slots = choices.PickSlots.of_choice(b, choice)
    chosen = b.var("choice", ir.INT)
    picks = tuple(b.var(f"pick_{i}", of) for i, of in enumerate(slots.types))
    decision = texts.decision_of(b, choice, generator, optional=optional)
    b.add(ir.Decide(decision, _mover(b), args, chosen, picks, slots.told, choice.span))
    return chosen, [tuple(picks[i] for i in used) for used in slots.of]


def _may_choose(b: Builder, s: typed.MayChoose) -> None:
    chooser = lower(b, s.choice.chooser) if s.choice.chooser is not None else None

    def once(after: Callable[[], None]) -> None:
        with b.deciding(chooser) as restore:
            chosen, picks = _stop_for(b, s.choice, None, optional=True)
            with b.block() as declined:
                restore()
                after()
            with b.block() as done:
                choices.run_offers(b, s.choice, (chosen, picks), None)
                settle(b, restore)
            b.add(ir.If(ir.Binary("lt", ir.Get(chosen), ir.Num(0)), declined, done))

    if not s.repeatedly and s.times is None:
        once(lambda: None)
        return
    if s.times is None:
        with b.forever():
            once(lambda: b.add(ir.Break()))
        return
    i = b.var("i", ir.INT)
    times = lower(b, s.times)
    with b.block() as body:
        once(lambda: b.add(ir.Break()))
    b.add(ir.Count(i, ir.Num(1), times, body))


def _pick(b: Builder, s: typed.PickOne) -> None:
    chooser = lower(b, s.chooser) if s.chooser is not None else None
    result = b.bind(s.var)
    with b.deciding(chooser) as restore:
        h = b.helper(f"picks_{s.var.name}", "generator")
        item = typed.PickItem(s.var, s.source, None, s.least, s.most_count, s.span)
        inner = h.vars
        with choices.picked(h, item, None), h.when(lower(h, s.filter) if s.filter is not None else ir.Num(1)):
            value = ir.Get(inner[s.var])
            h.add(ir.Yield(0, (value,), (value,)))
        generator = texts.guarded(b, h)
        chosen = b.var("choice", ir.INT)
        reason = s.filter.span if s.filter is not None else s.span
        alternative = ir.Alternative("", (s.var.name,), (b.c.shown(s.var.type),), reasons=("",), spans=(reason,))
        number = len(b.c.decisions)
        explain = texts.pick_explainer(b, generator, item, s.filter)
        decision = ir.Decision(
            number, f"pick_{s.var.name}", generator, (alternative,), s.may, s.question or s.var.name, explain
        )
        b.c.decisions.append(decision)
        b.add(ir.Decide(decision, _mover(b), tuple(h.captured), chosen, (result,), span=first_line(s.span)))
        with b.block() as nothing:
            if s.otherwise is not None:
                _otherwise(b, s.otherwise)
            elif not s.may:
                _nobody_can(b, s.span)
            restore()
        with b.block() as done:
            undecided.decide_picked(b, result, s.source)
            settle(b, restore)
        b.add(ir.If(ir.Binary("eq", ir.Get(chosen), ir.Num(-2)), nothing, done))


def _ask(b: Builder, s: typed.Ask) -> None:
    from rulewright.program.statements import lower_block

    chooser = lower(b, s.chooser) if s.chooser is not None else None
    with b.deciding(chooser) as restore:
        h = b.helper("ask", "generator")
        h.add(ir.Yield(0, (), ()))
        generator = texts.guarded(b, h)
        chosen = b.var("choice", ir.INT)
        alternative = ir.Alternative("", (), (), ("yes",), spans=(s.span,))
        decision = ir.Decision(len(b.c.decisions), "ask", generator, (alternative,), True, s.text)
        b.c.decisions.append(decision)
        b.add(ir.Decide(decision, _mover(b), tuple(h.captured), chosen, (), span=first_line(s.span)))
        with b.block() as yes:
            lower_block(b, s.body)
            settle(b, restore)
        with b.block() as no:
            if s.chooser is not None:
                restore()
        b.add(ir.If(ir.Binary("ge", ir.Get(chosen), ir.Num(0)), yes, no))


def for_by_choice(b: Builder, s: typed.For) -> None:
    """The mover says which comes next; where all that are left are alike, that needs no choice."""
    from rulewright.program.binders import is_components
    from rulewright.program.statements import items_type, listed, lower_block

    kind = items_type(s.source.type)
    todo, rest = b.var("todo", kind), b.var("rest", kind)
    b.add(ir.Set(todo, listed(b, s)))
    x = b.bind(s.var)
    y = b.var("other", x.type)

    def without(skip: ir.Expr) -> None:
        """`todo` without one item and without what is none by now."""
        b.add(ir.Set(rest, ir.MakeList(())))
        with b.each_item(y, ir.Get(todo)):
            keep = ir.Binary("ne", ir.Get(y), skip)
            if is_components(s.source.type):
                keep = ir.Binary("and", keep, ir.Binary("ge", ir.Get(y), ir.Num(0)))
            with b.when(keep):
                b.add(ir.Append(rest, ir.Get(y)))
        b.add(ir.Set(todo, ir.Get(rest)))

    with b.forever(), b.loop():
        if is_components(s.source.type):
            without(ir.Num(-1))
        size = ir.Unary("length", ir.Get(todo))
        with b.when(ir.Binary("eq", size, ir.Num(0))):
            b.add(ir.Break())
        b.add(ir.Set(x, ir.Binary("nth", ir.Get(todo), ir.Num(0))))
        merges = alike.may_be_alike(b, s.source.type)
        several = ir.Unary("length", alike.first_ones(b, ir.Get(todo))) if merges else size
        with b.when(ir.Binary("gt", several, ir.Num(1))):
            h = b.helper(f"picks_{s.var.name}", "generator")
            items, item = h.param("todo", kind), h.var(s.var.name, x.type)
            with h.each_item(item, alike.first_ones(h, ir.Get(items)) if merges else ir.Get(items)):
                h.add(ir.Yield(0, (ir.Get(item),), (ir.Get(item),)))
            chosen = b.var("choice", ir.INT)
            alternative = ir.Alternative("", (s.var.name,), (b.c.shown(s.var.type),), spans=(s.span,))
            number = len(b.c.decisions)
            decision = ir.Decision(number, f"next_{s.var.name}", h.done(), (alternative,), False, s.var.name)
            b.c.decisions.append(decision)
            b.add(ir.Decide(decision, _mover(b), (ir.Get(todo),), chosen, (x,), span=first_line(s.span)))
            settle(b, lambda: None)
        without(ir.Get(x))
        if is_components(s.source.type):
            with b.when(ir.Binary("ge", ir.Get(x), ir.Num(0))):
                lower_block(b, s.body)
        else:
            lower_block(b, s.body)


def _one_move(b: Builder, s: typed.OneMove) -> None:
    from rulewright.program.statements import lower_block

    waits, b.end_waits = b.end_waits, True
    with b.block() as body:
        lower_block(b, s.body)
    b.end_waits = waits
    rank = tuple(lower(b, e) for e in s.most)
    b.add(ir.Compound(body, _mover(b), s.by_path, rank, first_line(s.span)))
    settle(b, lambda: None)
