"""Checks that cannot fail after a decision are left out, and only these."""

from __future__ import annotations

import pytest

from engines.programs import Game, b, flow, function, g, generator, n, u, var
from program.passes.rules import compiled, same_games
from rulewright.engines import reference
from rulewright.engines.protocol import PlayError
from rulewright.engines.reference import ReferenceEngine
from rulewright.program import ir, walk
from rulewright.program.finish import finish
from rulewright.program.passes import certain, filters
from rulewright.program.passes.known import Known
from rulewright.program.printer import print_routine
from rulewright.program.verify import verify

HEAD = """language 1
game "Test"
players A, B
board square 4 by 4
piece Stone
"""
END = "\nend:\n    tie when count(empty) < 3\n"


def routine(program: ir.Program, name: str) -> str:
    return print_routine(next(one for one in program.routines if one.name == name))


def both(text: str, games: int = 30) -> ir.Program:
    """The program with the pass; games with it and without are the same."""
    text = HEAD + text + END
    made = compiled(text, filters, certain)
    assert same_games(compiled(text, filters), made, games) > games
    return made


# ---- rules ----


def test_placing_on_an_empty_site_is_storing() -> None:
    made = compiled("gomoku", filters, certain)
    assert same_games(compiled("gomoku", filters), made, 2, most=120) > 100
    assert (
        routine(made, "Place")
        == """function Place(there)
    with new: ref
    owner = mover
    new = place(0, owner, there)"""
    )


def test_moving_to_an_empty_site_is_moving() -> None:
    made = both(
        """
setup:
    place Stone of A on a1, b2
    place Stone of B on d4, c3
action Move:
    pick m in mine
    pick there in empty
    do:
        move m to there
action Add:
    pick there in empty
    do:
        place Stone of mover on there
turn:
    choose Move | Add
"""
    )
    assert routine(made, "Move") == "function Move(m: ref, there)\n    shift(m, there)"
    assert "fail" not in routine(made, "Add")


def test_a_site_that_was_filled_meanwhile_is_checked() -> None:
    made = both(
        """
action Place:
    pick there in empty
    pick other in empty
    where there != other
    do:
        place Stone of mover on there
        place Stone of mover on other
turn:
    choose Place
"""
    )
    assert routine(made, "Place").count("fail X101") == 1


def test_a_site_that_may_be_filled_is_checked() -> None:
    text = """
action Place:
    pick there in sites
    where count(Stone) < 9
    do:
        place Stone of mover on there
turn:
    choose Place
"""
    made = compiled(HEAD + text + END, filters, certain)
    assert routine(made, "Place").count("fail X101") == 1
    engine = ReferenceEngine(made)
    state = engine.start()
    state = engine.apply(state, engine.moves(state)[3])
    with pytest.raises(PlayError, match="taken already"):
        engine.apply(state, engine.moves(state)[3])


def test_taking_what_stands_there_is_asked_for() -> None:
    made = both(
        """
setup:
    place Stone of A on a1, b2, c1
    place Stone of B on d4, c3, b4
action Move:
    pick m in mine
    pick there in neighbors(m.at)
    where there.owner != mover
    do:
        remove there.piece
        move m to there
action Add:
    pick there in empty
    do:
        remove there.piece
        place Stone of mover on there
turn:
    choose Move | Add
"""
    )
    assert "lift" in routine(made, "Move")
    assert "lift" not in routine(made, "Add")


def test_what_players_choose_together_is_checked() -> None:
    text = """
turn:
    together by each p in players:
        choose Place
action Place:
    pick there in empty
    do:
        place Stone of mover on there
"""
    made = compiled(HEAD + text + END, filters, certain)
    assert "fail X101" in routine(made, "Place")


def test_one_of_several_alternatives() -> None:
    made = both(
        """
action Add:
    pick there in empty
    do:
        place Stone of mover on there
action Turn:
    pick x in theirs
    pick there in empty
    do:
        place Stone of mover on there
        x.owner = mover
turn:
    choose Add | Turn
    may choose Add
"""
    )
    assert "fail" not in routine(made, "Turn")


# ---- by hand ----


class Turn:
    """A flow in which a number from `members` is chosen, and that does something then."""

    def __init__(self, members: int = 0b0110) -> None:
        self.game = Game()
        self.free = self.game.cell("free", ir.bits(8), (members,))
        self.there, self.pick, self.choice = var("there"), var("pick"), var("choice")
        self.seen = self.game.cell("seen", ir.INT, (0,))

    def note(self, number: int) -> ir.Stmt:
        return ir.Store(self.seen, None, n(number))

    def has(self, x: ir.Var) -> ir.Expr:
        return b("has", ir.Load(self.free), g(x))

    def main(self, *body: ir.Stmt, moves: list[ir.Stmt] | None = None, more: int = 0) -> str:
        """The main flow after the pass, from after the decision."""
        x = var("x")
        listed = moves or [ir.Each(x, ir.Load(self.free), [ir.Yield(0, (g(x),), (g(x),))])]
        decision = self.game.decision("Take", generator("moves", (), listed), False, *["More"] * more)
        decide = ir.Decide(decision, n(0), (), self.choice, (self.pick,))
        self.program = self.game.program([ir.While(n(1), [decide, *body, *self.game.win()])])
        certain.rewrite(self.program)
        finish(self.program)
        assert verify(self.program) == []
        return print_routine(self.program.main).partition("moves()\n")[2].partition("        ended = 1")[0]

    def chosen(self, alternative: int, *body: ir.Stmt) -> ir.If:
        return ir.If(b("eq", g(self.choice), n(alternative)), list(body))


def test_what_is_asked_of_a_pick() -> None:
    t = Turn()
    test = ir.If(t.has(t.pick), [t.note(1)], [t.note(2)])
    assert t.main(t.chosen(0, test)) == "        if choice == 0:\n            seen = 1\n"


def test_nothing_is_known_where_nothing_was_chosen() -> None:
    t = Turn()
    assert "if free has pick" in t.main(ir.If(t.has(t.pick), [t.note(1)]))


def test_what_the_moves_of_one_alternative_differ_in_is_not_known() -> None:
    t = Turn()
    moves: list[ir.Stmt] = [ir.Yield(0, (n(5),), (n(5),))]
    x = var("x")
    moves.append(ir.Each(x, ir.Load(t.free), [ir.Yield(0, (g(x),), (g(x),))]))
    assert "if free has pick" in t.main(t.chosen(0, ir.If(t.has(t.pick), [t.note(1)])), moves=moves)


def test_yields_of_subsets_count_too() -> None:
    t = Turn()
    x, s = var("x"), var("s", ir.bits(8))
    moves: list[ir.Stmt] = [ir.Each(x, ir.Load(t.free), [ir.Yield(0, (g(x),), (g(x),))])]
    least = ir.Yield(0, (u("least", g(s)),), (u("least", g(s)),))
    moves.append(ir.YieldSubsets(s, ir.MakeList((n(6), n(7))), n(1), n(1), [least]))
    assert "if free has pick" in t.main(t.chosen(0, ir.If(t.has(t.pick), [t.note(1)])), moves=moves)


@pytest.mark.parametrize("what", ["store", "set", "call", "loop"])
def test_what_changes_is_not_known_any_more(what: str) -> None:
    t = Turn()
    store = ir.Store(t.free, None, ir.Mask(0b1000, 8))
    match what:
        case "store":
            change: ir.Stmt = store
        case "set":
            change = ir.Set(t.pick, n(4))
        case "call":
            change = ir.Do(function("empty", (), [store]), ())
        case _:
            change = ir.While(b("eq", g(t.pick), n(7)), [store])
    text = t.main(t.chosen(0, change, ir.If(t.has(t.pick), [t.note(1)])))
    assert "if free has pick" in text


def test_a_condition_of_a_loop_is_asked_in_every_round() -> None:
    t = Turn()
    i = t.there
    loop = ir.While(b("lt", g(i), n(3)), [ir.Set(i, b("add", g(i), n(1)))])
    assert "while there < 3" in t.main(t.chosen(0, ir.Set(i, n(0)), loop))


def test_an_alternative_is_asked_for_once() -> None:
    t = Turn()
    first = t.chosen(0, ir.Store(t.free, None, ir.Mask(0b1000, 8)))
    again = t.chosen(0, ir.If(t.has(t.pick), [t.note(1)]))
    assert "if free has pick" in t.main(first, again)


def test_what_one_alternative_does_is_not_done_by_another() -> None:
    t = Turn()
    x, y = var("x"), var("y")
    moves: list[ir.Stmt] = [
        ir.Each(x, ir.Mask(7, 8), [ir.Yield(0, (g(x),), (g(x),))]),
        ir.Each(y, ir.Load(t.free), [ir.Yield(1, (g(y),), (g(y),))]),
    ]
    first = t.chosen(0, ir.Store(t.free, None, ir.Mask(0b1000, 8)))
    other = t.chosen(1, ir.If(t.has(t.pick), [t.note(1)], [t.note(2)]))
    assert "if free has pick" not in t.main(first, other, moves=moves, more=1)


def test_functions_that_are_called_elsewhere_too_stay() -> None:
    t = Turn()
    x = var("x")
    take = function("take", (x,), [ir.If(t.has(x), [t.note(1)])])
    assert "take" in t.main(t.chosen(0, ir.Do(take, (g(t.pick),))), ir.Do(take, (n(7),)))
    assert len(take.body) == 1
    assert isinstance(take.body[0], ir.If)
    assert next(one for one in t.program.routines if one.name == "take") is take


def test_a_function_that_is_called_once_is_written_anew() -> None:
    t = Turn()
    x = var("x")
    take = function("take", (x,), [ir.If(t.has(x), [t.note(1)], [t.note(2)])])
    t.main(t.chosen(0, ir.Do(take, (g(t.pick),))))
    (made,) = (one for one in t.program.routines if one.name == "take")
    assert print_routine(made) == "function take(x)\n    seen = 1"
    assert isinstance(take.body[0], ir.If)  # whoever calls it later has it as it was
    engine = reference(t.program)
    state = engine.start()
    ended = engine.apply(state, engine.moves(state)[1])
    assert engine.ended(ended)
    assert engine.evaluate(function("read", (), [ir.Return(ir.Load(t.seen))], ir.INT), ended) == 1


def test_flows_in_which_players_decide_together_stay() -> None:
    t = Turn()
    x, seat, pick, choice = var("x"), var("seat"), var("pick"), var("choice")
    moves = generator("moves", (), [ir.Each(x, ir.Load(t.free), [ir.Yield(0, (g(x),), (g(x),))])])
    decide = ir.Decide(t.game.decision("Take", moves), g(seat), (), choice, (pick,))
    asked = ir.If(b("eq", g(choice), n(0)), [ir.If(t.has(pick), [t.note(1)])])
    inner = flow("inner", (seat,), [decide, asked])
    whole = ir.Together(seat, ir.Mask(3, 2), [ir.Do(inner, (g(seat),))], ir.Shown("player"))
    program = t.game.program([whole, *t.game.win()])
    certain.rewrite(program)
    tests = [stmt for stmt in walk.statements(inner.body) if isinstance(stmt, ir.If)]
    assert len(tests) == 2


def test_where_references_have_moved_nothing_is_known_of_them() -> None:
    t = Turn()
    t.pick = var("pick", ir.REF)
    moved = ir.Rename(g(t.pick), n(5))
    inside = ir.If(t.has(t.pick), [t.note(1)])
    x = var("x", ir.REF)
    moves: list[ir.Stmt] = [ir.Each(x, ir.Load(t.free), [ir.Yield(0, (g(x),), (g(x),))])]
    assert "if free has pick" not in t.main(t.chosen(0, inside), moves=list(moves))
    for how in (moved, ir.Do(function("move", (x,), [ir.Rename(g(x), n(5))]), (g(t.pick),))):
        again = Turn()
        again.pick = t.pick
        y = var("y", ir.REF)
        listed: list[ir.Stmt] = [ir.Each(y, ir.Load(again.free), [ir.Yield(0, (g(y),), (g(y),))])]
        after = ir.If(again.has(again.pick), [again.note(1)])
        assert "if free has pick" in again.main(again.chosen(0, how, after), moves=listed)


# ---- facts ----


def test_what_is_owned_is_filled_except_while_that_changes() -> None:
    owned, filled = ir.Cell("owned", ir.bits(9), 3, (0, 0, 0)), ir.Cell("filled", ir.bits(9), 1, (0,))
    x, y = var("x"), var("y")
    mine = ir.Load(owned, n(0))
    known = Known({}, flat=True).given(b("has", mine, g(x)), True).given(b("has", ir.Load(filled), g(y)), False)
    assert known.truth(b("has", ir.Load(filled), g(x))) is True
    assert known.truth(b("has", ir.Load(owned, n(1)), g(y))) is False
    assert known.truth(b("has", ir.Load(owned, n(1)), g(x))) is None
    assert known.truth(b("ne", g(x), g(y))) is True
    for stored in (owned, filled):
        assert known.without((), (stored,)).truth(b("has", ir.Load(filled), g(x))) is None
    assert Known(known.facts, flat=False).truth(b("has", ir.Load(filled), g(x))) is None


@pytest.mark.parametrize(
    ("op", "number", "expected"),
    [
        ("ge", 0, True), ("ge", 1, None), ("ge", -1, True), ("gt", -1, True), ("gt", 0, None), ("lt", 0, False),
        ("lt", 1, None), ("le", -1, False), ("le", 0, None), ("eq", -1, False), ("eq", 0, None), ("ne", -1, True),
        ("ne", 0, None),
    ],
)  # fmt: skip
def test_a_member_is_not_none(op: str, number: int, expected: bool | None) -> None:
    x = var("x")
    known = Known({}).given(b("has", ir.Mask(0b1101, 4), g(x)), True)
    assert known.truth(b(op, g(x), n(number))) is expected


def test_conditions_one_after_the_other() -> None:
    x = var("x")
    asked = b("and", b("ge", g(x), n(0)), u("not", b("has", ir.Mask(0b0011, 4), g(x))))
    known = Known({}).given(asked, True)
    assert known.truth(b("lt", g(x), n(0))) is False
    assert known.truth(b("has", ir.Mask(0b0010, 4), g(x))) is False
    assert known.truth(b("has", ir.Mask(0b0110, 4), g(x))) is None
    assert Known({}).given(asked, False).facts == {}
