"""Definitions, procedures, modifiers: results, purity, nothing that reaches itself."""

import pytest

from rulewright.semantics import typed as t
from rulewright.semantics.types import INT, SITES
from semantics.typing.parts import errors, found, game, only


def test_what_a_definition_gives_is_worked_out_in_any_order() -> None:
    checked = game("define far(n: int) = near(n)\ndefine near(n: int) = n + 1\ndefine open = empty & rows(1)\n")
    results = {generic.name: generic.result for generic in checked.definitions}
    assert results == {"far": INT, "near": INT, "open": SITES}


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("define f(n: int) = g(n)\ndefine g(n: int) = f(n)\n", ["2 E220 f(n)"]),
        ("define f: int = g\ndefine g: int = f\n", ["1 E220 g"]),
        ("define f(n: int): int = f(n - 1)\n", ["1 E220 f(n - 1)"]),
        ("procedure a():\n    b()\nprocedure b():\n    a()\n", ["2 E220 b()"]),
        ("action X:\n    where possible(X)\n", ["2 E220 possible(X)"]),
        ("procedure a():\n    choose X\naction X:\n    do:\n        a()\n", ["2 E220 choose X"]),
    ],
)
def test_nothing_reaches_itself(rules: str, expected: list[str]) -> None:
    assert errors(rules) == expected


def test_the_chain_is_shown() -> None:
    wrong = only("define f: int = g\ndefine g: int = h + 1\ndefine h: int = f\n")
    assert wrong.title == "f reaches itself: f -> g -> h -> f"


def test_triggers_may_nest() -> None:
    game("event ping(s: site)\nwhen ping(s):\n    emit ping(s)\n")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("remove mine", "4 E240 remove mine"),
        ("level = 2", "4 E240 level"),
        ("mover wins", "4 E240 mover wins"),
        ("choose Pass", "4 E241 choose Pass"),
        ("let n = roll d6", "4 E221 roll d6"),
        ("act()", "4 E240 act()"),
        ("emit ping(a1)", "4 E240 emit ping(a1)"),
        ("break", "4 E247 break"),
        ("again", "4 E240 again"),
    ],
)
def test_a_definition_only_works_something_out(body: str, expected: str) -> None:
    rules = f"""
var level: int in 0..6 = 0
define f: int:
    {body}
    return 1
action Pass
die d6: 1..6
event ping(s: site)
procedure act():
    nothing
"""
    assert errors(rules) == [expected]


def test_every_way_gives_a_value() -> None:
    game(
        """
define sign(n: int): int:
    if n > 0:
        return 1
    elif n < 0:
        return -1
    else:
        return 0
define least(n: int): int:
    var best = 99
    for x in mine:
        best = min(best, x.at.row)
    while best > n:
        best -= 1
        if best == 3:
            break
    return best
"""
    )
    assert errors("define f(n: int): int:\n    while n > 3:\n        return 1\n") == ["1 E248 f"]
    assert errors("define f: int:\n    return\n") == ["2 E248 return"]
    assert errors("procedure f():\n    return 1\n") == ["2 E248 return 1"]


def test_definitions_without_parentheses() -> None:
    game("define laid: set of site = occupied\ndefine n: int = count(laid)\n")
    assert errors("define laid: set of site = occupied\ndefine n: int = count(laid())\n") == ["2 E217 laid()"]
    assert errors("define laid(): set of site = occupied\ndefine n: int = count(laid)\n") == ["2 E217 laid"]


def test_types_that_are_missing() -> None:
    assert errors("define f(s): int = 1\n") == ["1 E222 s"]
    assert errors("define f(n: int):\n    return n\n") == ["1 E222 f"]
    assert errors("define f = none\n") == ["1 E222 f"]
    assert errors("procedure f():\n    let a = {}\n") == ["2 E222 {}"]
    assert errors("define f(s: sites): int = 1\n") == ["1 E205 sites"]


def test_names_that_hide_others_are_warned_of() -> None:
    from semantics.typing.parts import warnings

    rules = """
region camp = {a1}
define f(camp: site): bool = any(x in empty: any(x in mine: x.at == camp))
define g: bool = f(a1) and any(camp)
"""
    assert [line for line in warnings(rules) if "W120" in line] == ["3 W120 camp", "3 W120 x"]
    assert errors("define f(n: int, n: int): int = n\n") == ["1 E206 n"]


# ---- modifiers ----

POWER = "define power(p: Pawn): int = 1\ndefine bold(p: Pawn): bool = true\n"


def test_modifiers() -> None:
    checked = game(
        POWER
        + """
piece Pawn:
    strength = 1
piece Queen is Pawn:
    strength = 3
    modify power(self) becomes 9
    modify power(p: Pawn) by 2 when adjacent(p.at, self.at)
    modify strength(self) at most 5
modify power(p: Pawn) by +1 when p.at == a1
modify bold(p) becomes false
"""
    )
    power = next(generic for generic in checked.definitions if generic.name == "power")
    assert [modifier.how for modifier in power.modifiers] == ["becomes", "by", "by"]
    about_self, near_self, plain = power.modifiers
    assert about_self.self_var is about_self.params[0]
    assert near_self.self_var is not None and near_self.self_var is not near_self.params[0]
    assert (plain.self_var, plain.kind) == (None, None)
    pawn = next(kind for kind in checked.kinds if kind.name == "Pawn")
    assert len(pawn.constants["strength"].modifiers) == 1


@pytest.mark.parametrize(
    ("modifier", "expected"),
    [
        ("modify powr(p: Pawn) by 1", "3 E255 powr"),
        ("modify bold(p: Pawn) by 1", "3 E255 bold"),
        ("modify power(p: Pawn, n: int) by 1", "3 E255 power"),
        ("modify power(s: site) by 1", "3 E255 s: site"),
        ("modify power(p: Pawn) by a1", "3 E210 a1"),
        ("modify power(self) by 1", "3 E254 self"),
        ("modify power(p: Pawn) by 1 when power(p) > 2", "3 E256 power(p)"),
    ],
)
def test_wrong_modifiers(modifier: str, expected: str) -> None:
    assert errors(POWER + modifier + "\n") == [expected]


def test_a_modifier_may_not_need_what_it_modifies() -> None:
    wrong = only(
        """
define power(p: Pawn): int = base(p)
define base(p: Pawn): int = 1
define strong(p: Pawn): bool = power(p) > 3
modify base(p: Pawn) by 1 when strong(p)
"""
    )
    assert wrong.code == "E256"
    assert "base -> strong -> power -> base" in wrong.title or "power -> base -> strong -> power" in wrong.title


def test_self_dependent_constants() -> None:
    rules = """
piece Queen:
    strength = 3
define weak(q: Queen): bool = q.strength < 2
modify strength(q: Queen) by 1 when weak(q)
"""
    assert [one.code for one in found(rules)] == ["E256"]


def test_no_procedure_bears_a_word_that_begins_statements() -> None:
    wrong = only("procedure pay(p: player):\n    remove Pawn of p\nprocedure go():\n    pay(White)\n")
    assert (wrong.code, wrong.title) == ("E025", "a procedure cannot be called `pay`")
    assert errors("define move(s: site): site = s\n") == []


def test_generic_bodies_are_typed() -> None:
    checked = game("procedure go(p: Pawn, s: site):\n    move p to s\n")
    (method,) = checked.procedures[0].methods
    assert isinstance(method.body, t.Block)
    assert isinstance(method.body.statements[0], t.MoveTo)
