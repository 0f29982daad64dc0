"""Walks end where their way is barred, whatever else is asked of it; questions that stay the same are asked before."""

from __future__ import annotations

import pytest

from engines.programs import b, g, generator, n
from program.passes.rules import compiled, moves, same_games
from program.passes.test_prefixes import BEFORE, SITE, WAY, Walks
from rulewright.program import ir, walk
from rulewright.program.passes import asked, barred, prefixes

LEAPERS = """language 1
game "Leapers"
players White, Black
board square 5 by 5:
    link b5 N to a4 E as loop rays
    link d5 N to e4 W as loop rays
var luck: int in -3..3 = 3
region marsh = {b3, d3, c2}

piece Man:
    strength = 0
piece Rook is Man:
    strength = 2
piece Frog is Man:
    strength = 1

setup:
    place Rook of White on b1, d2
    place Frog of White on c1, a2
    place Rook of Black on b5, d4
    place Frog of Black on c4, e5

define free(p: Man, s: site): bool = (s not in marsh or p is Frog) and (s.empty or s == p.at)
define leaps(p: Man, s: site): bool = p is Frog and s.owner == p.owner
define springs(p: Man): bool = p is Frog and p.at in marsh
define passes(p: Man, h: step, hit: step): bool = free(p, h.site) or (leaps(p, h.site) and h.next == hit)
define blocked(p: Man, hit: step): site = first(h in hit.before: not passes(p, h, hit)).site

action Go:
    pick p in mine
    pick there in neighbors(p.at)
    where there.empty
    do:
        move p to there

action Take:
    pick p in mine
    pick d in all_directions
    where d in orthogonal or springs(p)
    pick hit in ray(p.at, d)
    let q = hit.site.piece
    where q in theirs
    where hit.passed(loop) >= 1 or springs(p) and hit.index <= 2
    where CONDITION
    do:
        remove q
        move p to hit.site

turn:
    choose Go | Take
    else: mover loses

end:
    player loses when no(Man of player)
    tie when turn_number >= 60
"""

PASSES = (asked, prefixes, barred)


def leapers(condition: str) -> str:
    return LEAPERS.replace("CONDITION", condition)


CONDITIONS = {
    "first": "p.strength >= q.strength and blocked(p, hit) == none",
    "first, alone": "blocked(p, hit) == none",
    "any": "not any(h in hit.before: not passes(p, h, hit))",
    "more": "blocked(p, hit) == none and count(h in hit.before: h.site.occupied) <= 1",
    "all": "all(h in hit.before: passes(p, h, hit))",
}


@pytest.mark.parametrize("condition", CONDITIONS.values(), ids=CONDITIONS)
def test_a_walk_ends_where_its_way_is_barred(condition: str) -> None:
    rules = leapers(condition)
    plain, fast = compiled(rules), compiled(rules, *PASSES)
    assert "break" not in moves(plain)
    assert moves(fast).count("& barred") == moves(fast).count("& barred2") + 1 == 2  # who springs and who does not
    assert moves(fast).count("break") == 2
    assert same_games(plain, fast, 12) > 300


NEAR_MISSES = {
    # an empty site has no owner either: what is found says nothing
    "the owner of the first": "blocked(p, hit).owner == none",
    "one of two": "blocked(p, hit) == none or p.strength > q.strength",
    "the contrary": "blocked(p, hit) != none",
    # the error must come, whatever is in the way
    "what may fail before": "6 / luck != 99 and blocked(p, hit) == none",
    "a condition of the item": "all(h in hit.before: h.index < 5)",
    "what lies behind it": "all(h in hit.before: h.next.site.empty or h.next == hit)",
}


@pytest.mark.parametrize("condition", NEAR_MISSES.values(), ids=NEAR_MISSES)
def test_a_walk_goes_on_where_a_later_step_may_be_allowed(condition: str) -> None:
    rules = leapers(condition)
    plain, fast = compiled(rules), compiled(rules, *PASSES)
    assert "break" not in moves(fast)
    assert same_games(plain, fast, 6) > 100


def test_sites_that_are_barred_for_no_other_reason_than_what_stands_on_them() -> None:
    """What is asked of a step besides its site is left to the condition itself."""
    rules = leapers("all(h in hit.before: h.site.empty and h.index < 4)")
    fast = compiled(rules, *PASSES)
    assert "barred = filled" in moves(fast)
    assert same_games(compiled(rules), fast, 12) > 300


@pytest.mark.parametrize(
    ("before", "ends"),
    [(BEFORE, True), (ir.Table("before", (7,), ((), (0,), (1,), (), (3,), (3, 4), ()), ir.LIST), False)],
)
def test_what_is_before_an_item_must_be_before_the_next_one(before: ir.Table, ends: bool) -> None:
    made = Walks(before)
    taken = ir.If(b("and", made.hit(), made.is_free()), [ir.Yield(0, (g(made.x),), (g(made.x),))])
    loop = ir.EachItem(made.x, ir.Look(WAY, (n(0), g(made.w))), [taken])
    program = made.game.program([], (WAY, before, SITE))
    program.routines += [made.free, generator("moves", (made.start,), [ir.Each(made.w, ir.Mask(0b11, 2), [loop])])]
    barred.rewrite(program)
    assert any(isinstance(stmt, ir.Break) for stmt in walk.statements([loop])) is ends


def test_what_is_the_same_in_all_directions_is_asked_before() -> None:
    rules = leapers("blocked(p, hit) == none")
    fast = compiled(rules, asked)
    text = moves(fast)
    assert text.count("springs(") == 1
    assert "{0..7}" in text and "{0, 2, 4, 6}:" in text
    assert same_games(compiled(rules), fast, 12) > 300


@pytest.mark.parametrize(
    "question",
    [
        "springs(p) and hit.index <= 2",  # never enough
        "leaps(p, hit.site)",  # another one each time
    ],
)
def test_a_question_that_is_not_enough_or_not_the_same_stays(question: str) -> None:
    one = leapers("blocked(p, hit) == none").replace("d in orthogonal or springs(p)", "d in orthogonal")
    rules = one.replace("hit.passed(loop) >= 1 or springs(p) and hit.index <= 2", question)
    if "leaps" in question:
        rules = rules.replace("leaps(p, hit.site)", "hit.passed(loop) >= 1 or leaps(p, hit.site)")
    assert moves(compiled(rules, asked)) == moves(compiled(rules))
