"""`rulewright show GAME`: draw a position."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.cards import key_lines
from rulewright.cli.common import (
    FILE,
    as_option,
    format_option,
    game_argument,
    lang_option,
    option_option,
    preset_option,
    seed_option,
    setup_option,
    write_file,
)
from rulewright.cli.menu import with_word
from rulewright.cli.playing import begin, headline, load_game, position_text, rules_may_break, seen_by, sentence
from rulewright.cli.positions import after_moves, position_document
from rulewright.cli.terminal import width, wrapped

if TYPE_CHECKING:
    from rulewright.match import Game, Move, State, View
    from rulewright.match.view import ViewMove


@click.command()
@game_argument
@click.option("--moves", default="", metavar="TEXT", help="Moves to make first, as in 'c2c3 f7f6'.")
@click.option("--choices", metavar="WORD", help="Mark the sites to which moves with this word lead ('all': any move).")
@click.option("--plain", is_flag=True, help="Tell the position in sentences.")
@click.option("--key", is_flag=True, help="Tell what the marks mean.")
@click.option("--presets", is_flag=True, help="List the game's presets instead.")
@click.option("--svg", type=FILE, help="Write the picture to a file as SVG ('-': print it).")
@click.option("--png", type=FILE, help="Write the picture to a file as PNG (needs resvg-py).")
@click.option("--notation", is_flag=True, help="Write only the position, in the game's notation.")
@as_option
@option_option
@preset_option
@setup_option
@seed_option
@lang_option
@format_option("full", "json")
def command(
    game: Path,
    moves: str,
    viewer: str | None,
    choices: str | None,
    plain: bool,
    key: bool,
    presets: bool,
    svg: Path | None,
    png: Path | None,
    notation: bool,
    options: dict[str, str],
    preset: str | None,
    setup: str | None,
    seed: int | None,
    lang: str,
    form: str,
) -> None:
    """Draw a game's board and list what it is made of.

    With --moves it is drawn after these moves, written as the game does or with sites told by what lies beside them
    ('King NW'), with blanks or semicolons between them. Where chance decides, write what falls; with --seed it is
    drawn. With --as only what this player knows is shown.
    """
    rules = load_game(game, options, preset, lang)
    if presets:
        for line in _presets(rules):
            click.echo(line)
        return
    with rules_may_break(form):
        state = after_moves(begin(rules, seed, setup), moves)
        if notation:
            if viewer is not None:
                raise click.UsageError("--notation writes the whole position; it does not go with --as.")
            click.echo(_notation(state))
            return
        seen = seen_by(state, viewer)
        chosen = _chosen(seen, choices)
        if svg is not None or png is not None:
            _write(seen, chosen, svg, png)
            return
        told = json.dumps(position_document(seen), indent=2) if form == "json" else _drawing(seen, chosen, plain, key)
        click.echo(told)


def _notation(state: State) -> str:
    try:
        return state.notation()
    except LookupError as error:
        raise click.UsageError(str(error)) from error


def _chosen(state: State | View, word: str | None) -> Sequence[Move | ViewMove]:
    """The moves with a word, all of them for `all`. Raises a click error where there are none."""
    if word is None:
        return ()
    moves: Sequence[Move | ViewMove] = state.moves()
    found = moves if word.casefold() == "all" else with_word(moves, word)
    if not found:
        raise click.UsageError(f"No move here has the word {word}; `--choices all` marks the sites of all moves.")
    return found


def _write(state: State | View, chosen: Sequence[Move | ViewMove], svg: Path | None, png: Path | None) -> None:
    """The picture of a position in files. Raises click errors where there is no board or a file cannot be written."""
    try:
        text = state.svg(chosen)
    except ValueError as error:
        raise click.UsageError(sentence(str(error))) from error
    if svg is not None and str(svg) == "-":
        click.echo(text, nl=False)
    elif svg is not None:
        write_file(svg, text.encode())
    if png is not None:
        write_file(png, _raster(text))


def _raster(text: str) -> bytes:
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise click.UsageError("--png needs the package resvg-py: pip install 'rulewright[png]'.") from None
    return bytes(svg_to_bytes(svg_string=text, zoom=2))


def _presets(game: Game) -> list[str]:
    """The presets of a game, one a line: `preset "First game": abilities basic`."""
    say = game.say
    told = [
        f'preset "{say(name)}": ' + ", ".join(f"{say(option)} {say(value)}" for option, value in options.items())
        for name, options in game.presets.items()
    ]
    return [line for text in told or ["There are no presets."] for line in wrapped(text, width())]


def _drawing(state: State | View, chosen: Sequence[Move | ViewMove], plain: bool, key: bool) -> str:
    """The position in lines, with `key` what its marks mean."""
    from rulewright.match.targets import targets

    lines = [*wrapped(headline(state.game), width()), ""]
    text = position_text(state, plain, width=width(), chosen=targets(state.game.setting.declared.board, chosen))
    marks = ["", *key_lines(state, width())] if key else []
    if text:
        lines += [text, *marks, ""]
    count = len(state.moves())
    moves = f" ({count} {'move' if count == 1 else 'moves'})" if count else ""
    return "\n".join([*lines, f"{state.status}{moves}"])
