"""Seats: opponents, order of turns, teams, facing; and who has been eliminated, in games where anybody can be."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.program import ir

if TYPE_CHECKING:
    from rulewright.program.compiler import Compiler

_SQUARE = ("forward", "forward_right", "right", "backward_right", "backward", "backward_left", "left", "forward_left")
_HEX = ("forward", "forward_right", "backward_right", "backward", "backward_left", "forward_left")
_TURNS = {len(words): words for words in (_SQUARE, _HEX)}


@dataclass(slots=True)
class Players:
    """`out` is the cell of those eliminated, None if nobody can be."""

    c: Compiler
    out: ir.Cell | None = None
    tables: dict[str, ir.Table] = field(default_factory=dict)
    _next: ir.Routine | None = None
    _opponent: ir.Routine | None = None

    @property
    def seats(self) -> int:
        return len(self.c.game.players)

    @property
    def teams(self) -> list[int]:
        """The team of each seat, teams numbered from 0."""
        found = [self.c.game.team_of(seat) for seat in range(self.seats)]
        order = sorted(set(found))
        return [order.index(team) for team in found]

    @property
    def duel(self) -> bool:
        """Two seats against each other, for good."""
        return self.seats == 2 and len(set(self.teams)) == 2 and self.out is None

    @property
    def bits(self) -> ir.IrType:
        return ir.bits(self.seats)

    def _table(self, name: str, values: list[int], none: int, type: ir.IrType = ir.INT) -> ir.Table:
        if name not in self.tables:
            self.tables[name] = ir.Table(name, (len(values) + 1,), (*values, none), type)
        return self.tables[name]

    def allies(self) -> ir.Table:
        teams = self.teams
        masks = [sum(1 << q for q in range(self.seats) if teams[q] == teams[p]) for p in range(self.seats)]
        return self._table("allies", masks, 0, self.bits)

    def enemies(self) -> ir.Table:
        teams = self.teams
        masks = [sum(1 << q for q in range(self.seats) if teams[q] != teams[p]) for p in range(self.seats)]
        return self._table("enemies", masks, 0, self.bits)

    def facing(self, k: int) -> ir.Table:
        """The direction each seat faces, turned clockwise k times."""
        board, facing = self.c.geometry.board, self.c.game.facing
        assert facing is not None
        words = _TURNS[len(board.directions)]
        return self._table(words[k], [board.turned(d, k) for d in facing], -1)

    def all_in(self) -> ir.Expr:
        everyone = ir.Mask((1 << self.seats) - 1, self.seats)
        return ir.Binary("without", everyone, ir.Load(self.out)) if self.out else everyone

    def owner_index(self, owner: ir.Expr) -> ir.Expr:
        """The index of an owner in `owned`: nobody (-1) stands last."""
        if isinstance(owner, ir.Num):
            return ir.Num(owner.value % (self.seats + 1))
        if isinstance(owner, ir.Load) and owner.cell is self.c.layout.cell("mover"):
            return owner
        return ir.Binary("mod", owner, ir.Num(self.seats + 1))

    def rank(self, owner: ir.Expr) -> ir.Expr:
        """What orders reactions by owner: 0 for the active player, then the seats after; what is nobody's is last."""
        active = ir.Binary("max", ir.Load(self.c.layout.cell("active")), ir.Num(0))
        turn = ir.Binary("mod", ir.Binary("sub", owner, active), ir.Num(self.seats))
        return ir.Select(ir.Binary("lt", owner, ir.Num(0)), ir.Num(self.seats), turn)

    def opponent(self, player: ir.Expr) -> ir.Expr:
        if self.out is None:
            found = [1, 0] if self.seats == 2 else [-1] * self.seats
            return ir.Look(self._table("opponent", found, -1), (player,))
        if self._opponent is None:
            h = self.c.function("opponent")
            p, others = h.param("p", ir.INT), h.var("others", self.bits)
            h.add(ir.Set(others, ir.Binary("without", self.all_in(), ir.Unary("single", ir.Get(p)))))
            one = ir.Binary("eq", ir.Unary("size", ir.Get(others)), ir.Num(1))
            asked = ir.Binary("and", ir.Binary("ge", ir.Get(p), ir.Num(0)), one)
            h.add(ir.Return(ir.Select(asked, ir.Unary("least", ir.Get(others)), ir.Num(-1))))
            self._opponent = h.done(ir.INT)
        return ir.Invoke(self._opponent, (player,))

    def next(self, player: ir.Expr) -> ir.Expr:
        """The next seat still in."""
        if self.out is None:
            order = [(seat + 1) % self.seats for seat in range(self.seats)]
            return ir.Look(self._table("next", order, -1), (player,))
        if self._next is None:
            h = self.c.function("next")
            p, i, q = h.param("p", ir.INT), h.var("i", ir.INT), h.var("q", ir.INT)
            with h.when(ir.Binary("lt", ir.Get(p), ir.Num(0))):
                h.add(ir.Return(ir.Num(-1)))
            with h.block() as body:
                seat = ir.Binary("mod", ir.Binary("add", ir.Get(p), ir.Get(i)), ir.Num(self.seats))
                h.add(ir.Set(q, seat))
                with h.when(ir.negated(ir.Binary("has", ir.Load(self.out), ir.Get(q)))):
                    h.add(ir.Return(ir.Get(q)))
            h.add(ir.Count(i, ir.Num(1), ir.Num(self.seats), body))
            h.add(ir.Return(ir.Get(p)))
            self._next = h.done(ir.INT)
        return ir.Invoke(self._next, (player,))
