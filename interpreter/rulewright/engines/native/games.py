"""Whole games in machine code: random ones, many of them, and all lines of so many decisions."""

from __future__ import annotations

from rulewright.engines import pcg
from rulewright.engines.native import context, memory
from rulewright.engines.native.machine import begin_run
from rulewright.engines.native.routine import Emitter, Linker
from rulewright.program import ir

GAME_KIND, GAME_DECISIONS, GAME_BRANCHING, GAME_RETURNS = 0, 4, 8, 16
"""What is noted of each game: how it stands at last, its decisions, the sum of the numbers of moves, the returns."""


def game_size(seats: int) -> int:
    return GAME_RETURNS + (4 * seats + 7) // 8 * 8


def write_games(linker: Linker, title: ir.Routine) -> str:
    """The routines. `title`: a routine for whatever wants one."""
    return "\n".join(write(Emitter(linker, title)) for write in (playout, playouts, perft))


def playout(w: Emitter) -> str:
    """Play random moves (drawn with the context's generator) to the end, or for so many decisions."""
    chosen = w.alloca("ptr")
    head, more, play, done, first = (w.label() for _ in range(5))
    stands = w.new(f"icmp eq i32 {w.load('i32', w.at('%s', memory.KIND))}, {memory.DECISION}")
    w.branch(stands, first, done)
    w.mark(first)
    w.check(w.new("call i32 @note(ptr %s, ptr %c)"))
    w.mark(head)
    kind = w.load("i32", w.at("%s", memory.KIND))
    w.branch(w.new(f"icmp eq i32 {kind}, {memory.DECISION}"), more, done)
    w.mark(more)
    place = w.at("%c", context.DECISIONS)
    made = w.load("i64", place)
    w.branch(w.new(f"icmp slt i64 {made}, %limit"), play, done)
    w.mark(play)
    w.store("i64", w.new(f"add i64 {made}, 1"), place)
    count = w.wide(w.load("i32", w.at("%c", context.COUNT)))
    branching = w.at("%c", context.BRANCHING)
    w.store("i64", w.new(f"add i64 {w.load('i64', branching)}, {count}"), branching)
    index = w.new(f"call i64 @below(ptr {w.at('%c', context.POLICY)}, i64 {count})")
    number = w.new(f"trunc i64 {index} to i32")
    w.check(w.new(f"call i32 @chosen(ptr %s, ptr %c, i32 {number}, ptr {chosen})"))
    w.check(w.new(f"call i32 @apply(ptr %s, ptr %c, ptr {w.load('ptr', chosen)})"))
    begin_run(w, str(context.NOTING))
    w.check(w.new("call i32 @go(ptr %s, ptr %c)"))
    w.jump(head)
    w.mark(done)
    w.leave(f"ret i32 {context.OK}")
    return w.text("define i32 @playout(ptr %s, ptr %c, i64 %limit)")


def perft(w: Emitter) -> str:
    """Count lines of so many decisions, added to `%total`. The moves of the state must be listed."""
    leaf, inner, stops, counted, deeper, loop, step, done = (w.label() for _ in range(8))
    w.branch(w.new("icmp eq i32 %depth, 0"), leaf, inner)
    w.mark(leaf)
    w.store("i64", w.new(f"add i64 {w.load('i64', '%total')}, 1"), "%total")
    w.leave(f"ret i32 {context.OK}")
    w.mark(inner)
    kind = w.load("i32", w.at("%s", memory.KIND))
    decision = w.new(f"icmp eq i32 {kind}, {memory.DECISION}")
    count = w.load("i32", w.at("%c", context.COUNT))
    stands = w.new(f"or i1 {decision}, {w.new(f'icmp eq i32 {kind}, {memory.DRAW}')}")
    w.branch(stands, stops, done)
    w.mark(stops)
    last = w.new("icmp eq i32 %depth, 1")
    w.branch(w.new(f"and i1 {last}, {decision}"), counted, deeper)
    w.mark(counted)
    w.store("i64", w.new(f"add i64 {w.load('i64', '%total')}, {w.wide(count)}"), "%total")
    w.leave(f"ret i32 {context.OK}")
    w.mark(deeper)
    base_place, top_place = w.at("%c", context.ENTRIES_BASE), w.at("%c", context.ENTRIES)
    base, top = w.load("i64", base_place), w.load("i64", top_place)
    space_base = w.load("i64", w.at("%c", context.SPACE_BASE))
    space = w.load("i64", w.at("%c", context.SPACE))
    scratch = w.load("i64", w.at("%c", context.SCRATCH))
    further = w.new(f"sub i32 %depth, {w.new(f'zext i1 {decision} to i32')}")
    index = w.alloca("i32")
    w.store("i32", "0", index)
    w.mark(loop)
    now = w.load("i32", index)
    w.branch(w.new(f"icmp slt i32 {now}, {count}"), step, done)
    w.mark(step)
    w.store("i64", base, base_place)
    w.store("i64", top, top_place)
    entry = w.new(f"call ptr @entry_at(ptr %s, ptr %c, i32 {now})")
    copy = w.new("call ptr @state_copy(ptr %s, ptr %c)")
    w.enough(w.new(f"icmp ne ptr {copy}, null"), context.NEED_SCRATCH)
    w.store("i64", top, base_place)
    w.store("i64", space, w.at("%c", context.SPACE_BASE))
    w.check(w.new(f"call i32 @apply(ptr {copy}, ptr %c, ptr {entry})"))
    # what is counted last is not made
    counted = w.new(f"icmp eq i32 {further}, 1")
    begin_run(w, w.new(f"select i1 {counted}, i32 {context.COUNTING}, i32 {context.LISTING}"))
    w.check(w.new(f"call i32 @go(ptr {copy}, ptr %c)"))
    w.check(w.new(f"call i32 @perft(ptr {copy}, ptr %c, i32 {further}, ptr %total)"))
    w.store("i64", scratch, w.at("%c", context.SCRATCH))
    w.store("i64", space_base, w.at("%c", context.SPACE_BASE))
    w.store("i64", base, base_place)
    w.store("i64", top, top_place)
    w.store("i32", w.new(f"add i32 {now}, 1"), index)
    w.jump(loop)
    w.mark(done)
    w.leave(f"ret i32 {context.OK}")
    return w.text("define i32 @perft(ptr %s, ptr %c, i32 %depth, ptr %total)")


def playouts(w: Emitter) -> str:
    """Random games, from a state (of which they are copies) or from the start (`%from` null), numbered from `%first`
    up to before `%end`; the generators of each are seeded by its number. `%games` receives what is noted. The context
    tells how many games were done."""
    mem = w.linker.memory
    index = w.alloca("i64")
    w.store("i64", "%first", index)
    w.store("i64", "0", w.at("%c", context.GAMES))
    head, more, anew, copied, run, play, done = (w.label() for _ in range(7))
    w.mark(head)
    now = w.load("i64", index)
    w.branch(w.new(f"icmp slt i64 {now}, %end"), more, done)
    w.mark(more)
    w.store("i64", w.new(f"call i64 @game_seed(i64 %seed, i64 {now})"), w.at("%c", context.VALUES))
    seed = w.load("i64", w.at("%c", context.VALUES))
    policy = w.at("%c", context.POLICY)
    w.line(f"call void @seeded(ptr {policy}, i64 {seed}, i64 {pcg.POLICY_STREAM})")
    w.store("i64", "0", w.at("%c", context.DECISIONS))
    w.store("i64", "0", w.at("%c", context.BRANCHING))
    generator = w.at("%s", memory.GENERATOR)
    w.branch(w.new("icmp eq ptr %from, null"), anew, copied)
    w.mark(anew)
    w.line("call i32 @start(ptr %s, ptr %c, i32 0)")
    w.jump(run)
    w.mark(copied)
    w.line("call void @state_move(ptr %s, ptr %from)")
    w.jump(run)
    w.mark(run)
    w.line(f"call void @seeded(ptr {generator}, i64 {seed}, i64 {pcg.RULES_STREAM})")
    w.store("i32", str(memory.SAMPLED), w.at("%s", memory.CHANCE))
    first = w.label()
    w.branch(w.new("icmp eq ptr %from, null"), first, play)
    w.mark(first)
    w.check(w.new("call i32 @advance(ptr %s, ptr %c)"))
    w.jump(play)
    w.mark(play)
    w.check(w.new("call i32 @playout(ptr %s, ptr %c, i64 %limit)"))
    at = w.new(f"sub i64 {now}, %first")
    game = w.at("%games", w.scaled(at, game_size(mem.program.seats)))
    w.store("i32", w.load("i32", w.at("%s", memory.KIND)), game)
    made = w.new(f"trunc i64 {w.load('i64', w.at('%c', context.DECISIONS))} to i32")
    w.store("i32", made, w.at(game, GAME_DECISIONS))
    w.store("i64", w.load("i64", w.at("%c", context.BRANCHING)), w.at(game, GAME_BRANCHING))
    for seat in range(mem.program.seats):
        value = w.load("i32", w.cell(mem.program.returns, str(seat)))
        w.store("i32", value, w.at(game, GAME_RETURNS + 4 * seat))
    w.store("i64", w.new(f"add i64 {now}, 1"), index)
    w.store("i64", w.new(f"add i64 {at}, 1"), w.at("%c", context.GAMES))
    w.jump(head)
    w.mark(done)
    w.leave(f"ret i32 {context.OK}")
    head_ = "ptr %from, ptr %s, ptr %c, i64 %first, i64 %end, i64 %seed, i64 %limit, ptr %games"
    return w.text(f"define i32 @playouts({head_})")
