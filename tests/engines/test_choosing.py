"""Choosing among moves without a list of them: how many there are, and any one of them, beside what a list says."""

from __future__ import annotations

import ctypes
import math
import random
from collections import Counter
from collections.abc import Iterable

import pytest

from engines.programs import Game, b, function, g, generator, n, u, var
from engines.test_native import NAMES, engines
from engines.test_native import listed as read
from rulewright.engines import pcg
from rulewright.engines.native import compile as compiling
from rulewright.engines.native import convert, library, memory
from rulewright.engines.native.compile import Linked, object_code
from rulewright.engines.native.differing import all_differ
from rulewright.engines.native.groups import Groups
from rulewright.engines.native.layout import NativeUnsupported
from rulewright.engines.native.module import Module
from rulewright.engines.native.packed import read_int
from rulewright.engines.native.worker import Block, Compiled, Worker
from rulewright.engines.reference import ReferenceEngine
from rulewright.program import ir
from rulewright.program.finish import complete

_P, _I32 = ctypes.c_void_p, ctypes.c_int32


def said(worker: Worker, block: Block, entry: bytes) -> tuple[object, bytes]:
    """What an entry says, and its bytes up to the end of the key, by which moves are told apart."""
    stop = worker.module.memory.stops[read_int(block.content, memory.STOP)]
    assert stop.generator is not None
    key_end = worker.module.entry(stop.generator).key_end
    return convert.read_entry(worker.module, stop, memoryview(entry), 0), entry[:key_end]


def stride(worker: Worker, block: Block) -> int:
    stop = worker.module.memory.stops[read_int(block.content, memory.STOP)]
    assert stop.generator is not None
    return worker.module.entry(stop.generator).stride


def listed(worker: Worker, block: Block) -> list[tuple[object, bytes] | None]:
    """The entries of a list of the moves; None for the move not to move."""
    count = worker.list(block)
    content, length = worker.entries()
    long = stride(worker, block)
    entries = [said(worker, block, bytes(content[at : at + long])) for at in range(0, length, long)]
    return [*entries, *([None] * (count - len(entries)))]


def chosen(worker: Worker, block: Block, index: int) -> tuple[object, bytes] | None:
    """The entry with an index, made of what is noted."""
    place = _P()
    note = worker.compiled.function("note", _P, _P)
    choose = worker.compiled.function("chosen", _P, _P, _I32, _P)
    worker.run(block, lambda s, c: note(s, c) or choose(s, c, index, ctypes.addressof(place)))
    if place.value is None:
        return None
    return said(worker, block, bytes((ctypes.c_char * stride(worker, block)).from_address(place.value)))


def assert_chosen(worker: Worker, block: Block) -> int:
    """The moves of a state are as many as are listed, and each is the one that is listed; how many."""
    entries = listed(worker, block)
    assert worker.perft(block, 1) == len(entries)
    assert [chosen(worker, block, i) for i in range(len(entries))] == entries
    return len(entries)


@pytest.mark.parametrize("name", NAMES)
def test_in_every_game(name: str) -> None:
    try:
        worker = engines(name)[1]
    except NativeUnsupported as missing:
        pytest.skip(str(missing))
    chance = random.Random(name)
    for seed in range(3):
        block = worker.start(seed)
        for _ in range(60):
            if read_int(block.content, memory.KIND) != memory.DECISION:
                break
            stop = worker.module.memory.stops[read_int(block.content, memory.STOP)]
            count = worker.list(block) if stop.generator is None else assert_chosen(worker, block)
            block = worker.play_at(block, chance.randrange(count))


# ---- generators written for it ----

SPARSE = 1 << 3 | 1 << 63 | 1 << 64 | 1 << 127 | 1 << 130 | 1 << 191
x, y, found = var("x"), var("y"), var("found")


def yielded(alternative: int, *key: ir.Expr) -> ir.Yield:
    return ir.Yield(alternative, key, key)


def moves(body: list[ir.Stmt], optional: bool = False, alternatives: int = 1) -> tuple[int, Groups | None]:
    """A game of one decision among what the body yields: each move is chosen as it is listed. How many there are, and
    the groups in which they are noted (None: they are listed)."""
    game = Game()
    listing = generator("moves", (), body)
    decision = game.decision("move", listing, optional, *("other" for _ in range(alternatives - 1)))
    program = game.program([ir.Decide(decision, n(0), (), var("choice"), (var("first"), var("second")))])
    module = Module(program)
    worker = Worker(Compiled(module))
    block = worker.start(None)
    reference = ReferenceEngine(program)
    s = reference.start(explicit=True)
    made = [tuple(said) for said in s.halt.moves] if s.halt.where is not None else []
    assert [said[:2] for said in read(worker, block)] == made
    notes = module.notes(listing)
    count = assert_chosen(worker, block) if made else 0
    return count, None if notes is None else notes.groups


def test_one_loop() -> None:
    for members in (0, 1, 1 << 63, 0b1011011001, (1 << 64) - 1, SPARSE, (1 << 225) - 1):
        count, groups = moves([ir.Each(x, ir.Mask(members, 225), [yielded(0, g(x))])])
        assert groups is not None and groups.fixed and groups.listed[0].whole
        assert count == members.bit_count()


def test_a_condition_leaves_some_out() -> None:
    odd = ir.If(b("eq", b("mod", g(x), n(2)), n(1)), [yielded(0, g(x))])
    for members, count in ((0b1111, 2), (SPARSE, 4), (0b101, 0)):
        assert moves([ir.Each(x, ir.Mask(members, 192), [odd])])[0] == count


def test_what_is_computed_for_a_move_is_computed_again() -> None:
    twice = function("twice", (y,), [ir.Return(b("mul", g(y), n(2)))], ir.INT)
    z = var("z")
    body = [ir.Set(z, b("add", ir.Invoke(twice, (g(x),)), n(1))), yielded(0, g(x), g(z))]
    count, groups = moves([ir.Each(x, ir.Mask(0b11010, 5), body)])
    assert count == 3 and groups is not None and groups.listed[0].whole and len(groups.listed[0].steps) == 1


def test_loops_in_loops() -> None:
    inner = ir.Each(y, b("without", ir.Mask(SPARSE | 0b110110, 192), u("single", g(x))), [yielded(0, g(x), g(y))])
    count, groups = moves([ir.Each(x, ir.Mask(0b111000, 6), [inner])])
    assert count == 3 * 10 - 3 and groups is not None and not groups.fixed
    assert groups.listed[0].known == (x,)


def test_a_loop_over_a_few_in_a_loop_is_listed() -> None:
    few = b("joined", u("single", b("add", g(x), n(1))), u("single", b("add", g(x), n(7))))
    count, groups = moves([ir.Each(x, ir.Mask(0b111, 3), [ir.Each(y, few, [yielded(0, g(x), g(y))])])])
    assert count == 6 and groups is None


TURNING: dict[str, tuple[ir.Stmt, list[int]]] = {
    "count": (ir.Count(y, n(-1), n(4), [yielded(0, g(x), g(y))]), [-1, 0, 1, 2, 3, 4]),
    "constants": (ir.Each(y, ir.Mask(0b100101, 6), [yielded(0, g(x), g(y))]), [0, 2, 5]),
    "one": (ir.Count(y, n(7), n(7), [yielded(0, g(x), g(y))]), [7]),
    "sum": (
        ir.Count(y, n(1), n(3), [ir.Set(found, b("add", g(x), g(y))), yielded(0, g(x), g(found), g(y))]),
        [1, 2, 3],
    ),
}


@pytest.mark.parametrize("name", TURNING)
def test_a_loop_over_constants_in_a_loop_is_part_of_its_group(name: str) -> None:
    """As of the ways in which a tile is turned, wherever it is put."""
    inner, turns = TURNING[name]
    for members in (0, 1, SPARSE):
        for optional in (False, members > 0):
            count, groups = moves([ir.Each(x, ir.Mask(members, 192), [inner])], optional)
            assert count == len(turns) * members.bit_count() + optional
            assert groups is not None and groups.fixed and groups.listed[0].whole
            assert groups.listed[0].inner is inner and [*groups.listed[0].constants] == turns


def test_several_of_them() -> None:
    once = [
        ir.Each(x, ir.Mask(0b1011, 4), [TURNING["count"][0]]),
        yielded(1),
        ir.Each(found, ir.Mask(6, 4), [yielded(2, g(found))]),
    ]
    count, groups = moves(once, alternatives=3)
    assert count == 3 * 6 + 1 + 2 and groups is not None and groups.fixed
    outer = ir.Each(
        found,
        ir.Mask(0b101, 3),
        [ir.Each(x, ir.Mask(SPARSE, 192), [ir.Count(y, n(0), n(2), [yielded(0, g(found), g(x), g(y))])])],
    )
    count, groups = moves([outer])
    assert count == 2 * 6 * 3 and groups is not None and not groups.fixed and groups.listed[0].known == (found,)


def test_loops_in_a_loop_that_run() -> None:
    """Near misses: a condition, a break, a sum, numbers that are no constants, too many of them, and a local that is
    read behind."""
    odd = b("eq", b("mod", b("add", g(x), g(y)), n(2)), n(1))
    conditional = ir.Count(y, n(0), n(4), [ir.If(odd, [yielded(0, g(x), g(y))])])
    left = ir.Count(y, n(0), n(4), [ir.If(b("eq", g(y), n(3)), [ir.Break()]), yielded(0, g(x), g(y))])
    further = ir.Count(y, n(0), g(x), [yielded(0, g(x), g(y))])
    many = ir.Count(y, n(0), n(64), [yielded(0, g(x), g(y))])
    none = ir.Count(y, n(1), n(0), [yielded(0, g(x), g(y))])
    for inner, expected in ((conditional, 6), (left, 6), (further, 6), (many, 130), (none, 0)):
        count, groups = moves([ir.Each(x, ir.Mask(0b1010, 4), [inner])])
        assert count == expected
        assert groups is None or all(group.inner is None for group in groups.listed)
    summed = [
        ir.Set(found, n(0)),
        ir.Each(
            x,
            ir.Mask(0b11, 2),
            [ir.Count(y, n(0), n(2), [yielded(0, g(x), g(y)), ir.Set(found, b("add", g(found), n(1)))])],
        ),
        ir.If(b("eq", g(found), n(6)), [yielded(1)]),
    ]
    assert moves(summed, alternatives=2)[0] == 7
    behind = [ir.Each(x, ir.Mask(0b11, 2), [TURNING["count"][0]]), ir.If(b("eq", g(y), n(4)), [yielded(1)])]
    assert moves(behind, alternatives=2)[0] == 13


@pytest.mark.parametrize("optional", [False, True])
def test_several_alternatives_and_declining(optional: bool) -> None:
    """In the order of the list; to decline comes last."""
    body = [
        ir.If(b("gt", n(2), n(1)), [ir.Each(x, ir.Mask(0b1010, 4), [yielded(2, g(x), n(9))])]),
        yielded(1),
        ir.Each(y, ir.Mask(0b11, 2), [yielded(0, g(y))]),
        ir.If(b("gt", n(1), n(2)), [yielded(3)], [yielded(4, n(5))]),
    ]
    count, groups = moves(body, optional, alternatives=5)
    assert count == 2 + 1 + 2 + 1 + optional and groups is not None and groups.fixed


def test_what_is_counted_beside_the_moves() -> None:
    """`found` is read behind the loop, which nevertheless does not run."""
    for members, count in ((0, 1), (0b1101, 3)):
        body = [
            ir.Set(found, n(0)),
            ir.Each(x, ir.Mask(members, 4), [yielded(0, g(x)), ir.Set(found, b("add", g(found), n(1)))]),
            ir.If(b("eq", g(found), n(0)), [yielded(1)]),
            ir.If(b("gt", g(found), n(3)), [yielded(1, n(1))]),
        ]
        made, groups = moves(body[:3], alternatives=2)
        assert made == count
        assert groups is not None and groups.listed[0].whole and [one.var for one in groups.listed[0].sums] == [found]


def test_a_local_that_is_read_behind_the_loop_is_what_it_is_after_it() -> None:
    """Near misses of a loop that need not run."""
    last = [ir.Each(x, ir.Mask(0b10110, 5), [yielded(0, g(x))]), ir.If(b("eq", g(x), n(4)), [yielded(1)])]
    count, groups = moves(last, alternatives=2)
    assert count == 4 and (groups is None or not groups.listed[0].whole)
    before = [ir.Set(y, n(0)), ir.Each(x, ir.Mask(0b111, 3), [yielded(0, g(x), g(y)), ir.Set(y, g(x))])]
    assert moves(before) == (3, None)
    twice = [
        ir.Set(found, n(0)),
        ir.Each(x, ir.Mask(0b111, 3), [ir.Set(found, b("add", g(found), n(1))), yielded(0, g(x), g(found))]),
    ]
    assert moves(twice) == (3, None)


def test_a_loop_that_is_left_early() -> None:
    body = [ir.Each(x, ir.Mask(0b11111, 5), [ir.If(b("eq", g(x), n(3)), [ir.Break()]), yielded(0, g(x))])]
    assert moves(body)[0] == 3
    body = [ir.Each(x, ir.Mask(0b11111, 5), [ir.If(b("eq", g(x), n(3)), [ir.Return()]), yielded(0, g(x))])]
    assert moves(body)[0] == 3


def test_moves_that_may_be_alike_are_listed() -> None:
    assert moves([ir.Each(x, ir.Mask(0b1111, 4), [yielded(0, b("div", g(x), n(2)))])]) == (2, None)
    assert moves([yielded(0, n(1)), yielded(0, n(1))]) == (1, None)


# ---- where all moves differ ----

ROWS = ir.Table("rows", (4,), (0b0001_0001, 0b0010_0010, 0b0100_0100, 0), ir.bits(8))
SHARED = ir.Table("shared", (4,), (0b0001_0001, 0b0011_0010, 0b0100_0100, 0), ir.bits(8))


def falls(table: ir.Table, key: ir.Expr, *guard: ir.Expr) -> ir.Routine:
    """A loop over rows of a table; the key is the first member of a row that is left."""
    s, row = var("s"), var("row")
    free = b("without", ir.Look(table, (g(row),)), ir.Mask(0b0000_0010, 8))
    first = function("first", (row,), [ir.Each(s, free, [ir.Return(g(s))]), ir.Return(n(-1))], ir.INT)
    taken: list[ir.Stmt] = [ir.Yield(0, (key,), (g(x),))]
    for condition in guard:
        taken = [ir.If(condition, taken)]
    body: list[ir.Stmt] = [ir.Set(y, ir.Invoke(first, (b("sub", g(x), n(5)),))), *taken]
    made = generator("moves", (), [ir.Each(x, ir.Mask(0b111 << 5, 8), body)])
    complete([made, first])
    return made


def test_keys_that_tell_the_round() -> None:
    some = b("ne", g(y), n(-1))
    assert all_differ(falls(ROWS, g(y), some))
    assert all_differ(falls(ROWS, b("add", g(x), n(3))))
    # -1 may come twice; two rows share a member; the constant says nothing
    assert not all_differ(falls(ROWS, g(y)))
    assert not all_differ(falls(SHARED, g(y), some))
    assert not all_differ(falls(ROWS, n(3), some))
    assert not all_differ(falls(ROWS, b("div", g(x), n(2))))


def test_a_key_that_comes_from_the_round_before() -> None:
    """`y` is set once, but only after the yield, or not in every round."""
    behind = [ir.Each(x, ir.Mask(0b111, 3), [yielded(0, g(y)), ir.Set(y, b("add", g(x), n(1)))])]
    assert not all_differ(generator("moves", (), behind))
    odd = b("eq", b("mod", g(x), n(2)), n(1))
    sometimes: list[ir.Stmt] = [ir.If(odd, [ir.Set(y, g(x))]), yielded(0, g(y))]
    assert not all_differ(generator("moves", (), [ir.Each(x, ir.Mask(0b111, 3), sometimes)]))


# ---- the member with an index ----


@pytest.mark.parametrize("deposited", [False, True])
def test_the_nth_member(deposited: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """By both ways, whatever this machine has (the other one is skipped where it cannot)."""
    if deposited and not compiling.deposits():
        pytest.skip("this processor deposits no bits")
    monkeypatch.setattr(library, "deposits", lambda: deposited)
    text = (
        library.library({1}, 0, False)
        + "define i64 @test(i64 %x, i64 %k) {\n  %a = call i64 @nth(i64 %x, i64 %k)\n  ret i64 %a\n}"
    )
    linked = Linked(object_code(text + "\n"))
    nth = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_uint64, ctypes.c_uint64)(linked.address("test"))
    chance = random.Random(5)
    for members in [1, 1 << 63, (1 << 64) - 1, 0x8000_0001_0000_8001, *(chance.getrandbits(64) for _ in range(50))]:
        places = [i for i in range(64) if members >> i & 1]
        assert [nth(members, k) for k in range(len(places))] == places


# ---- random games are fair ----


def unlikely(counts: Iterable[int], cells: int) -> bool:
    """Whether counts are further from all being alike than they are once in about a hundred thousand times: the sum of
    squares (chi square) by the approximation of Wilson and Hilferty, of which 4.3 standard deviations are too many."""
    seen = [*counts]
    seen += [0] * (cells - len(seen))
    expected = sum(seen) / cells
    square = sum((count - expected) ** 2 / expected for count in seen)
    free = cells - 1
    return ((square / free) ** (1 / 3) - 1 + 2 / (9 * free)) / math.sqrt(2 / (9 * free)) > 4.3


def test_what_is_unlikely() -> None:
    chance = random.Random(1)
    assert not unlikely(Counter(chance.randrange(20) for _ in range(20_000)).values(), 20)
    assert unlikely(Counter(min(chance.randrange(21), 19) for _ in range(20_000)).values(), 20)
    assert unlikely([100] * 19, 20)


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "breakthrough", "reversi", "amazons", "draughts"])
def test_first_moves_are_equally_likely(name: str) -> None:
    """The whole moves of the start, also where one has several decisions."""
    worker = engines(name)[1]
    start = worker.start(1)
    moves_ = worker.list(start)
    ends: Counter[bytes] = Counter()
    draws = 200 * moves_
    for seed in range(draws):
        last, decisions, _, _ = worker.playout(start, pcg.seeded(seed, pcg.POLICY_STREAM), 1)
        assert decisions == 1
        ends[bytes(last.content[memory.HEADER : worker.module.memory.kept])] += 1
    assert len(ends) == moves_
    assert not unlikely(ends.values(), moves_)
