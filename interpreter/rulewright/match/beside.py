"""Sites named by what lies beside them: `Mouse E` is the site east of the Mouse, `u21 NE E` two steps from u21.

It is what people write at a terminal; moves and records never hold it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rulewright.match.naming import kind_names
from rulewright.match.pieces import Standing, pieces, title
from rulewright.match.setting import Setting
from rulewright.match.wording import folded, tidy

_BEFORE = " (,={"


def named_sites(setting: Setting, stands: Iterable[Standing]) -> dict[str, int]:
    """What sites may be called, in small letters: their names, and those of what only one of them has."""
    board = setting.declared.board
    if board is None:
        return {}
    stands = tuple(stands)
    places: dict[str, set[int]] = {}
    for stand, piece in zip(stands, pieces(setting, stands), strict=True):
        if stand.kind >= 0:
            kind = setting.declared.kinds[stand.kind]
            for name in (piece.name, title(setting, piece), *kind_names(setting, kind)):
                places.setdefault(folded(name), set()).add(stand.site)
    found = {name: min(sites) for name, sites in places.items() if len(sites) == 1}
    return found | {name.casefold(): site for name, site in (*board.index.items(), *board.called_index.items())}


def with_sites(setting: Setting, stands: Iterable[Standing], text: str) -> Iterator[str]:
    """A text in which one place after the other that is told by a direction has become a site; nothing if there is
    none. On a board with names of their own these are used."""
    board = setting.declared.board
    names = named_sites(setting, stands)
    if board is None or not names:
        return
    directions = {name.casefold(): direction for direction, name in enumerate(board.directions)}
    ways = "|".join(map(re.escape, sorted(directions, key=len, reverse=True)))
    way = re.compile(rf" ({ways})(?!\w)", re.IGNORECASE)
    text = tidy(text)
    at = 0
    while found := way.search(text, at):
        before = text[: found.start()]
        starts = [0, *(place + 1 for place, sign in enumerate(before) if sign in _BEFORE)]
        start = next((start for start in starts if before[start:].casefold() in names), None)
        there = -1
        if start is not None:
            there = board.step[names[before[start:].casefold()]][directions[found[1].casefold()]]
        if start is None or there < 0:
            at = found.end()
            continue
        text = text[:start] + board.names[there] + text[found.end() :]
        at = start
        yield text
