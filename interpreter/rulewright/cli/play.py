"""`rulewright play GAME`: play at the terminal, against others at the same terminal or against random players.

Chance is explicit here, and drawn by this command, so that everything that falls can be told. What the person answers
is read line by line, from a terminal or from a pipe; a line that is no move is answered with the reason.
"""

from __future__ import annotations

import random
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.common import game_argument, option_option, preset_option, seed_option
from rulewright.cli.menu import MANY, Entry, Menu, in_columns, menu, step_menu, with_word
from rulewright.cli.playing import headline, load_game, position_text, rules_may_break, sentence

if TYPE_CHECKING:
    from rulewright.match import Game, Move, State

SORTS = ("human", "random")

HELP = """\
Answer with a number from the list, with a word of it (a piece's site, say), or with a whole move as the game writes it.
  moves   list all moves          board   draw the board again
  back    give up a started move  undo    take back your last move
  help    this page               quit    leave"""


if TYPE_CHECKING:
    _SortsType = click.ParamType[tuple[str, ...]]
else:
    _SortsType = click.ParamType  # generic only from click 8.5 on


class PlayersType(_SortsType):
    """`human,random`: what sort of player has each seat; a single word is for all seats."""

    name = "players"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        sorts = tuple(part.strip().casefold() for part in str(value).split(","))
        for sort in sorts:
            if sort not in SORTS:
                self.fail(f"{sort or 'nothing'} is no sort of player; there are {' and '.join(SORTS)}.", param, ctx)
        return sorts


@click.command()
@game_argument
@click.option(
    "--players",
    type=PlayersType(),
    metavar="SORT,...",
    help="human or random for each seat; one word is for all. Default: you first, the others random.",
)
@click.option("--plain", is_flag=True, help="Tell the position in sentences instead of a drawing.")
@option_option
@preset_option
@seed_option
def command(
    game: Path,
    players: tuple[str, ...] | None,
    plain: bool,
    options: dict[str, str],
    preset: str | None,
    seed: int | None,
) -> None:
    """Play a game at the terminal.

    You have the first seat and random players have the others, unless --players says otherwise: --players human is for
    people who share the terminal, --players random lets the game play itself. --seed makes dice and random players
    repeatable.
    """
    rules = load_game(game, options, preset)
    table = Table(rules, _seats(rules, players), random.Random(seed), plain)
    with rules_may_break():
        table.play()


def _seats(game: Game, sorts: tuple[str, ...] | None) -> tuple[str, ...]:
    count = len(game.players)
    if sorts is None:
        return ("human", *("random",) * (count - 1))
    if len(sorts) == 1:
        return sorts * count
    if len(sorts) != count:
        raise click.UsageError(f"{game.title} has {count} players, and --players names {len(sorts)}.")
    return sorts


@dataclass(slots=True)
class Table:
    """A game in progress at the terminal.

    `past` are the states in which a person has decided since the last chance: as far as one can go back.
    """

    game: Game
    seats: tuple[str, ...]
    random: random.Random
    plain: bool
    past: list[State] = field(default_factory=list)

    def play(self) -> None:
        """Play to the end, or until the person leaves."""
        click.echo(headline(self.game))
        click.echo(", ".join(f"{name}: {sort}" for name, sort in zip(self.game.players, self.seats, strict=True)))
        if "human" in self.seats:
            click.echo("Answer with a number, a word of the list, or a whole move; `help` tells more.")
        state: State | None = self.game.start(chance="explicit")
        while state is not None and not state.over:
            state = self.advance(state)
        if state is not None:
            self.show(state)
            click.echo("The game is " + state.status + ".")
            if len(state.ranking) > 1 and len(self.game.players) > 2:
                for place, names in enumerate(state.ranking, 1):
                    click.echo(f"{place}. {', '.join(names)}")

    def advance(self, state: State) -> State | None:
        """The state after the next move or the next fall of the dice; None when the person leaves."""
        outcomes = state.chance()
        if outcomes:
            move = self.draw(outcomes)
            self.past.clear()
            click.echo(f"{state.drawn}: {move.text}")
            return state.play(move)
        assert state.mover is not None
        if self.seats[self.game.players.index(state.mover)] == "human":
            return Turn(self, state).ask()
        move = self.random.choice(state.moves())
        click.echo(f"{state.mover}: {move.text}")
        return state.play(move)

    def draw(self, outcomes: Sequence[tuple[Move, Fraction]]) -> Move:
        """One outcome, with its exact probability."""
        whole = lcm(*(chance.denominator for _, chance in outcomes))
        number = self.random.randrange(whole)
        for move, chance in outcomes:
            number -= int(chance * whole)
            if number < 0:
                return move
        raise AssertionError("the probabilities do not add up to 1")

    def show(self, state: State) -> None:
        text = position_text(state, self.plain)
        if text:
            click.echo(f"\n{text}\n")


@dataclass(slots=True)
class Turn:
    """One decision of a person. `picked` are the entries chosen so far on the way to a move."""

    table: Table
    state: State
    picked: list[Entry] = field(default_factory=list)

    def ask(self) -> State | None:
        """Ask until there is a move. The state after it, the state gone back to, or None to leave."""
        self.table.show(self.state)
        self.offer()
        while True:
            answer = read_line()
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
        return step_menu(way) if way and len(self.left) > MANY else menu(self.left)

    def offer(self) -> None:
        """Say who is to decide what, and list it."""
        moves, shown = self.left, self.menu()
        asked = f": {self.state.question}" if self.state.question else ""
        so_far = f" ({', '.join(entry.label for entry in self.picked)})" if self.picked else ""
        what = "" if shown.what == "move" else f"; {'next' if self.picked else 'first'} the {shown.what}"
        count = f"{len(moves)} {'move' if len(moves) == 1 else 'moves'}" if moves else "a move"
        click.echo(f"{self.state.mover} to move{asked}{so_far}: {count}{what}.")
        for line in shown.lines(shutil.get_terminal_size((100, 24)).columns):
            click.echo("  " + line)

    def answer(self, text: str) -> Turn | State | None:
        """Act on an answer: this turn if it goes on, else what `ask` gives."""
        entry = self.menu().chosen(text)
        if entry is not None:
            return self.take(entry)
        if text.casefold() in COMMANDS and text.casefold() not in (move.text.casefold() for move in self.left):
            return self.command(text.casefold())
        return self.written(text)

    def take(self, entry: Entry) -> Turn | State | None:
        if entry.way and entry.way.act is not None:
            click.echo(f"{self.state.mover}: {entry.way.text}")
            return self.reached(self.state.finish(entry.way))
        if len(entry.moves) == 1:
            click.echo(f"{self.state.mover}: {entry.moves[0].text}")
            return self.made(entry.moves[0])
        self.picked.append(entry)
        self.offer()
        return self

    def made(self, move: Move | str) -> State:
        return self.reached(self.state.play(move))

    def reached(self, after: State) -> State:
        self.table.past.append(self.state)
        return after

    def written(self, text: str) -> Turn | State | None:
        """A move in the game's notation, or a word that leaves only some of the moves; if it is neither, say why."""
        from rulewright.match import AmbiguousMove, IllegalMove

        try:
            return self.made(text)
        except IllegalMove as error:
            some = with_word(self.left, text)
            if some and (len(some) < len(self.left) or len(some) == 1):
                return self.take(Entry(text, some))
            way = self.picked[-1].way if self.picked else None
            reason = self.state.why(text, way) if way else error.reason
            number = text.isdecimal() and self.menu().numbered
            click.echo(f"There is no number {text} in the list." if number else sentence(f"{text}: {reason}"))
        except AmbiguousMove as error:
            click.echo(f"{error.move} may be one of these:")
            for line in in_columns(error.candidates, 100):
                click.echo("  " + line)
        return self

    def command(self, word: str) -> Turn | State | None:
        match word:
            case "quit" | "exit":
                return None
            case "undo":
                if self.table.past:
                    return self.table.past.pop()
                click.echo("There is nothing to take back: you have not moved yet, or dice fell since.")
            case "back":
                if self.picked:
                    self.picked.pop()
                self.offer()
            case "moves":
                self.list_all()
            case "board":
                self.table.show(self.state)
                self.offer()
            case _:
                click.echo(HELP)
        return self

    def list_all(self) -> None:
        texts = [move.text for move in self.state.moves()]
        for line in in_columns(texts, shutil.get_terminal_size((100, 24)).columns):
            click.echo("  " + line)


COMMANDS = ("help", "?", "moves", "board", "back", "undo", "quit", "exit")


def read_line() -> str | None:
    """The next line without blanks at its ends; None at the end of the input. Prompts only on a terminal."""
    if sys.stdin.isatty():
        try:
            return input("> ").strip()
        except EOFError:
            click.echo()
            return None
    line = sys.stdin.readline()
    return line.strip() if line else None
