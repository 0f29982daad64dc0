"""Values in notations: how single values, sets and whole tables of values are written, and read back.

A player and a value of an enum are written as the letter that `display:` gives, else by name; a kind as its letter;
`-` is none and the empty set. Members of a set are joined by `+`, or by nothing where each is a single sign (`KQkq`);
the values of each player, site … by `,` in their order. A component is written as the site where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.semantics.marks import letters
from rulewright.semantics.symbols import Game
from rulewright.semantics.types import (
    BoolType,
    ComponentType,
    DirectionType,
    EnumType,
    IntType,
    KindType,
    PlayerType,
    SetType,
    SiteType,
    Type,
    bit_of,
    value_of,
)
from rulewright.semantics.wording import listing
from rulewright.source import did_you_mean

NOTHING = "-"
AND = "+"
NEXT = ","
TIMES = "*"
_NUMBER = re.compile(r"-?[0-9]{1,10}")


class UnreadableError(Exception):
    """A text that is no value of the type: what is wrong, and what to do."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


def can_be_written(game: Game, of: Type) -> bool:
    """Whether notations can hold values of this type: components only where each site holds one at most."""
    match of:
        case ComponentType():
            return game.board is not None and len(game.layers) == 1 and game.layers[0].mode == "one"
        case SetType(item):
            return not isinstance(item, ComponentType) and can_be_written(game, item)
        case IntType() | BoolType() | PlayerType() | SiteType() | DirectionType() | EnumType() | KindType():
            return True
        case _:
            return False


def write_value(game: Game, of: Type, value: int) -> str:
    """The text of a value; of a component the value is its site."""
    if isinstance(of, SetType):
        members = [value_of(of.of, bit) for bit in range(value.bit_length()) if value >> bit & 1]
        between = "" if _are_signs(game, of.of) else AND
        return between.join(write_value(game, of.of, member) for member in members) or NOTHING
    if isinstance(of, IntType):
        return str(value)
    return _names(game, of)[value] if value >= 0 else NOTHING


def read_value(game: Game, of: Type, text: str, lo: int | None = None, hi: int | None = None) -> int:
    """The value that a text is, of numbers one within `lo..hi`. Raises UnreadableError."""
    if isinstance(of, SetType):
        if text == NOTHING:
            return 0
        bits = 0
        for part in text if AND not in text and _are_signs(game, of.of) else text.split(AND):
            bits |= 1 << bit_of(of.of, read_value(game, of.of, part, lo, hi))
        return bits
    if isinstance(of, IntType):
        return _number(text, lo, hi)
    if text == NOTHING and not isinstance(of, BoolType | EnumType):
        return -1
    names = _names(game, of)
    if text in names:
        return names.index(text)
    for called in (_called(game, of), names):
        folded = [name.casefold() for name in called]
        if folded.count(text.casefold()) == 1:
            return folded.index(text.casefold())
    known = list(dict.fromkeys([*names, *_called(game, of)]))
    near = did_you_mean(text, known)
    raise UnreadableError(
        f"{text} is no {_what(of)}" if text else f"there is no {_what(of)} here",
        f"did you mean {near}?" if near else f"it may be {listing(known, 'or')}" if len(known) <= 12 else "",
    )


def _number(text: str, lo: int | None, hi: int | None) -> int:
    if not _NUMBER.fullmatch(text):
        raise UnreadableError(f"{text} is no number" if text else "there is no number here", "write digits")
    value = int(text)
    least = -(2**31) if lo is None else lo
    most = 2**31 - 1 if hi is None else hi
    if not least <= value <= most:
        raise UnreadableError(f"{value} is not in {least}..{most}", "write a number of this range")
    return value


def player_names(game: Game) -> list[str]:
    """How notations write the players: by their letters, or by name where a letter is missing or not theirs alone."""
    return _by_letter(game, game.players)


def _by_letter(game: Game, names: Sequence[str]) -> list[str]:
    given = [game.look(name).letter for name in names]
    return [
        letter if letter and given.count(letter) == 1 and letter.isalnum() else name
        for letter, name in zip(given, names, strict=True)
    ]


def _are_signs(game: Game, of: Type) -> bool:
    """Whether each value of a type is written as a single letter or digit, so that nothing need stand between two."""
    return not isinstance(of, IntType) and all(len(name) == 1 and name.isalnum() for name in _names(game, of))


def _names(game: Game, of: Type) -> list[str]:
    """How the values of a type are written, in order."""
    board = game.board
    match of:
        case BoolType():
            return ["false", "true"]
        case PlayerType():
            return player_names(game)
        case KindType():
            return list(letters(game))
        case EnumType(enum):
            return _by_letter(game, enum.values)
        case DirectionType():
            return list(board.directions) if board else []
        case _:
            return list(board.names) if board else []


def _called(game: Game, of: Type) -> list[str]:
    """What the values of a type are called in the rules, in order."""
    match of:
        case PlayerType():
            return list(game.players)
        case EnumType(enum):
            return list(enum.values)
        case KindType():
            return [kind.name for kind in game.kinds]
        case SiteType() | ComponentType():
            return list(game.board.sites) if game.board else []
        case _:
            return _names(game, of)


def _what(of: Type) -> str:
    match of:
        case BoolType():
            return "truth value"
        case ComponentType():
            return "site"
        case EnumType(enum):
            return enum.name
        case _:
            return str(of)
