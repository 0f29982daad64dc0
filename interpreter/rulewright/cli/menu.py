"""Offering moves to a person: a numbered list, or, when there are many, one pick after the other.

A move is a row of words: its action and the values of its picks. A menu shows the different words at the first place
where the moves left differ. Of many moves of several steps the next steps are shown. Where words are numbers
themselves (take 2), the list is not numbered, so that an answer means one thing only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.drawing import text_width

if TYPE_CHECKING:
    from rulewright.match import Move
    from rulewright.match.stepwise import Way

MANY = 30
TOO_MANY = 60


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a menu: what is shown, and the moves that it leaves; of a move of several steps the way so far."""

    label: str
    moves: tuple[Move, ...] = ()
    way: Way | None = None


@dataclass(frozen=True, slots=True)
class Menu:
    """`what` is chosen: a move, an action, a pick's name."""

    what: str
    entries: tuple[Entry, ...]

    @property
    def numbered(self) -> bool:
        return self.listed and not any(entry.label.isdecimal() for entry in self.entries)

    @property
    def listed(self) -> bool:
        """Whether it is short enough to be read."""
        return len(self.entries) <= TOO_MANY

    def chosen(self, answer: str) -> Entry | None:
        """The entry that an answer means, by number or by its label."""
        if self.numbered and answer.isdecimal():
            number = int(answer)
            return self.entries[number - 1] if 1 <= number <= len(self.entries) else None
        wanted = answer.casefold()
        found = [entry for entry in self.entries if entry.label.casefold() == wanted]
        return found[0] if len(found) == 1 else None

    def lines(self, width: int) -> list[str]:
        """The entries in columns, read downwards; of too many only the first and the last."""
        if not self.listed:
            first, last = self.entries[0].label, self.entries[-1].label
            return [f"from {first} to {last}; write one of them. `moves` lists all."]
        digits = len(str(len(self.entries)))
        texts = [
            (f"{number:>{digits}} " if self.numbered else "") + entry.label
            for number, entry in enumerate(self.entries, 1)
        ]
        return in_columns(texts, width)


def menu(moves: Sequence[Move], flat: bool = False) -> Menu:
    """The menu for these moves: all of them if they are few or `flat`, else the first word in which they differ."""
    whole = Menu("move", tuple(Entry(move.text, (move,)) for move in moves))
    if flat or len(moves) <= MANY:
        return whole
    rows = [words(move) for move in moves]
    for place in range(min(map(len, rows))):
        groups: dict[str, list[Move]] = {}
        for move, row in zip(moves, rows, strict=True):
            groups.setdefault(row[place][1], []).append(move)
        if len(groups) == len(moves):
            return whole
        if len(groups) > 1:
            names = {row[place][0] for row in rows}
            what = names.pop() if len(names) == 1 else "action"
            return Menu(what, tuple(Entry(label, tuple(group)) for label, group in groups.items()))
    return whole


def step_menu(way: Way) -> Menu:
    """The menu of the steps that may follow."""
    return Menu("step", tuple(Entry(longer.texts[-1], way=longer) for longer in way.onward()))


def with_word(moves: Sequence[Move], word: str) -> tuple[Move, ...]:
    """The moves in which a word, in any case, is the action or the value of a pick."""
    wanted = word.casefold()
    return tuple(move for move in moves if any(text.casefold() == wanted for _, text in words(move)))


def words(move: Move) -> list[tuple[str, str]]:
    """The words of a move, each with the name of what it is."""
    if move.declines:
        return [("action", move.text)]
    action = [("action", move.action)] if move.action else []
    return [*action, *move.picks.items()] or [("move", move.text)]


def in_columns(texts: Sequence[str], width: int) -> list[str]:
    """The texts in as many columns as fit, top to bottom and then to the right."""
    if not texts:
        return []
    wide = max(map(text_width, texts)) + 3
    columns = max(1, min(width // wide, len(texts)))
    height = -(-len(texts) // columns)
    lines = []
    for row in range(height):
        parts = texts[row::height]
        lines.append("".join(part + " " * (wide - text_width(part)) for part in parts).rstrip())
    return lines
