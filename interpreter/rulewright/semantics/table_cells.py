"""What a cell of a table of kinds may hold, and which value it stands for.

A cell is a number, yes or no, or the name of something; a set or list has several in one cell, with blanks or commas
between them. Small and capital letters are alike, and words with blanks between them are one name (`Fire Bolt` is the
kind FireBolt, or the word fire_bolt of an enum). Which type a column has is guessed from its cells where the rules do
not say it: the type of at least half of them, so that a slip in one cell is told as such.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rulewright.semantics.early import INT_MAX, INT_MIN
from rulewright.semantics.symbols import Const, EnumDecl, Game, KindDecl
from rulewright.semantics.types import (
    BOOL,
    INT,
    INT_SET_BIAS,
    INT_SET_WIDTH,
    KIND,
    BoolType,
    DirectionType,
    EnumType,
    IntType,
    KindType,
    ListType,
    PlayerType,
    SetType,
    SiteType,
    Type,
    bit_of,
)
from rulewright.semantics.wording import a
from rulewright.source import did_you_mean

YES, NO = ("yes", "true"), ("no", "false")
_NUMBER = re.compile(r"([+-]?[0-9]{1,18})(\.0*)?")
_SIGNS = re.compile(r"[,;|/+&\n]")
_PUNCTUATION = re.compile(r"['’]")


class CellError(Exception):
    """A cell that cannot be what it should: what is wrong, and what to do."""

    def __init__(self, title: str, hint: str) -> None:
        super().__init__(title)
        self.title, self.hint = title, hint


# ---- names ----


def kind_name(text: str) -> str:
    """The name of a kind that people call `text`: FireBolt for `Fire Bolt`. It may be no name, such as `2Fast`."""
    text = unicodedata.normalize("NFC", text)
    if text.isidentifier():
        return text
    words = re.findall(r"\w+", _PUNCTUATION.sub("", text))
    return "".join(word[:1].upper() + word[1:] for word in words) if len(words) > 1 else "".join(words)


def column_name(text: str) -> str:
    """The name of a constant whose column is called `text`: mana_cost for `Mana Cost`."""
    return "_".join(re.findall(r"\w+", _PUNCTUATION.sub("", unicodedata.normalize("NFC", text)))).lower()


# ---- numbers, yes and no ----


def number(text: str) -> int | None:
    """The whole number that a cell holds, also as `3.0`."""
    found = _NUMBER.fullmatch(text.replace("−", "-"))
    return int(found[1]) if found else None


def truth(text: str) -> bool | None:
    word = text.casefold()
    return True if word in YES else False if word in NO else None


# ---- guessing ----


@dataclass(frozen=True, slots=True)
class Words:
    """The words that may stand in cells: those of each enum, and the kinds."""

    enums: Mapping[str, tuple[EnumDecl | None, frozenset[str]]]
    kinds: frozenset[str]


def words_of(game: Game) -> Words:
    """The words of a game whose kinds are known."""
    enums = {name: (enum, frozenset(map(plain, enum.values))) for name, enum in game.enums.items()}
    return Words(enums, frozenset(plain(kind.name) for kind in game.kinds))


def plain(name: str) -> str:
    """A name without regard to how it is written."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFC", name)).casefold()


def parts(text: str, known: Container[str]) -> list[str]:
    """The parts of a cell that may hold several things, of which `known` are the plain names. Signs between them part
    them for certain; blanks do if what stands between them is known."""
    if _SIGNS.search(text):
        return [part.strip() for part in _SIGNS.split(text) if part.strip()]
    words = text.split()
    return words if all(plain(word) in known for word in words) or plain(text) not in known else [text]


def guess(cells: Sequence[str], words: Words) -> tuple[Type | None, list[str]]:
    """The type that at least half of the cells are of; None if it is text. The second is the names of the enums
    between which the cells do not decide."""
    half = (len(cells) + 1) // 2
    if not cells:
        return None, []
    if sum(number(cell) is not None for cell in cells) >= half:
        return INT, []
    if sum(truth(cell) is not None for cell in cells) >= half:
        return BOOL, []
    found = {name: _matches(cells, known) for name, (_, known) in words.enums.items()}
    most = max((count for count, _ in found.values()), default=0)
    if most >= half:
        best = [name for name, (count, _) in found.items() if count == most]
        enum = words.enums[best[0]][0]
        of: Type = EnumType(enum) if enum is not None else KIND
        return (SetType(of) if found[best[0]][1] else of), best if len(best) > 1 else []
    count, several = _matches(cells, words.kinds)
    if count >= half:
        return (SetType(KIND) if several else KIND), []
    return None, []


def _matches(cells: Iterable[str], known: frozenset[str]) -> tuple[int, bool]:
    """How many cells hold known words only, and whether any holds several."""
    count, several = 0, False
    for cell in cells:
        found = parts(cell, known)
        if found and all(plain(part) in known for part in found):
            count += 1
            several = several or len(found) > 1
    return count, several


# ---- values ----


@dataclass(frozen=True, slots=True)
class Known:
    """What the words of a column may be: all names with their values, and the names by how they are written plainly (""
    if several are alike). `what` is one of them, in words."""

    names: Mapping[str, int]
    plainly: Mapping[str, str]
    what: str


def known_names(type_: Type, game: Game, below: KindDecl | None = None) -> Known:
    """The names of the values of a type, or of those in its sets and lists; `below`: of which kind a kind has to be."""
    while isinstance(type_, SetType | ListType):
        type_ = type_.of
    names = _names(type_, game, below)
    plainly: dict[str, str] = {}
    for name in names:
        plainly[plain(name)] = "" if plain(name) in plainly else name
    return Known(names, plainly, a(type_) if below is None else f"a kind of {below.name}")


def _names(type_: Type, game: Game, below: KindDecl | None) -> dict[str, int]:
    match type_:
        case EnumType(enum=enum):
            return {word: index for index, word in enumerate(enum.values)}
        case KindType():
            return {kind.name: kind.index for kind in game.kinds if kind.is_a(below)}
        case PlayerType():
            return {name: seat for seat, name in enumerate(game.players)}
        case SiteType():
            return {name: index for index, name in enumerate(game.board.sites)} if game.board else {}
        case DirectionType():
            return {name: index for index, name in enumerate(game.board.directions)} if game.board else {}
        case _:
            return {}


def value(text: str, type_: Type, known: Known) -> Const:
    """What a cell that is not empty stands for. Raises CellError."""
    match type_:
        case SetType(of=of):
            out = 0
            for item in _items(text, of, known):
                out |= 1 << _bit(of, item)
            return out
        case ListType(of=of):
            return tuple(_items(text, of, known))
        case _:
            return _single(text, type_, known)


def side_values(text: str, type_: Type, known: Known, sides: int) -> tuple[int, ...]:
    """What a cell holds for each of the sides: values with blanks between them, sets with `;`. Raises CellError."""
    if isinstance(type_, SetType):
        found = tuple(value(part, type_, known) for part in text.split(";"))
    else:
        found = tuple(_single(part, type_, known) for part in parts(text, known.plainly))
    if len(found) != sides:
        between = "`;`" if isinstance(type_, SetType) else "blanks"
        one = f"{len(found)} value{'' if len(found) == 1 else 's'}"
        raise CellError(f"this is {one}, and there are {sides} sides", f"write {sides} values with {between} between")
    return tuple(one for one in found if isinstance(one, int))


def _items(text: str, of: Type, known: Known) -> list[int]:
    found = [_single(part, of, known) for part in parts(text, known.plainly)]
    return [item for item in found if item >= 0 or isinstance(of, IntType)]


def _bit(of: Type, item: int) -> int:
    bit = bit_of(of, item)
    if isinstance(of, IntType) and not 0 <= bit < INT_SET_WIDTH:
        raise CellError(
            f"{item} cannot be in a set of numbers",
            f"such a set holds numbers from {-INT_SET_BIAS} to {INT_SET_WIDTH - INT_SET_BIAS - 1}",
        )
    return bit


def _single(text: str, type_: Type, known: Known) -> int:
    match type_:
        case IntType():
            return _whole(text)
        case BoolType():
            found = {"1": True, "0": False}.get(text, truth(text))
            if found is None:
                raise CellError(f"{text} is neither yes nor no", "write yes or no")
            return int(found)
        case _:
            return _named(text, type_, known)


def _whole(text: str) -> int:
    found = number(text)
    if found is None:
        hint = "write a whole number"
        if re.fullmatch(r"[+-]?[0-9]+[.,][0-9]+", text):
            hint = "numbers are whole, without a point or comma"
        elif re.fullmatch(r"[+-]?[0-9]{1,3}([ '.,\u00a0\u202f][0-9]{3})+", text):
            hint = f"write it without gaps: {re.sub('[^0-9+-]', '', text)}"
        raise CellError(f"{text} is no whole number", hint)
    if not INT_MIN <= found <= INT_MAX:
        raise CellError(f"{text} does not fit into 32 bits", "write a smaller number")
    return found


def _named(text: str, type_: Type, known: Known) -> int:
    wanted = kind_name(text) if isinstance(type_, KindType) else text
    if wanted not in known.names:
        wanted = known.plainly.get(plain(text)) or wanted
    if wanted in known.names:
        return known.names[wanted]
    if text == "none" and not isinstance(type_, EnumType):
        return -1
    near = did_you_mean(wanted, known.names)
    some = ", ".join(list(known.names)[:8])
    hint = f"did you mean {near}?" if near else f"write one of: {some}" if some else "leave the cell empty"
    raise CellError(f"{text} is not {known.what}", hint)
