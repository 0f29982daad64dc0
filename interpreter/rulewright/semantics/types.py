"""The types of the language and how their values are written as integers.

Every value below the checker is an integer: `none` is -1, a bool 0 or 1, a player its seat from 0, a site, direction,
enum value or kind its index from 0 in declaration order, a text its index in `Game.texts`, a step an index into the
program's table of steps, a component an opaque reference. A set is a bitset, a list a sequence. Bit i of a set stands
for the value i, but in a set of int for i - INT_SET_BIAS, so that small negative numbers fit: `bit_of` and `value_of`
convert.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.semantics.symbols import DieDecl, EnumDecl, KindDecl, ZoneDecl


@dataclass(frozen=True, slots=True)
class Type:
    """Any type. `str(t)` is how the language writes it."""


@dataclass(frozen=True, slots=True)
class IntType(Type):
    def __str__(self) -> str:
        return "int"


@dataclass(frozen=True, slots=True)
class BoolType(Type):
    def __str__(self) -> str:
        return "bool"


@dataclass(frozen=True, slots=True)
class TextType(Type):
    """What definitions give for notations to show; no state holds one."""

    def __str__(self) -> str:
        return "text"


@dataclass(frozen=True, slots=True)
class PlayerType(Type):
    def __str__(self) -> str:
        return "player"


@dataclass(frozen=True, slots=True)
class SiteType(Type):
    def __str__(self) -> str:
        return "site"


@dataclass(frozen=True, slots=True)
class DirectionType(Type):
    def __str__(self) -> str:
        return "direction"


@dataclass(frozen=True, slots=True)
class StepType(Type):
    """A step of a ray."""

    def __str__(self) -> str:
        return "step"


@dataclass(frozen=True, slots=True)
class LinkType(Type):
    """The name of a board's links (`loop`); `h.link`."""

    def __str__(self) -> str:
        return "link"


@dataclass(frozen=True, slots=True)
class EnumType(Type):
    """An enum, or the words of an option (`option swoop: off | on` is an enum of its own)."""

    enum: EnumDecl

    def __str__(self) -> str:
        return self.enum.name


@dataclass(frozen=True, slots=True)
class ComponentType(Type):
    """A component of `kind` or of one below it; of any kind if None (`mine`, `s.piece`)."""

    kind: KindDecl | None

    def __str__(self) -> str:
        return self.kind.name if self.kind else "component"


@dataclass(frozen=True, slots=True)
class KindType(Type):
    """A kind itself: `kind` or one below it; any if None."""

    kind: KindDecl | None

    def __str__(self) -> str:
        return "kind"


@dataclass(frozen=True, slots=True)
class BagType(Type):
    """The result of `roll n of die`."""

    die: DieDecl

    def __str__(self) -> str:
        return f"roll of {self.die.name}"


@dataclass(frozen=True, slots=True)
class ZoneType(Type):
    """A zone: one of those that `zone` declares, any if None. Its value is the number of the instance among all zones
    of the game, from 0: those of a declaration follow one another."""

    zone: ZoneDecl | None

    def __str__(self) -> str:
        return "zone"


@dataclass(frozen=True, slots=True)
class SetType(Type):
    of: Type

    def __str__(self) -> str:
        return f"set of {self.of}"


@dataclass(frozen=True, slots=True)
class ListType(Type):
    of: Type

    def __str__(self) -> str:
        return f"list of {self.of}"


@dataclass(frozen=True, slots=True)
class NoneType(Type):
    """The literal `none` before its type is known; fits site, component, player, direction, kind."""

    def __str__(self) -> str:
        return "none"


@dataclass(frozen=True, slots=True)
class ChoiceType(Type):
    """What `let j = choose …` gives; it has the picks and lets of the actions as properties."""

    def __str__(self) -> str:
        return "choice"


@dataclass(frozen=True, slots=True)
class Poison(Type):
    """The type of what is wrong already: it fits everywhere and causes no further error."""

    def __str__(self) -> str:
        return "?"


INT_SET_BIAS = 256
INT_SET_WIDTH = 1280
"""A set of int holds numbers from -256 to 1023."""


def bit_of(of: Type, value: int) -> int:
    """The index of the bit that stands for `value` in a `set of of`."""
    return value + INT_SET_BIAS if isinstance(of, IntType) else value


def value_of(of: Type, bit: int) -> int:
    """The value that bit `bit` of a `set of of` stands for."""
    return bit - INT_SET_BIAS if isinstance(of, IntType) else bit


INT = IntType()
BOOL = BoolType()
TEXT = TextType()
PLAYER = PlayerType()
SITE = SiteType()
DIRECTION = DirectionType()
STEP = StepType()
LINK = LinkType()
NONE = NoneType()
COMPONENT = ComponentType(None)
KIND = KindType(None)
ZONE = ZoneType(None)
CHOICE = ChoiceType()
POISON = Poison()
SITES = SetType(SITE)
DIRECTIONS = SetType(DIRECTION)
PLAYERS = SetType(PLAYER)
COMPONENTS = SetType(COMPONENT)
INTS = SetType(INT)
