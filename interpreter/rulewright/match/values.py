"""Values as people read and write them.

There are two forms. In a notation written by the rules (`say`) a kind is its label and `none` is nothing at all; in
the default notation, where each pick must be told, a kind is its name and `none` is `none`. A component is named as
`naming.py` says: by its site, in a zone by its kind; a step of a ray by its site. Of several that have one name the
name is told once with their number: `Owl, Tree 3 x2`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from rulewright.engines.protocol import Value
from rulewright.match.naming import (
    EXACT,
    NUMBERED,
    PLAIN,
    ZONED,
    Knower,
    component_name,
    kind_name,
    kind_names,
    knows,
    zone_name,
)
from rulewright.match.setting import Setting
from rulewright.program.ir import Shown
from rulewright.semantics.types import INT_SET_BIAS

NONE = "none"


def show(
    setting: Setting,
    machine: Any,
    value: Value,
    shown: Shown,
    *,
    say: bool = False,
    exact: int = PLAIN,
    seat: Knower = None,
) -> str:
    """The text of a value on the state `machine`. `say`: the form for notations that the rules write; `exact`: how
    exactly components are named; `seat`: who reads it, None for somebody who knows everything."""
    items = items_of(value, shown)
    if items is not None:
        of = shown.of or shown
        apart = in_zones(setting, machine, value, shown)
        if apart and not isinstance(value, tuple):
            items = by_kind(setting, machine, items, seat)
        texts = [show(setting, machine, item, of, say=say, exact=exact, seat=seat) for item in items]
        return counted(texts) if apart else (between(texts) if any("," in text for text in texts) else ",").join(texts)
    assert isinstance(value, int)
    if shown.sort == "int":
        return str(value)
    if shown.sort == "bool":
        return "true" if value else "false"
    return _named(setting, machine, value, shown, say, exact, seat) or ("" if say else NONE)


def in_zones(setting: Setting, machine: Any, value: Value, shown: Shown) -> bool:
    """Whether it is a list or set of components that are not all on the board."""
    items = items_of(value, shown) or ()
    of = shown.of or shown
    return of.sort == "component" and any(setting.view("site_of", machine, item) < 0 for item in items)


def items_of(value: Value, shown: Shown) -> list[int] | None:
    """The members of a list or set; None for any other value."""
    if isinstance(value, tuple):
        return list(value)
    if shown.sort != "set":
        return None
    bias = INT_SET_BIAS if shown.of and shown.of.sort == "int" else 0
    return [item - bias for item in members(value)]


def by_kind(setting: Setting, machine: Any, refs: Sequence[int], seat: Knower) -> list[int]:
    """Components in the order of their kinds; those that the seat does not know last, as they are."""

    def key(ref: int) -> tuple[bool, int]:
        known = knows(setting, machine, ref, seat)
        return not known, setting.view("kind_of", machine, ref) if known else 0

    return sorted(refs, key=key)


def members(bits: int) -> list[int]:
    """The members of a set, ascending."""
    out = []
    while bits > 0:
        least = bits & -bits
        out.append(least.bit_length() - 1)
        bits ^= least
    return out


def between(texts: Iterable[str]) -> str:
    """What stands between texts in a list: a semicolon if one of them has a comma, as `Avacyn, Angel of Hope`."""
    return "; " if any(", " in text for text in texts) else ", "


def counted(texts: Sequence[str]) -> str:
    """`Owl, Tree 3 x2`: the texts in order, each once."""
    return between(texts).join(text if number == 1 else f"{text} x{number}" for text, number in Counter(texts).items())


_COUNTED = re.compile(r"(.*\S)\s+[x×]\s?(\d{1,3})")


def one_by_one(text: str, sign: str = "") -> list[str]:
    """The texts of which `counted` made one; `sign` stands between them, by default a semicolon if there is one, else a
    comma."""
    out: list[str] = []
    for part in filter(None, (part.strip() for part in text.split(sign or (";" if ";" in text else ",")))):
        found = _COUNTED.fullmatch(part)
        out += [found[1]] * int(found[2]) if found else [part]
    return out


def _named(setting: Setting, machine: Any, value: int, shown: Shown, say: bool, exact: int, seat: Knower) -> str:
    """The name of a value of a sort that has names; "" for none."""
    declared = setting.declared
    if value < 0:
        return ""
    match shown.sort:
        case "player":
            return declared.players[value]
        case "site":
            return declared.board.names[value] if declared.board else str(value)
        case "direction":
            return declared.board.directions[value] if declared.board else str(value)
        case "enum" | "text":
            return shown.words[value]
        case "kind":
            kind = declared.kinds[value]
            # a letter that nobody gave to a card is never seen in pictures
            lettered = kind.label and (kind.labelled or kind.word != "card")
            return kind.label if say and lettered else kind_name(setting, kind)
        case "component":
            return component_name(setting, machine, value, exact, seat)
        case "zone":
            return zone_name(setting, value, machine, seat)
        case "step":
            site = setting.step_site(value)
            return declared.board.names[site] if site >= 0 and declared.board else str(value)
        case _:
            return str(value)


def names_of(setting: Setting, machine: Any, value: Value, shown: Shown, seat: Knower = None) -> list[str]:
    """Everything that a value may be called in a move that names its picks, in small letters."""
    names = [show(setting, machine, value, shown, seat=seat), show(setting, machine, value, shown, say=True, seat=seat)]
    if shown.sort == "component" and isinstance(value, int) and value >= 0:
        names += [show(setting, machine, value, shown, exact=exact, seat=seat) for exact in (ZONED, NUMBERED, EXACT)]
        kind = setting.view("kind_of", machine, value)
        if kind >= 0 and knows(setting, machine, value, seat):
            names += kind_names(setting, setting.declared.kinds[kind])
    if shown.sort == "kind" and isinstance(value, int) and value >= 0:
        names.append(setting.declared.kinds[value].name)
    if shown.sort == "bool":
        names.append("yes" if value else "no")
    board = setting.declared.board
    if board is not None and names[0] in board.called_index:
        names.append(board.sites[board.called_index[names[0]]])
    elif board is not None and board.surroundings is not None and shown.sort in ("site", "component"):
        site = board.index.get(names[0], -1)
        names += [name for name, known in board.surroundings.aliases.items() if known == site]
    closed = [name.replace(", ", ",") for name in names]
    return [name.casefold() for name in dict.fromkeys((*names, *closed))]


def means(setting: Setting, machine: Any, value: Value, shown: Shown, text: str, seat: Knower = None) -> bool:
    """Whether a text (in small letters) may be what a value is called: of several its members in any order."""
    items = items_of(value, shown)
    if items is None:
        return text in names_of(setting, machine, value, shown, seat)
    names = [names_of(setting, machine, item, shown.of or shown, seat) for item in items]
    return any(_named_by(one_by_one(text, sign), names) for sign in (",", ";"))


def _named_by(wanted: list[str], names: Sequence[Sequence[str]]) -> bool:
    """Whether each of the items that have these names is called by one of the texts."""
    if names and len(wanted) == 2 * len(names):  # as `0,1, 2,-1` where sites are called by columns and rows
        wanted = [f"{column},{row}" for column, row in zip(wanted[::2], wanted[1::2], strict=True)]
    if len(wanted) != len(names):
        return False
    return _matched([[at for at, own in enumerate(names) if one in own] for one in wanted])


def _matched(options: Sequence[Sequence[int]]) -> bool:
    """Whether each may have one of its options that no other has (augmenting paths)."""
    holder: dict[int, int] = {}

    def place(one: int, tried: set[int]) -> bool:
        for at in options[one]:
            if at not in tried:
                tried.add(at)
                if at not in holder or place(holder[at], tried):
                    holder[at] = one
                    return True
        return False

    return all(place(one, set()) for one in range(len(options)))
