"""What lies in the zones, as plain values, and how it is told in lines of text.

    deck (16); stack of 1 (12), 2 (12)
    discard (3): Owl, Tree 3 x2
    hand of South (5): Whale, Owl, ? x3

What somebody does not know is only counted. Of an ordered zone the top comes first, and what lies in an order that
nobody knows stands in braces. Zones of which nothing but the number can be told share a line; left out are those of
each player or the like if all of them are empty, and what is empty though everybody looks into it.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from rulewright.engines.protocol import Value
from rulewright.match.naming import ANYONE, contents, holder_name, kind_name, knows, zone_name, zone_of
from rulewright.match.setting import Setting
from rulewright.match.sides import field_cell, fields_of
from rulewright.match.values import between, show
from rulewright.program.values import shown
from rulewright.semantics.symbols import KindDecl

UNKNOWN = "?"
WIDTH = 100


@dataclass(frozen=True, slots=True)
class Zone:
    """One zone as somebody sees it.

    `name` is `hand of South`, `declared` the zone's name in the rules, `label` what it is of (""), `owner` the seat
    whose it is (-1: nobody's). `cards` are the names of what lies there, of an ordered zone from its top, of any other
    by kind, None for what is unknown; `kinds` are the indices of their kinds (-1). `loose` is the part of them, from
    and to, that lies in an order which nobody knows. `private`: the rules show it to its owner or to one player;
    `viewers` are the seats that see what lies there face up, as bits.
    """

    name: str
    declared: str
    label: str
    owner: int
    ordered: bool
    in_play: bool
    cards: tuple[str | None, ...]
    kinds: tuple[int, ...]
    loose: tuple[int, int] = (0, 0)
    private: bool = False
    viewers: int = 0

    @property
    def count(self) -> int:
        """How many lie there."""
        return len(self.cards)

    @property
    def open(self) -> bool:
        """Whether everybody looks into it."""
        return self.viewers > 0 and not self.private

    @property
    def seen(self) -> bool:
        """Whether something of what lies there is known."""
        return any(card is not None for card in self.cards)


def zones(setting: Setting, machine: Any, seat: int | None = ANYONE) -> tuple[Zone, ...]:
    """All zones as a seat sees them, in the order of the rules; None sees everything, ANYONE what some player knows.
    Those of a component that are empty are left out."""
    found = []
    for number, info in enumerate(setting.program.zones):
        refs = contents(setting, machine, number)
        if info.holder >= 0 and not refs:
            continue
        label = setting.say(info.label) if info.holder < 0 else holder_name(setting, machine, info.holder, seat)
        name = zone_name(setting, number, machine, seat)
        owner = info.owner if info.holder < 0 else setting.view("owner_of", machine, info.holder)
        known = [knows(setting, machine, ref, seat) for ref in refs]
        kinds = tuple(
            setting.view("kind_of", machine, ref) if one else -1 for ref, one in zip(refs, known, strict=True)
        )
        cards = tuple(
            _card(setting, machine, ref, kind, owner) if one else None
            for ref, kind, one in zip(refs, kinds, known, strict=True)
        )
        if not info.ordered:
            kinds, cards = _by_kind(kinds, cards)
        loose = max(setting.view("loose_from", machine, number), 0), max(setting.view("loose_to", machine, number), 0)
        visible = next(zone.visible for zone in setting.declared.zones if zone.name == info.name)
        viewers = info.viewers | (1 << owner if visible == "owner" and owner >= 0 else 0)
        private = visible in ("owner", "seat")
        found.append(
            Zone(name, info.name, label, owner, info.ordered, info.in_play, cards, kinds, loose, private, viewers)
        )
    return tuple(found)


def _by_kind(kinds: tuple[int, ...], cards: tuple[str | None, ...]) -> tuple[tuple[int, ...], tuple[str | None, ...]]:
    """What lies in no order, by kind, the unknown last: where among them something known lies would tell how it came
    there."""
    both = sorted(zip(kinds, cards, strict=True), key=lambda one: (one[0] < 0, one[0], one[1] or ""))
    return tuple(kind for kind, _ in both), tuple(card for _, card in both)


def _card(setting: Setting, machine: Any, ref: int, kind: int, holder: int) -> str:
    """`Owl`; with its owner where that is another than the zone's, with what its fields hold unless that is nothing,
    and whether it lies face down."""
    name = kind_name(setting, setting.declared.kinds[kind])
    owner = setting.view("owner_of", machine, ref)
    whose = f" of {setting.say(setting.declared.players[owner])}" if owner >= 0 and owner != holder else ""
    about = _fields(setting, machine, ref, setting.declared.kinds[kind])
    about += ["face down"] if setting.view("face_down", machine, ref) > 0 else []
    return f"{name}{whose}" + (f" ({', '.join(about)})" if about else "")


def looks(setting: Setting, machine: Any, ref: int) -> tuple[int, str]:
    """The zone of a component and all that could be told of it there; only what lies in zones has looks."""
    zone = zone_of(setting, machine, ref)
    kind = setting.view("kind_of", machine, ref)
    return zone, _card(setting, machine, ref, kind, -1) if zone >= 0 else f"{ref}"


def _fields(setting: Setting, machine: Any, ref: int, kind: KindDecl) -> list[str]:
    """What the fields of a component hold: see `field_texts`."""
    cells = setting.cells
    values: dict[str, Value] = {}
    for field in fields_of(kind):
        cell = cells.get(field_cell(field))
        if cell is not None and field.each is None:
            number = ref - (cells["kind"].size - cell.size)
            values[cell.name] = setting.held(cell, machine, number)
    return field_texts(setting, kind, values)


def field_texts(setting: Setting, kind: KindDecl, values: Mapping[str, Value]) -> list[str]:
    """What a component's fields hold, given by the names of their cells: `damage 2`, `tired`. Not told are 0, false,
    none, and fields of each something."""
    found = []
    for field in fields_of(kind):
        value = values.get(field_cell(field))
        name = setting.say(setting.declared.member_name(field.name, kind))
        if value is None or field.each is not None or not name:
            continue
        how = shown(setting.declared, field.type)
        nothing = 0 if how.sort in ("int", "bool", "set") else -1
        if how.sort == "bool" and value:
            found.append(name)
        elif value not in (nothing, ()):
            found.append(f"{name} {setting.say(show(setting, None, value, how))}")
    return found


# ---- as text ----


def zone_lines(found: Iterable[Zone], width: int = WIDTH) -> list[str]:
    """Zones in lines: first, in one line, those of which only the number is known."""
    numbers: dict[str, list[Zone]] = {}
    lines = []
    for zone in found:
        if zone.seen:
            lines.append(zone_line(zone, width))
        elif zone.count or not zone.open:
            numbers.setdefault(zone.declared, []).append(zone)
    counted = [_numbers(same) for same in numbers.values() if len(same) == 1 or any(zone.count for zone in same)]
    return [*_in_lines(counted, width), *lines]


def _numbers(same: Sequence[Zone]) -> list[str]:
    """`stack of 1 (12)`, `2 (12)`"""
    first, *rest = same
    return [f"{first.name} ({first.count})", *(f"{zone.label} ({zone.count})" for zone in rest)]


def _in_lines(groups: Sequence[Sequence[str]], width: int) -> list[str]:
    """Groups of texts in lines that end behind a comma or a semicolon, never within a text."""
    lines: list[str] = []
    for at, group in enumerate(groups):
        for number, text in enumerate(group, 1):
            sign = "," if number < len(group) else ";" if at < len(groups) - 1 else ""
            if lines and len(lines[-1]) + len(text) + len(sign) < width:
                lines[-1] += f" {text}{sign}"
            else:
                lines.append(text + sign)
    return lines


def zone_line(zone: Zone, width: int = WIDTH) -> str:
    """`hand of South (5): Owl, Tree 3 x2, ? x2`; what has no room is only counted."""
    head = f"{zone.name} ({zone.count}{', top first' if zone.ordered and zone.count > 1 else ''}): "
    return head + cut(told(zone), width - len(head))


def told(zone: Zone) -> list[tuple[str, int]]:
    """What lies in a zone: texts, each with the number of components it tells; in no order by kind, unknown last."""
    names = [UNKNOWN if card is None else card for card in zone.cards]
    if not zone.ordered:
        by_kind = sorted(zip(zone.kinds, names, strict=True), key=lambda one: (one[0] < 0, *one))
        return [_times(name, number) for name, number in Counter(name for _, name in by_kind).items()]
    start, end = zone.loose
    inside = Counter(names[start:end])
    mixed = between(inside).join(text for text, _ in (_times(name, number) for name, number in inside.items()))
    braces = [(f"{{{mixed}}}" if len(inside) > 1 else mixed, end - start)] if inside else []
    return [*_runs(names[:start]), *braces, *_runs(names[end:])]


def _runs(names: Sequence[str]) -> list[tuple[str, int]]:
    return [_times(name, len(list(same))) for name, same in groupby(names)]


def _times(name: str, number: int) -> tuple[str, int]:
    return (name if number == 1 else f"{name} x{number}"), number


def cut(parts: Sequence[tuple[str, int]], room: int) -> str:
    """The texts in a row as far as there is room, at least the first; then how many more there are."""
    texts = [part for part, _ in parts]
    comma = between(text for text in texts if not text.startswith("{"))
    if len(comma.join(texts)) <= room or len(parts) < 2:
        return comma.join(texts)
    shown = 1
    while True:
        rest = sum(number for _, number in parts[shown:])
        text = comma.join([*texts[:shown], f"and {rest} more"])
        longer = comma.join([*texts[: shown + 1], f"and {rest - parts[shown][1]} more"])
        if len(longer) > room or shown == len(parts) - 1:
            return text
        shown += 1


def zone_sentences(found: Iterable[Zone]) -> list[str]:
    """The zones in words, for those who do not see the screen."""
    out = []
    for zone in found:
        if not zone.seen:
            out += [f"In {zone.name}: {zone.count}, not seen."] if zone.count else []
            continue
        order = ", from the top" if zone.ordered and zone.count > 1 else ""
        what = cut(told(zone), sys.maxsize).replace(UNKNOWN, "unknown")
        out.append(f"In {zone.name}{order}: {what}.")
    return out
