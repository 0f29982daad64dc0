"""Compound stops in machine code: all ways through the decisions of a body, depth first, on copies of the state.

States that are kept - inner ones, so that none is gone through twice, and the ends of ways - lie packed in the space of
the context: a state's used stretches without the gaps. Each is a record: 0 the next one in its bucket, 8 its hash, 16
the next end, 24 the rank (four words at most), then from byte 40 the packed state. An entry of the stop is an end: at
byte 16 the address of its record.
"""

from __future__ import annotations

from rulewright.engines import errors
from rulewright.engines.native import context, memory, values
from rulewright.engines.native.layout import NativeUnsupported
from rulewright.engines.native.memory import Stop
from rulewright.engines.native.routine import Emitter, Linker
from rulewright.program import flowgraph

NEXT, HASH, FOLLOWING, RANK, PACKED = 0, 8, 16, 24, 40
RANKS = 4
STRIDE, ENTRY_RECORD = 24, 16

# What a search knows, in bytes: the chooser, where the body's frame lies, how chance fell before, inner states and ends
# so far, the first and last end, then the buckets.
CHOOSER, FRAME, CHANCE, NODES, ENDS, FIRST, LAST, BUCKETS = 0, 4, 8, 12, 16, 24, 32, 40
BUCKET_COUNT = 256


def write_compounds(linker: Linker) -> str:
    """The routines of all compound stops."""
    stops = [stop for stop in linker.memory.stops if isinstance(stop.end, flowgraph.CompoundEnter)]
    if not stops:
        return ""
    title = linker.memory.program.main
    parts = [write(Emitter(linker, title)) for write in (_pack, _unpack, _hash, _same, _record, _find)]
    for stop in stops:
        parts += [_end(stop, linker), _explore(stop, linker), _search(stop, linker)]
    return "\n".join(parts)


def body(stop: Stop) -> flowgraph.CompoundEnter:
    assert isinstance(stop.end, flowgraph.CompoundEnter)
    return stop.end


# ---- packed states ----


def _stretches(w: Emitter, state: str) -> tuple[str, str, str]:
    """How many bytes are used: up to the end of the frames, of the queue, of the history."""
    mem = w.linker.memory
    used = w.new(f"add i64 {w.wide(w.load('i32', w.at(state, memory.FRAMES_USED)))}, {mem.frames}")
    queued = w.scaled(w.wide(w.load("i32", w.at(state, memory.QUEUED))), mem.entry)
    recorded = w.scaled(w.wide(w.load("i32", w.at(state, memory.RECORDED))), 8)
    return used, queued, recorded


def _pack(w: Emitter) -> str:
    mem = w.linker.memory
    used, queued, recorded = _stretches(w, "%s")
    w.copy("%to", "%s", used)
    second = w.at("%to", used)
    w.copy(second, w.at("%s", mem.queue), queued)
    w.copy(w.at(second, queued), w.at("%s", mem.history), recorded)
    w.leave("ret void")
    return w.text("define internal void @state_pack(ptr %to, ptr %s)")


def _unpack(w: Emitter) -> str:
    mem = w.linker.memory
    used, queued, recorded = _stretches(w, "%from")
    w.copy("%s", "%from", used)
    second = w.at("%from", used)
    w.copy(w.at("%s", mem.queue), second, queued)
    w.copy(w.at("%s", mem.history), w.at(second, queued), recorded)
    w.leave("ret void")
    return w.text("define internal void @state_unpack(ptr %s, ptr %from)")


def _words(w: Emitter, size: str) -> str:
    """Bytes as a number of 32-bit words."""
    if not size.startswith("%"):
        return str(int(size) // 4)
    return w.new(f"trunc i64 {w.new(f'lshr i64 {size}, 2')} to i32")


def _hash(w: Emitter) -> str:
    """Of a packed state: what equality compares, without the history."""
    mem = w.linker.memory
    used, queued, _ = _stretches(w, "%p")
    cells = w.new(f"call i64 @hash_words(ptr {w.at('%p', memory.HEADER)}, i32 {(mem.kept - memory.HEADER) // 4})")
    frames = w.new(f"sub i64 {used}, {mem.frames}")
    more = w.new(f"add i64 {frames}, {queued}")
    rest = w.new(f"call i64 @hash_words(ptr {w.at('%p', mem.frames)}, i32 {_words(w, more)})")
    w.leave(f"ret i64 {w.new(f'call i64 @mix(i64 {cells}, i64 {rest})')}")
    return w.text("define internal i64 @state_hash(ptr %p)")


def _same(w: Emitter) -> str:
    """Whether two packed states are equal."""
    mem = w.linker.memory
    no = w.label()

    def need(condition: str) -> None:
        good = w.label()
        w.branch(condition, good, no)
        w.mark(good)

    for at in (memory.KIND, memory.CHOOSER, memory.FRAMES_USED, memory.QUEUED, memory.RECORDED):
        need(w.new(f"icmp eq i32 {w.load('i32', w.at('%p', at))}, {w.load('i32', w.at('%q', at))}"))

    def words(at: int | str, count: str) -> None:
        need(w.new(f"call i1 @words_same(ptr {w.at('%p', at)}, ptr {w.at('%q', at)}, i32 {count})"))

    words(memory.HEADER, str((mem.kept - memory.HEADER) // 4))
    used, queued, recorded = _stretches(w, "%p")
    frames = w.new(f"sub i64 {used}, {mem.frames}")
    words(mem.frames, _words(w, w.new(f"add i64 {frames}, {queued}")))
    args, after = w.label(), w.label()
    kind = w.load("i32", w.at("%p", memory.KIND))
    w.branch(w.new(f"icmp eq i32 {kind}, {memory.DECISION}"), args, after)
    w.mark(args)
    words(mem.args, str((mem.frames - mem.args) // 4))
    w.jump(after)
    w.mark(after)
    start = w.new(f"add i64 {used}, {queued}")
    count = w.new(f"trunc i64 {w.new(f'lshr i64 {recorded}, 3')} to i32")
    same = w.new(f"call i1 @keys_same(ptr {w.at('%p', start)}, ptr {w.at('%q', start)}, i32 {count})")
    w.leave(f"ret i1 {same}")
    w.mark(no)
    w.leave("ret i1 false")
    return w.text("define internal i1 @state_same(ptr %p, ptr %q)")


def _record(w: Emitter) -> str:
    """A record for a state on top of the space; null if there is no room. The space ends behind it only when it is
    kept."""
    used, queued, recorded = _stretches(w, "%s")
    size = w.new(f"add i64 {w.new(f'add i64 {used}, {queued}')}, {recorded}")
    top = w.load("i64", w.at("%c", context.SPACE))
    end = w.new(f"add i64 {w.new(f'add i64 {top}, {size}')}, {PACKED}")
    fits, full = w.label(), w.label()
    w.branch(w.new(f"icmp ule i64 {end}, {w.load('i64', w.at('%c', context.SPACE_END))}"), fits, full)
    w.mark(full)
    w.leave("ret ptr null")
    w.mark(fits)
    record = w.new(f"inttoptr i64 {top} to ptr")
    packed = w.at(record, PACKED)
    w.line(f"call void @state_pack(ptr {packed}, ptr %s)")
    w.line(f"call void @llvm.memset.p0.i64(ptr {record}, i8 0, i64 {PACKED}, i1 false)")
    w.store("i64", w.new(f"call i64 @state_hash(ptr {packed})"), w.at(record, HASH))
    w.store("i64", end, w.at("%c", context.NEXT_SPACE))
    w.leave(f"ret ptr {record}")
    return w.text("define internal ptr @record_of(ptr %s, ptr %c)")


def _find(w: Emitter) -> str:
    """Whether a search has a record like this one already; if not, it has it now."""
    hashed = w.load("i64", w.at("%record", HASH))
    number = w.new(f"and i64 {w.new(f'lshr i64 {hashed}, 20')}, {BUCKET_COUNT - 1}")
    bucket = w.at("%search", w.new(f"add i64 {w.scaled(number, 8)}, {BUCKETS}"))
    place = w.alloca("ptr")
    w.store("ptr", w.load("ptr", bucket), place)
    head, look, compare, ranks, states, next_one, found, anew = (w.label() for _ in range(8))
    w.mark(head)
    other = w.load("ptr", place)
    w.branch(w.new(f"icmp eq ptr {other}, null"), anew, look)
    w.mark(look)
    w.branch(w.new(f"icmp eq i64 {w.load('i64', w.at(other, HASH))}, {hashed}"), compare, next_one)
    w.mark(compare)
    alike = w.new(f"call i1 @words_same(ptr {w.at('%record', RANK)}, ptr {w.at(other, RANK)}, i32 {RANKS})")
    w.branch(alike, ranks, next_one)
    w.mark(ranks)
    same = w.new(f"call i1 @state_same(ptr {w.at('%record', PACKED)}, ptr {w.at(other, PACKED)})")
    w.branch(same, states, next_one)
    w.mark(states)
    w.jump(found)
    w.mark(next_one)
    w.store("ptr", w.load("ptr", w.at(other, NEXT)), place)
    w.jump(head)
    w.mark(found)
    w.leave("ret i1 true")
    w.mark(anew)
    w.store("ptr", w.load("ptr", bucket), w.at("%record", NEXT))
    w.store("ptr", "%record", bucket)
    w.store("i64", w.load("i64", w.at("%c", context.NEXT_SPACE)), w.at("%c", context.SPACE))
    w.leave("ret i1 false")
    return w.text("define internal i1 @found_before(ptr %search, ptr %record, ptr %c)")


# ---- searching ----


def _count(w: Emitter, place: int) -> None:
    """One more; too many are an error."""
    at = w.at("%search", place)
    now = w.new(f"add i32 {w.load('i32', at)}, 1")
    w.store("i32", now, at)
    w.error_unless(w.new(f"icmp sle i32 {now}, {errors.MAX_MOVES}"), w.linker.faults.too_many_ways())


def _keep(w: Emitter, by_path: bool, counted: int) -> str:
    """Keep a record of `%s`, or return if there is one like it."""
    record = w.new("call ptr @record_of(ptr %s, ptr %c)")
    w.enough(w.new(f"icmp ne ptr {record}, null"), context.NEED_SPACE)
    if counted == ENDS:
        w.copy(w.at(record, RANK), "%rank", 4 * RANKS)
    if by_path:
        w.store("i64", w.load("i64", w.at("%c", context.NEXT_SPACE)), w.at("%c", context.SPACE))
    else:
        before, anew = w.label(), w.label()
        w.branch(w.new(f"call i1 @found_before(ptr %search, ptr {record}, ptr %c)"), before, anew)
        w.mark(before)
        w.leave(f"ret i32 {context.OK}")
        w.mark(anew)
    _count(w, counted)
    return record


def _end(stop: Stop, linker: Linker) -> str:
    """The end of a way: `%s`, with its rank."""
    w = Emitter(linker, stop.flow.cut.routine)
    w.store("i32", w.load("i32", w.at("%search", CHANCE)), w.at("%s", memory.CHANCE))
    record = _keep(w, body(stop).compound.by_path, ENDS)
    last = w.at("%search", LAST)
    first, more, done = w.label(), w.label(), w.label()
    before = w.load("ptr", last)
    w.branch(w.new(f"icmp eq ptr {before}, null"), first, more)
    w.mark(first)
    w.store("ptr", record, w.at("%search", FIRST))
    w.jump(done)
    w.mark(more)
    w.store("ptr", record, w.at(before, FOLLOWING))
    w.jump(done)
    w.mark(done)
    w.store("ptr", record, last)
    w.leave(f"ret i32 {context.OK}")
    return w.text(f"define internal i32 @end{stop.number}(ptr %s, ptr %c, ptr %search, ptr %rank)")


def _ranked(stop: Stop, w: Emitter, frame: str) -> str:
    """The rank of a way in which the game ended in `%s`; `frame` is an address in a state of the flow's frame."""
    rank = w.alloca(f"[{RANKS} x i32]")
    w.store("i64", "0", rank)
    w.store("i64", "0", w.at(rank, 8))
    outer, w.flow, w.frame = w.flow, stop.flow, frame
    for i, part in enumerate(body(stop).compound.rank):
        w.store("i32", values.value(part, w), w.at(rank, 4 * i))
    w.flow = outer
    return rank


def _explore(stop: Stop, linker: Linker) -> str:
    """Run `%s` to its next stop, and go all ways that can follow there."""
    w = Emitter(linker, stop.flow.cut.routine)
    compound = body(stop).compound
    if len(compound.rank) > RANKS:
        raise NativeUnsupported("ways of one move with so long a rank")
    offset = w.wide(w.load("i32", w.at("%search", FRAME)))
    rounds = w.load("i64", w.at("%c", context.ROUNDS))
    w.store("i64", "0", w.at("%c", context.ROUNDS))
    sign = w.new("call i32 @go(ptr %s, ptr %c)")
    w.store("i64", rounds, w.at("%c", context.ROUNDS))
    left, other, stands, ended, decision = (w.label() for _ in range(5))
    w.branch(w.new(f"icmp eq i32 {sign}, {context.LEFT}"), left, other)
    w.mark(left)
    w.store("i32", str(memory.IDLE), w.at("%s", memory.KIND))
    w.store("i32", "-1", w.at("%s", memory.CHOOSER))
    result = w.at("%c", context.RESULT)
    w.leave(f"ret i32 {w.new(f'call i32 @end{stop.number}(ptr %s, ptr %c, ptr %search, ptr {result})')}")
    w.mark(other)
    w.check(sign)
    w.jump(stands)
    w.mark(stands)
    kind = w.load("i32", w.at("%s", memory.KIND))
    w.branch(w.new(f"icmp eq i32 {kind}, {memory.DECISION}"), decision, ended)
    w.mark(ended)
    rank = _ranked(stop, w, w.at("%s", offset))
    w.leave(f"ret i32 {w.new(f'call i32 @end{stop.number}(ptr %s, ptr %c, ptr %search, ptr {rank})')}")
    w.mark(decision)
    count = w.load("i32", w.at("%c", context.COUNT))
    top = w.load("i64", w.at("%c", context.ENTRIES))
    base = w.load("i64", w.at("%c", context.ENTRIES_BASE))
    if compound.by_path:
        _count(w, NODES)
    else:
        _keep(w, False, NODES)
    chooser = w.load("i32", w.at("%s", memory.CHOOSER))
    own = w.new(f"icmp eq i32 {chooser}, {w.load('i32', w.at('%search', CHOOSER))}")
    w.error_unless(own, linker.faults.other_inside())
    _each_way(stop, w, offset, count, base, top)
    w.leave(f"ret i32 {context.OK}")
    return w.text(f"define internal i32 @explore{stop.number}(ptr %s, ptr %c, ptr %search)")


def _each_way(stop: Stop, w: Emitter, offset: str, count: str, base: str, top: str) -> None:
    """Go on with every move of the stop where `%s` stands, on a copy each."""
    base_place, top_place = w.at("%c", context.ENTRIES_BASE), w.at("%c", context.ENTRIES)
    scratch = w.load("i64", w.at("%c", context.SCRATCH))
    index = w.alloca("i32")
    w.store("i32", "0", index)
    loop, step, over, on, again, done = (w.label() for _ in range(6))
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
    w.store("i64", top, top_place)
    w.check(w.new(f"call i32 @apply(ptr {copy}, ptr %c, ptr {entry})"))
    kind = w.load("i32", w.at(copy, memory.KIND))
    w.branch(w.new(f"icmp eq i32 {kind}, {memory.OVER}"), over, on)
    w.mark(over)
    state, w.state = w.state, copy
    rank = _ranked(stop, w, w.at("%s", offset))
    w.state = state
    w.check(w.new(f"call i32 @end{stop.number}(ptr {copy}, ptr %c, ptr %search, ptr {rank})"))
    w.jump(again)
    w.mark(on)
    w.check(w.new(f"call i32 @explore{stop.number}(ptr {copy}, ptr %c, ptr %search)"))
    w.jump(again)
    w.mark(again)
    w.store("i64", scratch, w.at("%c", context.SCRATCH))
    w.store("i64", base, base_place)
    w.store("i64", top, top_place)
    w.store("i32", w.new(f"add i32 {now}, 1"), index)
    w.jump(loop)
    w.mark(done)


def _search(stop: Stop, linker: Linker) -> str:
    """All ways from `%s`, which stands before the body. OK: they are listed, as entries. CALLED: the only way had no
    decision and was gone. ENDED: the game ended on it."""
    w = Emitter(linker, stop.flow.cut.routine)
    size = BUCKETS + 8 * BUCKET_COUNT
    top = w.load("i64", w.at("%c", context.SPACE))
    end = w.new(f"add i64 {top}, {size}")
    w.enough(w.new(f"icmp ule i64 {end}, {w.load('i64', w.at('%c', context.SPACE_END))}"), context.NEED_SPACE)
    w.store("i64", end, w.at("%c", context.SPACE))
    search = w.new(f"inttoptr i64 {top} to ptr")
    w.line(f"call void @llvm.memset.p0.i64(ptr {search}, i8 0, i64 {size}, i1 false)")
    w.store("i32", "%chooser", w.at(search, CHOOSER))
    w.store("i32", w.load("i32", w.at("%s", memory.TOP)), w.at(search, FRAME))
    w.store("i32", w.load("i32", w.at("%s", memory.CHANCE)), w.at(search, CHANCE))
    scratch = w.load("i64", w.at("%c", context.SCRATCH))
    base = w.load("i64", w.at("%c", context.ENTRIES_BASE))
    w.store("i64", base, w.at("%c", context.ENTRIES))
    copy = w.new("call ptr @state_copy(ptr %s, ptr %c)")
    w.enough(w.new(f"icmp ne ptr {copy}, null"), context.NEED_SCRATCH)
    w.store("i32", str(memory.SEARCHING), w.at(copy, memory.CHANCE))
    w.store("i32", str(memory.IDLE), w.at(copy, memory.KIND))
    w.store("i32", "-1", w.at(copy, memory.CHOOSER))
    frame = w.at(copy, w.wide(w.load("i32", w.at("%s", memory.TOP))))
    w.store("i32", str(body(stop).entry), w.at(frame, memory.FRAME_BLOCK))
    w.check(w.new(f"call i32 @explore{stop.number}(ptr {copy}, ptr %c, ptr {search})"))
    w.store("i64", scratch, w.at("%c", context.SCRATCH))
    w.store("i64", base, w.at("%c", context.ENTRIES_BASE))
    w.store("i64", base, w.at("%c", context.ENTRIES))
    single, several, over, on = (w.label() for _ in range(4))
    nodes = w.load("i32", w.at(search, NODES))
    first = w.load("ptr", w.at(search, FIRST))
    w.branch(w.new(f"icmp eq i32 {nodes}, 0"), single, several)
    w.mark(single)
    w.line(f"call void @state_unpack(ptr %s, ptr {w.at(first, PACKED)})")
    kind = w.load("i32", w.at("%s", memory.KIND))
    w.branch(w.new(f"icmp eq i32 {kind}, {memory.OVER}"), over, on)
    w.mark(over)
    w.leave(f"ret i32 {context.ENDED}")
    w.mark(on)
    w.leave(f"ret i32 {context.CALLED}")
    w.mark(several)
    _list_ends(stop, w, first, base)
    w.leave(f"ret i32 {context.OK}")
    return w.text(f"define internal i32 @search{stop.number}(ptr %s, ptr %c, i32 %chooser)")


def _list_ends(stop: Stop, w: Emitter, first: str, base: str) -> None:
    """Ends of the greatest rank become entries."""
    ranks = len(body(stop).compound.rank)
    place = w.alloca("ptr")
    w.store("ptr", first, place)
    head, put, done = (w.label() for _ in range(3))
    w.mark(head)
    record = w.load("ptr", place)
    w.branch(w.new(f"icmp ne ptr {record}, null"), put, done)
    w.mark(put)
    top = w.load("i64", w.at("%c", context.ENTRIES))
    end = w.new(f"add i64 {top}, {STRIDE + 8 + 4 * RANKS}")
    w.enough(w.new(f"icmp ule i64 {end}, {w.load('i64', w.at('%c', context.ENTRIES_END))}"), context.NEED_ENTRIES)
    entry = w.new(f"inttoptr i64 {top} to ptr")
    w.store("i64", "1", entry)
    w.store("i64", "0", w.at(entry, 8))
    w.store("ptr", record, w.at(entry, ENTRY_RECORD))
    w.copy(w.at(entry, STRIDE), w.at(record, RANK), 4 * RANKS)
    w.store("i64", w.new(f"add i64 {top}, {stride_of(stop)}"), w.at("%c", context.ENTRIES))
    w.store("ptr", w.load("ptr", w.at(record, FOLLOWING)), place)
    w.jump(head)
    w.mark(done)
    if ranks:
        w.line(f"call void @best(ptr %c, i64 {base}, i64 {stride_of(stop)}, i64 {STRIDE}, i32 {ranks})")
    length = w.new(f"sub i64 {w.load('i64', w.at('%c', context.ENTRIES))}, {base}")
    number = w.new(f"trunc i64 {w.new(f'udiv i64 {length}, {stride_of(stop)}')} to i32")
    w.store("i32", number, w.at("%c", context.COUNT))


def stride_of(stop: Stop) -> int:
    """How long an entry is: with ranks they stand behind it."""
    return STRIDE + (4 * RANKS if body(stop).compound.rank else 0)
