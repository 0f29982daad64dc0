"""Actions and what offers them: picks, lets, conditions, `do`, `after`, `say`; `choose`, `possible`, filters."""

import pytest

from rulewright.semantics import typed as t
from rulewright.semantics.symbols import KindDecl
from rulewright.semantics.types import INT, SITE, ComponentType, SetType
from semantics.typing.parts import errors, found, game, only

MOVES = """
action Walk(f: Pawn):
    pick there in neighbors(f.at)
    do:
        move f to there
action Leap:
    pick p in mine
    pick there in steps(p.at, orthogonal)
    let far = there.row
    do:
        move p to there
"""


def action(rules: str, name: str) -> t.Action:
    return next(one for one in game(rules).actions if one.name == name)


# ---- items ----


def test_items_in_order() -> None:
    leap = action(MOVES, "Leap")
    first, second, third = leap.items
    assert isinstance(first, t.PickItem) and isinstance(first.var.type, ComponentType)
    assert isinstance(second, t.PickItem) and second.var.type == SITE
    assert isinstance(third, t.LetItem) and third.var.type == INT


def test_a_name_is_known_from_its_line_on() -> None:
    assert errors("action Go:\n    pick there in neighbors(p.at)\n    pick p in mine\n") == ["2 E200 p"]


def test_conditions_tell_of_kinds() -> None:
    rules = """
piece Tower:
    height: int in 0..5 = 0
action Grow:
    pick p in mine
    where p is Tower
    where p.height < 5
    do:
        p.height += 1
    after p.height > 0
    say "{p.at}+{p.height}" then "!"
"""
    grow = action(rules, "Grow")
    assert len(grow.after) == 1
    assert grow.say is not None and [part for part in grow.say.parts if isinstance(part, str)] == ["+"]
    assert grow.then is not None and grow.then.parts == ("!",)


def test_subsets() -> None:
    rules = "action Pay:\n    pick 1..3 paid in mine when any(mine)\n    where count(paid) == 2\n"
    pay = action(rules, "Pay")
    pick = pay.items[0]
    assert isinstance(pick, t.PickItem) and isinstance(pick.var.type, SetType)
    assert pick.condition is not None
    assert isinstance(pick.least, t.Constant) and isinstance(pick.most, t.Constant)
    assert (pick.least.value, pick.most.value) == (1, 3)


def test_a_kinds_action_picks_its_self() -> None:
    rules = """
piece Wagon:
    action Go:
        pick there in neighbors(self.at)
        do:
            move self to there
piece Van is Wagon:
    action Go:
        pick self in theirs
piece Cart is Wagon
turn:
    choose Go
"""
    checked = game(rules)
    wagon, van = (next(a for a in checked.actions if a.kind and a.kind.name == name) for name in ("Wagon", "Van"))
    assert _kinds(wagon) == ["Wagon", "Cart"]
    assert _kinds(van) == ["Van"]
    assert checked.turn is not None
    choose = checked.turn.statements[0]
    assert isinstance(choose, t.Choose)
    assert [offer.action for offer in choose.choice.groups[0]] == [wagon, van]


def _kinds(one: t.Action) -> list[str]:
    pick = one.items[0]
    assert isinstance(pick, t.PickItem) and pick.var.name == "self" and isinstance(pick.source, t.Op)
    exact = pick.source if pick.source.op == "narrow" else pick.source.args[0]
    assert isinstance(exact, t.Op) and isinstance(exact.data, tuple)
    return [kind.name for kind in exact.data if isinstance(kind, KindDecl)]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("action Go:\n    pick self in mine\n", ["2 E260 self"]),
        ("action Go(p):\n    do:\n        again\n", ["1 E222 p"]),
        ("action Go:\n    do:\n        again\n    pick p in mine\n", ["4 E260 pick p in mine"]),
        ("action Go:\n    do:\n        again\n    do:\n        again\n", ["4 E260 do:"]),
        ("action Go:\n    pick p in a1\n", ["2 E210 a1"]),
        ("action Go:\n    pick 3..1 x in mine\n", ["2 E269 3..1"]),
        ("action Go:\n    pick p in mine\n    pick p in mine\n", ["3 E206 p"]),
        ("action Go:\n    pick p in mine\n    where p\n", ["3 E210 p"]),
        ("action Go:\n    pick p in mine\n    where (roll d6) == 1\ndie d6: 1..6\n", ["3 E221 roll d6"]),
        ('action Go:\n    pick p in mine\n    say "{mine.at}"\n', ["3 E264 mine.at"]),
        ('action Go:\n    pick p in mine\n    say "{p.att}"\n', ["3 E204 att"]),
        ("action Go\naction Go\n", ["2 E100 Go"]),
    ],
)
def test_wrong_actions(rules: str, expected: list[str]) -> None:
    assert errors(rules) == expected


# ---- after ----

AFTER = "action Go:\n    pick p in mine\n    do:\n        {do}\n    after any(mine)\ndie d6: 1..6\naction Pass\n"


@pytest.mark.parametrize(
    ("do", "more", "expected"),
    [
        ("choose Pass", "", ["4 E261 choose Pass"]),
        ("act()", "procedure act():\n    let n = roll d6\n", ["4 E261 act()"]),
        ("emit ping()", "event ping()\nwhen ping:\n    may choose Pass\n", ["4 E261 emit ping()"]),
        ("move p to a1", "when moved(x):\n    pick s in empty\n", ["4 E261 move p to a1"]),
        ("remove p", "when removed(x):\n    let s = any_of(empty)\n", ["4 E261 remove p"]),
        ("emit ping() later", "event ping()\nwhen ping:\n    may choose Pass\n", []),
        ("move p to a1", "when removed(x):\n    pick s in empty\n", []),
    ],
)
def test_after_needs_one_outcome(do: str, more: str, expected: list[str]) -> None:
    assert errors(AFTER.replace("{do}", do) + more) == expected


def test_a_trigger_of_another_kind_does_not_matter() -> None:
    rules = """
piece Man:
    when moved(self):
        pick s in empty
piece Tower
action Go:
    pick p in {who} of mover
    do:
        move p to a1
    after any(mine)
"""
    assert errors(rules.replace("{who}", "Tower")) == []
    assert errors(rules.replace("{who}", "Man")) == ["9 E261 move p to a1"]


# ---- choosing ----


def test_choices() -> None:
    checked = game(
        MOVES
        + """
turn:
    let man = a1.piece
    choose Walk(man) | Leap where there == a1 most there.row then there.column
    choose by opponent Leap else Walk(man)
    else:
        mover loses
    may choose Leap at most 2 times
    may choose Leap repeatedly
    let j = choose Walk(man) | Leap
    move man to j.there
    pick 2 gone in mine where count(gone) == 2 by opponent
    may pick site_there in empty
    may opponent "really?":
        remove gone
    one move by path most count(mine):
        choose Leap
    if possible(Walk(man) | Leap with there = a1) and moves(Leap) > 2:
        tie
"""
    )
    assert checked.turn is not None
    _, first, second, thrice, often, let, _, pick, maybe, ask, one, test = checked.turn.statements
    assert isinstance(first, t.Choose)
    (group,) = first.choice.groups
    assert [offer.action.name for offer in group] == ["Walk", "Leap"]
    assert [len(offer.args) for offer in group] == [1, 0]
    assert all(offer.filter is not None and len(offer.most) == 2 for offer in group)
    assert isinstance(second, t.Choose) and second.choice.chooser is not None and second.otherwise is not None
    assert len(second.choice.groups) == 2
    assert isinstance(thrice, t.MayChoose) and thrice.times is not None
    assert isinstance(often, t.MayChoose) and often.repeatedly
    assert isinstance(let, t.Choose) and let.into is not None and let.into.members == {"there": SITE}
    assert isinstance(pick, t.PickOne) and pick.least is pick.most_count and pick.chooser is not None
    assert isinstance(maybe, t.PickOne) and maybe.may
    assert isinstance(ask, t.Ask)
    assert isinstance(one, t.OneMove) and one.by_path and len(one.most) == 1
    assert isinstance(test, t.If)


def test_a_filter_names_the_actions_own() -> None:
    checked = game(MOVES + "turn:\n    choose Leap with far = 3, there = a1\n")
    assert checked.turn is not None
    choose = checked.turn.statements[0]
    assert isinstance(choose, t.Choose)
    (offer,) = choose.choice.groups[0]
    assert [local.name for local, _ in offer.fixed] == ["far", "there"]
    assert offer.fixed[0][0] is offer.action.items[2].var if isinstance(offer.action.items[2], t.LetItem) else False


def test_in_a_with_only_the_left_side_is_the_actions() -> None:
    checked = game(MOVES + "turn:\n    let p = a1.piece\n    choose Leap with p = p\n")
    assert checked.turn is not None
    choose = checked.turn.statements[1]
    assert isinstance(choose, t.Choose)
    ((pick, value),) = choose.choice.groups[0][0].fixed
    assert isinstance(value, t.LocalRef) and value.var is not pick


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("choose Leep", "E257 Leep"),
        ("choose Leap with q = a1.piece", "E258 q"),
        ("choose Leap with p = a1", "E210 a1"),
        ("choose Leap with p = 3", "E210 3"),
        ("choose Leap where p", "E210 p"),
        ("choose Walk", "E217 Walk"),
        ("choose Walk(a1)", "E210 a1"),
        ("choose Leap(a1.piece)", "E217 Leap(a1.piece)"),
        ("choose by mine Leap", "E210 mine"),
        ("let j = choose Walk(a1.piece) | Leap\n    remove j.p", "E204 p"),
        ("let j = choose Leap\n    remove j", "E203 j"),
        ("one move:\n        choose by opponent Leap", "E268 opponent"),
        ("one move by feel:\n        choose Leap", "E268 feel"),
        ("if possible(Leep):\n        tie", "E257 Leep"),
    ],
)
def test_wrong_choices(line: str, expected: str) -> None:
    assert [error.split(" ", 1)[1] for error in errors(MOVES + f"turn:\n    {line}\n")] == [expected]


def test_a_local_of_the_same_name_as_a_pick() -> None:
    wrong = only(MOVES + "turn:\n    let p = a1.piece\n    choose Leap where p.at == a1\n")
    assert (wrong.code, wrong.span.text, wrong.span.line) == ("E259", "p", 14)


def test_a_misspelt_action_is_found_among_actions_only() -> None:
    wrong = only(MOVES + "define leep: int = 1\nturn:\n    choose leap\n")
    assert wrong.hint == "did you mean Leap?"


def test_alternatives_that_options_remove() -> None:
    rules = "option long: off | on = off\nif long == on:\n    action Fly\naction Pass\nturn:\n    choose Fly | Pass\n"
    checked = game(rules)
    assert checked.turn is not None
    choose = checked.turn.statements[0]
    assert isinstance(choose, t.Choose)
    assert [offer.action.name for offer in choose.choice.groups[0]] == ["Pass"]
    assert errors(rules.replace("choose Fly | Pass", "if possible(Fly):\n        tie")) == []
    assert found(rules) == []
