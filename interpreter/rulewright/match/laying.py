"""Components with sides apart from the board: as they lie in a zone, and as moves that turn them will leave them.

They are told as a picture of the board shows them: see `tiled.py`. A move that turns something is told by a number, of
which nobody sees what it does; so of moves that differ in nothing but numbers, and pick something with sides, it is
shown how that will lie after each of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulewright.drawing import Cell
from rulewright.engines.protocol import Act, PlayError
from rulewright.match.naming import knows
from rulewright.match.pieces import Standing
from rulewright.match.setting import Setting
from rulewright.match.sides import Looks, Side, looks, printed
from rulewright.match.tiled import shows_tiles, side_texts
from rulewright.match.zones import UNKNOWN, Zone
from rulewright.program.ir import Alternative
from rulewright.semantics.marks import letters, mark
from rulewright.semantics.symbols import KindDecl

if TYPE_CHECKING:
    from rulewright.match.state import Move


def in_zone(setting: Setting, zone: Zone) -> list[tuple[Cell, str]]:
    """What lies in a zone, each with its name where its mark is another; [] if none of it has sides, or the board is
    not drawn with cells that are large enough for them."""
    kinds = [setting.declared.kinds[kind] if kind >= 0 else None for kind in zone.kinds]
    if not shows_tiles(setting) or not any(kind and kind.sides for kind in kinds):
        return []
    cells = [_cell(setting, kind, zone.owner, printed(setting, kind)) if kind else Cell(UNKNOWN) for kind in kinds]
    names = [card or "" for card in zone.cards]
    return [
        (cell, "" if cell.text.casefold() == name.casefold() else name) for cell, name in zip(cells, names, strict=True)
    ]


def turned(moves: Sequence[Move]) -> list[Cell]:
    """Of moves that differ in numbers alone, how that which has sides will lie after each; [] if there is no such
    thing, it is not known, or it will lie in one way after all of them."""
    state, acts = moves[0]._state, [move._act for move in moves]
    setting, machine, stop = state.game.setting, state._machine, state._stop
    if not shows_tiles(setting) or stop.decision is None or any(act.path or act.alternative < 0 for act in acts):
        return []
    alternative = stop.decision.alternatives[acts[0].alternative]
    if any(act.alternative != acts[0].alternative for act in acts) or not _numbers_alone(alternative, acts):
        return []
    picked = [_kind(setting, machine, ref) for ref in _components(alternative, acts[0])]
    found = [(ref, kind) for ref, kind in picked if kind.sides and knows(setting, machine, ref, stop.chooser)]
    if len(found) != 1:
        return []
    ref, kind = found[0]
    # What chance will give is not told.
    before = setting.engine.reseeded(machine, None)
    try:
        sides = [looks(setting, setting.engine.applied(before, act)[0], ref, kind).sides for act in acts]
    except PlayError:  # the rules break down in this move: it is told to whoever makes it
        return []
    owner = setting.view("owner_of", machine, ref)
    return [_cell(setting, kind, owner, one) for one in sides] if len(set(sides)) > 1 else []


def _numbers_alone(alternative: Alternative, acts: Sequence[Act]) -> bool:
    """Whether all picks in which the acts differ are numbers."""
    return all(
        shown.sort == "int" or len({act.picks[at] for act in acts}) == 1 for at, shown in enumerate(alternative.shown)
    )


def _components(alternative: Alternative, act: Act) -> list[int]:
    picks = zip(act.picks, alternative.shown, strict=True)
    return [value for value, shown in picks if shown.sort == "component" and isinstance(value, int) and value >= 0]


def _kind(setting: Setting, machine: Any, ref: int) -> tuple[int, KindDecl]:
    return ref, setting.declared.kinds[setting.view("kind_of", machine, ref)]


def _cell(setting: Setting, kind: KindDecl, owner: int, sides: tuple[Side, ...]) -> Cell:
    letter = letters(setting.declared)[kind.index]
    stand = Standing(0, 0, kind.index, owner, looks=Looks(sides=sides))
    return Cell(mark(setting.declared, kind, owner, letter, owned=owner >= 0), side_texts(setting, [stand], 0))
