"""Zones as places: every zone of every declaration, one number each, and what is known of them before play.

A zone's place is `Layout.first_zone` + its number. The zones of one declaration follow one another: by the value they
are of, or by the number of the component whose they are.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.program import ir
from rulewright.program.identities import Identities
from rulewright.program.values import shown
from rulewright.semantics import types as t
from rulewright.semantics.symbols import Game, KindDecl, ZoneDecl

SORTED, ARRIVAL, ORDERED = range(3)
"""How a zone lists what lies there: by kind and number, in the order of arrival, from its top."""


@dataclass(frozen=True, slots=True)
class Zones:
    """`infos`, `declared`: of each zone by number. `first`: the number of a declaration's first zone. `numbers`: for a
    zone that is of a component, that component's identity number, else -1. `everybody`: all seats, as bits. `flips`:
    whether components may lie face down; then no zone is listed by kind, which would tell what they are."""

    infos: tuple[ir.ZoneInfo, ...] = ()
    declared: tuple[ZoneDecl, ...] = ()
    numbers: tuple[int, ...] = ()
    first: dict[ZoneDecl, int] = field(default_factory=dict)
    everybody: int = 1
    flips: bool = False

    def __len__(self) -> int:
        return len(self.infos)

    @property
    def hide(self) -> bool:
        """Whether somebody does not see what lies somewhere."""
        return any(zone.visible != "all" for zone in self.first)

    @property
    def shuffled(self) -> bool:
        """Whether any order may be undecided."""
        return any(zone.shuffled for zone in self.first)

    @property
    def held(self) -> bool:
        """Whether components have zones."""
        return any(zone.holder is not None for zone in self.first)

    def numbers_of(self, zone: ZoneDecl) -> list[int]:
        """The identity numbers of the components whose the zones of a declaration are."""
        if zone.holder is None:
            return []
        return [number for number, one in zip(self.numbers, self.declared, strict=True) if one is zone]

    def listing(self, zone: ZoneDecl) -> int:
        if zone.ordered:
            return ORDERED
        return SORTED if self.seen_by_all(zone) and not self.flips else ARRIVAL

    def seen_by_all(self, zone: ZoneDecl) -> bool:
        """Whether everybody sees what lies there: also a hand of the only player."""
        infos = [info for info, one in zip(self.infos, self.declared, strict=True) if one is zone]
        return zone.visible == "all" or all(info.viewers == self.everybody for info in infos)


def make_zones(game: Game, numbers: Identities, first_number: int, *, flips: bool) -> Zones:
    """All zones of a game. `first_number`: the reference of the component with the number 0."""
    infos: list[ir.ZoneInfo] = []
    declared: list[ZoneDecl] = []
    holders: list[int] = []
    first: dict[ZoneDecl, int] = {}
    everybody = (1 << len(game.players)) - 1
    for zone in game.zones:
        first[zone] = len(infos)
        for label, seat, holder in _each(game, zone, numbers):
            own, given = (1 << one if one >= 0 else 0 for one in (seat, zone.seat))
            viewers = {"all": everybody, "none": 0, "owner": own, "seat": given}
            ref = first_number + holder if holder >= 0 else -1
            infos.append(
                ir.ZoneInfo(zone.name, label, seat, zone.ordered, viewers[zone.visible], zone.in_play, holder=ref)
            )
            declared.append(zone)
            holders.append(holder)
    return Zones(tuple(infos), tuple(declared), tuple(holders), first, everybody, flips)


def _each(game: Game, zone: ZoneDecl, numbers: Identities) -> list[tuple[str, int, int]]:
    """For each zone of a declaration: of what it is in words, the player whose it is, the number of its holder."""
    if zone.holder is not None:
        pool = numbers.pools.get(zone.holder.index, 0)
        return [("", -1, number) for number in range(pool.bit_length()) if pool >> number & 1]
    if zone.each is None:
        return [("", -1, -1)]
    words = shown(game, zone.each.over).words
    out = []
    for value in range(zone.each.base, zone.each.base + zone.each.size):
        seat = value if isinstance(zone.each.over, t.PlayerType) else -1
        out.append((words[value] if 0 <= value < len(words) else str(value), seat, -1))
    return out


def may_lie_in(kind: KindDecl, zone: ZoneDecl) -> bool:
    """Whether components of exactly this kind may be in the zone."""
    return kind.is_a(zone.kind)


def word_of(info: ir.ZoneInfo) -> str:
    """A zone's name as the rules write it: `hand of White`."""
    return f"{info.name} of {info.label}" if info.label else info.name
