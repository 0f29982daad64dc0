"""A position as SVG: the board, what stands on it, what `display:` marks on it, and a legend."""

from __future__ import annotations

from typing import Any

from rulewright.drawing import Area, Figure, draw_svg
from rulewright.match.pieces import Piece, grounds, pieces, player_colour, standing
from rulewright.match.setting import Setting


def svg(setting: Setting, machine: Any, status: str) -> str:
    """The position as an SVG document. `status` says in words how the game stands. Raises ValueError without a
    board."""
    declared = setting.declared
    if declared.board is None:
        raise ValueError(f"{declared.title} has no board to draw")
    shown = pieces(setting, standing(setting, machine))
    figures = [Figure(piece.site, piece.sign, piece.owner, _title(setting, piece), piece.colour) for piece in shown]
    told = ", ".join(f"{figure.name} on {declared.board.sites[figure.site]}" for figure in figures) or "an empty board"
    return draw_svg(
        declared.board,
        figures,
        title=f"{declared.title}: {status}",
        description=told,
        areas=_areas(setting, machine),
        players=[(setting.say(name), player_colour(setting, seat)) for seat, name in enumerate(declared.players)],
    )


def _title(setting: Setting, piece: Piece) -> str:
    owner = setting.declared.players[piece.owner] if piece.owner >= 0 else ""
    return f"{piece.name} of {setting.say(owner)}" if owner else piece.name


def _areas(setting: Setting, machine: Any) -> list[Area]:
    found: dict[str, Area] = {}
    for ground in grounds(setting, machine):
        known = found.get(ground.name, Area(ground.name, (), ground.mark, ground.colour))
        found[ground.name] = Area(known.name, (*known.sites, ground.site), known.letter, known.colour)
    return list(found.values())
