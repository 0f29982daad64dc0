"""What people see of a decision: names, notation, and why a move is refused.

The notation of an alternative is a small generator that yields the values of its template. The reasons come from an
*explaining* generator, made only when somebody asks: it goes through every combination of picks, legal or not, and
yields the number of the first condition that failed.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.program import choices, ir
from rulewright.program.builder import Builder, Level
from rulewright.program.expressions import lower
from rulewright.program.moves import used_locals
from rulewright.program.parts import parts_of
from rulewright.semantics import typed
from rulewright.semantics import types as t
from rulewright.source import Span


def decision_of(b: Builder, choice: typed.Choice, generator: ir.Routine, *, optional: bool) -> ir.Decision:
    """The decision of a choice whose generator has just been made in `b`."""
    c = b.c
    offers = [offer for group in choice.groups for offer in group]
    alternatives = tuple(alternative(b, offer, generator) for offer in offers)
    number = len(c.decisions)
    name = generator.name.removeprefix("moves_")
    shape = _captured(b, generator)

    def explain() -> ir.Routine:
        return c.complete_late(lambda: _explaining(b, shape, offers, generator.name))

    decision = ir.Decision(number, name, generator, alternatives, optional, choice.question, explain)
    c.decisions.append(decision)
    return decision


def guarded(b: Builder, h: Builder) -> ir.Routine:
    """Finish a generator whose chooser may have been eliminated: then it yields nothing."""
    out = b.c.players.out
    if out is not None:
        still_in = ir.negated(ir.Binary("has", ir.Load(out), ir.Load(b.c.layout.cell("mover"))))
        h.blocks[0] = [ir.If(still_in, h.blocks[0])]
    return h.done()


Shape = list[tuple[ir.Var, typed.Local | tuple[typed.ChoiceVar, str]]]


def _captured(b: Builder, generator: ir.Routine) -> Shape:
    """Which of the outer names each parameter of a generator stands for."""
    return list(b.c.captures[generator])


def _with_params(b: Builder, shape: Shape, name: str, sort: str) -> Builder:
    """A builder with the same parameters as the generator, which stand for the same names."""
    h = Builder(b.c, b.c.fresh(name), Level.PURE, sort=sort)
    for var, stands_for in shape:
        param = h.param(var.name, var.type)
        param.size = var.size
        if isinstance(stands_for, typed.Local):
            h.vars[stands_for] = param
        else:
            h.members[stands_for] = param
    return h


def alternative(b: Builder, offer: typed.Offer, generator: ir.Routine) -> ir.Alternative:
    action = offer.action
    own = [item for item in action.items if isinstance(item, typed.PickItem)]
    reasons, spans = _reasons(offer)
    say, notation = _said(b, offer, generator, action.say, "say")
    then, then_notation = _said(b, offer, generator, action.then, "then")
    return ir.Alternative(
        action.name,
        tuple(item.var.name for item in own),
        tuple(b.c.shown(item.var.type) for item in own),
        notation,
        say,
        then_notation,
        then,
        reasons,
        _teller(b, offer, generator),
        spans,
        parts_of(offer, action.say) if action.say else (),
    )


def _said(
    b: Builder, offer: typed.Offer, generator: ir.Routine, template: typed.Template | None, what: str
) -> tuple[ir.Routine | None, tuple[str | ir.Shown, ...]]:
    if template is None:
        return None, ()
    h = _with_params(b, _captured(b, generator), f"{what}_{offer.action.name}", "generator")
    _bind_all(h, offer, template.parts)
    values = tuple(lower(h, part) for part in template.parts if isinstance(part, typed.Expr))
    h.add(ir.Yield(0, (), values))
    pieces = tuple(part if isinstance(part, str) else b.c.shown(part.type) for part in template.parts)
    return h.done(), pieces


def _teller(
    b: Builder, offer: typed.Offer, generator: ir.Routine
) -> Callable[[int], tuple[ir.Routine, tuple[str | ir.Shown, ...]] | None] | None:
    """What compiles reasons that hold values, when somebody asks; None if there are none."""
    templates = [told for _, _, told in _refusals(offer)]
    if not any(templates):
        return None
    c, shape, made = b.c, _captured(b, generator), dict[int, tuple[ir.Routine, tuple[str | ir.Shown, ...]]]()

    def tell(number: int) -> tuple[ir.Routine, tuple[str | ir.Shown, ...]] | None:
        template = templates[number] if number < len(templates) else None
        if template is None:
            return None
        if number not in made:
            c.captures[generator] = shape
            pieces: list[tuple[str | ir.Shown, ...]] = []

            def make() -> ir.Routine:
                routine, notation = _said(b, offer, generator, template, "reason")
                assert routine is not None
                pieces.append(notation)
                return routine

            made[number] = c.complete_late(make), pieces[0]
        return made[number]

    return tell


def _bind_all(h: Builder, offer: typed.Offer, needed: object) -> None:
    """The action's fixed picks from the arguments, its picks as further parameters, the lets that are needed."""
    from rulewright.program.moves import needed as closure

    action = offer.action
    wanted = closure(action, {id(local) for local in used_locals(needed)})
    for item in action.items:
        if isinstance(item, typed.PickItem):
            h.params.append(h.bind(item.var))
    for local, arg in zip(action.params, offer.args, strict=True):
        h.add(ir.Set(h.bind(local), lower(h, arg)))
    for item in action.items:
        if isinstance(item, typed.LetItem) and id(item.var) in wanted:
            h.add(ir.Set(h.bind(item.var), lower(h, item.value)))


# ---- reasons ----


def _reasons(offer: typed.Offer) -> tuple[tuple[str, ...], tuple[Span, ...]]:
    """The texts ("" where the rules give none) and places of everything that may refuse a move, in the order of the
    numbers that `_Explainer` gives out: items, the choice's `with`, its filter, `after`."""
    texts: list[str] = []
    spans: list[Span] = []
    for text, span, _ in _refusals(offer):
        texts.append(text)
        spans.append(span)
    return tuple(texts), tuple(spans)


def _refusals(offer: typed.Offer) -> list[tuple[str, Span, typed.Template | None]]:
    out: list[tuple[str, Span, typed.Template | None]] = []
    fixed = [local for local, _ in offer.fixed]
    for item in offer.action.items:
        if isinstance(item, typed.WhereItem):
            out.append((item.reason or "", item.span, item.told))
            continue
        if isinstance(item, typed.PickItem):
            out.append((f"there is no {item.var.type} to pick", item.span, None))
        if item.var in fixed:
            out.append((f"another `{item.var.name}` must be chosen here", item.span, None))
    if offer.filter is not None:
        out.append(("", offer.filter.span, None))
    out += [(item.reason or "", item.span, item.told) for item in offer.action.after]
    return out


def _explaining(b: Builder, shape: Shape, offers: list[typed.Offer], name: str) -> ir.Routine:
    h = _with_params(b, shape, f"explain_{name}", "generator")
    for number, offer in enumerate(offers):
        _Explainer(h, offer, number).run()
    return h.done()


def pick_explainer(
    b: Builder, generator: ir.Routine, item: typed.PickItem, condition: typed.Expr | None
) -> Callable[[], ir.Routine]:
    """What explains a `pick` that is a statement: its one condition is what may refuse."""
    shape = _captured(b, generator)

    def make() -> ir.Routine:
        h = _with_params(b, shape, f"explain_{generator.name}", "generator")
        with choices.picked(h, item, None):
            refused: ir.Expr = ir.Num(-1)
            if condition is not None:
                refused = ir.Select(lower(h, condition), ir.Num(-1), ir.Num(0))
            h.add(ir.Yield(0, (refused,), (ir.Get(h.find(item.var)),)))
        return h.done()

    return lambda: b.c.complete_late(make)


class _Explainer:
    """One offer: nested loops over all picks, with the number of the first refusal so far in a local."""

    def __init__(self, h: Builder, offer: typed.Offer, number: int) -> None:
        self.h = h
        self.offer = offer
        self.number = number
        self.fixed = dict(offer.fixed)
        self.picks: list[ir.Var] = []

    def run(self) -> None:
        h = self.h
        for local, arg in zip(self.offer.action.params, self.offer.args, strict=True):
            h.add(ir.Set(h.bind(local), lower(h, arg)))
        first = h.var("refused", ir.INT)
        h.add(ir.Set(first, ir.Num(-1)))
        self._items(list(self.offer.action.items), first, 0)

    def _items(self, items: list[choices.Item], first: ir.Var, reason: int) -> None:
        h = self.h
        if not items:
            self._end(first, reason)
            return
        item, rest = items[0], items[1:]
        match item:
            case typed.WhereItem(condition=condition):
                self._items(rest, self._test(first, reason, lambda: lower(h, condition)), reason + 1)
            case typed.LetItem(var=local, value=value):
                var = h.bind(local)
                failed = h.var("failed", ir.INT)
                with h.block() as body:
                    h.add(ir.Set(var, lower(h, value)))
                h.add(ir.Attempt(body, failed))
                if local in self.fixed:
                    wanted = self.fixed[local]
                    test = lambda: choices.same(h, local.type, ir.Get(var), lower(h, wanted))  # noqa: E731
                    first = self._test(first, reason, test)
                    reason += 1
                self._items(rest, first, reason)
            case typed.PickItem():
                self._pick(item, rest, first, reason)

    def _pick(self, item: typed.PickItem, rest: list[choices.Item], first: ir.Var, reason: int) -> None:
        h = self.h
        failed, items = h.var("failed", ir.INT), h.var("items", self._list_type(item))
        with h.block() as body:
            listed = choices.as_list(h, item.source)
            if item.condition is not None:
                skipped = ir.MakeList(()) if item.least is not None else ir.MakeList((ir.Num(-1),))
                listed = ir.Select(lower(h, item.condition), listed, skipped)
            h.add(ir.Set(items, listed))
        h.add(ir.Set(items, ir.MakeList(())))
        h.add(ir.Attempt(body, failed))
        if item.least is None:
            with h.when(ir.Binary("eq", ir.Unary("length", ir.Get(items)), ir.Num(0))):
                self._yield(self._or(first, reason))
        reason += 1
        var = h.bind(item.var)
        self.picks.append(var)

        def inside() -> None:
            inner, number = first, reason
            if item.var in self.fixed:
                wanted = self.fixed[item.var]
                test = lambda: choices.same(h, item.var.type, ir.Get(var), lower(h, wanted))  # noqa: E731
                inner, number = self._test(first, reason, test), reason + 1
            self._items(rest, inner, number)

        if item.least is not None and item.most is not None:
            with h.block() as loop:
                inside()
            h.add(ir.YieldSubsets(var, ir.Get(items), lower(h, item.least), lower(h, item.most), loop))
        else:
            with h.each_item(var, ir.Get(items)):
                inside()
        self.picks.pop()

    def _list_type(self, item: typed.PickItem) -> ir.IrType:
        of = item.source.type
        assert isinstance(of, t.SetType | t.ListType)
        return ir.REFLIST if isinstance(of.of, t.ComponentType) else ir.LIST

    def _or(self, first: ir.Var, reason: int) -> ir.Expr:
        return ir.Select(ir.Binary("ge", ir.Get(first), ir.Num(0)), ir.Get(first), ir.Num(reason))

    def _test(self, first: ir.Var, reason: int, condition: Callable[[], ir.Expr]) -> ir.Var:
        """The first refusal after one more condition; one that cannot be evaluated refuses."""
        h = self.h
        after, failed = h.var("refused", ir.INT), h.var("failed", ir.INT)
        h.add(ir.Set(after, ir.Get(first)))
        with h.when(ir.Binary("lt", ir.Get(first), ir.Num(0))):
            with h.block() as body, h.when(ir.negated(condition())):
                h.add(ir.Set(after, ir.Num(reason)))
            h.add(ir.Attempt(body, failed))
            with h.when(ir.Get(failed)):
                h.add(ir.Set(after, ir.Num(reason)))
        return after

    def _end(self, first: ir.Var, reason: int) -> None:
        h, offer = self.h, self.offer
        if offer.filter is not None:
            condition = offer.filter
            first = self._test(first, reason, lambda: lower(h, condition))
            reason += 1
        if offer.action.after:
            after = h.var("refused", ir.INT)
            h.add(ir.Set(after, ir.Get(first)))
            with h.when(ir.Binary("lt", ir.Get(first), ir.Num(0))):
                failed = h.var("failed", ir.INT)
                with h.block() as body:
                    choices.tried(h, offer.action, after, reason)
                h.add(ir.Attempt(body, failed))
                with h.when(ir.Get(failed)):
                    h.add(ir.Set(after, ir.Num(reason)))
            first = after
        self._yield(ir.Get(first))

    def _yield(self, first: ir.Expr) -> None:
        picks = [ir.Get(var) for var in self.picks]
        missing = [item for item in self.offer.action.items if isinstance(item, typed.PickItem)][len(picks) :]
        rest = [ir.Num(-1) for _ in missing]
        self.h.add(ir.Yield(self.number, (first,), (*picks, *rest)))
