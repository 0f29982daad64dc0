"""Taking sites off a board: what is left keeps its names, rows, columns and places, and no step leads into a hole."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from rulewright.boards.board import Board
from rulewright.boards.errors import BoardError


def without(board: Board, sites: Collection[int]) -> Board:
    """`board` without some of its sites. Made before links, edges and vertices are added.

    Raises `BoardError` if no site would be left.
    """
    gone = set(sites)
    left = [site for site in range(len(board.sites)) if site not in gone]
    if not left:
        raise BoardError("No site would be left on this board.", "Remove fewer of them.")
    new = {site: number for number, site in enumerate(left)}
    new[-1] = -1
    return replace(
        board,
        sites=tuple(board.sites[site] for site in left),
        row=tuple(board.row[site] for site in left),
        column=tuple(board.column[site] for site in left),
        lattice=tuple(board.lattice[site] for site in left) if board.lattice else (),
        coordinates=tuple(board.coordinates[site] for site in left),
        plain=tuple(tuple(new.get(there, -1) for there in board.plain[site]) for site in left),
        corners=tuple(new[site] for site in board.corners if site in new),
        sides={name: tuple(new[site] for site in members if site in new) for name, members in board.sides.items()},
    )
