"""The history of positions: what is recorded between turns and what `repetitions` counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.program import ir, standing
from rulewright.program.expressions import lower
from rulewright.semantics import typed
from rulewright.semantics.types import INT
from rulewright.source import Span

if TYPE_CHECKING:
    from rulewright.program.builder import Builder
    from rulewright.program.compiler import Compiler


@dataclass(slots=True)
class History:
    """`coming`: while `after` conditions are lowered, the local that holds how often the position to come was there."""

    c: Compiler
    coming: typed.Local | None = None

    @property
    def used(self) -> bool:
        return self.c.game.position is not None and self.c.facts.uses_op("repetitions")

    def parts(self, b: Builder) -> tuple[ir.Expr, ...]:
        """The parts of the declared position on the present state."""
        out: list[ir.Expr] = []
        for e in self.c.game.position or ():
            if isinstance(e, typed.Op) and e.op == "placement":
                out += self._placement()
            else:
                out.append(lower(b, e))
        return tuple(out)

    def _placement(self) -> list[ir.Expr]:
        """Layer, kind and owner on every site: for each kind and owner the set of sites."""
        layout = self.c.layout
        if "owned" not in layout.named:
            return []
        if not layout.flat:
            return [ir.Invoke(self.c.library.once("placement", self._make_placement), ())]
        sites = self.c.library.sites_of
        by_owner: list[ir.Expr] = [
            sites(ir.Load(layout.cell("owned"), ir.Num(seat))) for seat in range(self.c.players.seats + 1)
        ]
        by_kind: list[ir.Expr] = [
            sites(ir.Load(layout.cell("of_kind"), ir.Num(kind.index))) for kind in self.c.game.kinds
        ]
        return by_owner + by_kind

    def _make_placement(self, h: Builder) -> ir.IrType:
        """Place or spot, kind and owner of everything that stands on the board; those alike on a spot are alike."""
        layout, library = self.c.layout, self.c.library
        out, x, refs = h.var("out", ir.LIST), h.var("x", ir.REF), h.var("refs", ir.REFLIST)
        places, kinds, owners = (h.var(name, ir.LIST) for name in ("places", "kinds", "owners"))
        for var in (out, places, kinds, owners):
            h.add(ir.Set(var, ir.MakeList(())))
        h.add(ir.Set(refs, ir.Unary("elements", library.in_play())))
        described: tuple[tuple[ir.Var, Callable[[], ir.Expr]], ...] = (
            (places, lambda: standing.place_of(library, ir.Get(x))),
            (kinds, lambda: ir.Load(layout.cell("kind"), ir.Get(x))),
            (owners, lambda: ir.Load(layout.cell("owner"), ir.Get(x))),
        )
        on_board = ir.Binary("lt", standing.place_of(library, ir.Get(x)), ir.Num(layout.first_zone))
        if any(info.in_play for info in layout.zones.infos):
            h.add(ir.Set(refs, ir.MakeList(())))
            with h.each(x, library.in_play()), h.when(on_board):
                h.add(ir.Append(refs, ir.Get(x)))
        with h.each_item(x, ir.Get(refs)):
            for var, value in described:
                h.add(ir.Append(var, value()))
        keys = tuple(ir.Get(var) for var, _ in described)
        h.add(ir.Set(refs, ir.Sorted(ir.Get(refs), keys)))
        with h.each_item(x, ir.Get(refs)):
            for _, value in described:
                h.add(ir.Append(out, value()))
        h.add(ir.Return(ir.Get(out)))
        return ir.LIST

    def repetitions(self, b: Builder) -> ir.Expr:
        """Occurrences of the present position, itself included (it is recorded before `end` is tested); in `after` the
        earlier ones of the position to come."""
        if self.coming is not None:
            return ir.Get(b.find(self.coming))
        return ir.Occurrences(self.parts(b))

    def look_ahead(self, b: Builder, span: Span) -> typed.Local:
        """On a scratch copy: count the position to come, whose mover is the next active player."""
        local = typed.Local("seen_before", INT, span)
        mover = self.c.layout.cell("mover")
        now = b.var("now", ir.INT)
        b.add(ir.Set(now, ir.Load(mover)))
        b.add(ir.Store(mover, None, self.c.players.next(ir.Load(self.c.layout.cell("active")))))
        b.add(ir.Set(b.bind(local), ir.Occurrences(self.parts(b))))
        b.add(ir.Store(mover, None, ir.Get(now)))
        return local

    def routine(self) -> ir.Routine | None:
        if self.c.game.position is None:
            return None
        h = self.c.function("position")
        h.sort = "generator"
        h.add(ir.Yield(0, self.parts(h), ()))
        return h.done()
