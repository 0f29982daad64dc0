"""What a position looks like: the board as text with the marks of what stands there (see `semantics.marks`), the
variables beside it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from rulewright.boards import Board
from rulewright.drawing import describe_links, draw_text
from rulewright.match.pieces import Standing, from_above, grounds, pieces, standing
from rulewright.match.setting import Setting
from rulewright.match.values import show
from rulewright.program.values import shown
from rulewright.semantics.symbols import VarDecl


def marks(setting: Setting, stands: Iterable[Standing]) -> dict[int, str]:
    """What is written on each site that is not empty: see `pieces.from_above`."""
    out: dict[int, str] = {}
    for piece in from_above(setting, pieces(setting, stands)):
        out[piece.site] = out.get(piece.site, "") + piece.mark
    return out


def ground_marks(setting: Setting, machine: Any) -> dict[int, str]:
    """What `display:` writes on sites while they are empty."""
    return {ground.site: ground.mark for ground in grounds(setting, machine) if ground.mark}


def picture(setting: Setting, machine: Any) -> str:
    """The board as text; "" without a board."""
    board = setting.declared.board
    if board is None:
        return ""
    stands = marks(setting, standing(setting, machine))
    return draw(board, {**ground_marks(setting, machine), **stands}, stands)


def draw(board: Board, marks: Mapping[int, str], around: Collection[int] | None = None) -> str:
    """The board with marks on its sites, and below it the links that a picture cannot show; of a torus the part around
    some sites."""
    return draw_text(board, marks, notes=describe_links(board), around=around)


def variables(setting: Setting, machine: Any) -> list[str]:
    """The variables of the game, one a line: `score: White 3, Black 0`."""
    known = {cell.name for cell in setting.program.cells}
    return [
        f"{setting.say(var.name)}: {_values(setting, machine, var)}"
        for var in setting.declared.vars
        if var.name in known
    ]


def _values(setting: Setting, machine: Any, var: VarDecl) -> str:
    how = shown(setting.declared, var.type)
    texts = []
    for index in range(var.each.size if var.each else 1):
        value = setting.value_of(var, machine, index)
        text = setting.say(show(setting, machine, value, how)) or "nothing"
        if var.each is None:
            return text
        name = show(setting, machine, index + var.each.base, shown(setting.declared, var.each.over))
        texts.append(f"{setting.say(name)} {text}")
    return ", ".join(texts)
