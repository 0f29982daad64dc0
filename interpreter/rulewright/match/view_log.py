"""What happened, as one player saw it, in lines: `South: Play Owl`, `d6: 4`, `deck: Owl`.

A move whose every pick the player knows, at the latest when it is made, is written as the rules write it, any other in
the default notation, in which what is not known is named by where it lies; or as the rules write it with `?` for what
is not known, if nothing else of it depends on that. Of chance there is what fell in the open,
and the cards that the player saw leave a pile into which the player does not look. What others do while all decide
together stands where it is seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rulewright.engines.protocol import Act, Stopped, Value
from rulewright.match.naming import Reader, kind_name, zone_name
from rulewright.match.notation import DECLINE, YES, Step, alternative_of, answered, filled, joined, pick_texts, steps_of
from rulewright.match.observed import declines
from rulewright.match.setting import Setting
from rulewright.match.sides import field_cell
from rulewright.match.sight import Sight
from rulewright.match.values import NONE, members, show
from rulewright.match.zones import field_texts
from rulewright.program import tellings
from rulewright.program.ir import Alternative
from rulewright.program.typeof import family

if TYPE_CHECKING:
    from rulewright.match.state import State


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that happened: who did it, "" for chance; what was drawn from, "" for a move; what it was. `told` is
    the whole line in the language that is spoken, with what was asked. `card`: it is a card that came from a pile, or
    was shown; such lines in a row with the same beginning may be told as one."""

    mover: str
    drawn: str
    text: str
    told: str
    card: bool = False

    def __str__(self) -> str:
        return f"{self.mover or self.drawn}: {self.text}"


@dataclass(frozen=True, slots=True)
class Logged:
    """The lines of one step from state to state, and what others did together that is not seen yet."""

    lines: tuple[Line, ...] = ()
    pending: tuple[Line, ...] = ()


def lines_of(state: State, seat: int) -> tuple[Line, ...]:
    """All lines up to a state."""
    open_: list[State] = []
    at: State | None = state
    while at is not None and seat not in at._logged:
        open_.append(at)
        at = at._before
    sight = state.game.observer(seat).sight
    for one in reversed(open_):
        one._logged[seat] = _step(sight, one)
    return tuple(line for one in state.line for line in one._logged[seat].lines)


def _step(sight: Sight, state: State) -> Logged:
    engine, before = sight.engine, state._before
    now = engine.apart(state._machine)
    base = state._machine if now is None else now.base
    if before is None:
        return Logged(tuple(_told(sight, base)))
    lines: list[Line] = []
    pending = before._logged[sight.seat].pending
    apart = engine.apart(before._machine)
    stop = before._stop
    if stop.kind == "decision":
        act = before._acts[state._index]
        learned = frozenset() if apart is not None else _learned(sight, base) - _undecided(sight, before._machine)
        decides = stop.chooser == sight.seat
        blind = frozenset() if decides else sight.unseen(before._machine)
        reader = Reader(sight.seat, learned, decides, blind, bool(apart is not None or act.path))
        text, told = (_act(setting, sight, reader, before._machine, stop, act) for setting in _voices(sight))
        mover = state.game.players[stop.chooser]
        told = answered(sight.setting, stop, act, told)
        line = Line(mover, "", text, f"{sight.setting.say(mover)}: {told}")
        if stop.chooser == sight.seat or (apart is None and not declines(act)):
            lines.append(line)
        elif not declines(act):
            pending = (*pending, line)
    if apart is not None and now is not None and len(now.made) == len(apart.made) + 1:
        return Logged(tuple(lines), pending)
    return Logged((*lines, *pending, *_told(sight, base)))


def _learned(sight: Sight, machine: Any) -> frozenset[int]:
    """The components of which the seat has learned what they are on the way to a state."""
    now = {tellings.MOVED: 9, tellings.SHOWN: 6, tellings.FLIPPED: 8}
    told = sight.engine.told(machine)
    return frozenset(entry[1] for entry in told if entry[0] in now and entry[now[entry[0]]] >> sight.seat & 1)


def _undecided(sight: Sight, machine: Any) -> frozenset[int]:
    """What lies in no decided order: which of it comes is told as chance, whether or not chance has a choice."""
    cells = sight.engine.cells(machine)
    found: set[int] = set()
    for zone in range(len(sight.zones)):
        low, high = sight.loose(cells, zone)
        found |= set(sight.contents(cells, zone)[low:high])
    return frozenset(found)


def _voices(sight: Sight) -> tuple[Setting, Setting]:
    """The settings that speak the rules' own language, and the one that is spoken."""
    return sight.setting.untranslated, sight.setting


def _act(setting: Setting, sight: Sight, reader: Reader, machine: Any, stop: Stopped, act: Act) -> str:
    way = steps_of(setting, machine, stop, act)
    made = [step for step in way if step[2].alternative >= 0] or way
    return joined([_text(setting, sight, reader, step) for step in made])


def _text(setting: Setting, sight: Sight, reader: Reader, step: Step) -> str:
    machine, stop, act = step
    alternative = alternative_of(stop, act)
    if alternative is None:
        return DECLINE
    cells = sight.engine.cells(machine)
    if alternative.say is not None and all(
        _known(sight, reader, cells, ref) for ref in members(sight.picked(alternative, act))
    ):
        args = (*stop.args, *act.picks)
        return filled(setting, machine, alternative.say, alternative.notation, args, reader)
    if partly := _partly(setting, sight, reader, step, alternative):
        return partly
    picks = zip(act.picks, alternative.shown, pick_texts(setting, machine, alternative, act, seat=reader), strict=True)
    values = [text for value, shown, (_, text) in picks if value != -1 or shown.sort in ("int", "bool")]
    return " ".join(filter(None, [alternative.action, *values])) or YES


def _known(sight: Sight, reader: Reader, cells: Sequence[Value], ref: int) -> bool:
    """Whether the reader knows, at the latest when the move is made, which component it is."""
    return ref in reader.also or (ref not in reader.blind and sight.knows(cells, ref))


def _partly(setting: Setting, sight: Sight, reader: Reader, step: Step, alternative: Alternative) -> str:
    """A step as the rules write it, of which some picks are not known: `? onto King`. What is nothing but such a pick
    is `?`; "" if something else would tell more than the reader knows. Whether it would is seen from what the rules
    read, never from what it comes to."""
    machine, stop, act = step
    cells = sight.engine.cells(machine)
    knew = replace(reader, also=frozenset())
    at_last, before = (
        {
            number
            for number in range(len(act.picks))
            if all(_known(sight, one, cells, ref) for ref in members(sight.picked(alternative, act, number)))
        }
        for one in (reader, knew)
    )
    if alternative.say is None or not all(
        isinstance(part, int) or (part is not None and not reader.apart and before.issuperset(part))
        for part in alternative.parts
    ):
        return ""
    hidden = [at for at, part in enumerate(alternative.parts) if isinstance(part, int) and part not in at_last]
    args = (*stop.args, *act.picks)
    text = filled(setting, machine, alternative.say, alternative.notation, args, reader, hidden)
    return text if any(sign.isalnum() for sign in text) else f"{alternative.action} {text}"


def _told(sight: Sight, machine: Any) -> list[Line]:
    """What chance gave, as far as it is seen. A card that is told as it comes is not told again where it is shown."""
    found: list[Line] = []
    came: Counter[tuple[int, ...]] = Counter()
    for entry in sight.engine.told(machine):
        match sight.told(entry):
            case (tellings.FELL, number, *values):
                (drawn, text), (_, told) = (_fell(setting, machine, number, values) for setting in _voices(sight))
                found.append(Line("", drawn, text, f"{sight.setting.say(drawn)}: {told}"))
            case (tellings.MOVED, here, _, to, _, kind, *rest) if kind >= 0 and _unseen_order(sight, here):
                came[to, kind, *rest] += 1
                own, spoken = _voices(sight)
                zone, seat = here - sight.first_zone, sight.seat
                name, said = (zone_name(setting, zone, machine, seat) for setting in (own, spoken))
                text, told = (kind_name(setting, setting.declared.kinds[kind]) for setting in (own, spoken))
                found.append(Line("", name, text, f"{said}: {told}", card=True))
            case (tellings.SHOWN, place, _, kind, *rest) if came[place, kind, *rest]:
                came[place, kind, *rest] -= 1
            case (tellings.SHOWN, place, _, kind, _, *fields) if kind >= 0:
                found.append(_seen(sight, machine, "shown", place, kind, fields))
            case (tellings.FLIPPED, place, _, _, kind, _, *fields) if kind >= 0:
                found.append(_seen(sight, machine, "turned over", place, kind, fields))
            case _:
                pass
    return found


def _seen(sight: Sight, machine: Any, what: str, place: int, kind: int, fields: Sequence[int]) -> Line:
    """`shown in hand of Ann: King`"""
    (where, text), (there, told) = (_seen_in(voice, sight, machine, place, kind, fields) for voice in _voices(sight))
    return Line("", f"{what}{where}", text, f"{what}{there}: {told}", card=True)


def _seen_in(
    setting: Setting, sight: Sight, machine: Any, place: int, kind: int, fields: Sequence[int]
) -> tuple[str, str]:
    """Where a component lies that is seen, and what it is."""
    declared, told, at = setting.declared, {}, 0
    for name, width in _told_fields(setting, sight):
        told[name] = fields[at]
        at += width
    about = field_texts(setting, declared.kinds[kind], told)
    name = kind_name(setting, declared.kinds[kind]) + (f" ({', '.join(about)})" if about else "")
    zone = place - sight.first_zone
    there = 0 <= zone < len(sight.zones)
    return (f" in {zone_name(setting, zone, machine, sight.seat)}" if there else ""), name


def _told_fields(setting: Setting, sight: Sight) -> list[tuple[str, int]]:
    """The cells of the fields with which `tellings.py` ends, each with the number of its values for a component."""
    names = {field_cell(field) for kind in setting.declared.kinds for field in kind.fields.values()}
    cells = (cell for cell in setting.program.cells if cell.name in names and cell.size and sight.numbers)
    return [
        (cell.name, cell.size // sight.numbers)
        for cell in cells
        if family(cell.type) == "int" and not cell.type.follows
    ]


def _unseen_order(sight: Sight, place: int) -> bool:
    """Whether it is an ordered zone into which the seat does not look."""
    zone = place - sight.first_zone
    return 0 <= zone < len(sight.zones) and sight.zones[zone].ordered and not sight.looks_into[zone]


def _fell(setting: Setting, machine: Any, number: int, values: list[int]) -> tuple[str, str]:
    """What was drawn from, and what fell."""
    draw = setting.program.draws[number]
    if not draw.faces:
        return draw.name, show(setting, machine, values[0], draw.shown) or NONE
    of = draw.shown.of or draw.shown
    faces = [face for face, often in zip(draw.faces, values, strict=True) for _ in range(often)]
    return draw.name, ", ".join(show(setting, machine, face, of) for face in faces)
