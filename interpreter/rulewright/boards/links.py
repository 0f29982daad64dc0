"""Links: ways between sites that the shape of the board does not have by itself (loops, tunnels, cylinders).

A link leaves a site in a direction in which the board ends, and arrives at another site with a heading. It works both
ways: the way back leaves the other site against the heading and arrives against the direction in which the link
left. So `b1 S to a2 E` also leads from a2 westwards to b1, heading north.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright.boards.board import Board
from rulewright.boards.errors import BoardError
from rulewright.boards.parts import Link
from rulewright.source.suggest import did_you_mean


def with_links(board: Board, links: Sequence[Link]) -> Board:
    """`board` with `links` added to those it has. Raises the first of `link_errors(board, links)`."""
    for error in link_errors(board, links):
        raise error
    return replace(board, declared_links=(*board.declared_links, *links))


def link_errors(board: Board, links: Sequence[Link]) -> list[BoardError]:
    """Everything that is wrong with `links`, at most one error a link, in their order; empty if all is well.

    A link is wrong if the board lacks one of its sites or directions, if it or its way back leaves where a step
    already leads, or where a link of `board` or an earlier link of `links` already leaves.
    """
    taken = {
        (board.index[site], board.direction_index[leaving])
        for link in board.declared_links
        for site, leaving in _ends(board, link)
    }
    errors = []
    for index, link in enumerate(links):
        found = _unknown_word(board, index, link) or _occupied(board, index, link, taken)
        if found is None:
            taken.update((board.index[site], board.direction_index[leaving]) for site, leaving in _ends(board, link))
        else:
            errors.append(found)
    return errors


def _ends(board: Board, link: Link) -> tuple[tuple[str, str], tuple[str, str]]:
    """Site and direction in which the link, and then its way back, leaves; all words must be known."""
    back = board.directions[board.opposite[board.direction_index[link.heading]]]
    return (link.start, link.leaving), (link.end, back)


def _unknown_word(board: Board, index: int, link: Link) -> BoardError | None:
    for field, word in (("start", link.start), ("end", link.end)):
        if word not in board.index:
            near = did_you_mean(word, board.sites)
            hint = f"Did you mean {near}?" if near else f"The sites run from {board.sites[0]} to {board.sites[-1]}."
            return BoardError(f"There is no site {word} on this board.", hint, (index, field))
    for field, word in (("leaving", link.leaving), ("heading", link.heading)):
        if word not in board.direction_index:
            near = did_you_mean(word, board.directions)
            known = ", ".join(board.directions)
            hint = f"Did you mean {near}?" if near else f"The directions of this board are {known}."
            return BoardError(f"There is no direction {word} on this board.", hint, (index, field))
    for field, word in (("leaving", link.leaving), ("heading", link.heading)):
        if board.opposite[board.direction_index[word]] < 0:
            message = f"The direction {word} has no opposite, so this link would have no way back."
            return BoardError(message, "Choose a direction that has an opposite.", (index, field))
    return None


def _occupied(board: Board, index: int, link: Link, taken: set[tuple[int, int]]) -> BoardError | None:
    """The error of a link that leaves, or comes back, where something else already leads."""
    for (site, leaving), field in zip(_ends(board, link), ("leaving", "heading"), strict=True):
        way = "This link" if field == "leaving" else "The way back of this link"
        key = board.index[site], board.direction_index[leaving]
        beyond = board.plain[key[0]][key[1]]
        if beyond >= 0:
            message = f"{way} leaves {site} to {leaving}, where a step already leads to {board.sites[beyond]}."
            return BoardError(message, "A link can leave a site only where the board ends.", (index, field))
        if key in taken:
            message = f"{way} leaves {site} to {leaving}, where another link already leaves."
            return BoardError(message, "Links lead both ways already; take one of the two away.", (index, field))
    return None
