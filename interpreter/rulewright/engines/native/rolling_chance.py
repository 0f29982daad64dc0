"""Chance in games that roll from start to end, as LLVM assembly.

What is drawn is what the reference engine draws: a number below the sum of the weights, and the outcome on which it
falls where equal outcomes are one, with their weights added, in the order in which they come first.
"""

from __future__ import annotations

from rulewright.engines.native import apart_state, choosing, context, lists, loops, memory
from rulewright.engines.native.receiving import receive_first
from rulewright.engines.native.routine import Emitter
from rulewright.program import ir
from rulewright.program.rewriting import with_values
from rulewright.program.typeof import family

_MOST = 1024
"""So long a table is made at most of what falls."""


def write_draw(stmt: ir.Draw, w: Emitter) -> None:
    """An outcome of chance, by weight; of a single one nothing is drawn."""
    if w.linker.together is not None and stmt in w.linker.together.drawn:
        w.unless(w.new(f"icmp eq i32 {apart_state.active(w)}, 0"), context.ERROR)
    falls = _constant(stmt)
    if falls is not None:
        _draw_constant(stmt, falls, w)
        return
    items = listed(stmt, w)
    if items is not None:
        _draw_item(stmt, *items, w)
        return
    generator = stmt.generator
    entry = w.linker.entry(generator)
    given = choosing.arguments(generator, stmt.args, w)
    plain = entry.distinct and not entry.weighed
    count = choosing.write_count(generator, given, w) if plain else choosing.write_list(generator, given, True, w)
    none, some, several, chosen, done = (w.label() for _ in range(5))
    index = w.alloca("i32")
    w.store("i32", "0", index)
    w.branch(w.new(f"icmp eq i32 {count}, 0"), none, some)
    w.mark(none)
    w.reset(stmt.result)
    w.jump(done)
    w.mark(some)
    w.branch(w.new(f"icmp eq i32 {count}, 1"), chosen, several)
    w.mark(several)
    if plain:
        number = _below(w.wide(count), w)
        w.store("i32", w.new(f"trunc i64 {number} to i32"), index)
    else:
        base = w.load("i64", w.at("%c", context.ENTRIES_BASE))
        number = _below(w.new(f"call i64 @total(i64 {base}, i64 {entry.stride}, i32 {count})"), w)
        w.store("i32", w.new(f"call i32 @fallen(i64 {base}, i64 {entry.stride}, i64 {number})"), index)
    w.jump(chosen)
    w.mark(chosen)
    at = w.load("i32", index)
    if plain:
        place = choosing.write_entry(generator, given, at, w)
    else:
        place = w.at(w.load("ptr", w.at("%c", context.ENTRIES_BASE)), w.scaled(w.wide(at), entry.stride))
    receive_first(stmt.result, entry, place, w)
    w.jump(done)
    w.mark(done)


def _below(total: str, w: Emitter) -> str:
    """A number below another one (i64), by the generator of the rules."""
    if w.exploring:  # no chance inside one move
        w.propagate(str(context.ERROR))
    return w.new(f"call i64 @below(ptr {w.at('%s', memory.GENERATOR)}, i64 {total})")


# ---- chance that takes any item of a list, such as a card ----


def listed(stmt: ir.Draw, w: Emitter) -> tuple[ir.Stmt, ir.Expr] | None:
    """The loop over the list, and the list in words of the flow, if the outcomes are its items, and these differ."""
    generator = stmt.generator
    match generator.body:
        case [
            ir.EachItem(
                var=var,
                items=items,
                rest=None,
                body=[ir.Yield(picks=(ir.Get(var=given, index=None), *_), rank=(), weight=None)],
            ) as loop
        ] if given is var and all(isinstance(arg, ir.Num | ir.Get) for arg in stmt.args):
            pass
        case _:
            return None
    plain = family(stmt.result.type) == family(var.type) == "int"
    if not plain or not w.linker.entry(generator).distinct:
        return None
    return loop, with_values(items, dict(zip(generator.params, stmt.args, strict=True)))


def _draw_item(stmt: ir.Draw, loop: ir.Stmt, items: ir.Expr, w: Emitter) -> None:
    found = lists.list_value(items, w)
    length = w.list_length(found)
    loops.charge(loop, w.wide(length), w)
    none, some, several, chosen, done = (w.label() for _ in range(5))
    index = w.alloca("i64")
    w.store("i64", "0", index)
    w.branch(w.new(f"icmp sgt i32 {length}, 0"), some, none)
    w.mark(none)
    w.reset(stmt.result)
    w.jump(done)
    w.mark(some)
    w.branch(w.new(f"icmp eq i32 {length}, 1"), chosen, several)
    w.mark(several)
    w.store("i64", _below(w.wide(length), w), index)
    w.mark(chosen)
    w.write(stmt.result, w.load("i32", w.at(w.list_items(found), w.scaled(w.load("i64", index), 4))))
    w.mark(done)


# ---- chance whose outcomes are constant numbers, such as a die ----


def _constant(stmt: ir.Draw) -> list[tuple[int, int]] | None:
    """Outcomes and their weights, no two of them equal; None where they are not constants, or the weights too many."""
    found: dict[tuple[int, ...], tuple[int, int]] = {}
    for one in stmt.generator.body:
        match one:
            case ir.Yield(picks=(ir.Num(value=first), *_), rank=(), weight=None | ir.Num() as weight):
                pass
            case _:
                return None
        parts = [part.value for part in one.key if isinstance(part, ir.Num)]
        many = 1 if weight is None else weight.value
        if len(parts) < len(one.key) or many < 0:
            return None
        key = (one.alternative, *parts)
        if many:
            known = found.get(key, (first, 0))
            found[key] = known[0], known[1] + many
    if family(stmt.result.type) != "int" or sum(many for _, many in found.values()) > _MOST:
        return None
    return list(found.values())


def _draw_constant(stmt: ir.Draw, outcomes: list[tuple[int, int]], w: Emitter) -> None:
    if not outcomes:
        w.reset(stmt.result)
        return
    if len(outcomes) == 1:
        w.write(stmt.result, str(outcomes[0][0]))
        return
    falls = [outcome for outcome, many in outcomes for _ in range(many)]
    number = _below(str(len(falls)), w)
    if falls == list(range(falls[0], falls[0] + len(falls))):
        w.write(stmt.result, w.new(f"add i32 {w.new(f'trunc i64 {number} to i32')}, {falls[0]}"))
        return
    w.write(stmt.result, w.load("i32", w.at(w.linker.constants("i32", falls), w.scaled(number, 4))))
