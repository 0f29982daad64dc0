"""Choices: the moves of an action as nested loops in a generator, and what happens when one is made.

A move's key is every pick and let that its effect, its `after` and `most`, or `let j = choose` can see (steps of rays
by the properties used); picks that only conditions read make no difference. Conditions run as early as they may: a
`where` that cannot fail moves up before picks that it does not name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass

from rulewright.program import alike, binders, ir, undecided, zone_ops
from rulewright.program.builder import Builder
from rulewright.program.expressions import lower
from rulewright.program.facts import reads_repetitions
from rulewright.program.fold import impossible
from rulewright.program.moves import Effect, named_in, needed, used_locals
from rulewright.program.total import cannot_fail
from rulewright.semantics import typed
from rulewright.semantics import types as t

Item = typed.PickItem | typed.LetItem | typed.WhereItem


def generator(
    b: Builder, choice: typed.Choice, into: typed.ChoiceVar | None = None
) -> tuple[ir.Routine, tuple[ir.Expr, ...]]:
    """The generator of a choice's moves and the arguments that `b` calls it with. Alternatives are numbered through
    all groups; a group after `else` yields only if nothing before it did."""
    h = b.helper("moves", "generator")
    n = h.var("found", ir.INT) if len(choice.groups) > 1 else None
    if n is not None:
        h.add(ir.Set(n, ir.Num(0)))
    number = 0
    with h.block() as everything:
        for position, group in enumerate(choice.groups):
            with h.block() as body:
                for offer in group:
                    if impossible(offer):
                        number += 1
                        continue
                    offer_moves(h, offer, number, n if position + 1 < len(choice.groups) else None, into)
                    number += 1
            if position == 0 or n is None:
                h.blocks[-1] += body
            else:
                h.add(ir.If(ir.Binary("eq", ir.Get(n), ir.Num(0)), body))
    out = h.c.players.out
    if out is None:
        h.blocks[-1] += everything
    else:
        still_in = ir.negated(ir.Binary("has", ir.Load(out), ir.Load(h.c.layout.cell("mover"))))
        h.add(ir.If(still_in, everything))
    name = "_or_".join(dict.fromkeys(offer.action.name for group in choice.groups for offer in group))
    h.name = h.c.fresh(f"moves_{name}")
    return h.done(), tuple(h.captured)


def offer_moves(
    h: Builder, offer: typed.Offer, number: int, count: ir.Var | None, into: typed.ChoiceVar | None
) -> None:
    """The nested loops of one offer, down to its yield."""
    action = offer.action
    for local, arg in zip(action.params, offer.args, strict=True):
        value = lower(h, arg)
        h.add(ir.Set(h.bind(local, never_none=_is_sure(h, arg)), value))
    fixed = dict(offer.fixed)
    items = early(list(action.items), offer)
    _nest(h, items, fixed, lambda: _yield(h, offer, number, count, into))


def _is_sure(h: Builder, e: typed.Expr) -> bool:
    from rulewright.program.builder import sure

    return sure(h, e)


def early(items: list[Item], offer: typed.Offer) -> list[Item]:
    """The items with conditions (and the choice's own filter) moved up as far as their names allow.

    A condition passes a pick or let that it does not name only if it cannot fail. It passes no other condition, which
    may be what makes it fit to be asked; but a filter is about every move of the action, whatever the action asks. Of a
    filter with several parts each is moved by itself, in their order.
    """
    out: list[Item] = []
    for item in items:
        out.insert(_earliest(item, out, ()), item)
    parts: tuple[Item, ...] = ()
    for part in _parts(offer.filter) if offer.filter is not None else ():
        item = typed.WhereItem(part, None, part.span)
        out.insert(_earliest(item, out, tuple(i for i in out if i not in parts)), item)
        parts = (*parts, item)
    return out


def _earliest(item: Item, out: list[Item], passed: tuple[Item, ...]) -> int:
    """Where among `out` an item may stand; it passes the conditions in `passed`."""
    place = len(out)
    if isinstance(item, typed.WhereItem) and cannot_fail(item.condition):
        names = used_locals(item.condition)
        while place > 0:
            before = out[place - 1]
            if isinstance(before, typed.PickItem | typed.LetItem) and before.var in names:
                break
            if isinstance(before, typed.WhereItem) and before not in passed:
                break
            place -= 1
    return place


def _parts(e: typed.Expr) -> list[typed.Expr]:
    """What is joined by `and`, in order."""
    if isinstance(e, typed.Logic) and e.op == "and":
        return [*_parts(e.left), *_parts(e.right)]
    return [e]


def _nest(h: Builder, items: list[Item], fixed: dict[typed.Local, typed.Expr], inside: Callable[[], None]) -> None:
    if not items:
        inside()
        return
    item, rest = items[0], items[1:]
    match item:
        case typed.WhereItem(condition=condition):
            with h.when(lower(h, condition)):
                _nest(h, rest, fixed, inside)
        case typed.LetItem(var=local, value=value):
            lowered = lower(h, value)
            sure = _is_sure(h, value)
            h.add(ir.Set(h.bind(local, never_none=sure), lowered))
            if local in fixed:
                with h.when(same(h, local.type, ir.Get(h.find(local)), lower(h, fixed[local]))):
                    _nest(h, rest, fixed, inside)
            else:
                _nest(h, rest, fixed, inside)
        case typed.PickItem():
            with picked(h, item, fixed.get(item.var)):
                _nest(h, rest, fixed, inside)


def same(h: Builder, of: t.Type, a: ir.Expr, b: ir.Expr) -> ir.Expr:
    return ir.Binary("same" if isinstance(of, t.SetType | t.ListType | t.BagType) else "eq", a, b)


@contextmanager
def picked(h: Builder, item: typed.PickItem, fixed: typed.Expr | None) -> Iterator[None]:
    """A loop over what a pick may be. `fixed`: only this value."""
    if item.least is not None and item.most is not None:
        # the subset is a set of its own, which holds numbers as bits
        numbers = isinstance(item.source.type, t.SetType) and isinstance(item.source.type.of, t.IntType)
        items = ir.Unary("elements", lower(h, item.source)) if numbers else as_list(h, item.source)
        merges = alike.may_be_alike(h, item.source.type)
        if item.condition is not None:
            raise_none = lower(h, item.condition)
            items = ir.Select(raise_none, items, ir.MakeList(()))
        least, most = lower(h, item.least), lower(h, item.most)
        if item.condition is not None:
            # skipped: the empty set is the one subset of nothing
            least = ir.Select(lower(h, item.condition), least, ir.Num(0))
        var = h.bind(item.var)
        if merges:
            items = h.keep("items", ir.REFLIST, items)
        with h.block() as body, alike.only_first(h, var, items) if merges else nullcontext():
            if fixed is not None:
                with h.when(same(h, item.var.type, ir.Get(var), lower(h, fixed))):
                    yield
            else:
                yield
        h.add(ir.YieldSubsets(var, items, least, most, body))
        return
    if item.condition is not None:
        items = offered(h, item.source)
        items = ir.Select(lower(h, item.condition), items, ir.MakeList((ir.Num(-1),)))
        var = h.bind(item.var)
        with h.each_item(var, items):
            if fixed is not None:
                with h.when(same(h, item.var.type, ir.Get(var), lower(h, fixed))):
                    yield
            else:
                yield
        return
    source = item.source
    if fixed is not None and isinstance(source.type, t.SetType):
        # the one value, if it is in the set
        wanted = lower(h, fixed)
        inside = typed.Op("member", (fixed, source), type=t.BOOL, span=item.span)
        test = lower(h, inside)
        var = h.bind(item.var, never_none=True)
        h.add(ir.Set(var, wanted))
        with h.when(test):
            yield
        return
    var = h.bind(item.var, never_none=isinstance(source.type, t.SetType))
    merges = alike.may_be_alike(h, source.type)
    with h.each_item(var, offered(h, source)) if merges else binders.loop(h, var, source, ordered=True):
        if fixed is not None:
            with h.when(same(h, item.var.type, ir.Get(var), lower(h, fixed))):
                yield
        else:
            yield


def offered(h: Builder, source: typed.Expr) -> ir.Expr:
    """A set or list as a list in canonical order, components that are alike once."""
    items = as_list(h, source)
    return alike.first_ones(h, items) if alike.may_be_alike(h, source.type) else items


def as_list(h: Builder, source: typed.Expr) -> ir.Expr:
    """A set or list as a list in canonical order (ints of a set as bits are shifted back)."""
    if isinstance(source, typed.Op) and source.op == "in_zone":
        return zone_ops.listed(h, source)
    value = lower(h, source)
    if isinstance(source.type, t.ListType):
        return value
    assert isinstance(source.type, t.SetType)
    if isinstance(source.type.of, t.ComponentType):
        return h.c.library.in_order(value)
    if isinstance(source.type.of, t.IntType):
        inner = h.helper("numbers")
        s, bit, out = (
            inner.param("s", h.c.layout.type(source.type)),
            inner.var("bit", ir.INT),
            inner.var("out", ir.LIST),
        )
        with inner.each(bit, ir.Get(s)):
            inner.add(ir.Append(out, ir.Binary("add", ir.Get(bit), ir.Num(-t.INT_SET_BIAS))))
        inner.add(ir.Return(ir.Get(out)))
        return ir.Invoke(inner.done(ir.LIST), (value,))
    return ir.Unary("elements", value)


def _yield(h: Builder, offer: typed.Offer, number: int, count: ir.Var | None, into: typed.ChoiceVar | None) -> None:
    action = offer.action
    ok: ir.Expr | None = None
    if action.after:
        ok = tried(h, action)
    with h.when(ok if ok is not None else ir.Num(1)):
        key = tuple(lower(h, e) for e in key_of(offer, into))
        picks = tuple(ir.Get(h.find(item.var)) for item in action.items if isinstance(item, typed.PickItem))
        rank = tuple(lower(h, e) for e in offer.most)
        h.add(ir.Yield(number, key, picks, rank))
        if count is not None:
            h.add(ir.Set(count, ir.Binary("add", ir.Get(count), ir.Num(1))))


def tried(h: Builder, action: typed.Action, first: ir.Var | None = None, reasons: int = 0) -> ir.Expr:
    """Whether all `after` conditions hold on the state after the effect. With `first`: it becomes the number of the
    first that fails."""
    ok = h.var("ok", ir.INT)
    h.add(ir.Set(ok, ir.Num(1)))
    with h.block() as body:
        effect = h.c.actions.effect(action)
        if effect is not None:
            h.add(ir.Do(effect.routine, tuple(ir.Get(h.find(local)) for local in effect.needs)))
    with h.block() as then:
        history = h.c.history
        if reads_repetitions([item.condition for item in action.after]):
            history.coming = history.look_ahead(h, action.span)
        for i, item in enumerate(action.after):
            with h.when(ir.Binary("and", ir.Get(ok), ir.negated(lower(h, item.condition)))):
                h.add(ir.Set(ok, ir.Num(0)))
                if first is not None:
                    h.add(ir.Set(first, ir.Num(reasons + i)))
        history.coming = None
    h.add(ir.Trial(body, then))
    return ir.Get(ok)


def key_of(offer: typed.Offer, into: typed.ChoiceVar | None) -> list[typed.Expr]:
    """What tells one move from another: the picks and lets that the effect can see, steps by the properties used."""
    action = offer.action
    parts: list[object] = [action.do, [item.condition for item in action.after], list(offer.most)]
    seen = named_in(parts)
    names = [item.var for item in action.items if isinstance(item, typed.PickItem | typed.LetItem)]
    out: list[typed.Expr] = []
    for local in names:
        whole = into is not None and local.name in into.members
        chains = seen.get(local, [])
        if whole or (chains and not isinstance(local.type, t.StepType)) or any(chain is None for chain in chains):
            out.append(typed.LocalRef(local, type=local.type, span=local.span))
        else:
            out += [chain for chain in chains if chain is not None]
    return out


# ---- making a move ----


def run_offers(
    b: Builder, choice: typed.Choice, decide: tuple[ir.Var, list[tuple[ir.Var, ...]]], into: typed.ChoiceVar | None
) -> None:
    """After a Decide, whose locals are given with the picks by alternative: what each alternative does."""
    chosen, picks = decide
    number = 0
    for group in choice.groups:
        for offer in group:
            if not impossible(offer):
                with b.when(ir.Binary("eq", ir.Get(chosen), ir.Num(number))):
                    _run_offer(b, offer, picks[number], into)
            number += 1


def _run_offer(b: Builder, offer: typed.Offer, picks: tuple[ir.Var, ...], into: typed.ChoiceVar | None) -> None:
    action = offer.action
    effect: Effect | None = b.c.actions.effect(action)
    wanted = set(map(id, effect.needs)) if effect else set()
    if into is not None:
        own = (item.var for item in action.items if isinstance(item, typed.PickItem | typed.LetItem))
        wanted |= {id(local) for local in own if local.name in into.members}
    lets = needed(action, wanted)
    for local, arg in zip(action.params, offer.args, strict=True):
        if id(local) in lets:
            b.add(ir.Set(b.bind(local), lower(b, arg)))
    position = 0
    for item in action.items:
        if isinstance(item, typed.PickItem):
            if id(item.var) in lets:
                b.add(ir.Set(b.bind(item.var), ir.Get(picks[position])))
                undecided.decide_picked(b, b.find(item.var), item.source)
            position += 1
        elif isinstance(item, typed.LetItem) and id(item.var) in lets:
            b.add(ir.Set(b.bind(item.var), lower(b, item.value)))
    if into is not None:
        for item in action.items:
            if isinstance(item, typed.PickItem | typed.LetItem) and item.var.name in into.members:
                b.add(ir.Set(b.members[into, item.var.name], ir.Get(b.find(item.var))))
    if effect is not None:
        b.add(ir.Do(effect.routine, tuple(ir.Get(b.find(local)) for local in effect.needs)))


@dataclass(slots=True, eq=False)
class PickSlots:
    """Where the values of a choice's moves go: `types` are those of the locals, `of` says for each alternative which of
    them it uses. Alternatives share a local where their types are the same."""

    types: list[ir.IrType]
    of: list[tuple[int, ...]]

    @staticmethod
    def of_choice(b: Builder, choice: typed.Choice) -> PickSlots:
        slots = PickSlots([], [])
        for group in choice.groups:
            for offer in group:
                own = [item.var.type for item in offer.action.items if isinstance(item, typed.PickItem)]
                slots._add([b.c.layout.type(of) for of in own])
        return slots

    def _add(self, wanted: list[ir.IrType]) -> None:
        used: list[int] = []
        for of in wanted:
            free = (i for i, known in enumerate(self.types) if known == of and i not in used)
            slot = next(free, len(self.types))
            if slot == len(self.types):
                self.types.append(of)
            used.append(slot)
        self.of.append(tuple(used))

    @property
    def told(self) -> tuple[tuple[int, ...], ...]:
        """As `ir.Decide` wants it: () if every alternative uses the first ones."""
        return () if all(used == tuple(range(len(used))) for used in self.of) else tuple(self.of)
