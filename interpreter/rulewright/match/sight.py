"""What one seat sees: of a state, of what is told, and of the acts of others.

Everything is given as nested tuples of ints that are equal wherever the seat sees the same, in every process: a
component is told by its class (kind, owner, fields) if the seat knows it, and by where it lies, never by its reference.
States are read from their block, whose layout the program tells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rulewright.engines.protocol import Act, Stopped, Value
from rulewright.match.setting import Setting
from rulewright.match.values import members
from rulewright.program import ir, tellings
from rulewright.program.ir import Alternative, Shown
from rulewright.program.typeof import family

Token = tuple[Any, ...]
"""Something observed: nested tuples of ints."""

Class = tuple[Any, ...]
"""What a component is: kind, owner, whether it lies face down, fields."""

UNKNOWN: Class = (-1,)

_OPEN = ("active", "out", "turn_number", "round_number")


class Sight:
    """How a seat sees states of one game."""

    def __init__(self, setting: Setting, seat: int) -> None:
        self.setting = setting
        self.seat = seat
        self.engine = setting.engine
        program = setting.program
        cells = {cell.name: cell for cell in program.cells}  # of two with one name the later, which the rules declare
        declared = setting.declared
        names = [var.name for var in declared.vars] + [field.name for field in declared.site_fields]
        internal = [cell for cell in program.cells if cell.name in _OPEN]
        public = [*internal, *(cells[name] for name in dict.fromkeys(names) if name in cells)]
        self._plain = _stretches(cell for cell in public if not cell.type.follows)
        self._held = [cell for cell in public if cell.type.follows]
        self._kind, self._owner = cells.get("kind"), cells.get("owner")
        self._place, self._known, self._down = cells.get("place"), cells.get("known"), cells.get("down")
        self._contents = cells.get("contents")
        self._loose = (cells["loose_from"], cells["loose_to"]) if "loose_from" in cells else None
        refs = self._kind.size if self._kind else 0
        self.numbers = self._place.size if self._place else 0
        self.first_number = refs - self.numbers
        self._first_place = self._place.offset - self.first_number if self._place else 0
        self.first_zone = program.first_zone
        self.zones = program.zones
        self._places = self._plain_places()
        kinds = {f"{kind.name}.{name}" for kind in declared.kinds for name in kind.fields}
        self._fields = [
            cell
            for cell in program.cells
            if cell.name in kinds and not cell.type.follows and self.numbers and cell.size
        ]
        bit = 1 << seat
        self.looks_into = [bool(zone.viewers & bit) for zone in self.zones]
        self.mixing = {
            self.first_zone + number
            for number, zone in enumerate(self.zones)
            if not zone.ordered and not self.looks_into[number]
        }
        """The places of unordered zones into which the seat does not look, or only while it owns whose zone it is."""
        by_owner = {zone.name for zone in declared.zones if zone.visible == "owner"}
        self._holders = {
            self.first_zone + number: zone.holder
            for number, zone in enumerate(self.zones)
            if zone.holder >= 0 and zone.name in by_owner
        }
        self._picked: dict[int, tuple[tuple[int, str], ...]] = {}

    def _plain_places(self) -> int:
        """How many places plain components may stand on."""
        if self._kind is None:
            return 0
        on = next((cell for cell in self.setting.program.cells if cell.name == "on"), None)
        places = on.size if on is not None else self.first_zone or self.first_number
        return min(places, self.first_number)

    # ---- components ----

    def number(self, ref: int) -> int:
        """The number of a component with identity; below 0 for a plain one."""
        return ref - self.first_number

    def knows(self, cells: Sequence[Value], ref: int) -> bool:
        """Whether the seat knows which component it is."""
        number = ref - self.first_number
        if self._known is None or number < 0:
            return True
        return bool(cells[self._known.offset + number] >> self.seat & 1)  # type: ignore[operator]

    def knowers(self, cells: Sequence[Value], ref: int) -> int:
        """The seats that know which component it is, as bits."""
        number = ref - self.first_number
        return _int(cells[self._known.offset + number]) if self._known is not None and number >= 0 else -1

    def class_of(self, cells: Sequence[Value], ref: int) -> Class:
        """What a component is."""
        assert self._kind is not None and self._owner is not None
        kind, owner = cells[self._kind.offset + ref], cells[self._owner.offset + ref]
        number = ref - self.first_number
        if number < 0 or not (self._fields or self._down):
            return (kind, owner)
        down = _int(cells[self._down.offset]) >> number & 1 if self._down else 0
        return (kind, owner, down, *self.fields_of(cells, number))

    def fields_of(self, cells: Sequence[Value], number: int) -> tuple[Value, ...]:
        """The fields of the component with that number."""
        out: list[Value] = []
        for cell in self._fields:
            each = cell.size // self.numbers
            start = cell.offset + number * each
            out += cells[start : start + each]
        return tuple(out)

    def place_of(self, cells: Sequence[Value], ref: int) -> int:
        """The place where a component is, -1 for none."""
        at = self._first_place + ref
        return cells[at] if ref >= self.first_number and self._place is not None else ref  # type: ignore[return-value]

    def blind(self, cells: Sequence[Value], ref: int) -> bool:
        """Whether a component lies in an unordered zone into which the seat does not look: who sees another take it
        does not see which of those that lie there it is."""
        place = self.place_of(cells, ref) if ref >= 0 else -1
        if place not in self.mixing:
            return False
        holder = self._holders.get(place, -1)
        return holder < 0 or self._owner is None or cells[self._owner.offset + holder] != self.seat

    def unseen(self, machine: Any) -> frozenset[int]:
        """All components of which that holds."""
        cells = self.engine.cells(machine)
        there = [ref for place in self.mixing for ref in self.contents(cells, place - self.first_zone)]
        return frozenset(ref for ref in there if self.blind(cells, ref))

    def contents(self, cells: Sequence[Value], zone: int) -> tuple[int, ...]:
        """What lies in a zone, by number."""
        assert self._contents is not None
        found = cells[self._contents.offset + zone]
        assert isinstance(found, tuple)
        return found

    def loose(self, cells: Sequence[Value], zone: int) -> tuple[int, int]:
        """The stretch of a zone whose order is undecided."""
        if self._loose is None:
            return 0, 0
        low, high = self._loose
        return _int(cells[low.offset + zone]), _int(cells[high.offset + zone])

    def position(self, cells: Sequence[Value], ref: int, place: int) -> int:
        """The position of a component in an ordered zone, -1 elsewhere and where the order is undecided."""
        zone = place - self.first_zone
        if zone < 0 or not self.zones or not self.zones[zone].ordered:
            return -1
        at = self.contents(cells, zone).index(ref)
        low, high = self.loose(cells, zone)
        return -1 if low <= at < high else at

    def component(self, cells: Sequence[Value], ref: int) -> Token:
        """A component as it is named: where it lies, what it is if that is known."""
        if ref < 0:
            return ()
        place = self.place_of(cells, ref)
        what = self.class_of(cells, ref) if self.knows(cells, ref) else UNKNOWN
        return (place, self.position(cells, ref, place), *what)

    # ---- a state ----

    def look(self, machine: Any) -> Token:
        """All that the seat sees of a state."""
        cells = self.engine.cells(machine)
        out: list[Any] = []
        for stretch in self._plain:
            out += cells[stretch]
        for cell in self._held:
            values = cells[cell.offset : cell.offset + cell.size]
            out.append(tuple([self._reference(cells, value, cell.type) for value in values]))
        if self._kind is not None and self._owner is not None:
            if self._places:
                out.append(tuple(cells[self._kind.offset : self._kind.offset + self._places]))
                out.append(tuple(cells[self._owner.offset : self._owner.offset + self._places]))
            if self._place is not None:
                out.append(self._on_board(cells, self._place))
        for number, zone in enumerate(self.zones):
            out.append(self._in_zone(cells, number, zone))
        return tuple(out)

    def _reference(self, cells: Sequence[Value], value: Value, kind: ir.IrType) -> Token:
        match family(kind):
            case "int":
                return self.component(cells, _int(value))
            case "set":
                return tuple(sorted(self.component(cells, ref) for ref in members(_int(value))))
            case _:
                assert isinstance(value, tuple)
                return tuple([self.component(cells, ref) for ref in value])

    def _on_board(self, cells: Sequence[Value], place: ir.Cell) -> Token:
        """The components with identity on the board, by place."""
        end = self.first_zone if self.zones else 1 << 30
        where = cells[place.offset : place.offset + self.numbers]
        found = []
        for number, at in enumerate(where):
            if 0 <= at < end:  # type: ignore[operator]
                ref = self.first_number + number
                what = self.class_of(cells, ref) if self.knows(cells, ref) else UNKNOWN
                found.append((at, *what))
        found.sort()
        return tuple(found)

    def _in_zone(self, cells: Sequence[Value], number: int, zone: ir.ZoneInfo) -> Token:
        refs = self.contents(cells, number)
        if not refs:
            return ()
        known = self._known
        bit = 1 << self.seat
        first = self.first_number
        if known is None:
            classes = [self.class_of(cells, ref) for ref in refs]
        else:
            base = known.offset - first
            classes = [self.class_of(cells, ref) if cells[base + ref] & bit else UNKNOWN for ref in refs]  # type: ignore[operator]
        if not zone.ordered:
            classes.sort()
            return tuple(classes)
        low, high = self.loose(cells, number)
        if low < high:
            return (low, high, *classes[:low], *sorted(classes[low:high]), *classes[high:])
        return tuple(classes)

    # ---- what is told ----

    def told(self, entry: tuple[int, ...]) -> Token:
        """What the seat sees of something that is told (see `program/tellings.py`)."""
        bit = 1 << self.seat
        match entry:
            case (tellings.MOVED, _, kind, owner, here, was, to, at, before, now, *fields):
                seen = now & bit or (before & bit and here not in self.mixing)
                what = (kind, owner, *fields) if seen else UNKNOWN
                return (tellings.MOVED, here, was, to, at, *what)
            case (tellings.SHOWN, _, kind, owner, place, position, now, *fields):
                return (tellings.SHOWN, place, position, *((kind, owner, *fields) if now & bit else UNKNOWN))
            case (tellings.FLIPPED, _, kind, owner, place, position, down, before, now, *fields):
                seen = now & bit or (before & bit and place not in self.mixing)
                return (tellings.FLIPPED, place, position, down, *((kind, owner, *fields) if seen else UNKNOWN))
            case _:
                return entry

    # ---- acts ----

    def act(self, machine: Any, stop: Stopped, act: Act) -> Token:
        """A move as the seat sees it: for each step the alternative and the picks."""
        if not act.path:
            return self._step(machine, stop, act)
        inner = self.engine.along(machine, act.path)
        return tuple([self._step(where, at, step) for (where, at), step in zip(inner, act.path, strict=True)])

    def blind_picks(self, machine: Any, stop: Stopped, act: Act) -> list[tuple[int, int]]:
        """The components that an act picks in unordered zones into which the seat does not look: the place, and the
        position in the order of arrival."""
        if not self.mixing or act.path or act.alternative < 0 or stop.decision is None:
            return []
        cells = self.engine.cells(machine)
        found = []
        for ref in members(self.picked(stop.decision.alternatives[act.alternative], act)):
            place = self.place_of(cells, ref)
            if place in self.mixing:
                found.append((place, self.contents(cells, place - self.first_zone).index(ref)))
        return found

    def picked(self, alternative: Alternative, act: Act, only: int = -1) -> int:
        """The components among the picks of an act of one step, or in the pick of that number alone, as a set of
        references."""
        ways = self._picked.get(id(alternative))
        if ways is None:
            ways = self._picked[id(alternative)] = tuple(_component_picks(alternative))
        found = 0
        for at, sort in ways:
            if only not in (-1, at):
                continue
            value = act.picks[at] if at < len(act.picks) else -1
            if sort == "list":
                for ref in value:  # type: ignore[union-attr]
                    found |= 1 << ref
            elif sort == "set":
                found |= value  # type: ignore[operator]
            elif value >= 0:  # type: ignore[operator]
                found |= 1 << value  # type: ignore[operator]
        return found

    def hidden(self, cells: Sequence[Value]) -> list[int]:
        """What lies in each unordered zone into which the seat does not look, as sets of references."""
        out = []
        for place in self.mixing:
            found = 0
            for ref in self.contents(cells, place - self.first_zone):
                found |= 1 << ref
            out.append(found)
        return out

    def _step(self, machine: Any, stop: Stopped, act: Act) -> Token:
        decision = stop.decision
        assert decision is not None
        if act.alternative < 0:
            return (decision.index, -1)
        alternative = decision.alternatives[act.alternative]
        cells = self.engine.cells(machine)
        pick, chooser = self._pick, stop.chooser
        picks = [pick(cells, value, shown, chooser) for value, shown in zip(act.picks, alternative.shown, strict=False)]
        return (decision.index, act.alternative, *picks)

    def _pick(self, cells: Sequence[Value], value: Value, shown: Shown, chooser: int) -> Value | Token:
        match shown.sort:
            case "component":
                return self._picked_one(cells, _int(value), chooser)
            case "set" if shown.of is not None and shown.of.sort == "component":
                return tuple(sorted([self._picked_one(cells, ref, chooser) for ref in members(_int(value))]))
            case "list" if shown.of is not None and shown.of.sort == "component":
                assert isinstance(value, tuple)
                return tuple([self._picked_one(cells, ref, chooser) for ref in value])
            case _:
                return value

    def _picked_one(self, cells: Sequence[Value], ref: int, chooser: int) -> Token:
        """A component that was picked. From an order that is undecided, and into which the chooser does not look, it is
        the position that was picked; from where others do not see what lies where, they see only the zone."""
        if chooser != self.seat and self.blind(cells, ref):
            return (self.place_of(cells, ref), -1, *UNKNOWN)
        zone = self.place_of(cells, ref) - self.first_zone if ref >= self.first_number else -1
        if zone >= 0 and self.zones[zone].ordered and not self.zones[zone].viewers >> chooser & 1:
            low, high = self.loose(cells, zone)
            at = self.contents(cells, zone).index(ref)
            if low <= at < high:
                return (zone + self.first_zone, at, *UNKNOWN)
        return self.component(cells, ref)


def _component_picks(alternative: Alternative) -> Iterator[tuple[int, str]]:
    """Which picks of an alternative are components, or sets or lists of them."""
    for at, shown in enumerate(alternative.shown):
        if shown.sort == "component":
            yield at, "component"
        elif shown.sort in ("set", "list") and shown.of is not None and shown.of.sort == "component":
            yield at, shown.sort


def _int(value: Value) -> int:
    assert isinstance(value, int)
    return value


def _stretches(cells: Iterable[ir.Cell]) -> list[slice]:
    """The parts of the block that hold these cells."""
    return [slice(cell.offset, cell.offset + cell.size) for cell in cells]
