"""What is to be seen of a component besides its kind and owner: how it is turned, its sides, what its fields hold.

It is for pictures: what is nothing (0, false, none, {}) on a side is left out, and so are fields that hold what they
held at first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rulewright.engines.protocol import Value
from rulewright.match.setting import Setting
from rulewright.match.values import show
from rulewright.program.values import nothing, shown
from rulewright.semantics.sides import ROTATION
from rulewright.semantics.symbols import ConstantFamily, FieldDecl, KindDecl, VarDecl
from rulewright.semantics.typed import Constant
from rulewright.semantics.types import BoolType, IntType, Type


@dataclass(frozen=True, slots=True)
class Side:
    """What a component has towards a direction (its index): a member by its name, what it holds and how that is
    written for people ("" if it is just true)."""

    direction: int
    name: str
    value: int
    text: str


@dataclass(frozen=True, slots=True)
class Looks:
    """`rotation`: by how many sides it is turned clockwise, 0 without sides. `sides`: by direction clockwise, then as
    declared. `fields`: names and texts ("" for true) of those that hold something else than at first."""

    rotation: int = 0
    sides: tuple[Side, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()


PLAIN = Looks()


def fields_of(kind: KindDecl) -> Iterator[FieldDecl]:
    """The fields of a kind's components, those of the kinds above it first."""
    for above in reversed(kind.ancestors()):
        yield from above.fields.values()


def field_cell(field: FieldDecl) -> str:
    """The name of the cell that holds a field of components."""
    return f"{field.owner.name if field.owner else ''}.{field.name}"


def printed(setting: Setting, kind: KindDecl) -> tuple[Side, ...]:
    """The sides that all components of a kind have, where they are not turned."""
    sides = [
        (at, number, side)
        for number, family in enumerate(_families(kind))
        if isinstance(own := family.values.get(kind.index), tuple)
        for at, side in _sides(setting, None, kind, family, own)
    ]
    return tuple(side for _, _, side in sorted(sides, key=lambda one: one[:2]))


def looks(setting: Setting, machine: Any, ref: int, kind: KindDecl) -> Looks:
    """What is to be seen of a component of a kind by all who know it."""
    if not any(above.fields for above in kind.ancestors()):
        return PLAIN
    rotation = 0
    held: list[tuple[str, str]] = []
    sides: list[tuple[int, int, Side]] = []
    for field in fields_of(kind):
        values = _values(setting, machine, ref, field)
        if field.name == ROTATION and field.cycle:
            rotation = values[0] if values else 0
    constants = _families(kind)
    for number, family in enumerate(constants):
        if isinstance(own := family.values.get(kind.index), tuple):
            sides += [(at, number, side) for at, side in _sides(setting, machine, kind, family, own, rotation)]
    for number, field in enumerate(fields_of(kind), len(constants)):
        values = _values(setting, machine, ref, field)
        if field.each is not None and field.each.turns and values:
            sides += [(at, number, side) for at, side in _sides(setting, machine, kind, field, values, rotation)]
        elif field.each is None and not field.cycle and values and values[0] != first_value(field):
            held.append((field.name, _text(setting, machine, values[0], field.type)))
    return Looks(rotation, tuple(side for _, _, side in sorted(sides, key=lambda one: one[:2])), tuple(held))


def told_fields(setting: Setting, kind: int, fields: Iterable[tuple[str, str]]) -> list[str]:
    """Fields of a component of a kind as people are told of them: `damage 2`, `has moved`."""
    declared = setting.declared
    names = ((declared.member_name(name, declared.kinds[kind]), text) for name, text in fields)
    return [f"{setting.say(name)} {text}".rstrip() for name, text in names if name]


def _families(kind: KindDecl) -> list[ConstantFamily]:
    """The constants of each side that a kind has, those of the kinds above it first."""
    return [family for above in reversed(kind.ancestors()) for family in above.constants.values() if family.sides]


def _sides(
    setting: Setting,
    machine: Any,
    kind: KindDecl,
    member: ConstantFamily | FieldDecl,
    values: tuple[int, ...],
    rotation: int = 0,
) -> Iterator[tuple[int, Side]]:
    """What a member holds by side, without what is nothing, each with its place clockwise."""
    members, of = kind.sides, member.type
    assert members is not None
    for at, direction in enumerate(members.turns):
        value = values[(at - rotation) % members.size]
        if value != (0 if isinstance(of, IntType) else nothing(of)):
            yield at, Side(direction, member.name, value, _text(setting, machine, value, of))


def _values(setting: Setting, machine: Any, ref: int, field: FieldDecl) -> tuple[int, ...]:
    """What a field holds for a component, one value or one of each side; () if it holds nothing."""
    cells = setting.cells
    cell, each = cells.get(field_cell(field)), field.each.size if field.each else 1
    if cell is None or cell.size == 0:
        return ()
    number = ref - (cells["kind"].size - cell.size // each)
    if number < 0:
        return ()
    found = [setting.held(cell, machine, number * each + i) for i in range(each)]
    return tuple(value for value in found if isinstance(value, int))


def first_value(declared: FieldDecl | VarDecl) -> Value:
    """What a field or a variable holds at first."""
    return declared.init.value if isinstance(declared.init, Constant) else nothing(declared.type)


def _text(setting: Setting, machine: Any, value: int, of: Type) -> str:
    if isinstance(of, BoolType) and value:
        return ""
    return setting.say(show(setting, machine, value, shown(setting.declared, of)))
