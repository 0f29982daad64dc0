"""What a position looks like: the board as text with the marks of what stands there (see `semantics.marks`), below it
the zones and the variables.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from rulewright.boards import Board
from rulewright.drawing import describe_links, draw_text
from rulewright.engines.protocol import Value
from rulewright.match.naming import ANYONE, Reader
from rulewright.match.pieces import Marked, Standing, from_above, ground_marks, grounds, pieces, standing
from rulewright.match.setting import Setting
from rulewright.match.sides import first_value
from rulewright.match.tiled import listed, shows_tiles, tiled
from rulewright.match.values import show
from rulewright.match.zones import zone_lines, zones
from rulewright.program.values import shown
from rulewright.semantics.notations import COUNTERS
from rulewright.semantics.symbols import VarDecl
from rulewright.semantics.typed import Generic


def marks(setting: Setting, stands: Iterable[Standing]) -> dict[int, str]:
    """What is written on each site that is not empty: see `pieces.from_above`."""
    out: dict[int, str] = {}
    for piece in from_above(setting, pieces(setting, stands)):
        out[piece.site] = out.get(piece.site, "") + piece.mark
    return out


def picture(setting: Setting, machine: Any, seat: int | None = ANYONE) -> str:
    """The board as text, as a seat sees it (see `naming.knows`); "" without a board."""
    return drawn(setting, standing(setting, machine, seat), grounds(setting, machine))


def drawn(setting: Setting, stands: Iterable[Standing], marked: Iterable[Marked]) -> str:
    """The board as text, made of what stands there and of what `display:` marks; "" without a board."""
    board = setting.declared.board
    if board is None:
        return ""
    if shows_tiles(setting):
        return tiled(setting, stands, marked)
    stands, marked = tuple(stands), tuple(marked)
    written = marks(setting, stands)
    empty = {site: ground.mark for site, ground in ground_marks(marked).items()}
    return draw(board, {**empty, **written}, written, listed(setting, stands, marked))


def whole(setting: Setting, machine: Any, seat: int | None = ANYONE) -> list[str]:
    """The board, the zones, the variables: what is there to be seen, in lines."""
    board = picture(setting, machine, seat)
    found = zone_lines(zones(setting, machine, seat))
    return [*([board] if board else []), *found, *variables(setting, machine, seat)]


def draw(
    board: Board,
    marks: Mapping[int, str],
    around: Collection[int] | None = None,
    notes: Iterable[str] = (),
    chosen: Collection[int] = (),
) -> str:
    """The board with marks on its sites, and below it the links that a picture cannot show, and notes; of a torus the
    part around some sites. Sites that may be `chosen` stand in brackets."""
    return draw_text(board, marks, highlight=chosen, notes=[*describe_links(board), *notes], around=around)


def variables(setting: Setting, machine: Any, seat: int | None = ANYONE) -> list[str]:
    """The variables of the game as a seat reads them, one a line: `score: White 3, Black 0`. Those that reset
    themselves are left out while they hold what they held at first. Before them the counters that have a name, behind
    them the definitions that people are told."""
    known = setting.cells
    named = [(known[name], setting.declared.look(name).name) for name in COUNTERS if name in known]
    counters = [f"{setting.say(name)}: {setting.held(cell, machine)}" for cell, name in named if name]
    told = [
        f"{setting.say(setting.declared.look(one.name).name or one.name)}: {_told(setting, machine, one)}"
        for one in setting.declared.told
    ]
    held = [
        f"{setting.say(setting.declared.look(var.name).name or var.name)}: {_values(setting, machine, var, seat)}"
        for var in setting.declared.vars
        if var.name in known and not (var.until and _at_rest(setting, machine, var))
    ]
    return [*counters, *held, *told]


def _told(setting: Setting, machine: Any, definition: Generic) -> str:
    """The value of a definition, of one of a player for each: `White 3, Black 0`."""
    assert definition.result is not None
    routine, how = setting.told(definition), shown(setting.declared, definition.result)

    def text(*args: int) -> str:
        value = setting.engine.evaluate(routine, machine, args)
        return setting.say(show(setting, machine, value, how)) or "nothing"

    if not definition.methods[0].params:
        return text()
    return ", ".join(f"{setting.say(name)} {text(seat)}" for seat, name in enumerate(setting.declared.players))


def _at_rest(setting: Setting, machine: Any, var: VarDecl) -> bool:
    """Whether a variable holds what it held at first."""
    indices = range(var.each.size if var.each else 1)
    return all(setting.value_of(var, machine, index) == first_value(var) for index in indices)


def _values(setting: Setting, machine: Any, var: VarDecl, seat: int | None) -> str:
    how = shown(setting.declared, var.type)
    reader = None if seat is None else Reader(seat, frozenset())
    texts = []
    for index in range(var.each.size if var.each else 1):
        value = setting.value_of(var, machine, index)
        text = (
            _in_marks(setting, var, value) or setting.say(show(setting, machine, value, how, seat=reader)) or "nothing"
        )
        if var.each is None:
            return text
        name = show(setting, machine, index + var.each.base, shown(setting.declared, var.each.over))
        texts.append(f"{setting.say(name)} {text}")
    return ", ".join(texts)


def in_words(setting: Setting, line: str) -> str:
    """A line of `variables` for those who hear it: of what is drawn as marks only the number."""
    for var in setting.declared.vars:
        look = setting.declared.look(var.name)
        if look.letter and var.hi is not None:
            drawn = f"(?:{re.escape(look.letter)})*(?:{re.escape(look.sign or '.')})* "
            line = re.sub(rf"(?<= ){drawn}(?=\d+ of {var.hi}\b)", "", line)
    return line


def _in_marks(setting: Setting, var: VarDecl, value: Value) -> str:
    """A number as `display:` draws it, `******...... 6 of 12`; "" if it does not."""
    look = setting.declared.look(var.name)
    if not look.letter or var.lo is None or var.hi is None or not isinstance(value, int):
        return ""
    return f"{look.letter * (value - var.lo)}{(look.sign or '.') * (var.hi - value)} {value} of {var.hi}"
