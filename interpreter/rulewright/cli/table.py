"""A game in progress at the terminal: whose turn it is, what was answered, what may be taken back.

With a seed chance is drawn by the game itself, and told after the move on which it fell. A game that was loaded from a
record without a seed stops at chance, which is drawn here.

Taking back goes to the last state in which a person decided, and never past chance: what fell cannot be unseen. In a
game with secrets everything is shown through somebody's eyes, and what is told are the lines of that player's log.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

import click

from rulewright.cli.answers import Answers
from rulewright.cli.board import board_text
from rulewright.cli.eyes import Eyes
from rulewright.cli.playing import (
    beside_board,
    hand_in_short,
    hand_sentences,
    hand_text,
    headline,
    measured,
    position_text,
)
from rulewright.cli.terminal import height, width, wrapped
from rulewright.cli.turn import ABOUT, Turn, command_in, moves_made

if TYPE_CHECKING:
    from rulewright.match import Game, Move, State, View

HUMAN, RANDOM = "human", "random"


@dataclass(slots=True)
class Table:
    """A game in progress.

    `seats` say who plays. `undone` are the states that were taken back, the last one last. `notes` are comments by the
    number of the move they are about. `silent`: nothing is told on the way. `closed`: what is written down holds no
    more than the person knows. `printed` is the hand that was shown last in this turn, with its seat.
    """

    game: Game
    seats: tuple[str, ...]
    answers: Answers
    random: random.Random
    eyes: Eyes
    plain: bool = False
    silent: bool = False
    closed: bool = False
    printed: tuple[object, ...] = ()
    undone: list[State] = field(default_factory=list)
    notes: dict[int, str] = field(default_factory=dict)

    def play(self, state: State) -> State:
        """Play from a state to the end, or until the person leaves. The state in which the game was left."""
        self.tell_all(headline(self.game))
        players = map(self.game.say, self.game.players)
        self.tell_all(", ".join(f"{name}: {sort}" for name, sort in zip(players, self.seats, strict=True)))
        if HUMAN in self.seats and self.answers.asked:
            self.tell_all("Answer with a number, a word of the list, or a whole move; `help` tells more.")
            declared = self.game.setting.declared
            if any(kind.texts.get("text") for kind in declared.kinds):
                self.tell_all("`card NAME` tells all about a card.")
            if any(ground.look.letter for ground in declared.grounds) and not self.plain:
                self.tell_all("`key` tells what the marks mean.")
        if state.before is None:
            for line in self.eyes.first(state):
                self.tell_all(line)
        self.eyes.forget(state)
        while True:
            while not state.over:
                after = self.advance(state)
                if after is None:
                    self.left(state)
                    return state
                state = after
            self.ended(state)
            onward = self.afterwards(state) if self.answers.present and HUMAN in self.seats else None
            if onward is None:
                return state
            state = onward

    def ended(self, state: State) -> None:
        """Show the end of the game; then nothing is secret any more."""
        self.told(state)
        self.show(state)
        for line in measured(state):
            self.tell_all(line)
        self.tell_all("The game is " + state.status + ".")
        if len(state.ranking) > 1 and len(self.game.players) > 2:
            for place, names in enumerate(state.ranking, 1):
                self.tell_all(f"{place}. {', '.join(map(self.game.say, names))}")

    def afterwards(self, state: State) -> State | None:
        """What the person at the terminal still wants when the game is over: a state to go on from, or None."""
        self.tell_all("`save FILE` writes the game down, `undo` takes the last move back, Enter leaves.")
        turn = Turn(self, state)
        while answer := self.answers.next():
            word, what = command_in(answer)
            if word in ABOUT:
                done = turn.about(word, what)
            elif word in ("undo", "redo", "log", "key", "help", "?", "quit", "exit"):
                done = turn.command(word)
            else:
                self.answers.refuse("The game is over; `help` tells what may be written.")
                continue
            if not isinstance(done, Turn):
                return done
        return None

    def left(self, state: State) -> None:
        """Say where things stand when a file of moves ends before the game does."""
        if not self.answers.asked:
            self.show(state)
            self.tell_all(f"{self.eyes.seen(state).status}.")

    def advance(self, state: State) -> State | None:
        """The state after the next move or the next fall of the dice; None when the person leaves."""
        outcomes = state.chance()
        if outcomes:
            move = self.draw(outcomes)
            after = state.play(move)
            self.tell(state, after, f"{self.game.say(state.drawn)}: {move.told}")
            return after
        if self.decides(state):
            self.told(state)
            if not self.eyes.look(state, self.answers):
                return None
            for line in self.eyes.news(state):
                self.tell_all(line)
            return Turn(self, state).ask()
        self.printed = ()
        move = self.random.choice(state.moves())
        return self.moved(state, self.played(state, move), move.told)

    def played(self, state: State, move: Move) -> State:
        """The state after a move of a random player. If the rules break down in it, a secret one is not told."""
        from rulewright.match import PlayError

        try:
            return state.play(move)
        except PlayError as error:
            self.told(state)
            if self.eyes.open or not isinstance(error.__cause__, PlayError):
                raise
            raise error.__cause__ from None

    def decides(self, state: State) -> bool:
        """Whether a person decides there."""
        return state.mover is not None and self.seats[self.game.players.index(state.mover)] == HUMAN

    def moved(self, state: State, after: State, text: str) -> State:
        """Tell a move that was made in a state, what chance gave after it, and what came of it."""
        told = after.made.answer(text) if after.made else text
        falls = [f"{self.game.say(name)}: {text}" for name, text in after.fell]
        self.tell(state, after, f"{self.game.say(state.mover or '')}: {told}", *falls)
        return after

    def tell(self, state: State, after: State, *lines: str) -> None:
        """Tell what happened between two states; in a game with secrets what whoever looks has seen of it."""
        for line in () if self.silent else self.eyes.happened(state, after, lines):
            self.tell_all(line)

    def told(self, state: State) -> None:
        """Tell all that is still to be told in a state."""
        for line in self.eyes.settled(state):
            self.tell_all(line)

    def draw(self, outcomes: Sequence[tuple[Move, Fraction]]) -> Move:
        """One outcome, with its exact probability."""
        whole = lcm(*(chance.denominator for _, chance in outcomes))
        number = self.random.randrange(whole)
        for move, chance in outcomes:
            number -= int(chance * whole)
            if number < 0:
                return move
        raise AssertionError("the probabilities do not add up to 1")

    def earlier(self, state: State) -> State | None:
        """The last state before this one in which a person decided; None if chance lies between, or in a game with
        secrets something that was seen, or if there is none."""
        from rulewright.match.undoing import may_take_back

        if self.eyes.secret:
            before = state.before
            same = before is not None and before.mover == state.mover and self.decides(state)
            return before if same and may_take_back(state) else None
        while state.before is not None and not state.fell and not state.before.drawn:
            state = state.before
            if self.decides(state):
                return state
        return None

    @property
    def nothing_to_undo(self) -> str:
        """Why there is nothing to take back."""
        if self.eyes.secret:
            return "There is nothing to take back: since your last move something was seen, or somebody else decided."
        return "There is nothing to take back: you have not moved yet, or dice fell since."

    def log(self, state: State) -> list[str]:
        """What was played, each with its player, as whoever looks has seen it."""
        if not self.eyes.open and not state.over:
            return self.eyes.log(state)
        lines: list[str] = []
        for one in state.line:
            if one.made is not None and one.before is not None:
                lines.append(f"{self.game.say(one.before.mover or one.before.drawn)}: {one.made.answer()}")
            lines += [f"{self.game.say(name)}: {text}" for name, text in one.fell]
        return lines

    def note(self, state: State, text: str) -> None:
        """Write down something about the last move."""
        number = moves_made(state)
        self.notes[number] = f"{self.notes[number]}\n{text}" if number in self.notes else text

    def say(self, text: str) -> None:
        if not self.silent:
            click.echo(text)

    def tell_all(self, text: str) -> None:
        """Say a text in as many lines as it needs."""
        for line in wrapped(text, width()):
            self.say(line)

    def show(self, state: State, chosen: Collection[int] = (), *, below: int = 0, again: bool = False) -> None:
        """Show the position with the sites that may be `chosen` in brackets, and the own cards with what they say.

        Where the terminal is not high enough for it and the lines that follow `below`, the board comes last, and the
        own cards are told only if they are not the same as before, or `again`.
        """
        seen = self.eyes.seen(state)
        text = self._in_words(seen, state, again) if self.plain else self._laid_out(seen, state, chosen, below, again)
        if text:
            self.say(f"\n{text}\n")

    def _in_words(self, seen: State | View, state: State, again: bool) -> str:
        seat = self.eyes.hand(state)
        hand = hand_sentences(seen, seat)
        known, self.printed = self.printed, (seat, *hand)
        return "\n".join([position_text(seen, plain=True), *(hand if again or known != self.printed else [])])

    def _laid_out(self, seen: State | View, state: State, chosen: Collection[int], below: int, again: bool) -> str:
        seat, room = self.eyes.hand(state), width()
        beside, hand = beside_board(seen, seat, room), hand_text(seen, seat, room)
        board = board_text(seen, room, chosen)
        known, self.printed = self.printed, (seat, *hand)
        whole = "\n".join([*([board] if board else []), *beside, *hand])
        high = height()
        if not board or high is None or whole.count("\n") + 3 + below <= high:
            return whole
        if known == self.printed and not again:
            return "\n".join([*beside, *hand_in_short(seen, seat, room), "", board])
        return "\n".join([*hand, *([""] if hand else []), *beside, "", board]).strip("\n")

    def record(self, state: State) -> str:
        """The game so far as it may be written down."""
        seen: State | View = self.eyes.seen(state) if self.closed else state
        return seen.record(self.notes)
