"""A position as SVG: the board, what stands on it, what `display:` marks on it, and a legend."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.drawing import Area, Figure, draw_svg
from rulewright.match.pieces import Piece, from_above, grounds, numbers, pieces, player_colour, standing
from rulewright.match.setting import Setting


def svg(setting: Setting, machine: Any, status: str) -> str:
    """The position as an SVG document. `status` says in words how the game stands. Raises ValueError without a
    board."""
    declared = setting.declared
    if declared.board is None:
        raise ValueError(f"{declared.title} has no board to draw")
    shown = pieces(setting, standing(setting, machine))
    told = ", ".join(f"{_title(setting, piece)} on {declared.board.sites[piece.site]}" for piece in shown)
    return draw_svg(
        declared.board,
        _figures(setting, shown) or _numbers(setting, machine),
        title=f"{declared.title}: {status}",
        description=told or "an empty board",
        areas=_areas(setting, machine),
        players=[(setting.say(name), player_colour(setting, seat)) for seat, name in enumerate(declared.players)],
    )


def _figures(setting: Setting, shown: Sequence[Piece]) -> list[Figure]:
    """One figure for each site, with the signs of all that is seen there."""
    found: dict[int, Figure] = {}
    titles: dict[int, list[str]] = {}
    for piece in shown:
        titles.setdefault(piece.site, []).append(_title(setting, piece))
    for piece in from_above(setting, shown):
        known = found.get(piece.site)
        text = known.text + piece.sign if known else piece.sign
        seat, colour = (known.seat, known.colour) if known else (piece.owner, piece.colour)
        found[piece.site] = Figure(piece.site, text, seat, ", ".join(titles[piece.site]), colour)
    return list(found.values())


def _title(setting: Setting, piece: Piece) -> str:
    owner = setting.declared.players[piece.owner] if piece.owner >= 0 else ""
    return f"{piece.name} of {setting.say(owner)}" if owner else piece.name


def _numbers(setting: Setting, machine: Any) -> list[Figure]:
    return [Figure(one.site, one.mark, -1, f"{one.name} {one.mark}") for one in numbers(setting, machine)]


def _areas(setting: Setting, machine: Any) -> list[Area]:
    found: dict[str, Area] = {}
    for ground in grounds(setting, machine) if setting.declared.grounds else ():
        known = found.get(ground.name, Area(ground.name, (), ground.mark, ground.colour))
        found[ground.name] = Area(known.name, (*known.sites, ground.site), known.letter, known.colour)
    return list(found.values())
