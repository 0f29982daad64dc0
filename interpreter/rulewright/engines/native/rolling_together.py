"""Players who decide together in games that roll, as LLVM assembly: their block runs twice for each, on one state.

First each seat draws its moves, as they are when it comes to them; what it did is taken back then. When all have drawn,
the block runs for each with the choices that were kept: `apart.py` has how, and where they lie in the state.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.engines.native import apart, apart_moves, apart_state, context, loops, sets, statements
from rulewright.engines.native.memory import ACTIVE, MADE, SEAT, SEATS
from rulewright.engines.native.routine import Emitter
from rulewright.engines.native.trials import length, saved
from rulewright.program import ir, walk


def write_together(stmt: ir.Together, w: Emitter) -> None:
    """The game may end on the way: for one seat alone while it decides, else for all."""
    assert w.linker.together is not None
    seats = sets.members(stmt.seats, 1, w)
    some, round_, over, ended, done, back, behind, after = (w.label() for _ in range(8))
    w.branch(w.new(f"icmp ne i64 {seats}, 0"), some, after)
    w.mark(some)
    w.unless(w.new(f"icmp eq i32 {apart_state.active(w)}, 0"), context.ERROR)
    passing = [(place, kind, w.load(kind, w.at("%c", place))) for place, kind in context.PASSING]
    if w.linker.together.moves:
        # references of the routines above would move, too
        live, base = (w.load("i64", w.at("%c", place)) for place in (context.LIVE, context.LIVE_BASE))
        w.unless(w.new(f"icmp eq i64 {live}, {base}"), context.UNSUPPORTED)
    w.check(w.new(f"call i32 @apart_begin(ptr %s, ptr %c, i32 0, i64 {seats})"))
    take_back = _back(stmt, w)
    w.mark(round_)
    loops.charge(stmt, "1", w)
    w.write(stmt.seat, w.load("i32", apart_state.header(w, SEAT)))
    with w.handling(over=over):
        statements.write_body(stmt.body, w)
    w.jump(done)
    w.mark(over)
    w.branch(_is(apart_state.DECIDING, w), done, ended)
    w.mark(ended)
    w.propagate(str(context.ENDED))
    w.mark(done)
    for place, kind, value in passing:
        w.store(kind, value, w.at("%c", place))
    w.branch(_is(apart_state.DECIDING, w), back, behind)
    w.mark(back)
    apart.base(w, back=True)
    apart_moves.forget(w)
    take_back()
    _next_seat(apart_state.RUNNING, round_, round_, w)
    w.mark(behind)
    seat = w.load("i32", apart_state.header(w, SEAT))
    used, made = (w.load("i32", apart_state.of_seat(w, at, seat)) for at in _counts(w))
    w.unless(w.new(f"icmp eq i32 {used}, {made}"), context.ERROR)
    _next_seat(0, round_, after, w)
    w.mark(after)


def _is(stage: int, w: Emitter) -> str:
    return w.new(f"icmp eq i32 {apart_state.active(w)}, {stage}")


def _counts(w: Emitter) -> tuple[int, int]:
    places = apart_state.places(w)
    return places.used, places.start + MADE


def _next_seat(stage: int, following: str, last: str, w: Emitter) -> None:
    """The next seat's turn, or if there is none that of the first, in the stage that comes then."""
    seat = w.load("i32", apart_state.header(w, SEAT))
    seats = w.load("i64", apart_state.header(w, SEATS))
    later = w.new(f"and i64 {seats}, {w.new(f'shl i64 -2, {w.wide(seat)}')}")
    none = w.new(f"icmp eq i64 {later}, 0")
    among = w.new(f"select i1 {none}, i64 {seats}, i64 {later}")
    first = w.new(f"call i64 @llvm.cttz.i64(i64 {among}, i1 true)")
    w.store("i32", w.new(f"trunc i64 {first} to i32"), apart_state.header(w, SEAT))
    now = apart_state.active(w)
    w.store("i32", w.new(f"select i1 {none}, i32 {stage}, i32 {now}"), apart_state.header(w, ACTIVE))
    w.branch(none, last, following)


def _back(stmt: ir.Together, w: Emitter) -> Callable[[], None]:
    """Keep the locals that the block may change; what brings them back. (The cells are kept with the choices.)"""
    routine = w.routine
    moves = walk.may_rename([stmt])
    given = {var for one in walk.statements(stmt.body) for var in walk.assigned(one)}
    own = [var for var in (*routine.params, *routine.locals) if var in given or (moves and var.type.follows)]
    kept = [(var, saved(var, w)) for var in own]

    def back() -> None:
        for var, place in kept:
            w.copy(w.place(var), place, length(var, w))

    return back
