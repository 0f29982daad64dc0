"""`rulewright perft GAME --depth N`: count the lines of play, the test of a game's moves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.common import (
    engine_option,
    format_option,
    game_argument,
    option_option,
    preset_option,
    setup_option,
)
from rulewright.cli.playing import begin, load_game, rules_may_break

if TYPE_CHECKING:
    from rulewright.engines.choose import EngineName


@click.command()
@game_argument
@click.option("--depth", type=click.IntRange(0), metavar="N", required=True, help="How many moves deep to count.")
@click.option("--divide", is_flag=True, help="Also count after each first move by itself.")
@option_option
@preset_option
@setup_option
@engine_option
@format_option("full", "json")
def command(
    game: Path,
    depth: int,
    divide: bool,
    options: dict[str, str],
    preset: str | None,
    setup: str | None,
    engine: EngineName,
    form: str,
) -> None:
    """Count the positions that can be reached in a number of moves.

    Every way of playing that many moves counts; ways on which the game ends earlier do not. All outcomes of chance
    between them are followed, but are no moves. The last line is the count alone.
    """
    rules = load_game(game, options, preset, engine=engine)
    with rules_may_break(form):
        start = begin(rules, None, setup)
        if not divide or depth == 0:
            parts: list[tuple[str, int]] = []
            count = start.perft(depth)
        else:
            at_chance = start.chance()
            left = depth if at_chance else depth - 1
            firsts = [outcome for outcome, _ in at_chance] or start.moves()
            parts = []
            for move in firsts:
                parts.append((move.text, start.play(move).perft(left)))
                if form == "full":
                    click.echo(f"{move.text}: {parts[-1][1]}")
            count = sum(number for _, number in parts)
    if rules.engine_note:
        click.echo(rules.engine_note, err=True)
    if form == "json":
        told = {"schema": 1, "game": rules.title, "options": rules.options, "depth": depth, "count": count}
        if divide:
            told["divide"] = [{"move": text, "count": number} for text, number in parts]
        click.echo(json.dumps(told, indent=2))
    else:
        click.echo(str(count))
