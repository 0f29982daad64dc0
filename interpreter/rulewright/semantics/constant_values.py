"""The values that `constants.evaluate` works with: sets, bounds, and the meter that stops endless work."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.boards import sites_in
from rulewright.semantics.early import INT_MAX, INT_MIN
from rulewright.semantics.scope import Env
from rulewright.semantics.symbols import Const, Game
from rulewright.semantics.types import INT, INT_SET_WIDTH, IntType, SetType, Type, bit_of, value_of

NONE_VALUE = -1


class NotConstantError(Exception):
    """The value is not known before the game begins."""


@dataclass(slots=True)
class Machine:
    """The game whose options, board and kinds are known, and how many steps are left. `spoiled`: something that is
    wrong already was met."""

    env: Env
    left: int
    depth: int = 0
    spoiled: bool = False

    @property
    def game(self) -> Game:
        return self.env.game

    def step(self, cost: int = 1) -> None:
        self.left -= cost
        if self.left < 0:
            raise NotConstantError


def checked(number: int) -> int:
    """A number of 32 bits; overflow is left to the rules error that it will be."""
    if not INT_MIN <= number <= INT_MAX:
        raise NotConstantError
    return number


def truth(value: Const) -> int:
    return int(bool(value))


def make_set(type_: Type, members: list[Const] | list[int]) -> int:
    """The set of `members`, `none` dropped."""
    bits = 0
    for member in members:
        if not isinstance(member, int):
            raise NotConstantError
        if isinstance(type_, SetType) and isinstance(type_.of, IntType):
            bits |= 1 << _int_bit(member)
        elif member >= 0:
            bits |= 1 << member
    return bits


def _int_bit(number: int) -> int:
    bit = bit_of(INT, number)
    if not 0 <= bit < INT_SET_WIDTH:
        raise NotConstantError
    return bit


def items(type_: Type, value: Const) -> list[int]:
    """The members of a set or list, in order."""
    if isinstance(value, tuple):
        return list(value)
    if isinstance(type_, SetType):
        return [value_of(type_.of, bit) for bit in sites_in(value)]
    raise NotConstantError


def bits(value: Const) -> int:
    """A set, as its bitset."""
    if isinstance(value, int):
        return value
    raise NotConstantError
