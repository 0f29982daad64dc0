"""Statements: values, control, assignments, effects, outcomes."""

import textwrap

import pytest

from rulewright.semantics import typed as t
from rulewright.semantics.types import PLAYER, SITES, KindType
from semantics.typing.parts import errors, found, game, only

BEFORE = """
var score of each player: int in 0..6 = 0
var level: int in 0..2 = 0
field height of each site: int in 0..3 = 0
die d6: 1..6
event ping(s: site)
define f(p: Pawn): int = 3
action Move:
    pick p in mine
    let r = p.at.row
procedure push(s: site):
    nothing
"""


def statements(lines: str, before: str = BEFORE) -> list[t.Statement]:
    """The typed statements of a procedure with these lines."""
    checked = game(f"{before}procedure tested():\n{textwrap.indent(lines, '    ')}\n")
    body = next(g for g in checked.procedures if g.name == "tested").methods[0].body
    assert isinstance(body, t.Block)
    return body.statements


def mistake(lines: str) -> tuple[str, str, str, str]:
    (one,) = found(f"{BEFORE}procedure tested():\n{textwrap.indent(lines, '    ')}\n")
    return one.code, one.span.text, one.title, one.hint


# ---- values and control ----


def test_locals() -> None:
    let, var, array, change, cell = statements(
        "let a = mine.at\nvar n: int in 0..9 = 1\nvar best of each site = 99\nn += 1\nbest of a1 = 3\n"
    )
    assert isinstance(let, t.Let) and let.var.type == SITES and not let.var.mutable
    assert isinstance(var, t.Let) and (var.var.lo, var.var.hi, var.var.mutable) == (0, 9, True)
    assert isinstance(array, t.Let) and (array.var.each_size, array.var.each_base) == (64, 0)
    assert isinstance(change, t.Assign) and isinstance(change.target, t.LocalRef) and change.op == "+="
    assert var.var.assigned
    assert isinstance(cell, t.Assign) and isinstance(cell.target, t.LocalRef) and cell.target.index is not None


def test_loops() -> None:
    loop, again, times = statements(
        "for x in mine where x.at != a1 by x.owner, x.at.row:\n    remove x\n"
        "for x in mine by choice:\n    break\nrepeat 3 times:\n    nothing\n"
    )
    assert isinstance(loop, t.For) and loop.filter is not None and len(loop.keys) == 2 and not loop.by_choice
    assert isinstance(again, t.For) and again.by_choice and again.keys == ()
    assert isinstance(times, t.Repeat)


def test_chance_stands_in_statements() -> None:
    (let,) = statements("let n = (roll d6) + sum(roll 2 of d6) + count(roll 3 of d6, 6)")
    assert isinstance(let, t.Let)


# ---- effects ----


def test_place_is_spread_out() -> None:
    first, second = statements("place Pawn of White on c3, d4 as p")
    assert isinstance(first, t.PlaceOne) and isinstance(second, t.PlaceOne)
    assert isinstance(first.site, t.Constant) and first.site.value == 18
    assert first.name is None and second.name is not None
    assert isinstance(first.kind.type, KindType)
    assert first.owner is not None and first.owner.type == PLAYER
    (rows,) = statements("place Pawn on rows(1)")
    assert isinstance(rows, t.PlaceOne) and rows.site.type == SITES and rows.owner is None


def test_place_with_fields_and_kinds_worked_out() -> None:
    before = BEFORE + "piece Pawn:\n    hurt: int in 0..3 = 0\npiece King is Pawn\n"
    (placed,) = statements("place King of White on a1 with hurt = 2", before)
    assert isinstance(placed, t.PlaceOne)
    ((field, hurt),) = placed.fields
    assert field.name == "hurt" and isinstance(hurt, t.Constant) and hurt.value == 2
    _, by_kind = statements("let k = a1.piece.kind\nplace k of White on a2", before)
    assert isinstance(by_kind, t.PlaceOne) and isinstance(by_kind.kind, t.LocalRef)


def test_effects() -> None:
    names = [
        type(one).__name__
        for one in statements(
            "move a1.piece to a2\nmove mine to a2\nremove mine\nremove rows(1).piece\nswap a1.piece with a2.piece\n"
            "eliminate mover\nforget positions\nemit ping(a1) later\npush(a1)\nnothing\nagain\n"
            "score of White += 7\na1.height = 3\nheight of a1 -= 1\n"
        )
    ]
    assert names == [
        "MoveTo", "MoveTo", "Remove", "Remove", "Swap", "Eliminate", "ForgetPositions", "Emit", "CallProcedure",
        "Nothing", "Again", "Assign", "Assign", "Assign",
    ]  # fmt: skip


def test_owner_and_kind() -> None:
    _, owner, kind = statements("let q = a1.piece\nq.owner = White\nq.kind = Pawn")
    assert isinstance(owner, t.SetOwner)
    assert isinstance(kind, t.SetKind) and isinstance(kind.kind, t.Constant)


def test_outcomes() -> None:
    names = [
        type(one).__name__
        for one in statements(
            "if a1.empty:\n    mover wins\nif a2.empty:\n    mover loses\nif a3.empty:\n    tie\n"
            "if a4.empty:\n    everyone loses\nif a5.empty:\n    rank teams by score of player\npay score of player\n"
        )
        for one in (one.branches[0][1].statements if isinstance(one, t.If) else [one])
    ]
    assert names == ["Win", "Lose", "Tie", "EveryoneLoses", "RankBy", "PayOut"]


def test_answers_of_events() -> None:
    before = BEFORE + "event struck(p: Pawn, var n: int)\nwhen struck(p, n):\n    n = n - 1\n"
    var, emit = statements("var n = 3\nemit struck(a1.piece, n)", before)
    assert isinstance(emit, t.Emit) and not emit.later
    ((index, target),) = emit.answers
    assert index == 1 and isinstance(target, t.LocalRef)
    assert isinstance(var, t.Let) and target.var is var.var and var.var.assigned


# ---- mistakes ----


@pytest.mark.parametrize(
    ("line", "code", "caret", "title", "hint"),
    [
        ("level = 3", "E212", "3", "level holds 0 to 2, not 3", "change the number, or the range in the declaration"),
        ("level = 1 if a1.empty else 9", "E212", "9", "level holds 0 to 2, not 9",
         "change the number, or the range in the declaration"),
        ("level += mover", "E210", "mover", "this is a player, and a number is needed", ""),
        ("score += 1", "E215", "score", "there is one score of each player", "say which: score of ..."),
        ("a1.piece.at = a2", "E242", "a1.piece.at", "a1.piece.at cannot be given a value",
         "move it: move a1.piece to ..."),
        ("a1.piece = a2.piece", "E242", "a1.piece", "a1.piece cannot be given a value",
         "place Kind of P on a1, move x to a1, or remove a1.piece"),
        ("a1.owner = White", "E242", "a1.owner", "a1.owner cannot be given a value",
         "change the owner of what stands there: a1.piece.owner = ..."),
        ("mine.at = a1", "E242", "mine.at", "mine.at are many", "change them one by one: for x in mine:"),
        ("Pawn = 3", "E242", "Pawn", "Pawn is a kind", "place, move or remove its components"),
        ("White = Black", "E242", "White", "White is fixed for the whole game", "what changes is a `var`"),
        ("turn_number = 3", "E242", "turn_number = 3", "`turn_number` counts by itself",
         "it is set only in the `given` of a scenario"),
        ("mover won", "E251", "won", "`won` is no outcome", "a player wins or loses"),
        ("everyone wins", "E251", "everyone wins", "`everyone wins` is no outcome", "if all win together, write tie"),
        ("rank by player", "E210", "player", "players are ranked by numbers, and this is a player",
         "the greater number is the better"),
        ("nothin", "E250", "nothin", "`nothin` is no statement", "did you mean nothing?"),
        ("push", "E250", "push", "`push` is no statement", "a procedure is called with parentheses: push()"),
        ("Move", "E250", "Move", "`Move` is no statement", "an action is offered with: choose Move"),
        ("push()", "E217", "push()", "push takes one argument, not 0", "it is called as push(s)"),
        ("psh(a1)", "E216", "psh", "there is no procedure psh", "did you mean push?"),
        ("count(mine)", "E249", "count(mine)", "count(...) changes nothing, and what it gives is not used",
         "keep it with: let x = count(mine)"),
        ("ping(a1)", "E249", "ping(a1)", "ping is an event", "let it happen with: emit ping(...)"),
        ("let t = push(a1)", "E218", "push", "push is a procedure: it does something and gives no value",
         "call it on a line of its own; what gives a value is a define"),
        ("place Pwan of White on a2", "E200", "Pwan", "nothing is called Pwan", "did you mean Pawn?"),
        ("place Pawn of White on mine", "E210", "mine",
         "this is a set of components, and a set of sites is needed", "their sites are mine.at"),
        ("place Pawn of White on a1 with level = 3", "E204", "level", "Pawn has no field `level`", "it has no fields"),
        ("move a1 to a2", "E210", "a1", "this is a site, not what stands there", "write a1.piece"),
        ("move mine to rows(1)", "E210", "rows(1)", "something moves to one site, and this is a set of sites",
         "take one of them: first(rows(1))"),
        ("emit moved(a1.piece, a1, a2)", "E262", "moved", "moved happens by itself",
         "an event of your own is declared: event name(...)"),
        ("setup", "E250", "setup", "`setup` as a line runs the set-up, and stands only in `given`",
         "put what both need into a procedure"),
        ("let r = 1 if a1.empty else roll d6", "E221", "roll d6", "`roll` cannot stand in a part of `if … else`",
         "do it before, on a line of its own: let x = roll d6"),
        ("let b = a1.empty and (roll d6) == 2", "E221", "roll d6",
         "`roll` cannot stand in the right side of `and`", "do it before, on a line of its own: let x = roll d6"),
        ("let n = sum(x in mine: roll d6)", "E221", "roll d6", "`roll` cannot stand in `sum(...)`",
         "do it before, on a line of its own: let x = roll d6"),
        ("let n = roll d7", "E200", "d7", "there is no die d7", "did you mean d6?"),
        ("while a1:\n    nothing", "E210", "a1", "this is a site, and a yes or no is needed", "compare it: a1 != none"),
        ("for x in a1:\n    nothing", "E210", "a1", "a set is needed, and this is a site",
         "a set with just this member is {a1}"),
        ("let x = 1\nx = 2", "E243", "x", "x does not change", "declare it with `var x = ...`, or use another name"),
        ("for x in 1..3:\n    x += 1", "E243", "x", "x does not change",
         "declare it with `var x = ...`, or use another name"),
    ],
)  # fmt: skip
def test_mistakes(line: str, code: str, caret: str, title: str, hint: str) -> None:
    assert mistake(line) == (code, caret, title, hint)


# ---- where what may stand ----


def test_setup_and_turn() -> None:
    rules = """setup:
    again
    mover = Black
    turn of White:
        nothing
turn:
    mover = White
    again
    turn of White:
        nothing
"""
    assert errors(rules) == ["2 E245 again", "4 E246 turn of White", "7 E244 mover = White", "9 E246 turn of White"]


def test_turns_in_a_flow() -> None:
    checked = game("flow:\n    while true:\n        turn of mover:\n            again\n        mover = next(mover)\n")
    assert checked.flow is not None
    (loop,) = checked.flow.statements
    assert isinstance(loop, t.While)
    turn, mover = loop.body.statements
    assert isinstance(turn, t.TurnOf) and isinstance(mover, t.SetMover) and not mover.in_given


ROUND = "procedure one_round():\n    turn of mover:\n        nothing\n    mover = next(mover)\n"


def test_a_procedure_may_hold_turns_if_the_flow_calls_it() -> None:
    game(ROUND + "flow:\n    one_round()\n    one_round()\n")
    assert errors(ROUND + "turn:\n    one_round()\n") == ["6 E246 one_round()"]
    assert errors(ROUND + "flow:\n    turn of White:\n        one_round()\n") == ["7 E246 one_round()"]


def test_one_team_has_nobody_to_rank() -> None:
    wrong = only("players Ann\nfacing Ann N\nend:\n    rank by 1 when true\n")
    assert (wrong.code, wrong.hint) == ("E251", "write `P wins`, `P loses`, or `pay ...`")


def test_what_an_option_removes_may_only_be_chosen() -> None:
    rules = """option abilities: full | basic = basic
if abilities == full:
    action Fly
    piece Bird
    define wings: int = 2
turn:
    choose Pass | Fly
    place Bird of White on a1
    let n = wings
action Pass
"""
    assert errors(rules) == ["8 E202 Bird", "9 E202 wings"]
    assert found(rules)[0].hint == "it is declared only if abilities == full"
    assert errors(rules, {"abilities": "full"}) == []
