"""Through whose eyes a game at the terminal is shown.

Where a game has secrets, everything that is shown is what one player knows: the person who plays, or, where several
share the screen, whoever decides. Before another of them is shown something the screen is cleared, says whose turn it
is and waits. Games without secrets, games that nobody plays, and games that are over are shown as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rulewright.cli.answers import Answers
    from rulewright.match import Game, State, View
    from rulewright.match.changes import Turn
    from rulewright.match.view_log import Line


@dataclass(slots=True)
class Held:
    """The last move that was seen, with what fell since: to be told when it is known what came of it. `before` is the
    state in which it was made, `mover` who made it ("" for chance)."""

    before: State
    mover: str
    lines: list[str]
    rolled: bool


@dataclass(slots=True)
class Eyes:
    """`persons` are the seats of those at the terminal. `at` is the seat whose eyes look now, -1 before the first.
    `told` counts, for each seat, the lines of its log that were shown. `last` is the last view that was asked for.
    `turn` is the last of somebody else's turns that has a heading, `held` what is not told yet."""

    game: Game
    persons: tuple[int, ...]
    secret: bool
    at: int = -1
    told: dict[int, int] = field(default_factory=dict)
    last: tuple[State, int, View] | None = None
    turn: Turn = (None, ())
    held: Held | None = None

    @property
    def open(self) -> bool:
        """Whether everything may be shown."""
        return not self.secret or not self.persons

    def seat(self, state: State) -> int:
        """Whose eyes look at a state: who decides there, if at the terminal, or else who looked before; -1 nobody's."""
        mover = -1 if state.mover is None else self.game.players.index(state.mover)
        if mover in self.persons:
            return mover
        return self.at if self.at >= 0 or not self.persons else self.persons[0]

    def hand(self, state: State) -> int:
        """The seat whose own cards are shown with what they say; -1 for nobody's."""
        return -1 if state.over or not self.persons else self.seat(state)

    def seen(self, state: State) -> State | View:
        """What may be shown of a state."""
        if self.open or state.over:
            return state
        return self.view(state, self.seat(state))

    def view(self, state: State, seat: int) -> View:
        """What a seat knows of a state."""
        if self.last is None or self.last[0] is not state or self.last[1] != seat:
            self.last = state, seat, state.view(seat)
        return self.last[2]

    def heard(self, state: State, seat: int) -> tuple[Line, ...]:
        """The log as a seat saw it: `View.lines`, without all else that a view tells."""
        from rulewright.match.view_log import lines_of

        return lines_of(state, seat) if state.begun else ()

    def look(self, state: State, answers: Answers) -> bool:
        """Let whoever decides look. False if the person leaves."""
        seat = self.seat(state)
        if self.open or seat == self.at:
            return True
        if len(self.persons) > 1 and answers.present and not self._handed_over(seat, answers):
            return False
        self.at = seat
        return True

    def _handed_over(self, seat: int, answers: Answers) -> bool:
        name = self.game.say(self.game.players[seat])
        if self.at >= 0:
            click.echo(f"Press Enter to hide this, and let {name} look.")
            if not _entered(answers):
                return False
            clear()
        click.echo(f"{name} decides. Nobody else looks now: press Enter.")
        if not _entered(answers):
            return False
        clear()
        return True

    def first(self, state: State) -> list[str]:
        """What dice showed before the first decision. Cards that were dealt are seen where they lie."""
        if self.open:
            return [f"{self.game.say(name)}: {text}" for name, text in state.fell]
        return [line.told for line in self.heard(state, self.persons[0]) if line.drawn and not line.card]

    def news(self, state: State) -> list[str]:
        """The lines of the log that whoever looks has not been shown yet."""
        return [] if self.open else log_lines(self._unheard(state))

    def _unheard(self, state: State) -> tuple[Line, ...]:
        if self.at < 0:
            return ()
        log = self.heard(state, self.at)
        new = log[self.told.get(self.at, 0) :]
        self.told[self.at] = len(log)
        return new

    def happened(self, before: State, after: State, lines: Sequence[str]) -> list[str]:
        """What is to be told now that something was done in a state, or dice fell; `lines` tell it where everything may
        be shown. A move is told when the next one is seen, or somebody looks: only then is it seen what came of it."""
        if self.open:
            mover, rolled = before.mover or "", before.mover is None or bool(after.fell)
        else:
            new = self._unheard(after)
            mover = next((line.mover for line in new if line.mover), "")
            rolled, lines = any(line.drawn and not line.card for line in new), log_lines(new)
        told = self.settled(before) if mover else []
        if mover or self.held is None:
            self.held = Held(before, mover, [*lines], rolled)
        else:
            self.held.lines += lines
            self.held.rolled |= rolled
        return told

    def settled(self, state: State) -> list[str]:
        """What is still to be told in a state: the last move, and what came of it."""
        from rulewright.match.changes import changes

        held, self.held = self.held, None
        if held is None or not held.lines:
            return []
        players, seat = self.game.players, -2 if self.open else self.at
        mover = players.index(held.mover) if held.mover else -1
        return [*self._heading(held, state), *held.lines, *changes(held.before, state, seat, mover, held.rolled)]

    def _heading(self, held: Held, state: State) -> list[str]:
        """The line that tells of somebody else's turn, before the first of its moves if it goes on after that."""
        from rulewright.match.changes import turn_line, turn_of

        turn, persons = turn_of(held.before), [self.game.players[seat] for seat in self.persons]
        goes_on = turn_of(state) == turn and not state.over
        if (
            not persons
            or turn[0] in (None, *persons)
            or held.mover in ("", *persons)
            or turn == self.turn
            or not goes_on
        ):
            return []
        self.turn = turn
        return [turn_line(held.before)]

    def log(self, state: State) -> list[str]:
        """All that whoever looks has seen."""
        return log_lines(self.heard(state, self.seat(state)))

    def forget(self, state: State) -> None:
        """After a move was taken back, or another game loaded: all that was before is known."""
        self.held = None
        for seat in () if self.open else self.persons:
            self.told[seat] = len(self.heard(state, seat))


def log_lines(log: Sequence[Line]) -> list[str]:
    """What is told of a log; cards that came in a row from one pile are one line: `deck: Owl, Tree 3 x2`."""
    from rulewright.match.values import counted

    lines: list[str] = []
    for (head, card), same in groupby(log, lambda line: (line.told.partition(": ")[0], line.card)):
        told = [line.told for line in same]
        lines += [f"{head}: {counted([text.partition(': ')[2] for text in told])}"] if card else told
    return lines


def eyes_of(game: Game, persons: Sequence[int]) -> Eyes:
    """Whose eyes look when these seats are persons; only one's look from the beginning."""
    from rulewright.match.undoing import has_secrets

    return Eyes(game, tuple(persons), has_secrets(game.setting), persons[0] if len(persons) == 1 else -1)


def _entered(answers: Answers) -> bool:
    """Wait for Enter. False if the person leaves instead."""
    answer = answers.next()
    return answer is not None and answer.casefold() not in ("quit", "exit")


def clear() -> None:
    """Empty the screen, and what can be scrolled back to."""
    click.clear()
    click.echo("\x1b[3J", nl=False)
