"""The library of what can be done to components and asked of them: routines that keep the layout's cells in step.

Each is made when a rule first needs it. Those that change something return what the events after them need; the
events themselves are in `events.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.program import fields, ir, knowing, layered, standing, zones
from rulewright.program.failures import FULL_SITE, NO_SUPPLY, REACTION_DEPTH
from rulewright.program.swaps import make_exchange
from rulewright.source import Span

if TYPE_CHECKING:
    from rulewright.program.builder import Builder
    from rulewright.program.compiler import Compiler


@dataclass(slots=True)
class Library:
    """Component routines of one program."""

    c: Compiler
    made: dict[str, ir.Routine] = field(default_factory=dict)

    def once(self, name: str, make: Callable[[Builder], ir.IrType | None]) -> ir.Routine:
        """The routine of that name, made when it is first asked for."""
        if name not in self.made:
            h = self.c.function(name)
            result = make(h)
            self.made[name] = h.done(result)
        return self.made[name]

    def _cell(self, name: str) -> ir.Cell:
        return self.c.layout.cell(name)

    # ---- questions ----

    def in_play(self) -> ir.Expr:
        layout = self.c.layout
        if layout.simple:
            return ir.Load(self._cell("filled"))
        out: ir.Expr = ir.Load(self._cell("owned"), ir.Num(0))
        for seat in range(1, len(self.c.game.players) + 1):
            out = ir.Binary("joined", out, ir.Load(self._cell("owned"), ir.Num(seat)))
        return out

    def occupied(self) -> ir.Expr:
        if "filled" not in self.c.layout.named:
            return ir.Mask(0, self.c.layout.sites)
        if self.c.layout.flat:
            return ir.Load(self._cell("filled"))
        out: ir.Expr = ir.Load(self._cell("filled"), ir.Num(0))
        for layer in range(1, len(self.c.layout.slots)):
            out = ir.Binary("joined", out, ir.Load(self._cell("filled"), ir.Num(layer)))
        return out

    def empty(self) -> ir.Expr:
        n = self.c.layout.sites
        return ir.Binary("without", ir.Mask((1 << n) - 1, n), self.occupied())

    def site_of(self, ref: ir.Expr) -> ir.Expr:
        """The site of a component, -1 off the board."""
        layout = self.c.layout
        if layout.simple and not layout.ghosts:
            return ref
        if not layout.flat:
            return standing.site_of(self, ref)
        return ir.Invoke(self.once("site_of", self._make_site_of), (ref,))

    def _make_site_of(self, h: Builder) -> ir.IrType:
        layout = self.c.layout
        ref = h.param("x", ir.REF)
        if layout.plain_refs:
            with h.when(ir.Binary("lt", ir.Get(ref), ir.Num(layout.plain_refs))):
                h.add(ir.Return(ir.Get(ref)))
        if not layout.plain_only:
            with h.when(ir.Binary("ge", ir.Get(ref), ir.Num(layout.first_number))):
                h.add(ir.Return(ir.Load(self._cell("place"), self.number(ir.Get(ref)))))
        h.add(ir.Return(ir.Num(-1)))
        return ir.INT

    def number(self, ref: ir.Expr) -> ir.Expr:
        first = self.c.layout.first_number
        return ir.Binary("sub", ref, ir.Num(first)) if first else ref

    def sites_of(self, refs: ir.Expr) -> ir.Expr:
        """The sites of a set of components."""
        layout = self.c.layout
        if layout.simple:
            if not layout.ghosts:
                return refs
            return ir.Binary("common", refs, ir.Mask((1 << layout.sites) - 1, layout.sites))
        return ir.Invoke(self.once("sites_of", self._make_sites_of), (refs,))

    def _make_sites_of(self, h: Builder) -> ir.IrType:
        layout = self.c.layout
        kind = ir.bits(layout.sites)
        refs, x, out = h.param("s", ir.refs(layout.refs)), h.var("x", ir.REF), h.var("out", kind)
        with h.each(x, ir.Get(refs)):
            h.add(ir.Set(out, ir.Binary("joined", ir.Get(out), ir.Unary("single", self.site_of(ir.Get(x))))))
        h.add(ir.Return(ir.Get(out)))
        return kind

    def in_order(self, refs: ir.Expr) -> ir.Expr:
        """A set of components as a list in the order of their sites, then layers, then in piles from the top; those in
        zones follow, zone after zone."""
        if self.c.layout.simple:
            return ir.Unary("elements", refs)
        routine = self.once("in_order", self._make_in_order)
        routine.different = True
        return ir.Invoke(routine, (refs,))

    def _make_in_order(self, h: Builder) -> ir.IrType:
        if self.c.layout.zones:
            return zones.make_in_order(self, h)
        refs, x = h.param("s", ir.refs(self.c.layout.refs)), h.var("x", ir.REF)
        items, keys = h.var("items", ir.REFLIST), h.var("keys", ir.LIST)
        with h.each(x, ir.Get(refs)):
            h.add(ir.Append(items, ir.Get(x)))
            flat = self.c.layout.flat
            h.add(ir.Append(keys, self.site_of(ir.Get(x)) if flat else standing.order_of(self, ir.Get(x))))
        h.add(ir.Return(ir.Sorted(ir.Get(items), (ir.Get(keys),))))
        return ir.REFLIST

    def on(self, site: ir.Expr, layer: int) -> ir.Expr:
        """The component of a layer on a site, of a pile its top, of many the first; -1 if there is none."""
        layout = self.c.layout
        if "filled" not in layout.named:
            return ir.Num(-1)
        if not layout.flat:
            return standing.on(self, site, layer)
        if not layout.plain_only:
            return ir.Load(self._cell("on"), site)
        if isinstance(site, ir.Get | ir.Num):
            return ir.Select(ir.Binary("has", ir.Load(self._cell("filled")), site), site, ir.Num(-1))
        return ir.Invoke(self.once("on", self._make_on), (site,))

    def _make_on(self, h: Builder) -> ir.IrType:
        s = h.param("s", ir.INT)
        h.add(ir.Return(ir.Select(ir.Binary("has", ir.Load(self._cell("filled")), ir.Get(s)), ir.Get(s), ir.Num(-1))))
        return ir.REF

    # ---- supply ----

    def limits(self) -> ir.Table:
        """How many of each kind may exist (of each owner, if each player has so many)."""
        sites = self.c.layout.sites
        values = [kind.copies if kind.copies is not None else sites for kind in self.c.game.kinds]
        return self.c.table("limit", (len(values) + 1,), (*values, 0))

    def per_player(self) -> ir.Table:
        values = [int(kind.copies_each_player) for kind in self.c.game.kinds]
        return self.c.table("limit_each_player", (len(values) + 1,), (*values, 0))

    def supply(self, kind: ir.Expr, owner: ir.Expr) -> ir.Expr:
        """How many more of a kind may be placed for an owner."""
        return ir.Invoke(self.once("supply", self._make_supply), (kind, owner))

    def _make_supply(self, h: Builder) -> ir.IrType:
        k, o = h.param("k", ir.INT), h.param("o", ir.INT)
        refs, left = h.var("there", ir.refs(self.c.layout.refs)), h.var("left", ir.INT)
        h.add(ir.Set(refs, ir.Load(self._cell("existing" if self.c.layout.zones else "of_kind"), ir.Get(k))))
        if self.c.layout.zones:
            self._of_owner(h, refs, ir.Get(k), ir.Get(o))
        elif any(kind.copies_each_player for kind in self.c.game.kinds):
            with h.when(ir.Look(self.per_player(), (ir.Get(k),))):
                own = ir.Load(self._cell("owned"), self.c.players.owner_index(ir.Get(o)))
                h.add(ir.Set(refs, ir.Binary("common", ir.Get(refs), own)))
        h.add(ir.Set(left, ir.Binary("sub", ir.Look(self.limits(), (ir.Get(k),)), ir.Unary("size", ir.Get(refs)))))
        h.add(ir.Return(ir.Binary("max", ir.Get(left), ir.Num(0))))
        return ir.INT

    def _of_owner(self, h: Builder, refs: ir.Var, kind: ir.Expr, owner: ir.Expr) -> None:
        """Of all that exist of a kind, only those of an owner, if every player has so many."""
        if not any(one.copies_each_player for one in self.c.game.kinds):
            return
        x = h.var("x", ir.REF)
        others = ir.Binary("ne", ir.Load(self._cell("owner"), ir.Get(x)), owner)
        with h.when(ir.Look(self.per_player(), (kind,))), h.each(x, ir.Get(refs)), h.when(others):
            h.add(ir.Set(refs, ir.Binary("without", ir.Get(refs), ir.Unary("single", ir.Get(x)))))

    @property
    def limited(self) -> bool:
        """Whether there may be no more of a kind though the board has room."""
        bounded = any(kind.copies is not None for kind in self.c.game.kinds)
        return bounded or bool(self.c.layout.zones) or self.c.layout.has("many", "pile")

    # ---- changes ----

    def include(self, h: Builder, ref: ir.Expr, kind: ir.Expr, owner: ir.Expr) -> None:
        """Take a component into the sets by owner and kind."""
        self._mark(h, "joined", ref, kind, owner)

    def exclude(self, h: Builder, ref: ir.Expr, kind: ir.Expr, owner: ir.Expr) -> None:
        self._mark(h, "without", ref, kind, owner)

    def exists(self, h: Builder, op: str, ref: ir.Expr, kind: ir.Expr) -> None:
        """Take a component into the set of all that exist of its kind (in play or not), or out of it."""
        if self.c.layout.zones:
            cell = self._cell("existing")
            h.add(ir.Store(cell, kind, ir.Binary(op, ir.Load(cell, kind), ir.Unary("single", ref))))

    def _mark(self, h: Builder, op: str, ref: ir.Expr, kind: ir.Expr, owner: ir.Expr) -> None:
        seat = self.c.players.owner_index(owner)
        for name, index in (("owned", seat), ("of_kind", kind)):
            cell = self._cell(name)
            h.add(ir.Store(cell, index, ir.Binary(op, ir.Load(cell, index), ir.Unary("single", ref))))

    def _fill(self, h: Builder, op: str, place: ir.Expr) -> None:
        filled = self._cell("filled")
        h.add(ir.Store(filled, None, ir.Binary(op, ir.Load(filled), ir.Unary("single", place))))

    def describe(self, h: Builder, ref: ir.Expr, kind: ir.Expr, owner: ir.Expr) -> None:
        h.add(ir.Store(self._cell("kind"), ref, kind))
        h.add(ir.Store(self._cell("owner"), ref, owner))

    def place(self, kind: ir.Expr, owner: ir.Expr, site: ir.Expr) -> ir.Do:
        """Put a new component of a kind on a free site; the result is the component, -1 if its family has no more."""
        return ir.Do(self.once("place", self._make_place), (kind, owner, site))

    def _make_place(self, h: Builder) -> ir.IrType:
        if not self.c.layout.flat:
            return layered.make_place(self, h)
        k, o, s = h.param("k", ir.INT), h.param("o", ir.INT), h.param("s", ir.INT)
        kind, owner, site = ir.Get(k), ir.Get(o), ir.Get(s)
        if self.c.layout.plain_only:
            self.enter(h, site, kind, owner)
            self._fill(h, "joined", site)
            h.add(ir.Return(site))
            return ir.REF
        ref = self.new_reference(h, kind, site)
        h.add(ir.Store(self._cell("on"), site, ref))
        self.enter(h, ref, kind, owner)
        self._fill(h, "joined", site)
        h.add(ir.Return(ref))
        return ir.REF

    def enter(self, h: Builder, ref: ir.Expr, kind: ir.Expr, owner: ir.Expr) -> None:
        self.describe(h, ref, kind, owner)
        self.include(h, ref, kind, owner)
        self.exists(h, "joined", ref, kind)

    def new_reference(self, h: Builder, kind: ir.Expr, site: ir.Expr) -> ir.Expr:
        """The least free number of the kind's family, or the site for a plain kind; returns -1 at once if neither."""
        c, layout = self.c, self.c.layout
        ref, number = h.var("x", ir.REF), h.var("number", ir.INT)
        pools = c.table(
            "pool",
            (len(c.game.kinds) + 1,),
            (*(layout.identities.pools.get(kind.index, 0) for kind in c.game.kinds), 0),
            ir.bits(layout.identities.total),
        )
        unused = self._cell("unused")
        free = ir.Binary("common", ir.Load(unused), ir.Look(pools, (kind,)))
        h.add(ir.Set(number, ir.Unary("least", free)))
        with h.block() as fresh:
            h.add(ir.Store(unused, None, ir.Binary("without", ir.Load(unused), ir.Unary("single", ir.Get(number)))))
            h.add(ir.Set(ref, ir.Binary("add", ir.Get(number), ir.Num(layout.first_number))))
            h.add(ir.Store(self._cell("place"), ir.Get(number), site))
            fields.begin(h, ir.Get(number), kind)
            knowing.begin(self, h, ir.Get(number))
        with h.block() as plain:
            plain_kinds = sum(1 << one.index for one in c.game.kinds if layout.identities.plain(one))
            with h.when(ir.negated(ir.Binary("has", ir.Mask(plain_kinds, len(c.game.kinds)), kind))):
                h.add(ir.Return(ir.Num(-1)))
            h.add(ir.Set(ref, site))
        h.add(ir.If(ir.Binary("ge", ir.Get(number), ir.Num(0)), fresh, plain))
        return ir.Get(ref)

    def refuse_full(self, b: Builder, kind: ir.Expr, site: ir.Expr, span: Span) -> None:
        """A rules error if there is no room for a component of a kind on a site."""
        if not self.c.layout.flat:
            layered.refuse_full(self, b, kind, site, span)
            return
        with b.when(ir.Binary("has", ir.Load(self._cell("filled")), site)):
            standing = ir.Load(self._cell("kind"), self.on(site, 0))
            what = (standing, self.c.kind_shown())
            b.add(ir.Fail(FULL_SITE, ((site, self.c.site_shown()), " is taken already, by ", what), span))

    def refuse_spent(self, b: Builder, kind: ir.Expr, owner: ir.Expr, span: Span) -> None:
        """A rules error if no more of the kind may exist."""
        if self.limited:
            with b.when(ir.Binary("eq", self.supply(kind, owner), ir.Num(0))):
                self.none_left(b, kind, span)

    def none_left(self, b: Builder, kind: ir.Expr, span: Span) -> None:
        b.add(ir.Fail(NO_SUPPLY, ("no ", (kind, self.c.kind_shown()), " is left to place"), span))

    def lift(self, ref: ir.Expr) -> ir.Do:
        """Take a component off the board. The result is its ghost (a component off the board, for reactions)."""
        return ir.Do(self.once("lift", self._make_lift), (ref,))

    def _make_lift(self, h: Builder) -> ir.IrType:
        layout = self.c.layout
        x = h.param("x", ir.REF)
        ref = ir.Get(x)
        kind, owner, site = h.var("k", ir.INT), h.var("o", ir.INT), h.var("s", ir.INT)
        h.add(ir.Set(kind, ir.Load(self._cell("kind"), ref)))
        h.add(ir.Set(owner, ir.Load(self._cell("owner"), ref)))
        h.add(ir.Set(site, self.site_of(ref) if layout.flat else standing.place_of(self, ref)))
        with h.when(zones.in_play_at(self, ir.Get(site)) if layout.zones else ir.Num(1)):
            self.exclude(h, ref, ir.Get(kind), ir.Get(owner))
        self.exists(h, "without", ref, ir.Get(kind))
        if layout.zones:
            self._lift_out(h, ref, site)
            if not layout.sites:
                h.add(ir.Return(ref))
                return ir.REF
        if layout.flat:
            self._fill(h, "without", ir.Get(site))
        if not layout.plain_only:
            if layout.flat:
                h.add(ir.Store(self._cell("on"), ir.Get(site), ir.Num(-1)))
            with h.when(ir.Binary("ge", ref, ir.Num(layout.first_number))):
                h.add(ir.Store(self._cell("place"), self.number(ref), ir.Num(-1)))
                if not layout.flat:
                    h.add(layered.leave(self, ir.Get(site), ref))
                h.add(ir.Return(ref))
        self.describe(h, ref, ir.Num(-1), ir.Num(-1))
        if not layout.ghosts:
            h.add(ir.Rename(ref, ir.Num(-1)))
            if not layout.flat:
                h.add(layered.leave(self, ir.Get(site), ir.Num(-1)))
            h.add(ir.Return(ir.Num(-1)))
            return ir.REF
        ghost = h.var("ghost", ir.INT)
        spirits = self._cell("kind")
        last = ir.Num(layout.first_number - 1)  # kept for swaps
        h.add(ir.Set(ghost, ir.Num(layout.plain_refs)))
        with h.forever(ir.Binary("ge", ir.Load(spirits, ir.Get(ghost)), ir.Num(0))):
            h.add(ir.Set(ghost, ir.Binary("add", ir.Get(ghost), ir.Num(1))))
            if self.c.facts.listens("removed"):
                event = self.c.events.builtin("removed")
                assert event is not None
                with h.when(ir.Binary("ge", ir.Get(ghost), last)):
                    text = ("too many components are removed while reactions to removals are not done",)
                    h.add(ir.Fail(REACTION_DEPTH, text, self.c.events.triggers(event)[0].span))
        self.describe(h, ir.Get(ghost), ir.Get(kind), ir.Get(owner))
        h.add(ir.Rename(ref, ir.Get(ghost)))
        if not layout.flat:
            h.add(layered.leave(self, ir.Get(site), ir.Num(-1)))
        h.add(ir.Return(ir.Get(ghost)))
        return ir.REF

    def _lift_out(self, h: Builder, ref: ir.Expr, place: ir.Var) -> None:
        """Take a component out of a zone: that is all that is to be done."""
        was = h.var("was", ir.INT)
        with h.when(ir.Binary("ge", ir.Get(place), ir.Num(self.c.layout.first_zone))):
            h.add(zones.take(self, ref, was))
            knowing.moved(self, h, ref, ir.Get(place), ir.Get(was), ir.Unary("single", ref))
            h.add(ir.Return(ref))

    def forget(self, ref: ir.Expr) -> ir.Do:
        """A removed component's reactions are done: every reference to it becomes none."""
        return ir.Do(self.once("forget", self._make_forget), (ref,))

    def _make_forget(self, h: Builder) -> None:
        layout = self.c.layout
        x = h.param("x", ir.REF)
        ref = ir.Get(x)
        with h.when(ir.Binary("lt", ref, ir.Num(0))):
            h.add(ir.Return())
        if not layout.plain_only:
            with h.when(ir.Binary("ge", ref, ir.Num(layout.first_number))):
                unused = self._cell("unused")
                freed = ir.Binary("joined", ir.Load(unused), ir.Unary("single", self.number(ref)))
                h.add(ir.Store(unused, None, freed))
                fields.clear(h, self.number(ref))
                knowing.begin(self, h, self.number(ref))
        self.describe(h, ref, ir.Num(-1), ir.Num(-1))
        h.add(ir.Rename(ref, ir.Num(-1)))

    def shift(self, ref: ir.Expr, site: ir.Expr, going: ir.Expr | None = None) -> ir.Do:
        """Move a component to another site, which must be free. `going`: all that are on their way with it."""
        args: tuple[ir.Expr, ...] = (ref, site)
        if self.c.layout.zoned:
            args = (ref, site, going or ir.Unary("single", ref))
        return ir.Do(self.once("shift", self._make_shift), args)

    def _make_shift(self, h: Builder) -> None:
        layout = self.c.layout
        if not layout.flat:
            layered.make_shift(self, h)
            return
        x, s = h.param("x", ir.REF), h.param("s", ir.INT)
        ref, site = ir.Get(x), ir.Get(s)
        here, kind, owner = h.var("here", ir.INT), h.var("k", ir.INT), h.var("o", ir.INT)
        h.add(ir.Set(here, self.site_of(ref)))
        self._fill(h, "without", ir.Get(here))
        self._fill(h, "joined", site)
        if not layout.plain_only:
            h.add(ir.Store(self._cell("on"), ir.Get(here), ir.Num(-1)))
            with h.when(ir.Binary("ge", ref, ir.Num(layout.first_number))):
                h.add(ir.Store(self._cell("place"), self.number(ref), site))
                h.add(ir.Store(self._cell("on"), site, ref))
                h.add(ir.Return())
            h.add(ir.Store(self._cell("on"), site, site))
        h.add(ir.Set(kind, ir.Load(self._cell("kind"), ref)))
        h.add(ir.Set(owner, ir.Load(self._cell("owner"), ref)))
        self.exclude(h, ref, ir.Get(kind), ir.Get(owner))
        self.describe(h, ref, ir.Num(-1), ir.Num(-1))
        self.enter(h, site, ir.Get(kind), ir.Get(owner))
        h.add(ir.Rename(ref, site))

    def exchange(self, x: ir.Expr, y: ir.Expr) -> ir.Do:
        """Exchange the places of two components."""
        return ir.Do(self.once("exchange", lambda h: make_exchange(self, h)), (x, y))

    def set_owner(self, ref: ir.Expr, owner: ir.Expr) -> ir.Do:
        return ir.Do(self.once("set_owner", lambda h: self._make_change(h, "owner")), (ref, owner))

    def set_kind(self, ref: ir.Expr, kind: ir.Expr) -> ir.Do:
        return ir.Do(self.once("set_kind", lambda h: self._make_change(h, "kind")), (ref, kind))

    def _make_change(self, h: Builder, what: str) -> None:
        """Owner or kind of a component becomes another one (ghosts stay out of the sets)."""
        x, v = h.param("x", ir.REF), h.param("v", ir.INT)
        ref = ir.Get(x)
        cell = self._cell("owned" if what == "owner" else "of_kind")
        old, new = ir.Load(self._cell(what), ref), ir.Get(v)
        index = self.c.players.owner_index if what == "owner" else (lambda value: value)
        with h.when(zones.in_play(self, ref)):
            one = ir.Unary("single", ref)
            h.add(ir.Store(cell, index(old), ir.Binary("without", ir.Load(cell, index(old)), one)))
            h.add(ir.Store(cell, index(new), ir.Binary("joined", ir.Load(cell, index(new)), one)))
        if what == "kind" and not self.c.layout.plain_only:
            with h.when(ir.Binary("ge", ref, ir.Num(self.c.layout.first_number))):
                fields.change(h, self.number(ref), old, new)
        if what == "kind" and self.c.layout.zones:
            with h.when(ir.Binary("ge", standing.place_of(self, ref), ir.Num(0))):
                self.exists(h, "without", ref, old)
                self.exists(h, "joined", ref, new)
        h.add(ir.Store(self._cell(what), ref, new))
        if what == "kind" and self.c.layout.zones:
            zones.sort_again(self, h, ref)
        if what == "owner" and self.c.layout.zones.held:
            knowing.see_zones_of(self, h, ref)
        if knowing.mixes(self):
            with h.when(ir.Binary("ge", ref, ir.Num(self.c.layout.first_number))):
                knowing.forget_changed(self, h, ref)
