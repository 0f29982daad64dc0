"""What kinds, zones and components are called.

A kind has a name for people: the text in its table (`Fire Bolt`), or else its name in the rules. A zone is named with
what it is of: `hand of South`. A component on the board is named by its site, in a zone by its kind. Whoever does not
know a component sees only where it lies: `deck 3` is the third from the top, `hand of North 2` the second that lies
there. Of what lies in no order, or in one that is not decided, those who look on while it is chosen see only the zone.

Where several have one name, a more exact one tells them apart: `a1.hive.2` on the board; `Owl in discard` in zones; in
one zone `Owl 2`, the second Owl of it; and then `Owl 2 in hand of South`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulewright.match.setting import Setting
from rulewright.semantics.symbols import KindDecl

PLAIN, ZONED, NUMBERED, EXACT = range(4)
"""How exactly a component is named."""

ANYONE = -2
"""In place of a seat: what at least one of the players knows."""


@dataclass(frozen=True, slots=True)
class Reader:
    """A seat that looks on while somebody decides, and has learned meanwhile which components some are. `decides`: it
    is the seat that decides; only that one sees places in unordered zones. `blind`: what lies in unordered zones into
    which the seat does not look: it cannot tell which of them is picked, even if it knows some. `apart`: all decide
    together, or in several steps, so that what the state holds need not be what the seat sees."""

    seat: int
    also: frozenset[int]
    decides: bool = False
    blind: frozenset[int] = frozenset()
    apart: bool = False


Knower = int | Reader | None
"""Who reads: a seat, or None (also -1) for somebody who knows everything."""


def kind_name(setting: Setting, kind: KindDecl) -> str:
    """The name of a kind for people, in the language that is spoken."""
    return setting.say(kind.name)


def kind_names(setting: Setting, kind: KindDecl) -> list[str]:
    """Everything that a kind may be called: its name, in the rules and for people, and that of each kind above it."""
    names: dict[str, None] = {}
    for one in kind.ancestors():
        names |= dict.fromkeys((one.name, kind_name(setting, one)))
    return list(names)


def zone_name(setting: Setting, zone: int, machine: Any = None, seat: Knower = None) -> str:
    """`deck`, `hand of South`; that of a component as the seat sees it in a state, `load of Army of South`."""
    info = setting.program.zones[zone]
    label = setting.say(info.label)
    if info.holder >= 0 and machine is not None:
        label = holder_name(setting, machine, info.holder, seat)
    name = setting.say(info.name)
    return f"{name} of {label}" if label else name


def holder_name(setting: Setting, machine: Any, ref: int, seat: Knower = None) -> str:
    """The name of a component whose zone something is: its site, or its kind with its owner, if there may be several of
    that kind."""
    name = component_name(setting, machine, ref, seat=seat, nested=True)
    at_site = setting.declared.board and setting.view("site_of", machine, ref) >= 0
    if at_site or zone_of(setting, machine, ref) < 0 or not knows(setting, machine, ref, seat):
        return name
    kind = setting.declared.kinds[setting.view("kind_of", machine, ref)]
    owner = setting.view("owner_of", machine, ref)
    only = kind.copies == 1 and not kind.copies_each_player
    return name if owner < 0 or only else f"{name} of {setting.say(setting.declared.players[owner])}"


def zone_of(setting: Setting, machine: Any, ref: int) -> int:
    """The zone in which a component lies, -1 for none."""
    return setting.view("zone_of", machine, ref) if ref >= 0 else -1


def contents(setting: Setting, machine: Any, zone: int) -> tuple[int, ...]:
    """What lies in a zone, of an ordered one from the top."""
    refs = setting.engine.evaluate(setting.program.views["contents"], machine, (zone,))
    assert isinstance(refs, tuple)
    return refs


def knows(setting: Setting, machine: Any, ref: int, seat: Knower) -> bool:
    """Whether a seat knows which component it is; nobody in particular (None, -1) knows everything."""
    if isinstance(seat, Reader):
        return ref in seat.also or (ref not in seat.blind and knows(setting, machine, ref, seat.seat))
    if seat is None or seat == -1:
        return True
    seats = setting.view("known", machine, ref)
    return bool(seats) if seat == ANYONE else bool(seats >> seat & 1)


def component_name(
    setting: Setting, machine: Any, ref: int, exact: int = PLAIN, seat: Knower = None, *, nested: bool = False
) -> str:
    """The name of a component for a seat (None: for somebody who knows everything); "" for one out of the game.
    `nested`: it is told as that in whose zone something is, and not of whom its own zone is."""
    declared = setting.declared
    site = setting.view("site_of", machine, ref)
    if site >= 0 and declared.board:
        return (_on_site(setting, machine, ref, site) if exact else "") or declared.board.names[site]
    zone = zone_of(setting, machine, ref)
    if zone >= 0 and not knows(setting, machine, ref, seat):
        name = zone_name(setting, zone, None if nested else machine, seat)
        at = contents(setting, machine, zone).index(ref)
        if isinstance(seat, Reader) and not seat.decides and _undecided(setting, machine, zone, at):
            return name
        return f"{name} {at + 1}"
    kind = setting.view("kind_of", machine, ref)
    name = kind_name(setting, declared.kinds[kind]) if kind >= 0 else ""
    if not exact or zone < 0:
        return name
    same = [
        other
        for other in contents(setting, machine, zone)
        if knows(setting, machine, other, seat) and setting.view("kind_of", machine, other) == kind
    ]
    number = f" {same.index(ref) + 1}" if len(same) > 1 and exact != ZONED else ""
    return name + number + (f" in {zone_name(setting, zone, machine, seat)}" if exact != NUMBERED else "")


def _undecided(setting: Setting, machine: Any, zone: int, at: int) -> bool:
    """Whether the place of something in a zone tells nothing that may be told: there is no order, or nobody knows
    it."""
    ordered = setting.program.zones[zone].ordered
    loose = setting.view("loose_from", machine, zone), setting.view("loose_to", machine, zone)
    return not ordered or loose[0] <= at < loose[1]


def _on_site(setting: Setting, machine: Any, ref: int, site: int) -> str:
    """`a1.ground`, `a1.hive.2`: what stands in a layer of a site."""
    declared = setting.declared
    assert declared.board is not None
    layer = declared.layer_of(declared.kinds[setting.view("kind_of", machine, ref)])
    if len(declared.layers) <= 1 and layer.mode == "one":
        return declared.board.names[site]
    here = setting.stand_on(machine, site, layer.index)
    number = f".{here.index(ref) + 1}" if len(here) > 1 else ""
    return f"{declared.board.names[site]}.{layer.name}{number}"
