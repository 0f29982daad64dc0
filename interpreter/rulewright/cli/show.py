"""`rulewright show GAME`: draw a position."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.common import format_option, game_argument, option_option, preset_option, seed_option
from rulewright.cli.playing import headline, load_game, position_text, rules_may_break, sentence

if TYPE_CHECKING:
    from rulewright.match import State


@click.command()
@game_argument
@click.option("--moves", default="", metavar="TEXT", help="Moves to make first, as in 'c2c3 f7f6'.")
@click.option("--plain", is_flag=True, help="Tell the position in sentences.")
@option_option
@preset_option
@seed_option
@format_option("full", "json")
def command(
    game: Path,
    moves: str,
    plain: bool,
    options: dict[str, str],
    preset: str | None,
    seed: int | None,
    form: str,
) -> None:
    """Draw a game's board and list what it is made of.

    With --moves it is drawn after these moves, written as the game does, with blanks or semicolons between them. Where
    chance decides, write what falls; with --seed it is drawn.
    """
    rules = load_game(game, options, preset)
    with rules_may_break(form):
        state = rules.start(seed) if seed is not None else rules.start(chance="explicit")
        for words in [part.split() for part in moves.split(";")]:
            while words:
                state, words = _next(state, words)
        click.echo(_document(state) if form == "json" else _drawing(state, plain))


def _next(state: State, words: list[str]) -> tuple[State, list[str]]:
    """The state after the move that the most of the first words mean, and the words that are left."""
    from rulewright.match import AmbiguousMove, IllegalMove

    refused: list[IllegalMove | AmbiguousMove] = []
    for count in range(len(words), 0, -1):
        try:
            return state.play(" ".join(words[:count])), words[count:]
        except (IllegalMove, AmbiguousMove) as error:
            refused.append(error)
    known = [error for error in refused if isinstance(error, IllegalMove) and error.span]
    raise click.UsageError(sentence(str([*known, refused[-1]][0])))


def _drawing(state: State, plain: bool) -> str:
    lines = [headline(state.game), ""]
    text = position_text(state, plain)
    if text:
        lines += [text, ""]
    count = len(state.moves())
    moves = f" ({count} {'move' if count == 1 else 'moves'})" if count else ""
    return "\n".join([*lines, f"{state.status}{moves}"])


def _document(state: State) -> str:
    declared = state.game.setting.declared
    sites = declared.board.sites if declared.board else ()
    told = {
        "schema": 1,
        "game": state.game.title,
        "options": state.game.options,
        "players": state.game.players,
        "over": state.over,
        "mover": state.mover,
        "active": state.active,
        "chance": state.drawn or None,
        "returns": state.returns,
        "ranking": state.ranking,
        "board": [
            {
                "site": sites[piece.site],
                "layer": declared.layers[piece.layer].name if declared.layers else "piece",
                "kind": declared.kinds[piece.kind].name,
                "owner": state.game.players[piece.owner] if piece.owner >= 0 else None,
            }
            for piece in state.standing()
        ],
        "variables": state.variables(),
        "moves": [move.text for move in state.moves()],
        "log": state.log,
    }
    return json.dumps(told, indent=2)
