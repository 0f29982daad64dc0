"""What a position looks like: what stands where, the board as text, the variables beside it.

A component is its kind's letter - from `display:`, from the kind's label, or else the start of its name - in upper case
for the first player and in lower case for the second. With more players, and for letters without case, its owner's seat
number follows; for a component of nobody 0, unless nothing on the board has an owner. `display:` may also give the
components of one player a letter of their own (`Man of White: "o"`), which is written as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulewright.boards import Board
from rulewright.drawing import describe_links, draw_text
from rulewright.match.setting import Setting
from rulewright.match.values import show
from rulewright.program import ir
from rulewright.program.values import shown
from rulewright.semantics.symbols import VarDecl


@dataclass(frozen=True, slots=True)
class Standing:
    """One component on the board: its site, its layer, the index of its kind, the seat of its owner (-1: nobody)."""

    site: int
    layer: int
    kind: int
    owner: int


def standing(setting: Setting, machine: Any) -> tuple[Standing, ...]:
    """All components on the board by site and layer."""
    board = setting.declared.board
    if board is None or not setting.declared.kinds:
        return ()
    found = []
    for site in range(len(board.sites)):
        for layer in range(max(len(setting.declared.layers), 1)):
            ref = setting.view("ref_on", machine, site, layer)
            if ref >= 0:
                kind = setting.view("kind_of", machine, ref)
                found.append(Standing(site, layer, kind, setting.view("owner_of", machine, ref)))
    return tuple(found)


def letters(setting: Setting) -> tuple[str, ...]:
    """The letter (or letters, if names begin alike) of each kind."""
    declared = setting.declared
    given = {kind.name: declared.letter(kind) for kind in declared.kinds}
    taken = {text.casefold() for text in given.values() if text}
    out = []
    for kind in declared.kinds:
        text = given[kind.name]
        if not text:
            starts = (kind.name[:length] for length in range(1, len(kind.name) + 1))
            text = next((start for start in starts if start.casefold() not in taken), kind.name)
            taken.add(text.casefold())
        out.append(text)
    return tuple(out)


def marks(setting: Setting, pieces: tuple[Standing, ...]) -> dict[int, str]:
    """What is written on each site that is not empty."""
    declared, names = setting.declared, letters(setting)
    owned = any(piece.owner >= 0 for piece in pieces)
    out: dict[int, str] = {}
    for piece in pieces:
        own = declared.own_letter(declared.kinds[piece.kind], piece.owner)
        mark = own or _mark(names[piece.kind], piece.owner, len(declared.players), owned)
        out[piece.site] = out.get(piece.site, "") + mark
    return out


def _mark(letter: str, owner: int, seats: int, owned: bool) -> str:
    if owner < 0:
        return f"{letter}0" if owned else letter
    if seats == 1:
        return letter
    if seats == 2 and letter.upper() != letter.lower():
        return letter.lower() if owner else letter.upper()
    return f"{letter}{owner + 1}"


def picture(setting: Setting, machine: Any) -> str:
    """The board as text; "" without a board."""
    board = setting.declared.board
    return draw(board, marks(setting, standing(setting, machine))) if board else ""


def draw(board: Board, marks: Mapping[int, str]) -> str:
    """The board with marks on its sites, and below it the links that a picture cannot show."""
    return draw_text(board, marks, notes=describe_links(board))


def variables(setting: Setting, machine: Any) -> list[str]:
    """The variables of the game, one a line: `score: White 3, Black 0`."""
    cells = {cell.name: cell for cell in setting.program.cells}
    lines = []
    for var in setting.declared.vars:
        cell = cells.get(var.name)
        if cell is not None:
            lines.append(f"{var.name}: {_values(setting, machine, var, cell)}")
    return lines


def _values(setting: Setting, machine: Any, var: VarDecl, cell: ir.Cell) -> str:
    how = shown(setting.declared, var.type)
    texts = []
    for index in range(cell.size):
        value = setting.engine.evaluate(setting.reader(cell), machine, (index,))
        text = show(setting, machine, value, how) or "nothing"
        if var.each is None:
            return text
        name = show(setting, machine, index + var.each.base, shown(setting.declared, var.each.over))
        texts.append(f"{name} {text}")
    return ", ".join(texts)
