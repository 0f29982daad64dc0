"""Positions as texts in the notations of a game: writing them, and reading them into the function that sets them up.

What a notation does not tell has its first value when it is read. So reading what was written gives the same state
where the notation tells everything that differs between the positions in which a turn begins.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from rulewright.engines.protocol import Value
from rulewright.match.errors import PositionError
from rulewright.match.pieces import Standing, standing
from rulewright.match.setting import Setting
from rulewright.program.ir import Routine
from rulewright.semantics.marks import letters, mark
from rulewright.semantics.notation_lists import rows_of, write_list
from rulewright.semantics.notation_reading import ROW, read_position
from rulewright.semantics.notation_values import AND, NEXT, TIMES, write_value
from rulewright.semantics.symbols import FieldDecl, NotationDecl, NotationPart, VarDecl
from rulewright.semantics.types import PLAYER, ComponentType
from rulewright.source import Source, Span


@dataclass(frozen=True, slots=True)
class _Named:
    """A notation, and where in a text the position begins."""

    notation: NotationDecl
    start: int


def write_position(setting: Setting, machine: Any, name: str | None = None) -> str:
    """The position in the notation of that name, by default the first. Raises LookupError if there is none."""
    notation = _notation(setting, name)
    return "".join(part if isinstance(part, str) else _written(setting, machine, part) for part in notation.parts)


def position_setup(setting: Setting, text: str) -> Routine:
    """The function that sets up the position which a text tells.

    The text may begin with the name of its notation, as in `fen: 8/8/8/8 White`; without one it is in the first
    notation of the rules. Raises LookupError if the game has no notation, PositionError with the places in the text
    that cannot be read.
    """
    source = Source("position", text)
    named = _named(setting, text)
    span = Span(source, named.start, len(text))
    statements, errors = read_position(setting.declared, named.notation, span)
    if errors:
        raise PositionError(errors)
    assert setting.program.given is not None
    return setting.program.given(statements)


def measured(setting: Setting, machine: Any) -> dict[str, int | tuple[int, ...]]:
    """The measures of a game on a state."""
    evaluate = setting.engine.evaluate
    seats = range(len(setting.declared.players))
    out: dict[str, int | tuple[int, ...]] = {}
    for measure in setting.program.measures:
        if measure.each:
            out[measure.name] = tuple(_int(evaluate(measure.routine, machine, (seat,))) for seat in seats)
        else:
            out[measure.name] = _int(evaluate(measure.routine, machine))
    return out


def _int(value: Value) -> int:
    assert isinstance(value, int)
    return value


def _notation(setting: Setting, name: str | None) -> NotationDecl:
    known = setting.declared.notations
    found = next((notation for notation in known if name in (None, notation.name)), None)
    if found is None:
        title = setting.declared.title
        if not known:
            raise LookupError(f"{title} has no notation for positions.")
        raise LookupError(f"{title} has no notation {name}; it has {', '.join(one.name for one in known)}.")
    return found


def _named(setting: Setting, text: str) -> _Named:
    head, colon, _ = text.partition(":")
    for notation in setting.declared.notations:
        if colon and head.strip() == notation.name:
            return _Named(notation, len(head) + 1)
    return _Named(_notation(setting, None), 0)


# ---- writing ----


def _written(setting: Setting, machine: Any, part: NotationPart) -> str:
    declared = setting.declared
    match part.what:
        case "board":
            return _board(setting, standing(setting, machine, None))
        case "mover":
            return write_value(declared, PLAYER, setting.engine.mover(machine))
        case "counter":
            cell = next(cell for cell in setting.program.cells if cell.name == part.name)
            return str(setting.held(cell, machine))
        case "list":
            assert part.kind is not None
            stands = standing(setting, machine, None)
            own = [(stand.site, stand.kind) for stand in stands if stand.owner == part.index]
            return write_list(declared, part.kind, own)
        case _:
            assert part.holder is not None
            return _state(setting, machine, part.holder, part.index)


def _state(setting: Setting, machine: Any, holder: VarDecl | FieldDecl, index: int | None) -> str:
    indices = range(holder.each.size if holder.each else 1) if index is None else (index,)
    texts = []
    for one in indices:
        value = setting.value_of(holder, machine, one)
        assert isinstance(value, int)
        if isinstance(holder.type, ComponentType):
            value = setting.view("site_of", machine, value) if value >= 0 else -1
        texts.append(write_value(setting.declared, holder.type, value))
    return NEXT.join(texts)


def _board(setting: Setting, stands: Iterable[Standing]) -> str:
    declared, given = setting.declared, letters(setting.declared)
    assert declared.board is not None
    layers: dict[tuple[int, int], list[str]] = {}
    for stand in stands:
        kind = declared.kinds[stand.kind]
        layers.setdefault((stand.site, stand.layer), []).append(mark(declared, kind, stand.owner, given[stand.kind]))
    marks: dict[int, list[str]] = {}
    for (site, layer), found in layers.items():
        upwards = reversed(found) if declared.layers[layer].mode == "pile" else found
        marks.setdefault(site, []).extend(upwards)
    rows = []
    for row in rows_of(declared.board):
        text, empty = "", 0
        for site in row:
            if site not in marks:
                empty += 1
                continue
            text += (str(empty) if empty else "") + _on_site(marks[site])
            empty = 0
        rows.append(text + (str(empty) if empty else ""))
    return ROW.join(rows)


def _on_site(marks: list[str]) -> str:
    """The marks of a site; a single character stands alone unless it would be read as something else."""
    alone = len(marks) == 1 and len(marks[0]) == 1 and not marks[0].isdigit() and marks[0] not in "/()."
    if alone:
        return marks[0]
    runs = [(mark, len(list(same))) for mark, same in groupby(marks)]
    return f"({AND.join(mark if number == 1 else f'{mark}{TIMES}{number}' for mark, number in runs)})"
