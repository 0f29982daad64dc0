"""`rulewright why GAME MOVE`: the reason why a move may not be made."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from rulewright.cli.common import (
    as_option,
    format_option,
    game_argument,
    lang_option,
    option_option,
    preset_option,
    seed_option,
    setup_option,
)
from rulewright.cli.playing import begin, load_game, rules_may_break, seen_by, sentence
from rulewright.cli.positions import after_moves
from rulewright.cli.reading import understood
from rulewright.cli.terminal import paint_for, source_width, width, wrapped
from rulewright.source.render import excerpt


@click.command()
@game_argument
@click.argument("move")
@click.option("--moves", default="", metavar="TEXT", help="Moves to make first, as in 'c2c3 f7f6'.")
@as_option
@option_option
@preset_option
@setup_option
@seed_option
@lang_option
@format_option("full", "json")
def command(
    game: Path,
    move: str,
    moves: str,
    viewer: str | None,
    options: dict[str, str],
    preset: str | None,
    setup: str | None,
    seed: int | None,
    lang: str,
    form: str,
) -> None:
    """Tell why a move may not be made, and which condition refuses it.

    MOVE is written as the game writes it, or with picks by name: 'Capture p = b3, d = W'; a site may be told by what
    lies beside it: 'King NW'. Without --moves it is asked about the start of the game; with --as it is told as this
    player may know. The exit code is 0 whatever the answer.
    """
    from rulewright.match import AmbiguousMove, IllegalMove

    rules = load_game(game, options, preset, lang)
    with rules_may_break(form):
        state = after_moves(begin(rules, seed, setup), moves)
        seen, reason, span = seen_by(state, viewer), "", None

        def asked(text: str) -> str:
            """A text that means a move which may be made."""
            if viewer is None and state.find(text) is None:
                state.play(text)
            elif viewer is not None and (told := seen.why(text)):
                raise IllegalMove(text, told)
            return text

        try:
            move = understood(state, seen, move, asked)
        except IllegalMove as error:
            move, reason, span = error.move, error.reason, error.span
        except AmbiguousMove as error:
            raise click.UsageError(sentence(str(error))) from error
        except ValueError as error:  # no state was found that agrees with what the player knows
            raise click.ClickException(sentence(str(error))) from error
    if form == "json":
        place = None if span is None else {"file": span.source.name, "line": span.line, "column": span.column}
        told = {"schema": 1, "game": rules.title, "move": move, "legal": not reason, "reason": reason, "place": place}
        click.echo(json.dumps(told, indent=2))
    elif not reason:
        click.echo(f"{move} may be played.")
    else:
        click.echo("\n".join(wrapped(sentence(f"{move}: {reason}"), width())))
        if span is not None:
            click.echo("\n" + excerpt(span, paint_for(sys.stdout), source_width()), color=True)
