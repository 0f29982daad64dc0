"""A game in progress at the terminal: whose turn it is, what was answered, what may be taken back.

With a seed chance is drawn by the game itself, and told after the move on which it fell. A game that was loaded from a
record without a seed stops at chance, which is drawn here.

Taking back goes to the last state in which a person decided, and never past chance: what fell cannot be unseen. In a
game with secrets everything is shown through somebody's eyes, and what is told are the lines of that player's log.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

import click

from rulewright.cli.answers import Answers
from rulewright.cli.cards import about_cards, about_zones, nearest
from rulewright.cli.eyes import Eyes
from rulewright.cli.keeping import load_record, save_record
from rulewright.cli.menu import MANY, Entry, Menu, in_columns, menu, step_menu, with_word
from rulewright.cli.playing import headline, position_text, sentence

if TYPE_CHECKING:
    from rulewright.match import Game, Move, State, View

HUMAN, RANDOM = "human", "random"

HELP = """\
Answer with a number from the list, with a word of it (a piece's site, say), or with a whole move as the game writes it.
  moves   list all moves          board      draw the board again
  back    give up a started move  undo       take back your last move
  redo    make it again           why MOVE   tell why a move may not be made
  card NAME, or ?NAME             tell what a kind of card or piece says
  zone NAME                       tell all that lies in a zone
  log     what was played         note TEXT  write something down about the last move
  save FILE, load FILE            write the game down, go on with one that was written down
  help    this page               quit       leave"""

COMMANDS = ("help", "?", "moves", "board", "back", "undo", "redo", "log", "quit", "exit")
ABOUT = {"why": "MOVE", "card": "NAME", "zone": "NAME", "save": "FILE", "load": "FILE", "note": "TEXT"}
"""The commands that are about something."""


@dataclass(slots=True)
class Table:
    """A game in progress.

    `seats` say who plays. `undone` are the states that were taken back, the last one last. `notes` are comments by the
    number of the move they are about. `silent`: nothing is told on the way. `closed`: what is written down holds no
    more than the person knows.
    """

    game: Game
    seats: tuple[str, ...]
    answers: Answers
    random: random.Random
    eyes: Eyes
    plain: bool = False
    silent: bool = False
    closed: bool = False
    undone: list[State] = field(default_factory=list)
    notes: dict[int, str] = field(default_factory=dict)

    def play(self, state: State) -> State:
        """Play from a state to the end, or until the person leaves. The state in which the game was left."""
        self.say(headline(self.game))
        players = map(self.game.say, self.game.players)
        self.say(", ".join(f"{name}: {sort}" for name, sort in zip(players, self.seats, strict=True)))
        if HUMAN in self.seats and self.answers.asked:
            self.say("Answer with a number, a word of the list, or a whole move; `help` tells more.")
        if state.before is None:
            self.fallen(state)
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
        self.show(state)
        self.say("The game is " + state.status + ".")
        if len(state.ranking) > 1 and len(self.game.players) > 2:
            for place, names in enumerate(state.ranking, 1):
                self.say(f"{place}. {', '.join(map(self.game.say, names))}")

    def afterwards(self, state: State) -> State | None:
        """What the person at the terminal still wants when the game is over: a state to go on from, or None."""
        self.say("`save FILE` writes the game down, `undo` takes the last move back, Enter leaves.")
        turn = Turn(self, state)
        while answer := self.answers.next():
            word, what = command_in(answer)
            if word in ABOUT:
                done = turn.about(word, what)
            elif word in ("undo", "redo", "log", "help", "?", "quit", "exit"):
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
            self.say(f"{self.eyes.seen(state).status}.")

    def advance(self, state: State) -> State | None:
        """The state after the next move or the next fall of the dice; None when the person leaves."""
        outcomes = state.chance()
        if outcomes:
            move = self.draw(outcomes)
            after = state.play(move)
            self.tell(after, f"{self.game.say(state.drawn)}: {move.told}")
            return after
        if self.decides(state):
            if not self.eyes.look(state, self.answers):
                return None
            self.tell(state)
            return Turn(self, state).ask()
        move = self.random.choice(state.moves())
        return self.moved(state, state.play(move), move.told)

    def decides(self, state: State) -> bool:
        """Whether a person decides there."""
        return state.mover is not None and self.seats[self.game.players.index(state.mover)] == HUMAN

    def fallen(self, state: State) -> State:
        """Tell what chance gave on the way to a state."""
        if self.eyes.open:
            for name, text in state.fell:
                self.say(f"{self.game.say(name)}: {text}")
        return state

    def moved(self, state: State, after: State, text: str) -> State:
        """Tell a move that was made in a state, and what chance gave after it."""
        self.tell(after, f"{self.game.say(state.mover or '')}: {text}")
        return self.fallen(after)

    def tell(self, after: State, *lines: str) -> None:
        """Tell what happened on the way to a state; in a game with secrets what whoever looks has seen of it."""
        for line in lines if self.eyes.open else self.eyes.news(after):
            self.say(line)

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
        if not self.eyes.open:
            return self.eyes.log(state)
        lines: list[str] = []
        for one in state.line:
            if one.made is not None and one.before is not None:
                lines.append(f"{self.game.say(one.before.mover or one.before.drawn)}: {one.made.told}")
            lines += [f"{self.game.say(name)}: {text}" for name, text in one.fell]
        return lines

    def note(self, state: State, text: str) -> None:
        """Write down something about the last move."""
        number = moves_made(state)
        self.notes[number] = f"{self.notes[number]}\n{text}" if number in self.notes else text

    def say(self, text: str) -> None:
        if not self.silent:
            click.echo(text)

    def show(self, state: State) -> None:
        """Show the position, and below it the own cards with what they say."""
        seen = self.eyes.seen(state)
        text = position_text(seen, self.plain, self.eyes.hand(state), _width())
        if text:
            self.say(f"\n{text}\n")

    def record(self, state: State) -> str:
        """The game so far as it may be written down."""
        seen: State | View = self.eyes.seen(state) if self.closed else state
        return seen.record(self.notes)


def moves_made(state: State) -> int:
    """How many moves were made since the start, chance not counted."""
    return sum(earlier.mover is not None for earlier in state.line[:-1])


@dataclass(slots=True)
class Turn:
    """One decision of a person. `picked` are the entries chosen so far on the way to a move."""

    table: Table
    state: State
    picked: list[Entry] = field(default_factory=list)

    def ask(self) -> State | None:
        """Ask until there is a move. The state after it, the state gone back to, or None to leave."""
        if self.table.answers.asked:
            self.table.show(self.state)
        self.offer()
        while True:
            answer = self.table.answers.next()
            if answer is None:
                return None
            if not answer:
                continue
            done = self.answer(answer)
            if done is not self:
                assert not isinstance(done, Turn)
                return done

    @property
    def left(self) -> tuple[Move, ...]:
        return self.picked[-1].moves if self.picked else self.state.moves()

    def menu(self) -> Menu:
        """What is offered: moves, a pick of them, or the steps that may follow."""
        if self.picked and self.picked[-1].way:
            return step_menu(self.picked[-1].way)
        way = self.state.begin()
        last = self.picked[-1] if self.picked else None
        return step_menu(way) if way and len(self.left) > MANY else menu(self.left, last=last)

    def offer(self) -> None:
        """Say who is to decide what, and list it."""
        if not self.table.answers.asked:
            return
        moves, shown = self.left, self.menu()
        asked = f": {self.state.question}" if self.state.question else ""
        so_far = f" ({', '.join(entry.label for entry in self.picked)})" if self.picked else ""
        what = "" if shown.what == "move" else f"; {'next' if self.picked else 'first'} {shown.asked}"
        count = f"{len(moves)} {'move' if len(moves) == 1 else 'moves'}" if moves else "a move"
        mover = self.state.game.say(self.state.mover or "")
        self.table.say(f"{mover} to move{asked}{so_far}: {count}{what}.")
        self.columns(shown.lines(_width()))

    def columns(self, lines: Sequence[str]) -> None:
        for line in lines:
            self.table.say("  " + line)

    # ---- answers ----

    def answer(self, text: str) -> Turn | State | None:
        """Act on an answer: this turn if it goes on, else what `ask` gives."""
        entry = self.menu().chosen(text)
        if entry is not None:
            return self.take(entry)
        folded = text.casefold()
        if not any(folded in (move.text.casefold(), move.told.casefold()) for move in self.left):
            if folded in COMMANDS:
                return self.command(folded)
            word, what = command_in(text)
            if word in ABOUT:
                return self.about(word, what)
        return self.written(text)

    def take(self, entry: Entry) -> Turn | State | None:
        if entry.way and entry.way.act is not None:
            return self.reached(self.state.finish(entry.way), entry.way.text)
        if len(entry.moves) == 1:
            return self.made(entry.moves[0])
        self.picked.append(entry)
        self.offer()
        return self

    def made(self, move: Move | str) -> State:
        after = self.state.play(move)
        return self.reached(after, move if isinstance(move, str) else move.told)

    def reached(self, after: State, text: str) -> State:
        """The state after a move, which is told with what chance gave."""
        table = self.table
        table.undone.clear()
        table.notes = {number: note for number, note in table.notes.items() if number <= moves_made(self.state)}
        return table.moved(self.state, after, text)

    def written(self, text: str) -> Turn | State | None:
        """A move in the game's notation, or a word that leaves only some of the moves; if it is neither, say why."""
        from rulewright.match import AmbiguousMove, IllegalMove

        try:
            move = self.state.find(text)
            return self.made(text if move is None else move)
        except IllegalMove as error:
            some = with_word(self.left, text)
            if some and (len(some) < len(self.left) or len(some) == 1):
                return self.take(Entry(text, some))
            number = text.isdecimal() and self.menu().numbered
            known = f"There is no number {text} in the list."
            self.table.answers.refuse(known if number else sentence(f"{text}: {self.reason(text) or error.reason}"))
        except AmbiguousMove as error:
            self.several(error.move, error.candidates)
        return self

    def reason(self, text: str) -> str:
        """Why a move, or the next step of one that is begun, may not be made."""
        way = self.picked[-1].way if self.picked else None
        return self.state.why(text, way) if way else self.table.eyes.seen(self.state).why(text)

    def several(self, text: str, candidates: Sequence[str]) -> None:
        """Tell which moves a text may mean."""
        lines = "".join(f"\n  {line}" for line in in_columns(candidates, _width()))
        self.table.answers.refuse(f"{text} may be one of these:{lines}")

    # ---- commands ----

    def command(self, word: str) -> Turn | State | None:
        match word:
            case "quit" | "exit":
                return None
            case "undo":
                earlier = self.table.earlier(self.state)
                if earlier is not None:
                    self.table.undone.append(self.state)
                    self.table.eyes.forget(earlier)
                    return earlier
                self.table.answers.refuse(self.table.nothing_to_undo)
            case "redo":
                if self.table.undone:
                    self.table.eyes.forget(self.table.undone[-1])
                    return self.table.undone.pop()
                self.table.answers.refuse("There is nothing to make again: nothing was taken back since the last move.")
            case "back":
                if self.picked:
                    self.picked.pop()
                self.offer()
            case "moves":
                self.columns(in_columns([move.told for move in self.state.moves()], _width()))
            case "log":
                self.columns(self.table.log(self.state))
            case "board":
                self.table.show(self.state)
                self.offer()
            case _:
                self.table.say(HELP)
        return self

    def about(self, word: str, what: str) -> Turn | State | None:
        """A command that is about something: a move, a file, a text."""
        if not what:
            self.table.answers.refuse(f"Write it with a {ABOUT[word].lower()}: {word} {ABOUT[word]}.")
            return self
        match word:
            case "why":
                self.explain(what)
            case "card" | "zone":
                self.look_up(word, what)
            case "note":
                self.table.note(self.state, what)
                self.table.say("Noted.")
            case "save":
                told, done = save_record(self.table.record(self.state), what)
                (self.table.say if done else self.table.answers.refuse)(told)
            case _:
                record = load_record(what, self.table.game, self.table.answers)
                if record is not None:
                    self.table.undone.clear()
                    self.table.notes = record.comments
                    self.table.eyes.forget(record.state)
                    self.table.say(f"{what} goes on after {counted(moves_made(record.state))}.")
                    return record.state
        return self

    def explain(self, text: str) -> None:
        from rulewright.match import AmbiguousMove

        try:
            reason = self.reason(text)
        except AmbiguousMove as error:
            self.several(error.move, error.candidates)
            return
        self.table.say(sentence(f"{text}: {reason}") if reason else f"{text} may be played.")

    def look_up(self, word: str, name: str) -> None:
        """Tell about a kind, or about what lies in a zone."""
        seen = self.table.eyes.seen(self.state)
        lines = about_cards(seen, name, _width()) if word == "card" else about_zones(seen, name, _width())
        if not lines:
            near = nearest(seen, word, name)
            meant = f"; did you mean {near}?" if near else "."
            self.table.answers.refuse(f"There is no {'kind' if word == 'card' else 'zone'} {name}{meant}")
        for line in lines:
            self.table.say(line)


def command_in(answer: str) -> tuple[str, str]:
    """An answer taken for a command: its word, and what it is about. `?owl` is `card owl`."""
    if answer.startswith("?") and answer[1:].strip():
        return "card", answer[1:].strip()
    word, _, what = answer.partition(" ")
    return word.casefold(), what.strip()


def counted(number: int) -> str:
    """`1 move`, `2 moves`"""
    return f"{number} {'move' if number == 1 else 'moves'}"


def _width() -> int:
    return shutil.get_terminal_size((100, 24)).columns
