"""Places of notations that list components by their sites, such as `{Man of White}`: `31,32,K40`.

The sites stand in the order of notations, by rows from the last one, with `,` between them. A component of a kind below
the one that is named has its kind's letter before the site. Readers take sites that are called by numbers also from one
to another: `31-50`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.boards import Board
from rulewright.semantics.marks import gathers, letters
from rulewright.semantics.notation_values import NEXT
from rulewright.semantics.symbols import Game, KindDecl

TO = "-"


class UnknownPlaceError(Exception):
    """A text that names no site, or several."""


def rows_of(board: Board) -> list[list[int]]:
    """The sites in the order of notations: by rows from the last one, each from its left. Boards that have no rows
    are one."""
    rows: dict[int, list[int]] = {}
    for site, row in enumerate(board.row):
        rows.setdefault(row, []).append(site)
    return [sorted(rows[row], key=lambda site: board.coordinates[site][0]) for row in sorted(rows, reverse=True)]


def listed_kinds(game: Game, kind: KindDecl) -> dict[str, KindDecl]:
    """The kinds that a list may tell, by what stands before their sites; that of `kind` itself is ""."""
    given = letters(game)
    out = {"": kind}
    for one in sorted(kind.descendants(), key=gathers):
        if one is not kind:
            out.setdefault(given[one.index].upper(), one)
    return out


def write_list(game: Game, kind: KindDecl, standing: Iterable[tuple[int, int]]) -> str:
    """The text for components, each given as its site and the index of its kind."""
    board = game.board
    assert board is not None
    signs = {one.index: sign for sign, one in listed_kinds(game, kind).items()}
    at: dict[int, list[str]] = {}
    for site, index in standing:
        if index in signs:
            at.setdefault(site, []).append(signs[index] + _name(board, site))
    return NEXT.join(text for row in rows_of(board) for site in row for text in at.get(site, ()))


def _name(board: Board, site: int) -> str:
    """What a list calls a site: as people do, unless that would look like two items."""
    return board.sites[site] if NEXT in board.names[site] else board.names[site]


def read_place(game: Game, kind: KindDecl, text: str) -> Iterator[tuple[KindDecl, int]]:
    """The components that one item of a list tells, each as its kind and its site. Raises UnknownPlaceError."""
    signs = listed_kinds(game, kind)
    for sign in sorted(signs, key=len):
        if text.startswith(sign):
            sites = _sites(game, text[len(sign) :])
            if sites:
                return iter([(signs[sign], site) for site in sites])
    raise UnknownPlaceError


def _sites(game: Game, text: str) -> list[int]:
    """The site of that name, or those whose numbers lie between two; [] for any other text."""
    board = game.board
    assert board is not None
    for names in (board.names, board.sites):
        if text in names:
            return [names.index(text)]
        first, to, last = text.partition(TO)
        if to and first in names and last in names and first.isdecimal() and last.isdecimal():
            between = range(int(first), int(last) + 1)
            return [site for site, name in enumerate(names) if name.isdecimal() and int(name) in between]
    return []
