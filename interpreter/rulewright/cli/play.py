"""`rulewright play GAME`: play at the terminal, against others at the same terminal or against random players.

What the person answers is read line by line, from a terminal, a pipe or a file; a line that is no move is answered
with the reason, in a file it ends the command. A game may go on from a record, and be written down as one.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.answers import Answers, Person, RefusedError, script
from rulewright.cli.common import (
    GAME,
    format_option,
    lang_option,
    option_option,
    preset_option,
    report,
    seed_option,
    setup_option,
)
from rulewright.cli.eyes import eyes_of
from rulewright.cli.keeping import read_kept, save_record
from rulewright.cli.playing import begin, load_game, rules_may_break, seat_of
from rulewright.cli.positions import position_document
from rulewright.cli.table import HUMAN, RANDOM, Table
from rulewright.cli.turn import counted, moves_made

if TYPE_CHECKING:
    from rulewright.match import Game, State

SORTS = (HUMAN, RANDOM)


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
@click.argument("game", type=GAME, required=False)
@click.option(
    "--players",
    type=PlayersType(),
    metavar="SORT,...",
    help="human or random for each seat; one word is for all. Default: you first, the others random.",
)
@click.option(
    "--as",
    "viewer",
    metavar="PLAYER",
    help="Take this player's seat, random players the others; nothing hidden from it is ever shown or written down.",
)
@click.option("--moves", metavar="FILE", help="Take the answers from a file, one a line; - is the standard input.")
@click.option("--load", "loaded", metavar="FILE", help="Go on with a game that was written down.")
@click.option("--save", "saved", metavar="FILE", help="Write the game down when it ends or you leave.")
@click.option("--plain", is_flag=True, help="Tell the position in sentences instead of a drawing.")
@option_option
@preset_option
@setup_option
@seed_option
@lang_option
@format_option("full", "json")
@click.pass_context
def command(
    ctx: click.Context,
    game: Path | None,
    players: tuple[str, ...] | None,
    viewer: str | None,
    moves: str | None,
    loaded: str | None,
    saved: str | None,
    plain: bool,
    options: dict[str, str],
    preset: str | None,
    setup: str | None,
    seed: int | None,
    lang: str,
    form: str,
) -> None:
    """Play a game at the terminal.

    You have the first seat and random players have the others, unless --players says otherwise: --players human is for
    people who share the terminal, --players random lets the game play itself. --seed makes dice and random players
    repeatable. In a game with secrets you see what your seat knows; several people at one terminal are told when to
    look away. With --as, what you write down holds no secrets either, until the game is over.

    With --moves nothing is asked: the file holds the moves of all players, and a line that is no move ends the command
    with 1. With --load the record tells the game and its options.
    """
    with rules_may_break(form):
        if loaded is not None:
            if options or preset or setup:
                raise click.UsageError("--load takes the game as the record tells it, without further options.")
            state, notes = _resumed(loaded, game, lang)
        elif game is None:
            raise click.UsageError("Name a game, or a record with --load.")
        else:
            state, notes = begin(load_game(game, options, preset, lang), seed, setup, sampled=True), {}
        rules = state.game
        if viewer is not None:
            if players is not None:
                raise click.UsageError("--as takes one seat, --players says it of all: give one of them.")
            own = seat_of(rules, viewer)
            players = tuple(HUMAN if seat == own else RANDOM for seat in range(len(rules.players)))
        if players is None and moves is not None:
            players = (HUMAN,)
        seats = _seats(rules, players)
        if form == "json" and HUMAN in seats and moves is None:
            raise click.UsageError("--format json is for games without questions: give --moves, or --players random.")
        answers: Answers = Person() if moves is None else script(moves)
        dice = random.Random(state.seed if seed is None else seed)
        eyes = eyes_of(rules, _persons(seats, viewer, moves))
        table = Table(rules, seats, answers, dice, eyes, plain, form == "json", viewer is not None, notes=notes)
        if loaded is not None:
            table.say(f"{loaded} goes on after {counted(moves_made(state))}.")
        try:
            state = table.play(state)
        except RefusedError as error:
            report([error.diagnostic], form, err=form != "json")
            ctx.exit(1)
        if saved is not None:
            _save(state, table, saved)
        if form == "json":
            click.echo(json.dumps(position_document(eyes.seen(state)), indent=2))


def _persons(seats: tuple[str, ...], viewer: str | None, moves: str | None) -> list[int]:
    """The seats of those who look at the terminal. Whoever wrote the moves of several into a file knows all of them."""
    persons = [seat for seat, sort in enumerate(seats) if sort == HUMAN]
    return [] if viewer is None and moves is not None and len(persons) > 1 else persons


def _resumed(name: str, game: Path | None, lang: str) -> tuple[State, dict[int, str]]:
    """The state at the end of a record, and its comments. Raises RecordError."""
    record = read_kept(name, game, lang=lang)
    return record.state, record.comments


def _save(state: State, table: Table, name: str) -> None:
    told, done = save_record(table.record(state), name)
    if not done:
        raise click.ClickException(told)
    table.say(told)


def _seats(game: Game, sorts: tuple[str, ...] | None) -> tuple[str, ...]:
    count = len(game.players)
    if sorts is None:
        return (HUMAN, *(RANDOM,) * (count - 1))
    if len(sorts) == 1:
        return sorts * count
    if len(sorts) != count:
        raise click.UsageError(f"{game.title} has {count} players, and --players names {len(sorts)}.")
    return sorts
