"""Definitions that depend on nothing but their argument are worked out while checking."""

import pytest

from semantics.typing.parts import game

LEAPS = (
    "define leaps(s: site): set of site = union(d in orthogonal: steps(step(s, d), {turned(d, 1), turned(d, -1)}))\n"
)


def table(rules: str, name: str) -> object:
    return next(generic.table for generic in game(rules).definitions if generic.name == name)


def test_a_value_for_each_site_and_for_none() -> None:
    checked = game(LEAPS)
    (leaps,) = checked.definitions
    assert checked.board is not None and leaps.table is not None
    names = {name: number for number, name in enumerate(checked.board.sites)}
    of_a1 = leaps.table[names["a1"]]
    assert of_a1 == 1 << names["b3"] | 1 << names["c2"]
    assert len(leaps.table) == len(names) + 1 and leaps.table[-1] == 0


def test_what_is_an_error_for_none_has_no_value_there() -> None:
    found = table("define double(s: site): int = 2 * s.row\n", "double")
    assert isinstance(found, tuple) and found[:2] == (2, 2) and found[-1] is None


def test_one_without_parameters_is_its_value() -> None:
    assert table("define limit: int = 3 + 4\n", "limit") == (7,)


@pytest.mark.parametrize(
    "rules",
    [
        "define f(s: site): bool = s.empty\n",
        "define f(s: site): bool = mover == White\n",
        "define f(n: int): int = n + 1\n",
        "define f(s: site, d: direction): site = step(s, d)\n",
        "define f(s: site): int = 6 / (s.row - 1)\n",
        "define f(p: Pawn): int = 1\n",
    ],
)
def test_others_are_worked_out_in_play(rules: str) -> None:
    assert table(rules, "f") is None
