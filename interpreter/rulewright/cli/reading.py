"""What people write of moves: as the game writes them, where sites may be told by what lies beside them, too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rulewright.match import State, View

Found = TypeVar("Found")


def readings(seen: State | View, text: str) -> Iterator[str]:
    """A text, and what it says with sites in place of what lies beside them: `Mouse E` is the site east of the Mouse.
    `seen`: what whoever writes knows of the position."""
    from rulewright.match.beside import with_sites

    yield text
    yield from with_sites(seen.game.setting, seen.standing(), text)


def understood(state: State, seen: State | View, text: str, attempt: Callable[[str], Found]) -> Found:
    """What `attempt` makes of the first reading of a text that it does not refuse.

    Raises the IllegalMove of the first reading that means some move here, legal or not, else that of the last one;
    AmbiguousMove as `attempt` does.
    """
    from rulewright.match import IllegalMove

    refused: list[tuple[str, IllegalMove]] = []
    for told in readings(seen, text):
        try:
            return attempt(told)
        except IllegalMove as error:
            refused.append((told, error))
    if len(refused) == 1:
        raise refused[0][1]
    raise next((error for told, error in refused if state.means(told)), refused[-1][1])
