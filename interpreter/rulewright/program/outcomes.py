"""Outcomes: what each seat gets when the game ends.

`returns` holds each seat's gain in units of 1/scale, where scale is one less than the number of teams: then every rank
is a whole number. Team k of n ranked teams gets 1 - 2(k-1)/(n-1), equal teams the mean of their ranks.
"""

from __future__ import annotations

from rulewright.program import ir
from rulewright.program.builder import Builder, sure
from rulewright.program.expressions import lower
from rulewright.semantics import typed


def scale_of(teams: int) -> int:
    return max(teams - 1, 1)


def lower_outcome(b: Builder, s: typed.Statement) -> None:
    """An outcome as a statement: the game is over."""
    match s:
        case typed.Win(player=player) | typed.Lose(player=player):
            who = b.keep("who", ir.INT, lower(b, player))
            winners = ir.Unary("single", who)
            with b.when(ir.Num(1) if sure(b, player) else ir.Binary("ge", who, ir.Num(0))):
                _decide(b, winners, lost=isinstance(s, typed.Lose))
                finish(b)
        case typed.RankBy() | typed.PayOut() | typed.Tie() | typed.EveryoneLoses():
            gains(b, s, None)
            finish(b)
        case _:
            raise TypeError(type(s).__name__)


def finish(b: Builder) -> None:
    b.add(ir.Store(b.c.layout.cell("ended"), None, ir.Num(1)))
    b.add(ir.Finish())


def gains(b: Builder, s: typed.Statement, players: ir.Expr | None) -> None:
    """Store what everybody gets. `players`: for wins and loses, the set of those for whom the line holds."""
    seats = b.c.players.seats
    scale = scale_of(len(set(b.c.players.teams)))
    returns = b.c.layout.cell("returns")
    match s:
        case typed.Win() | typed.Lose():
            assert players is not None
            _decide(b, players, lost=isinstance(s, typed.Lose))
        case typed.Tie():
            for seat in range(seats):
                b.add(ir.Store(returns, ir.Num(seat), ir.Num(0)))
        case typed.EveryoneLoses():
            for seat in range(seats):
                b.add(ir.Store(returns, ir.Num(seat), ir.Num(-scale)))
        case typed.PayOut(player=player, amount=amount):
            for seat in range(seats):
                value = _for_seat(b, player, amount, seat, "pay")
                b.add(ir.Store(returns, ir.Num(seat), ir.Binary("mul", value, ir.Num(scale), s.span)))
        case typed.RankBy():
            _rank(b, s, scale)


def _decide(b: Builder, players: ir.Expr, *, lost: bool) -> None:
    """Those players' teams win (or lose), the others the contrary."""
    scale = scale_of(len(set(b.c.players.teams)))
    returns = b.c.layout.cell("returns")
    held = b.keep("held", b.c.players.bits, players)
    good, bad = (ir.Num(-scale), ir.Num(scale)) if lost else (ir.Num(scale), ir.Num(-scale))
    for seat in range(b.c.players.seats):
        allies = ir.Mask(int(b.c.players.allies().values[seat]), b.c.players.seats)  # type: ignore[arg-type]
        holds = ir.Unary("some", ir.Binary("common", held, allies))
        b.add(ir.Store(returns, ir.Num(seat), ir.Select(holds, good, bad)))


def _for_seat(b: Builder, player: typed.Local, e: typed.Expr, seat: int, name: str) -> ir.Expr:
    """An expression with `player` bound to a seat."""
    h = b.helper(name)
    var = h.bind(player, never_none=True)
    h.params.append(var)
    h.add(ir.Return(lower(h, e)))
    return ir.Invoke(h.done(ir.INT), (ir.Num(seat), *h.captured))


def _rank(b: Builder, s: typed.RankBy, scale: int) -> None:
    """Each team's key is the greatest of its members' (lexicographic); better and equal teams are counted."""
    seats, teams = b.c.players.seats, b.c.players.teams
    width = len(s.keys)
    keys = [[b.var(f"key_{seat}_{i}", ir.INT) for i in range(width)] for seat in range(seats)]
    for seat in range(seats):
        for i, key in enumerate(s.keys):
            b.add(ir.Set(keys[seat][i], _for_seat(b, s.player, key, seat, "key")))
    best: dict[int, list[ir.Var]] = {}
    for seat, team in enumerate(teams):
        if team not in best:
            best[team] = keys[seat]
            continue
        better = _greater(keys[seat], best[team])
        more = b.var("more", ir.INT)
        b.add(ir.Set(more, better))
        for own, other in zip(best[team], keys[seat], strict=True):
            b.add(ir.Set(own, ir.Select(ir.Get(more), ir.Get(other), ir.Get(own))))
    for seat, team in enumerate(teams):
        gain: ir.Expr = ir.Num(scale)
        for rival in best:
            if rival != team:
                above = _greater(best[rival], best[team])
                level = _equal(best[rival], best[team])
                lost = ir.Select(above, ir.Num(2), ir.Select(level, ir.Num(1), ir.Num(0)))
                gain = ir.Binary("sub", gain, lost)
        b.add(ir.Store(b.c.layout.cell("returns"), ir.Num(seat), gain))


def _greater(a: list[ir.Var], b: list[ir.Var]) -> ir.Expr:
    out: ir.Expr = ir.Num(0)
    for x, y in reversed(list(zip(a, b, strict=True))):
        tie = ir.Binary("and", ir.Binary("eq", ir.Get(x), ir.Get(y)), out)
        above: ir.Expr = ir.Binary("gt", ir.Get(x), ir.Get(y))
        out = above if isinstance(out, ir.Num) else ir.Binary("or", above, tie)
    return out


def _equal(a: list[ir.Var], b: list[ir.Var]) -> ir.Expr:
    out: ir.Expr | None = None
    for x, y in zip(a, b, strict=True):
        same = ir.Binary("eq", ir.Get(x), ir.Get(y))
        out = same if out is None else ir.Binary("and", out, same)
    return out or ir.Num(1)
