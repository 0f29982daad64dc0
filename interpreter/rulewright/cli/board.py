"""The board at the terminal: in colours where it has them, no wider than it as far as that can be helped."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

import click

from rulewright.cli.terminal import wants_colour
from rulewright.drawing import describe_links, draw_text, text_width

if TYPE_CHECKING:
    from rulewright.match import State, View
    from rulewright.match.pieces import Piece
    from rulewright.match.setting import Setting

MORE = "+"
"""Behind a mark: there stands more."""


def board_text(state: State | View, width: int, chosen: Collection[int] = ()) -> str:
    """The board, sites that may be `chosen` in brackets (but not among big cells), and below it a list of what it does
    not show; "" without a board.

    Where the picture would be wider than the terminal, only the first of several on a site is shown, and what else
    stands there is in the list; where that is not enough, brackets side by side share their room.
    """
    from rulewright.match import tiled
    from rulewright.match.pieces import from_above, ground_marks

    setting = state.game.setting
    board = setting.declared.board
    if board is None:
        return ""
    painter = _Painter(wants_colour(sys.stdout))
    stands, marked = state.standing(), state.grounds()
    if tiled.shows_tiles(setting):
        return painter.painted(tiled.tiled(setting, stands, marked, painter.paint, width))
    pieces = state.pieces()
    seen = from_above(setting, pieces)
    grounds = ground_marks(marked)
    empty = {site: ground.mark for site, ground in grounds.items()}
    marks = {piece.site: "".join(one.mark for one in seen if one.site == piece.site) for piece in seen}
    first = _first_of_several(setting, pieces, seen)

    def draw(shown: Mapping[int, str], tight: bool) -> list[str]:
        return draw_text(board, {**empty, **shown}, highlight=chosen, around=marks, tight=tight).splitlines()

    ways = [{}, {site: mark + MORE for site, mark in first.items()}, _cut(first, {**empty, **marks})]
    tries = [(way, tight) for tight in ((False, True) if chosen else (False,)) for way in ways]
    fitting = (one for one in tries if max(map(text_width, draw({**marks, **one[0]}, one[1]))) <= width)
    crowded, tight = next(fitting, tries[-1])
    colours = {site: ground.colour for site, ground in grounds.items()}
    colours |= {piece.site: piece.colour if piece.owner >= 0 else "" for piece in reversed(seen)}
    shown = {site: painter.paint(mark, colours[site]) for site, mark in {**empty, **marks, **crowded}.items()}
    notes = [*describe_links(board), *tiled.listed(setting, stands, marked, width, crowded)]
    return "\n".join([*map(painter.painted, draw(shown, tight)), *notes])


def _first_of_several(setting: Setting, pieces: Iterable[Piece], seen: Iterable[Piece]) -> dict[int, str]:
    """The first mark on each site where the topmost layer holds several side by side."""
    modes = {layer.name: layer.mode for layer in setting.declared.layers}
    top = {piece.site: piece.layer for piece in seen}
    by_site: dict[int, list[str]] = {}
    for piece in pieces:
        if piece.layer == top[piece.site] and modes.get(piece.layer) == "many":
            by_site.setdefault(piece.site, []).append(piece.mark)
    return {site: marks[0] for site, marks in by_site.items() if len(marks) > 1}


def _cut(first: Mapping[int, str], marks: Mapping[int, str]) -> dict[int, str]:
    """First marks with a sign for more, no wider than those of other sites."""
    room = max((text_width(mark) for site, mark in marks.items() if site not in first), default=1)
    return {
        site: (mark if text_width(mark) < room else mark[: max(room - 1, 1)]) + MORE for site, mark in first.items()
    }


class _Painter:
    """Marks in colours, as a terminal with 256 of them shows them.

    Escape sequences would be counted as text and spoil the columns. So private characters, as many as the mark is
    wide, hold its place while the board is drawn.
    """

    def __init__(self, colours: bool) -> None:
        self._painted: dict[str, str] = {}
        self._colours = colours

    def paint(self, mark: str, colour: str) -> str:
        """What holds the place of a mark in a colour ("" for none)."""
        from rulewright.drawing.palette import BLACK, nearest_of_256

        if not self._colours:
            return mark
        holder = chr(0xF0000 + len(self._painted)) + "\ue000" * (text_width(mark) - 1)
        painted = click.style(mark, fg=nearest_of_256(colour), bold=True) if colour not in ("", BLACK) else mark
        self._painted[holder] = painted
        return holder

    def painted(self, text: str) -> str:
        """A text with the marks where their places were held."""
        for holder, mark in self._painted.items():
            text = text.replace(holder, mark)
        return text
