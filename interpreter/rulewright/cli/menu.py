"""Offering moves to a person: a numbered list, or, when there are many, one pick after the other.

A move is a row of words: its action and the values of its picks. A menu shows the different words at the first place
where the moves left differ; of a pick of several, one of these after the other. Of many moves of several steps the next
steps are shown. Where words are numbers themselves (take 2), the list is not numbered, so that an answer means one
thing only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from rulewright.drawing import Cell, draw_row, text_width

if TYPE_CHECKING:
    from rulewright.boards import Board
    from rulewright.match import Move
    from rulewright.match.stepwise import Way
    from rulewright.match.view import ViewMove

M = TypeVar("M", bound="Move | ViewMove")

ENOUGH = "no more"
"""What ends a pick of several before it has as many as it may have."""

MANY = 30
TOO_MANY = 60


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a menu: what is shown, and the moves that it leaves; of a move of several steps the way so far; of
    a pick of several its name and those `taken` so far; of one of some numbers what it does, as a `cell`. `who` stands
    where the label says."""

    label: str
    moves: tuple[Move, ...] = ()
    way: Way | None = None
    pick: str = ""
    taken: tuple[str, ...] = ()
    cell: Cell | None = None
    who: str = ""

    @property
    def told(self) -> str:
        return f"{self.label} ({self.who})" if self.who else self.label


@dataclass(frozen=True, slots=True)
class Menu:
    """`what` is chosen: a move, an action, a pick's name; or one of `several` that make a pick. `board`: where entries
    are cells, that of the game."""

    what: str
    entries: tuple[Entry, ...]
    several: bool = False
    board: Board | None = None

    @property
    def asked(self) -> str:
        """`the action`, `one of paid`"""
        return f"one of {self.what}" if self.several else f"the {self.what}"

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

    def with_words(self, words: str) -> Entry | None:
        """The only entry in whose label these words stand, if there is one: `Geists` for `Lantern Geists`."""
        labels = [" ".join(entry.label.casefold().replace(",", " ").split()) for entry in self.entries]
        found = [
            entry for entry, label in zip(self.entries, labels, strict=True) if f" {words.casefold()} " in f" {label} "
        ]
        return found[0] if len(found) == 1 else None

    def lines(self, width: int, plain: bool = False) -> list[str]:
        """The entries in columns, read downwards; of too many only the first and the last. Cells are drawn, or with
        `plain` told in words."""
        cells = [(entry.cell, entry.label) for entry in self.entries if entry.cell is not None]
        if self.board is not None and not plain:
            return draw_row(self.board, cells, width)
        if self.board is not None:
            ways = self.board.directions
            words = [", ".join(f"{ways[way]} {text}" for way, text in cell.sides.items()) for cell, _ in cells]
            return [f"{label}: {told}" for (_, label), told in zip(cells, words, strict=True)]
        if not self.listed:
            first, last = self.entries[0].label, self.entries[-1].label
            return [f"from {first} to {last}; write one of them. `moves` lists all."]
        digits = len(str(len(self.entries)))
        texts = [
            (f"{number:>{digits}} " if self.numbered else "") + entry.told
            for number, entry in enumerate(self.entries, 1)
        ]
        return in_columns(texts, width)


def menu(moves: Sequence[Move], flat: bool = False, last: Entry | None = None) -> Menu:
    """The menu for these moves: all of them if they are few or `flat`, else the first word in which they differ.
    `last` is what was chosen before. Cards are in the order in which the rules declare them."""
    shown = (None if flat else _numbers(moves)) or _with_names(_menu(moves, flat, last))
    ranks = _ranks(moves[0]) if moves else {}
    if not any(entry.label in ranks for entry in shown.entries):
        return shown
    return replace(shown, entries=tuple(sorted(shown.entries, key=lambda entry: ranks.get(entry.label, len(ranks)))))


def _with_names(shown: Menu) -> Menu:
    """The menu with the names of who stands where its labels say, if not everywhere the same."""
    from rulewright.match.picked import names_on_board

    if not shown.listed or shown.several:
        return shown
    moves = [entry.moves[0] for entry in shown.entries]
    told = [(move.picked, names_on_board(move)) for move in moves]
    known: dict[str, set[str]] = {}
    for picked, names in told:
        for (pick, _), name in zip(picked, names, strict=False):
            known.setdefault(pick, set()).add(name)
    alone = sum(not move.declines for move in moves) == 1
    entries = []
    for entry, (picked, names) in zip(shown.entries, told, strict=True):
        who = dict.fromkeys(
            name
            for (pick, _), name in zip(picked, names, strict=False)
            if name and name not in entry.label and shown.what in ("move", pick) and (alone or len(known[pick]) > 1)
        )
        entries.append(replace(entry, who=", ".join(who)))
    return replace(shown, entries=tuple(entries))


def _numbers(moves: Sequence[Move]) -> Menu | None:
    """Where moves differ in one number alone by which something is turned: these, with how it will lie."""
    from rulewright.match.laying import turned

    rows = [words(move) for move in moves]
    if len(rows) < 2 or len({tuple(name for name, _ in row) for row in rows}) > 1:
        return None
    places = [place for place in range(len(rows[0])) if len({row[place][1] for row in rows}) > 1]
    cells = turned(moves) if len(places) == 1 else []
    if not cells:
        return None
    labels = [_text(row[places[0]][1]) for row in rows]
    entries = [Entry(label, (move,), cell=cell) for label, move, cell in zip(labels, moves, cells, strict=True)]
    return Menu(rows[0][places[0]][0], tuple(entries), board=moves[0]._state.game.setting.declared.board)


def _ranks(move: Move) -> dict[str, int]:
    """The places of the names of kinds among all of them."""
    from rulewright.match.naming import kind_name

    setting = move._state.game.setting
    return {kind_name(setting, kind): kind.index for kind in setting.declared.kinds}


def _menu(moves: Sequence[Move], flat: bool, last: Entry | None) -> Menu:
    whole = Menu("move", tuple(Entry(move.told, (move,)) for move in moves))
    if flat or len(moves) <= MANY:
        return whole
    declining = [move for move in moves if move.declines]
    if declining and len(moves) - len(declining) > 1:
        shown = _menu([move for move in moves if not move.declines], flat, last)
        if shown.what != "move" or len(shown.entries) > MANY:
            return replace(shown, entries=(*shown.entries, *(Entry(move.told, (move,)) for move in declining)))
        return whole
    rows = [words(move) for move in moves]
    for place in range(min(map(len, rows))):
        if all(isinstance(row[place][1], tuple) for row in rows) and len({row[place][0] for row in rows}) == 1:
            if len({row[place][1] for row in rows}) > 1:
                return _one_more(moves, [row[place][1] for row in rows], rows[0][place][0], last)
            continue
        groups: dict[str, list[Move]] = {}
        for move, row in zip(moves, rows, strict=True):
            groups.setdefault(_text(row[place][1]), []).append(move)
        if len(groups) == len(moves):
            return whole
        if len(groups) > 1:
            names = {row[place][0] for row in rows}
            what = names.pop() if len(names) == 1 else "action"
            what = _own_word(moves[0]) if what == "self" else what
            return Menu(what, tuple(Entry(label, tuple(group)) for label, group in groups.items()))
    return whole


def _one_more(moves: Sequence[Move], values: Sequence[str | tuple[str, ...]], pick: str, last: Entry | None) -> Menu:
    """What may be added to those members of a pick that are taken."""
    taken = last.taken if last is not None and last.pick == pick else ()
    groups: dict[str, list[Move]] = {}
    for move, value in zip(moves, values, strict=True):
        rest = Counter(value)
        rest.subtract(taken)
        for label in [text for text, number in rest.items() if number > 0] or [ENOUGH]:
            groups.setdefault(label, []).append(move)
    entries = [Entry(label, tuple(group), pick=pick, taken=(*taken, label)) for label, group in groups.items()]
    return Menu(pick, tuple(entries), several=True)


def _own_word(move: Move) -> str:
    """What an action of a kind is about, in the word with which the kinds of the game are declared."""
    found = {kind.word for kind in move._state.game.setting.declared.kinds}
    return found.pop() if len(found) == 1 else "component"


def step_menu(way: Way) -> Menu:
    """The menu of the steps that may follow."""
    return Menu("step", tuple(Entry(longer.texts[-1], way=longer) for longer in way.onward()))


def with_word(moves: Sequence[M], word: str) -> tuple[M, ...]:
    """The moves in which a word, in any case, is the action, the value of a pick, or one of its values."""
    wanted = word.casefold()
    return tuple(move for move in moves if any(wanted in _called(text) for _, text in words(move)))


def _called(value: str | tuple[str, ...]) -> tuple[str, ...]:
    several = value if isinstance(value, tuple) else ()
    return (_text(value).casefold(), *(text.casefold() for text in several))


def _text(value: str | tuple[str, ...]) -> str:
    return value if isinstance(value, str) else ", ".join(value) or "none"


def words(move: Move | ViewMove) -> list[tuple[str, str | tuple[str, ...]]]:
    """The words of a move, each with the name of what it is."""
    if move.declines:
        return [("action", move.told)]
    action = [("action", move.action)] if move.action else []
    return [*action, *move.picked] or [("move", move.told)]


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
