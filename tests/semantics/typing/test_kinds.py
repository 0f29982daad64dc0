"""What is known of kinds: members, narrowing by `is`, dispatch, overriding."""

import pytest

from rulewright.semantics import typed as t
from rulewright.semantics.types import ComponentType
from semantics.typing.parts import errors, found, game, only, value

MEN = """
piece Man:
    strength = 1
    hurt: int in 0..3 = 0
piece King is Man:
    strength = 2
piece Wall
"""


def test_what_only_some_kinds_have_needs_a_test() -> None:
    wrong = only(MEN + "define weak: bool = any(x in mine: x.hurt == 0)\n")
    assert (wrong.code, wrong.span.text) == ("E214", "hurt")
    assert wrong.title == "x may be a Wall, which has no `hurt`"
    assert wrong.hint == "take x from Man, or test it first: x is Man and ..."


@pytest.mark.parametrize(
    "condition",
    [
        "any(x in mine: x is Man and x.hurt == 0)",
        "any(x in mine where x is Man: x.hurt == 0)",
        "any(x in mine: x is not Man or x.hurt == 0)",
        "any(x in mine: not (x is not Man or x.hurt == 0))",
        "a1.piece is Man and a1.piece.hurt == 0",
        "any(x in mine: (x.hurt if x is Man else 0) == 1)",
        "any(x in Man of mover: x.hurt == 0)",
    ],
)
def test_narrowing(condition: str) -> None:
    game(MEN + f"define weak: bool = {condition}\n")


def test_narrowing_of_a_path_is_checked_in_play() -> None:
    expr = value("a1.piece is Man and a1.piece.hurt == 0", before=MEN)
    assert isinstance(expr, t.Logic) and isinstance(expr.right, t.Op)
    field = expr.right.args[0]
    assert isinstance(field, t.FieldRef) and isinstance(field.subject, t.Op)
    assert field.subject.op == "narrow"


def test_narrowing_of_a_constant_name_costs_nothing() -> None:
    expr = value("any(x in mine: x is Man and x.hurt == 0)", before=MEN)
    assert isinstance(expr, t.Bind) and isinstance(expr.body, t.Logic) and isinstance(expr.body.right, t.Op)
    field = expr.body.right.args[0]
    assert isinstance(field, t.FieldRef) and isinstance(field.subject, t.LocalRef)
    assert isinstance(field.subject.type, ComponentType)


def test_narrowing_in_statements() -> None:
    game(
        MEN
        + """
procedure heal(x: Man):
    x.hurt = 0
procedure heal_all():
    for x in mine where x is Man:
        heal(x)
    let p = a1.piece
    if p is Man:
        heal(p)
    if p is not Man:
        return
    heal(p)
"""
    )


def test_it_ends_where_the_condition_does() -> None:
    rules = """
procedure heal(x: Man):
    x.hurt = 0
procedure heal_all():
    let p = a1.piece
    if p is Man:
        heal(p)
    heal(p)
"""
    assert errors(MEN + rules) == ["15 E214 p"]


def test_where_all_kinds_are_men_any_component_is_one() -> None:
    men = "piece Man:\n    hurt: int in 0..3 = 0\npiece Pawn is Man\n"
    game(men + "define weak: bool = any(x in mine: x.hurt == 0)\n")


def test_constants_of_kinds_and_of_components() -> None:
    of_component = value("p.strength", before=MEN.replace("Wall", "Pawn is Man"))
    assert isinstance(of_component, t.KindConstant)
    of_kind = value("p.kind.strength", before=MEN.replace("Wall", "Pawn is Man"))
    assert isinstance(of_kind, t.KindConstant)


def test_a_constant_that_only_the_kinds_below_have() -> None:
    rules = "piece Man\npiece Pawn is Man:\n    strength = 1\npiece King is Man:\n    strength = 2\n"
    game(rules + "define power(m: Man): int = m.strength\n")


# ---- dispatch ----

WORTH = """
piece Man:
    define worth(self): int = 1
piece King is Man:
    define worth(self): int = 9
piece Wall
"""


def test_methods_of_one_definition() -> None:
    checked = game(WORTH + "define all_worth: int = sum(m in Man: worth(m))\n")
    worth = next(generic for generic in checked.definitions if generic.name == "worth")
    assert [method.kind.name if method.kind else None for method in worth.specific_first] == ["King", "Man"]


def test_every_argument_needs_a_method() -> None:
    wrong = only(WORTH + "define all_worth: int = sum(m in mine: worth(m))\n")
    assert (wrong.code, wrong.span.text, wrong.title) == ("E214", "m", "m need not be a Man")


def test_a_definition_for_two_kinds_that_have_nothing_in_common() -> None:
    rules = "define worth(x: Man): int = 1\ndefine worth(x: Wall): int = 2\n"
    kinds = "piece Man\npiece Wall\npiece Tower\n"
    wrong = only(kinds + rules + "define all_worth: int = sum(m in mine: worth(m))\n")
    assert (wrong.code, wrong.title) == ("E214", "worth is not defined for a Tower")
    game(
        "piece Pawn\npiece Wall\n" + rules.replace("Man", "Pawn") + "define all_worth: int = sum(m in mine: worth(m))\n"
    )


def test_two_methods_that_tie() -> None:
    rules = """
piece A
piece B is A
define meets(x: A, y: B): bool = true
define meets(x: B, y: A): bool = false
"""
    wrong = only(rules)
    assert (wrong.code, wrong.span.line, wrong.title) == (
        "E252", 5, "two bodies of meets fit a B and a B equally well"
    )  # fmt: skip
    game(rules + "define meets(x: B, y: B): bool = true\n")


@pytest.mark.parametrize(
    ("second", "code", "title"),
    [
        ("define f(self, n: int): int = n", "E253", "f takes 1 values elsewhere, and 2 here"),
        ("define f(self): site = a1", "E253", "f gives a site here, and a number elsewhere"),
        ("define f(n: int): int = n", "E254", "f stands in the block of King and does not take `self`"),
        ("procedure f(self):\n        nothing", "E100", "f is declared twice"),
    ],
)
def test_methods_that_do_not_go_together(second: str, code: str, title: str) -> None:
    rules = f"define f(p: Pawn): int = 1\npiece King is Pawn:\n    {second}\n"
    assert (code, title) in [(one.code, one.title) for one in found(rules)]


def test_self_stands_in_kinds_only() -> None:
    assert errors("define f(self): int = 1\n") == ["1 E254 self"]
